"""Pages as trees: what persists, what is renewed, where parts are, what is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import pairwise
from types import MethodType

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    MouseButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Scrolled,
)
from game.ui.frame.outline import Role
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Navigation, Pop, Pulse, Push, Quit
from game.ui.frame.topics import GIST_LETTERS, Topic
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    SILENT,
    Across,
    ActionBand,
    AlignedRows,
    Cells,
    Column,
    ListRow,
    Maybe,
    Over,
    PageScene,
    Panel,
    Picture,
    Row,
    Scroll,
    Sides,
    Sign,
    Slab,
    Spacer,
    Text,
    Widget,
)
from game.ui.parts.leaves import Paint
from game.ui.sound.names import Sound
from game.ui.widgets import (
    Button,
    IconButton,
    KeyHints,
    PressResult,
    ScrollArea,
    Segmented,
    Slider,
    Stepper,
    TextField,
    Toggle,
)
from game.ui.widgets.buttons import WordLink
from game.ui.widgets.tiles import TileGrid
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import Stage
from tests.ui.test_screen_reader import Said

TILES = tuple(Tile.parse(text) for text in ("294", "658", "713"))


@dataclass
class State:
    """The state that a page of these tests shows."""

    count: int = 0
    is_on: bool = False
    value: float = 0.5
    grade: int = 3
    choice: str = "b"
    text: str = "Ana"
    pages: int = 0
    picked: list[Tile] = field(default_factory=list)


class Page(PageScene):
    """A page of whatever a test wants on it; `state` is what its widgets change."""

    def __init__(self, context: Context, make: Callable[[Page], Widget]) -> None:
        super().__init__(context)
        self.make = make
        self.state = State()
        self.wants_renewal = False
        self.leads_on: Navigation | None = None

    def page(self) -> Widget:
        """Made anew each time, and counted."""
        self.state.pages += 1
        return self.make(self)

    def animate(self, dt: float) -> Pulse:
        """As a page that waits for something."""
        if self.wants_renewal:
            self.renew()
        return Pulse(self.wants_renewal, self.leads_on)

    def put(self, name: str, value: object) -> PressResult:
        """Change the state."""
        setattr(self.state, name, value)
        return None

    def add(self) -> PressResult:
        """Count."""
        self.state.count += 1
        return None


def open_page(context: Context, make: Callable[[Page], Widget]) -> tuple[Stage, Page]:
    """A stage with that page on it."""
    scene = Page(context, make)
    return Stage(context, scene), scene


def controls(page: Page) -> list[Widget]:
    """One of every widget that can be used, each with its name."""
    state, context = page.state, page.context
    grades = [1, 2, 3, 4]
    options: list[tuple[str, str]] = [("a", "one"), ("b", "two"), ("c", "three")]
    return [
        Button("press", page.add, id="button"),
        WordLink("lead", page.add, leads=True, id="link"),
        IconButton(Icon.PLUS, page.add, tooltip="more", id="icon"),
        Toggle("switch", state.is_on, partial(page.put, "is_on"), id="toggle"),
        Segmented(options, state.choice, partial(page.put, "choice"), id="segmented"),
        Slider(state.value, partial(page.put, "value"), id="slider"),
        Stepper(grades, state.grade, partial(page.put, "grade"), id="stepper"),
        TextField(context, state.text, partial(page.put, "text"), id="field"),
        ListRow(page.add, "a row", id="row", size=50),
        TileGrid(TILES, lambda tile: True, state.picked.append, name_of=str, id="tiles", size=60),
        Text("seven", explain="what seven is", id="explained"),
        KeyHints([("Esc", "back")]),
        Text("words"),
        Sign(Icon.STAR),
        Picture(lambda surface, rect: None, share=1),
    ]


def of_controls(page: Page) -> Widget:
    """All of them in a column."""
    return Column(*controls(page), gap=4, pad=20)


def in_a_list(page: Page) -> Widget:
    """All of them in a list that scrolls."""
    return Column(Scroll(*controls(page), gap=4, size=780), pad=10)


def at(stage: Stage, widget: Widget, x: float = 0.5, y: float = 0.5) -> tuple[float, float]:
    """A point of a widget in the window."""
    middle = stage.place_of(widget)
    rect = widget.rect
    return middle[0] + (x - 0.5) * rect.w, middle[1] + (y - 0.5) * rect.h


Gesture = Callable[[Stage, Page, Callable[[], None]], None]


def press_and_release(name: str, stage: Stage, page: Page, between: Callable[[], None]) -> None:
    """Press a part, let something happen, release it where it was."""
    point = at(stage, page.part(name))
    stage.give(PointerMoved(point))
    stage.give(PointerPressed(point, MouseButton.PRIMARY))
    between()
    stage.give(PointerReleased(point, MouseButton.PRIMARY, point))


def drag_the_slider(stage: Stage, page: Page, between: Callable[[], None]) -> None:
    """Drag it to the left, and on after something has happened."""
    slider = page.part("slider")
    start = at(stage, slider, 0.45)
    stage.give(PointerPressed(start, MouseButton.PRIMARY))
    between()
    stage.give(PointerMoved(at(stage, slider, 0.2), start, True))
    between()
    stage.give(PointerMoved((0.0, 0.0), start, True))
    stage.give(PointerReleased((0.0, 0.0), MouseButton.PRIMARY, start, True))


def edit_the_field(stage: Stage, page: Page, between: Callable[[], None]) -> None:
    """Replace a name's middle: caret and selection stay where they are."""
    page.focus("field")
    stage.press("home")
    stage.give(Command(None, key="right"))
    between()
    stage.give(Command(None, key="right", is_shift=True))
    between()
    stage.type("x")
    between()
    stage.type("y")


