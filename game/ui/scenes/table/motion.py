"""The animations of the table: called and placed tiles, glowing lines, strokes, the score.

The match is always ahead of the picture, so `finish` can end all of them at any moment.
"""

import math
from bisect import bisect_right
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.rules.boards import Line
from game.rules.placement import Position
from game.rules.tiles import Direction, Tile
from game.ui.draw.animation import (
    Easing,
    Timeline,
    Tween,
    ease_in_out,
    ease_out,
    ease_out_bounce,
    linear,
    mix,
    mix_point,
)
from game.ui.draw.bands import ScoreBand, draw_band, draw_score_band, points_words
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.lines import LineLook
from game.ui.draw.sprites.tiles import TileLook
from game.ui.draw.surface_cache import Drawing
from game.ui.draw.theme import Colour
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.table_layout import Spot, TableLayout
from game.ui.scenes.shared.table_mode import Arrived
from game.ui.scenes.table.stroke import STRIKING

CALL_SECONDS = 0.5
DROP_SECONDS = 0.2
"""Seconds until a placed tile lands; its effects follow."""
LAND_SECONDS = 0.08
"""Seconds until a tile placed by the pointer lands: it starts where its ghost was."""
_SETTLE_SECONDS = 0.08
_RETURN_SECONDS = 0.26
BETWEEN_CALLS = 0.12
BETWEEN_LINES = 0.16
_BEAM_SECONDS = 0.4
_SLIDE_SECONDS = 0.42
"""Seconds in which the band of a line slides into the harvest."""
_DEATH_SECONDS = 0.6
_CHEER_SECONDS = 1.15
_BREATH = 1.9
"""The factor on the flight of the last tile of all."""

_LASTS: Final = {20: 0.7, 30: 0.95, 45: 1.25, 60: 1.5}
"""Seconds of a stroke that leaves the board, by its least points."""

_GREAT: Final = tuple(_LASTS)

_HELD: Final = 0.2
"""Seconds by which the greatest strokes delay their glow."""

_DIM, _SHOOT, _BETWEEN_HOPS, _HOP, _DRAWN = 0.08, 0.18, 0.06, 0.22, 0.3
_MADE_WAY: Final = 0.3
"""The share of a stroke's way into the harvest in which the total is lifted above it."""

_LARGER: Final = 1.15
"""The factor on the size of a tile placed by the pointer."""


def call_seconds(*, is_last: bool) -> float:
    """Return the seconds of a called tile's flight; its face is visible from the middle on."""
    return CALL_SECONDS * (_BREATH if is_last else 1.0)


def stroke_seconds(points: float) -> float:
    """Return the seconds until a stroke's bands are in the harvest, 0 for plain lines."""
    place = bisect_right(_GREAT, points)
    return _LASTS[_GREAT[place - 1]] if place else 0.0


def before_light(points: float) -> float:
    """Return the seconds from landing to a stroke's glow; the greatest are delayed."""
    held = _HELD if points >= _GREAT[-1] else 0.0
    return held + (_DIM if points >= _GREAT[0] else 0.0)


def stroke_words_at(lines: int, lead: float) -> float:
    """Return the seconds from a placement to the words for its stroke."""
    return lead + BETWEEN_LINES * (lines - 1) + _DIM


@dataclass(frozen=True, slots=True)
class _Flight:
    tile: Tile
    start: Spot
    end: Spot
    is_flip: bool = False
    space: int | None = None
    """The space it is placed on, None on its way to the hand."""
    lead: float = DROP_SECONDS
    """Seconds until it lands."""


@dataclass(frozen=True, slots=True)
class _Beam:
    line: Line
    colour: Colour
    band: ScoreBand
    is_great: bool
    begins: float
    """Seconds until it glows."""
    space: int
    """The space from which it shoots out."""


@dataclass(frozen=True, slots=True)
class _Cheer:
    """Words on a band: for a stroke in its best line's colour, or for the last call."""

    words: str
    fill: Colour


