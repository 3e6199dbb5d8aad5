"""The animations of the table: called and placed tiles, lit lines, flying points, the score.

The match is always ahead of the picture, so `finish` may end everything at any moment.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import partial

import pygame

from game.rules.boards import Line
from game.rules.tiles import Tile
from game.ui.draw.animation import (
    Easing,
    Timeline,
    Tween,
    ease_in_out,
    ease_out,
    ease_out_back,
    ease_out_bounce,
    linear,
    mix,
    mix_point,
)
from game.ui.draw.painter import Painter
from game.ui.draw.shapes import clear_canvas
from game.ui.draw.sprites import LineLook
from game.ui.draw.surface_cache import Drawing
from game.ui.draw.theme import Colour
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Point, Rect
from game.ui.scenes.shared.table_layout import Spot

CALL_SECONDS = 0.5
DROP_SECONDS = 0.2
"""Until a placed tile lands; what it brings about comes after that."""
_SETTLE_SECONDS = 0.16
_RETURN_SECONDS = 0.26
BETWEEN_CALLS = 0.12
BETWEEN_LINES = 0.16
_BEAM_SECONDS = 0.4
_POINTS_SECONDS = 0.75
_DEATH_SECONDS = 0.6
_COUNT_SECONDS = 0.5
_SPARKS = 16
_MORE_SPARKS = 6
"""So many more fly off a line with each level of its stroke."""
_SPARK_SECONDS = 0.5
_FLASH_SECONDS = 0.5
_CHEER_SECONDS = 1.15
_BREATH = 1.9
"""How much longer the last tile of all is on its way to the hand."""


def call_seconds(*, is_last: bool) -> float:
    """Return how long a called tile flies; its face is seen from the middle on."""
    return CALL_SECONDS * (_BREATH if is_last else 1.0)


@dataclass(frozen=True, slots=True)
class _Flight:
    tile: Tile
    start: Spot
    end: Spot
    is_flip: bool = False
    space: int | None = None
    """Where it is placed, None on its way to the hand."""


@dataclass(frozen=True, slots=True)
class _Beam:
    line: Line
    colour: Colour
    words: str
    goal: Point
    level: int


@dataclass(frozen=True, slots=True)
class _Cheer:
    """The word for a stroke and its points, above where the tile was placed."""

    words: str
    points: str
    at: Point
    level: int
    colours: tuple[Colour, ...]


class Motion:
    """All running motion of one table."""

    def __init__(self, *, is_reduced: bool = False) -> None:
        self.timeline = Timeline(is_reduced)
        self._flights: dict[Hashable, _Flight] = {}
        self._beams: dict[int, _Beam] = {}
        self._cheer: _Cheer | None = None
        self.deaths: dict[int, Line] = {}

    @property
    def is_running(self) -> bool:
        """Whether anything still moves."""
        return self.timeline.is_running

    def advance(self, dt: float) -> bool:
        """Let time pass; whether the picture changed."""
        return self.timeline.advance(dt)

    def finish(self) -> None:
        """End every motion at once."""
        self.timeline.finish()

    def call(
        self, tile: Tile, start: Spot, end: Spot, order: int, *, is_last: bool = False
    ) -> None:
        """Animate a called tile: it leaves the bag face down, turns over and flies to the hand.

        The last tile of a round takes its time.
        """
        key = ("call", tile)
        tween = Tween(call_seconds(is_last=is_last), delay=BETWEEN_CALLS * order, easing=linear)
        self._fly(key, _Flight(tile, start, end, is_flip=True), tween)

    def drop(self, tile: Tile, space: int, start: Spot, end: Spot) -> None:
        """Animate a tile from where it was held to its space, where it lands and settles."""
        tween = Tween(DROP_SECONDS + _SETTLE_SECONDS, easing=linear)
        self._fly(("drop", space), _Flight(tile, start, end, space=space), tween)

    def take_back(self, tile: Tile, start: Spot, end: Spot) -> None:
        """Animate a tile back to the hand."""
        tween = Tween(_RETURN_SECONDS, easing=linear)
        self._fly(("back", tile), _Flight(tile, start, end), tween)

    def _fly(self, key: Hashable, flight: _Flight, tween: Tween) -> None:
        self._flights[key] = flight
        self.timeline.play(key, tween, lambda: self._flights.pop(key, None))

    def light(
        self, line: Line, colour: Colour, words: str, goal: Point, order: int, level: int = 0
    ) -> None:
        """Light a completed line from edge to edge, then let its points fly to the score.

        The higher the `level` of its stroke, the brighter it is, the more flies off it, and the
        larger are its points.
        """
        delay = DROP_SECONDS + BETWEEN_LINES * order
        self._beams[line.index] = _Beam(line, colour, words, goal, level)
        self.timeline.play(("beam", line.index), Tween(_BEAM_SECONDS, delay=delay))
        fall = Tween(_BEAM_SECONDS + _SPARK_SECONDS, delay=delay, easing=linear)
        self.timeline.play(("sparks", line.index), fall)
        fly = Tween(_POINTS_SECONDS, delay=delay + _BEAM_SECONDS * 0.6, easing=linear)
        self.timeline.play(("points", line.index), fly, lambda: self._beams.pop(line.index, None))

    def cheer(
        self, words: str, points: str, at: Point, colours: tuple[Colour, ...], level: int
    ) -> None:
        """Let the word for a stroke spring up once all its lines are lit, and rings run outwards.

        Where movement is reduced the word alone stands there for a while.
        """
        delay = DROP_SECONDS + BETWEEN_LINES * (len(colours) - 1) + _BEAM_SECONDS * 0.5
        self._cheer = _Cheer(words, points, at, level, colours)
        tween = Tween(_CHEER_SECONDS, delay=delay, easing=linear)
        self.timeline.play("cheer", tween, self._end_cheer, is_motion=False)
        flash = Tween(_FLASH_SECONDS, delay=delay, easing=linear)
        self.timeline.play("flash", flash)

    def _end_cheer(self) -> None:
        self._cheer = None

    def die(self, line: Line) -> None:
        """Flash a line that can no longer score once, and darken it."""
        self.deaths[line.index] = line
        # The cause comes first: the tile lands, then the line dies.
        tween = Tween(_DEATH_SECONDS, delay=DROP_SECONDS, easing=linear)
        self.timeline.play(("death", line.index), tween, lambda: self.deaths.pop(line.index, None))

    def hidden_spaces(self) -> frozenset[int]:
        """Spaces whose tile is still on its way or settling, so that the board leaves them out."""
        return frozenset(f.space for f in self._flights.values() if f.space is not None)

    def landings(self) -> dict[int, float]:
        """Return the spaces whose tile is settling, with how much is left of the blow, 1 to 0."""
        shares = {
            flight.space: _settled(self.timeline.value(key))
            for key, flight in self._flights.items()
            if flight.space is not None
        }
        return {space: 1 - share for space, share in shares.items() if share > 0}

    def is_flying_to_hand(self, tile: Tile) -> bool:
        """Whether a tile of the hand has not arrived yet."""
        return ("call", tile) in self._flights or ("back", tile) in self._flights

    def dark_lines(self) -> frozenset[int]:
        """Completed lines that are only being lit."""
        return frozenset(i for i in self._beams if self.timeline.has(("beam", i)))

    @property
    def has_points_on_their_way(self) -> bool:
        """Whether a completed line's points have not come to the score yet."""
        return bool(self._beams)

    def drawings(self, painter: Painter, layout: BoardLayout) -> Iterator[Drawing]:
        """What the lines of a stroke will show, to be rendered before it is seen."""
        for beam in tuple(self._beams.values()):
            for t in (0.2, 0.4, 0.6, 0.8):
                yield partial(_draw_particles, painter=painter, layout=layout, beam=beam, t=t)
                yield partial(_draw_points, painter=painter, layout=layout, beam=beam, t=t)
        if self._cheer is not None:
            yield partial(
                _draw_cheer, painter=painter, layout=layout, cheer=self._cheer, t=0.5, rings=1.0
            )

    def draw(self, surface: pygame.Surface, painter: Painter, layout: BoardLayout) -> None:
        """Draw everything that moves, over the table."""
        for index, line in self.deaths.items():
            t = self.timeline.value(("death", index))
            if 0 < t < 1:
                colour = painter.theme.palette.bad
                painter.sprites.draw_beam(surface, layout, line.index, colour, alpha=0.4 * (1 - t))
                # The cross that stays at the line's end falls into its place.
                zoom, alpha = 1 + 2.2 * (1 - ease_out(t)), min(1.0, t * 3)
                painter.sprites.draw_badge(
                    surface, layout, line.index, LineLook.DEAD, zoom=zoom, alpha=alpha
                )
        for index, beam in self._beams.items():
            if self.timeline.has(("beam", index)):
                reach = self.timeline.value(("beam", index))
                painter.sprites.draw_beam(surface, layout, index, beam.colour, reach)
                flash = self.timeline.value("flash", rest=0.0)
                if beam.level > 1 and 0 < flash < 1:
                    alpha = (1 - flash) * beam.level / 4
                    painter.sprites.draw_beam(surface, layout, index, beam.colour, alpha=alpha)
            if self.timeline.has(("sparks", index)):
                _draw_particles(
                    surface, painter, layout, beam, self.timeline.value(("sparks", index))
                )
        for key, flight in self._flights.items():
            _draw_flight(surface, painter, flight, self.timeline.value(key))
        for index, beam in self._beams.items():
            t = self.timeline.value(("points", index), rest=0.0)
            _draw_points(surface, painter, layout, beam, t)
        if self._cheer is not None:
            rings = self.timeline.value("flash", rest=1.0)
            _draw_cheer(surface, painter, layout, self._cheer, self.timeline.value("cheer"), rings)


