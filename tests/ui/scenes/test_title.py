"""The title: its doors, links and problems, the board behind them, and leaving."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game.climb.game import begin_game
from game.climb.state import day_seed
from game.net.journal.store import TableOpening
from game.net.service.notice import Notice, write_notices
from game.play.editions import CallerRule, Edition, all_editions
from game.play.table import TableSetup
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES
from game.storage.autosave import Autosave, Saved
from game.storage.climbs import FinishedClimb
from game.storage.problems import Problem, ProblemKind
from game.storage.settings import Settings
from game.storage.store import Storage, with_identity
from game.ui.draw.sprites import pieces
from game.ui.draw.titles import TITLE, name_place
from game.ui.frame.apart import Apart
from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked
from game.ui.frame.preferences import apply_settings
from game.ui.frame.routes import Routes
from game.ui.frame.scene import Pop
from game.ui.frame.topics import Topic
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import MAIN, Dialog
from game.ui.parts.bands import Door
from game.ui.scenes.language.scene import LanguageScene
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.title.attract import ADMIRE, REST_AFTER, Attract
from game.ui.scenes.title.progress import read_days
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.music import Mood
from game.ui.widgets import ScrollArea
from game.ui.widgets.scenes import BaseScene
from tests.gallery import NOW, empty_store
from tests.gallery.climb import keep_climb, play_climb
from tests.gallery.daily import TODAY, keep_share
from tests.gallery.records import fill_history, measured, play_table
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.apart.tables import wait_for
from tests.ui.scenes.conftest import Tables
from tests.ui.scenes.stage import Stage


def open_menu(context: Context) -> Stage:
    context.preferences = replace(context.preferences, knows_game=True)
    return Stage(context, TitleScene(context))


def interrupted_match() -> Match:
    return apply(unbegun_match(), Place(0, TILES[3], 0))[0]


def unbegun_match() -> Match:
    """Return a match whose first tile is called and not placed."""
    setup = TableSetup(Ruleset(), (Player("Ana"),), "1", "standard", CallerRule.COMPUTER)
    match = new_match(setup.rules, setup.players, setup.to_meta())
    match, _ = apply(match, BeginRound(None, "1"))
    match, _ = apply(match, Call((TILES[3],)))
    return match


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 800), 1), ((1024, 640), 1), ((1600, 1280), 1), ((2560, 1440), 1.5)]
)
@pytest.mark.parametrize("kind", ["language", "newcomer", "player"])
def test_the_name_is_where_the_first_frame_had_it(
    context: Context, kind: str, size: tuple[int, int], scale: float
) -> None:
    context.preferences = replace(context.preferences, knows_game=kind == "player")
    scene = LanguageScene(context) if kind == "language" else TitleScene(context)
    view = make_view(size, scale)
    context.painter.resize(view)
    scene.resize(view)
    parts = (part for widget in scene.form.widgets for part in widget.walk())
    (name,) = (part for part in parts if getattr(part, "reads", "") == TITLE)
    assert max(abs(a - b) for a, b in zip(name.rect, name_place(view), strict=True)) <= 1


@pytest.mark.usefixtures("pixels")
def test_the_title_has_rendered_the_first_pictures_of_a_table(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def noted(name: str, render: Callable[..., object]) -> Callable[..., object]:
        def render_and_note(*args: object, **kwargs: object) -> object:
            made.append(name)
            return render(*args, **kwargs)

        return render_and_note

    for name in ("render_rim", "render_face", "render_well", "render_tile"):
        monkeypatch.setattr(pieces, name, noted(name, getattr(pieces, name)))
    stage = open_menu(context)
    scene = stage.top
    assert isinstance(scene, TitleScene)
    for _ in range(3000):
        pulse = scene.update(0.02)
        if scene.attract is not None and not pulse.needs_frame and not pulse.has_work:
            break
    assert {"render_rim", "render_face", "render_well", "render_tile"} <= set(made)
    stage.press("return")
    made.clear()
    stage.draw()
    # The called tile itself is not known before.
    assert not {"render_rim", "render_face", "render_well"} & set(made)


def test_enter_on_the_menu_plays_the_standard_game(context: Context, tables: Tables) -> None:
    stage = open_menu(context)
    stage.press("return")
    (setup,) = tables.setups
    assert setup.rules == Ruleset()
    assert setup.edition == "standard"
    assert len(setup.players) == 1
    assert len(stage.stack.scenes) == 2


@pytest.mark.parametrize("card", all_editions(), ids=lambda card: card.name)
def test_three_keys_or_clicks_lead_from_the_title_to_any_edition(
    context: Context, tables: Tables, card: Edition
) -> None:
    open_menu(context).press("n", str(card.place), "return")
    stage = open_menu(context)
    stage.click(stage.part("new"))
    stage.click(stage.part(("card", card.name)))
    stage.click(stage.find(context.text("setup.start")))
    setup, clicked = tables.setups
    assert clicked.edition == card.name
    assert setup.edition == card.name
    assert setup.rules == card.rules
    assert setup.caller is card.caller
    assert card.players[0] <= len(setup.players) <= card.players[1]
    assert setup.rules.conflicts(len(setup.players)) == ()


def open_doors(scene: TitleScene) -> list[object]:
    """The doors that can be pressed, by their ids."""
    return [part.id for part in scene.root.walk() if isinstance(part, Door)]


@pytest.mark.parametrize(
    ("key", "name"), [("2", "today"), ("3", "climb"), ("4", "together"), ("5", "you")]
)
def test_a_digit_and_a_click_open_the_same_door(
    context: Context, tables: Tables, key: str, name: str
) -> None:
    stage, other = open_menu(context), open_menu(context)
    stage.press(key)
    other.click(other.part(name))
    assert type(stage.top) is type(other.top)
    assert not isinstance(stage.top, TitleScene)
    stage.press("escape")
    assert isinstance(stage.top, TitleScene)


def test_the_first_digit_plays(context: Context, tables: Tables) -> None:
    open_menu(context).press("1")
    assert len(tables.setups) == 1


def test_at_most_ten_things_can_be_pressed_and_one_more_where_games_wait(
    context: Context,
) -> None:
    stage = open_menu(context)
    assert len([w for w in stage.form.widgets if w.is_pressable]) == 10
    waiting_matches(context, 3)
    stage = open_menu(context)
    assert len([w for w in stage.form.widgets if w.is_pressable]) == 11


def test_a_newcomer_sees_one_door_and_each_other_when_it_has_something_to_say(
    context: Context,
) -> None:
    shown = []
    for count in range(5):
        empty_store(context)
        fill_history(context, count)
        shown.append(_doors_of(context))
    assert shown == [
        [MAIN],
        [MAIN, "today"],
        [MAIN, "today", "you"],
        [MAIN, "today", "climb", "together", "you"],
        [MAIN, "today", "climb", "together", "you"],
    ]


def test_each_closed_door_says_what_opens_it_on_hover_and_on_focus(context: Context) -> None:
    for games, missing in ((0, {"today": 1, "you": 2, "climb": 3}), (2, {"climb": 1})):
        empty_store(context)
        fill_history(context, games)
        scene = TitleScene(context)
        stage = Stage(context, scene)
        stage.let(0.6)
        hints = {part.hint(): part for part in scene.form.widgets if part.can_focus}
        for door, count in missing.items():
            words = context.text("menu.opens", door=context.text(f"menu.{door}"), count=count)
            stage.form.focus(hints[words], is_shown=True)
            assert words in stage.read()


def _doors_of(context: Context) -> list[object]:
    scene = TitleScene(context)
    Stage(context, scene).let(0.6)
    return open_doors(scene)


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("way", ["time", "key", "still"])
def test_a_pinstripe_grows_into_its_door_once_and_any_key_ends_it(
    context: Context, way: str
) -> None:
    context.preferences = replace(context.preferences, has_reduced_motion=way == "still")
    fill_history(context, 1)
    assert _doors_of(context) == [MAIN, "today"]
    fill_history(context, 3)
    scene = TitleScene(context)
    stage = Stage(context, scene)
    seen = []
    if way == "key":
        stage.let(0.1)
        assert open_doors(scene) == [MAIN, "today"]
        stage.press("down")
    else:
        for _ in range(30):
            stage.let(1 / 60)
            seen.append(pygame.image.tobytes(stage.draw().subsurface((0, 0, 300, 600)), "RGB"))
        assert (len(set(seen)) > 12) is (way == "time")
    assert len(open_doors(scene)) == 5
    scene = TitleScene(context)
    Stage(context, scene)
    assert len(open_doors(scene)) == 5, "the next time it is there"


def test_who_knows_the_game_opens_all_doors_for_good(context: Context, tables: Tables) -> None:
    stage = Stage(context, TitleScene(context))
    stage.click(stage.part("know"))
    stage.let(0.6)
    scene = stage.top
    assert isinstance(scene, TitleScene)
    assert len(open_doors(scene)) == 5
    assert len(_doors_of(context)) == 5
    assert context.store.settings.load()[0].knows_game
    stage.press("return")
    assert len(tables.setups) == 1, "the first door plays, and teaches no more"


def test_a_waiting_match_comes_first_and_is_continued(context: Context, tables: Tables) -> None:
    match = interrupted_match()
    context.store = Storage.in_memory()
    context.store.autosave.save(match)
    stage = open_menu(context)
    assert stage.has("Continue")
    stage.press("return")
    assert tables.matches == [match]
    assert tables.setups == []


def test_without_a_waiting_match_there_is_nothing_to_continue(context: Context) -> None:
    assert not open_menu(context).has("Continue")


def test_a_new_match_begins_beside_the_one_that_waits(context: Context, tables: Tables) -> None:
    context.store = Storage.in_memory()
    match = interrupted_match()
    context.store.autosave.save(match)
    stage = open_menu(context)
    stage.click(stage.part("new"))
    stage.press("return")
    assert len(tables.setups) == 1
    assert [waiting.match for waiting in context.store.waiting()] == [match]


def test_the_first_door_leads_to_the_first_game_until_it_was_played(context: Context) -> None:
    for has_seen, name in ((False, "TableScene"), (True, "BaseScene")):
        context.preferences = replace(context.preferences, has_seen_tutorial=has_seen)
        stage = Stage(context, TitleScene(context))
        assert stage.form.focused is stage.part(MAIN)
        words = context.text("menu.first_about")
        assert stage.has(words) is not has_seen, name


def test_whoever_has_a_record_needs_no_first_game(context: Context) -> None:
    context.store = fill_history(context, 1)
    context.preferences = replace(context.preferences, has_seen_tutorial=False)
    stage = Stage(context, TitleScene(context))
    assert not stage.has(context.text("menu.first_about"))


PLACES = (MAIN, "today", "climb", "together", "you", "new", "settings", "rules", "box", "quit")
"""The parts that the title always has for a player who knows the game."""


def waiting_matches(context: Context, count: int) -> None:
    """Let so many matches wait, and one more in another window."""
    for _ in range(count):
        context.store.save_match(
            replace(
                interrupted_match(), meta=with_identity(TableSetup(Ruleset(), (), "1").to_meta())
            )
        )


@pytest.mark.parametrize(("size", "scale"), [((1024, 640), 1.0), ((1024, 640), 2.0)])
def test_everything_on_the_menu_stands_still_whatever_waits(
    context: Context, size: tuple[int, int], scale: float
) -> None:
    context.painter.resize(make_view(size, scale))
    seen: dict[object, set[Rect]] = {name: set() for name in PLACES}
    for count in (0, 1, 3, 5):
        context.store = Storage.in_memory()
        waiting_matches(context, count)
        stage = open_menu(context)
        for _ in range(2):
            for name in PLACES:
                rect = stage.part(name).rect
                # Saved games come before a new one, and move it along its line.
                seen[name].add(rect._replace(x=0) if name == "new" else rect)
            pressed = [w.rect for w in stage.form.widgets if w.is_pressable]
            assert not any(pygame.Rect(a).colliderect(b) for a, b in combinations(pressed, 2))
            assert all(Rect(0, 0, *size).contains(r[:2]) for r in pressed)
            assert max(r.right for r in pressed) <= size[0]
            assert max(r.bottom for r in pressed) <= size[1]
            # Once the records are read as well.
            stage.let(0.2)
        assert (stage.top.find("waiting") is not None) == (count > 1)  # type: ignore[attr-defined]
    assert {name: len(rects) for name, rects in seen.items()} == dict.fromkeys(PLACES, 1)


@pytest.mark.parametrize("height", range(640, 1440, 37))
@pytest.mark.parametrize("knows_game", [False, True])
def test_nothing_on_the_title_scrolls_in_a_window_of_any_height(
    context: Context, height: int, knows_game: bool
) -> None:
    context.painter.resize(make_view((1280, height), 1.0))
    context.preferences = replace(context.preferences, knows_game=knows_game)
    waiting_matches(context, 2 * knows_game)
    stage = Stage(context, TitleScene(context))
    assert not any(isinstance(part, ScrollArea) for part in stage.form.widgets)


@pytest.mark.parametrize("size", [(1080, 1920), (800, 1280), (1280, 800), (1080, 1200)])
def test_the_board_is_below_the_doors_where_it_is_larger_there(
    context: Context, size: tuple[int, int]
) -> None:
    context.preferences = replace(context.preferences, knows_game=True)
    scene, view = TitleScene(context), make_view(size)
    context.painter.resize(view)
    scene.resize(view)
    board = scene.part("board").rect
    doors = [part.rect for part in scene.root.walk() if isinstance(part, Door)]
    assert len(doors) == 5
    assert not any(pygame.Rect(board).colliderect(door) for door in doors)
    assert (board.w == size[0]) is (size == (1080, 1920))
    assert min(board.size) > 0.45 * min(size)
    assert board.bottom <= scene.part("settings").rect.y or board.x >= doors[0].right


def test_the_menu_notices_a_match_begun_meanwhile(
    context: Context, tables: Tables, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    filed: list[Storage] = []
    monkeypatch.setattr(Storage, "file_waiting", lambda store: filed.append(store))
    stage = open_menu(context)
    stage.press("return")
    context.store.autosave.save(interrupted_match())
    stage.stack.apply(Pop())
    assert stage.has("Continue")
    assert len(filed) == 2, "what the history could not take is tried again"
    assert [cue.mood for cue in heard.cues] == [Mood.MENU] * 2


def test_the_menu_shows_how_far_one_is_with_climbs(context: Context) -> None:
    store, text = context.store, context.text
    climb = FinishedClimb(
        *("1", day_seed(store.today), "", 90, 4, "", store.clock(), '{"stages":[]}')
    )
    store.profile.climbs.add(climb)
    for words in (
        text("menu.climb_best", stage="4", points="90"),
        text("menu.climb_waits", stage="1"),
    ):
        stage = open_menu(context)
        stage.let(0.3)
        assert words in " ".join(stage.part("climb").spoken(context))
        begin_game(store, "Ana")


def notice(until: int = 0, *others: str, waits: bool = True, is_over: bool = False) -> Notice:
    """A table of Ana's with these other players."""
    return Notice((*others, "?")[0], waits, until, is_over, None, "", ("Ana", *others))