class Motion:
    """All running animations of one table."""

    def __init__(self, *, is_reduced: bool = False) -> None:
        self.timeline = Timeline(is_reduced)
        self._flights: dict[Hashable, _Flight] = {}
        self._beams: dict[int, _Beam] = {}
        self._cheer: _Cheer | None = None
        self._is_striking = False
        """Whether the latest stroke dims the table."""
        self.deaths: dict[int, Line] = {}
        self.position: Position | None = None
        """The board after the placement whose lines glow."""

    @property
    def is_running(self) -> bool:
        """Whether an animation is running."""
        return self.timeline.is_running

    def advance(self, dt: float) -> bool:
        """Advance all animations; return whether the picture changed."""
        return self.timeline.advance(dt)

    def finish(self) -> None:
        """End all animations at once."""
        self.timeline.finish()

    def call(
        self, tile: Tile, start: Spot, end: Spot, order: int, *, is_last: bool = False
    ) -> None:
        """Animate a called tile: it leaves the bag face down, turns over and flies to the hand.

        The last tile of a round is slower.
        """
        key = ("call", tile)
        tween = Tween(call_seconds(is_last=is_last), delay=BETWEEN_CALLS * order, easing=linear)
        self._fly(key, _Flight(tile, start, end, is_flip=True), tween)

    def drop(
        self, tile: Tile, space: int, start: Spot, end: Spot, lead: float = DROP_SECONDS
    ) -> None:
        """Animate a tile from its place to its space, where it lands and settles."""
        tween = Tween(lead + _SETTLE_SECONDS, easing=linear)
        self._fly(("drop", space), _Flight(tile, start, end, space=space, lead=lead), tween)

    def take_back(self, tile: Tile, start: Spot, end: Spot) -> None:
        """Animate a tile back to the hand."""
        tween = Tween(_RETURN_SECONDS, easing=linear)
        self._fly(("back", tile), _Flight(tile, start, end), tween)

    def _fly(self, key: Hashable, flight: _Flight, tween: Tween) -> None:
        self._flights[key] = flight
        self.timeline.play(key, tween, lambda: self._flights.pop(key, None))

    def light(
        self,
        line: Line,
        colour: Colour,
        band: ScoreBand,
        order: int,
        points: float,
        *,
        space: int = 0,
        lead: float = DROP_SECONDS,
    ) -> None:
        """Light a completed line, and move its band to the harvest.

        If the `points` of the whole stroke are many, the band first leaves the board at both ends.
        """
        lasts = stroke_seconds(points)
        before = 0.0 if self.timeline.is_reduced else before_light(points)
        begins = lead + before + BETWEEN_LINES * order
        self._is_striking = points >= STRIKING
        self._beams[line.index] = _Beam(line, colour, band, bool(lasts), begins, space)
        self.timeline.play(("beam", line.index), Tween(_BEAM_SECONDS, delay=begins))
        bring = _DRAWN if lasts else _SLIDE_SECONDS
        delay = max(lead + before + lasts - _DRAWN, begins + _SHOOT) if lasts else begins
        tween = Tween(bring, delay=delay, easing=linear)
        index = line.index
        self.timeline.play(("bring", index), tween, lambda: self._beams.pop(index, None))
        if lasts and not self.timeline.is_reduced:
            whole = delay + bring
            if not self.timeline.has("stroke") or order:
                self.timeline.play("stroke", Tween(whole, end=whole, easing=linear))

    def cheer(self, words: str, fill: Colour, delay: float = 0.0) -> None:
        """Show words on a band after a delay, once all lines of a stroke glow.

        They are shown under reduced motion, too.
        """
        self._cheer = _Cheer(words, fill)
        tween = Tween(_CHEER_SECONDS, delay=delay, easing=linear)
        self.timeline.play("cheer", tween, self._end_cheer, is_motion=False)

    def _end_cheer(self) -> None:
        self._cheer = None

    def die(self, line: Line, lead: float = DROP_SECONDS) -> None:
        """Flash a line that can no longer score, and darken it."""
        self.deaths[line.index] = line
        # The tile lands before the line dies, since it is the cause.
        tween = Tween(_DEATH_SECONDS, delay=lead, easing=linear)
        self.timeline.play(("death", line.index), tween, lambda: self.deaths.pop(line.index, None))

    def hidden_spaces(self) -> frozenset[int]:
        """Return the spaces whose tile is moving or settling; the board omits them."""
        return frozenset(f.space for f in self._flights.values() if f.space is not None)

    def landings(self) -> dict[int, float]:
        """Return the spaces whose tile is settling, with the rest of the impact, 1 to 0."""
        shares = {
            flight.space: _settled(self.timeline.value(key), flight.lead)
            for key, flight in self._flights.items()
            if flight.space is not None
        }
        return {space: 1 - share for space, share in shares.items() if share > 0}

    def is_flying_to_hand(self, tile: Tile) -> bool:
        """Return whether a tile of the hand is still flying."""
        return ("call", tile) in self._flights or ("back", tile) in self._flights

    def dark_lines(self) -> frozenset[int]:
        """Completed lines that do not glow fully yet."""
        return frozenset(i for i in self._beams if self.timeline.has(("beam", i)))

    @property
    def coming(self) -> frozenset[int]:
        """Lines whose band has not reached the harvest yet."""
        return frozenset(self._beams)

    @property
    def unlit(self) -> frozenset[int]:
        """Completed lines that have not begun to glow."""
        return frozenset(i for i in self._beams if self.timeline.value(("beam", i)) <= 0)

    @property
    def arrived(self) -> Arrived:
        """The visible state of the last placement."""
        is_flying = bool(self.hidden_spaces() - self.landings().keys())
        return Arrived(is_flying, self.unlit, self.timeline.is_reduced)

    @property
    def unlit_points(self) -> float:
        """The points of completed lines that have not begun to glow."""
        return sum(self._beams[index].band.points for index in self.unlit)

    def lift(self, high: float) -> float:
        """Return the pixels by which arriving bands lift the total; `high` is a point's height.

        A stroke's band is under the total early: the total makes way for it.
        """
        lifted = 0.0
        for index, beam in self._beams.items():
            t = self.timeline.value(("bring", index), rest=0.0)
            share = min(1.0, t / _MADE_WAY) if beam.is_great else t
            lifted += beam.band.points * high * ease_out(share)
        return lifted

    def drawings(self, painter: Painter, layout: TableLayout) -> Iterator[Drawing]:
        """Yield the drawings of a stroke, to be rendered before it is shown."""
        great = [beam for beam in self._beams.values() if beam.is_great]
        for beam in great:
            yield partial(self._draw_hops, painter=painter, layout=layout, beam=beam, t=0.0)
            yield partial(
                _draw_counted,
                painter=painter,
                layout=layout,
                beam=beam,
                t=math.inf,
                is_whole=len(great) > 1,
            )
        if self._cheer is not None:
            yield partial(_draw_cheer, painter=painter, layout=layout, cheer=self._cheer, t=0.5)

    @property
    def dim_share(self) -> float:
        """The share of the dimming of the table behind a stroke, 0 without one."""
        great = [beam for beam in self._beams.values() if beam.is_great]
        if not great or not self.timeline.has("stroke"):
            return 0.0
        since = self.timeline.value("stroke") - min(beam.begins for beam in great)
        return min(1.0, max(0.0, (since + _DIM) / _DIM)) * self._stroke_left(great[0])

    def _stroke_left(self, beam: _Beam) -> float:
        """Return the rest of a stroke while its bands leave the board, 1 to 0."""
        return min(1.0, max(0.0, (1 - self.timeline.value(("bring", beam.line.index))) * 2))

    def draw_stroke(self, surface: pygame.Surface, painter: Painter, layout: TableLayout) -> None:
        """Dim the table and draw the bands of a stroke behind its tiles."""
        great = [beam for beam in self._beams.values() if beam.is_great]
        t, left = self.timeline.value("stroke"), self._stroke_left(great[0])
        if self._is_striking:
            painter.dim(surface, self.dim_share)
        for beam in great:
            _draw_shot(surface, painter, layout, beam, t - beam.begins, left)
        for beam in great:
            self._draw_hops(surface, painter, layout, beam, t - beam.begins)
        for beam in great:
            _draw_counted(surface, painter, layout, beam, t - beam.begins, is_whole=len(great) > 1)

    def _draw_hops(
        self,
        surface: pygame.Surface,
        painter: Painter,
        layout: TableLayout,
        beam: _Beam,
        t: float,
    ) -> None:
        """Draw the tiles of a line hopping one after another."""
        board, radius = layout.board, layout.board.tile_radius
        for count, space in enumerate(beam.line.spaces):
            tile = self.position.tiles[space] if self.position is not None else None
            if tile is None or (space in self.hidden_spaces() and t < 0):
                continue
            age = t - _BETWEEN_HOPS * count - 0.1
            hop = math.sin(math.pi * min(1.0, max(0.0, age / _HOP)))
            x, y = board.centres[space]
            at = (x, y - radius * 0.13 * hop)
            zoom = 1 + 0.12 * hop
            painter.sprites.draw_tile(surface, tile, at, radius, TileLook.LIFTED, zoom=zoom)

    def draw(self, surface: pygame.Surface, painter: Painter, layout: TableLayout) -> None:
        """Draw everything that moves, over the table."""
        board = layout.board
        for index, line in self.deaths.items():
            t = self.timeline.value(("death", index))
            if 0 < t < 1:
                colour = painter.theme.palette.bad
                painter.sprites.draw_beam(surface, board, line.index, colour, alpha=0.4 * (1 - t))
                # The dead line's cross drops onto its end.
                zoom, alpha = 1 + 2.2 * (1 - ease_out(t)), min(1.0, t * 3)
                painter.sprites.draw_badge(
                    surface, board, line.index, LineLook.DEAD, zoom=zoom, alpha=alpha
                )
        for index, beam in self._beams.items():
            if self.timeline.has(("beam", index)) and not self.timeline.has("stroke"):
                reach = self.timeline.value(("beam", index))
                painter.sprites.draw_beam(surface, board, index, beam.colour, reach)
        for key, flight in self._flights.items():
            _draw_flight(surface, painter, flight, self.timeline.value(key))
        if self._cheer is not None:
            _draw_cheer(surface, painter, layout, self._cheer, self.timeline.value("cheer"))

    def draw_bands(
        self,
        surface: pygame.Surface,
        painter: Painter,
        layout: TableLayout,
        top: int,
        high: float,
    ) -> None:
        """Draw the bands on their way to the harvest, which ends at `top`; a point is `high`
        pixels.
        """
        column, window, board = layout.harvest, layout.window, layout.board.bounds()
        # A band comes out from beside the board: from within, it would cut tiles.
        source, ends = board.right, (column.x, window.right)
        if layout.is_mirrored:
            source, ends = board.x, (column.right, window.x)
        foot = float(top)
        for index, beam in self._beams.items():
            thick = max(painter.px(3), beam.band.points * high)
            foot -= thick
            t = self.timeline.value(("bring", index), rest=1.0)
            if not 0 < t < 1:
                continue
            slot = Rect(column.x, round(foot), column.w, round(foot + thick) - round(foot))
            if not beam.is_great:
                away = round(column.w * (1 - ease_out(t)))
                slot = slot.moved(-away if layout.is_mirrored else away, 0)
                draw_score_band(surface, painter, beam.band, slot)
                continue
            shot = ease_out(min(1.0, t / 0.5))
            drawn = ease_in_out(max(0.0, (t - 0.4) / 0.6))
            near, far = mix(source, ends[0], drawn), mix(source, ends[1], shot)
            left, right = round(min(near, far)), round(max(near, far))
            fill = painter.theme.stripes[beam.band.number]
            draw_band(surface, painter, fill, Rect(left, slot.y, right - left, slot.h))


