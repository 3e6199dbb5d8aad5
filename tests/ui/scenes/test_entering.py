"""Boards of a real table, entered at the table: the calls come again, each tile on its space."""

from __future__ import annotations

from game.play.caller import CallerGame, Pace
from game.play.table import TableSetup
from game.play.table_game import Phase
from game.rules.marks import Mark
from game.rules.match import legal_placements
from game.rules.match_score import score_match
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.rules.state import Player
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.frame.scene import Push
from game.ui.parts import Dialog
from game.ui.scenes.caller.entering import EnteredMode
from game.ui.scenes.caller.picker import TilePicker
from game.ui.scenes.caller.scene import CallerScene
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.table.scene import TableScene
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
    """By typing `294` and `c3`, by the link, and by a pasted text."""
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
    paste(stage, "nonsense")
    stage.press("ctrl+v")
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
