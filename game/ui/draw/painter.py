"""Drawing with the theme: words, discs, icons, tiles; everything cached.

A scene draws with `context.painter`. Positions are pixels; sizes of type and radii come from
the theme in units and follow the view.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Literal

import pygame

from game.ui.draw import shapes
from game.ui.draw.background import render_background
from game.ui.draw.fonts import Fonts
from game.ui.draw.icons import Icon, render_icon
from game.ui.draw.surface_cache import SurfaceCache
from game.ui.draw.theme import DEFAULT_THEME, LEAST_SIZE, Colour, Sky, TextStyle, Theme
from game.ui.layout.rects import Point, Rect, View, make_view
from game.ui.layout.text import FittedText, fit_text

if TYPE_CHECKING:
    from game.ui.draw.sprites.pieces import Sprites

Align = Literal["left", "centre", "right"]

_DIM: Final = 0.66
"""The share by which an overlay darkens the picture below, 0 to 1."""

_LEAST: Final = 12
"""The least size of words in pixels, however small the interface."""

_WINDOWS: Final = 6
_MOST_PIXELS: Final = 36_000_000
"""The most pixels of cached discs, icons and veils: six windows', up to a limit. A dialog with the
page below it needs five: with less room each frame would render all of them again."""

_SKIES: Final = 3
"""The most skies that are cached: a page's, the one below it, and one that comes in."""


