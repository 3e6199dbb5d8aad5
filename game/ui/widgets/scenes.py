"""The base classes of scenes: `BaseScene`, which does nothing, and `WidgetScene`, with a form."""

from collections.abc import Sequence

import pygame

from game.ui.draw.theme import Sky
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, PointerLeft, PointerMoved
from game.ui.frame.outline import Node, Outline
from game.ui.frame.scene import STILL, Doorway, Ignored, Navigation, Pop, Pulse
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Rect, View
from game.ui.widgets.base import OnPress, Widget
from game.ui.widgets.form import Form
from game.ui.widgets.scroll import ScrollArea


class BaseScene:
    """A scene that does nothing; subclasses override what they need."""

    is_overlay = False
    has_entrance = False
    unasked = 0

    def __init__(self, context: Context) -> None:
        self.context = context
        self.view = context.painter.view

    @property
    def holds_arrivals(self) -> bool | None:
        return None

    @property
    def has_unsaved(self) -> bool:
        return False

    def enter(self) -> None:
        """Do nothing by default."""

    def leave(self) -> None:
        """Do nothing by default."""

    def resize(self, view: View) -> None:
        """Remember the view."""
        self.view = view

    def handle(self, intent: Intent) -> Navigation | None:
        """Ignore everything."""
        return Ignored()

    @property
    def text_area(self) -> Rect | None:
        return None

    def read(self, topic: Topic) -> str:
        """Return no words by default."""
        return ""

    def read_on(self, topic: Topic, number: int) -> str:
        """Return the lines that end at the space at the second request, else the same words."""
        return self.read(Topic.ENDS if topic is Topic.HERE and number else topic)

    def outline(self) -> Outline:
        """Return nothing by default."""
        return Outline(())

    def give_keyboard(self, number: int) -> bool:
        """Give nothing the keyboard by default."""
        return False

    def update(self, dt: float) -> Pulse:
        """Stand still."""
        return STILL

    def doorways(self) -> list[Doorway]:
        """Return none by default."""
        return []

    def lying(self) -> Rect | None:
        """Return None by default."""
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the quiet background."""
        self.context.painter.draw_background(surface)


class WidgetScene(BaseScene):
    """A scene with a form. Override `resize`, `react`, `animate`, `draw_below`, `draw_above`.

    `keys` says what a key does that no widget uses; Escape goes back where it says nothing else.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.form = Form(context)
        self.keys: dict[Action, OnPress] = {Action.CANCEL: Pop}

    @property
    def text_area(self) -> Rect | None:
        return self.form.text_area

    def leave(self) -> None:
        # The pointer may be elsewhere when the scene comes back.
        self.form.handle(PointerLeft())

    def handle(self, intent: Intent) -> Navigation | None:
        outcome = self.form.handle(intent)
        if outcome.is_used:
            return outcome.transition
        answer = self.react(intent)
        if answer is None and isinstance(intent, PointerMoved):
            return Ignored()
        return answer

    def read(self, topic: Topic) -> str:
        match topic:
            case Topic.FOCUS:
                return self.form.read()
            case Topic.HINT:
                return self.form.read_hint(is_asked=False)
            case _:
                parts = (widget.spoken(self.context) for widget in self.form.outermost())
                words = [one for part in parts for one in part]
                return as_sentences(words[:1] if topic is Topic.HEADING else words)

    def outline(self) -> Outline:
        outer = self.form.outermost()
        nodes = (node for widget in outer for node in widget.outline(self.context))
        return self._outlined(tuple(nodes))

    def _outlined(self, nodes: tuple[Node, ...]) -> Outline:
        """Return the outline of these nodes, with the focus and the containers around the focus."""
        leaf = self.focused_leaf()
        around = (id(part) for part in reversed(self.way_to(leaf))) if leaf is not None else ()
        return Outline(nodes, None if leaf is None else id(leaf), tuple(around))

    def way_to(self, leaf: Widget) -> Sequence[Widget]:
        """Return what a part of the page is in, the outermost first."""
        areas = (widget for widget in self.form.widgets if isinstance(widget, ScrollArea))
        return [area for area in areas if leaf in area.form.widgets]

    def give_keyboard(self, number: int) -> bool:
        for widget in self.form.widgets:
            if id(widget) == number and widget.can_focus:
                self.form.focus(widget, is_shown=True)
                if isinstance(widget, ScrollArea):
                    widget.form.focus(None)
                return True
            if not isinstance(widget, ScrollArea):
                continue
            for inner in widget.form.widgets:
                if id(inner) == number and inner.can_focus:
                    self.form.focus(widget, is_shown=True)
                    widget.form.focus(inner, is_shown=True)
                    widget.reveal(inner.rect)
                    return True
        return False

    def focused_leaf(self) -> Widget | None:
        """Return the widget that has the keyboard, inside of whatever scrolls."""
        leaf = self.form.focused
        while isinstance(leaf, ScrollArea) and leaf.form.focused is not None:
            leaf = leaf.form.focused
        return leaf

    def react(self, intent: Intent) -> Navigation | None:
        """Handle an intent that no widget used. `None` draws a frame, except after a
        pointer move.
        """
        match intent:
            case Command(Action() as action, is_repeat=False) if action in self.keys:
                return self.keys[action]()
            case _:
                return Ignored()

    def update(self, dt: float) -> Pulse:
        needs_frame = self.form.update(dt)
        pulse = self.animate(dt)
        return pulse._replace(needs_frame=True) if needs_frame else pulse

    def animate(self, dt: float) -> Pulse:
        """Let time pass for the scene itself."""
        return STILL

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_below(surface)
        self.form.draw(surface)
        self.draw_above(surface)

    def sky(self) -> Sky | None:
        """Return the sky behind the scene, None for the usual one."""
        return None

    def draw_below(self, surface: pygame.Surface) -> None:
        """Draw the background below the widgets."""
        self.context.painter.draw_background(surface, self.sky())

    def draw_above(self, surface: pygame.Surface) -> None:
        """Draw on top of the widgets; by default nothing."""
