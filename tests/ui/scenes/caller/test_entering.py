"""Boards of a real table, entered at the table: the calls come again, each tile on its space."""

from __future__ import annotations

import pytest

from game.play.caller import CallerGame, Pace
from game.play.table import TableSetup
from game.play.table_game import Phase
from game.rules.marks import Mark
from game.rules.match import legal_placements
from game.rules.match_score import score_match
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.rules.state import Player, PlayerKind
from game.rules.tiles import Tile
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Push
from game.ui.parts import MAIN, Dialog, WordLink
from game.ui.scenes.caller.entering import EnteredMode
from game.ui.scenes.caller.picker import TilePicker
from game.ui.scenes.caller.scene import CallerScene
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.shared.table_mode import MATCH_ACTIONS
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import say
from game.ui.widgets.tiles import TileGrid
from tests.gallery.review import PatientEngines
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import Stage


def called(player: Context, rules: str, *names: str, calls: int | None = None) -> CallerGame:
    setup = TableSetup(Ruleset.parse(rules), tuple(map(Player, names)), "42", edition="standard")
    game = CallerGame.start(setup, Pace(), player.engines, player.store.save_match, '{"id": "e"}')
    for _ in range(len(setup.rules.call_sizes) if calls is None else calls):
        game.call(game.draw())
    return game


def table_of(stage: Stage) -> tuple[TableScene, EnteredMode]:
    scene = stage.top
    assert isinstance(scene, TableScene)
    assert isinstance(scene.mode, EnteredMode)
    return scene, scene.mode


def place_all(stage: Stage, most: int = 99) -> None:
    """Place every tile of the hand on the first space allowed."""
    for _ in range(most):
        stage.let(0.2)
        if not isinstance(stage.top, TableScene) or not stage.top.game.hand():
            return
        match = stage.top.game.match
        if not match.round.seats[0].hand:
            return
        p = legal_placements(match, 0)[0]
        scene = stage.top
        assert scene.layout is not None
        stage.hit(
            scene.layout.board.centres[p.space] if p.space >= 0 else scene.layout.board.aside[0]
        )


def finish(stage: Stage) -> None:
    count = stage.top
    assert isinstance(count, CountScene)
    count.control.finish()
    stage.press("return")


def test_two_people_enter_their_boards_and_the_game_is_kept(player: Context) -> None:
    game = called(player, "classic free single none", "Ana", "Ben")
    stage = Stage(player, player.routes.board_entry(game))
    place_all(stage)
    assert table_of(stage)[1].seat == 0
    stage.let(2.0)
    # The second one's board follows by itself; the count waits, so that boards can be corrected.
    assert table_of(stage)[1].seat == 1
    place_all(stage)
    stage.let(2.0)
    stage.press("n")
    assert not game.lacking
    totals = [score_position(game.rules, game.board(i)).total for i in game.people]
    finish(stage)
    match = game.finished()
    assert match is not None
    assert [s.total for s in score_match(match).players] == totals
    assert player.store.autosave.load().match is None
    (played,) = player.store.profile.last_matches()
    assert played.marks == {Mark.PHYSICAL}
    assert not played.counts


def test_keys_lead_round_the_people_both_ways(player: Context) -> None:
    game = called(player, "classic free single none", "Ana", "Ben", "Cat")
    stage = Stage(player, player.routes.board_entry(game, 0))
    seats = []
    for key in ("page down", "page down", "page down", "page up", "page up"):
        stage.press(key)
        seats.append(table_of(stage)[1].seat)
    assert seats == [1, 2, 0, 2, 1]
    # Opened anew, the first board that lacks tiles is shown, and else the first of all.
    for seat in (0, 1, 2):
        fill(game, seat)
        _, mode = table_of(Stage(player, player.routes.board_entry(game)))
        assert mode.seat == (seat + 1) % 3