def step_twice(stage: Stage, page: Page, between: Callable[[], None]) -> None:
    """Press the minus of a stepper twice."""
    point = at(stage, page.part("stepper"), 0.02)
    stage.give(PointerMoved(point))
    for _ in range(2):
        stage.give(PointerPressed(point, MouseButton.PRIMARY))
        between()
        stage.give(PointerReleased(point, MouseButton.PRIMARY, point))


def choose_the_third(stage: Stage, page: Page, between: Callable[[], None]) -> None:
    """Point at an option, then press it."""
    part = page.part("segmented")
    assert isinstance(part, Segmented)
    third = part.cells()[2].centre[0] - part.rect.x
    point = at(stage, part, third / part.rect.w)
    stage.give(PointerMoved(point))
    between()
    assert part.pointed == "c"
    press_at(stage, point, between)


def press_at(stage: Stage, point: tuple[float, float], between: Callable[[], None]) -> None:
    """Press and release there."""
    stage.give(PointerPressed(point, MouseButton.PRIMARY))
    between()
    stage.give(PointerReleased(point, MouseButton.PRIMARY, point))


def walk_over_tiles(stage: Stage, page: Page, between: Callable[[], None]) -> None:
    """Go to the second tile by key and pick it."""
    page.focus("tiles", is_shown=True)
    stage.press("right")
    between()
    stage.press("return")


def walk_to_the_number(stage: Stage, page: Page, between: Callable[[], None]) -> None:
    """On to the second explanation by the key that explains."""
    key = next(chord for chord, action in KEYS.items() if action is Action.EXPLAIN)
    stage.press(key)
    between()
    stage.press(key)
    between()
    explained = page.part("explained")
    assert explained.is_focused
    assert explained.shows_focus
    assert explained.hint() == "what seven is"


KEYS = {chord: DEFAULT_BINDINGS.action(chord) for chord in "abcdefghijklmnopqrstuvwxyz?"}
GESTURES: dict[str, tuple[Gesture, Callable[[State], object], object]] = {
    "button": (partial(press_and_release, "button"), lambda s: s.count, 1),
    "link": (partial(press_and_release, "link"), lambda s: s.count, 1),
    "icon": (partial(press_and_release, "icon"), lambda s: s.count, 1),
    "toggle": (partial(press_and_release, "toggle"), lambda s: s.is_on, True),
    "row": (partial(press_and_release, "row"), lambda s: s.count, 1),
    "slider": (drag_the_slider, lambda s: s.value, 0.0),
    "field": (edit_the_field, lambda s: s.text, "Axya"),
    "stepper": (step_twice, lambda s: s.grade, 1),
    "segmented": (choose_the_third, lambda s: s.choice, "c"),
    "tiles": (walk_over_tiles, lambda s: s.picked, [TILES[1]]),
    "explained": (walk_to_the_number, lambda s: s.count, 0),
}


@pytest.mark.parametrize("make", [of_controls, in_a_list])
@pytest.mark.parametrize("name", GESTURES)
def test_a_gesture_goes_on_over_a_renewal_in_its_middle(
    context: Context, name: str, make: Callable[[Page], Widget]
) -> None:
    gesture, result, expected = GESTURES[name]
    stage, page = open_page(context, make)
    part = page.part(name)
    gesture(stage, page, page.renew)
    assert result(page.state) == expected
    assert page.part(name) is part


def test_every_widget_takes_part_in_these_gestures(context: Context) -> None:
    _, page = open_page(context, of_controls)
    others = {Column, Row, Sign, Picture, KeyHints}
    kinds = {type(part) for part in page.root.walk()} - others
    named = {type(page.part(name)) for name in GESTURES}
    assert kinds == named
    missing = {k for k in all_kinds(Widget) if k.is_focusable and k not in kinds}
    # A bar's drag has a test of its own.
    assert {k for k in missing if k.__module__.startswith("game.ui.widgets")} == {
        Widget,
        ScrollArea,
    }


def all_kinds(kind: type[Widget]) -> list[type[Widget]]:
    """A class and all that inherit from it."""
    return [kind, *(found for below in kind.__subclasses__() for found in all_kinds(below))]


def test_no_part_keeps_itself_in_what_it_is_told(context: Context) -> None:
    """No argument of a part holds that part: a discarded one would be passed on to the one that
    stays.
    """
    _, page = open_page(context, of_controls)
    for part in page.root.walk():
        for name, value in vars(part).items():
            is_own = name in part.state_names
            assert is_own or not (isinstance(value, MethodType) and value.__self__ is part), name


def test_a_slide_and_a_drag_of_the_bar_go_on(context: Context) -> None:
    rows = [Button(f"row {n}", lambda: None, id=n, size=60) for n in range(30)]
    stage, page = open_page(
        context, lambda page: Column(Scroll(*rows_of(page, len(rows)), gap=4, share=1), pad=20)
    )
    area = next(w for w in page.form.widgets if isinstance(w, ScrollArea))
    x = area.rect.right - 3
    stage.give(PointerPressed((x, area.rect.y + 5), MouseButton.PRIMARY))
    stage.give(PointerMoved((x, area.rect.y + 105), (x, area.rect.y + 5), True))
    page.renew()
    middle = area.top
    assert middle > 0
    stage.give(PointerMoved((x, area.rect.y + 205), (x, area.rect.y + 5), True))
    assert area.top > middle
    stage.give(PointerReleased((x, area.rect.y + 205), MouseButton.PRIMARY))
    stage.give(Scrolled(area.rect.centre, 1))
    assert area.top > 0
    assert next(w for w in page.form.widgets if isinstance(w, ScrollArea)) is area


def rows_of(page: Page, count: int) -> list[Widget]:
    """Rows with ids."""
    return [Button(f"row {n}", page.add, id=n, size=60) for n in range(count)]