def draw_ring(
    surface: pygame.Surface, centre: Point, radius: float, share: float, colour: Colour
) -> None:
    """Draw so much of a tile's outline, clockwise from its upper left corner."""
    x, y = centre
    angles = [math.radians(60 * side - 120) for side in range(7)]
    corners = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
    whole, rest = divmod(share * 6, 1)
    points = corners[: int(whole) + 1]
    if rest:
        points.append(mix_point(corners[int(whole)], corners[int(whole) + 1], rest))
    width = max(3, round(radius * 0.11))
    for start, end in itertools.pairwise(points):
        pygame.draw.line(surface, colour, start, end, width)
    for point in points:
        pygame.draw.aacircle(surface, colour, point, width / 2)


@dataclass(slots=True)
class Counter:
    """The score as shown: it waits while points fly to it, then counts up."""

    shown: float
    _start: float = 0
    _left: float = 0.0

    def jump(self, goal: float) -> None:
        """Show `goal` at once."""
        self.shown, self._left = goal, 0.0

    def advance(self, dt: float, goal: float, *, is_waiting: bool) -> bool:
        """Let time pass; whether a frame is needed. While `is_waiting` it does not rise yet."""
        if self.shown == goal and self._left <= 0:
            return False
        if self._left <= 0:
            self._start, self._left = self.shown, _COUNT_SECONDS
        if is_waiting and goal > self._start:
            return True
        self._left = max(0.0, self._left - dt)
        share = 1 - self._left / _COUNT_SECONDS
        self.shown = goal if share >= 1 else round(mix(self._start, goal, share))
        return True


