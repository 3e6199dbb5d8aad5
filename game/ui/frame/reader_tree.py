"""Gives screen readers the outline of the top scene, and spoken sentences, through AccessKit.

A reader then reads the focus by itself, in its own words and Braille, and presses widgets by its
own keys. `accesskit` is an extra for pip; it calls the handlers from threads of its own, and is
otherwise used only by the window's thread.
"""

import os
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from game.locale import Language
from game.threads import start_thread
from game.ui.frame.bindings import Action
from game.ui.frame.context import Speaker
from game.ui.frame.outline import Node, Outline, Role
from game.ui.frame.wake import wake
from game.ui.frame.window import GameWindow
from game.ui.layout.rects import Rect
from game.ui.system.reader import needs_handle, window_handle

_ROOT: Final = 1
_SPOKEN: Final = 2
"""The number of the first sentence. Each sentence has another number, so that equal words are read
twice."""

_MOST_SPOKEN: Final = 900
"""The most numbers of sentences: from 1000 on they are the scenes'."""

_LETTERS_A_SECOND: Final = 25.0
"""A reader's slowest rate, for `is_speaking`: people who listen all day set it fast."""

_STEPS: Final = {"INCREMENT": Action.RIGHT, "DECREMENT": Action.LEFT}


class ReaderWish(NamedTuple):
    """A reader's request to focus a thing and, with an action, to use it."""

    number: int
    action: Action | None


class ReaderTree:
    """The window's tree for screen readers; empty until a reader requests it."""

    def __init__(self, title: str) -> None:
        self.is_active = False
        """Whether a reader follows the window."""
        self._title = title
        self.adapter: Any = None
        self._outline: Outline | None = None
        self._mended = Outline(())
        self._spoken: tuple[int, str, bool] | None = None
        self._requests: deque[ReaderWish] = deque(maxlen=20)
        self.is_shown = False
        """Whether the reader has the outline."""
        self.language: Language | None = None
        """The language of the outline, in which its signs become words."""
        self.is_broken = False
        """Whether the library failed: the reader gets nothing any more."""

    def open(self, handle: int | None = None) -> None:
        """Register with the system; `handle` is the window's on Windows and macOS."""
        import accesskit

        handlers = (self.activate, self.note, self.deactivate)
        if sys.platform == "win32":
            self.adapter = accesskit.windows.SubclassingAdapter(handle, *handlers[:2])
        elif sys.platform == "darwin":
            accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
            self.adapter = accesskit.macos.SubclassingAdapter.for_window(handle, *handlers[:2])
        else:
            self.adapter = accesskit.unix.Adapter(*handlers)

    def open_later(self) -> None:
        """Register in a thread, if no handle is needed: loading the library takes time."""
        if self.adapter is None:
            start_thread(self._open_quietly, "reader tree")

    def _open_quietly(self) -> None:
        with suppress(Exception):
            self.open()

    def show(self, outline: Outline) -> None:
        """Update the tree, if the outline has changed."""
        # A reader may ask while `open` has not returned yet.
        is_open = self.is_active and self.adapter is not None
        if not is_open or (self.is_shown and outline == self._outline):
            return
        self._outline, self._mended = outline, outline.mended()
        self._update()

    def say(self, words: str, *, is_urgent: bool) -> None:
        """Let the reader say a sentence."""
        before = -1 if self._spoken is None else self._spoken[0] - _SPOKEN
        self._spoken = (_SPOKEN + (before + 1) % _MOST_SPOKEN, words, is_urgent)
        if self._outline is not None:
            self._update()

    def follow_focus(self, *, has_focus: bool) -> None:
        """Note whether the window has the keyboard."""
        if self.adapter is not None and sys.platform != "win32":
            name = "update_view_focus_state" if sys.platform == "darwin" else None
            self._give(getattr(self.adapter, name or "update_window_focus_state"), has_focus)

    def take_requests(self) -> list[ReaderWish]:
        """Remove and return the readers' requests."""
        requests = []
        while self._requests:
            requests.append(self._requests.popleft())
        return requests

    def activate(self) -> None:
        """Note that a reader follows: the window's thread gives it the tree."""
        self.is_shown, self.is_active = False, not self.is_broken
        wake()

    def deactivate(self) -> None:
        """Note that the last reader has ended."""
        self.is_active = self.is_shown = False

    def note(self, request: Any) -> None:
        """Queue a reader's request for the window's thread."""
        name = str(request.action).rpartition(".")[2].upper()
        action = Action.CONFIRM if name == "CLICK" else _STEPS.get(name)
        if action is not None or name == "FOCUS":
            self._requests.append(ReaderWish(request.target, action))
            wake()

    def _update(self) -> None:
        self._give(self.adapter.update_if_active, self._made)
        self.is_shown = True

    def _give(self, update: Callable[[Any], Any], given: object) -> None:
        """Give the library something; if it fails, give it nothing more."""
        if self.is_broken:
            return
        try:
            events = update(given)
            if events is not None:
                events.raise_events()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:
            # A panic of the library is no Exception.
            self.is_broken, self.is_active = True, False

    def _made(self) -> Any:
        import accesskit

        focus = self._mended.focus
        update = accesskit.TreeUpdate(_ROOT if focus is None else focus)
        if not self.is_shown:
            update.tree = accesskit.Tree(_ROOT)
        root = accesskit.Node(accesskit.Role.WINDOW)
        root.set_label(self._title)
        children = [node.number for node in self._mended.nodes]
        if self._spoken is not None:
            number, words, is_urgent = self._spoken
            spoken = accesskit.Node(accesskit.Role.LABEL)
            spoken.set_value(self._in_words(words))
            spoken.set_live(accesskit.Live.ASSERTIVE if is_urgent else accesskit.Live.POLITE)
            children.append(number)
            update.nodes.append((number, spoken))
        root.set_children(children)
        update.nodes.append((_ROOT, root))
        for node in self._mended.nodes:
            update.nodes += [(one.number, _made(one, self._in_words)) for one in node.walk()]
        return update

    def _in_words(self, text: str) -> str:
        """Return a text without signs that a reader's voice leaves out or calls by their names."""
        from game.locale import load_catalogue
        from game.locale.aloud import word_signs

        return text if self.language is None else word_signs(load_catalogue(self.language), text)


