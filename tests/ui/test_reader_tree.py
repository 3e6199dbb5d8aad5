"""The tree for screen readers: what they get, what they request, and the voice that they have."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.locale import Language
from game.ui.frame import reader_tree
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.outline import Node, Outline, Role
from game.ui.frame.preferences import change_settings
from game.ui.frame.reader_tree import (
    FollowedSpeaker,
    ReaderTree,
    ReaderWish,
    open_tree,
    tree_for_later,
)
from game.ui.frame.topics import Topic
from game.ui.frame.wake import NEWS
from game.ui.layout.rects import Rect
from game.ui.widgets import WidgetScene
from tests.gallery import collect_samples
from tests.ui.test_hands import focused
from tests.ui.test_outline import all_nodes
from tests.ui.test_screen_reader import Dark, open_dark_table

pytestmark = pytest.mark.usefixtures("blank")


class Adapter:
    """AccessKit's side: calls the factory, and keeps what it gets."""

    def __init__(self) -> None:
        self.updates: list[object] = []
        self.has_focus: list[bool] = []

    def update_if_active(self, factory: object) -> None:
        self.updates.append(factory())  # type: ignore[operator]

    def update_window_focus_state(self, has_focus: bool) -> None:
        self.has_focus.append(has_focus)


def test_a_reader_gets_what_is_new_and_its_wishes_are_fulfilled(context: Context) -> None:
    pytest.importorskip("accesskit")
    tree, adapter = ReaderTree("Game"), Adapter()
    tree.adapter = adapter
    dark = Dark(context, collect_samples()["settings-general"].make(context))
    change_settings(context, has_speech=False)
    dark.loop.tree = tree
    context.speaker = FollowedSpeaker(dark.said, tree)
    dark.wait(0.5)
    assert not adapter.updates
    tree.activate()
    dark.wait(0.1)
    known = len(adapter.updates)
    assert known
    assert adapter.has_focus == [True]
    dark.wait(0.5)
    assert len(adapter.updates) == known
    scene = dark.loop.stack.top
    assert isinstance(scene, WidgetScene)
    nodes = all_nodes(scene.outline())
    (switch,) = [node for node in nodes if node.role is Role.SWITCH]
    tree.note(SimpleNamespace(action="Action.CLICK", target=switch.number))
    # While the switch moves, the tree is given a few times in a second of the clock.
    dark.wait(0.5)
    assert context.preferences.has_auto_call
    assert (after := focused(scene.form)) is not None
    assert scene.outline().focus == switch.number, after
    assert len(adapter.updates) > known
    (choice,) = [n for n in nodes if n.name == context.text("settings.language") and n.value]
    tree.note(SimpleNamespace(action="Action.FOCUS", target=choice.number))
    tree.note(SimpleNamespace(action="Action.SHOW_TOOLTIP", target=choice.number))
    dark.wait(0.1)
    assert scene.outline().focus == choice.number
    tree.note(SimpleNamespace(action="Action.INCREMENT", target=choice.number))
    dark.wait(0.1)
    assert context.catalogue.language is not Language.ENGLISH
    tree.deactivate()
    known = len(adapter.updates)
    dark.press("tab")
    assert len(adapter.updates) == known


def test_an_outline_is_given_again_only_where_it_has_changed() -> None:
    """As the page gives it: a number that comes twice is mended for the reader alone."""
    pytest.importorskip("accesskit")
    tree, adapter = ReaderTree("Game"), Adapter()
    tree.adapter = adapter
    node = Node(1001, Role.BUTTON, "Go", Rect(10, 20, 30, 40))
    twice, once = Outline((node, node), 7, (1001,)), Outline((node,), 1001)
    tree.show(once)
    assert adapter.updates == [], "no reader is there"
    tree.activate()
    for outline, updates in ((twice, 1), (twice, 1), (once, 2), (once, 2), (twice, 3)):
        tree.show(outline)
        assert len(adapter.updates) == updates
    tree.activate()
    tree.show(twice)
    assert len(adapter.updates) == 4, "another reader"


