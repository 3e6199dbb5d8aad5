"""The tree for screen readers: what they get, what they request, and the voice that they have."""

from __future__ import annotations

import os
import time
from types import SimpleNamespace

import pytest

from game.locale import Language
from game.ui.frame.context import Context
from game.ui.frame.outline import Node, Outline, Role
from game.ui.frame.preferences import change_settings
from game.ui.frame.reader_tree import FollowedSpeaker, ReaderTree, tree_for_later
from game.ui.frame.topics import Topic
from game.ui.layout.rects import Rect
from game.ui.system.reader import is_reader_on, is_tree_wanted, window_handle
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
    dark.wait(0.1)
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
    time.sleep(0.3)
    assert not tree.is_active
    assert not is_tree_wanted()
    # Neither system is there to be asked.
    assert not any(map(is_reader_on, ("win32", "darwin", "linux")))
    assert window_handle(12345) is None


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