START = 1_000_000
"""The time of the tables' clock."""


TURNS: tuple[tuple[list[Notice], str], ...] = (
    ([], "Together"),
    ([notice(0, "Ben", waits=False)], "Together"),
    ([notice(0, "Ben", is_over=True)], "Together"),
    ([notice(0, "Ben")], "Together: Ben has played"),
    ([notice(START + 7200, "Ben", "Zoe")], "Together: Ben has played · 2\u00a0h left"),
    ([notice(0, "Ben"), notice(START + 7200, "Zoe")], "Together: Zoe has played · 2\u00a0h left"),
    ([notice(START + 3600, "Ben")], "Together: Ben has played · 1\u00a0h left"),
    ([notice(START + 3599, "Ben", "Zoe")], "Your turn, Ben and Zoe · 59:59 left"),
    ([notice(START + 600, "Ben"), notice(START + 300, "Zoe")], "Your turn, Zoe · 5:00 left"),
    ([notice(START - 9, "Ben"), notice(START + 300, "Zoe")], "Your turn, Ben · time is up"),
)
"""Tables, and the words of the door to them."""


@pytest.mark.parametrize(("notices", "words"), TURNS)
def test_the_door_to_others_names_the_turn_that_ends_first_and_opens_it_when_it_is_soon(
    context: Context,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    notices: list[Notice],
    words: str,
) -> None:
    write_notices(tmp_path, notices)
    seconds = [float(START)]
    context.apart = Apart(tmp_path, lambda: seconds[0])
    stage = open_menu(context)
    stage.let(0.3)
    door = stage.part("together")
    assert ", ".join(door.spoken(context)) == words
    waits = [one for one in notices if one.waits and not one.is_over]
    assert (str(len(waits)) in stage.read()) is bool(waits)
    is_soon = words.startswith("Your turn")
    assert stage.form.focused is (door if is_soon else stage.part(MAIN))
    seconds[0] += 60
    stage.let(0.1)
    is_counted = "left" in words
    assert (", ".join(stage.part("together").spoken(context)) != words) is is_counted
    opened: list[str] = []

    def open_table(routes: Routes, table: str = "") -> BaseScene:
        opened.append(table)
        return BaseScene(context)

    monkeypatch.setattr(SceneRoutes, "apart", open_table)
    stage.click(stage.part("together"))
    assert opened == [words.split(", ")[1][:3] if is_soon else ""]


