"""Pointer and keys at the table: what each press, drag and step selects, places or leaves alone."""

from __future__ import annotations

import pytest

from game.play.rival import RIVAL
from game.play.table_control import MatchFlow
from game.play.table_game import Phase as Waits
from game.rules.boards import CLASSIC
from game.rules.marks import Mark
from game.rules.placement import ASIDE_INDEX
from game.rules.tiles import Tile
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    FocusChanged,
    PointerLeft,
    PointerMoved,
)
from game.ui.frame.preferences import change_settings
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.bag_picture import BAG_NUMBERS
from game.ui.scenes.table.explaining import (
    OtherBoard,
    TablePanel,
)
from game.ui.scenes.table.input import Selection
from game.ui.sound.names import Sound
from tests.ui.conftest import Heard
from tests.ui.scenes.moments import MOMENTS
from tests.ui.scenes.table.test_table_rules import MAIL
from tests.ui.scenes.table_stage import TableStage, bots, open_table, people, tiles_of


def test_a_click_places(stage: TableStage) -> None:
    (tile,) = stage.game.hand()
    stage.click_space("c3")
    assert tiles_of(stage) == {"c3": str(tile)}
    assert stage.waits() is Waits.CALL


def test_dragging_the_tile_places_it_where_it_is_dropped(stage: TableStage) -> None:
    (tile,) = stage.game.hand()
    stage.drag(stage.hand_point(), stage.point(stage.space("a1")))
    assert tiles_of(stage) == {"a1": str(tile)}


def test_a_tile_is_heard_when_it_is_picked_up(stage: TableStage, heard: Heard) -> None:
    side = stage.layout.side(stage.layout.hand.centre[0])
    heard.played.clear()
    stage.drag(stage.layout.harvest.centre, stage.hand_point())
    assert heard.played == []
    stage.drag(stage.hand_point(), stage.layout.harvest.centre)
    assert heard.played == [(Sound.PICK, 0, side, 0.0)]


def test_a_tile_dropped_beside_the_board_stays_in_the_hand(stage: TableStage) -> None:
    hand = stage.game.hand()
    stage.drag(stage.hand_point(), stage.layout.harvest.centre)
    assert tiles_of(stage) == {}
    assert stage.game.hand() == hand
    stage.draw()


def test_a_letter_a_number_and_enter_place(stage: TableStage) -> None:
    stage.press("e", "3", "return")
    assert list(tiles_of(stage)) == ["e3"]


def test_arrows_and_enter_place(stage: TableStage) -> None:
    stage.press("up", "up", "right", "return")
    (name,) = tiles_of(stage)
    # The first arrow enters the board at its middle.
    assert name.startswith("d")


@pytest.mark.parametrize(
    ("key", "name"),
    [("[8]", "c2"), ("[2]", "c4"), ("[7]", "b2"), ("[9]", "d2"), ("[1]", "b3"), ("[3]", "d3")],
)
def test_six_keys_go_six_ways(stage: TableStage, key: str, name: str) -> None:
    stage.press("c", "3", key, "return")
    assert list(tiles_of(stage)) == [name]


def test_the_board_is_walked_over_from_edge_to_edge_and_not_left(stage: TableStage) -> None:
    stage.press("a", "1", *["right"] * 9, *["left"] * 9, *["up"] * 9, "return")
    assert list(tiles_of(stage)) == ["a1"]


def test_enter_without_a_target_does_nothing(stage: TableStage) -> None:
    stage.press("return")
    assert tiles_of(stage) == {}
    assert stage.waits() is Waits.ACT


def test_an_occupied_space_refuses_gently_and_changes_nothing(
    stage: TableStage, heard: Heard
) -> None:
    stage.click_space("c3")
    stage.let_until_waits(Waits.ACT)
    before = stage.match
    heard.sounds.clear()
    stage.click_space("c3")
    assert stage.match is before
    places = stage.space("c3"), stage.space("a1")
    assert [stage.table.input.is_free(stage.point(place)) for place in places] == [False, True]
    assert not stage.table.input.is_free(stage.layout.harvest.centre)
    assert stage.saved == before
    assert heard.sounds == [Sound.MOVE, Sound.REFUSE]
    assert stage.table.selection.target == stage.space("c3"), "it is still pointed at"
    assert stage.table.toast.is_bad
    assert stage.table.toast.words == stage.context.text("errors.illegal.occupied")
    assert stage.waits() is Waits.ACT
    stage.draw()


def test_the_next_call_comes_by_a_click_on_the_tile_too(stage: TableStage) -> None:
    change_settings(stage.context, has_auto_call=False)
    stage.click_space("c3")
    stage.click_space("c3")
    assert len(stage.match.round.calls) == 2
    assert list(tiles_of(stage)) == ["c3"]