def test_a_board_goes_on_where_it_was_after_a_crash(player: Context) -> None:
    game = called(player, "classic free single none", "Ana")
    stage = Stage(player, player.routes.board_entry(game))
    place_all(stage, most=7)
    before = game.board(0)
    assert before.filled.bit_count() == 7
    match = player.store.autosave.load().match
    assert match is not None
    again = CallerGame.resume(match, player.engines, player.store.save_match)
    assert again.board(0) == before
    other = Stage(player, player.routes.board_entry(again))
    place_all(other)
    assert not again.missing(0)


def test_a_key_that_comes_before_the_next_call_places_its_tile(player: Context) -> None:
    """Nothing is lost between the tile on the disk and the call that follows by itself."""
    game = called(player, "classic free single none", "Ana")
    stage = Stage(player, player.routes.board_entry(game))
    stage.let(0.5)
    grid = game.rules.grid
    for number, tile in enumerate(game.called, 1):
        stage.press(*grid.name_of(19 - number), "return")
        board = game.board(0)
        assert board.filled.bit_count() == number, "without a frame between the keys"
        assert board.tiles[19 - number] is tile


def test_a_click_that_comes_before_the_next_call_places_its_tile(player: Context) -> None:
    game = called(player, "classic free single none", "Ana")
    stage = Stage(player, player.routes.board_entry(game))
    stage.let(0.5)
    scene = stage.top
    assert isinstance(scene, TableScene)
    assert scene.layout is not None
    for number, tile in enumerate(game.called, 1):
        stage.hit(scene.layout.board.centres[19 - number])
        board = game.board(0)
        assert board.filled.bit_count() == number, "without a frame between the clicks"
        assert board.tiles[19 - number] is tile
    # The last one lies where it was put, and can still be moved.
    assert scene.game.last_placement() is not None


def test_the_rest_is_set_aside_by_itself_when_a_board_is_opened_again(player: Context) -> None:
    """P6: all petals are full."""
    game = called(player, "daffodil-4 free single none", "Ana")
    stage = Stage(player, player.routes.board_entry(game))
    stage.let(0.5)
    scene = table_of(stage)[0]
    petals = [i for i in range(len(game.rules.grid)) if i not in game.rules.grid.stamens]
    position = empty_position(game.rules.grid)
    for tile, space in zip([t for t in game.called if not t.is_wild], petals, strict=False):
        position = put_unchecked(position, tile, space)
    game.enter(0, position)
    rest = [tile for tile in game.called if tile not in position.tiles]
    again = Stage(player, player.routes.board_entry(game))
    again.let(0.5)
    scene = table_of(again)[0]
    assert len(rest) == 3
    assert set(scene.game.position().aside) == set(rest)


def test_after_a_correction_only_the_corrected_tile_is_entered_again(player: Context) -> None:
    game = called(player, "classic free single none", "Ana")
    stage = Stage(player, player.routes.board_entry(game))
    place_all(stage)
    before = game.board(0)
    game.correct(game.called[2], game.bag[0])
    assert game.missing(0) == 1
    other = Stage(player, player.routes.board_entry(game))
    other.let(0.5)
    assert table_of(other)[0].game.position().filled.bit_count() == 18, "the others lie there"
    place_all(other, most=1)
    assert game.missing(0) == 0, "what is placed after it is kept at once"
    other.let(4.0)
    assert table_of(other)[0].game.phase() is Phase.MATCH_OVER
    now = game.board(0)
    assert now.filled == before.filled
    assert [t for t in now.tiles if t in before.tiles] == [
        t for t in before.tiles if t in now.tiles
    ]


def test_every_tile_can_be_undone_when_the_board_is_opened_again(player: Context) -> None:
    game = called(player, "classic free single none", "Ana", "Ben")
    place_all(Stage(player, player.routes.board_entry(game)))
    stage = Stage(player, player.routes.board_entry(game, 0))
    stage.let(5.0)
    assert table_of(stage)[1].seat == 0, "Ben's board does not push it away"
    for left in range(18, 15, -1):
        stage.press("backspace")
        stage.let(0.1)
        assert game.board(0).filled.bit_count() == left