def test_parts_of_a_list_are_the_same_by_id_wherever_they_stand(context: Context) -> None:
    order = [1, 2, 3]

    def make(page: Page) -> Widget:
        return Column(*(Button(f"row {n}", page.add, id=n) for n in order))

    _, page = open_page(context, make)
    second = page.part(2)
    page.focus(2)
    order[:] = [2, 3]
    page.renew()
    assert page.part(2) is second
    assert second.is_focused
    with pytest.raises(LookupError):
        page.part(1)


def test_what_is_left_out_keeps_its_place(context: Context) -> None:
    shown: list[Maybe] = [False]

    def make(page: Page) -> Widget:
        return Column(shown[0], Button("second", page.add))

    stage, page = open_page(context, make)
    second = stage.find("second")
    shown[0] = Button("first", page.add)
    page.renew()
    assert stage.find("second") is second
    assert stage.find("first") is not second


def test_every_used_input_renews_and_no_other(context: Context) -> None:
    def make(page: Page) -> Widget:
        return Column(
            Button("count", page.add, id=MAIN),
            Text(f"{page.state.count} times"),
            Button("away", Pop, id="away"),
            Button("over", lambda: Push(Page(context, lambda page: Spacer())), id="over"),
            pad=50,
        )

    stage, page = open_page(context, make)
    assert "0 times" in stage.read()
    stage.press("return")
    assert "1 times" in stage.read()
    made = page.state.pages
    stage.press("z")
    stage.let(1)
    stage.give(PointerMoved((1.0, 1.0)))
    assert page.state.pages == made
    page.wants_renewal = True
    stage.let(2 / 60)
    assert page.state.pages == made + 2
    page.wants_renewal = False
    stage.click(page.part("over"))
    made = page.state.pages
    assert stage.top is not page
    stage.press("escape")
    assert stage.top is page
    assert page.state.pages == made + 1
    stage.press("escape")
    assert page.state.pages == made + 1
    assert stage.stack.is_empty


def test_the_main_part_comes_first_and_has_the_focus(context: Context) -> None:
    def make(page: Page) -> Widget:
        return Column(
            Button("a", page.add, id="a"),
            Row(Button("b", page.add, id="b"), Button("main", page.add, id=MAIN)),
            bool(page.state.count < 2) and Button("c", page.add, id="c"),
        )

    stage, page = open_page(context, make)
    assert page.part(MAIN).is_focused
    for expected in ("a", "b", "c", MAIN):
        stage.press("tab")
        assert page.part(expected).is_focused
    page.focus("c")
    stage.press("return", "return")
    assert page.part(MAIN).is_focused


def test_a_panel_lets_the_pointer_through_and_words_that_say_nothing_more(
    context: Context,
) -> None:
    def make(page: Page) -> Widget:
        return Over(Button("below", page.add, id="below"), Panel(Text("words", share=1), share=1))

    stage, page = open_page(context, make)
    stage.click(page.part("below"))
    assert page.state.count == 1


def test_a_shortcut_presses_its_part_unless_that_is_disabled(
    context: Context, heard: Heard
) -> None:
    why: list[str | None] = [None]

    def make(page: Page) -> Widget:
        return Column(Button("copy", page.add, shortcut=Action.COPY, why_disabled=why[0]))

    stage, page = open_page(context, make)
    stage.give(Command(Action.COPY))
    assert page.state.count == 1
    why[0] = "not now"
    page.renew()
    stage.give(Command(Action.COPY))
    assert page.state.count == 1
    assert heard.sounds[-1] is Sound.REFUSE


def test_a_shortcut_presses_once_while_it_is_held_and_nothing_that_is_hidden(
    context: Context,
) -> None:
    def make(page: Page) -> Widget:
        return Column(Button("copy", page.add, shortcut=Action.COPY, id="copy"))

    stage, page = open_page(context, make)
    for is_repeat in (False, True, True):
        stage.give(Command(Action.COPY, is_repeat=is_repeat))
    assert page.state.count == 1
    page.part("copy").is_hidden = True
    stage.give(Command(Action.COPY))
    assert page.state.count == 1


LONG = "Here stands a sentence that is so long that it has to be broken into several lines."


def test_a_page_is_read_in_sentences_in_its_order(context: Context) -> None:
    def make(page: Page) -> Widget:
        return page.headed(
            "The title",
            Panel(
                Row(Text("Value", "strong"), Text("7", "number"), id="value"),
                Text(LONG, size=300, most=200),
                Picture(lambda surface, rect: None, share=1, reads="A ladder, three of five"),
                Row(Text("Name"), Toggle("", True, lambda is_on: None, id=MAIN, grow=1)),
                share=1,
            ),
            Text("What now?", id=READ_WITH_HEADING),
            back="Back",
        )

    stage, page = open_page(context, make)
    stage.press("tab")
    assert page.read(Topic.HEADING) == "The title. What now?"
    panel = f"Value: 7. {LONG} A ladder, three of five. Name: on."
    assert page.read(Topic.BOARD) == f"The title. {panel} What now?"
    page.focus(MAIN)
    assert page.read(Topic.FOCUS) == "Name: on."
    assert page.read(Topic.NOW) == "The title. What now? Name: on."
    assert page.read(Topic.LINES) == panel
    assert page.read(Topic.SCORE) == "Nothing is counted here."
    page.counted = ("value",)
    assert page.read(Topic.SCORE) == "Value: 7."