def test_a_click_elsewhere_moves_the_tile_until_the_next_call(stage: TableStage) -> None:
    stage.click_space("c3")
    stage.let(0.3)
    tile = Tile.parse(tiles_of(stage)["c3"])
    stage.click_space("a1")
    assert list(tiles_of(stage)) == ["a1"]
    assert stage.table.motion.hidden_spaces() == {stage.space("a1")}
    assert not stage.table.motion.is_flying_to_hand(tile), "it flies once, to its new space"
    assert len(stage.match.round.calls) == 1
    assert Mark.TOOK_BACK not in stage.game.setup.marks
    assert stage.saved == stage.match
    # The wait begins anew, and a key moves it just so.
    stage.key_to("b2")
    stage.press("return")
    assert list(tiles_of(stage)) == ["b2"]
    stage.let_until(lambda: len(stage.match.round.calls) == 2)
    stage.let_until_waits(Waits.ACT)
    stage.click_space("a1")
    stage.click_space("b2")
    assert list(tiles_of(stage)) == ["a1", "b2"], "a space that is taken is no place to move to"


def test_a_key_goes_on_while_only_the_pointer_rests_elsewhere(stage: TableStage) -> None:
    change_settings(stage.context, has_auto_call=False)
    stage.click_space("c3")
    stage.give(PointerMoved(stage.point(stage.space("a1"))))
    stage.press("return")
    assert list(tiles_of(stage)) == ["c3"]
    assert len(stage.match.round.calls) == 2


def test_a_click_on_the_empty_hand_calls_nothing_where_nothing_comes_by_itself(
    stage: TableStage,
) -> None:
    change_settings(stage.context, has_auto_call=False)
    stage.click_space("c3")
    stage.let(1)
    stage.hit(stage.layout.hand.centre)
    assert stage.waits() is Waits.CALL