def _settled(t: float) -> float:
    """Return how far a tile that lands has settled by `t` of its way, 0 to 1; below 0 it
    still falls.
    """
    return (t * (DROP_SECONDS + _SETTLE_SECONDS) - DROP_SECONDS) / _SETTLE_SECONDS


def _draw_landing(surface: pygame.Surface, painter: Painter, flight: _Flight, t: float) -> None:
    """Draw a tile that falls ever faster, is pressed flat where it lands, and springs back."""
    settled, end = _settled(t), flight.end
    if settled < 0:
        way = 1 + settled * _SETTLE_SECONDS / DROP_SECONDS
        x, y = mix_point(flight.start.centre, end.centre, ease_in_out(way))
        height = 0.5 * (1 - way * way)
        radius = mix(flight.start.radius, end.radius * 1.04, way)
        zoom = radius / max(1.0, end.radius)
        at = (x, y - height * end.radius * 0.3)
        painter.sprites.draw_tile(surface, flight.tile, at, end.radius, zoom=zoom, height=height)
        return
    # Flat at first, once a little too tall, then as it lies.
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


def _draw_particles(
    surface: pygame.Surface, painter: Painter, layout: BoardLayout, beam: _Beam, t: float
) -> None:
    """Draw what flies off a lighting line: a spark leaves where the light passes, and falls."""
    first, last = layout.line_ends(beam.line.index)
    length = math.dist(first, last) or 1.0
    across = (last[1] - first[1]) / length, (first[0] - last[0]) / length
    seconds = t * (_BEAM_SECONDS + _SPARK_SECONDS)
    count = _SPARKS + _MORE_SPARKS * beam.level
    for i in range(count):
        place = (i + 0.5) / count
        # The light slows down on its way (`ease_out`), so its sparks are born ever later.
        age = (seconds - _BEAM_SECONDS * (1 - (1 - place) ** (1 / 3))) / _SPARK_SECONDS
        if not 0 < age < 1:
            continue
        # Scattered as evenly as seeds in a flower: by the golden ratio, the same every time.
        chance = (i + beam.line.index) * 0.618034 % 1
        side = 1 if i % 2 else -1
        x, y = mix_point(first, last, place)
        speed = layout.radius * (0.35 + 0.75 * chance) * ease_out(age)
        x += across[0] * side * speed
        y += across[1] * side * speed + layout.radius * 0.5 * age * age
        size = max(1, round(layout.radius * (0.065 + 0.05 * chance) * (1 - age) * 2)) / 2
        painter.disc(surface, (x, y), size, beam.colour)