def test_the_doors_say_what_was_reached(context: Context) -> None:
    """Today's result and the streak, tonight's wins, the level and goals, and saved games."""
    empty_store(context)

    def door(name: str) -> str:
        stage = open_menu(context)
        stage.let(0.5)
        return ", ".join(stage.part(name).spoken(context))

    assert door("today") == "Today: 21 November 2026, not played yet"
    keep_share(context.store, TODAY - timedelta(days=1), 66)
    assert door("today") == "Today: 21 November 2026, not played yet, 1 day in a row"
    keep_share(context.store, TODAY, 63)
    assert door("today") == "Today: 21 November 2026, 144 points, 2 days in a row"
    days = read_days(context).days
    assert [one.day for one in days] == [TODAY - timedelta(days=n) for n in range(6, -1, -1)]
    assert [(one.total, one.best) for one in days[-3:]] == [(None, None), (163, 247), (144, 229)]
    assert days[-1].lines
    setup = TableSetup(Ruleset(), (Player("Ana"), Player("Ben")), "2", "standard")
    context.store.profile.add_match(play_table(setup), NOW)
    assert door("together") == "Together: Today: Ana: 1 · Ben: 1"
    empty_store(context)
    measured(context, 27)
    assert door("you") == "You: Beaver 127 · 12 of 38 goals"
    waiting_matches(context, 3)
    stage = open_menu(context)
    assert stage.part("waiting").spoken(context) == ["2 saved"]
    assert door(MAIN).startswith("Continue")


