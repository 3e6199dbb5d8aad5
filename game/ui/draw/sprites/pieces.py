"""The game's pieces as pictures, rendered when first needed and cached until the next resize."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

import pygame

from game.rules.tiles import NUMBERS, Direction, Tile
from game.ui.draw.fonts import Fonts
from game.ui.draw.shapes import blit_centred, clear_canvas
from game.ui.draw.sprites.hexagons import HexCanvas, fill_hex
from game.ui.draw.sprites.lines import LineLook, Strip, render_badge, render_beam, render_track
from game.ui.draw.sprites.medals import render_medal
from game.ui.draw.sprites.tiles import (
    TileLook,
    draw_symbol,
    forget_parts,
    pale_colour,
    render_digits,
    render_tile,
)
from game.ui.draw.sprites.wells import (
    Well,
    plate_area,
    render_cursor,
    render_face,
    render_rim,
    render_shade,
    render_well,
)
from game.ui.draw.surface_cache import SurfaceCache, make
from game.ui.draw.theme import METALS, Colour, Palette, Theme
from game.ui.layout.hexagon import hex_height
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Point

_SOFT: Final = 24.0
"""The radius at which flying tiles' shadows are cached."""

_WINDOWS: Final = 12
_MOST_PIXELS: Final = 36_000_000
"""The most pixels of cached sprites: twelve windows', 144 MB at most. A game needs eight to ten
windows' at 1280×800."""