def test_correcting_leads_from_the_count_to_the_board(player: Context) -> None:
    game = called(player, "classic free single none", "Ana")
    stage = Stage(player, player.routes.caller(game))
    stage.stack.apply(Push(player.routes.board_entry(game)))
    place_all(stage)
    stage.let(5.0)
    stage.click(stage.find(player.text("entry.count")))
    assert isinstance(stage.top, CountScene)
    stage.top.control.finish()
    stage.press("escape")
    assert table_of(stage)[1].game is game


def test_closed_moves_are_counted_by_the_key_after_that_which_closes(player: Context) -> None:
    game = called(player, "daffodil-4 free single rays", "Ana")
    stage = Stage(player, player.routes.board_entry(game))
    place_all(stage)
    scene = table_of(stage)[0]
    assert scene.game.phase() is Phase.CLOSE
    stage.press("n")
    assert stage.top is scene
    assert scene.game.phase() is Phase.MATCH_OVER
    stage.press("n")
    assert isinstance(stage.top, CountScene)


def test_closing_moves_can_be_made_after_a_break(player: Context) -> None:
    game = called(player, "daffodil-4 free single rays", "Ana")
    stage = Stage(player, player.routes.board_entry(game))
    place_all(stage)
    assert table_of(stage)[0].game.phase() is Phase.CLOSE
    stage = Stage(player, player.routes.board_entry(game))
    table, mode = table_of(stage)
    tile = next(tile for tile in game.board(0).aside if not tile.is_wild)
    mode.control.place(tile, game.rules.grid.stamens[0])
    assert game.board(0).tiles[game.rules.grid.stamens[0]] is tile
    again, _ = table_of(Stage(player, player.routes.board_entry(game)))
    assert again.game.position() == table.game.position()


def test_undoing_goes_back_over_calls_without_a_price(player: Context) -> None:
    game = called(player, "classic free single none", "Ana")
    stage = Stage(player, player.routes.board_entry(game))
    place_all(stage, most=5)
    for _ in range(3):
        stage.press("backspace")
        stage.let(0.1)
    assert isinstance(stage.top, TableScene)
    assert game.board(0).filled.bit_count() == 2


def test_an_unfinished_board_is_counted_with_a_warning(player: Context) -> None:
    game = called(player, "classic free single none", "Ana", calls=6)
    stage = Stage(player, player.routes.board_entry(game))
    place_all(stage, most=4)
    assert stage.read().count(player.text("entry.count")) == 1, "no button before it is full"
    stage.click(stage.find(player.text("entry.count")))
    assert isinstance(stage.top, Dialog)
    stage.click(stage.find(player.text("entry.count_anyway")))
    assert isinstance(stage.top, CountScene)
    finish(stage)
    assert isinstance(stage.top, CallerScene)


def test_the_warning_names_those_who_lack_tiles(player: Context) -> None:
    game = called(player, "classic free single none", "Ana", "Ben", calls=2)
    stage = Stage(player, player.routes.board_entry(game, 0))
    place_all(stage, most=2)
    stage.click(stage.find(player.text("entry.count")))
    assert isinstance(stage.top, Dialog)
    assert player.text("entry.lacking", names="Ben") in str(stage.top.body)


def test_daffodil_with_pairs_set_aside(player: Context) -> None:
    game = called(player, "daffodil-4 free pairs rays", "Ana")
    stage = Stage(player, player.routes.board_entry(game))
    place_all(stage)
    assert len(game.board(0).aside) + game.board(0).filled.bit_count() > 0


def test_the_calculator_picks_each_tile(player: Context) -> None:
    stage = Stage(player, player.routes.calculator())
    for tile in ("294", "793", "618"):
        stage.press("n")
        assert isinstance(stage.top, TilePicker)
        stage.type(tile)
        stage.let(0.2)
        place_all(stage)
    _, mode = table_of(stage)
    assert [str(t) for t in mode.game.called] == ["294", "793", "618"]
    assert mode.game.board(0).filled.bit_count() == 3