LINKS = {
    "today": "DailyScene",
    "climb": "MountainScene",
    "together": "LobbyScene",
    "you": "YouScene",
    "new": "SetupScene",
    "waiting": "WaitingMatchesScene",
    "settings": "SettingsScene",
    "rules": "RulesScene",
    "box": "BoxScene",
    "join": "JoinScene",
    "language": "LanguageScene",
}
"""The parts of the title that lead to a page, and its class."""


def test_each_link_leads_to_its_page(context: Context) -> None:
    waiting_matches(context, 2)
    stage = open_menu(context)
    for name, page in LINKS.items():
        if name in ("join", "language"):
            context.store = Storage.in_memory()
            context.preferences = replace(context.preferences, knows_game=False)
            stage = Stage(context, TitleScene(context))
        stage.click(stage.part(name))
        assert type(stage.top).__name__ == page
        if name == "rules":
            assert stage.top.find("lesson") is not None  # type: ignore[attr-defined]
        stage.stack.apply(Pop())
    context.apart.close()


def test_the_door_to_the_climb_prefers_the_best_climb_to_today_s(context: Context) -> None:
    store = context.store
    today = FinishedClimb("1", day_seed(store.today), "", 50, 2, "", store.clock(), "{}")
    store.profile.climbs.add(today)
    for words in ("The Climb: Best: stage 2 · 50", "The Climb: Best: stage 3 · 3,290"):
        stage = open_menu(context)
        stage.let(0.3)
        assert stage.part("climb").spoken(context) == [words]
        keep_climb(context, play_climb("4", "magpie").record)


