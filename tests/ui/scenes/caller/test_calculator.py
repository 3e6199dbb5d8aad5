"""The score calculator: a board of any origin, entered at the table tile by tile."""

from __future__ import annotations

from game.play.table import TableSetup
from game.rules.boards import BoardName
from game.rules.marks import Mark
from game.rules.match import apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.ruleset import RayRule, Ruleset
from game.rules.state import Player
from game.rules.tiles import TILES
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.parts import ActionBand, Dialog
from game.ui.scenes.box.scene import BoxScene
from game.ui.scenes.count.scene import CountScene
from game.ui.widgets import Segmented, say
from tests.golden.pages import changed_pages
from tests.ui.scenes.caller.test_entering import called, finish, place_all, table_of
from tests.ui.scenes.stage import Stage


def choose_last(stage: Stage, id: str) -> None:
    """Press the last option of a choice."""
    rect = stage.widget(id).rect
    stage.hit((rect.right - 12, rect.centre[1]))


def enter(stage: Stage, count: int) -> None:
    """Pick and place so many tiles, in the order of the set."""
    for tile in TILES[:count]:
        stage.press("n")
        stage.type(str(tile))
        stage.let(0.2)
        place_all(stage)


def test_a_kept_board_leaves_the_game_under_way_alone(player: Context) -> None:
    rules = Ruleset()
    match = new_match(rules, (Player("Ana"),), TableSetup(rules, (Player("Ana"),), "7").to_meta())
    match, _ = apply(match, BeginRound(None, None))
    match, _ = apply(match, Call((TILES[3],)))
    match, _ = apply(match, Place(0, TILES[3], legal_placements(match, 0)[0].space))
    player.store.save_match(match)
    stage = Stage(player, player.routes.calculator())
    enter(stage, 19)
    stage.click(stage.find(player.text("entry.count")))
    finish(stage)
    assert [w.match.rounds for w in player.store.waiting()] == [match.rounds]
    (kept,) = player.store.profile.last_matches()
    assert kept.marks == {Mark.PHYSICAL}


def test_a_board_that_is_not_full_is_counted_and_corrected(player: Context) -> None:
    stage = Stage(player, player.routes.calculator())
    enter(stage, 4)
    stage.press("n")
    stage.press("escape")
    stage.click(stage.find(player.text("entry.count")))
    assert isinstance(stage.top, CountScene)
    finish(stage)
    assert table_of(stage)[1].game.board(0).filled.bit_count() == 4


def test_leaving_asks_once_a_tile_is_entered(player: Context) -> None:
    stage = Stage(player, player.routes.box())
    stage.click(stage.find(player.text("box.calculator")))
    stage.press("escape")
    assert isinstance(stage.top, BoxScene)
    stage.click(stage.find(player.text("box.calculator")))
    enter(stage, 2)
    stage.press("escape")
    stage.click(stage.find(player.text("entry.stay")))
    assert table_of(stage)[1].game.board(0).filled.bit_count() == 2
    stage.press("escape")
    stage.click(stage.find(player.text("entry.leave")))
    assert isinstance(stage.top, BoxScene)


def test_tiles_stay_under_other_rules_of_the_same_board(player: Context) -> None:
    stage = Stage(player, player.routes.calculator())
    enter(stage, 3)
    board = table_of(stage)[1].game.board(0)
    choose_last(stage, "rays")
    game = table_of(stage)[1].game
    assert game.rules == Ruleset(rays=RayRule.RAYS)
    assert game.board(0) == board
    choose_last(stage, "boards")
    assert isinstance(stage.top, Dialog)
    stage.click(stage.find(player.text("entry.stay")))
    assert table_of(stage)[1].game.board(0) == board, "another board is never empty by a slip"
    choose_last(stage, "boards")
    stage.click(stage.find(player.text("entry.switch")))
    game = table_of(stage)[1].game
    assert game.rules == Ruleset(BoardName.DAFFODIL, rays=RayRule.RAYS, daffodil=4)
    assert not game.calls
    enter(stage, 2)
    assert not game.missing(0)


def test_keys_choose_every_board_and_person(player: Context) -> None:
    stage = Stage(player, player.routes.calculator())
    seen = []
    for _ in range(6):
        stage.press("page down")
        seen.append(table_of(stage)[1].game.rules)
    assert len({*seen}) == 6
    assert seen[-1] == Ruleset()
    stage.press("page up")
    assert table_of(stage)[1].game.rules == seen[-2]
    game = called(player, "classic free single none", "Ana", "Ben", "Cleo")
    stage = Stage(player, player.routes.board_entry(game))
    seats = []
    for key in ("page down", "page down", "page down", "page up"):
        stage.press(key)
        seats.append(table_of(stage)[1].seat)
    assert seats == [1, 2, 0, 2]


def test_the_calculator_says_what_is_done_and_counts_by_each_rule(player: Context) -> None:
    stage = Stage(player, player.routes.calculator())
    scene, mode = table_of(stage)
    assert mode.title() == ("Score calculator", "Type 294, then c3.")
    assert mode.instructions() == "N: Pick the next tile"
    assert [words for _, words in mode.hints()] == [
        "take back",
        "Pick the next tile",
        "other boards",
        "Back",
    ]
    band = mode.below_hand(scene)
    assert isinstance(band, ActionBand)
    assert (say(band.label), band.icon) == ("Pick the next tile", Icon.PLUS)
    choices = [part for part in stage.widgets() if isinstance(part, Segmented)]
    assert [[words for _, words in choice.options] for choice in choices] == [
        ["Classic", "Daffodil 1–3", "Daffodil 4"],
        ["Without rays", "With rays"],
    ]
    assert [choice.value for choice in choices] == [Ruleset(), Ruleset()]
    # The rules that are chosen already change nothing.
    rect = stage.widget("boards").rect
    stage.hit((rect.x + 12, rect.centre[1]))
    assert stage.top is scene
    stage.press("n")
    stage.type("294")
    stage.press("2")
    assert mode.title() == ("Score calculator", "2")
    assert (mode.instructions(), mode.below_hand(scene)) == ("", False)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("calculator") == []