def test_who_follows_the_focus_hears_news_alone_and_nothing_twice(context: Context) -> None:
    said: list[str] = []
    tree = ReaderTree("Game")
    tree.is_active = True
    tree.say = lambda words, *, is_urgent: said.append(words)  # type: ignore[method-assign]
    dark = open_dark_table(context)
    change_settings(context, has_speech=False)
    spoken = dark.said.texts
    spoken.clear()
    context.speaker = FollowedSpeaker(dark.said, tree)
    assert context.speaker.is_there
    assert context.is_heard
    dark.press("n", "c", "3")
    focus = dark.loop.stack.top.read(Topic.FOCUS)
    assert focus
    assert focus not in said
    dark.press("return")
    assert any("c3" in words for words in said), said
    assert context.speaker.is_speaking
    assert not spoken
    assert not context.speaker.can_change
    tree.is_active = False
    context.speaker.say("Hello", Language.ENGLISH)
    assert spoken == ["Hello"]


def test_sentences_and_values_become_what_accesskit_knows() -> None:
    pytest.importorskip("accesskit")
    tree, adapter = ReaderTree("Game"), Adapter()
    tree.adapter = adapter
    tree.activate()
    rect = Rect(10, 20, 30, 40)
    nodes = [
        Node(
            1001 + i,
            role,
            role.name,
            rect,
            about="about",
            value="value",
            is_on=True,
            is_chosen=True,
        )
        for i, role in enumerate(Role)
    ]
    tree.show(Outline((Node(1000, Role.GROUP, "all", rect, children=tuple(nodes)),), 1001))
    for _ in range(2):
        tree.say("The same.", is_urgent=True)
    first, *later = (dict(update.nodes) for update in adapter.updates)  # type: ignore[attr-defined]
    assert first[1].label == "Game"
    assert set(first[1000].children) == {node.number for node in nodes}
    for node in nodes:
        made = first[node.number]
        assert str(made.role).rpartition(".")[2] == node.role.value
        assert made.description == "about"
        # The value is a part of the name: for what is no text, Linux has no other place for it.
        words = made.value if node.role is Role.LABEL else made.label
        assert words == f"{node.name}, value"
        assert made.bounds.x1 == 40
    numbers = [update[1].children[-1] for update in later]
    assert len(set(numbers)) == 2
    assert [update[n].value for update, n in zip(later, numbers, strict=True)] == ["The same."] * 2


class Panic(BaseException):
    """A fault inside of the library, which is no Exception."""


def test_a_library_that_panics_is_left_and_the_games_own_voice_reads(context: Context) -> None:
    pytest.importorskip("accesskit")
    tree, adapter = ReaderTree("Game"), Adapter()
    tree.adapter = adapter
    dark = Dark(context, collect_samples()["settings-general"].make(context))
    change_settings(context, has_speech=False)
    dark.loop.tree = tree
    context.speaker = FollowedSpeaker(dark.said, tree)
    tree.activate()
    dark.wait(0.1)
    known = len(adapter.updates)

    def panic(factory: object) -> None:
        adapter.updates.append(factory)
        raise Panic

    adapter.update_if_active = panic  # type: ignore[method-assign]
    dark.press("tab")
    dark.wait(0.1)
    assert len(adapter.updates) == known + 1
    assert context.text("heard.spoken.no_tree") in " ".join(dark.said.texts)
    tree.activate()
    assert not tree.is_active
    dark.press("escape")
    assert dark.press("tab")
    assert len(adapter.updates) == known + 1