def test_tiles_are_entered_in_any_order(player: Context) -> None:
    """The ways are typing `294` and `c3`, the link, and a pasted text."""
    game = called(player, "classic free single none", "Ana")
    stage = Stage(player, player.routes.board_entry(game))
    stage.let(0.5)
    last, middle, first = (game.called[i] for i in (18, 9, 0))
    assert table_of(stage)[0].game.hand() == (first,)
    # Erasing takes the last sign alone.
    stage.press(*str(last)[:2], "backspace", *str(last)[1:])
    assert table_of(stage)[0].game.hand() == (last,)
    stage.press("c", "3", "return")
    grid = game.rules.grid
    assert game.board(0).tiles[grid.index_of("c3")] is last
    stage.click(stage.find(player.text("entry.other")))
    stage.type(str(middle))
    stage.press("a", "1", "return")
    assert game.board(0).tiles[grid.index_of("a1")] is middle
    stage.let(0.2)
    assert table_of(stage)[0].game.hand() == (first,), "the order of the calls goes on"
    again = Stage(player, player.routes.board_entry(game))
    assert table_of(again)[0].game.position() == game.board(0), "nothing entered is hidden"
    left = [tile for tile in game.called if tile not in game.board(0).tiles]
    free = [i for i, tile in enumerate(game.board(0).tiles) if tile is None]
    pasted = [f"{t}@{grid.name_of(i)}" for t, i in zip(left[::-1], free, strict=True)]
    paste(again, "; ".join(pasted))
    again.give(Command(Action.PASTE, key="v", is_repeat=True))
    assert game.lacking, "a key that is held pastes nothing"
    again.press("ctrl+v")
    assert not game.lacking
    for number in range(18, 15, -1):
        again.press("backspace")
        again.let(0.1)
        assert game.board(0).filled.bit_count() == number


def test_a_board_that_cannot_be_says_why(player: Context) -> None:
    game = called(player, "classic free single none", "Ana")
    stage = Stage(player, player.routes.board_entry(game))
    stage.let(0.5)
    one, other = map(str, game.called[3:5])
    unknown = str(game.bag[0])
    for pasted, reason in {
        f"{one}@c3 {one}@d4": "errors.illegal.already-placed",
        f"{other}@c3": "errors.illegal.occupied",
        f"{unknown}@a1": "errors.illegal.not-called",
    }.items():
        paste(stage, pasted)
        stage.press("ctrl+v")
        said = table_of(stage)[0].toast.words
        assert pasted.split()[-1] in said
        words = player.text(reason).removesuffix(".")
        assert words in said, (pasted, said)
    assert game.board(0).filled.bit_count() == 1
    paste(stage, f"nonsense {other}@b1")
    stage.press("ctrl+v")
    assert game.board(0).filled.bit_count() == 1, "nothing after it is entered"
    words = player.text("errors.fault.not-a-placement", text="'nonsense'").removesuffix(".")
    assert words in table_of(stage)[0].toast.words
    stage.press(*one)
    assert player.text("errors.illegal.already-placed")[:-1] in table_of(stage)[0].toast.words
    stage.press("9", "9", "9")
    assert player.text("errors.illegal.not-in-tile-set")[:-1] in table_of(stage)[0].toast.words
    stage.press("2", "9", "backspace", "backspace", "backspace")
    stage.let(0.1)
    assert game.board(0).filled.bit_count() == 0, "typed signs go first, then the tile"


def test_in_the_calculator_another_tile_takes_the_place_of_the_picked_one(player: Context) -> None:
    stage = Stage(player, player.routes.calculator())
    stage.press(*"294")
    stage.press(*"429")
    _, mode = table_of(stage)
    assert mode.game.called == (Tile.parse("294"),), "in any order of its digits"
    stage.press(*"793")
    assert mode.game.called == (Tile.parse("793"),)
    stage.press("b", "2", "return")
    paste(stage, "1-6-8@c3\n298@c3")
    stage.press("ctrl+v")
    assert [str(t) for t in mode.game.called] == ["793", "618", "298"]
    assert mode.game.board(0).filled.bit_count() == 2


def paste(stage: Stage, text: str) -> None:
    """Put a text on the clipboard."""
    stage.context.paste_text = lambda: text