def test_what_stands_in_one_row_is_one_sentence(context: Context) -> None:
    """The label first, then its values; a place in a ranking before a name; columns by name."""
    sheet = AlignedRows(
        Row(Spacer(), Text(""), *map(Text, ("R1", "Total"))),
        Row(Text("1."), *map(Text, ("Ana", "84", "169"))),
        Row(Sign(Icon.TROPHY, reads="2."), *map(Text, ("Ben", "80", "151"))),
        has_head=True,
    )
    about = Column(Text("Volume"), Text("How loud it is."))
    parts: dict[str, Widget] = {
        "3. Cléo: 78.": Row(Text("3."), Text("Cléo"), Text("78")),
        "All seats are taken. Begin.": Row(Text("All seats are taken."), Button("Begin", Quit)),
        "Copy. Share.": Row(Button("Copy", Quit), Button("Share", Quit)),
        "Volume: 50%. How loud it is.": Row(about, Slider(0.5, lambda value: None)),
        "1. Ana: R1 84, Total 169. 2. Ben: R1 80, Total 151.": sheet,
        "Ana.": Row(Text("Ana"), Text("A", reads=SILENT)),
        "Deal code: TIE, text field.": TextField(context, "TIE", placeholder="Deal code"),
    }
    _, page = open_page(context, lambda page: Column(*parts.values()))
    assert [page.spoken(part) for part in page.root.parts] == list(parts)  # type: ignore[attr-defined]


def test_reads_replaces_what_a_container_contains(context: Context) -> None:
    _, page = open_page(
        context,
        lambda page: Cells(*(Text(str(n)) for n in range(40)), columns=8, reads="40 cells"),
    )
    assert page.read(Topic.BOARD) == "40 cells."


def crowded(count: int) -> Callable[[Page], Widget]:
    """A panel with more words the higher `count` is."""

    def make(page: Page) -> Widget:
        texts = (Text(f"{LONG} {n}", id=n) for n in range(count))
        return Column(Panel(*texts, share=1), pad=20)

    return make


def sizes_of(page: Page) -> set[int]:
    """The sizes, in pixels, of the words in the panel."""
    painter = page.context.painter
    sizes = set()
    for part in page.root.walk():
        if isinstance(part, Text):
            with painter.letters_scaled(part.word_scale):
                sizes.add(painter.fit(str(part.words), part.rect.size, part.style(painter)).size)
    return sizes


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_words_shrink_together_and_never_below_100_percent_then_they_scroll(
    context: Context, size: tuple[int, int]
) -> None:
    normal = make_view(size)
    context.painter = Painter(make_view(size, 2.0))
    least = normal.px(context.painter.theme.type.body.size)
    full = context.painter.px(context.painter.theme.type.body.size)
    seen = set()
    for count in range(1, 60, 3):
        _, page = open_page(context, crowded(count))
        (now,) = sizes_of(page)
        assert least <= now <= full
        does_scroll = any(isinstance(w, ScrollArea) for w in page.form.widgets)
        assert now == least or not does_scroll
        seen.add((now, does_scroll))
        texts = [part for part in page.root.walk() if isinstance(part, Text)]
        for above, below in pairwise(texts):
            assert above.rect.bottom <= below.rect.y
    assert (full, False) in seen
    assert any(least < now < full for now, _ in seen)
    assert (least, True) in seen


@pytest.mark.parametrize("makes", [partial(Cells, columns=3), partial(Row, even=True)])
def test_where_the_words_of_one_of_several_alike_shrink_all_do(
    context: Context, makes: Callable[..., Widget]
) -> None:
    context.painter = Painter(make_view((1024, 640), 2.0))
    full = context.painter.px(context.painter.theme.type.body.size)
    for counts in ((1, 1, 1), (14, 1, 1), (1, 14, 1), (1, 1, 14)):

        def make(page: Page, counts: tuple[int, ...] = counts) -> Widget:
            return Column(makes(*(Panel(Text(f"{LONG} " * count)) for count in counts), share=1))

        _, page = open_page(context, make)
        (size,) = sizes_of(page)
        assert (size == full) is (max(counts) == 1)


def test_cells_are_equal_to_the_pixel_and_reach_both_edges(context: Context) -> None:
    for width in range(400, 420):
        cells = Cells(*(Spacer() for _ in range(12)), columns=9, gap=3)
        cells.arrange(context, Rect(7, 0, width, 100))
        rects = [part.rect for part in cells.parts]
        assert len({rect.w for rect in rects}) == 1
        assert (rects[0].x, rects[8].right) == (7, 7 + width)
        assert all(left.right < right.x for left, right in pairwise(rects[:9]))
        assert [rect.x for rect in rects[9:]] == [rect.x for rect in rects[:3]]


def test_the_focus_follows_into_an_area_that_begins_to_scroll(context: Context) -> None:
    count = [3]

    def make(page: Page) -> Widget:
        return Panel(*(Button(f"b {n}", page.add, id=n) for n in range(count[0])))

    stage, page = open_page(context, make)
    page.focus(2)
    count[0] = 40
    page.renew()
    assert page.part(2).is_focused
    stage.press("return")
    assert page.state.count == 1
    count[0] = 3
    page.renew()
    assert page.part(2).is_focused


@pytest.mark.parametrize("why", [None, "a name is missing"])
def test_a_page_opens_at_its_main_part_unless_something_is_to_be_filled_in_first(
    context: Context, why: str | None
) -> None:
    def make(page: Page) -> Widget:
        rows = (Button(f"b {n}", page.add, id=n) for n in range(40))
        return Panel(*rows, Button("begin", page.add, why_disabled=why, id=MAIN))

    _, page = open_page(context, make)
    (area,) = (part for part in page.form.widgets if isinstance(part, ScrollArea))
    assert page.part(MAIN).is_focused
    assert (area.top > 0) == (why is None)


def test_a_scroller_gives_way_before_words_shrink(context: Context) -> None:
    def make(page: Page) -> Widget:
        return Panel(Text(LONG), Scroll(*rows_of(page, 30), gap=4), Text(LONG))

    _, page = open_page(context, make)
    assert {part.word_scale for part in page.root.walk()} == {1.0}
    assert max(widget.rect.bottom for widget in page.form.widgets) <= 800


