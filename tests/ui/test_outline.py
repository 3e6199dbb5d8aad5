"""The outline of scenes, which screen readers walk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.locale.aloud import word_signs
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.outline import Node, Outline, Role
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Scene
from game.ui.layout.rects import Rect
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import ScrollArea, WidgetScene
from game.ui.widgets.base import Widget
from game.ui.widgets.form import Form
from tests.gallery import collect_samples, open_sample
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
    *("apart-lobby-many", "apart-table", "calculator", "caller", "challenge-win"),
    *("climb-choice", "climb-end", "dialog-quit", "menu-used"),
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
