"""The base class of a page's scene, and the head that most pages have."""

from collections.abc import Hashable
from math import inf
from typing import ClassVar, Final

import pygame

from game.ui.draw.theme import Sky
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, PointerMoved, PointerPressed, PointerReleased
from game.ui.frame.outline import Node, Outline, Role
from game.ui.frame.scene import ANIMATING, Doorway, Navigation, Pop, Pulse, Push
from game.ui.frame.topics import GIST_LETTERS, Topic, as_sentences, gist_of, labelled, sentences_of
from game.ui.layout.rects import Rect, View, make_view
from game.ui.parts.bands import Across, ActionBand, Door, Head, Slab
from game.ui.parts.boxes import (
    Body,
    Column,
    Container,
    Maybe,
    Panel,
    Row,
    adopted,
    label_of,
)
from game.ui.parts.leaves import Spacer, Text
from game.ui.widgets.base import MAIN, READ_WITH_HEADING, OnPress, Widget
from game.ui.widgets.scenes import WidgetScene
from game.ui.widgets.scroll import ScrollArea

_POINTER: Final = (PointerMoved, PointerPressed, PointerReleased)


class PageScene(WidgetScene):
    """A page: `page()` returns the tree of what is on it.

    The tree is made anew after every input that a widget or the page has used (see `tree_state`),
    when the page is uncovered, and by `renew()` in `animate`. Parts that were there before stay the
    same objects.
    """

    counted: tuple[Hashable, ...] = ()
    """The `id`s of the page's figures (games, days, points), which a key of their own reads."""

    door: ClassVar[int | None] = None
    """The stripe whose colour the page's head has: that of its door."""

    larger: ClassVar[tuple[float, ...]] = (1.6, 1.4, 1.2)
    """Scales in an upright window; the page has the first one with room for everything."""

    is_steady: ClassVar[bool] = False
    """Whether parts of the page take turns: it has the first scale whatever it shows, and begins at
    its top."""

    turns_at_midnight = False
    """Whether the page depends on the date: at midnight it is renewed as if uncovered."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._date = context.store.today
        self.root: Widget = Spacer()
        self.rest: Hashable = MAIN
        """The `id` of the part that has the focus once a text field is left."""
        self.first: Hashable = MAIN
        """The `id` of the part that has the focus when the page opens."""
        self._given = self.view
        """The window's view; `view` is the page's, which may be larger."""
        self._largest = inf
        """The scale at which the page has had room since the window's last change."""
        self._is_covered = False
        self._lying: Rect | None = None
        self._live_words: tuple[str, ...] = ()
        """The words of the live parts, as they are now."""

    def page(self) -> Widget:
        """Return the page's tree from data already loaded; no part of it is stored."""
        raise NotImplementedError

    def renew(self) -> None:
        """Rebuild the page's tree and arrange the new one."""
        before = self.focused_leaf()
        is_first = isinstance(self.root, Spacer)
        self._arrange()
        self.form.replace(self.root.leaves())
        self.form.rest = self.find(self.rest)
        if is_first:
            actions = (part for part in self.root.walk() if isinstance(part, ActionBand))
            action = self.find(self.first) or next(actions, None)
            if action is not None:
                self._focus(action, is_shown=self.is_overlay)
        elif before is not None and self.focused_leaf() is not before:
            # It has moved into an area that scrolls, or is gone.
            self._focus(before) or self.focus(MAIN)
        looks = ("slab", "card") if self.is_overlay else ("slab",)
        boxes = (part for part in self.root.walk() if isinstance(part, Container))
        self._lying = next((box.rect for box in boxes if box.look in looks), None)
        news = (words for part in self.root.walk() for words in part.news(self.context))
        self._live_words = tuple(news)

    def _arrange(self) -> None:
        """Make and arrange the tree: in an upright window at the largest scale at which a page
        with a body has room for everything, until a new size never larger than before.
        """
        given, usual = self._given, make_view(self._given.area.size).scale
        larger = (usual * each for each in self.larger if given.is_upright)
        larger = (each for each in larger if each <= self._largest)
        for scale in (*(each for each in larger if each > given.scale), given.scale):
            self.view = given._replace(scale=scale)
            with self.context.painter.seen_in(self.view):
                self.root = adopted(self.root, self.page())
                self.root.arrange(self.context, given.area)
                if self._has_room():
                    break
        self._largest = self.view.scale

    @property
    def is_enlarged(self) -> bool:
        """Whether the page is larger than the window's interface scale."""
        return self.view.scale > self._given.scale

    def _has_room(self) -> bool:
        """Whether the page may be larger in an upright window, and all of it has room now."""
        painter, right = self.context.painter, self.view.area.right
        parts = list(self.root.walk())
        return self.is_steady or (
            any(isinstance(part, Body | Slab | Across) for part in parts)
            and not any(part.is_crowded(painter) or part.rect.right > right for part in parts)
        )

    def redraw(self) -> Pulse:
        """Renew the page, and return a pulse that draws the result: for `animate`."""
        self.renew()
        return ANIMATING

    def part(self, id: Hashable) -> Widget:
        """The part of that `id`; `LookupError` where the page has none now.

        For parts that every state of the page has. What was laid out may be older than the state
        that an input meets: whatever answers one asks `find`.
        """
        part = self.find(id)
        if part is None:
            raise LookupError(id)
        return part

    def find(self, id: Hashable) -> Widget | None:
        """Return the part of that `id`, if the page has one now."""
        return next((part for part in self.root.walk() if part.id == id), None)

    def focus(self, id: Hashable, *, is_shown: bool | None = None) -> bool:
        """Focus the part of that `id`; return whether the page has one."""
        part = self.find(id)
        return part is not None and self._focus(part, is_shown=is_shown)

    def _focus(self, part: Widget, *, is_shown: bool | None = None) -> bool:
        """Focus a part, also in a scrolling area; return whether it is on the page."""
        if part in self.form.widgets:
            self.form.focus(part, is_shown=is_shown)
            return True
        for area in self.form.widgets:
            if isinstance(area, ScrollArea) and part in area.form.widgets:
                self.form.focus(area, is_shown=is_shown)
                area.form.focus(part, is_shown=is_shown)
                if part.why_disabled is None:
                    # If it is disabled, the fields to be filled in are above it.
                    area.reveal(part.rect)
                return True
        return False

    # the scene

    def resize(self, view: View) -> None:
        super().resize(view)
        self._given, self._largest = view, inf
        self.renew()
        focused = self.focused_leaf()
        if focused is not None:
            self._focus(focused)

    def enter(self) -> None:
        if self._is_covered:
            self._is_covered = False
            self.renew()

    def leave(self) -> None:
        super().leave()
        self._is_covered = True

    def update(self, dt: float) -> Pulse:
        known = self._live_words
        is_next_day = self.turns_at_midnight and self._date != self.context.store.today
        if is_next_day and not self._is_covered:
            self._date = self.context.store.today
            self.leave()
            self.enter()
        pulse = super().update(dt)
        if is_next_day:
            pulse = pulse._replace(needs_frame=True)
        if self._live_words != known and pulse.transition is None and not self._is_covered:
            self.context.speak(as_sentences(w for w in self._live_words if w not in known))
        return pulse

    def tree_state(self) -> object:
        """Return all that the page's tree follows from, for a page that hovering and pressing alone
        do not change: it is then not rebuilt. None by default.
        """
        return None

    def draw(self, surface: pygame.Surface) -> None:
        with self.context.painter.seen_in(self.view):
            super().draw(surface)

    def handle(self, intent: Intent) -> Navigation | None:
        before = self.tree_state() if isinstance(intent, _POINTER) else None
        with self.context.painter.seen_in(self.view):
            answer = super().handle(intent)
        is_same = before is not None and before == self.tree_state()
        if isinstance(answer, Push) or (answer is None and not is_same):
            self.renew()
        return answer

    def react(self, intent: Intent) -> Navigation | None:
        if isinstance(intent, Command) and intent.action is not None and not intent.is_repeat:
            for part in self.root.walk():
                if part.shortcut is intent.action and not part.is_hidden:
                    return self.form.press(part).transition
        return super().react(intent)

    def read(self, topic: Topic) -> str:
        match topic:
            case Topic.FOCUS:
                return self._focus_words()
            case Topic.HERE | Topic.ENDS:
                return self._focus_and_hint() or self.read(Topic.HEADING)
            case Topic.HEADING:
                return as_sentences(self._heading_words())
            case Topic.NOW:
                return as_sentences((self.read(Topic.HEADING), self._focus_and_hint()))
            case Topic.HINT:
                return self.form.read_hint(is_asked=False)
            case Topic.BOARD:
                return self.spoken(self.root)
            case Topic.LINES:
                return self.spoken(self._focused_panel())
            case Topic.SCORE:
                words = self.spoken(*[part for part in self.root.walk() if part.id in self.counted])
                return words or self.context.text("heard.spoken.nothing_counted")

    def read_on(self, topic: Topic, number: int) -> str:
        words = super().read_on(topic, number)
        is_long = len(words) > GIST_LETTERS
        if not is_long or topic not in (Topic.BOARD, Topic.LINES, Topic.SCORE):
            return words
        on = self.context.text("heard.spoken.more")
        left, pages = sentences_of(words), list[str]()
        while left:
            gist = gist_of(left, on)
            left = left[len(gist) :]
            pages.append(" ".join([*gist, on] if left else gist))
        return pages[number % len(pages)]

    def outline(self) -> Outline:
        nodes = tuple(self.root.outline(self.context))
        return self._outlined(tuple(map(self._as_dialog, nodes)) if self.is_overlay else nodes)

    def _as_dialog(self, node: Node) -> Node:
        """Return a box over the page below as a dialog, named by its heading or its first words."""
        if node.role is not Role.GROUP or node.can_focus:
            return node
        named = [one for one in node.walk() if one.name]
        heading = next((one for one in named if one.role is Role.HEADING), [*named, node][0])
        return node._replace(role=Role.DIALOG, name=heading.name)

    def spoken(self, *parts: Widget) -> str:
        """Return the sentences in which parts are read aloud."""
        return as_sentences(words for part in parts for words in part.spoken(self.context))

    def _focus_and_hint(self) -> str:
        return as_sentences((self.read(Topic.FOCUS), self.form.read_hint()))

    def _focus_words(self) -> str:
        """Return the focused part's words, behind the label in the same row."""
        words, leaf = self.form.read(), self.focused_leaf()
        label = "" if leaf is None or not words else label_of(leaf, self.way_to(leaf))
        is_field = leaf is not None and leaf.role is Role.FIELD
        if label and leaf is not None and is_field and leaf.value_and_state(self.context)[0]:
            # The example in an empty field is no second label of a full one.
            words = words.removeprefix(leaf.plain_name(self.context)).lstrip(": ")
        return labelled((label, words)) if label and not words.startswith(label) else words

    def way_to(self, leaf: Widget) -> list[Container]:
        containers = [part for part in self.root.walk() if isinstance(part, Container)]
        return [part for part in containers if part is not leaf and leaf in part.walk()]

    def _focused_panel(self) -> Widget:
        """Return the outermost panel around the focus, else the row around the focus, else the
        whole page.
        """
        leaf = self.focused_leaf()
        way = [] if leaf is None else self.way_to(leaf)
        panel = next((box for box in way if box.look is not None), None)
        beside = (box for box in reversed(way) if len(box.spoken(self.context)) > 1)
        return panel or next(beside, self.root)

    def _heading_words(self) -> list[str]:
        """Return the first title or heading, and the question."""
        parts = list(self.root.walk())
        texts = [part for part in parts if isinstance(part, Text)]
        titles = [text for text in texts if text.role is Role.HEADING][:1]
        asked = [part for part in parts if part.id == READ_WITH_HEADING and part not in titles]
        return [words for part in (*titles, *asked) for words in part.spoken(self.context)]

    def sky(self) -> Sky | None:
        return None if self.door is None else self.context.painter.theme.lit_sky(self.door)

    def doorways(self) -> list[Doorway]:
        painter = self.context.painter
        doors = (part for part in self.root.walk() if isinstance(part, Door))
        return [
            Doorway(door.number, door.band(painter), door.fill(painter.theme))
            for door in doors
            if door.number is not None
        ]

    def lying(self) -> Rect | None:
        return self._lying

    def draw_below(self, surface: pygame.Surface) -> None:
        if self.is_overlay:
            self.context.painter.dim(surface)
        else:
            super().draw_below(surface)

    # the head

    def lifted(self, *parts: Maybe, width: float, gap: float = 12) -> Column:
        """Return a band through the window, over the page below, with parts of that width."""
        left = 141 if width < 700 else 58
        across = Across(Panel(*parts, gap=gap, pad=0, most=width), pad=(left, 28, 40, 28))
        return Column(Spacer(share=1), across, Spacer(share=1))

    def headed(
        self,
        title: str,
        *parts: Maybe,
        back: str = "",
        beside: tuple[Maybe, ...] = (),
        leave: OnPress = Pop,
    ) -> Column:
        """Return a page with the usual margins: the head, `beside` at its right, and `parts`
        below.
        """
        first: Maybe = None
        if self.view.is_upright and beside:
            first, beside = Row(*beside, gap=14, pad=(20, 0, 20, 0)), ()
        head = self.head(title, *beside, back=back, leave=leave)
        body, foot = Column if self.is_steady else Body, parts[-1]
        if self.view.is_upright and isinstance(foot, Row) and foot.size is None:
            foot.stacks = True
        below = body(first, *parts, gap=14, pad=(38, 12, 38, 14), share=1)
        return Column(Spacer(size=28), head, below)

    def poster(self, title: str, about: str, action: ActionBand) -> Column:
        """Return what a page without anything to list says, in the middle, and its one action."""
        return Column(
            Spacer(share=1),
            Text(title, "action", most=900),
            bool(about) and Text(about, "label", "ink_soft", most=720),
            Spacer(share=1),
            action,
            Spacer(size=40),
            gap=16,
            align="left",
            pad=(20, 0, 0, 0),
            share=1,
        )

    def head(self, title: str, *beside: Maybe, back: str = "", leave: OnPress = Pop) -> Row:
        """Return the head, which goes back, with `beside` at the right; `back` replaces the
        tooltip.
        """
        tooltip = back or self.context.text("menu.back")
        band = Head(self.door, title, leave, tooltip=tooltip, id="back")
        is_spread = any(isinstance(part, Widget) and part.share for part in beside)
        return Row(
            band, not is_spread and Spacer(share=1), *beside, gap=14, pad=(0, 0, 38, 0), size=64
        )
