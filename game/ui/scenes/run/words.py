"""The words of a run: its stages, its aces and what they do."""

from __future__ import annotations

from typing import Final

from game.progress.challenges import RuleLesson, rule_lessons
from game.progress.run.aces import Ace, ace_values
from game.progress.run.ladder import is_bonus, rules_of
from game.progress.run.state import RunState, StageResult
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import rules_words

ICONS: Final = {
    Ace.PREVIEW: Icon.EYE,
    Ace.SWAP: Icon.SWAP,
    Ace.POCKET: Icon.POCKET,
    Ace.EITHER: Icon.FORK,
    Ace.SECOND_THOUGHT: Icon.UNDO,
    Ace.LONG_LINES: Icon.FIVE,
    Ace.SMALL_FRY: Icon.DOTS,
    Ace.RAINBOW: Icon.RAINBOW,
    Ace.SNOWBALL: Icon.SNOWFLAKE,
    Ace.ECHO: Icon.ECHO,
    Ace.HOURGLASS: Icon.HOURGLASS,
    Ace.REBATE: Icon.DOWN,
    Ace.SECOND_WIND: Icon.FLAME,
    Ace.FREE_PASS: Icon.CHECK,
}

_LESSON_STEPS: Final = 3


def ace_name(context: Context, ace: Ace) -> str:
    """Return what an ace is called."""
    return context.text(f"run.ace.{ace}")


def ace_about(context: Context, ace: Ace) -> str:
    """Return what an ace does, in a sentence."""
    values = {name: str(value) for name, value in ace_values(ace).items()}
    return context.text(f"run.about.{ace}", **values)


def stage_title(context: Context, state: RunState) -> str:
    """Return a stage's number, and whether it can drain the reserve."""
    number = str(state.stage)
    if is_bonus(state.stage):
        return context.text("run.table.bonus", stage=number)
    key = "free_pass" if state.has_free_pass else "title"
    return context.text(f"run.table.{key}", stage=number)


def stage_rules(context: Context, stage: int) -> str:
    """Return the rules of a stage."""
    return rules_words(context, rules_of(stage))


def new_rule_lines(context: Context, stage: int) -> list[str]:
    """Return what there is to learn of the rules that no earlier stage has."""
    before = frozenset[RuleLesson]().union(*(rule_lessons(rules_of(s)) for s in range(1, stage)))
    return [
        context.text(key)
        for lesson in RuleLesson
        if lesson in rule_lessons(rules_of(stage)) - before
        for step in range(1, _LESSON_STEPS + 1)
        if (key := f"challenges.lesson.{lesson.value}.{step}") in context.catalogue
    ]


def moment_of(state: RunState, result: StageResult) -> str:
    """Return what a finished stage was, as a catalogue key: over, saved, passed, missed.

    `state` is the run after it. A stage is saved that misses its target and leaves next to
    nothing of the reserve.
    """
    if state.is_over:
        return "over"
    if result.total >= result.target:
        return "passed"
    return "saved" if state.reserve <= NEARLY_EMPTY else "missed"


def is_far_above(result: StageResult) -> bool:
    """Return whether a stage scored at least half as much again as its target."""
    return 2 * result.total >= 3 * result.target


NEARLY_EMPTY: Final = 10
"""Points of the reserve with which the next stage is likely to be the last."""