def test_escape_asks_before_leaving_and_closing_does_not(context: Context) -> None:
    stage = open_menu(context)
    stage.press("escape")
    assert isinstance(stage.top, Dialog)
    stage.press("escape")
    assert isinstance(stage.top, TitleScene)
    stage.press("escape", "return")
    assert stage.stack.is_empty
    stage = open_menu(context)
    stage.give(CloseAsked())
    assert stage.stack.is_empty


def test_the_button_that_quits_asks_nothing_where_nothing_is_at_stake(context: Context) -> None:
    stage = open_menu(context)
    stage.click(stage.part("quit"))
    assert stage.stack.is_empty


def test_leaving_says_that_a_match_that_waits_is_kept(context: Context) -> None:
    for body in ("idle", "saved"):
        stage = open_menu(context)
        stage.press("escape")
        assert context.text(f"menu.quit_dialog.{body}") in " ".join(stage.read())
        context.store.autosave.save(interrupted_match())


def test_several_problems_are_told_one_after_the_other(context: Context) -> None:
    context.store = Storage.in_memory()
    names = ("profile.kept-1.db", "autosave.kept-1.json", "settings.kept-1.json")
    for name in names:
        context.store.problems.add(Problem(ProblemKind.CORRUPT, Path("/nowhere") / name))
    stage = open_menu(context)
    for name in names:
        stage.let(0.5)
        assert isinstance(stage.top, Dialog)
        assert name in " ".join(stage.read())
        stage.press("return")
    stage.let(0.5)
    assert isinstance(stage.top, TitleScene)


