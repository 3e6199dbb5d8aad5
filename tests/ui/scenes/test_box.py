"""The box on the table: calling, correcting, entering boards, and the calculator, by any hand."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from game.play.caller import CallerGame, Pace
from game.play.entering import lay, print_board, tiles_on
from game.play.table import Mark, TableSetup, is_called
from game.progress.goals import PastMatch
from game.rules.boards import BoardName
from game.rules.match import Match
from game.rules.placement import ASIDE_INDEX
from game.rules.record import parse_record, print_record
from game.rules.ruleset import CallRule, PlacementRule, RayRule, Ruleset
from game.rules.scoring import score_position
from game.rules.state import Player, PlayerKind
from game.rules.tiles import TILES, Tile
from game.storage.profile import Profile
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    MouseButton,
    PointerPressed,
)
from game.ui.parts import MAIN, Dialog
from game.ui.scenes.box.scene import BoxScene
from game.ui.scenes.caller.control import CallerControl, CallerEvent
from game.ui.scenes.caller.picker import TilePicker
from game.ui.scenes.caller.scene import CallerScene
from game.ui.scenes.caller.strip import CallStrip
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.entry.control import EntryControl
from game.ui.scenes.entry.scene import EntryScene, calculator_entry
from game.ui.scenes.shared.names import tile_name
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets import Stepper
from game.ui.widgets.tiles import TileGrid
from tests.gallery.box import Prompt
from tests.gallery.review import PatientEngines, ReadyEngines
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import Stage

RECORDS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "golden" / "records.jsonl").read_text().splitlines()
]


def open_caller(
    player: Context, rules: Ruleset | None = None, pace: Pace | None = None, *, bot: bool = False
) -> Stage:
    """A caller for one person, and a computer if `bot`."""
    players = [Player("Ana")]
    if bot:
        players.append(Player("Beaver", PlayerKind.BOT, "greedy"))
    setup = TableSetup(rules or Ruleset(), tuple(players), "42", edition="standard")
    game = CallerGame.start(
        setup, pace or Pace(), player.engines, player.store.save_match, '{"id": "evening"}'
    )
    return Stage(player, player.routes.caller(game))


def rack_of(stage: Stage) -> TileGrid:
    rack = stage.part("rack")
    assert isinstance(rack, TileGrid)
    return rack


def caller_of(stage: Stage) -> CallerScene:
    scene = stage.top
    assert isinstance(scene, CallerScene)
    return scene


def call_all(stage: Stage) -> CallerGame:
    """Call every tile of the round by key."""
    game = caller_of(stage).game
    while not game.is_round_called:
        stage.press("n")
    return game


def entry_of(stage: Stage) -> EntryScene:
    scene = stage.top
    assert isinstance(scene, EntryScene)
    return scene


def saved(player: Context) -> Match | None:
    return player.store.autosave.load().match


def leave_count(stage: Stage, *chords: str) -> None:
    """The count's likeliest way on, once everything is counted."""
    count = stage.top
    assert isinstance(count, CountScene)
    count.control.finish()
    stage.press(*(chords or ("return",)))


def type_board(stage: Stage, words: list[str]) -> None:
    """Enter a board as `294@c3`, sign by sign."""
    for word in words:
        stage.type(word)


def test_a_whole_evening_from_the_menu_by_mouse(player: Context) -> None:
    text = player.text
    player.preferences = dataclasses.replace(player.preferences, knows_game=True)
    stage = Stage(player, TitleScene(player))
    stage.click(stage.part("box"))
    box = stage.top
    assert isinstance(box, BoxScene)
    box.control.accompany("duckling")
    stage.click(stage.find(text("box.start")))
    scene = caller_of(stage)
    game = scene.game
    assert [p.bot for p in game.players] == [None, "duckling"]
    for number in range(19):
        stage.click(stage.part(MAIN))
        stage.let(1.0)
        assert len(game.called) == number + 1
        match = saved(player)
        assert match is not None
        assert is_called(match)
        assert match.round.called == game.called
    stage.click(stage.find(text("caller.enter_boards")))
    entry = entry_of(stage)
    # Space first, then its tile: every click on a tile fills the space that is marked.
    for tile in game.called:
        stage.hit(rack_of(stage).spot(rack_of(stage).tiles.index(tile)))
    stage.let(0.5)
    assert entry.control.position.tiles == game.called
    total = score_position(game.rules, entry.control.position).total
    stage.click(stage.find(text("entry.count")))
    count = stage.top
    assert isinstance(count, CountScene)
    count.control.finish()
    assert count.control.score.players[0].total == total
    assert saved(player) is not None
    stage.click(stage.find(text("entry.keep_and_end")))
    assert isinstance(stage.top, TitleScene)
    assert saved(player) is None
    (played,) = player.store.profile.last_matches()
    assert played.result.total == total
    assert played.marks == {Mark.PHYSICAL}
    assert not played.counts
    assert player.store.profile.best() is None
    kept = parse_record(player.store.profile.record(played.id) or "")
    # A board that somebody entered earns no goal, whatever lies on it.
    assert not PastMatch.from_match(kept).can_earn
    setup = TableSetup.from_match(kept)
    bare = dataclasses.replace(kept, meta=dataclasses.replace(setup, marks=frozenset()).to_meta())
    assert PastMatch.from_match(bare).can_earn
    # Nobody corrected it, so that the deal can be played again.
    assert kept.rounds[0].seed is not None
    assert kept.rounds[0].calls == tuple((tile,) for tile in game.called)