def test_the_tree_is_opened_where_a_reader_can_come(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    assert tree_for_later("Game") is None
    monkeypatch.setitem(os.environ, "DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    pytest.importorskip("accesskit")
    tree = tree_for_later("Game")
    assert tree is not None
    # Nobody answers at that bus: the game goes on.
    tree.open_later()
    wait_for_opening()
    assert not tree.is_active


def test_a_reader_that_comes_too_late_is_told_when_it_is_served(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    dark = open_dark_table(context)
    later = context.text("heard.spoken.next_start")
    dark.press("f2")
    assert later not in " ".join(dark.press("f2"))
    dark.press("f2")
    monkeypatch.setattr("game.ui.frame.loop.is_tree_wanted", lambda: True)
    assert later in " ".join(dark.press("f2"))
    dark.press("f2")
    dark.loop.tree = ReaderTree("Game")
    assert later not in " ".join(dark.press("f2"))


def wait_for_opening() -> None:
    """Wait until the threads that open trees have ended."""
    for thread in threading.enumerate():
        if thread.name == "reader tree":
            thread.join(20)


def active_tree() -> tuple[ReaderTree, Adapter]:
    """Return a tree that a reader follows, and the reader's side."""
    pytest.importorskip("accesskit")
    tree, adapter = ReaderTree("Game"), Adapter()
    tree.adapter = adapter
    tree.activate()
    return tree, adapter


BOX = Rect(10, 20, 30, 40)


def made(node: Node) -> Any:
    """Return what a reader gets of a thing."""
    tree, adapter = active_tree()
    tree.show(Outline((node,)))
    return dict(adapter.updates[0].nodes)[node.number]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("node", "label", "value", "actions"),
    [
        (Node(2000, Role.BUTTON, "Play", BOX, can_focus=True), "Play", None, "FOCUS CLICK"),
        (Node(2000, Role.LABEL, "Score", BOX), None, "Score", ""),
        (Node(2000, Role.LABEL, "Name", BOX, value="Ana"), None, "Name, Ana", ""),
        (Node(2000, Role.FIELD, "Your name", BOX, value="name"), "Your name", None, ""),
        (Node(2000, Role.CHOICE, "Size", BOX, value="2"), "Size, 2", None, "INCREMENT DECREMENT"),
        (
            Node(2000, Role.SLIDER, "Volume", BOX, value="70%", can_focus=True),
            "Volume, 70%",
            None,
            "FOCUS CLICK INCREMENT DECREMENT",
        ),
    ],
)
def test_a_thing_has_a_name_and_the_actions_of_its_role(
    node: Node, label: str | None, value: str | None, actions: str
) -> None:
    accesskit, given = pytest.importorskip("accesskit"), made(node)
    assert (given.label, given.value) == (label, value)
    possible = ("FOCUS", "CLICK", "INCREMENT", "DECREMENT")
    can = [name for name in possible if given.supports_action(getattr(accesskit.Action, name))]
    assert " ".join(can) == actions
    bounds = given.bounds
    assert (bounds.x0, bounds.y0, bounds.x1, bounds.y1) == (10, 20, 40, 60)


@pytest.mark.parametrize("is_on", [True, False, None])
@pytest.mark.parametrize("is_chosen", [True, False])
def test_the_states_of_a_thing_are_given(is_on: bool | None, is_chosen: bool) -> None:
    given = made(
        Node(
            *(2000, Role.SWITCH, "Music", BOX, "Plays"),
            is_on=is_on,
            is_chosen=is_chosen,
            is_enabled=not is_chosen,
        )
    )
    toggled = None if is_on is None else str(is_on).upper()
    assert str(given.toggled).rpartition(".")[2] == str(toggled)
    assert (given.is_selected or False, given.is_disabled) == (is_chosen, is_chosen)
    assert given.description == "Plays"
    assert made(Node(2000, Role.SWITCH, "Music", BOX)).description is None


def test_an_update_is_the_whole_tree_with_its_focus_and_the_latest_sentence() -> None:
    tree, adapter = active_tree()
    leaf = Node(2001, Role.LABEL, "leaf", BOX)
    outline = Outline((Node(2000, Role.GROUP, "all", BOX, children=(leaf,)),), 2001)
    tree.say("Early.", is_urgent=False)
    assert adapter.updates == [], "nothing before the outline"
    tree.show(outline)
    tree.show(Outline(outline.nodes, 2001))
    assert tree.is_shown
    tree.say("Late.", is_urgent=True)
    tree.show(outline._replace(focus=None))
    tree.activate()
    assert not tree.is_shown
    tree.show(outline._replace(focus=None))
    updates: list[Any] = adapter.updates
    assert [update.focus for update in updates] == [2001, 2001, 1, 1]
    roots = [None if update.tree is None else update.tree.root for update in updates]
    assert roots == [1, None, None, 1], "the tree itself is given once to each reader"
    for update, number, words, live in zip(
        updates, (2, 3, 3, 3), ("Early.", *["Late."] * 3), ("POLITE", *["ASSERTIVE"] * 3),
        strict=True,
    ):  # fmt: skip
        nodes = dict(update.nodes)
        assert list(nodes) == [number, 1, 2000, 2001]
        assert (nodes[1].label, list(nodes[1].children)) == ("Game", [2000, number])
        assert str(nodes[1].role).rpartition(".")[2] == "WINDOW"
        assert list(nodes[2000].children) == [2001]
        assert nodes[number].value == words
        assert str(nodes[number].role).rpartition(".")[2] == "LABEL"
        assert str(nodes[number].live).rpartition(".")[2] == live


def test_the_numbers_of_sentences_begin_anew_before_those_of_scenes() -> None:
    tree, adapter = active_tree()
    tree.show(Outline(()))
    tree.adapter = SimpleNamespace(update_if_active=lambda factory: None)
    for _ in range(899):
        tree.say("Again.", is_urgent=False)
    tree.adapter = adapter
    for _ in range(3):
        tree.say("Again.", is_urgent=False)
    updates: list[Any] = adapter.updates[1:]
    assert [next(iter(dict(update.nodes))) for update in updates] == [901, 2, 3]


def test_signs_become_words_of_the_language() -> None:
    tree, adapter = active_tree()
    node = Node(2000, Role.BUTTON, "3 × 5", BOX, "6 × 7")
    tree.language = Language.GERMAN
    tree.say("8 × 9", is_urgent=True)
    tree.show(Outline((node,)))
    tree.language = None
    tree.show(Outline((node, node)))
    (german, plain) = (dict(update.nodes) for update in adapter.updates)  # type: ignore[attr-defined]
    for nodes, times in ((german, "mal"), (plain, "×")):
        words = nodes[2000].label, nodes[2000].description, nodes[2].value
        assert words == tuple(f"{a} {times} {b}" for a, b in ((3, 5), (6, 7), (8, 9)))


def test_no_reader_gets_anything_before_it_asks_or_after_it_has_ended() -> None:
    tree, adapter = active_tree()
    outline = Outline((Node(2000, Role.LABEL, "a", BOX),))
    tree.deactivate()
    assert (tree.is_active, tree.is_shown) == (False, False)
    tree.show(outline)
    tree.activate()
    tree.adapter = None
    tree.show(outline)
    tree.follow_focus(has_focus=True)
    assert adapter.updates == []
    tree.adapter = adapter
    tree.show(outline)
    assert len(adapter.updates) == 1
    tree.deactivate()
    assert not tree.is_shown


def test_a_request_wakes_the_window_and_is_served_in_its_order() -> None:
    tree, _ = active_tree()
    names = ("CLICK", "Increment", "DECREMENT", "FOCUS", "SCROLL_UP", "CLICK")
    pygame.event.clear()
    for number, name in enumerate(names, 2000):
        tree.note(SimpleNamespace(action=f"Action.{name}", target=number))
    assert len(pygame.event.get(NEWS)) == 5
    assert tree.take_requests() == [
        ReaderWish(2000, Action.CONFIRM),
        ReaderWish(2001, Action.RIGHT),
        ReaderWish(2002, Action.LEFT),
        ReaderWish(2003, None),
        ReaderWish(2005, Action.CONFIRM),
    ]
    assert tree.take_requests() == []
    for number in range(25):
        tree.note(SimpleNamespace(action="Action.FOCUS", target=number))
    assert [wish.number for wish in tree.take_requests()] == [*range(5, 25)]
    pygame.event.clear()
    tree.activate()
    assert len(pygame.event.get(NEWS)) == 1


@pytest.mark.parametrize(
    ("system", "noted"), [("linux", "window"), ("darwin", "view"), ("win32", "")]
)
def test_the_keyboard_is_noted_as_each_system_has_it(
    monkeypatch: pytest.MonkeyPatch, system: str, noted: str
) -> None:
    tree, states = ReaderTree("Game"), list[tuple[str, bool]]()
    monkeypatch.setattr(sys, "platform", system)
    tree.adapter = SimpleNamespace(
        update_window_focus_state=lambda has: states.append(("window", has)),
        update_view_focus_state=lambda has: states.append(("view", has)),
    )
    for has_focus in (True, False):
        tree.follow_focus(has_focus=has_focus)
    assert states == [(noted, has) for has in (True, False) if noted]


def test_events_of_the_library_are_raised_and_a_fault_ends_the_tree() -> None:
    tree, _ = active_tree()
    raised: list[str] = []
    events = SimpleNamespace(raise_events=lambda: raised.append("events"))
    outline = Outline((Node(2000, Role.LABEL, "a", BOX),))
    tree.adapter = SimpleNamespace(update_if_active=lambda factory: factory() and events)
    tree.show(outline)
    assert raised == ["events"]

    def failing(error: BaseException) -> Callable[[object], None]:
        def fail(factory: object) -> None:
            raised.append(type(error).__name__)
            raise error

        return fail

    for error in (KeyboardInterrupt(), SystemExit()):
        tree.adapter.update_if_active = failing(error)
        with pytest.raises(type(error)):
            tree.say("words", is_urgent=True)
    assert (tree.is_broken, tree.is_active) == (False, True)
    tree.adapter.update_if_active = failing(Panic())
    tree.say("words", is_urgent=True)
    assert (tree.is_broken, tree.is_active) == (True, False)
    tree.say("words", is_urgent=True)
    tree.activate()
    assert (tree.is_broken, tree.is_active) == (True, False)
    assert raised == ["events", "KeyboardInterrupt", "SystemExit", "Panic"]


class Library:
    """The adapters of the systems, which note how they are made."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[object, ...]] = []
        accesskit = pytest.importorskip("accesskit")
        for system, functions in (
            ("unix", ["Adapter"]),
            ("windows", ["SubclassingAdapter"]),
            ("macos", ["add_focus_forwarder_to_window_class", "SubclassingAdapter"]),
        ):
            adapters = SimpleNamespace(**{name: self._noting(name) for name in functions})
            patch.setattr(accesskit, system, adapters, raising=False)
        accesskit.macos.SubclassingAdapter.for_window = self._noting("for_window")

    def _noting(self, name: str) -> Any:
        def note(*given: object) -> str:
            self.calls.append((name, *given))
            return name

        return note


def test_each_system_has_an_adapter_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    library, tree = Library(monkeypatch), ReaderTree("Game")
    for system, adapter, calls in (
        ("linux", "Adapter", [("Adapter", tree.activate, tree.note, tree.deactivate)]),
        (
            "win32",
            "SubclassingAdapter",
            [("SubclassingAdapter", 77, tree.activate, tree.note)],
        ),
        (
            "darwin",
            "for_window",
            [
                ("add_focus_forwarder_to_window_class", "SDLWindow"),
                ("for_window", 77, tree.activate, tree.note),
            ],
        ),
    ):
        monkeypatch.setattr(sys, "platform", system)
        tree.open(77)
        assert (tree.adapter, library.calls) == (adapter, calls)
        library.calls.clear()


def test_a_tree_is_opened_later_once_and_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    library, tree = Library(monkeypatch), ReaderTree("Game")
    monkeypatch.setattr(sys, "platform", "linux")
    for _ in range(2):
        tree.open_later()
        wait_for_opening()
    assert [name for name, *_ in library.calls] == ["Adapter"]
    monkeypatch.delattr("accesskit.unix")
    tree = ReaderTree("Game")
    tree.open_later()
    wait_for_opening()
    assert (tree.adapter, failed) == (None, [])


def test_a_hidden_window_gets_a_tree_of_its_title_and_handle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library, handle = Library(monkeypatch), 99
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(reader_tree, "window_handle", lambda number: number == 7 and handle)
    window: Any = SimpleNamespace(number=7, title="Take it")
    tree = open_tree(window)
    assert tree is not None
    assert library.calls == [("SubclassingAdapter", 99, tree.activate, tree.note)]
    tree.adapter, tree.is_active = Adapter(), True
    tree.show(Outline(()))
    assert dict(tree.adapter.updates[0].nodes)[1].label == "Take it"
    monkeypatch.delattr("accesskit.windows")
    assert open_tree(window) is None, "the library failed"
    monkeypatch.setattr(reader_tree, "window_handle", lambda number: None)
    assert open_tree(window) is None


def test_a_tree_for_later_needs_a_bus_and_the_library_and_no_handle(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    has_library, needs_handle = True, False
    monkeypatch.setattr(reader_tree, "find_spec", lambda name: name if has_library else None)
    monkeypatch.setattr(reader_tree, "needs_handle", lambda: needs_handle)
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert tree_for_later("Game") is None
    (tmp_path / "bus").touch()
    assert isinstance(tree_for_later("Game"), ReaderTree)
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert tree_for_later("Game") is None
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "")
    assert isinstance(tree_for_later("Game"), ReaderTree)
    has_library = False
    assert tree_for_later("Game") is None
    has_library, needs_handle = True, True
    assert tree_for_later("Game") is None


class Voice:
    """The voice of the system, which notes what it says."""

    is_there = is_speaking = is_followed = False
    can_change = frozenset({"rate"})

    def __init__(self) -> None:
        self.spoken: list[tuple[str, Language, bool]] = []

    def voices(self, language: Language) -> tuple[str, ...]:
        return (f"Anna {language.value}",)

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        self.spoken.append((words, language, is_urgent))


def test_a_reader_speaks_while_it_follows_and_the_voice_of_the_system_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr(reader_tree, "time", SimpleNamespace(perf_counter=lambda: now))
    voice, tree = Voice(), ReaderTree("Game")
    read: list[tuple[str, bool]] = []
    monkeypatch.setattr(tree, "say", lambda words, *, is_urgent: read.append((words, is_urgent)))
    speaker = FollowedSpeaker(voice, tree)
    states = []
    for tree.is_active in (False, True):
        for voice.is_there in (False, True):
            states.append((speaker.is_there, speaker.is_followed, speaker.can_change))
    changes = frozenset({"rate"})
    assert states == [
        (False, False, changes),
        (True, False, changes),
        (True, True, frozenset()),
        (True, True, frozenset()),
    ]
    assert speaker.voices(Language.FRENCH) == ("Anna fr",)
    for words, is_urgent in ((" ", True), ("x" * 50, False)):
        speaker.say(words, Language.GERMAN, is_urgent=is_urgent)
        assert speaker.is_speaking is (words != " ")
    now += 1.9
    assert speaker.is_speaking
    now += 0.1
    assert not speaker.is_speaking
    voice.is_speaking = True
    assert speaker.is_speaking
    assert (read, voice.spoken) == ([("x" * 50, False)], [])
    tree.is_active = False
    speaker.say("Hallo", Language.GERMAN, is_urgent=True)
    assert voice.spoken == [("Hallo", Language.GERMAN, True)]
    assert len(read) == 1