def test_a_scroller_with_room_enough_is_filled_by_its_shares(context: Context) -> None:
    def make(page: Page) -> Widget:
        return Scroll(Text("above"), Spacer(share=1), Text("below", id="foot"), id="list")

    _, page = open_page(context, make)
    assert not any(isinstance(widget, ScrollArea) for widget in page.form.widgets)
    assert page.part("foot").rect.bottom == page.part("list").rect.bottom


def test_rows_are_aligned_by_their_widest_parts(context: Context) -> None:
    def make(page: Page) -> Widget:
        return AlignedRows(
            Row(Text("a"), Text("bbbbbb", id=1), Text("c", share=1, id=2), gap=10),
            Row(Text("aaaaaaaa"), Text("b", id=3), Text("c", share=1, id=4), gap=10),
            Row(Text("aaaa"), Spacer(), Text("c", share=1, id=5), gap=10),
            pad=10,
        )

    _, page = open_page(context, make)
    xs = {n: page.part(n).rect.x for n in range(1, 6)}
    assert xs[1] == xs[3]
    assert xs[2] == xs[4] == xs[5]
    assert page.part(2).rect.w == page.part(4).rect.w


def test_a_row_stacks_where_it_has_no_room(context: Context) -> None:
    def make(page: Page) -> Widget:
        words = ("short", LONG if page.state.is_on else "also short")
        buttons = (Button(w, page.add, id=n) for n, w in enumerate(words))
        return Column(Row(*buttons, gap=10, even=True, stacks=True), pad=20)

    _, page = open_page(context, make)
    assert page.part(0).rect.y == page.part(1).rect.y
    page.state.is_on = True
    page.renew()
    assert page.part(0).rect.bottom <= page.part(1).rect.y
    assert page.part(1).rect.w == page.part(0).rect.w


def test_lengths_are_units_and_follow_the_view(context: Context) -> None:
    context.painter = Painter(make_view((1920, 1200)))
    _, page = open_page(
        context,
        lambda page: Row(
            Text("", size=100, id="a"), Panel(share=1, most=200, id="b"), Text("", share=1, id="c")
        ),
    )
    assert page.part("a").rect == Rect(0, 0, 150, 1200)
    assert page.part("b").rect.w == 300
    assert page.part("c").rect.x == 450


def test_an_upright_window_makes_a_page_larger_as_far_as_all_of_it_has_room(
    context: Context,
) -> None:
    def make(page: Page) -> Widget:
        rows = (ListRow(page.add, f"Row {index}", id=index) for index in range(page.state.count))
        link = WordLink("A link that has room beside no larger action", page.add, id="link")
        foot = Row(link, Spacer(share=1), ActionBand("Play", page.add, id="go"))
        return page.headed("Head", Panel(*rows, share=1, align="left", id="rows"), foot)

    context.painter = Painter(make_view((1080, 1920)))
    _, page = open_page(context, make)
    scales = []
    for page.state.count in range(1, 27, 4):
        page.renew()
        rows = [page.part(index).rect for index in range(page.state.count)]
        scales.append(page.view.scale)
        assert all(above.bottom <= below.y for above, below in pairwise(rows))
        assert page.part("back").rect.bottom < rows[0].y
        link, go = page.part("link").rect, page.part("go").rect
        assert rows[-1].bottom <= min(link.y, go.y)
        is_above = link.bottom <= go.y
        assert is_above or (link.right <= go.x and page.view.scale < PageScene.larger[0])
        assert rows[0].x == page.view.px(38) + page.view.px(20)
        if page.state.count < 10:
            # What is short is a poster, not a form at the top.
            assert rows[0].y > 1920 // 6
    assert scales == sorted(scales, reverse=True)
    assert scales[0] == PageScene.larger[0]
    assert scales[-1] == 1
    page.state.count = 1
    page.renew()
    assert page.view.scale == 1, "what a press takes away moves nothing"
    page.resize(make_view((1080, 1920)))
    assert page.view.scale == PageScene.larger[0]
    page.resize(make_view((1920, 1080)))
    assert page.view.scale == make_view((1920, 1080)).scale
    poster = page.part(0).rect.y
    page.state.count = 9
    page.renew()
    assert page.part(0).rect.y + 1080 // 10 < poster, "what fills half a page begins at its top"


def test_sides_are_below_each_other_in_an_upright_window(context: Context) -> None:
    def make(page: Page) -> Widget:
        left = Column(Text("words", id="words"), pad=(20, 0, 0, 0), size=300, align="left")
        middle = Column(Picture(lambda surface, rect: None, share=1, id="board"), share=1)
        right = Panel(Text("more words", id="more"), pad=0, size=300, align="left")
        return Sides(left, middle, right, gap=30)

    for size in ((1080, 1920), (800, 1000), (1200, 1210)):
        context.painter = Painter(make_view(size))
        _, page = open_page(context, make)
        words, board, more = (page.part(each).rect for each in ("words", "board", "more"))
        assert words.bottom < board.y < board.bottom < more.y
        assert words.x == more.x
        assert board.h > size[1] / 2
    context.painter = Painter(make_view((1280, 800)))
    _, page = open_page(context, make)
    words, board, more = (page.part(each).rect for each in ("words", "board", "more"))
    assert words.right < board.x < board.right < more.x


def test_the_language_is_followed(context: Context) -> None:
    stage, page = open_page(
        context, lambda page: Column(Text(page.context.text("together.who"), id="who"))
    )
    before = stage.read()
    context.catalogue = load_catalogue(Language("de"))
    page.resize(context.painter.view)
    assert stage.read() != before


