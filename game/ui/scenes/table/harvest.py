"""The harvest at the table: finished lines as bands, in a column for each player."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.play.count_steps import CountStep, StepKind, steps_of_count
from game.play.entering import lift
from game.play.table_game import Phase, TableGame
from game.rules.boards import Line
from game.rules.match import Match, PlayerKind
from game.rules.placement import Placement
from game.rules.scoring import score_position
from game.rules.seat import Seat
from game.rules.tiles import Symbol
from game.ui.draw.animation import mix_colour
from game.ui.draw.avatars import draw_avatar
from game.ui.draw.bands import (
    ScoreBand,
    TotalMark,
    band_of_line,
    band_of_ray,
    draw_harvest,
    draw_hexagon,
    draw_marks,
    draw_rounds,
    harvest_rects,
    harvest_scale,
)
from game.ui.draw.icons import Icon
from game.ui.draw.portraits import draw_portrait, has_portrait
from game.ui.frame.context import Context
from game.ui.layout.rects import Point, Rect
from game.ui.scenes.shared.flags import band_of_step
from game.ui.scenes.shared.table_layout import TableLayout
from game.ui.scenes.shared.table_mode import PastTotals, ScoreDisplay
from game.ui.scenes.table.explaining import ExplainTarget, LineBadge
from game.ui.scenes.table.league_words import seat_name
from game.ui.scenes.table.motion import Motion

_SCALING: Final = 0.3
"""Seconds in which the scale of all columns moves to its next step."""


@dataclass
class Harvest:
    """Draws the columns at the right, all on one scale."""

    context: Context
    game: TableGame
    motion: Motion
    past: PastTotals
    score_display: ScoreDisplay | None = None
    beside: Harvest | None = None
    """The harvest of the computer that plays beside a single player, or None."""
    _most: float = 0.0
    _start: float = 0.0
    _left: float = 0.0
    _goal: float = 0.0
    _noted: tuple[object, ...] = ()
    _bands: dict[int, tuple[object, list[tuple[ScoreBand, int]]]] = field(default_factory=dict)
    _earlier: dict[int, tuple[int, tuple[tuple[ScoreBand, ...], ...]]] = field(default_factory=dict)

    # bands

    def bands(self, seat: int) -> list[tuple[ScoreBand, int]]:
        """Return a board's bands of this round in order of completion, each with its line.

        Bands still flying to the harvest are left out.
        """
        game = self.game
        position, state = game.position(seat), game.seat_state(seat)
        if state is None:
            return []
        coming: frozenset[int] = frozenset()
        if seat == game.view:
            position = lift(position, *self.motion.hidden_spaces())
            coming = self.motion.coming
        cached, key = self._bands.get(seat), (position, coming, len(game.match.rounds))
        if cached is not None and cached[0] == key:
            return cached[1]
        order = _order(state, game.closing if seat == game.view else ())
        score = score_position(game.match.rules, position)
        earned: list[tuple[ScoreBand, Line]] = [
            (band_of_line(one), one.line) for one in score.lines
        ]
        earned += [(band_of_ray(one), one.line) for one in score.rays]
        earned.sort(key=lambda one: max(order.get(space, -1) for space in one[1].spaces))
        made = [(one, line.index) for one, line in earned if line.index not in coming]
        self._bands[seat] = key, made
        return made

    def rounds(self, seat: int) -> tuple[tuple[ScoreBand, ...], ...]:
        """Return the bands of a seat's earlier rounds."""
        match = self.game.match
        count = len(match.rounds) - 1
        cached = self._earlier.get(seat)
        if cached is None or cached[0] != count:
            rounds = tuple(_bands_of_round(match, index, seat) for index in range(max(0, count)))
            cached = self._earlier[seat] = count, rounds
        return cached[1]

    def marks(self) -> list[TotalMark]:
        """Return the totals to reach."""
        past, p, catalogue = self.past, self.context.painter.theme.palette, self.context.catalogue
        totals = (("average", past.mean, p.ink_soft), ("best", past.best, p.accent))
        return [
            TotalMark(
                points,
                self.context.text(f"score.{key}", points=catalogue.number(round(points))),
                ink,
            )
            for key, points, ink in totals
            if points
        ]

    def most(self) -> float:
        """Return the points of a full column on display."""
        return self._most or self._wanted()

    def _wanted(self) -> float:
        game = self.game
        if self.score_display is not None:
            return self.score_display.most()
        seats = [seat for seat in range(len(game.match.players)) if not game.is_secret(seat)]
        totals = [game.total_now(seat) for seat in seats if seat != game.view]
        if self.beside is not None:
            totals.append(self.beside.game.total_now())
        own_total = game.total_now() if game.view in seats else 0
        return harvest_scale(own_total, totals, self.marks())

    def advance(self, dt: float) -> bool:
        """Advance the scale to its next step; return whether a frame is needed."""
        shown = self._shown()
        has_news, self._noted = shown != self._noted, shown
        if has_news:
            self._note_bands()
        has_ticked = self.score_display is not None and self.score_display.advance(
            dt, self.motion.arrived
        )
        # With six seats this took two thirds of each frame's update.
        goal = self._wanted() if has_news or self.score_display is not None else self._goal
        if goal != self._goal:
            is_first = not self._goal or self.motion.timeline.is_reduced
            self._start, self._left = self._most, 0.0 if is_first else _SCALING
            self._goal = goal
            self._most = goal if is_first else self._most
        if self._left <= 0:
            return has_ticked
        self._left = max(0.0, self._left - dt)
        self._most = goal + (self._start - goal) * (self._left / _SCALING) ** 3
        return True

    def _rects(self, column: Rect, height: int) -> list[Rect]:
        """Return the rectangles of this round's bands, from the foot of a column."""
        whole = Rect(column.x, column.bottom - height, column.w, height)
        bands = [one for one, _ in self.bands(self.game.view)]
        return harvest_rects(self.context.painter, whole, bands, self.most())

    def line_at(self, layout: TableLayout, at: Point) -> LineBadge | None:
        """Return the line whose band is at a point, or None."""
        if not layout.harvest.contains(at) or self.game.face_down() is not None:
            return None
        bands = self.bands(self.game.view)
        foot = self._foot(layout)
        rects = self._rects(layout.harvest._replace(h=foot - layout.harvest.y), layout.harvest.h)
        pairs = zip(bands, rects, strict=True)
        return next((LineBadge(i) for (_, i), rect in pairs if rect.contains(at)), None)

    def _foot(self, layout: TableLayout) -> int:
        """Return the lower edge of this round's bands."""
        column, px = layout.harvest, self.context.painter.px
        rounds = self.rounds(self.game.view)
        points = sum(one.points for each in rounds for one in each)
        return column.bottom - round(points * column.h / self.most()) - len(rounds) * px(5)

    def _shown(self) -> tuple[object, ...]:
        """Return all that the bands and their scale are computed from."""
        game, motion = self.game, self.motion
        boards = game.match, game.apart, game.view, game.setup
        beside = () if self.beside is None else self.beside._shown()
        return *boards, self.past, motion.coming, motion.hidden_spaces(), *beside

    def _note_bands(self) -> None:
        """Compute the bands before drawing, which then only reads them."""
        game = self.game
        for seat in (*game.others, game.view):
            self.rounds(seat)
            if not game.is_secret(seat):
                self.bands(seat)
        if self.beside is not None:
            self.beside._note_bands()

    # pictures

    def draw(
        self,
        surface: pygame.Surface,
        layout: TableLayout,
        points: float,
        asked: ExplainTarget | None,
    ) -> None:
        """Draw every column, the number above the player's own, and the marks."""
        painter, game, column = self.context.painter, self.game, layout.harvest
        if self.score_display is not None:
            self.score_display.draw_ground(surface, layout)
        most = self.most()
        least = game.total_now() if game.face_down() is None else math.inf
        for rect, seat in zip(layout.seats, game.others, strict=False):
            self._draw_seat(surface, rect, seat, most, least)
        if self.beside is not None:
            view = self.beside.game.view
            self.beside._draw_seat(surface, layout.seats[-1], view, most, least)
        top = column.bottom
        rounds = self.rounds(game.view)
        if rounds:
            top = draw_rounds(surface, painter, column, rounds, most) - painter.px(5)
        if game.face_down() is None:
            bands = self.bands(game.view)
            whole = Rect(column.x, top - column.h, column.w, column.h)
            out = next((n for n, (_, i) in enumerate(bands) if asked == LineBadge(i)), None)
            top = draw_harvest(
                surface, painter, whole, [one for one, _ in bands], most, drawn_out=out
            )
        high = column.h / most
        self.motion.draw_bands(surface, painter, layout, top, high)
        if self.score_display is not None:
            self.score_display.draw(surface, layout, top - round(self.motion.lift(high)), most)
            return
        number = self._draw_number(surface, column, top - round(self.motion.lift(high)), points)
        if game.face_down() is None:
            left = min((seat.x for seat in layout.seats), default=column.x)
            draw_marks(surface, painter, column, self.marks(), most, top, number, left)

    def _draw_number(self, surface: pygame.Surface, column: Rect, top: int, points: float) -> Rect:
        """Draw the total above the harvest, with its owner if there are several; return its
        place.
        """
        painter, game = self.context.painter, self.game
        theme, px = painter.theme, painter.px
        is_secret = game.face_down() is not None
        words = "?" if is_secret else self.context.catalogue.number(points)
        ink = theme.palette.ink if points or is_secret else theme.palette.ink_soft
        box = Rect(column.x + px(4), top - px(86), column.w - px(8), px(82))
        style = theme.type.number.sized(72).coloured(ink)
        drawn = painter.text_in(surface, words, box, style, "centre", max_lines=1)
        if len(game.match.players) > 1:
            name = Rect(column.x, box.y - px(20), column.w, px(26))
            self._draw_name(surface, name, game.view)
        x = drawn.x - px(4)
        for symbol in Symbol:
            if game.view in game.best_ray_holders(symbol):
                x -= px(16)
                at = (x, box.centre[1])
                is_sun = symbol is Symbol.SUN
                painter.sprites.draw_symbol(surface, at, px(11), is_sun=is_sun)
                x -= px(14)
        return box

    def _draw_name(self, surface: pygame.Surface, rect: Rect, seat: int) -> None:
        """Draw the owner's name in the middle, over the seat's colour."""
        painter, setup = self.context.painter, self.game.setup
        name, style = seat_name(self.context, self.game, seat), painter.theme.type.strong
        room = rect.w - painter.px(36)
        wide = min(painter.text_width(name, style), room)
        left = rect.centre[0] - (wide + painter.px(22)) // 2
        colour = painter.theme.seats[setup.colour_of(seat)]
        draw_hexagon(
            surface, painter, (left + painter.px(8), rect.centre[1]), painter.px(8), colour
        )
        box = Rect(left + painter.px(22), rect.y, room, rect.h)
        painter.text_in(surface, name, box, style, max_lines=1)

    def _draw_seat(
        self, surface: pygame.Surface, rect: Rect, seat: int, most: float, least: float
    ) -> None:
        """Draw another player's column with total and face; a hidden board has only its state.

        `most` points fill the column; a total above `least` is bright.
        """
        painter, game, px = self.context.painter, self.game, self.context.painter.px
        p = painter.theme.palette
        column = Rect(rect.x, rect.y + px(72), rect.w, rect.h - px(72))
        x = rect.centre[0]
        top = column.bottom - px(4)
        style = painter.theme.type.strong
        if not game.is_secret(seat):
            rounds = self.rounds(seat)
            top = column.bottom
            if rounds:
                top = draw_rounds(surface, painter, column, rounds, most) - px(5)
            whole = Rect(column.x, top - column.h, column.w, column.h)
            top = draw_harvest(surface, painter, whole, [one for one, _ in self.bands(seat)], most)
            top = min(top, column.bottom - px(2))
            points = self.context.catalogue.number(game.total_now(seat))
            ink = p.ink if game.total_now(seat) > least else p.ink_soft
            painter.text(surface, points, (x, top - px(14)), style.coloured(ink), "centre")
        else:
            self._draw_state(surface, (x, top - px(15)), seat)
        self._draw_face(surface, (x, top - px(48)), seat)

    def _draw_state(self, surface: pygame.Surface, at: Point, seat: int) -> None:
        """Draw a check if the seat has placed, an hourglass if it is waited for."""
        painter, game = self.context.painter, self.game
        p, state = painter.theme.palette, game.seat_state(seat)
        is_waited = state is not None and bool(state.hand) and seat not in game.apart.answered
        icon = Icon.HOURGLASS if is_waited else Icon.CHECK
        painter.icon(surface, icon, at, painter.px(20), p.ink_soft if is_waited else p.good)

    def _draw_face(self, surface: pygame.Surface, at: Point, seat: int) -> None:
        """Draw a seat's hexagon with a face, a picture or a number; its state and bonus at the
        corners.
        """
        painter, game, px = self.context.painter, self.game, self.context.painter.px
        theme, setup, player = painter.theme, game.setup, game.player(seat)
        has_left = game.is_out(seat) and seat not in game.apart.substitutes
        is_bot = player.kind is PlayerKind.BOT or has_left
        bot = game.engine_of(seat) if is_bot else ""
        colour = theme.seats[setup.colour_of(seat)]
        ground = mix_colour(theme.palette.sky, colour, 0.18)
        draw_hexagon(surface, painter, at, px(20), ground, colour, px(2))
        avatar = setup.avatar_of(seat)
        if has_portrait(bot):
            draw_portrait(surface, painter, bot, at, px(24))
        elif avatar:
            draw_avatar(surface, painter, avatar, colour, at, px(26))
        else:
            style = theme.type.strong
            painter.text(surface, str(seat + 1), at, style, "centre")
        state = game.seat_state(seat)
        corner = (at[0] + px(15), at[1] - px(14))
        if state is not None and any(turn.is_missed for turn in state.turns):
            painter.icon(surface, Icon.CLOCK, corner, px(15), theme.palette.bad)
        elif not is_bot and not game.is_secret(seat) and game.phase() is not Phase.MATCH_OVER:
            self._draw_state(surface, corner, seat)
        x = at[0] - px(14)
        for symbol in Symbol:
            if seat in game.best_ray_holders(symbol):
                y = at[1] + (px(-14) if symbol is Symbol.SUN else px(14))
                painter.sprites.draw_symbol(surface, (x, y), px(8), is_sun=symbol is Symbol.SUN)


def _order(state: Seat, closing: Sequence[Placement]) -> dict[int, int]:
    """Return the order in which spaces were filled, as indices of placements."""
    spaces = [placement.space for turn in state.turns for placement in turn.placements]
    spaces += [placement.space for placement in closing or state.finish or ()]
    return {space: number for number, space in enumerate(spaces)}


def _bands_of_round(match: Match, index: int, seat: int) -> tuple[ScoreBand, ...]:
    """Return a seat's bands of an earlier round in order of completion."""
    order = _order(match.rounds[index].seats[seat], ())

    def when(step: CountStep) -> tuple[int, int]:
        spaces = () if step.line is None else step.line.spaces
        is_late = step.kind not in (StepKind.LINE, StepKind.RAY)
        return is_late, max((order.get(space, -1) for space in spaces), default=0)

    steps = sorted((s for s in steps_of_count(match, index, seat) if s.points), key=when)
    return tuple(map(band_of_step, steps))