def _draw_points(
    surface: pygame.Surface, painter: Painter, layout: BoardLayout, beam: _Beam, t: float
) -> None:
    """Draw the line's sum above its middle, then on its way to the score."""
    if t <= 0:
        return
    first, last = layout.line_ends(beam.line.index)
    start = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
    way = ease_in_out(max(0.0, (t - 0.45) / 0.55))
    at = mix_point(start, beam.goal, way)
    if way >= 0.85:
        return
    size = 30 + 3 * beam.level
    style = painter.theme.type.points.sized(size)
    width = painter.text_width(beam.words, style) + painter.px(28)
    height = painter.line_height(style) + painter.px(8)

    def draw(target: pygame.Surface, x: int, y: int) -> None:
        palette, box = painter.theme.palette, Rect(x, y, width, height)
        painter.box(target, box, palette.sunken, palette.accent, radius=height // 2)
        painter.text(target, beam.words, box.centre, style, "centre")

    if not way:
        draw(surface, round(at[0] - width / 2), round(at[1] - height / 2))
        return

    def render() -> pygame.Surface:
        canvas = clear_canvas(width, height, painter.theme.palette.accent)
        draw(canvas, 0, 0)
        return canvas

    # On its way it gets smaller: a picture scaled costs a tenth of letters of another size.
    whole, zoom = painter.cached(("sum", beam.words, size), render), mix(size, 20, way) / size
    small = pygame.transform.smoothscale(whole, (round(width * zoom), round(height * zoom)))
    w, h = small.get_size()
    surface.blit(small, (round(at[0] - w / 2), round(at[1] - h / 2)))


def _draw_cheer(
    surface: pygame.Surface,
    painter: Painter,
    layout: BoardLayout,
    cheer: _Cheer,
    t: float,
    rings: float,
) -> None:
    """Draw the word for a stroke and its points above the tile; a ring for each of its lines."""
    for i, colour in enumerate(cheer.colours if 0 < rings < 1 else ()):
        way = ease_out(max(0.0, rings - 0.12 * i))
        reach = layout.radius * (1 + (1.6 + 0.5 * cheer.level) * way)
        width = round(layout.radius * 0.16 * (1 - way))
        if way and width:
            pygame.draw.circle(surface, colour, cheer.at, round(reach), width)
    if not 0 < t < 1:
        return
    types, px = painter.theme.type, painter.px
    large = types.title.sized(26 + 5 * cheer.level).coloured(painter.theme.palette.accent)
    words = f"{cheer.words} {cheer.points}"
    width, height = painter.text_width(words, large) + px(32), painter.line_height(large) + px(8)
    # It springs up, stands, and goes where it stood.
    alpha = min(1.0, t / 0.1, (1 - t) / 0.15)
    x, y = cheer.at
    rise = 0.0 if rings == 1 and t > 0.5 else 0.25 * (1 - ease_out_back(min(1.0, t / 0.25)))
    left = min(max(round(x - width / 2), px(8)), surface.get_width() - width - px(8))
    top = max(px(8), round(y - layout.radius * (1.25 - rise) - height / 2))
    box = Rect(left, top, width, height)
    if alpha >= 1:
        p = painter.theme.palette
        painter.box(surface, box, p.sunken, p.accent, radius=height // 2)
    painter.text(surface, words, box.centre, large, "centre", alpha)