def test_a_click_on_the_tile_calls_nothing_where_clicks_do_not_go_on(
    stage: TableStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a table apart it would hand the turn in."""
    change_settings(stage.context, has_auto_call=False)
    monkeypatch.setattr(MatchFlow, "goes_on_by_click", False)
    stage.click_space("c3")
    stage.click_space("c3")
    assert len(stage.match.round.calls) == 1
    stage.press("return")
    assert len(stage.match.round.calls) == 2


def test_a_key_that_is_held_places_nothing(stage: TableStage) -> None:
    stage.press("c", "3")
    stage.give(Command(Action.CONFIRM, key="return", is_repeat=True))
    assert tiles_of(stage) == {}
    stage.press("return")
    assert list(tiles_of(stage)) == ["c3"]


def test_a_number_that_names_no_space_is_left_for_others(stage: TableStage) -> None:
    stage.press("c", "3")
    assert not stage.stack.handle(Command(None, key="9", text="9"))
    assert stage.stack.handle(Command(None, key="4", text="4"))
    assert stage.table.selection.target == stage.space("c4")


def test_tiles_of_a_hand_are_chosen_in_a_circle_and_the_gap_of_a_placed_one_closes(
    player: Context,
) -> None:
    selection, chosen = Selection(), []
    for count, step in ((3, 1), (3, 1), (3, 1), (3, -1), (3, -1), (0, 1)):
        selection.next_tile(count, step)
        chosen.append(selection.chosen)
    assert chosen == [1, 2, 0, 2, 1, 0]
    stage = open_table(player, "classic free mail none")
    first, second, third = stage.game.hand()
    stage.press("shift+tab")
    assert stage.table.chosen is third
    stage.press("c", "3", "return")
    assert stage.table.chosen is second
    stage.press("tab")
    assert stage.table.chosen is first


def test_nothing_is_left_of_a_selection_that_is_forgotten() -> None:
    selection = Selection(chosen=2, hover=4, pointed=TablePanel.SCORE, keyed=OtherBoard(1))
    selection.go_to(3)
    selection.release(3)
    selection.track(3)
    assert selection.is_held
    selection.forget()
    selection.is_keyboard = False
    assert selection == Selection()
    selection.track(3)
    assert not selection.is_held


def test_a_step_begins_where_the_pointer_was_last() -> None:
    laid, selection = lay_out_board(CLASSIC, Rect(0, 0, 800, 700), 0.62), Selection()
    selection.go_to(CLASSIC.index_of("e1"))
    selection.point(CLASSIC.index_of("a1"))
    selection.step(laid, Action.RIGHT, can_set_aside=False)
    assert CLASSIC.name_of(selection.cursor.space or 0)[0] == "b"


def test_a_press_on_the_rival_s_column_opens_no_board(stage: TableStage) -> None:
    stage.hit(stage.layout.seats[0].centre)
    assert not stage.table.control.is_peeking
    stage.give(PointerMoved(stage.layout.seats[0].centre))
    assert stage.table.selection.asked == OtherBoard(RIVAL)


def test_a_move_of_the_pointer_and_escape_end_what_the_keys_have_shown(
    player: Context, heard: Heard
) -> None:
    stage = open_table(player, players=(*people("Ana"), *bots("B", "C", "D")))
    selection, place = stage.table.selection, stage.table.picture.bag.place_of
    stage.press("i")
    assert selection.asked is TablePanel.SCORE
    bag = place(stage.layout.bag, BAG_NUMBERS[2])
    assert bag is not None
    stage.give(PointerMoved(bag.centre))
    shown = [selection.keyed, selection.asked]
    assert shown == [None, BAG_NUMBERS[2]]
    stage.give(PointerLeft())
    assert selection.asked is None
    # A board that is looked at goes by escape, and by a click anywhere.
    for leave in (
        lambda: stage.press("escape"),
        lambda: stage.hit(stage.point(0)),
        lambda: stage.hit(stage.layout.title.centre),
    ):
        stage.press("page down")
        assert (stage.game.view, selection.is_idle, selection.target) == (1, True, None)
        leave()
        assert (stage.game.view, selection.is_idle) == (0, False)
    assert tiles_of(stage) == {}
    # Only a space that is reached rustles.
    stage.give(PointerMoved(stage.point(0)))
    heard.sounds.clear()
    stage.give(PointerMoved(stage.layout.harvest.centre))
    assert heard.sounds == []
    stage.give(PointerMoved(stage.point(0)))
    assert heard.sounds == [Sound.MOVE]
    # Keys have their hints, the pointer its links.
    words = [player.text("play.take_back"), player.text("play.key.pause")]
    for act, drawn in (
        (lambda: stage.press("left"), [False, True]),
        (lambda: stage.give(PointerMoved(stage.point(1))), [True, False]),
    ):
        act()
        assert [each in stage.read() for each in words] == drawn


def test_resizing_while_a_tile_is_dragged_loses_nothing(stage: TableStage) -> None:
    start = stage.hand_point()
    stage.give(PointerMoved(start))
    stage.give(PointerMoved((start[0] - 80, start[1]), start, True))
    assert stage.table.selection.drag == (start[0] - 80, start[1])
    stage.resize_to(1920, 1080)
    stage.draw()
    stage.give(FocusChanged(has_focus=False))
    assert stage.table.selection.dragged is None, "it goes back where the window is left"
    stage.click_space("c3")
    assert list(tiles_of(stage)) == ["c3"]


def test_who_comes_back_to_the_tile_just_placed_holds_it_until_moving_away() -> None:
    selection, rest = Selection(), (100.0, 100.0)
    selection.track(3, rest, 5)
    selection.release(3)
    held = []
    for space, at in ((3, (104.0, 100.0)), (3, (106.0, 100.0)), (3, rest), (4, rest), (3, rest)):
        selection.track(space, at, 5)
        held.append(selection.is_held)
    # Nothing was placed yet, as after a hand that fell by itself: there is nothing to hold.
    nothing_placed = Selection()
    nothing_placed.track(None, rest, 5)
    assert not nothing_placed.is_held
    # A hand that trembles holds nothing; one that has moved holds on; one that left comes back.
    assert held == [False, True, True, False, True]


def test_on_the_daffodil_a_click_chooses_a_tile_and_a_wild_one_leaves_none_chosen(
    player: Context,
) -> None:
    stage = MOMENTS["closing moves"](player)
    game, board = stage.game, stage.layout.board
    lying = [tile for tile in game.aside() if tile is not None]
    assert len(game.hand()) == 2
    for tile in reversed(game.hand()):
        stage.hit(board.aside[game.aside().index(tile)])
        assert stage.table.chosen is tile
        assert game.aside().count(None) == 1, "nothing has moved"
    (tried,) = game.closing
    stage.hit(board.centres[tried.space])
    assert game.closing == (tried,), "a tile that is tried is not placed again by a click"
    wild = next((tile for tile in lying if tile.is_wild), None)
    if wild is not None:
        stage.hit(board.aside[game.aside().index(wild)])
        assert stage.table.chosen is None


def test_the_previous_tile_s_key_sets_aside_where_there_is_one_tile(player: Context) -> None:
    stage = open_table(player, "daffodil-4 free single none")
    for key in ("x", "shift+tab"):
        stage.press("c", "3", key)
        assert stage.table.selection.target == ASIDE_INDEX
    stage.press("tab")
    assert stage.table.selection.target == ASIDE_INDEX, "there is no other tile to choose"


def test_a_click_chooses_a_tile_of_the_hand(player: Context) -> None:
    stage = open_table(player, MAIL, (*people("Ana"), *bots("Otto")))
    hand = stage.game.hand()
    assert len(hand) == 3
    stage.hit(stage.hand_point(2))
    stage.click_space("c3")
    assert stage.match.round.seats[0].position.tiles[stage.space("c3")] is hand[2]
    stage.drag(stage.hand_point(1), stage.point(stage.space("a1")))
    assert stage.match.round.seats[0].position.tiles[stage.space("a1")] is hand[1]
    assert stage.game.hand() == (hand[0],)