class _NoAutosave(Autosave):
    def load(self) -> Saved:
        return Saved(problem=Problem(ProblemKind.READ_ONLY, Path("/nowhere/autosave.json")))


def test_a_place_that_cannot_be_written_is_told_once_however_many_files_it_concerns(
    context: Context,
) -> None:
    context.store = Storage.in_memory()
    context.store.autosave = _NoAutosave(None)
    for name in ("a.json", "b.db"):
        context.store.problems.add(Problem(ProblemKind.READ_ONLY, Path("/nowhere") / name))
    stage = open_menu(context)
    stage.let(0.1)
    assert isinstance(stage.top, Dialog)
    stage.press("return")
    stage.let(1)
    assert isinstance(stage.top, TitleScene)


def _board(menu: TitleScene) -> Attract:
    """The board behind the menu, which begins to play once everything is loaded."""
    while menu.attract is None:
        menu.update(0.0)
    return menu.attract


def test_the_board_behind_the_menu_plays_then_rests(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    areas: list[Rect] = []
    lay_out = Attract.resize

    def resize(board: Attract, area: Rect) -> None:
        areas.append(area)
        lay_out(board, area)

    monkeypatch.setattr(Attract, "resize", resize)
    stage = open_menu(context)
    menu = stage.top
    assert isinstance(menu, TitleScene)
    before = _board(menu).match
    assert areas == [stage.part("board").rect]
    stage.stack.resize(make_view((1920, 1080)))
    assert areas[1:] == [stage.part("board").rect] != areas[:1]
    assert stage.let(0.2) == 12, "the first tiles drop in"
    stage.let(2)
    assert stage.let(5) > 0
    assert _board(menu).match != before
    stage.let(REST_AFTER + 60)
    assert _board(menu).is_resting
    assert stage.let(5) == 0
    stage.press("down")
    assert stage.let(ADMIRE) > 0
    # A full board makes way for another game.
    for _ in range(10):
        stage.press("up", "down")
        stage.let(20)
    assert _board(menu).match.round.seed != before.round.seed


def test_less_motion_shows_a_full_board_and_draws_nothing_by_itself(context: Context) -> None:
    apply_settings(context, Settings(has_reduced_motion=True))
    stage = open_menu(context)
    menu = stage.top
    assert isinstance(menu, TitleScene)
    stage.let(0.1)
    assert _board(menu).match.round.is_complete(Ruleset())
    assert stage.let(20) == 0


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("title") == []


def test_the_menu_tells_which_games_wait(context: Context, tmp_path: Path) -> None:
    context.apart = Apart(tmp_path, now=lambda: 1000.0)
    context.preferences = replace(context.preferences, knows_game=True)
    assert context.text("menu.your_turn") not in spoken_of(context)
    notices = [
        Notice("a", True, 1000 + 3 * 86400, False),
        Notice("b", True, 1000 + 7300, False),
        Notice("c", False, 0, False),
        Notice("d", True, 1000 + 60, True),
    ]
    write_notices(tmp_path, notices)
    words = spoken_of(context)
    assert context.text("menu.your_turn") in words
    assert "2\u00a0h 1\u00a0min" in words
    # The door opens the turn that ends first.
    write_notices(tmp_path, [notices[0], Notice("b", True, 1000 + 60, False), *notices[2:]])
    opened: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TitleScene, "_open_turn", lambda _, table: opened.append(table))
        menu = Stage(context, TitleScene(context))
        menu.click(menu.part("together"))
    assert opened == ["b"]
    # A game master's next call, and a rematch, wait without a time.
    write_notices(tmp_path, [Notice("a", True, 0, False)])
    assert context.text("menu.your_turn") in spoken_of(context)
    known = json.dumps([{"table": "a", "waits": True, "until": 1, "is_over": False}])
    odd = (
        "[{}, 3]",
        "3",
        "[" * 50_000,
        *(known.replace("1", n) for n in ("1e999", "-1", "9" * 99)),
    )
    for damaged in odd:
        (tmp_path / "notices.json").write_text(damaged)
        assert context.text("menu.your_turn") not in spoken_of(context)


