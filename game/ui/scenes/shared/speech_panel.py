"""What a lesson draws over a table: the speech, marked spaces, a ring around a panel."""

import pygame

from game.ui.draw.icons import Icon
from game.ui.draw.theme import TextStyle
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Rect, make_view


class Speech:
    """A friendly panel with a bulb, words, the steps as dots, and room for a button."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.panel = self.button = self.words_alone = self._dots = self._bulb = Rect(0, 0, 0, 0)

    @property
    def style(self) -> TextStyle:
        """How the words are set."""
        return self._context.painter.theme.type.strong.sized(19.5)

    @property
    def words_beside_button(self) -> Rect:
        """The room for words where there is a button."""
        gap = self._context.painter.px(16)
        return self.words_alone.cut_left(self.words_alone.w - self.button.w - gap)[0]

    def height_for(self, width: int, words: str, *, has_button: bool) -> int:
        """The height in pixels of a strip so wide in which these words are no smaller than they
        are with an interface of 100 %.
        """
        self.place(Rect(0, 0, width, 0))
        room = self.words_beside_button if has_button else self.words_alone
        painter, view = self._context.painter, self._context.painter.view
        shrunk = min(1.0, make_view((view.area.w, view.area.h)).scale / view.scale)
        style = self.style.sized(self.style.size * shrunk)
        return painter.px(12 + 4 + 2 * (10 + 3)) + painter.height_of(words, room.w, style)

    def place(self, rect: Rect) -> None:
        """Lay it out in `rect`, pixels."""
        px = self._context.painter.px
        self.panel = rect.inset(px(4), px(3))
        inner = self.panel.inset(px(16), px(10))
        self._dots, inner = inner.cut_bottom(px(12), px(4))
        self._bulb, inner = inner.cut_left(px(42), px(14))
        self.words_alone = inner
        right, _ = inner.cut_right(px(160))
        self.button = right.centred(right.w, px(44))

    def draw(
        self,
        surface: pygame.Surface,
        words: str,
        step: int,
        steps: int,
        thing: Rect,
        *,
        has_button: bool,
    ) -> None:
        """Say `words` about a `thing`, where the panel's tail points."""
        painter = self._context.painter
        p = painter.theme.palette
        painter.shadow(surface, self.panel, painter.px(16), painter.px(14), 150)
        painter.box(surface, self.panel, p.panel, p.accent, radius=painter.px(16))
        self._draw_tail(surface, thing)
        x, y = self._bulb.centre
        painter.disc(surface, (x, y), self._bulb.w / 2, p.raised, p.accent, painter.px(1.5))
        painter.icon(surface, Icon.BULB, (x, y), self._bulb.w * 6 // 10, p.accent)
        area = self.words_beside_button if has_button else self.words_alone
        painter.text_in(surface, words, area, self.style)
        gap = painter.px(16)
        left = self._dots.centre[0] - gap * (steps - 1) / 2
        for i in range(steps):
            at = (left + i * gap, self._dots.centre[1])
            colour = p.accent if i <= step else p.raised_edge
            painter.disc(surface, at, painter.px(5 if i == step else 3), colour)

    def _draw_tail(self, surface: pygame.Surface, thing: Rect) -> None:
        """An edge or a lower corner of the panel pulled towards what is talked about."""
        painter = self._context.painter
        p = painter.theme.palette
        size, curve = painter.px(11), painter.px(27)
        panel = self.panel
        x = _nearest(panel.centre[0], thing.x, thing.right)
        y = _nearest(panel.centre[1], thing.y, thing.bottom)
        side, inwards = (panel.right - 2, -curve) if x > panel.centre[0] else (panel.x + 1, curve)
        if panel.x <= x <= panel.right:
            root = _nearest(x, panel.x + curve, panel.right - curve)
            ends = (root - size, panel.bottom - 2), (root + size, panel.bottom - 2)
        elif y > panel.bottom:
            ends = (side, panel.bottom - curve), (side + inwards, panel.bottom - 2)
        else:
            root = _nearest(y, panel.y + curve, panel.bottom - curve)
            ends = (side, root - size), (side, root + size)
        points = [ends[0], (x, y), ends[1]]
        pygame.draw.polygon(surface, p.panel, points)
        pygame.draw.aalines(surface, p.accent, False, points)


def _nearest(place: int, least: int, most: int) -> int:
    return min(max(place, least), most)


def mark_spaces(
    surface: pygame.Surface, context: Context, layout: BoardLayout, spaces: tuple[int, ...]
) -> None:
    """Frame the spaces that serve the step."""
    painter = context.painter
    for space in spaces:
        centre = layout.centres[space]
        painter.sprites.draw_cursor(
            surface, centre, layout.tile_radius * 0.96, painter.theme.palette.accent
        )


def ring(surface: pygame.Surface, context: Context, rect: Rect) -> None:
    """A bright frame around a panel."""
    painter = context.painter
    p = painter.theme.palette
    width = max(2.0, painter.view.scale * 2.6)
    outer = rect.inset(-painter.px(3))
    radius = painter.px(painter.theme.radius * 1.6)
    painter.box(surface, outer, (*p.accent, 0), p.accent, radius=radius, width=width)
