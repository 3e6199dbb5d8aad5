"""The strip above the board in a challenge: its task, and the tiles to come.

The first challenge with a new rule teaches it there, in a few steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import pygame

from game.play.table import TableSetup
from game.progress.challenges import Challenge, find_challenge, new_lessons
from game.rules.match import Match
from game.rules.ruleset import CallRule
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import Column, Panel, Picture, Row, Sign, Text, Widget
from game.ui.scenes.shared.challenge import ends_words, task_words
from game.ui.scenes.shared.speech_panel import Speech

_MOST_STEPS: Final = 4
"""Most steps of teaching a rule."""


def task_strip(context: Context, setup: TableSetup, match: Match) -> TaskStrip | None:
    """Return the strip of a table; None if its only goal is points."""
    challenge = find_challenge(setup.challenge)
    return None if challenge is None else TaskStrip(context, challenge)


class TaskStrip:
    """A challenge's task and lesson, above the board."""

    def __init__(self, context: Context, challenge: Challenge) -> None:
        self._context = context
        self.challenge = challenge
        self._lessons = [
            context.text(key)
            for lesson in new_lessons(challenge)
            for number in range(1, _MOST_STEPS + 1)
            if (key := f"challenges.lesson.{lesson.value}.{number}") in context.catalogue
        ]

    def words(self, match: Match) -> str:
        """Return the task, the ends of its lines, and the lesson, a line each."""
        context, challenge = self._context, self.challenge
        lesson = self._lessons[self._step(match)] if self._lessons else ""
        return "\n".join((task_words(context, challenge), ends_words(context, challenge), lesson))

    def strip(self, match: Match, step: int | None = None) -> Widget:
        """Return the strip at a step: the sentence, the known tiles to come, the lesson."""
        context, lessons, is_open = self._context, self._lessons, self.challenge.is_open
        usual = context.painter.least_word_scale
        step = self._step(match) if step is None else step
        asked = Text(task_words(context, self.challenge), "strong", share=1)
        return Column(
            Panel(
                Row(Sign(Icon.TARGET, "accent", 26 * usual), asked, gap=10 * usual),
                is_open and Picture(partial(self._paint_tiles, match), size=54 * usual),
                gap=2,
                pad=(14 * usual, 10 * usual),
                look="panel",
            ),
            bool(lessons) and Speech(context, lessons[step], (), step, len(lessons), grow=1),
            gap=8 * usual,
        )

    def strips(self, match: Match) -> Iterator[Widget]:
        """Yield the strip at every step."""
        return (self.strip(match, step) for step in range(max(1, len(self._lessons))))

    def _step(self, match: Match) -> int:
        """Return the step: the number of placed tiles, in a league of calls, up to the last
        step.
        """
        if self.challenge.rules.call is CallRule.MAIL:
            calls = len(match.rounds[0].calls) if match.rounds else 0
            return min(max(0, calls - 1), len(self._lessons) - 1)
        position = match.rounds[0].seats[0].position if match.rounds else None
        placed = 0 if position is None else position.filled.bit_count() + len(position.aside)
        return min(max(0, placed - len(self.challenge.placed)), len(self._lessons) - 1)

    def _paint_tiles(self, match: Match, surface: pygame.Surface, strip: Rect) -> None:
        """Paint the tiles not called yet, in order."""
        painter = self._context.painter
        called = len(match.rounds[0].called) if match.rounds else 0
        left = self.challenge.tiles[called:]
        # They have the size at which all fit, so that they do not grow as they become fewer.
        radius = min(strip.h * 0.5, strip.w / (len(self.challenge.order) * 1.9))
        painter.sprites.draw_row(surface, left, strip.centre, radius, radius * 1.9)