def test_what_is_live_is_told_once_when_it_changes_by_itself(context: Context) -> None:
    """Not what a press has changed, not what stays, nothing from below another scene."""
    speaker = context.speaker = Said()
    change_settings(context, has_speech=True)
    stage, page = open_page(
        context,
        lambda page: Column(
            Text(f"{page.state.count} guests", live=True),
            Scroll(Text(page.state.text, live=f"Who: {page.state.text}")),
            Text(page.state.choice),
            Button("more", page.add, id=MAIN),
        ),
    )
    page.wants_renewal = True
    stage.let(0.1)
    assert speaker.texts == []
    page.state.text = "Ben"
    page.state.choice = "c"
    stage.let(0.1)
    assert speaker.texts == ["Who: Ben."]
    page.state.count = 2
    stage.let(0.1)
    assert speaker.texts == ["Who: Ben.", "2 guests."]
    stage.press("return")
    stage.let(0.1)
    assert page.state.count == 3
    page.state.count, page.leads_on = 4, Quit()
    page.update(0.1)
    assert speaker.texts == ["Who: Ben.", "2 guests."], "it is closed"
    page.leads_on = None
    page.leave()
    page.state.count = 5
    stage.let(0.1)
    assert speaker.texts == ["Who: Ben.", "2 guests."]


def test_a_page_reads_its_first_heading_its_columns_and_long_ones_in_pages(
    context: Context,
) -> None:
    def make(page: Page) -> Widget:
        return Column(
            Text("First", "heading"),
            Text("Second", "heading"),
            *(Text(f"Sentence {n} has some {'more ' * 6}words.") for n in range(9)),
        )

    _, page = open_page(context, make)
    assert page.read(Topic.HEADING) == "First."
    assert page.read_on(Topic.HEADING, 1) == "First."
    _, asking = open_page(
        context, lambda page: Column(Text("Sure?", "title", id=READ_WITH_HEADING), Text("No"))
    )
    assert asking.read(Topic.HEADING) == "Sure?", "once, although it is both"
    whole, more = page.read(Topic.BOARD), context.text("heard.spoken.more")
    pages = [page.read_on(Topic.BOARD, number) for number in range(8)]
    length = pages.index(pages[0], 1)
    assert pages[length : 2 * length] == pages[: 8 - length][:length], "they go round"
    assert length > 2
    assert all(words.endswith(f" {more}") for words in pages[: length - 1])
    assert more not in pages[length - 1]
    assert " ".join(words.removesuffix(f" {more}") for words in pages[:length]) == whole
    assert all(len(words) <= GIST_LETTERS for words in pages)
    page.counted = ("figure",)
    page.root.id = "figure"
    for topic in (Topic.LINES, Topic.SCORE):
        assert [page.read_on(topic, number) for number in range(8)] == pages
    assert page.read_on(Topic.NOW, 1) == page.read(Topic.NOW)


def test_a_field_s_example_is_no_second_label_of_a_full_one(context: Context) -> None:
    def make(page: Page) -> Widget:
        field = TextField(context, page.state.text, placeholder="e.g. Ana", id=MAIN)
        return Column(Row(Text("Name"), field))

    _, page = open_page(context, make)
    assert page.read(Topic.FOCUS) == "Name: Ana, text field."
    page.state.text = ""
    page.renew()
    assert page.read(Topic.FOCUS) == "Name: e.g. Ana, text field."


def test_keys_read_the_focus_with_its_hint_the_section_or_the_row_around_it(
    context: Context,
) -> None:
    def make(page: Page) -> Widget:
        return Column(
            Text("Title", "title"),
            Panel(Text("Section"), Panel(Button("In", page.add, id="in"), Text("inner"))),
            Row(Button("Left", page.add, id="left", tooltip="It is left."), Button("Right", Quit)),
            Column(Button("Alone", page.add, id="alone")),
        )

    _, page = open_page(context, make)
    assert page.read(Topic.HERE) == page.read(Topic.HEADING) == "Title."
    for name, lines, here in (
        ("in", "Section. In. inner.", "In."),
        ("left", "Left. Right.", "Left. It is left."),
        ("alone", page.read(Topic.BOARD), "Alone."),
    ):
        page.focus(name)
        assert page.read(Topic.LINES) == lines
        assert page.read(Topic.HERE) == page.read(Topic.ENDS) == here
        assert page.read(Topic.NOW) == f"Title. {here}"


class Question(Page):
    """A page over the one below."""

    is_overlay = True


def test_a_box_over_a_page_is_a_dialog_named_by_its_heading(context: Context) -> None:
    for words, name in (
        ([Text("First."), Text("Sure?", "title")], "Sure?"),
        ([Text("First"), Text("second")], "First"),
        ([], ""),
    ):

        def make(page: Page, words: list[Text] = words) -> Widget:
            return page.lifted(*words, Sign(Icon.STAR, reads="" if words else SILENT), width=600)

        page = Question(context, make)
        Stage(context, page)
        if words:
            (node,) = page.outline().nodes
            assert (node.role, node.name) == (Role.DIALOG, name)
        assert page.lying() is not None
    _, plain = open_page(context, lambda page: Panel(Text("First")))
    assert [node.role for node in plain.outline().nodes] == [Role.GROUP]
    assert plain.lying() is None
    _, drawer = open_page(context, lambda page: Column(Slab(Text("x"), size=300, id="slab")))
    assert drawer.lying() == drawer.part("slab").rect
    _, card = open_page(context, lambda page: Across(Text("x")))
    assert card.lying() is None, "a card beside other things is no panel over a page"


def test_a_list_that_is_scrolled_over_a_page_is_no_dialog(context: Context) -> None:
    page = Question(context, lambda page: Scroll(*rows_of(page, 40)))
    Stage(context, page)
    assert [node.role for node in page.outline().nodes] == [Role.GROUP]


def test_the_first_part_of_a_page_has_the_focus_before_its_action(context: Context) -> None:
    def make(page: Page) -> Widget:
        return Column(ActionBand("Go", page.add, id="go"), Button("a", page.add, id="a"))

    for first, focused in (("a", "a"), ("b", "go"), (MAIN, "go")):
        page = Page(context, make)
        page.first = first
        Stage(context, page)
        assert page.focused_leaf() is page.part(focused)