def with_own_bag(player: Context, rules: str, *names: str) -> CallerGame:
    """A game whose players draw from their own bag, after its first call."""
    setup = TableSetup(Ruleset.parse(rules), tuple(map(Player, names)), "42", edition="standard")
    pace = Pace(is_drawn_here=False)
    game = CallerGame.start(setup, pace, player.engines, player.store.save_match, '{"id": "e"}')
    game.call(game.draw())
    return game


ENTRIES = {
    "empty": ("place, take back, Count, Back", None),
    "two people": ("place, take back, Count, other boards, Back", None),
    "closing moves": ("place, take back, done, Back", "Done"),
    "full": ("take back, Count, Back", "Count"),
    "own bag": ("place, take back, Count, Back", None),
    "own bag, placed": ("take back, Next call, Back", "Next call"),
    "own bag, full": ("take back, Count, Back", "Count"),
}
"""The keys of each state of an entry, and the button below the hand."""


@pytest.mark.parametrize("state", ENTRIES)
def test_an_entry_names_what_can_be_done_now(player: Context, state: str) -> None:
    hints, button = ENTRIES[state]
    rules = "daffodil-4 free single rays" if state == "closing moves" else "classic free pairs none"
    if state.startswith("own bag"):
        game = with_own_bag(player, rules, "Ana")
    else:
        names = ("Ana", "Ben")[: 1 + (state == "two people")]
        game = called(player, rules, *names, calls=1 if "people" in state else None)
    if state.endswith("full"):
        while not game.is_round_called:
            game.call(game.draw())
        fill(game)
    stage = Stage(player, player.routes.board_entry(game))
    if state in ("closing moves", "own bag, placed"):
        place_all(stage)
    stage.let(1.0)
    _, mode = table_of(stage)
    assert mode.title() == ("Board: Ana", "Type 294, then c3.")
    assert ", ".join(words for _, words in mode.hints()) == hints
    keys = {words: key for key, words in mode.hints()}
    assert keys["take back"] == "Backspace"
    assert keys["Back"] == "Esc"
    assert {keys.get("place", "Enter"), keys.get("other boards", "PgDn")} == {"Enter", "PgDn"}
    assert [key for words, key in keys.items() if words in ("Count", "done", "Next call")] == ["N"]
    labels = [say(part.label) for part in stage.widgets() if isinstance(part, WordLink)]
    assert labels == ["Take back", "Redo", "Another tile", "Count", *filter(None, [button])]
    assert ("people" in {part.id for part in stage.widgets()}) is (state == "two people")
    assert stage.widget("sign").hint().startswith("Back")
    if state == "closing moves":
        stage.press("return")
        assert table_of(stage)[0].game.phase() is Phase.CLOSE, "only its own key closes it"
    table = stage.top
    for action in MATCH_ACTIONS:
        stage.give(Command(action, key="x"))
    stage.give(Command(Action.NEXT_CALL, key="n", is_repeat=True))
    assert stage.top is table, "nothing of a match at one screen is done"
    stage.press("2", "9")
    assert mode.title() == ("Board: Ana", "29")
    if state != "two people":
        stage.press("page up", "2", "9")
        assert stage.top is table, "there is no other board"
    stage.press("page up" if state == "two people" else "escape")
    if state == "two people":
        scene, mode = table_of(stage)
        assert mode.title() == ("Board: Ben", "Type 294, then c3.")
        assert scene.game.match.players == (Player("Ben"),)
    else:
        assert stage.stack.is_empty


def fill(game: CallerGame, seat: int = 0, *, without: int = 0) -> None:
    """Enter the called tiles on the first spaces, the last ones `without`."""
    position = empty_position(game.rules.grid)
    for space, tile in enumerate(game.called[: len(game.called) - without]):
        position = put_unchecked(position, tile, space)
    game.enter(seat, position)