def _made(node: Node, in_words: Callable[[str], str]) -> Any:
    import accesskit

    made = accesskit.Node(getattr(accesskit.Role, node.role.value))
    # Readers on Linux have no other place for the value of what is no text.
    name = in_words(node.name if node.value in node.name else f"{node.name}, {node.value}")
    if node.role is Role.LABEL:
        made.set_value(name)
    else:
        made.set_label(name)
    if node.about:
        made.set_description(in_words(node.about))
    if node.is_chosen:
        made.set_selected(True)
    if node.is_on is not None:
        made.set_toggled(accesskit.Toggled.TRUE if node.is_on else accesskit.Toggled.FALSE)
    if not node.is_enabled:
        made.set_disabled()
    rect: Rect = node.rect
    made.set_bounds(accesskit.Rect(*map(float, (rect.x, rect.y, rect.right, rect.bottom))))
    if node.can_focus:
        made.add_action(accesskit.Action.FOCUS)
        made.add_action(accesskit.Action.CLICK)
    if node.role in (Role.CHOICE, Role.SLIDER):
        made.add_action(accesskit.Action.INCREMENT)
        made.add_action(accesskit.Action.DECREMENT)
    made.set_children([child.number for child in node.children])
    return made


class FollowedSpeaker:
    """Says sentences through the reader that follows the window, else through a speaker."""

    def __init__(self, speaker: Speaker, tree: ReaderTree) -> None:
        self._speaker = speaker
        self._tree = tree
        self._until = 0.0

    @property
    def is_there(self) -> bool:
        return self._tree.is_active or self._speaker.is_there

    @property
    def is_followed(self) -> bool:
        return self._tree.is_active

    @property
    def is_speaking(self) -> bool:
        return self._speaker.is_speaking or time.perf_counter() < self._until

    @property
    def can_change(self) -> frozenset[str]:
        """Nothing while a reader follows, which has a voice of its own."""
        return frozenset() if self._tree.is_active else self._speaker.can_change

    def voices(self, language: Language) -> tuple[str, ...]:
        return self._speaker.voices(language)

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        if not self._tree.is_active:
            self._speaker.say(words, language, is_urgent=is_urgent)
        elif words.strip():
            self._until = time.perf_counter() + len(words) / _LETTERS_A_SECOND
            self._tree.say(words, is_urgent=is_urgent)


def tree_for_later(title: str) -> ReaderTree | None:
    """Return a tree that readers may find at any time; None if the system has no such trees.

    It is opened by `open_later`. Readers need a session bus.
    """
    bus = os.environ.get("XDG_RUNTIME_DIR", ""), "bus"
    has_bus = "DBUS_SESSION_BUS_ADDRESS" in os.environ or os.path.exists("/".join(bus))
    is_there = not needs_handle() and has_bus and find_spec("accesskit") is not None
    return ReaderTree(title) if is_there else None


def open_tree(window: GameWindow) -> ReaderTree | None:
    """Return the tree of a window that is still hidden; None if that fails."""
    handle = window_handle(window.number)
    if handle is None:
        return None
    tree = ReaderTree(window.title)
    with suppress(Exception):
        tree.open(handle)
        return tree
    return None