class Sprites:
    """Pictures by size and look.

    `has_patterns` adds dots and bars to the stripes; set it, then `clear()`. The parts shared by
    all tiles are in one cache for all instances; `is_whole`, the window's own, sets its size.
    """

    def __init__(self, theme: Theme, *, is_whole: bool = True) -> None:
        self._theme = theme
        self._is_whole = is_whole
        # Digits at supersampled sizes must not push words out of their cache.
        self._digits = Fonts()
        self._cache = SurfaceCache()
        self._strips: dict[object, Strip] = {}
        self.has_patterns = False
        self.version = 0
        """Rises with every `clear`: from then on pieces look otherwise, or have another size."""

    def apply_theme(self, theme: Theme) -> None:
        """Draw in another theme; `clear()` afterwards."""
        self._theme = theme

    def clear(self, window_pixels: int = 0) -> None:
        """Forget all pictures; those for a window of another size may take room in proportion."""
        self.version += 1
        self._cache.clear()
        self._strips.clear()
        self._digits.clear(window_pixels)
        if window_pixels:
            self._cache.max_pixels = min(_MOST_PIXELS, _WINDOWS * window_pixels)
            if self._is_whole:
                forget_parts(self._cache.max_pixels * 2 // 3)

    # tiles

    def tile(
        self,
        tile: Tile | None,
        radius: float,
        look: TileLook = TileLook.NORMAL,
        faded: frozenset[Direction] = frozenset(),
        *,
        settled: frozenset[int] = frozenset(),
    ) -> pygame.Surface:
        """Return a tile's picture (the back for `None`); it is shared, so never draw on it.

        The stripes of `faded` directions have gone pale: every number belongs to one direction
        (T1), so fading a direction is fading its colours, and its digits are dim. A wild stripe has
        the number of those `settled` that is one of its own.
        """
        radius = max(4.0, round(radius * 2) / 2)
        body = TileLook.NORMAL if look is TileLook.LIFTED else look
        key = ("tile", tile, radius, body, faded, settled)
        return self._cache.get(
            key,
            lambda: render_tile(
                tile,
                radius,
                body,
                self._theme.palette,
                self._stripes(faded),
                self._digits,
                has_patterns=self.has_patterns,
                spent=faded,
                settled=settled,
            ),
        )

    def draw_digits(
        self,
        surface: pygame.Surface,
        tile: Tile,
        centre: Point,
        radius: float,
        directions: frozenset[Direction],
        settled: frozenset[int] = frozenset(),
    ) -> None:
        """Draw some of a tile's digits again, over the light of their lines."""
        radius = max(4.0, round(radius * 2) / 2)
        picture = self._cache.get(
            ("digits", tile, radius, directions, settled),
            lambda: render_digits(
                tile, radius, directions, self._theme.palette, self._digits, settled
            ),
        )
        blit_centred(surface, picture, centre)

    def _stripes(self, faded: frozenset[Direction]) -> Mapping[int, Colour]:
        if not faded:
            return self._theme.stripes
        pale = {number for direction in faded for number in NUMBERS[direction]}
        return {
            number: pale_colour(self._theme.palette, colour) if number in pale else colour
            for number, colour in self._theme.stripes.items()
        }

    def draw_tile(
        self,
        surface: pygame.Surface,
        tile: Tile | None,
        centre: Point,
        radius: float,
        look: TileLook = TileLook.NORMAL,
        *,
        alpha: float = 1.0,
        zoom: float = 1.0,
        squeeze: float = 1.0,
        height: float = 0.0,
        faded: frozenset[Direction] = frozenset(),
        settled: frozenset[int] = frozenset(),
    ) -> None:
        """Draw a tile, with dim stripes and digits in the directions `faded`, and wild stripes with
        the numbers `settled`.

        For motion: `zoom` scales it, `squeeze` narrows it (0…1, a flip is half the way with the
        back, half with the face), `height` lifts it over the board in radii, which only moves its
        shadow; `alpha` 0…1.
        """
        if look is TileLook.NORMAL and zoom == squeeze == 1.0 and not height:
            blit_centred(surface, self._seated(tile, radius, faded, settled), centre, alpha)
            return
        picture = self.tile(tile, radius, look, faded, settled=settled)
        if look in (TileLook.NORMAL, TileLook.LIFTED):
            lift = height + (0.35 if look is TileLook.LIFTED else 0.0)
            self._draw_shadow(surface, centre, radius * zoom, lift, alpha, squeeze)
        if zoom != 1.0 or squeeze != 1.0:
            w, h = picture.get_size()
            size = (max(1, round(w * zoom * squeeze)), max(1, round(h * zoom)))
            picture = pygame.transform.smoothscale(picture, size)
        blit_centred(surface, picture, centre, alpha)

    def draw_row(
        self,
        surface: pygame.Surface,
        tiles: Sequence[Tile | None],
        centre: Point,
        radius: float,
        pitch: float,
    ) -> None:
        """Draw tiles side by side around `centre`, `pitch` pixels from one to the next."""
        first = centre[0] - pitch * (len(tiles) - 1) / 2
        for i, tile in enumerate(tiles):
            self.draw_tile(surface, tile, (first + pitch * i, centre[1]), radius)

    def _seated(
        self,
        tile: Tile | None,
        radius: float,
        faded: frozenset[Direction],
        settled: frozenset[int],
    ) -> pygame.Surface:
        """Return a tile on the board with a shadow, in one picture: half the blits."""
        radius = max(4.0, round(radius * 2) / 2)
        key = ("seated", tile, radius, faded, settled)
        picture = self._cache.peek(key)
        if picture is not None:
            return picture
        # The parts are pictures of their own, so that none of them takes long.
        shadow = self._cache.get(
            ("seat", radius), lambda: _shadow(radius, 0.0, self._theme.palette)
        )
        body = self.tile(tile, radius, faded=faded, settled=settled)

        def render() -> pygame.Surface:
            drop = round(radius * 0.05)
            out = clear_canvas(
                max(shadow.get_width(), body.get_width()),
                max(shadow.get_height() + 2 * drop, body.get_height()),
            )
            middle = (out.get_width() / 2, out.get_height() / 2)
            blit_centred(out, shadow, (middle[0], middle[1] + drop))
            blit_centred(out, body, middle)
            return out

        return self._cache.get(key, render)

    def _draw_shadow(
        self,
        surface: pygame.Surface,
        centre: Point,
        radius: float,
        lift: float,
        alpha: float,
        squeeze: float,
    ) -> None:
        lift = min(1.0, round(lift * 4) / 4)
        # Every frame of a flight needs another size of something soft: it is kept small.
        small = self._cache.get(("shadow", lift), lambda: _shadow(_SOFT, lift, self._theme.palette))
        w, h = small.get_width() * radius / _SOFT, small.get_height() * radius / _SOFT
        picture = pygame.transform.smoothscale(
            small, (max(1, round(w * squeeze)), max(1, round(h)))
        )
        at = (centre[0], centre[1] + radius * (0.05 + 0.30 * lift))
        blit_centred(surface, picture, at, alpha)

    def draw_symbol(
        self, surface: pygame.Surface, centre: Point, radius: float, *, is_sun: bool
    ) -> None:
        """Draw a sun or moon on a disc of `radius` pixels."""
        side = max(4, math.ceil(radius * 2))

        def render() -> pygame.Surface:
            canvas = clear_canvas(side * 4, side * 4, self._theme.palette.symbol)
            draw_symbol(canvas, (side * 2, side * 2), side * 2, self._theme.palette, is_sun=is_sun)
            return pygame.transform.smoothscale(canvas, (side, side))

        blit_centred(surface, self._cache.get(("symbol", side, is_sun), render), centre)

    # spaces and boards

    def draw_well(self, surface: pygame.Surface, centre: Point, radius: float, well: Well) -> None:
        """Draw an empty space."""
        radius = round(radius * 2) / 2
        key = ("well", radius, well)
        picture = self._cache.get(key, lambda: render_well(radius, well, self._theme.palette))
        blit_centred(surface, picture, centre)

    def draw_cursor(
        self,
        surface: pygame.Surface,
        centre: Point,
        radius: float,
        colour: Colour | None = None,
    ) -> None:
        """Draw the frame around the chosen space."""
        radius = round(radius * 2) / 2
        p, rim = self._theme.palette, self._theme.gold_rim
        ink, edge = colour or p.focus, (colour == p.gold and rim) or p.cursor_edge
        picture = self._cache.get(("cursor", radius, ink), lambda: render_cursor(radius, ink, edge))
        blit_centred(surface, picture, centre)

    def draw_veil(
        self, surface: pygame.Surface, layout: BoardLayout, spaces: Iterable[int], alpha: float
    ) -> None:
        """Darken the tiles on some spaces."""
        radius, colour = round(layout.tile_radius * 2) / 2, self._theme.palette.sky_foot

        def render() -> pygame.Surface:
            canvas = HexCanvas(radius)
            fill_hex(canvas.surface, (*colour, 255), canvas.centre, canvas.R)
            return canvas.finish()

        picture = self._cache.get(("veil", radius), render)
        for space in spaces:
            blit_centred(surface, picture, layout.centres[space], alpha)

    def draw_plate(self, surface: pygame.Surface, layout: BoardLayout) -> None:
        """Draw the board's plate and frame, without the wells."""
        key = ("plate", layout.board.name, layout.radius)
        palette, area = self._theme.palette, plate_area(layout)

        def render() -> pygame.Surface:
            # Whole, rim and face would be a frame's time each: they come in bands.
            bands = area.stack([area.h // 8] * 7 + [area.h - area.h // 8 * 7])
            shade = self._cache.get((*key, "shade"), partial(render_shade, layout, palette))
            pieces = {
                (*key, draw, band): (partial(draw, layout, palette, band), band)
                for draw in (render_rim, render_face)
                for band in bands
            }
            made = [(self._cache.get(k, draw), at) for k, (draw, at) in pieces.items()]
            plate = make(partial(pygame.transform.smoothscale, shade, area.size))
            plate.blits([(part, (at.x - area.x, at.y - area.y)) for part, at in made])
            for piece in ((*key, "shade"), *pieces):
                self._cache.drop(piece)
            return plate

        surface.blit(self._cache.get(key, render), area[:2])

    # lines

    def draw_track(
        self,
        surface: pygame.Surface,
        layout: BoardLayout,
        line_index: int,
        number: int,
        alpha: float = 1.0,
        *,
        is_complete: bool = False,
    ) -> None:
        """Draw a line's groove in the colour of the number that the line is alive in.

        The groove belongs over the wells and under the tiles. A complete line's is as wide as the
        stripes and joins them.
        """
        start, end = layout.line_ends(line_index)
        line = layout.board.lines[line_index]
        theme = self._theme
        ink = theme.lights[number]
        # Black alone is no light: its groove is black, with a pale edge.
        colour = theme.stripes[number] if number == 1 else ink
        length = math.dist(start, end) - layout.radius * 0.3
        width = layout.radius * (0.34 if is_complete else 0.10)
        key = ("track", line.direction, len(line), layout.radius, colour, is_complete)

        strip = self._strip(
            key, lambda: render_track(line.direction, length, width, colour, ink, theme.palette)
        )
        strip.draw(surface, _middle(start, end), alpha)

    def draw_beam(
        self,
        surface: pygame.Surface,
        layout: BoardLayout,
        line_index: int,
        colour: Colour,
        reach: float = 1.0,
        alpha: float = 1.0,
    ) -> None:
        """Light along a completed line, over the tiles; `reach` 0…1 is how far it has run from
        the line's first end.
        """
        start, end = layout.line_ends(line_index)
        line = layout.board.lines[line_index]
        length, width = math.dist(start, end), layout.radius * 0.46
        key = ("beam", line.direction, len(line), layout.radius, colour)
        palette = self._theme.palette
        strip = self._strip(
            key, lambda: render_beam(line.direction, length, width, colour, palette)
        )
        if reach >= 1.0:
            strip.draw(surface, _middle(start, end), alpha)
            return
        # The lines run down or to the right, so what is lit so far is a rectangle's share.
        before = surface.get_clip()
        lit = strip.place(_middle(start, end))
        if line.direction is Direction.VERTICAL:
            lit.h = round(lit.h * max(0.0, reach))
        else:
            lit.w = round(lit.w * max(0.0, reach))
        surface.set_clip(lit.clip(before))
        strip.draw(surface, _middle(start, end), alpha)
        surface.set_clip(before)

    def _strip(self, key: object, render: Callable[[], Strip]) -> Strip:
        strip = self._strips.get(key)
        if strip is None:
            strip = self._strips[key] = make(render)
        return strip

    def draw_badge(
        self,
        surface: pygame.Surface,
        layout: BoardLayout,
        line_index: int,
        look: LineLook,
        number: int | None = None,
        *,
        zoom: float = 1.0,
        alpha: float = 1.0,
    ) -> None:
        """Draw a line's mark at the end with the line's digits (`badge_place`)."""
        radius = max(6.0, layout.radius * 0.235)
        theme = self._theme
        colour = theme.palette.tile if number is None else theme.stripes[number]
        ink = colour if number is None else theme.lights[number]
        key = ("badge", look, number, round(radius * 2))
        picture = self._cache.get(
            key,
            lambda: render_badge(look, number, radius, colour, ink, theme.palette, self._digits),
        )
        if zoom != 1.0:
            w, h = picture.get_size()
            picture = pygame.transform.smoothscale(
                picture, (max(1, round(w * zoom)), max(1, round(h * zoom)))
            )
        blit_centred(surface, picture, badge_place(layout, line_index), alpha)

    def draw_medal(self, surface: pygame.Surface, metal: str, centre: Point, radius: float) -> None:
        """Draw a medal of one of `METALS`."""
        glows = METALS[metal].glows
        key = ("medal", round(radius * 2), metal)
        blit_centred(
            surface,
            self._cache.get(key, lambda: render_medal(radius, METALS[metal], has_glow=glows)),
            centre,
            1.0,
        )


def badge_place(layout: BoardLayout, line_index: int) -> Point:
    """Return where a line's badge sits: outside its top, lower left or lower right end (T3)."""
    first, last = layout.beyond(line_index, layout.radius * 0.22)
    return last if layout.board.lines[line_index].direction is Direction.FALLING else first


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _shadow(radius: float, lift: float, palette: Palette) -> pygame.Surface:
    """Return a blurred dark hexagon; the higher the piece, the softer and paler."""
    blur = max(1, round(radius * (0.05 + 0.12 * lift)))
    pad = blur * 3
    w, h = round(radius * 2) + 2 * pad, round(hex_height(radius)) + 2 * pad
    canvas = clear_canvas(w, h, palette.shadow)
    shade = (*palette.shadow, round((190 - 70 * lift) * palette.shade))
    fill_hex(canvas, shade, (w / 2, h / 2), radius * 0.99)
    return pygame.transform.gaussian_blur(canvas, blur)