@pytest.mark.parametrize(
    ("rounds", "calls", "without", "onward", "kept"),
    [
        (1, 3, 0, "Back to the calls CallerScene", False),
        (2, 18, 0, "Back to the calls; Round total: {} CallerScene", False),
        (2, 19, 0, "Next round; Round total: {} CallerScene", False),
        (1, 19, 1, "End the game; {not_kept} TitleScene", False),
        (1, 19, 0, "Save and finish; {kept_as} TitleScene", True),
    ],
)
def test_the_count_leads_on_as_far_as_the_evening_is(
    player: Context, rounds: int, calls: int, without: int, onward: str, kept: bool
) -> None:
    """To the calls, the next round, or the end, where a whole game is stored."""
    game = called(player, f"classic free single none rounds={rounds}", "Ana", calls=calls)
    fill(game, without=without)
    total = score_position(game.rules, game.board(0)).total
    stage = Stage(player, player.routes.board_entry(game))
    is_full = calls == 19 and not without
    assert (table_of(stage)[0].game.phase() is Phase.MATCH_OVER) is is_full
    stage.press("n")
    if without:
        assert "Ana" in str(stage.top.body)  # type: ignore[attr-defined]
        stage.click(stage.find(player.text("entry.count_anyway")))
    scene = stage.top
    assert isinstance(scene, CountScene)
    scene.control.finish()
    scene.renew()
    words = "; ".join(word for id in (MAIN, "head") for word in scene.part(id).spoken(player))
    stage.press("return")
    remarks = {
        "not_kept": player.text("entry.not_kept"),
        "kept_as": player.text("entry.kept_as", mark=player.text("records.mark.physical")),
    }
    assert f"{words} {type(stage.top).__name__}" == onward.format(total, **remarks)
    assert game.round_index == int(onward.startswith("Next"))
    assert len(player.store.profile.last_matches()) == kept
    is_over = onward.endswith("TitleScene")
    assert (player.store.autosave.load().match is None) is is_over
    assert not player.store.waiting() or not is_over


@pytest.mark.parametrize("rules", ["classic free single none", "classic adjacent single none"])
def test_tiles_placed_after_a_corrected_one_follow_by_themselves(
    player: Context, rules: str
) -> None:
    """Each as soon as it is called; anything new comes first, where the rules let it."""
    game = called(player, rules, "Ana")
    fill(game)
    before = game.board(0)
    old, new = game.called[2], game.bag[0]
    game.correct(old, new)
    stage = Stage(player, player.routes.board_entry(game))
    scene, mode = table_of(stage)
    assert game.board(0).filled.bit_count() == 18, "opened, nothing is lost of it"
    is_free = rules.startswith("classic free")
    assert scene.game.position().filled.bit_count() == (18 if is_free else 2)
    assert scene.game.hand() == (new,)
    mode.control.place(new, 2)
    assert game.board(0).filled == before.filled, "nothing that was entered is lost"
    for _ in range(120):
        mode.control.advance(0.1, is_moving=False)
    assert scene.game.phase() is Phase.MATCH_OVER
    assert scene.game.position().tiles == tuple(new if t is old else t for t in before.tiles)
    # Undone, the last one waits for its space like any other.
    stage.press("backspace")
    stage.let(0.5)
    assert scene.game.hand() == ((new,) if is_free else (game.called[-1],))


def test_a_tile_that_cannot_be_entered_now_is_refused_with_its_reason(player: Context) -> None:
    """The caller, the players, the tiles of a call, and the tiles on the board already."""
    drawn_here = called(player, "classic free single none", "Ana", calls=2)
    half = called(player, "classic free pairs none", "Ana", calls=3)
    fill(half, without=1)
    single, pairs = "classic free single none", "classic free pairs none"
    owned = {
        name: with_own_bag(player, rules, *names)
        for name, (rules, names) in {
            "two people": (single, "AB"),
            "two people, placed": (single, "AB"),
            "alone": (single, "A"),
            "alone, pairs": (pairs, "A"),
            "pairs, placed": (pairs, "A"),
        }.items()
    }
    for name in ("two people, placed", "pairs, placed"):
        fill(owned[name])
    games = {
        "drawn here": (drawn_here, str(drawn_here.bag[0]), "not-called"),
        "a wild tile": (drawn_here, "***", "not-in-tile-set"),
        "half a call": (half, str(half.called[0]), "already-placed"),
        "after half a call": (half, str(half.called[5]), None),
        **{name: (owned[name], "", "not-called") for name in ("two people", "pairs, placed")},
        **{
            name: (owned[name], "", None)
            for name in ("two people, placed", "alone, pairs", "alone")
        },
    }
    for name, (game, typed, reason) in games.items():
        stage = Stage(player, player.routes.board_entry(game, 0))
        stage.let(0.2)
        typed = typed or str(game.bag[0])
        stage.press(*typed)
        scene, _ = table_of(stage)
        if reason is None:
            assert typed in map(str, scene.game.hand()), name
            assert not scene.toast.words, name
        else:
            words = player.text(f"errors.illegal.{reason}").removesuffix(".")
            said = player.text("errors.at", place=typed, reason=words).removesuffix(".")
            assert said in scene.toast.words, name
    # A call of two is entered to its end before another tile follows.
    stage = Stage(player, player.routes.board_entry(half))
    stage.let(0.2)
    half.enter(0, empty_position(half.rules.grid))
    stage = Stage(player, player.routes.board_entry(half))
    stage.let(0.2)
    stage.press("a", "1", "return", *str(half.called[4]))
    words = player.text("errors.illegal.board-not-full").removesuffix(".")
    assert words in table_of(stage)[0].toast.words