@pytest.mark.parametrize(
    ("following", "confirm", "board"),
    [("return", "return", "b"), ("n", "space", "b"), ("pad 3", "pad 0", "pad 0")],
    ids=["enter", "keys", "gamepad"],
)
def test_a_whole_evening_without_a_mouse(
    player: Context, following: str, confirm: str, board: str
) -> None:
    stage = open_caller(player)
    scene = caller_of(stage)
    for _ in range(19):
        stage.press(following)
        stage.let(0.1)
    assert scene.game.is_round_called
    stage.press(board)
    entry = entry_of(stage)
    stage.press(confirm)
    assert entry.form.focused is rack_of(stage)
    back, forth = ("pad left", "pad right") if following == "pad 3" else ("left", "right")
    down, up = ("pad down", "pad up") if following == "pad 3" else ("down", "up")
    for index in range(19):
        rows = rack_of(stage)
        columns = rows.columns
        for _ in range(30):
            row, column = divmod(rows.cursor, columns)
            goal_row, goal_column = divmod(index, columns)
            if (row, column) == (goal_row, goal_column):
                break
            if row != goal_row:
                stage.press(down if goal_row > row else up)
            else:
                stage.press(forth if goal_column > column else back)
        stage.press(confirm)
    assert len(tiles_on(entry.control.position)) == 19
    stage.press("n" if following != "pad 3" else "pad 3")
    leave_count(stage, confirm)
    assert isinstance(stage.top, TitleScene)
    assert len(player.store.profile.last_matches()) == 1


def published() -> list[tuple[Match, float]]:
    """Boards of golden matches that one player alone can count: of each board one or two."""
    found: dict[tuple[BoardName, bool, RayRule], tuple[Match, float]] = {}
    for entry in RECORDS:
        match = parse_record(json.dumps(entry["record"]))
        rules = match.rules
        if rules.call is CallRule.MAIL or rules.rays is RayRule.BEST_RAY or not match.is_complete:
            continue
        round_score = entry["score"]["players"][0]["rounds"][0]
        if round_score["total"] < 20:
            continue
        key = (rules.board, rules.has_aside, rules.rays)
        found.setdefault(key, (match, round_score["total"]))
    return list(found.values())


def test_boards_of_published_matches_typed_into_the_calculator(player: Context) -> None:
    matches = published()
    assert len(matches) >= 5
    for match, total in matches:
        stage = Stage(player, calculator_entry(player))
        entry = entry_of(stage)
        position = match.rounds[0].seats[0].position
        variant = 4 if match.rules.has_aside else None
        stage.choose("boards", Ruleset(match.rules.board, daffodil=variant))
        stage.choose("rays", match.rules.rays)
        type_board(stage, print_board(match.rules.grid, position))
        assert entry.control.position == position
        assert entry.control.score.total == total
        assert any(str(total) == word for word in stage.read())
        for words in ("stored", "stored_before"):
            stage.click(stage.find(player.text("entry.keep")))
            assert player.text(f"entry.{words}") in " ".join(stage.read())
        stage.press("escape")
        assert stage.stack.is_empty, "what is stored is left without a question"
    assert len(player.store.profile.last_matches()) == len(matches)
    assert len({p.identity for p in player.store.profile.last_matches()}) == len(matches)
    assert sorted(p.result.total for p in player.store.profile.last_matches()) == sorted(
        total for _, total in matches
    )