def _settled(t: float, lead: float) -> float:
    """Return how far a landing tile has settled at `t` of its way, 0 to 1; negative while it
    falls.
    """
    return (t * (lead + _SETTLE_SECONDS) - lead) / _SETTLE_SECONDS


def _draw_landing(surface: pygame.Surface, painter: Painter, flight: _Flight, t: float) -> None:
    """Draw a tile that falls with acceleration, is squashed on landing, and springs back."""
    settled, end = _settled(t, flight.lead), flight.end
    if settled < 0:
        way = 1 + settled * _SETTLE_SECONDS / flight.lead
        if flight.lead == LAND_SECONDS:
            at, zoom = (
                mix_point(flight.start.centre, end.centre, ease_out(way)),
                mix(_LARGER, 1, way),
            )
            painter.sprites.draw_tile(
                surface, flight.tile, at, end.radius, zoom=zoom, height=0.5 * (1 - way)
            )
            return
        x, y = mix_point(flight.start.centre, end.centre, ease_in_out(way))
        height = 0.5 * (1 - way * way)
        radius = mix(flight.start.radius, end.radius * 1.04, way)
        zoom = radius / max(1.0, end.radius)
        at = (x, y - height * end.radius * 0.3)
        painter.sprites.draw_tile(surface, flight.tile, at, end.radius, zoom=zoom, height=height)
        return
    # First flat, then once too tall, then at rest.
    press = (1 - settled) ** 2 * math.cos(settled * math.pi * 1.5)
    low, wide = 1 - 0.10 * press, 1 + 0.06 * press
    at = (end.centre[0], end.centre[1] + end.radius * 0.06 * press)
    painter.sprites.draw_tile(surface, flight.tile, at, end.radius, zoom=low, squeeze=wide / low)