def test_the_next_tiles_are_picked_from_what_can_follow(player: Context) -> None:
    """From the bag where the players draw; any that is not placed where they are called here."""
    for rules, count in (("classic free pairs none", 2), ("classic free single none", 1)):
        game = with_own_bag(player, rules, "Ana")
        fill(game)
        stage = Stage(player, player.routes.board_entry(game))
        stage.let(0.2)
        stage.press("n")
        picker, bag = stage.top, game.bag
        assert isinstance(picker, TilePicker)
        assert picker.part("cancel")
        assert player.text("caller.which_drawn", count=count) in stage.read()
        assert offered(stage) == set(bag)
        stage.type("".join(map(str, bag[:count])))
        if count > 1:
            stage.press("n")
        assert game.calls[1:] == (bag[:count],)
        assert table_of(stage)[0].game.hand() == bag[:count]
        stage.click(stage.widget("other"))
        assert player.text("entry.other") in stage.read()
        assert offered(stage) == set(game.rules.grid.tile_set) - set(game.called)
    game = called(player, "classic free single none", "Ana", calls=5)
    fill(game, without=3)
    stage = Stage(player, player.routes.board_entry(game))
    stage.let(0.2)
    stage.click(stage.widget("other"))
    assert offered(stage) == set(game.called[3:])
    stage.type(str(game.called[4]))
    assert table_of(stage)[0].game.hand() == (game.called[4],)


def offered(stage: Stage) -> set[Tile]:
    """Return the tiles that the picker lets choose."""
    grid = stage.part(MAIN)
    assert isinstance(grid, TileGrid)
    return {tile for tile in grid.tiles if grid.is_free(tile)}


def test_the_count_waits_for_a_computer_that_still_thinks(player: Context) -> None:
    players = Player("Ana"), Player("Duckling", PlayerKind.BOT, "random")
    setup = TableSetup(Ruleset(), players, "42", edition="standard")
    for engines, is_counted in ((PatientEngines(), False), (player.engines, True)):
        game = CallerGame.start(setup, Pace(), engines, player.store.save_match, '{"id": "e"}')
        for _ in range(19):
            game.call(game.draw())
        fill(game)
        stage = Stage(player, player.routes.board_entry(game))
        stage.let(0.5)
        stage.press("n")
        assert isinstance(stage.top, CountScene) is is_counted
        if not is_counted:
            assert table_of(stage)[0].toast.words == player.text("entry.thinking")


def test_a_tile_whose_space_was_taken_meanwhile_waits_in_the_hand(player: Context) -> None:
    game = called(player, "classic adjacent single none", "Ana")
    fill(game)
    game.correct(game.called[2], game.bag[0])
    stage = Stage(player, player.routes.board_entry(game))
    scene, mode = table_of(stage)
    mode.control.place(game.called[2], 3)
    stage.let(1.0)
    assert scene.game.hand() == (game.called[3],)
    mode.control.place(game.called[3], 2)
    stage.let(5.0)
    assert not game.lacking


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("entering") == []