def test_a_board_that_cannot_be_stored_is_told_and_another_one_is_another_match(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(player, calculator_entry(player))
    control = entry_of(stage).control
    for tile, space in zip(TILES, range(19), strict=False):
        control.put(tile, space)
    entry_of(stage).renew()
    with monkeypatch.context() as patch:
        patch.setattr(Profile, "add_match", lambda *_: None)
        stage.click(stage.find(player.text("entry.keep")))
    assert player.text("entry.not_stored") in " ".join(stage.read())
    for seconds in (0, 1):
        stage.click(stage.find(player.text("entry.keep")))
        assert len(player.store.profile.last_matches()) == seconds + 1
        control.drop(TILES[0], 5)
        entry_of(stage).renew()


def test_every_typed_way_to_say_a_placement(player: Context) -> None:
    stage = Stage(player, calculator_entry(player))
    control = entry_of(stage).control
    name = control.boards.rules.grid.name_of
    stage.type("294")
    assert control.position.tiles[0] is Tile.parse("294")
    assert name(control.space) == "a2"
    stage.type("@c3")
    assert control.position.tiles[0] is None
    assert tiles_on(control.position) == (Tile.parse("294"),)
    stage.type("d2618")
    index = control.boards.rules.grid.index_of
    assert control.position.tiles[index("d2")] is Tile.parse("618")
    # Another tile on the same space, and the same tile on another space.
    stage.type("d2357")
    assert control.refused == ""
    assert control.position.tiles[index("d2")] is Tile.parse("753")
    stage.type("753@e1")
    assert control.position.tiles[index("d2")] is None
    stage.type("222")
    assert control.refused == "errors.illegal.not-in-tile-set"
    stage.type("c9")
    assert control.refused == "errors.illegal.no-such-space"
    for _ in range(10):
        stage.press("backspace")
    assert tiles_on(control.position) == ()
    stage.press("e", "1", "7", "5")
    stage.press("backspace")
    assert control.digits == "7"
    stage.press("delete")
    assert stage.context.text("entry.missing", count=19) in " ".join(stage.read())


def test_a_tile_that_is_typed_to_its_place_is_undone_at_once(player: Context) -> None:
    stage = Stage(player, calculator_entry(player))
    control = entry_of(stage).control
    stage.type("294@c3")
    assert control.undo()
    assert tiles_on(control.position) == ()
    assert not control.can_undo


def test_undoing_comes_back_to_the_board_that_it_changes(player: Context) -> None:
    setup = TableSetup(Ruleset(), (Player("Ana"), Player("Ben")), "42", edition="standard")
    game = CallerGame.start(setup, Pace(), player.engines, player.store.save_match, None)
    while not game.is_round_called:
        game.call(game.draw())
    control = EntryControl(game, player.engines)
    assert control.put(game.called[0], 3)
    control.show(1)
    assert control.undo()
    assert (control.seat, control.space) == (0, 3)
    assert tiles_on(control.position) == ()


def test_a_tile_that_may_not_lie_at_the_cursor_may_be_sent_elsewhere(player: Context) -> None:
    """On the classic board all lie anywhere; a wild one may not go to a stamen."""
    rules = Ruleset(BoardName.DAFFODIL, rays=RayRule.RAYS, daffodil=4)
    setup = TableSetup(rules, (Player("Ana"),), "42")
    game = CallerGame.start(setup, Pace(), player.engines, player.store.save_match, None)
    while not game.is_round_called:
        game.call(game.draw())
    wild = next(tile for tile in game.called if tile.is_wild)
    control = EntryControl(game, player.engines)
    control.cursor.put(rules.grid.stamens[0])
    for sign in str(wild):
        control.type(sign)
    assert control.refused == "errors.illegal.wild-stays-aside"
    for sign in "@a1":
        control.type(sign)
    assert control.position.tiles[rules.grid.index_of("a1")] is wild


def test_the_best_board_of_the_same_tiles_is_asked_for_once(player: Context) -> None:
    engines = ReadyEngines()
    setup = TableSetup(Ruleset(), (Player("Ana"),), "42")
    game = CallerGame.start(setup, Pace(), engines, player.store.save_match, None)
    game.call(game.draw())
    control = EntryControl(game, engines)
    for _ in range(3):
        control.ask_best()
    assert len(engines.tasks) == 1
    assert control.poll()
    assert control.best is not None
    game.call(game.draw())
    control.ask_best()
    assert len(engines.tasks) == 2
    assert control.best is None, "that one was of other tiles"


def test_whoever_leaves_the_entry_looks_for_no_best_board_any_more(player: Context) -> None:
    engines = player.engines = PatientEngines()
    entry = entry_of(Stage(player, calculator_entry(player)))
    entry.control.put(Tile.parse("294"), 0)
    entry.control.ask_best()
    entry.leave()
    assert [answer.cancelled() for answer in engines.answers] == [True]


def test_a_search_that_was_broken_off_begins_anew(player: Context) -> None:
    engines = player.engines = PatientEngines()
    control = entry_of(Stage(player, calculator_entry(player))).control
    control.put(Tile.parse("294"), 0)
    control.ask_best()
    assert [control.poll(), control.bound, control.poll()] == [True, 0.4, False]
    control.stop()
    assert (control.bound, control.is_searching) == (None, False)
    control.ask_best()
    assert len(engines.tasks) == 2


def test_what_was_begun_to_be_typed_is_forgotten_elsewhere(player: Context) -> None:
    stage = Stage(player, calculator_entry(player))
    control = entry_of(stage).control
    stage.type("2")
    assert control.digits == "2"
    stage.press("down")
    assert control.digits == ""
    ways: list[Callable[[], object]] = [
        lambda: control.type_over(5),
        lambda: control.show(0),
        control.forget_past,
    ]
    for go in ways:
        control.type("2")
        assert control.digits == "2"
        go()
        assert control.digits == ""
    control.put(Tile.parse("294"), 7)
    assert (control.latest, control.space) == ((Tile.parse("294"), 7), 8)
    assert not control.take_off(3)
    assert control.take_off(7)
    assert (control.space, tiles_on(control.position)) == (7, ())
    control.undo()
    control.clear()
    assert (control.space, tiles_on(control.position)) == (0, ())
    assert control.undo()
    assert tiles_on(control.position) == (Tile.parse("294"),)
    control.forget_past()
    assert not control.can_undo


def test_what_was_refused_is_forgotten_with_the_next_tile(player: Context) -> None:
    control = entry_of(Stage(player, calculator_entry(player))).control
    control.put(Tile.parse("294"), 0)
    assert not control.put(Tile.parse("***"), 1)
    assert control.refused
    assert control.put(Tile.parse("618"), 1)
    assert control.refused == ""


def test_tiles_are_dragged_to_a_space_and_off_the_board(player: Context) -> None:
    stage = Stage(player, calculator_entry(player))
    entry = entry_of(stage)
    tile = rack_of(stage).tiles[5]
    start, goal = rack_of(stage).spot(5), entry.board.layout.centres[9]

    stage.drag(start, goal)
    assert entry.control.position.tiles[9] is tile
    stage.drag(goal, entry.board.layout.centres[2])
    assert entry.control.position.tiles[2] is tile
    assert entry.control.position.tiles[9] is None
    stage.drag(entry.board.layout.centres[2], start)
    assert tiles_on(entry.control.position) == ()
    stage.drag(start, goal)
    stage.give(PointerPressed(goal, MouseButton.SECONDARY))
    assert tiles_on(entry.control.position) == ()


def test_a_tile_dropped_on_another_changes_places_with_it(player: Context) -> None:
    stage = Stage(player, calculator_entry(player))
    entry = entry_of(stage)
    stage.type("294@a1")
    stage.type("618@c3")
    first, second = Tile.parse("294"), Tile.parse("618")
    names = [space.name for space in entry.control.boards.rules.grid.spaces]
    a1, c3 = names.index("a1"), names.index("c3")
    centres = entry.board.layout.centres
    stage.drag(centres[a1], centres[c3])
    tiles = entry.control.position.tiles
    assert (tiles[a1], tiles[c3]) == (second, first)
    stage.press("backspace")
    tiles = entry.control.position.tiles
    assert (tiles[a1], tiles[c3]) == (first, second)


def test_only_what_was_called_is_offered_and_taken(player: Context) -> None:
    stage = open_caller(player)
    scene = caller_of(stage)
    for _ in range(5):
        stage.press("return")
    stage.press("b")
    entry = entry_of(stage)
    assert set(rack_of(stage).tiles) == set(scene.game.called)
    stranger = scene.game.bag[0]
    stage.type(str(stranger))
    assert entry.control.refused == "errors.illegal.not-called"
    assert tiles_on(entry.control.position) == ()
    stage.type(str(scene.game.called[2]))
    # Not all is called yet: the count shows the board as it stands and leads back.
    stage.press("n")
    assert isinstance(stage.top, Dialog)
    stage.press("right", "return")
    count = stage.top
    assert isinstance(count, CountScene)
    assert stage.has(player.text("entry.to_calls"))
    count.control.finish()
    stage.press("escape")
    assert entry_of(stage) is entry


def test_the_clock_calls_pauses_and_waits_while_it_is_covered(player: Context) -> None:
    now = 0.0
    player.now = lambda: now
    stage = open_caller(player, pace=Pace(20))
    scene = caller_of(stage)

    def wait(seconds: float) -> int:
        nonlocal now
        for _ in range(round(seconds * 4)):
            now += 0.25
            stage.stack.update(0.25)
        return len(scene.game.calls)

    assert wait(30) == 0
    stage.press("n")
    assert wait(19) == 1
    assert wait(2) == 2
    stage.press("p")
    assert wait(100) == 2
    stage.press("p")
    assert wait(10) == 2
    stage.press("x")
    assert isinstance(stage.top, TilePicker)
    assert wait(60) == 2
    stage.press("escape")
    assert wait(7) == 2
    assert wait(4) == 3
    stage.press("backspace")
    assert len(scene.game.calls) == 2
    assert wait(19) == 2
    assert wait(2) == 3
    assert wait(20 * 20) == 19


def test_each_of_the_last_seconds_ticks_once(player: Context) -> None:
    now = 0.0
    game = caller_of(open_caller(player, pace=Pace(5))).control.game
    control = CallerControl(game, lambda: now)
    control.uncover()
    control.call(game.draw())
    heard = []
    for quarter in range(21):
        now = quarter / 4
        heard.append(control.poll())
    assert heard.count(CallerEvent.TICK) == 3
    assert heard[-1] is CallerEvent.DUE
    # Called by hand while a second ticks: the same second of the next clock ticks as well.
    for start in (10.0, 12.5):
        now = start
        control.call(game.draw())
        now += 2.25
        assert control.poll() is CallerEvent.TICK


def test_a_call_behind_another_screen_starts_no_clock(player: Context) -> None:
    now = 0.0
    control = caller_of(open_caller(player, pace=Pace(20))).control
    control = CallerControl(control.game, lambda: now)
    control.cover()
    control.call(control.game.draw())
    assert not control.is_running
    now = 15.0
    assert control.left == 20
    control.uncover()
    assert control.is_running
    now = 20.0
    assert control.left == 15


def test_a_tile_is_corrected_by_its_numbers_and_on_the_strip(player: Context, heard: Heard) -> None:
    stage = open_caller(player)
    scene = caller_of(stage)
    game = scene.game
    stage.press("n", "n", "n")
    wanted, old = game.bag[4], game.called[2]
    stage.press("x")
    stage.type(str(game.called[0]))
    picker = stage.top
    assert isinstance(picker, TilePicker)
    stage.type(str(wanted))
    assert stage.top is scene
    assert game.called[2] is wanted
    first, other = game.called[0], game.bag[7]
    strip = stage.part("strip")
    assert isinstance(strip, CallStrip)
    stage.hit(strip.spot(0))
    picker = stage.top
    assert isinstance(picker, TilePicker)
    grid = stage.part(MAIN)
    assert isinstance(grid, TileGrid)
    stage.hit(grid.spot(grid.tiles.index(other)))
    assert game.called[0] is other
    assert first in game.bag
    # The last call, corrected, was called anew; the correction of an earlier one calls nothing.
    assert heard.calls == [*map("en {}".format, (first, game.called[1], old, wanted))]
    assert tile_name(stage.context, game.rules, other) in " ".join(stage.read())
    # The pointer was somewhere else meanwhile.
    assert not strip.is_hovered
    # What one does next has the keyboard, not what was corrected.
    called = len(game.calls)
    stage.press("return")
    assert stage.top is scene
    assert len(game.calls) == called + 1
    match = saved(player)
    assert match is not None
    assert match.round.called == game.called


def test_tiles_from_the_players_own_bag(player: Context) -> None:
    rules = Ruleset(call=CallRule.PAIRS)
    stage = open_caller(player, rules, Pace(None, is_drawn_here=False))
    scene = caller_of(stage)
    stage.press("return")
    picker = stage.top
    assert isinstance(picker, TilePicker)
    stage.type("294")
    stage.press("n")
    assert stage.top is picker
    stage.type("857")
    stage.press("n")
    assert caller_of(stage) is scene
    assert scene.game.calls == ((Tile.parse("294"), Tile.parse("758")),)
    assert {"2", "9", "4", "7", "5", "8"} <= set((stage.let(1.0) and stage.read()) or ())


@pytest.mark.parametrize("calls", [0, 1, 7, 19])
def test_a_crash_at_any_call_goes_on_where_it_was(player: Context, calls: int) -> None:
    stage = open_caller(player, bot=True)
    for _ in range(calls):
        stage.press("n")
        stage.let(0.1)
    game = caller_of(stage).game
    if calls:
        stage.press("b")
        stage.type(str(game.called[-1]))
    match = saved(player)
    assert match is not None
    match = parse_record(print_record(match))
    scene = player.routes.saved_table(match)
    assert isinstance(scene, CallerScene)
    assert scene.game.calls == game.calls
    assert scene.game.board(0) == game.board(0)
    menu = Stage(player, TitleScene(player))
    if calls:
        words = " ".join(menu.part(MAIN).spoken(player))
        assert f"{player.text('menu.box')} · Standard game · {calls} of 19" in words
        # Another game does not take its place.
        menu.click(menu.part("new"))
        menu.press("return")
        assert match in [waiting.match for waiting in player.store.waiting()]
        for waiting in player.store.waiting():
            if waiting.match != match:
                player.store.autosave.end(waiting.key)
        menu = Stage(player, TitleScene(player))
    menu.click(menu.part(MAIN))
    assert isinstance(menu.top, CallerScene)


def test_a_board_against_the_rules_says_which_tile(player: Context) -> None:
    stage = open_caller(player, Ruleset(placement=PlacementRule.ADJACENT))
    game = caller_of(stage).game
    stage.press("n", "n", "b")
    first, second = game.called
    stage.type(f"{first}@a1{second}@e3")
    assert any(f"{second}@e3" in word for word in [" ".join(stage.read())])
    control = entry_of(stage).control
    assert (control.missing, control.lacking) == (0, (0,))
    stage.type(f"{second}@a2")
    assert control.lacking == ()
    assert player.text("entry.full") in stage.read()


def test_rounds_follow_each_other_and_all_are_counted(player: Context) -> None:
    stage = open_caller(player, Ruleset(rounds=2))
    totals = []
    for index in range(2):
        game = caller_of(stage).game
        assert game.round_index == index
        while not game.is_round_called:
            stage.press("n")
        board = game.board(0)
        for tile, space in zip(game.called, range(19), strict=True):
            board = lay(board, tile, space)
        game.enter(0, board)
        totals.append(score_position(game.rules, board).total)
        stage.press("b", "n")
        leave_count(stage)
    assert isinstance(stage.top, TitleScene)
    (played,) = player.store.profile.last_matches()
    assert played.result.total == sum(totals)


def test_an_unfinished_board_is_counted_with_a_warning_and_not_kept(player: Context) -> None:
    stage = open_caller(player)
    game = call_all(stage)
    stage.press("b")
    stage.type(f"{game.called[0]}@c3")
    stage.press("n")
    assert isinstance(stage.top, Dialog)
    assert "Ana" in " ".join(stage.read())
    stage.press("right", "return")
    assert isinstance(stage.top, CountScene)
    assert stage.has(player.text("entry.end"))
    count = stage.top
    assert isinstance(count, CountScene)
    count.control.finish()
    count.renew()
    stage.let(2.0)
    assert player.text("entry.not_kept") in " ".join(stage.read())
    leave_count(stage)
    assert isinstance(stage.top, TitleScene)
    assert player.store.profile.last_matches() == ()
    assert saved(player) is None


def test_daffodil_with_tiles_set_aside_and_moved_to_a_stamen(player: Context) -> None:
    rules = Ruleset(BoardName.DAFFODIL, rays=RayRule.RAYS, daffodil=4)
    stage = open_caller(player, rules)
    game = call_all(stage)
    stage.press("b")
    control = entry_of(stage).control
    tame = [t for t in game.called if not t.is_wild]
    wild = [t for t in game.called if t.is_wild]
    petals = [i for i in range(21) if i not in rules.grid.stamens]
    stamen = rules.grid.name_of(rules.grid.stamens[0])
    if wild:
        stage.type(f"{wild[0]}@{stamen}")
        assert control.refused == "errors.illegal.wild-stays-aside"
    order = [*wild, *tame]
    for tile, space in zip(order[:18], petals, strict=True):
        stage.type(f"{tile}@{rules.grid.name_of(space)}")
    # The rest lies on the daffodil by itself, and can go to a stamen.
    assert set(control.shown.aside) == set(order[18:])
    stage.type(f"{order[20]}@{stamen}")
    assert control.missing == 0
    assert control.shown.aside == tuple(t for t in game.called if t in order[18:20])
    stage.type(f"{order[20]}x")
    assert control.space == ASIDE_INDEX
    total = control.score.total
    stage.press("n")
    count = stage.top
    assert isinstance(count, CountScene)
    assert count.control.score.players[0].total == total


def test_petals_are_filled_before_stamens_that_may_stay_empty(player: Context) -> None:
    rules = Ruleset(BoardName.DAFFODIL, rays=RayRule.RAYS, daffodil=4)
    stage = open_caller(player, rules)
    game = call_all(stage)
    stage.press("b")
    control = entry_of(stage).control
    visited = []
    for tile in [tile for tile in game.called if not tile.is_wild][:12]:
        visited.append(control.space)
        assert control.put(tile)
    petals = [i for i in range(21) if i not in rules.grid.stamens]
    assert visited == petals[:12]


def test_the_best_board_stands_beside_the_entered_one(player: Context) -> None:
    player.engines = Prompt()
    stage = open_caller(player)
    game = call_all(stage)
    stage.press("b", "h")
    control = entry_of(stage).control
    stage.let(0.1)
    best = control.best_position
    assert best is not None
    assert control.best is not None
    assert sorted(map(str, tiles_on(best))) == sorted(map(str, game.called))
    assert score_position(game.rules, best).total == control.best.total
    points = player.text("terms.count.points", count=control.best.total)
    assert player.text("entry.best_found", points=points) in stage.read()
    stage.press("h")
    assert player.text("entry.tiles_left") in stage.read()


def test_leaving_asks_and_keeps_or_ends(player: Context) -> None:
    stage = open_caller(player)
    stage.press("n", "escape")
    assert isinstance(stage.top, Dialog)
    stage.press("escape")
    assert isinstance(stage.top, CallerScene)
    stage.press("escape", "return")
    assert isinstance(stage.top, TitleScene)
    assert saved(player) is None
    (left,) = player.store.waiting()
    player.store.autosave.end(left.key)
    stage = open_caller(player)
    stage.press("n", "escape")
    stage.click(stage.find(player.text("caller.leave_end")))
    assert isinstance(stage.top, TitleScene)
    assert player.store.waiting() == ()


def test_the_setup_says_what_cannot_be_played(player: Context) -> None:
    player.preferences = dataclasses.replace(player.preferences, knows_game=True)
    stage = Stage(player, TitleScene(player))
    stage.click(stage.part("box"))
    scene = stage.top
    assert isinstance(scene, BoxScene)
    scene.control.choose("rays", RayRule.BEST_RAY)
    stage.press("1")
    scene.control.choose("rays", RayRule.BEST_RAY)
    scene.renew()
    start = stage.part(MAIN)
    assert start.why_disabled
    stage.press("return")
    assert stage.top is scene
    scene.control.seat(2)
    scene.renew()
    assert start.why_disabled is None
    stage.press("5")
    assert scene.control.choices.call is CallRule.MAIL
    assert scene.control.people == 2
    scene.control.seat(6)
    scene.renew()
    companion = stage.part("companion")
    assert companion.hint() == player.text("box.company_full")
    scene.control.accompany("fox")
    assert scene.control.people == 6
    assert not scene.control.companion
    scene.control.seat(5)
    scene.renew()
    assert companion.is_enabled
    scene.control.accompany("fox")
    scene.renew()
    people = stage.part("people")
    assert isinstance(people, Stepper)
    assert max(people.values) == scene.control.people == 5
    stage.press("return")
    game = caller_of(stage).game
    assert len(game.players) == 6
    assert game.setup.answer_seconds is None
    stage.press("n")
    assert len(game.called) == 3