def test_a_page_is_no_larger_than_its_parts_have_room_beside_each_other(context: Context) -> None:
    """A part of a fixed length shrinks no words: it would leave the window."""
    context.painter = Painter(make_view((640, 1000)))
    for units, times in ((390, 1.6), (410, 1.4), (480, 1.4), (490, 1.2), (620, 1)):

        def make(page: Page, units: float = units) -> Widget:
            return Across(Row(Spacer(size=units), Text("7", size=200)), pad=0)

        _, page = open_page(context, make)
        larger = page.view.scale / make_view((640, 1000)).scale
        assert (units, round(larger, 2)) == (units, times)


def test_a_press_that_leads_on_renews_a_page_whose_state_is_the_same(context: Context) -> None:
    """What is opened may change what the page shows when it is uncovered."""
    other = Page(context, lambda page: Spacer())
    stage, page = open_page(
        context, lambda page: Column(Button("on", partial(Push, other), id="on"))
    )
    page.tree_state = lambda: 0  # type: ignore[method-assign]
    made = page.state.pages
    stage.click(page.part("on"))
    assert stage.stack.top is other
    assert page.state.pages == made + 1


def test_a_page_s_head_has_its_door_its_way_back_and_what_is_beside_it(context: Context) -> None:
    def make(page: Page) -> Widget:
        return page.headed(
            "Head", Text("Body", id="body"), beside=(Button("More", Quit, id="more"),), leave=Quit
        )

    _, page = open_page(context, make)
    back = page.part("back")
    assert back.hint() == context.text("menu.back")
    assert isinstance(back.press(), Quit)
    assert page.sky() is None
    page.door = 3  # type: ignore[misc]
    page.renew()
    assert page.sky() == context.painter.theme.lit_sky(3)
    page.door = None  # type: ignore[misc]
    page.renew()
    assert page.doorways() == [], "a head of no colour is no door"
    page.door = 3  # type: ignore[misc]
    page.renew()
    (way,) = page.doorways()
    assert (way.number, way.colour) == (3, context.painter.theme.stripes[3])
    assert (way.rect.x, way.rect.right) == (0, back.rect.right)
    more = page.part("more").rect
    assert (back.rect.y, back.rect.h) == (28, 64)
    assert more.right == 1280 - 38
    assert more.y >= back.rect.y
    assert more.bottom <= back.rect.bottom
    assert page.part("body").rect.y == back.rect.bottom + 12
    context.painter = Painter(make_view((1080, 1920)))
    _, upright = open_page(context, make)
    assert upright.part("more").rect.y > upright.part("back").rect.bottom


def test_a_poster_says_what_is_missing_and_its_one_action(context: Context) -> None:
    for about, words in (("Play first.", ["No games", "Play first."]), ("", ["No games"])):
        _, page = open_page(
            context,
            lambda page, about=about: page.poster(  # type: ignore[misc]
                "No games", about, ActionBand("Play", page.add, id="go")
            ),
        )
        texts = [part for part in page.root.walk() if isinstance(part, Text)]
        assert [text.words for text in texts] == words
        assert 200 < texts[0].rect.y < page.part("go").rect.y
        types, painter = context.painter.theme.type, context.painter
        soft = types.label.coloured(painter.theme.palette.ink_soft)
        assert [text.style(painter) for text in texts] == [types.action, soft][: len(words)]
        assert page.part("go").is_focused


