"""What a challenge asks for, over the board: the sentence, the tiles to come, the lines' ends; and
the rule that it is the first to have, in a few steps.
"""

from __future__ import annotations

from typing import Final

import pygame

from game.play.challenges import Challenge, find_challenge, new_lessons
from game.play.table import TableSetup
from game.rules.match import Match
from game.rules.ruleset import CallRule
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect, View
from game.ui.scenes.shared.flags import mark_lines
from game.ui.scenes.shared.ladder import ends_words, task_words
from game.ui.scenes.shared.speech_panel import Speech
from game.ui.scenes.shared.table_layout import TableLayout

_MOST_TILES: Final = 19
_ICON: Final = 26

_MOST_STEPS: Final = 4
"""In how many steps a rule is taught at most."""


def task_of(context: Context, setup: TableSetup) -> TaskStrip | None:
    """The task of a table, None where nothing but points is asked for."""
    challenge = find_challenge(setup.challenge) if setup.challenge else None
    return None if challenge is None else TaskStrip(context, challenge)


class TaskStrip:
    """A strip above the board."""

    def __init__(self, context: Context, challenge: Challenge) -> None:
        self._context = context
        self.challenge = challenge
        self._panel = Rect(0, 0, 0, 0)
        self._words_height = 0
        self._speech = Speech(context)
        lessons = new_lessons(challenge)
        self._steps = [
            key
            for lesson in lessons
            for number in range(1, _MOST_STEPS + 1)
            if (key := f"challenges.lesson.{lesson.value}.{number}") in context.catalogue
        ]

    def words(self, match: Match) -> str:
        """What is asked for, between which spaces its lines lie, what there is to learn; a line
        each.
        """
        context, challenge = self._context, self.challenge
        said = context.text(self._steps[self._step(match)]) if self._steps else ""
        return "\n".join((task_words(context, challenge), ends_words(context, challenge), said))

    def lay_out(self, view: View, layout: TableLayout) -> TableLayout:
        """The table with room for the strip."""
        painter, width = self._context.painter, layout.board_area.w
        room = width - view.px(2 * (4 + 12) + _ICON + 10)
        task = task_words(self._context, self.challenge)
        high = painter.height_of(task, room, painter.theme.type.strong)
        self._words_height = max(view.px(36 if self.challenge.is_open else 46), high)
        tiles = view.px(54) if self.challenge.is_open else 0
        height = self._words_height + tiles + view.px(2 * (2 + 6))
        top, layout = layout.with_strip(height, view.px(6))
        self._panel = top.inset(view.px(4), view.px(2))
        if self._steps:
            # Nearest to the board, where its tail points; as high for every step.
            said = map(self._context.text, self._steps)
            heights = (self._speech.height_for(width, w, has_button=False) for w in said)
            top, layout = layout.with_strip(max(view.px(116), *heights), view.px(6))
            self._speech.place(top)
        return layout

    def _step(self, match: Match) -> int:
        """A step for each tile that the player has placed, of a league for each call; the last one
        stays.
        """
        if self.challenge.rules.call is CallRule.MAIL:
            calls = len(match.rounds[0].calls) if match.rounds else 0
            return min(max(0, calls - 1), len(self._steps) - 1)
        position = match.rounds[0].seats[0].position if match.rounds else None
        placed = 0 if position is None else position.filled.bit_count() + len(position.aside)
        return min(max(0, placed - len(self.challenge.placed)), len(self._steps) - 1)

    def draw(self, surface: pygame.Surface, layout: TableLayout, match: Match) -> None:
        """The sentence; the tiles to come where they are shown; flags at the lines' ends; below
        them what there is to learn.
        """
        painter = self._context.painter
        if self._steps:
            step, count, board = self._step(match), len(self._steps), layout.board_area
            said = self._context.text(self._steps[step])
            self._speech.draw(surface, said, step, count, board, has_button=False)
        p = painter.theme.palette
        painter.box(surface, self._panel, p.panel, p.accent, radius=painter.px(14))
        inner = self._panel.inset(painter.px(12), painter.px(6))
        if self.challenge.is_open:
            inner, strip = inner.cut_top(self._words_height, painter.px(2))
            self._draw_tiles(surface, strip, match)
        size = min(painter.px(_ICON), inner.h)
        painter.icon(surface, Icon.TARGET, (inner.x + size / 2, inner.centre[1]), size, p.accent)
        words = inner.cut_left(size, painter.px(10))[1]
        style = painter.theme.type.strong
        painter.text_in(surface, task_words(self._context, self.challenge), words, style)
        mark_lines(surface, self._context, layout.board, self.challenge)

    def _draw_tiles(self, surface: pygame.Surface, strip: Rect, match: Match) -> None:
        """What has not been called yet, in its order."""
        painter = self._context.painter
        called = len(match.rounds[0].called) if match.rounds else 0
        left = self.challenge.tiles[called:]
        radius = min(strip.h * 0.55, strip.w / (_MOST_TILES * 1.9))
        pitch = radius * 1.9
        first = strip.centre[0] - pitch * (len(left) - 1) / 2
        for index, tile in enumerate(left):
            at = (first + pitch * index, strip.centre[1])
            painter.sprites.draw_tile(surface, tile, at, radius)
