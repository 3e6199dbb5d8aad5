"""A scrolling area for lists and long pages."""

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Unpack

import pygame

from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Intent,
    PointerLeft,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Scrolled,
)
from game.ui.frame.outline import Node, Role
from game.ui.frame.topics import as_sentences
from game.ui.layout.rects import Point, Rect
from game.ui.widgets.base import UNUSED, USED, Outcome, Widget, WidgetOptions
from game.ui.widgets.form import Form


class ScrollArea(Widget):
    """Widgets higher than the room there is.

    Children are placed in the area's own coordinates, (0, 0) at its top left, down to
    `content_height`.
    """

    state_names = Widget.state_names | {"form", "top", "_grip"}

    def __init__(
        self,
        context: Context,
        children: Iterable[Widget] = (),
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self._context = context
        self.form = Form(context, children, is_nested=True)
        self.content_height = 0
        self.top = 0
        self._grip: float | None = None

    @property
    def can_focus(self) -> bool:
        return not self.is_hidden and (
            self.reach > 0 or any(w.can_focus for w in self.form.widgets)
        )

    @property
    def has_explanation(self) -> bool:
        return any(w.has_explanation for w in self.form.widgets)

    @property
    def text_area(self) -> Rect | None:
        area = self.form.text_area
        return None if area is None else area.moved(self.rect.x, self.rect.y - self.top)

    @property
    def reach(self) -> int:
        """The height of the content that is out of sight, in pixels."""
        return max(0, self.content_height - self.rect.h)

    @property
    def inner_width(self) -> int:
        """The width for content beside the bar, in pixels."""
        return max(1, self.rect.w - self._context.painter.px(18))

    def scroll_to(self, top: float) -> bool:
        """Show the content from `top` pixels on; whether that moved anything."""
        top = max(0, min(round(top), self.reach))
        has_moved = top != self.top
        self.top = top
        return has_moved

    def reveal(self, rect: Rect) -> None:
        """Scroll just enough to show `rect` of the content: its head if it is higher than the area.

        Short content above the first focusable widget is shown with it.
        """
        margin = self._context.painter.px(10)
        top, bottom = rect.y - margin, rect.bottom + margin - self.rect.h
        above = any(w.can_focus and w.rect.y < rect.y for w in self.form.widgets)
        if not above and top < self.rect.h // 4:
            top = 0
        if top < self.top or bottom > top:
            self.scroll_to(top)
        elif bottom > self.top:
            self.scroll_to(bottom)

    def enter_by_key(self, direction: int) -> None:
        order = [w for w in self.form.widgets if w.can_focus]
        if order:
            self.form.focus(order[0 if direction > 0 else -1], is_shown=True)
            self.reveal(order[0 if direction > 0 else -1].rect)

    def handle(self, intent: Intent) -> Outcome:
        match intent:
            case Scrolled(_, up):
                step = self._context.painter.px(64) * up
                return USED if self.scroll_to(self.top - step) else UNUSED
            case PointerPressed(at) if self._bar().contains(at) and self.reach:
                self._grip = at[1] - self.thumb().y
                if not 0 <= self._grip <= self.thumb().h:
                    self._grip = self.thumb().h / 2
                self._drag(at[1])
                return USED
            case PointerMoved(at) if self._grip is not None:
                return USED if self._drag(at[1]) else UNUSED
            case PointerReleased() if self._grip is not None:
                self._grip = None
                return USED
            case PointerReleased(at, _, start):
                inside = intent._replace(at=self._inside(at), start=self._inside(start))
                return self.form.handle(inside)
            case PointerPressed(at) | PointerMoved(at):
                return self.form.handle(intent._replace(at=self._inside(at)))
            case PointerLeft():
                return self.form.handle(intent)
            case Command():
                return self._command(intent)
            case _:
                return self.form.handle(intent)

    def _command(self, intent: Command) -> Outcome:
        if not self.is_focused:
            self.form.focus(None)
        outcome = self.form.handle(intent)
        focused = self.form.focused
        if outcome.is_used:
            if focused is not None:
                self.reveal(focused.rect)
            return outcome
        page = self.rect.h * 0.85
        line = self._context.painter.px(48)
        steps = {
            Action.PAGE_UP: -page,
            Action.PAGE_DOWN: page,
            Action.UP: -line,
            Action.DOWN: line,
            Action.FIRST: -float(self.content_height),
            Action.LAST: float(self.content_height),
        }
        if intent.action in steps and self.scroll_to(self.top + steps[intent.action]):
            return USED
        if intent.action in (Action.NEXT, Action.PREVIOUS):
            self.form.focus(None)
        return UNUSED

    def read(self, context: Context) -> str:
        return self.form.read() or super().read(context)

    def read_hint(self, context: Context, *, is_asked: bool = True) -> str:
        return self.form.read_hint(is_asked=is_asked)

    def name_and_state(self, context: Context) -> str:
        return as_sentences(self._words(context))

    def outline(self, context: Context, at: Point = (0, 0), label: str = "") -> Iterator[Node]:
        inner = at[0] + self.rect.x, at[1] + self.rect.y - self.top
        nodes = (node for one in self.form.outermost() for node in one.outline(context, inner))
        yield from self.outlined(context, at, nodes)

    def outlined(self, context: Context, at: Point, nodes: Iterable[Node]) -> Iterator[Node]:
        """Yield the area and the nodes inside: a group, named by the first words inside."""
        if self.is_hidden:
            return
        rect = self.rect.moved(round(at[0]), round(at[1]))
        yield Node(
            id(self),
            Role.GROUP,
            next(filter(str.strip, self._words(context)), ""),
            rect,
            can_focus=self.can_focus,
            children=tuple(nodes),
        )

    def _words(self, context: Context) -> Iterator[str]:
        return (words for one in self.form.outermost() for words in one.spoken(context))

    def update(self, dt: float) -> bool:
        if not self.is_focused and self.form.focused is not None:
            self.form.focus(None)
        return self.form.update(dt)

    def _inside(self, at: Point) -> Point:
        return at[0] - self.rect.x, at[1] - self.rect.y + self.top

    def _bar(self) -> Rect:
        return self.rect.cut_right(self._context.painter.px(12))[0]

    def thumb(self) -> Rect:
        """Return the part of the bar that represents the visible content."""
        bar = self._bar()
        height = max(self._context.painter.px(36), bar.h * bar.h // max(1, self.content_height))
        free = bar.h - height
        return Rect(bar.x, bar.y + free * self.top // max(1, self.reach), bar.w, height)

    def _drag(self, y: float) -> bool:
        bar, thumb = self._bar(), self.thumb()
        share = (y - (self._grip or 0) - bar.y) / max(1, bar.h - thumb.h)
        return self.scroll_to(share * self.reach)

    def draw_hints(self, surface: pygame.Surface) -> None:
        self.form.draw_tooltip(surface, (self.rect.x, self.rect.y - self.top))

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        visible = pygame.Rect(self.rect).clip(surface.get_rect())
        if not visible.w or not visible.h:
            return
        window = surface.subsurface(visible)
        for child in self.form.widgets:
            y = child.rect.y - self.top
            if child.is_hidden or y >= self.rect.h or y + child.rect.h <= 0:
                continue
            # A twin at the place where it is seen: drawing moves nothing.
            moved = copy(child)
            moved.place(child.rect.moved(0, -self.top))
            moved.draw_with_focus(window, painter)
        if self.reach:
            p = painter.theme.palette
            thumb = self.thumb().inset(painter.px(3), painter.px(2))
            held = self._grip is not None
            thread = thumb.centred(painter.px(4), thumb.h)
            surface.fill(p.ink if held or self.is_hovered else p.line, thread)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        if self.form.focused is None:
            super().draw_focus(surface, painter)