def test_the_date_renews_a_page_that_depends_on_it(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, page = open_page(context, lambda page: Column(Text("today")))
    made, today = page.state.pages, date(2026, 3, 1)
    monkeypatch.setattr(type(context.store), "today", property(lambda store: today))
    stage.let(1 / 60)
    assert page.state.pages == made
    page.turns_at_midnight = True
    for day in (1, 2):
        vars(page)["_date"] = date(2026, 3, 1)
        today = date(2026, 3, day)
        assert page.update(1 / 60).needs_frame is (day == 2)
        page.update(1 / 60)
    assert page.state.pages == made + 1
    stage.stack.apply(Push(Page(context, lambda page: Spacer())))
    today = date(2026, 3, 3)
    page.update(1 / 60)
    assert page.state.pages == made + 1, "it is covered"


def test_a_page_with_a_tree_state_is_not_rebuilt_by_the_pointer_alone(context: Context) -> None:
    stage, page = open_page(context, lambda page: Column(Button("count", page.add, id=MAIN), pad=9))
    page.tree_state = lambda: page.state.count  # type: ignore[method-assign]
    made = page.state.pages
    middle = page.part(MAIN).rect.centre
    stage.give(PointerMoved(middle))
    stage.give(PointerPressed(middle, MouseButton.PRIMARY))
    assert page.state.pages == made
    stage.give(PointerReleased(middle, MouseButton.PRIMARY, middle))
    assert (page.state.count, page.state.pages) == (1, made + 1)
    stage.press("tab")
    assert page.state.pages == made + 2, "keys move the focus"


def test_a_refused_part_and_a_missing_one(context: Context) -> None:
    _, page = open_page(context, lambda page: Column(Button("a", page.add, id="a")))
    assert page.find("b") is None
    assert not page.focus("b")
    assert page.focus("a", is_shown=True)
    assert page.part("a").shows_focus
    with pytest.raises(LookupError):
        page.part("b")


def test_a_page_shows_the_ring_from_the_first_on_only_over_another_one(context: Context) -> None:
    for scene, is_shown in (
        (Page(context, lambda page: Column(Button("b", page.add, id=MAIN))), False),
        (
            Question(context, lambda page: page.lifted(Button("b", page.add, id=MAIN), width=600)),
            True,
        ),
    ):
        Stage(context, scene)
        assert scene.part(MAIN).is_focused
        assert scene.part(MAIN).shows_focus is is_shown


def test_a_field_that_is_left_gives_the_keyboard_to_where_the_page_rests(context: Context) -> None:
    def make(page: Page) -> Widget:
        field = TextField(page.context, page.state.text, partial(page.put, "text"), id="field")
        return Column(Button("a", page.add, id=MAIN), field, Button("b", page.add, id="b"))

    stage, page = open_page(context, make)
    for rest, key in ((MAIN, "escape"), ("b", "return")):
        page.rest = rest
        page.renew()
        page.focus("field")
        stage.press(key)
        assert page.part(rest).is_focused


def test_the_focus_stays_in_sight_in_a_smaller_window(context: Context) -> None:
    def make(page: Page) -> Widget:
        return Column(Scroll(*(Button(f"b {n}", page.add, id=n) for n in range(40)), share=1))

    _, page = open_page(context, make)
    page.focus(39)
    (area,) = (part for part in page.form.widgets if isinstance(part, ScrollArea))
    for size in ((1280, 640), (1024, 640)):
        view = make_view(size)
        context.painter.resize(view)
        area.scroll_to(0)
        page.resize(view)
        rect = page.part(39).rect
        assert area.top <= rect.y < rect.bottom <= area.top + area.rect.h


def test_the_pointer_is_on_nothing_of_a_page_that_is_covered(context: Context) -> None:
    stage, page = open_page(context, lambda page: Column(Button("a", page.add, id="a")))
    stage.give(PointerMoved(page.part("a").rect.centre))
    assert page.part("a").is_hovered
    stage.stack.apply(Push(Page(context, lambda page: Spacer())))
    assert not page.part("a").is_hovered


def test_a_row_that_is_gone_gives_the_focus_of_its_list_to_the_main_part(context: Context) -> None:
    def make(page: Page) -> Widget:
        rows = (Button(f"b {n}", page.add, id=n) for n in range(page.state.count))
        return Column(Button("go", page.add, id=MAIN), Scroll(*rows, share=1))

    _, page = open_page(context, make)
    page.state.count = 6
    page.renew()
    for count, focused in ((5, 4), (4, MAIN)):
        page.focus(4)
        page.state.count = count
        page.renew()
        assert page.focused_leaf() is page.part(focused)


def test_what_is_gone_gives_the_focus_to_the_main_part(context: Context) -> None:
    def make(page: Page) -> Widget:
        return Column(
            Button("a", page.add, id=MAIN),
            bool(page.state.count < 1) and Button("b", page.add, id="b"),
        )

    _, page = open_page(context, make)
    page.focus("b", is_shown=True)
    page.state.count = 1
    page.renew()
    assert (page.part(MAIN).is_focused, page.part(MAIN).shows_focus) == (True, True)


def test_a_question_darkens_the_page_below_and_a_page_has_its_own_sky(context: Context) -> None:
    painter, at = context.painter, (1, 1)
    question = Question(context, lambda page: Column(Spacer(share=1)))
    Stage(context, question)
    surface, dimmed = pygame.Surface((40, 30)), pygame.Surface((40, 30))
    surface.fill((200, 100, 50))
    dimmed.fill((200, 100, 50))
    question.draw(surface)
    painter.dim(dimmed)
    assert surface.get_at(at) == dimmed.get_at(at)

    class Lit(Page):
        door = 9

    for page, sky in (
        (Lit(context, lambda page: Column(Spacer(share=1))), painter.theme.lit_sky(9)),
        (Page(context, lambda page: Column(Spacer(share=1))), None),
    ):
        Stage(context, page)
        page.draw(surface)
        painter.draw_background(dimmed, sky)
        assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(dimmed, "RGB")


def test_a_band_over_a_page_is_in_its_middle_and_its_words_begin_further_in_where_narrow(
    context: Context,
) -> None:
    page = Page(context, lambda page: Spacer())
    for width, left in ((600, 141), (699, 141), (700, 58), (900, 58)):
        text = Text("x", share=1)
        band = page.lifted(text, width=width)
        band.arrange(context, Rect(0, 0, 1280, 800))
        (across,) = (part for part in band.parts if isinstance(part, Across))
        assert (text.rect.x, text.rect.w) == (left, width)
        assert (across.rect.x, across.rect.w) == (0, 1280)
        assert abs(across.rect.centre[1] - 400) <= 1
        assert text.rect.y - across.rect.y == across.rect.bottom - text.rect.bottom == 28


def test_what_is_beside_a_head_is_at_the_right_or_has_all_the_rest(context: Context) -> None:
    page = Page(context, lambda page: Spacer())
    for share, x in ((0.0, 1280 - 38 - 100), (1.0, None)):
        beside = Button("b", Quit, size=None if share else 100, share=share)
        head = page.head("Records", beside)
        head.arrange(context, Rect(0, 0, 1280, 64))
        band = next(part for part in head.walk() if part.id == "back")
        assert beside.rect.x == (band.rect.right + 14 if x is None else x)
        assert beside.rect.right == 1280 - 38
        assert head.size == 64


def test_a_page_is_drawn_at_its_own_scale_in_an_upright_window(context: Context) -> None:
    seen: list[float] = []
    for size, is_larger in (((1080, 1920), True), ((1280, 800), False)):
        context.painter = painter = Painter(make_view(size))

        def paint(surface: object, rect: Rect, painter: Painter = painter) -> None:
            seen.append(painter.view.scale)

        def make(page: Page, paint: Paint = paint) -> Widget:
            return page.headed("Head", Picture(paint, share=1))

        _, page = open_page(context, make)
        seen.clear()
        page.draw(pygame.Surface(size))
        assert seen == [page.view.scale]
        assert (page.view.scale > painter.view.scale) is is_larger
        assert page.is_enlarged is is_larger


def test_pages_of_many_parts_are_drawn_and_read_as_they_were() -> None:
    """In tall and in large windows, with the pointer or the keyboard on a part."""
    assert changed_pages("parts") == []
