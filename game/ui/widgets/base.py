"""The base class of widgets: a rectangle that draws itself and answers intents."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import ClassVar, Final, NamedTuple, TypedDict, Unpack

import pygame

from game.ui.draw.bands import draw_band_focus
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Intent
from game.ui.frame.outline import Node, Role
from game.ui.frame.scene import Navigation
from game.ui.frame.topics import as_sentences, labelled, sentences_of
from game.ui.layout.rects import Point, Rect

Words = str | Callable[[], str]
"""A text, or a function that returns the text in the current language."""

PressResult = Navigation | None
"""The return value of a callback: a navigation, or `None` to stay."""

OnPress = Callable[[], PressResult]


def say(words: Words) -> str:
    """Return the text, or the result of the function that makes the text."""
    return words if isinstance(words, str) else words()


class Outcome(NamedTuple):
    """The result of an intent: whether a widget used it, and the callback's answer."""

    is_used: bool
    transition: Navigation | None = None


UNUSED: Final = Outcome(is_used=False)
USED: Final = Outcome(is_used=True)


MAIN: Final = "main"
"""The `id` of the part that is first in tab order and has the focus when a page opens."""

READ_WITH_HEADING: Final = "question"
"""The `id` of words that are read with a page's heading."""

SILENT: Final = " "
"""The `reads` of a part that is not read aloud, because others say the same."""


class WidgetOptions(TypedDict, total=False):
    """The arguments that any widget can take beside the class's own; lengths are in units.

    `id` names it: among the parts of one container a part is the same as before if its `id` is, or,
    without an `id`, its place in the list. `size` is its length along its container, `share` its
    weight among those that divide the rest, whatever they contain, `grow` the same on top of its
    own size. It is never wider than `most`; `across` is its length across its container, in whose
    middle it is then. `shortcut` presses it, `explain` is a number's explanation, `reads` replaces
    the words read aloud for it and all that it contains. A `live` part is read aloud when it
    changes by itself: its own words, or those given. Widgets of one `group` are a list of which one
    is chosen: Tab stops at that one, and an arrow to another one chooses it.
    """

    id: Hashable
    size: float | None
    share: float
    grow: float
    most: float | None
    across: float
    shortcut: Action | None
    why_disabled: Words | None
    tooltip: Words
    explain: Words
    reads: Words
    live: bool | Words
    group: Hashable


