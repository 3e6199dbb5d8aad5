"""The strip above the board in a challenge: its task, and the tiles to come.

A challenge that is the first to have a rule teaches it there, in a few steps.
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
"""In how many steps a rule is taught at most."""


def task_of(context: Context, setup: TableSetup, match: Match) -> TaskStrip | None:
    """The task of a table, None where nothing but points is asked for."""
    challenge = find_challenge(setup.challenge)
    return None if challenge is None else TaskStrip(context, challenge)


class TaskStrip:
    """What a challenge asks for and teaches, above the board."""

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
        """Return what is asked for, between which spaces its lines lie, what there is to
        learn; a line each.
        """
        context, challenge = self._context, self.challenge
        lesson = self._lessons[self._step(match)] if self._lessons else ""
        return "\n".join((task_words(context, challenge), ends_words(context, challenge), lesson))

    def strip(self, match: Match, step: int | None = None) -> Widget:
        """The sentence, the tiles to come where they are shown, below them what there is to learn
        at a step.
        """
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
        """The strip at every step."""
        return (self.strip(match, step) for step in range(max(1, len(self._lessons))))

    def _step(self, match: Match) -> int:
        """A step for each tile that the player has placed, of a league for each call; the last one
        stays.
        """
        if self.challenge.rules.call is CallRule.MAIL:
            calls = len(match.rounds[0].calls) if match.rounds else 0
            return min(max(0, calls - 1), len(self._lessons) - 1)
        position = match.rounds[0].seats[0].position if match.rounds else None
        placed = 0 if position is None else position.filled.bit_count() + len(position.aside)
        return min(max(0, placed - len(self.challenge.placed)), len(self._lessons) - 1)

    def _paint_tiles(self, match: Match, surface: pygame.Surface, strip: Rect) -> None:
        """Paint what has not been called yet, in its order."""
        painter = self._context.painter
        called = len(match.rounds[0].called) if match.rounds else 0
        left = self.challenge.tiles[called:]
        # As large as all of them have room for, so that they do not grow as they become fewer.
        radius = min(strip.h * 0.5, strip.w / (len(self.challenge.order) * 1.9))
        painter.sprites.draw_row(surface, left, strip.centre, radius, radius * 1.9)
