"""What the first game says: a sentence for each step and phase, with the lesson's figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.play.lesson import Goal, Phase

if TYPE_CHECKING:
    from game.play.lesson import Lesson
    from game.rules.match import Match
    from game.ui.frame.context import Context


CHOICES = 3
"""How many answers are offered where tiles are to be counted."""


def has_words(context: Context, lesson: Lesson, match: Match) -> bool:
    """Whether there is something to say; where not, the lesson simply goes on."""
    return _key(context, lesson, match) in context.catalogue


def words_for(context: Context, lesson: Lesson, match: Match) -> str:
    """What is being said, in the player's language; "" for nothing."""
    if not match.rounds or not match.round.calls:
        return ""
    key = _key(context, lesson, match)
    if key not in context.catalogue:
        return ""
    figures = lesson.figures(match)
    wanted = context.catalogue.messages[key].placeholders
    return context.text(key, **{name: figures[name] for name in wanted})


def _key(context: Context, lesson: Lesson, match: Match) -> str:
    step, phase = lesson.step, lesson.phase
    if step.goal is Goal.CHEAPEST and phase is Phase.MET:
        free = f"tutorial.step.{step.name}.free"
        if free in context.catalogue and not lesson.figures(match)["lost"]:
            return free
    return f"tutorial.step.{step.name}.{phase.value}"


def next_words(context: Context, lesson: Lesson) -> str:
    """What the button says that goes on."""
    match lesson.step.goal:
        case Goal.SKIP:
            return context.text("tutorial.forward")
        case Goal.END:
            return context.text("tutorial.to_count")
        case _:
            return context.text("tutorial.go_on")


def offered(lesson: Lesson, match: Match) -> tuple[int, ...]:
    """The answers offered: the right one with its neighbours."""
    first = max(0, lesson.remaining(match) - 1)
    return tuple(range(first, first + CHOICES))
