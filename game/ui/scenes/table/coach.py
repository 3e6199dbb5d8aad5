"""The coach at the table: what every space is worth, computed beside the frame loop."""

from __future__ import annotations

import pygame

from game.bots.coach import Advice, Advised
from game.bots.worker import Answer
from game.locale import write_number
from game.rules.match import Match
from game.rules.placement import ASIDE_INDEX
from game.rules.seat import Seat
from game.rules.tiles import Tile
from game.ui.animation import mix_colour
from game.ui.context import Context
from game.ui.engines import shared_engines
from game.ui.layout import Rect
from game.ui.layout_hex import BoardLayout
from game.ui.scenes.table.game import TableGame
from game.ui.scenes.table.reason_words import reason_words

__all__ = ["CoachView"]

_WORST = 25.0
"""Points lost at which a space is shown in the coldest colour."""


class CoachView:
    """Asks the engines, keeps the latest advice, draws it; old answers are dropped."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.is_on = False
        self._asked: Seat | None = None
        self._advice: Advice | None = None
        self._ticket: int | None = None

    def ask(self, match: Match, seat: int) -> None:
        """Have the seat's hand judged, unless that has been asked already."""
        state = match.round.seats[seat]
        if state is self._asked or not state.hand:
            return
        if self._ticket is not None:
            shared_engines().cancel(self._ticket)
        self._asked, self._advice = state, None
        self._ticket = shared_engines().ask_advice(match, seat)

    def poll(self) -> bool:
        """Take the answer once it has come; whether there is something new to draw."""
        if self._ticket is None:
            return False
        message = shared_engines().take(self._ticket)
        if message is None:
            return False
        self._ticket = None
        if isinstance(message, Answer) and isinstance(message.value, Advice):
            self._advice = message.value
            return True
        return False

    def draw(
        self,
        surface: pygame.Surface,
        layout: BoardLayout,
        game: TableGame,
        tile: Tile,
        target: int | None,
    ) -> None:
        """Each legal space's expected total for `tile`; for the one aimed at, why."""
        if self._advice is None or self._asked is not game.seat_state():
            return
        chips = [a for a in self._advice.placements if a.placement.tile == tile]
        for advised in chips:
            space = advised.placement.space
            if space not in (ASIDE_INDEX, target):
                self._draw_chip(surface, layout, advised)
        aimed = next((a for a in chips if a.placement.space == target), None)
        if aimed is not None:
            self._draw_reasons(surface, layout, aimed)

    def _draw_chip(self, surface: pygame.Surface, layout: BoardLayout, advised: Advised) -> None:
        painter = self.context.painter
        palette = painter.theme.palette
        share = min(1.0, advised.loss / _WORST) ** 0.6
        colour = mix_colour(palette.good, palette.bad, share)
        x, y = layout.centres[advised.placement.space]
        words = write_number(self.context.catalogue, round(advised.value))
        size = layout.tile_radius * (0.42 if advised.loss == 0 else 0.34) / painter.view.scale
        style = painter.theme.type.strong.sized(size).coloured(colour)
        radius = layout.tile_radius * (0.48 if advised.loss == 0 else 0.36)
        edge = colour if advised.loss == 0 else mix_colour(palette.sunken, colour, 0.45)
        width = max(1.0, painter.view.scale * (2.5 if advised.loss == 0 else 1.2))
        painter.disc(surface, (x, y), radius, palette.sunken, edge, width)
        painter.text(surface, words, (x, y), style, "centre")

    def _draw_reasons(self, surface: pygame.Surface, layout: BoardLayout, advised: Advised) -> None:
        painter = self.context.painter
        value = write_number(self.context.catalogue, round(advised.value))
        lines = [self.context.text("coach.value", points=value)]
        lines += [reason_words(self.context, r) for r in advised.reasons[:4]]
        style = painter.theme.type.caption
        height = painter.line_height(style)
        bounds = layout.bounds()
        width = max(painter.text_width(line, style) for line in lines) + painter.px(28)
        box = Rect(0, 0, min(width, bounds.w), height * len(lines) + painter.px(18))
        # It must not lie on what it speaks of.
        space = advised.placement.space
        is_low = space != ASIDE_INDEX and layout.centres[space][1] > bounds.centre[1]
        reach = round(layout.radius * 0.4)
        y = bounds.y - reach if is_low else bounds.bottom + reach - box.h
        box = box.moved(bounds.x - reach, y)
        painter.box(surface, box, painter.theme.palette.sunken, painter.theme.palette.panel_edge)
        inner = box.inset(painter.px(14), painter.px(9))
        for i, (line, row) in enumerate(
            zip(lines, inner.stack([height] * len(lines)), strict=True)
        ):
            ink = painter.theme.palette.accent if i == 0 else painter.theme.palette.ink
            painter.text_in(surface, line, row, style.coloured(ink), max_lines=1)