def spoken_of(context: Context) -> str:
    """Return the words that are read aloud of the title."""
    return Stage(context, TitleScene(context)).top.read(Topic.BOARD)


@pytest.mark.parametrize(("left", "thick"), [(60, "together"), (3 * 86400, MAIN)])
def test_a_turn_that_ends_soon_is_the_thick_door_and_counts_down(
    context: Context, tmp_path: Path, left: int, thick: str
) -> None:
    now = [1000.0]
    context.preferences = replace(context.preferences, knows_game=True)
    context.apart = Apart(tmp_path, now=lambda: now[0])
    write_notices(tmp_path, [Notice("a", True, 1000 + left, False, players=("Ana", "Mara"))])
    stage = Stage(context, TitleScene(context))
    heights = {name: stage.part(name).rect.h for name in (MAIN, "today", "together")}
    assert max(heights, key=lambda name: heights[name]) == thick
    stage.let(1)
    first = stage.part("together").spoken(context)
    assert "Mara" in " ".join(first)
    now[0] += 30
    stage.let(1)
    assert stage.part("together").spoken(context) != first


def test_the_menu_follows_what_comes_while_it_is_open(context: Context, tmp_path: Path) -> None:
    context.preferences = replace(context.preferences, knows_game=True)
    context.apart = Apart(tmp_path / "one")
    service = context.apart.service
    assert context.apart.opening is not None
    context.apart.opening.result(30)
    try:
        stage = Stage(context, TitleScene(context))
        assert context.text("menu.your_turn") not in stage.top.read(Topic.BOARD)
        bots = (("Ben", "random"),)
        table = service.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), bots)).result(30)
        wait_for(lambda: service.snapshots[table].waits_for_me)
        stage.let(1)
        assert context.text("menu.your_turn") in stage.top.read(Topic.BOARD)
    finally:
        context.apart.close()
