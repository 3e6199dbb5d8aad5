"""A form: widgets with focus, hover, capture, tooltips and full keyboard control."""

import math
from collections.abc import Hashable, Iterable, Sequence
from typing import Final

import pygame

from game.ui.draw.bands import draw_band
from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Composed,
    FocusChanged,
    Intent,
    MouseButton,
    PointerLeft,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Scrolled,
    Typed,
)
from game.ui.layout.rects import Point, Rect
from game.ui.sound.names import Sound
from game.ui.widgets.base import MAIN, UNUSED, USED, Outcome, Widget

TOOLTIP_DELAY: Final = 0.45

_BESIDE: Final = 100_000
"""More pixels than any way is long."""

_VECTORS: Final[dict[Action, Point]] = {
    Action.UP: (0, -1),
    Action.DOWN: (0, 1),
    Action.LEFT: (-1, 0),
    Action.RIGHT: (1, 0),
    Action.UP_LEFT: (-1, -1),
    Action.UP_RIGHT: (1, -1),
    Action.DOWN_LEFT: (-1, 1),
    Action.DOWN_RIGHT: (1, 1),
}


class Form:
    """Widgets in their tab order.

    Tab goes round, arrows go to the nearest widget that way, Enter and Space press, the key that
    explains goes to the next number. What no widget uses comes back unused for the scene (Escape
    always does, unless a widget takes it). Enter and Escape leave a text field, for `rest` where
    the scene names such a widget. The focus ring shows once the keyboard or gamepad has been used,
    and hides on a click.
    """

    def __init__(
        self, context: Context, widgets: Iterable[Widget] = (), *, is_nested: bool = False
    ) -> None:
        self.context = context
        self.widgets: list[Widget] = list(widgets)
        self.is_nested = is_nested
        self.rest: Widget | None = None
        self._hovered: Widget | None = None
        self._captured: Widget | None = None
        self._focused: Widget | None = None
        self._shows_focus = False
        self._hover_time = 0.0

    @property
    def focused(self) -> Widget | None:
        """The widget that has the keyboard."""
        return self._focused

    @property
    def _with_keyboard(self) -> Widget | None:
        """The focused widget, None if that is disabled, hidden or removed."""
        widget = self._focused
        if widget is None or widget not in self.widgets:
            return None
        return widget if widget.is_enabled and not widget.is_hidden else None

    @property
    def text_area(self) -> Rect | None:
        """The area in which the focused widget takes text, None for one without text."""
        widget = self._with_keyboard
        return None if widget is None else widget.text_area

    def read(self) -> str:
        """Return the focused widget's words to read aloud, "" without one."""
        widget = self._focused
        if widget is None or widget.is_hidden or widget not in self.widgets:
            return ""
        return widget.read(self.context)

    def read_hint(self, *, is_asked: bool = True) -> str:
        """Return the explanation of the focused widget beyond the name."""
        widget = self._focused if self.read() else None
        return "" if widget is None else widget.read_hint(self.context, is_asked=is_asked)

    def find(self, id: Hashable) -> Widget | None:
        """Return the widget of that `id`, if there is one."""
        return next((widget for widget in self.widgets if widget.id == id), None)

    def replace(self, widgets: Iterable[Widget]) -> None:
        """Replace the widgets; focus stays on one that is kept."""
        self.widgets = list(widgets)
        if self._focused not in self.widgets:
            self.focus(None)
        if self._hovered not in self.widgets:
            self._hovered = None
        if self._captured not in self.widgets:
            self._captured = None

    def press(self, widget: Widget) -> Outcome:
        """Press a widget from elsewhere: by its shortcut; one that does not work refuses."""
        if widget.is_enabled:
            return self._activate(widget)
        self.context.sound.play(Sound.REFUSE)
        return USED

    def focus(self, widget: Widget | None, *, is_shown: bool | None = None) -> None:
        """Give `widget` the keyboard; `is_shown` decides about the ring, else as before."""
        if self._focused is not None:
            self._focused.is_focused = self._focused.shows_focus = False
        self._focused = widget
        if is_shown is not None:
            self._shows_focus = is_shown
        if widget is not None:
            widget.is_focused = True
            widget.shows_focus = self._shows_focus

    def handle(self, intent: Intent) -> Outcome:
        """Let the widgets react."""
        match intent:
            case PointerMoved(at):
                return self._move(intent, at)
            case PointerPressed(at, button):
                return self._press(intent, at, button)
            case PointerReleased(at):
                return self._release(intent, at)
            case PointerLeft():
                return USED if self._hover(None) else UNUSED
            case Scrolled(at):
                under = self.widget_at(at)
                return under.handle(intent) if under is not None and under.is_enabled else UNUSED
            case Command():
                return self._command(intent)
            case Typed() | Composed():
                focused = self._with_keyboard
                return UNUSED if focused is None else focused.handle(intent)
            case FocusChanged(has_focus=False):
                self._let_go()
                return USED
            case _:
                return UNUSED

    def update(self, dt: float) -> bool:
        """Let time pass; whether a frame is needed."""
        needs_frame = False
        for widget in self.widgets:
            if not widget.is_hidden:
                needs_frame |= widget.update(dt)
        if self._hovered is not None and self._hover_time < TOOLTIP_DELAY:
            self._hover_time += dt
            needs_frame |= self._hover_time >= TOOLTIP_DELAY and bool(self._hovered.hint())
        return needs_frame

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all widgets, and the tooltip over them."""
        painter = self.context.painter
        for widget in sorted(self.widgets, key=lambda one: one.turn(painter)):
            if not widget.is_hidden:
                widget.draw_with_focus(surface, painter)
        self.draw_tooltip(surface)

    def draw_tooltip(self, surface: pygame.Surface, shift: tuple[int, int] = (0, 0)) -> None:
        """Draw the tooltip of the hovered widget, or of a focused number.

        `shift` is the form's place in the window.
        """
        for part in dict.fromkeys((self._hovered, self._with_keyboard)):
            if part is not None:
                part.draw_hints(surface)
        widget = self._hovered if self._hover_time >= TOOLTIP_DELAY else None
        focused = self._with_keyboard
        if widget is None and focused is not None and focused.explain and focused.shows_focus:
            widget = focused
        if widget is not None and widget.hint() and not widget.is_pressed:
            others = [w for w in self.widgets if w is not widget and w.can_focus]
            around = [other.rect.moved(*shift) for other in others]
            anchor = widget.rect.moved(*shift)
            draw_tooltip(surface, self.context.painter, widget.hint(), anchor, around=around)

    def widget_at(self, point: Point) -> Widget | None:
        """Return the widget under a point that takes the pointer, or None."""
        under = (w for w in reversed(self.widgets) if not w.is_hidden and w.rect.contains(point))
        return next((widget for widget in under if widget.takes_pointer), None)

    def _hover(self, widget: Widget | None) -> bool:
        """Hover over `widget`; whether that changed the picture."""
        if widget is self._hovered:
            return False
        if self._hovered is not None:
            self._hovered.is_hovered = False
            self._hovered.handle(PointerLeft())
        self._hovered = widget
        self._hover_time = 0.0
        if widget is not None:
            widget.is_hovered = True
        return True

    def _move(self, intent: Intent, at: Point) -> Outcome:
        if self._captured is not None:
            self._captured.is_pressed = self._captured.rect.contains(at)
            outcome = self._captured.handle(intent)
            return Outcome(True, outcome.transition)
        under = self.widget_at(at)
        has_changed = self._hover(under)
        if under is not None and under.is_enabled:
            outcome = under.handle(intent)
            return Outcome(has_changed or outcome.is_used, outcome.transition)
        return USED if has_changed else UNUSED

    def _press(self, intent: Intent, at: Point, button: MouseButton) -> Outcome:
        under = self.widget_at(at)
        self._hover(under)
        if under is None:
            return UNUSED
        if not under.is_enabled:
            self.context.sound.play(Sound.REFUSE)
            self._hover_time = TOOLTIP_DELAY
            return USED
        if under.is_focusable:
            self.focus(under, is_shown=False)
        outcome = under.handle(intent)
        if button is MouseButton.PRIMARY and (under.is_pressable or outcome.is_used):
            self._captured = under
            under.is_pressed = True
            return Outcome(True, outcome.transition)
        return outcome

    def _release(self, intent: Intent, at: Point) -> Outcome:
        widget = self._captured
        if widget is None:
            under = self.widget_at(at)
            return under.handle(intent) if under is not None and under.is_enabled else UNUSED
        self._captured = None
        widget.is_pressed = False
        outcome = widget.handle(intent)
        self._hover(self.widget_at(at))
        if outcome.is_used or not widget.rect.contains(at) or not widget.is_enabled:
            return Outcome(True, outcome.transition)
        return self._activate(widget)

    def _activate(self, widget: Widget) -> Outcome:
        if widget.is_pressable:
            self.context.sound.play(Sound.BUTTON)
        return Outcome(True, widget.press())

    def _let_go(self) -> None:
        if self._captured is not None:
            self._captured.is_pressed = False
            self._captured = None

    def _command(self, intent: Command) -> Outcome:
        focused = self._with_keyboard
        if focused is not None:
            outcome = focused.handle(intent)
            if outcome.is_used:
                return outcome
            if focused.text_area and intent.text:
                return USED
            if focused.text_area and intent.action in (Action.CONFIRM, Action.CANCEL):
                self.focus(self.rest, is_shown=False)
                return USED
            if intent.action is Action.CONFIRM and focused.is_pressable:
                return UNUSED if intent.is_repeat else self._activate(focused)
        if intent.action in (Action.NEXT, Action.PREVIOUS):
            return self._step(1 if intent.action is Action.NEXT else -1)
        if intent.action in _VECTORS:
            return self._go(_VECTORS[intent.action])
        return self._explain(intent) if intent.action is Action.EXPLAIN else UNUSED

    def outermost(self) -> list[Widget]:
        """Return the widgets without those that a container among them brings."""
        brought = {id(part) for one in self.widgets for part in one.walk() if part is not one}
        return [one for one in self.widgets if id(one) not in brought]

    def tab_order(self) -> list[Widget]:
        """Return what Tab reaches, in order; what has the focus is among it."""
        reached = [w for w in self.widgets if w.can_focus and (w.is_tab_stop or w is self._focused)]
        # Of a group the one that has the focus, else the chosen one, else the first.
        stops: dict[Hashable, Widget] = {}
        for widget in sorted(reached, key=lambda w: (w is not self._focused, not w.is_chosen)):
            stops.setdefault(id(widget) if widget.group is None else widget.group, widget)
        return sorted((w for w in reached if w in stops.values()), key=lambda w: w.id != MAIN)

    def _step(self, direction: int) -> Outcome:
        order = self.tab_order()
        if not order:
            return UNUSED
        if self._focused in order:
            index = order.index(self._focused) + direction
            if self.is_nested and not 0 <= index < len(order):
                return UNUSED
        else:
            index = 0 if direction > 0 else -1
        return self._focus_by_key(order[index % len(order)], direction)

    def _explain(self, intent: Command) -> Outcome:
        """Move on to the next number that has an explanation, those in scrolling areas too."""
        order = [w for w in self.widgets if w.has_explanation and w.can_focus]
        index = order.index(self._focused) + 1 if self._focused in order else 0
        if not order or (self.is_nested and index == len(order)):
            return UNUSED
        following = order[index % len(order)]
        if following.explain:
            return self._focus_by_key(following, 1)
        self.focus(following, is_shown=True)
        return following.handle(intent)

    def _go(self, way: Point) -> Outcome:
        order = [w for w in self.widgets if w.can_focus]
        if not order:
            return UNUSED
        if self._focused not in order:
            return self._focus_by_key(order[0], 1)
        here = self._focused.rect
        ahead = [
            (c, w)
            for w in order
            if w is not self._focused and (c := _cost(here, w.rect, way)) is not None
        ]
        if not ahead:
            return UNUSED
        best = min(ahead, key=lambda pair: pair[0])[1]
        return self._focus_by_key(best, 1 if way[0] + way[1] > 0 else -1)

    def _focus_by_key(self, widget: Widget, direction: int) -> Outcome:
        group = None if self._focused is None else self._focused.group
        self.context.has_moved = True
        self.focus(widget, is_shown=True)
        widget.enter_by_key(direction)
        self.context.sound.play(Sound.MOVE)
        return Outcome(True, widget.press() if group and group == widget.group else None)


def _cost(here: Rect, there: Rect, way: Point) -> float | None:
    """Return the distance to `there` in that direction, sideways counting more; None if it is not
    there.

    Going up or down, a widget that spans the way is hardly aside, however wide it is. One beside
    the way that does not pass the edge comes after all that do; going left or right, one of another
    row after all of the same.
    """
    (x, y), (to_x, to_y) = here.centre, there.centre
    dx, dy = to_x - x, to_y - y
    length = math.hypot(*way)
    along = (dx * way[0] + dy * way[1]) / length
    if along < 2:
        return None
    aside = abs(dx * way[1] - dy * way[0]) / length
    if way[0] == 0:
        gap = max(0, there.x - here.right, here.x - there.right)
        aside = gap + 0.1 * (aside - gap)
    if way[1] == 0 and min(here.right, there.right) - max(here.x, there.x) > here.w // 2:
        # Above or below, and only ending further that way: bands of different lengths.
        return None
    if way[1] == 0 and (there.y >= here.bottom or here.y >= there.bottom):
        along += _BESIDE
    if 0 in way:
        near = (there.x, there.y) if way[0] + way[1] > 0 else (here.x, here.y)
        far = (here.right, here.bottom) if way[0] + way[1] > 0 else (there.right, there.bottom)
        axis = 0 if way[0] else 1
        along += _BESIDE if near[axis] < far[axis] - 2 else 0
    return along + 2.2 * aside


def draw_tooltip(
    surface: pygame.Surface,
    painter: Painter,
    text: str,
    anchor: Rect,
    *,
    around: Sequence[Rect] = (),
) -> None:
    """Draw `text` above `anchor`, below, at the right or at the left of it, inside the surface:
    where it covers least of what is `around`.
    """
    style = painter.theme.type.strong
    pad = painter.px(11)
    margin = painter.px(8)
    widest = min(painter.px(340), surface.get_width() - 2 * (pad + margin))
    width = min(widest, max(painter.text_width(line, style) for line in text.split("\n")) + 2)
    height = painter.height_of(text, width, style)
    w, h = width + 2 * pad, height + 2 * pad * 2 // 3
    room = surface.get_rect().inflate(-2 * margin, -2 * margin)
    middle, level = anchor.centre[0] - w // 2, anchor.centre[1] - h // 2
    places = [
        (middle, anchor.y - h - margin),
        (middle, anchor.bottom + margin),
        (anchor.right + margin, level),
        (anchor.x - margin - w, level),
    ]
    rects = [pygame.Rect(x, y, w, h).clamp(room) for x, y in places]

    def covers(rect: pygame.Rect) -> int:
        """Return the pixels of what it should not cover."""
        parts = [rect.clip(other) for other in (anchor, *around)]
        return sum(part.w * part.h for part in parts)

    rect = Rect(*min(rects, key=covers))
    draw_band(surface, painter, painter.theme.palette.card, rect)
    painter.text_in(surface, text, rect.inset(pad, pad * 2 // 3), style)