class Widget:
    """A thing on screen. A page's tree arranges it, or `place` it in `resize`; the form sets the
    states.

    One with `on_press` can be pressed, and then does that. `why_disabled` is `None` for a widget
    that works, else the reason, shown as its tooltip ("" for none). Hidden widgets are skipped
    by everything. `state_names` are the attributes that a renewal of its page leaves as they are.
    """

    is_focusable = True
    is_chosen = False
    """Whether the widget is the chosen one of a group or list."""
    is_one_line: ClassVar[bool] = False
    """Whether the widget's words are meant to be on one line."""
    state_names: ClassVar[frozenset[str]] = frozenset(
        {"rect", "word_scale", "ground", "is_hovered", "is_pressed", "is_focused", "shows_focus"}
    )

    def __init__(self, on_press: OnPress | None = None, **common: Unpack[WidgetOptions]) -> None:
        self._on_press = on_press
        self.id = common.get("id")
        self.size = common.get("size")
        self.share = common.get("share", 0.0)
        self.grow = common.get("grow", 0.0)
        self.most = common.get("most")
        self.across = common.get("across")
        self.shortcut = common.get("shortcut")
        self.why_disabled: Words | None = common.get("why_disabled")
        self.tooltip: Words = common.get("tooltip", "")
        self.explain: Words = common.get("explain", "")
        self.reads: Words = common.get("reads", "")
        self.live: bool | Words = common.get("live", False)
        self.group = common.get("group")
        self.rect = Rect(0, 0, 0, 0)
        self.word_scale = 1.0
        self.ground: Colour | None = None
        self.is_hidden = False
        self.is_hovered = False
        self.is_pressed = False
        self.is_focused = False
        self.shows_focus = False

    @property
    def is_enabled(self) -> bool:
        """Whether the widget works now."""
        return self.why_disabled is None

    @property
    def can_focus(self) -> bool:
        """Whether the keyboard can reach the widget."""
        is_reachable = self.is_focusable or bool(self.explain)
        return is_reachable and self.is_enabled and not self.is_hidden

    @property
    def is_tab_stop(self) -> bool:
        """Whether Tab stops here; arrows reach it all the same."""
        return True

    @property
    def has_explanation(self) -> bool:
        """Whether the key that explains stops here."""
        return bool(self.explain)

    @property
    def takes_pointer(self) -> bool:
        """Whether the widget handles the pointer in its rectangle, instead of the widgets below."""
        return self.is_focusable or bool(self.hint())

    @property
    def text_area(self) -> Rect | None:
        """The place of the text typed in the focused widget; None without typed text."""
        return None

    def hint(self) -> str:
        """Return the tooltip or explanation now: the reason where disabled."""
        if self.why_disabled is not None:
            return say(self.why_disabled)
        return say(self.tooltip) or say(self.explain)

    def explanation(self) -> str:
        """Return the spoken explanation beyond the widget's name; by default the hint."""
        return self.hint()

    def read(self, context: Context) -> str:
        """Return the words read for the focused widget: name and state."""
        idle = "" if self.is_enabled else context.text("heard.spoken.is_idle")
        return as_sentences([self._named(context), idle])

    def read_hint(self, context: Context, *, is_asked: bool = True) -> str:
        """Return the sentences of the hint that the widget's name does not contain.

        Of a `group` only the names are read, unless the player `is_asked`: requested more.
        """
        if self.group is not None and not is_asked:
            return ""
        name = self._named(context).casefold()
        added = sentences_of(as_sentences([self.explanation()]))
        return " ".join(one for one in added if one.rstrip(".").casefold() not in name)

    def _named(self, context: Context) -> str:
        """Return the widget's name and state, and whether the widget is chosen."""
        words = say(self.reads).strip() or self.name_and_state(context) or self.hint()
        return self._with_choice(context, words)

    def _with_choice(self, context: Context, words: str) -> str:
        chosen = f", {context.text('heard.spoken.is_chosen')}"
        if not self.is_chosen or not words or chosen in words:
            return words
        name, end, about = words.partition("\n")
        return f"{name.rstrip('.')}{chosen}{end}{about}"

    def name_and_state(self, context: Context) -> str:
        """Return the widget's name and state, "" if it has no words."""
        return ""

    def place(self, rect: Rect) -> None:
        """Set the widget's rectangle, in pixels."""
        self.rect = rect

    # a part of a page's tree

    def measure(self, painter: Painter) -> tuple[int, int]:
        """Return the preferred width and height, in pixels."""
        side = painter.px(painter.theme.control_height)
        return side, side

    def height_for(self, painter: Painter, width: int) -> int:
        """Return the preferred height at a width, in pixels."""
        return self.measure(painter)[1]

    def least_width(self, painter: Painter) -> int:
        """Return the width below which words in the widget would break or shrink, in pixels."""
        return self.measure(painter)[0]

    def least_height(self, painter: Painter, width: int) -> int:
        """Return the height below which words in the widget would shrink, in pixels."""
        return self.height_for(painter, width)

    def is_too_narrow(self, painter: Painter, width: int) -> bool:
        """Whether words in the widget would break or shrink at a width in pixels."""
        return width < self.least_width(painter)

    def is_crowded(self, painter: Painter) -> bool:
        """Whether the arranged part has less room than its words like."""
        return self.is_one_line and self.rect.w < self.measure(painter)[0]

    def adopt(self, newer: Widget) -> None:
        """Take over the arguments of the same part in a newer tree, but not its state."""
        mine = vars(self)
        state = {name: mine[name] for name in self.state_names}
        mine.update(vars(newer))
        mine.update(state)

    def arrange(self, context: Context, rect: Rect) -> None:
        """Set the rectangles of this part and of all parts inside, in pixels."""
        self.word_scale, self.ground = context.painter.word_scale, context.painter.ground
        self.place(rect)

    def leaves(self) -> Iterator[Widget]:
        """Yield the widgets for the form: this one, or those inside, in drawing and tab order."""
        yield self

    def walk(self) -> Iterator[Widget]:
        """Yield the part and all parts inside, in the same order."""
        yield self

    def spoken(self, context: Context) -> list[str]:
        """Return the words read for the widget when the whole page is read."""
        words = say(self.reads) or self.name_and_state(context) or self.hint()
        return [self._with_choice(context, words)] if words else []

    @property
    def role(self) -> Role:
        """The kind of control that a screen reader announces."""
        return Role.BUTTON if self.is_pressable else Role.LABEL

    def value_and_state(self, context: Context) -> tuple[str, bool | None]:
        """Return the text of what can be changed, and whether a switch is on, None for others."""
        return "", None

    def plain_name(self, context: Context) -> str:
        """Return the name without the state, which a screen reader gets separately."""
        return self.name_and_state(context)

    def outline(self, context: Context, at: Point = (0, 0), label: str = "") -> Iterator[Node]:
        """Yield the nodes of the widget for a screen reader, or those of the widgets inside.

        `at` is the place of the area around the widget, `label` the words that name it in its row.
        """
        if self.is_hidden:
            return
        value, is_on = self.value_and_state(context)
        has_value = bool(value) or self.role is Role.FIELD
        words = say(self.reads).strip() or (has_value and label) or self.plain_name(context)
        if label and words.strip() and not words.startswith(label):
            words = labelled([label, words])
        name = self._with_choice(context, words if words.strip() else self.hint())
        if name or self.can_focus:
            yield Node(
                id(self),
                self.role,
                name,
                self.rect.moved(round(at[0]), round(at[1])),
                self.read_hint(context),
                value,
                is_on,
                self.is_enabled,
                self.can_focus,
                self.is_chosen,
            )

    def news(self, context: Context) -> list[str]:
        """Return the words read after the widget has changed by itself."""
        if isinstance(self.live, bool):
            return self.spoken(context) if self.live else []
        return [words] if (words := say(self.live)) else []

    def handle(self, intent: Intent) -> Outcome:
        """React to an intent for this widget: pointer inside or captured, key while focused.

        The form has set the states already; `Command(Action.CONFIRM)` and clicks arrive as `press`
        instead.
        """
        return UNUSED

    def enter_by_key(self, direction: int) -> None:
        """Note that the keyboard's focus came from outside, forwards (1) or backwards (-1)."""

    def press(self) -> PressResult:
        """Do what the widget is for: it was clicked or confirmed."""
        return None if self._on_press is None else self._on_press()

    @property
    def is_pressable(self) -> bool:
        """Whether `press` does something, and so makes the sound of a button."""
        return self._on_press is not None

    def update(self, dt: float) -> bool:
        """Let time pass; whether it needs a frame."""
        return False

    def draw_hints(self, surface: pygame.Surface) -> None:
        """Draw the tooltips of the widgets inside, over everything."""

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw the widget without the edge of the focus; this changes no state."""

    def turn(self, painter: Painter) -> float:
        """Return the drawing order among siblings: lower is first, equal values keep tree order."""
        return 0.0

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw the frame of the keyboard's focus."""
        draw_band_focus(surface, painter, self.rect)

    def draw_with_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw the widget and the focus, with words as large as they were arranged, in the ink of
        their ground.
        """
        ink = painter.ink_on(self.ground, is_idle=not self.is_enabled)
        with painter.letters_scaled(self.word_scale), ink:
            self.draw(surface, painter)
            if self.shows_focus:
                self.draw_focus(surface, painter)