class Painter:
    """Theme, fonts and caches for one view: the window's, or that of a small picture in it."""

    def __init__(self, view: View, theme: Theme = DEFAULT_THEME, *, is_whole: bool = True) -> None:
        self.view = view
        self.theme = theme
        self.fonts = Fonts()
        self.has_patterns = False
        self._is_whole = is_whole
        self._sprites: Sprites | None = None
        self._cache = SurfaceCache()
        self._skies = SurfaceCache()
        self._fitted: dict[object, FittedText] = {}
        self.word_scale = 1.0
        self.ground: Colour | None = None
        self.is_idle = False
        self.resize(view)

    def apply_theme(self, theme: Theme) -> None:
        """Draw in another theme from now on; lay everything out again afterwards."""
        self.theme = theme
        if self._sprites is not None:
            self._sprites.apply_theme(theme)
        self.resize(self.view)

    def apply_patterns(self, *, has_patterns: bool) -> None:
        """Draw stripes with or without dots and bars from now on."""
        if self.has_patterns is not has_patterns:
            self.has_patterns = has_patterns
            if self._sprites is not None:
                self._sprites.has_patterns = has_patterns
                self._sprites.clear()

    def resize(self, view: View) -> None:
        """Draw for another view from now on; pictures are rendered anew when first needed."""
        self.view = view
        pixels = view.area.w * view.area.h
        self._cache.clear()
        self._cache.max_pixels = min(_MOST_PIXELS, _WINDOWS * pixels)
        self._skies.clear()
        self._skies.max_pixels = _SKIES * pixels
        self._fitted.clear()
        self.fonts.clear(pixels)
        if self._sprites is not None:
            self._sprites.clear(pixels)

    @property
    def sprites(self) -> "Sprites":
        """The pictures of the game's pieces."""
        if self._sprites is None:
            # Imported late: the menu's first frame has none.
            from game.ui.draw.sprites.pieces import Sprites

            self._sprites = Sprites(self.theme, is_whole=self._is_whole)
            self._sprites.has_patterns = self.has_patterns
            self._sprites.clear(self.view.area.w * self.view.area.h)
        return self._sprites

    def px(self, units: float) -> int:
        """Units in pixels."""
        return self.view.px(units)

    # words

    @contextmanager
    def letters_scaled(self, scale: float) -> Iterator[None]:
        """Measure and draw words at that share of their size meanwhile."""
        before, self.word_scale = self.word_scale, scale
        try:
            yield
        finally:
            self.word_scale = before

    @contextmanager
    def seen_in(self, view: View) -> Iterator[None]:
        """Measure and draw in another view meanwhile."""
        before, self.view = self.view, view
        try:
            yield
        finally:
            self.view = before

    @contextmanager
    def ink_on(self, ground: Colour | None, *, is_idle: bool | None = None) -> Iterator[None]:
        """Draw words and icons in the ink that is legible on `ground`; on None in their own.

        Those of what `is_idle` can do nothing now, and are pale; None changes nothing.
        """
        before = self.ground, self.is_idle
        self.ground, self.is_idle = ground, self.is_idle if is_idle is None else is_idle
        try:
            yield
        finally:
            self.ground, self.is_idle = before

    def inked(self, colour: Colour) -> Colour:
        """Return the colour in which words of a colour are written on what they lie on."""
        if self.ground is None:
            return colour
        theme = self.theme
        return theme.idle_ink(self.ground) if self.is_idle else theme.ink_on(self.ground)

    @property
    def least_word_scale(self) -> float:
        """The share at which words are as large as at an interface scale of 100 %, at most 1."""
        return min(1.0, make_view(self.view.area.size).scale / self.view.scale)

    def lessened(self, style: TextStyle) -> TextStyle:
        """Return a style for less room: as small as words can be, but not smaller than it is at an
        interface scale of 100 %.
        """
        return style.sized(max(LEAST_SIZE, style.size * self.least_word_scale))

    def widest_word(self, text: str, style: TextStyle) -> int:
        """Return the width of the longest word in pixels."""
        return max(
            (self.text_width(word, style) for word in text.replace("\n", " ").split(" ")), default=0
        )

    def shorten(self, text: str, width: int, style: TextStyle) -> str:
        """Return `text` as far as it fits one line of `width` pixels, its end as an ellipsis."""
        while self.text_width(text, style) > width and text not in ("", "…"):
            text = f"{text.removesuffix('…')[:-1]}…"
        return text

    def text_width(self, text: str, style: TextStyle) -> int:
        """Return the width of one line in pixels."""
        return self.fonts.width(text, self._size(style), is_bold=style.is_bold)

    def line_height(self, style: TextStyle) -> int:
        """Return the distance between lines in pixels."""
        return max(1, round(self._size(style) * style.leading))

    def text(
        self,
        surface: pygame.Surface,
        text: str,
        at: Point,
        style: TextStyle,
        align: Align = "left",
    ) -> Rect:
        """Draw one line whose capitals are centred on `at`'s height; return where it was drawn.

        `at` is the line's left end, middle or right end, by `align`. Nothing keeps it inside
        any box; use `text_in` where the words come from a catalogue.
        """
        return self.write_line(surface, text, at, style, self._size(style), align)

    def text_in(
        self,
        surface: pygame.Surface,
        text: str,
        rect: Rect,
        style: TextStyle,
        align: Align = "left",
        valign: Literal["top", "middle", "bottom"] = "middle",
        *,
        max_lines: int | None = None,
        alpha: float = 1.0,
    ) -> Rect:
        """Words wrapped, and made smaller if need be, to stay inside `rect`; where they are."""
        fitted = self.fit(text, rect.size, style, max_lines)
        free = rect.h - fitted.height
        top = rect.y + (0 if valign == "top" else free // 2 if valign == "middle" else free)
        x = {"left": rect.x, "centre": rect.x + rect.w / 2, "right": rect.right}[align]
        left, right = rect.right, rect.x
        for i, line in enumerate(fitted.lines):
            y = top + (i + 0.5) * fitted.line_height
            drawn = self.write_line(surface, line, (x, y), style, fitted.size, align, alpha)
            left, right = min(left, drawn.x), max(right, drawn.right)
        return Rect(left, top, max(0, right - left), fitted.height)

    def fit(
        self, text: str, box: tuple[int, int], style: TextStyle, max_lines: int | None = None
    ) -> FittedText:
        """Return how `text` would be broken and sized for a box of that width and height."""
        key = (text, box, style, max_lines, self.word_scale, self.view.scale)
        fitted = self._fitted.get(key)
        if fitted is None:
            if len(self._fitted) > 2000:
                self._fitted.clear()
            fitted = self._fitted[key] = fit_text(
                text,
                box,
                self._size(style),
                lambda words, size: self.fonts.width(words, size, is_bold=style.is_bold),
                min_size=self._least,
                leading=style.leading,
                max_lines=max_lines,
            )
        return fitted

    def height_of(self, text: str, width: int, style: TextStyle) -> int:
        """Return the height in pixels of `text` wrapped to `width` at full size."""
        return self.fit(text, (width, 1_000_000), style).height

    def _size(self, style: TextStyle) -> int:
        return max(_LEAST, self.px(style.size * self.word_scale))

    @property
    def _least(self) -> int:
        """The size below which words never shrink, however little room they have: their least one
        at an interface scale of 100 %.
        """
        return max(_LEAST, self.px(LEAST_SIZE * min(self.word_scale, self.least_word_scale)))

    def write_line(
        self,
        surface: pygame.Surface,
        text: str,
        at: Point,
        style: TextStyle,
        size: int,
        align: Align,
        alpha: float = 1.0,
    ) -> Rect:
        """Write one line at a size in pixels; return the place of its letters."""
        outline = self.px(style.outline) if style.outline else 0
        words = self.fonts.render(
            text,
            size,
            style.colour if outline else self.inked(style.colour),
            is_bold=style.is_bold,
            outline=outline,
            halo=self.theme.palette.halo,
        )
        w, h = words.get_size()
        x = at[0] - {"left": outline, "centre": w / 2, "right": w - outline}[align]
        y = at[1] - self.fonts.cap_middle(size, is_bold=style.is_bold) - outline
        shapes.blit_faded(surface, words, (round(x), round(y)), alpha)
        return Rect(round(x), round(y), w, h)

    # shapes

    def disc(
        self,
        surface: pygame.Surface,
        centre: Point,
        radius: float,
        fill: tuple[int, ...],
        edge: Colour | None = None,
        width: float = 0.0,
    ) -> None:
        """Draw a round spot; lengths in pixels."""
        key = ("disc", round(radius * 2), fill, edge, width)
        made = self._cache.get(key, lambda: shapes.disc(radius, fill, edge, width))
        shapes.blit_centred(surface, made, centre)

    def underline(self, surface: pygame.Surface, words: Rect, colour: Colour) -> None:
        """Draw a line under words drawn in `words`, which the pointer is on."""
        line = words._replace(y=words.bottom - self.px(2), h=max(2, self.px(3)))
        surface.fill(self.inked(colour), line)

    def dim(self, surface: pygame.Surface, share: float = 1.0) -> None:
        """Darken everything drawn so far toward the sky's foot, as overlays do first; a smaller
        `share` darkens less.
        """
        # Two fills in place take 0.4 ms at 1920x1080 where a veil of that alpha takes 1.5.
        alpha = _DIM * share
        surface.fill((round(255 * (1 - alpha)),) * 3, special_flags=pygame.BLEND_RGB_MULT)
        r, g, b = (round(alpha * part) for part in self.theme.palette.sky_foot)
        surface.fill((r, g, b), special_flags=pygame.BLEND_RGB_ADD)

    # pictures

    def cached(self, key: object, render: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the picture that `render` made for this key, cached until the next resize.

        Others draw it too: never draw on it.
        """
        return self._cache.get(key, render)

    def icon(
        self,
        surface: pygame.Surface,
        icon: Icon,
        centre: Point,
        size: int,
        colour: Colour,
    ) -> None:
        """Draw an icon in a square of `size` pixels."""
        colour, rim = self.inked(colour), self.theme.gold_rim
        if colour == self.theme.palette.gold and rim is not None:
            for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                beside = centre[0] + x * self.px(1.5), centre[1] + y * self.px(1.5)
                self.icon(surface, icon, beside, size, rim)
        key = ("icon", icon, size, colour)
        made = self._cache.get(key, lambda: render_icon(icon, size, colour))
        shapes.blit_centred(surface, made, centre)

    def background(self, size: tuple[int, int], sky: Sky | None = None) -> pygame.Surface:
        """Return the sky behind everything, or another one; shared, so never draw on it."""
        sky = sky or self.theme.palette.plain_sky
        return self._skies.get((size, sky), lambda: render_background(size, sky))

    def draw_background(
        self, surface: pygame.Surface, sky: Sky | None = None, around: Rect | None = None
    ) -> None:
        """Draw the sky behind everything, or another one; with a rectangle only `around` it."""
        picture = self.background(surface.get_size(), sky)
        if around is None:
            surface.blit(picture, (0, 0))
            return
        above, rest = Rect(0, 0, *picture.get_size()).cut_top(max(0, around.y))
        middle, below = rest.cut_top(around.bottom - rest.y)
        left, rest = middle.cut_left(around.x)
        right = rest.cut_left(around.right - rest.x)[1]
        surface.blits([(picture, part[:2], part) for part in (above, below, left, right)])
