"""The outline of scenes, which screen readers walk; what they hear and press."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from game.locale import Language
from game.locale.aloud import word_signs
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.outline import Node, Outline, Role
from game.ui.frame.preferences import change_settings
from game.ui.frame.reader_tree import FollowedSpeaker, ReaderTree, tree_for_later
from game.ui.frame.scene import Scene
from game.ui.frame.topics import Topic
from game.ui.layout.rects import Rect
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.table.scene import TableScene
from game.ui.system.reader import is_reader_on, is_tree_wanted, window_handle
from game.ui.widgets import ScrollArea, WidgetScene
from game.ui.widgets.base import Widget
from game.ui.widgets.form import Form
from tests.gallery import collect_samples, open_sample
from tests.ui.test_hands import focused
from tests.ui.test_screen_reader import Dark, open_dark_table
from tests.ui.unseen import SLOW, draw_nothing

pytestmark = pytest.mark.usefixtures("blank")


def opened(context: Context, name: str) -> Scene:
    """A sample screen as a reader finds it."""
    sample = collect_samples()[name]
    dark = Dark(context, sample.make(context))
    dark.wait(min(sample.seconds, 3.0))
    return dark.loop.stack.top


def all_nodes(outline: Outline) -> list[Node]:
    return [one for node in outline.nodes for one in node.walk()]


QUICK = (
    *("apart-lobby-many", "apart-table", "calculator", "caller", "challenge-win", "challenges"),
    *("climb-choice", "climb-end", "daily-league", "dialog-quit", "goals", "menu-used"),
    *("play-daffodil", "records", "review", "rules-1-basics", "settings-general"),
    *("settings-hands", "setup-full", "share", "tutorial-first", "waiting"),
)
SAMPLES = [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
    for name in collect_samples()
]
MOST_STOPS = 200


def reached(form: Form, at: tuple[int, int] = (0, 0)) -> Iterator[tuple[Widget, Rect]]:
    """Yield the widgets that the keyboard can reach, with their places."""
    for widget in form.widgets:
        if widget.can_focus:
            yield widget, widget.rect.moved(*at)
            if isinstance(widget, ScrollArea):
                yield from reached(widget.form, (widget.rect.x, widget.rect.y - widget.top))


def check_outline(scene: Scene, context: Context) -> Outline:
    """Check the outline that a reader gets, and return it.

    No node is there twice, each that has the focus or can have it is at its drawn place, and each
    has a name.
    """
    outline = scene.outline()
    nodes = {node.number: node for node in all_nodes(outline)}
    assert outline.mended().nodes is outline.nodes
    assert outline.focus is None or outline.focus in nodes
    unnamed = [n for n in nodes.values() if n.can_focus or n.role not in (Role.GROUP, Role.ROW)]
    assert [node for node in unnamed if not node.name.strip()] == []
    assert [node.name for node in nodes.values() if node.name.endswith(": ")] == []
    spoken = {
        word_signs(context.catalogue, f"{n.name} {n.about} {n.value}") for n in nodes.values()
    }
    assert [words for words in spoken if set(words) & set("→±×½◆⬢⬡›÷·")] == []
    if isinstance(scene, WidgetScene):
        for widget, rect in reached(scene.form):
            places = [n.rect for n in (nodes.get(id(widget)),) if n is not None and n.can_focus]
            assert places == [rect], (widget, widget.id)
    return outline


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_reached_is_outlined_where_it_is_drawn(
    context: Context, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Tab goes on to the end of every page."""
    draw_nothing(monkeypatch)
    stack = open_sample(collect_samples()[name], context, SLOW)
    scenes, scene = stack.scenes, stack.top
    stops: list[int | None] = []
    while (focus := check_outline(scene, context).focus) not in stops[1:] and len(
        stops
    ) < MOST_STOPS:
        stops.append(focus)
        stack.handle(Command(Action.NEXT))
        stack.update(SLOW)
        assert stack.scenes == scenes
    assert len(stops) < MOST_STOPS
    assert scene.outline() == scene.outline()
    for node in all_nodes(scene.outline()):
        if node.can_focus:
            assert scene.give_keyboard(node.number), node
            assert scene.outline().focus == node.number, node
    assert not scene.give_keyboard(7)