def _draw_flight(surface: pygame.Surface, painter: Painter, flight: _Flight, t: float) -> None:
    if flight.space is not None:
        _draw_landing(surface, painter, flight, t)
        return
    ease: Easing = ease_in_out if flight.is_flip else ease_out
    way = ease(t)
    x, y = mix_point(flight.start.centre, flight.end.centre, way)
    radius = mix(flight.start.radius, flight.end.radius, way)
    height = (1 - abs(2 * t - 1)) * 0.9
    y -= height * flight.end.radius * (0.6 if flight.is_flip else 0.25)
    tile: Tile | None = flight.tile
    squeeze = 1.0
    if flight.is_flip:
        turn = min(1.0, t / 0.7)
        squeeze = max(0.05, abs(1 - 2 * turn))
        tile = flight.tile if turn > 0.5 else None
    elif t > 0.6:
        radius *= 1 + 0.03 * (1 - ease_out_bounce((t - 0.6) / 0.4))
    zoom = radius / max(1.0, flight.end.radius)
    painter.sprites.draw_tile(
        surface, tile, (x, y), flight.end.radius, zoom=zoom, squeeze=squeeze, height=height
    )


def _draw_shot(
    surface: pygame.Surface,
    painter: Painter,
    layout: TableLayout,
    beam: _Beam,
    t: float,
    left: float,
) -> None:
    """Draw the band of a line shooting out of the board to both edges of the window."""
    if t <= 0 or left <= 0:
        return
    board, window = layout.board, layout.window
    first, last = board.line_ends(beam.line.index)
    length = math.dist(first, last) or 1.0
    ux, uy = (last[0] - first[0]) / length, (last[1] - first[1]) / length
    reach = math.hypot(window.w, window.h) * ease_out(min(1.0, t / _SHOOT))
    wide = board.tile_radius * (0.25 + 0.5 * ease_out(min(1.0, t / 0.14))) * left
    x, y = board.centres[beam.space]
    nx, ny = -uy * wide, ux * wide
    ends = [(x - ux * reach, y - uy * reach), (x + ux * reach, y + uy * reach)]
    (ax, ay), (bx, by) = ends
    points = [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
    pygame.draw.polygon(surface, painter.theme.stripes[beam.band.number], points)


def _draw_counted(
    surface: pygame.Surface,
    painter: Painter,
    layout: TableLayout,
    beam: _Beam,
    t: float,
    *,
    is_whole: bool,
) -> None:
    """Draw a line's points counted up beside its tiles; of several lines the last number alone,
    for their numbers would meet.
    """
    board, radius = layout.board, layout.board.tile_radius
    spaces, each = beam.line.spaces, beam.band.points / len(beam.line.spaces)
    for count, space in enumerate(spaces):
        if t <= _BETWEEN_HOPS * count + 0.12 or (is_whole and count < len(spaces) - 1):
            continue
        x, y = board.centres[space]
        size = (26, 30, 36, 44, 62)[5 - len(spaces) + count] if len(spaces) <= 5 else 30
        style = painter.theme.type.points.sized(size)._replace(outline=3)
        words = points_words(each * (count + 1))
        if beam.line.direction is Direction.VERTICAL:
            painter.text(surface, words, (x + radius * 1.2, y), style)
        else:
            high = painter.px(size) * 0.36
            painter.text(surface, words, (x, y - radius - high), style, "centre")


def _draw_cheer(
    surface: pygame.Surface, painter: Painter, layout: TableLayout, cheer: _Cheer, t: float
) -> None:
    """Draw the words for a stroke on a cut band at the foot, over the links there."""
    if not 0 < t < 1:
        return
    theme, box = painter.theme, layout.notices
    style = theme.type.heading
    grown = round(box.w * ease_out(min(1.0, t / 0.12)))
    band = box.centred(grown, box.h)
    draw_band(surface, painter, cheer.fill, band, "cut", start="cut")
    if grown == box.w:
        with painter.ink_on(cheer.fill):
            painter.text_in(surface, cheer.words, band, style, "centre", max_lines=1)