def test_controls_have_their_roles_values_and_labels(context: Context) -> None:
    nodes = all_nodes(opened(context, "settings-sound").outline())
    (volume,) = [n for n in nodes if n.name == context.text("settings.volume") and n.value]
    assert (volume.role, volume.value) == (Role.SLIDER, "70%")
    nodes = all_nodes(opened(context, "settings-general").outline())
    (language,) = [n for n in nodes if n.name == context.text("settings.language") and n.value]
    assert language.role is Role.CHOICE
    assert "English" in language.value
    (switch,) = [n for n in nodes if n.role is Role.SWITCH]
    assert (switch.name, switch.is_on) == (context.text("settings.auto_call"), False)
    (name,) = [n for n in nodes if n.role is Role.FIELD]
    assert name.name == context.text("settings.name")
    assert context.text("settings.title") in {n.name for n in nodes}


@pytest.mark.parametrize(
    ("name", "nodes"),
    [
        ("pause", [(Role.DIALOG, "Pause"), (Role.HEADING, "Pause")]),
        ("dialog-quit", [(Role.DIALOG, "Leave the game?")]),
        ("settings-sound", [(Role.HEADING, "Settings"), (Role.BUTTON, "Back")]),
        ("climb-mountain", [(Role.HEADING, "Today’s mountain")]),
        ("setup", [(Role.BUTTON, "Standard game, chosen"), (Role.HEADING, "Who plays?")]),
        ("rules-1-basics", [(Role.BUTTON, "The game in brief, chosen")]),
    ],
)
def test_what_a_thing_is_and_is_called(
    context: Context, name: str, nodes: list[tuple[Role, str]]
) -> None:
    stack = open_sample(collect_samples()[name], context, SLOW)
    outlined = [(node.role, node.name) for node in all_nodes(stack.top.outline())]
    assert [one for one in nodes if one not in outlined] == []


def test_the_rules_are_outlined_by_the_paragraph(context: Context) -> None:
    scene = opened(context, "rules-1-basics")
    assert isinstance(scene, RulesScene)
    outlined = {node.name: node.role for node in all_nodes(scene.outline())}
    assert {outlined.get(one.words) for one in scene.paragraphs()} == {Role.HEADING, Role.LABEL}
    assert len(scene.paragraphs()) > 5


def test_the_board_is_a_grid_whose_focus_says_what_a_tile_would_do(context: Context) -> None:
    dark = open_dark_table(context)
    table = dark.loop.stack.top
    assert isinstance(table, TableScene)
    dark.press("n", "c", "3", "return", "c", "2")
    outline = table.outline()
    (grid,) = [node for node in outline.nodes if node.role is Role.GRID]
    assert [len(row.children) for row in grid.children] == [3, 4, 5, 4, 3]
    cells = {node.number: node for row in grid.children for node in row.children}
    assert outline.focus in cells
    assert cells[outline.focus].name == table.reader.words.focus()
    taken = [cell for cell in cells.values() if cell.name.startswith("c3")]
    assert taken[0].name == table.reader.words.space(
        [one.name for one in table.game.match.rules.grid.spaces].index("c3")
    )
    assert table.give_keyboard(next(n for n, c in cells.items() if c.name.startswith("e1")))
    assert table.reader.words.space_meant().startswith("e1")
    change_settings(context, has_speech=False)


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


RECT = Rect(0, 0, 9, 9)


def test_a_reader_gets_each_number_once_and_a_focus_that_is_there() -> None:
    leaf, twin = (Node(2001, Role.LABEL, name, RECT) for name in ("leaf", "twin"))
    box = Node(2000, Role.GROUP, "", RECT, children=(leaf, Node(2002, Role.GROUP, "", RECT)))
    inner = Node(2003, Role.GROUP, "", RECT, children=(leaf, twin))
    given = Outline((box, twin, inner, box), 2009, (2008, 2003, 2000)).mended()
    assert given.numbers() == [2000, 2001, 2002, 2003]
    assert given.nodes[0] == box
    assert given.focus == 2003
    assert Outline((box,), 2009, (2008,)).mended().focus is None
    assert Outline((box,), 2001, (2000,)).mended().focus == 2001


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
