"""Pointer and keys at the table: what each press, drag and step selects, places or leaves alone."""

from __future__ import annotations

from typing import NamedTuple, Unpack

import pytest

from game.play.rival import RIVAL
from game.play.table import TableSetup
from game.play.table_control import MatchFlow, TableControl
from game.play.table_game import Phase as Waits
from game.play.table_game import TableGame
from game.rules.boards import CLASSIC
from game.rules.marks import Mark
from game.rules.match import Player
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES, Tile
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    FocusChanged,
    MouseButton,
    PointerLeft,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.ui.frame.preferences import change_settings
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Point, Rect, make_view
from game.ui.scenes.shared.bag_picture import BAG_NUMBERS
from game.ui.scenes.shared.table_layout import Spot, TableLayout, lay_out_table
from game.ui.scenes.table.explaining import (
    OtherBoard,
    TablePanel,
)
from game.ui.scenes.table.input import (
    NOTHING,
    LookAtSeat,
    PutTile,
    Selection,
    SelectionChanged,
    TableAction,
    TableInput,
)
from game.ui.sound.names import Sound
from game.ui.sound.player import How
from tests.gallery.table import PromptEngines
from tests.ui.conftest import Heard
from tests.ui.scenes.table.test_table_rules import MAIL
from tests.ui.scenes.table_stage import TableStage, bots, open_table, people, tiles_of


class Ear(Heard):
    """A sound player that remembers the loudness of each sound too."""

    def __init__(self) -> None:
        super().__init__()
        self.loud: list[tuple[Sound, float, float]] = []

    def play(self, sound: Sound, **how: Unpack[How]) -> None:
        self.loud.append((sound, how.get("loudness", 1.0), how.get("side", 0.0)))


class Desk(NamedTuple):
    """A table without a window: its input, what the input reads, and what it plays."""

    input: TableInput
    control: TableControl
    layout: TableLayout
    ear: Ear

    @property
    def hand(self) -> tuple[Tile, ...]:
        return self.control.game.hand()

    def at(self, space: int | str) -> Point:
        """The pixel in the middle of a space, or of the hand's tile with this number."""
        grid = self.control.game.match.rules.grid
        return self.layout.board.centres[grid.index_of(space) if isinstance(space, str) else space]

    def spot(self, index: int = 0) -> Spot:
        """The place of a tile in the hand."""
        chosen = self.input.selection.chosen
        return self.layout.hand_spot(self.hand, self.hand[index], chosen)

    def press(self, at: Point) -> TableAction | None:
        return self.input.read_pointer(PointerPressed(at, MouseButton.PRIMARY))

    def move(self, at: Point, start: Point | None = None) -> TableAction | None:
        return self.input.read_pointer(PointerMoved(at, start, start is not None))

    def release(self, at: Point, start: Point | None = None) -> TableAction | None:
        moved = start is not None
        return self.input.read_pointer(
            PointerReleased(at, MouseButton.PRIMARY, start or at, is_drag=moved)
        )

    def key(self, action: Action | None = None, text: str = "", *, again: bool = False) -> object:
        return self.input.read_key(Command(action, key=text, text=text, is_repeat=again))


def desk(rules: str = "classic free single none", players: tuple[Player, ...] = ()) -> Desk:
    """A table at which the first tiles are called."""
    setup = TableSetup(Ruleset.parse(rules), players or people("Ana"), "42")
    game, ear = TableGame.start(setup), Ear()
    game.begin_round()
    control = TableControl(game, PromptEngines(), lambda: 0.0, MatchFlow(lambda: 1.0))
    layout = lay_out_table(
        make_view((1280, 800)),
        setup.rules.grid,
        others=len(game.others),
        has_aside=setup.rules.has_aside,
    )
    made = TableInput(control, ear)
    made.layout = layout
    return Desk(made, control, layout, ear)


CHANGED = SelectionChanged()


def test_each_press_of_the_pointer_is_one_action() -> None:
    table = desk()
    (tile,), selection, here = table.hand, table.input.selection, table.layout.harvest.centre
    spot, radius = table.spot(), table.layout.board.tile_radius
    side = table.layout.side(table.layout.hand.centre[0])
    secondary = PointerPressed(here, MouseButton.SECONDARY)
    assert table.input.read_pointer(secondary) is Action.TAKE_BACK
    assert (table.press(here), table.ear.loud) == (CHANGED, [])
    assert (table.press(spot.centre), table.ear.loud) == (CHANGED, [(Sound.PICK, 1.0, side)])
    assert (table.release(spot.centre), table.release(here)) == (CHANGED, None)
    c3, a1 = CLASSIC.index_of("c3"), CLASSIC.index_of("a1")
    placed = PutTile(tile, c3, Spot(table.at("c3"), radius), is_pointed=True)
    assert (table.release(table.at("c3")), selection.hover) == (placed, c3)
    assert table.release(table.at("c3"), table.at("a1")) is None, "a drag without a tile"
    # A tile that is dragged stays the same one, wherever it is; its place is the pointer's.
    for space in ("a1", "c3"):
        assert table.move(table.at(space), spot.centre) == CHANGED
        assert (selection.dragged, selection.drag) == (tile, table.at(space))
    assert table.ear.loud.count((Sound.PICK, 1.0, side)) == 1
    x, y = table.at("a1")
    dropped = PutTile(tile, a1, Spot((x + 3, y), radius), is_pointed=True)
    assert table.release((x + 3, y), spot.centre) == dropped
    assert (selection.dragged, selection.drag) == (None, None)
    table.move(here, spot.centre)
    assert (table.release(here, spot.centre), selection.dragged) == (CHANGED, None)
    assert table.move(here) is None
    assert [table.move(table.at("a1")), table.move((x + 3, y))] == [CHANGED, None]
    selection.pointed, selection.is_held = TablePanel.SCORE, True
    assert table.input.read_pointer(PointerLeft()) == CHANGED
    assert [selection.pointed, selection.hover, selection.is_held] == [None, None, False]
    assert table.input.read_pointer(PointerLeft()) is None


def test_each_key_is_one_action_and_a_held_one_only_steps() -> None:
    table = desk()
    (tile,), selection, spot = table.hand, table.input.selection, table.spot()
    c3 = CLASSIC.index_of("c3")
    assert table.key(Action.CONFIRM) is None, "no space is selected"
    assert [table.key(text="c"), table.key(text="3"), table.key(text="9")] == [CHANGED] * 2 + [None]
    assert table.key(Action.CONFIRM) == PutTile(tile, c3, spot), "it comes from the hand"
    assert [table.key(action, again=True) for action in (Action.CONFIRM, Action.NEXT)] == [None] * 2
    assert table.key(Action.UP, again=True) == CHANGED
    assert selection.target == CLASSIC.index_of("c2")
    assert [table.key(action) for action in (Action.NEXT, Action.NEXT_TILE, Action.PREVIOUS)] == [
        CHANGED
    ] * 3
    assert selection.target == CLASSIC.index_of("c2"), "no tile can be set aside"
    assert table.key(Action.COACH) is Action.COACH


def test_a_step_rustles_where_it_leads_and_a_key_louder_than_the_pointer() -> None:
    table = desk("daffodil-4 free single none")
    side = table.layout.side
    table.move(table.at("a1"))
    table.move(table.at("e3"))
    table.move(table.layout.board.aside[0])
    table.key(Action.UP)
    x = table.layout.board.centres[table.input.selection.cursor.space or 0][0]
    hand = table.layout.hand.centre[0]
    places = (table.at("a1")[0], table.at("e3")[0], hand)
    assert table.ear.loud == [
        *((Sound.MOVE, 0.25, side(place)) for place in places),
        (Sound.MOVE, 0.4, side(x)),
    ]
    assert len({side(place) for place in (*places, x)}) == 3


def test_a_tile_just_placed_is_moved_from_its_space_and_put_again_from_the_hand() -> None:
    table = desk()
    game, radius = table.control.game, table.layout.board.tile_radius
    (tile,), c3, a1 = table.hand, CLASSIC.index_of("c3"), CLASSIC.index_of("a1")
    game.place(tile, c3)
    lies = Spot(table.at("c3"), radius)
    assert table.release(table.at("a1")) == PutTile(tile, a1, lies)
    assert table.release(table.at("c3")) is Action.CONFIRM, "a click on it goes on"
    assert [table.key(text=sign) for sign in "a1"] == [CHANGED] * 2
    assert table.key(Action.CONFIRM) == PutTile(tile, a1, lies)
    at_hand = table.layout.hand.centre
    assert table.release(at_hand) is None
    table.control.wait_left = 0.5
    assert table.release(at_hand) is Action.CONFIRM, "it ends the wait"
    assert table.release(table.layout.title.centre) is None
    game.take_back()
    assert table.input.put_again(Placement(tile, c3)) == PutTile(tile, c3, table.spot())
    game.place(tile, c3)
    game.call_next()
    (other,) = table.hand
    table.input.selection.forget()
    taken = table.release(table.at("c3"))
    assert taken == PutTile(other, c3, lies, is_pointed=True), "refused, and not moved"


def test_a_column_leads_to_its_seat_and_from_another_board_each_press_leads_back() -> None:
    table = desk("classic free pairs none", (*people("Ana"), *bots("B", "C", "D")))
    selection, seats = table.input.selection, table.layout.seats
    for index, seat in enumerate((1, 2, 3)):
        selection.pointed = OtherBoard(seat)
        assert table.release(seats[index].centre) == LookAtSeat(seat)
        assert selection.pointed is None
    hand, places = table.hand, [table.spot(index).centre for index in (0, 1)]
    table.control.peek(2)
    assert table.control.is_peeking
    for at in (*places, table.at("c3"), table.layout.title.centre):
        table.ear.loud.clear()
        assert (table.press(at), table.ear.loud) == (CHANGED, [])
        table.move(at, at)
        assert selection.dragged is None, "no tile is taken from another hand"
        assert table.release(at) is Action.CONFIRM
    assert table.release(seats[0].centre) == LookAtSeat(table.control.game.others[0])
    table.control.stop_peeking()
    assert table.hand == hand
    table.press(table.spot(1).centre)
    assert selection.chosen == 1


def test_the_board_of_another_person_gives_no_tile_either() -> None:
    table = desk("classic free pairs none", people("Ana", "Ben"))
    places = [table.spot(index).centre for index in (0, 1)]
    table.control.peek(1)
    for at in places:
        table.press(at)
        table.move(table.at("c3"), at)
        assert table.input.selection.dragged is None
    assert not any(sound is Sound.PICK for sound, *_ in table.ear.loud)


def closing() -> Desk:
    """A table at its closing moves; of two tiles that can be moved the first one is tried."""
    table = desk("daffodil-4 free single none")
    game = table.control.game
    while game.phase() is not Waits.CLOSE:
        if game.phase() is Waits.ACT:
            (tile,) = table.hand
            petals = [space for space in game.legal(tile) if space != ASIDE_INDEX]
            wild = [one for one in game.aside() if one is not None and one.is_wild]
            is_aside = len(game.aside()) < (3 if tile.is_wild or wild else 2)
            is_aside &= not (tile.is_wild and wild)
            game.place(tile, petals[0] if petals and not is_aside else ASIDE_INDEX)
        else:
            game.call_next()
    game.try_closing(table.hand[0], game.legal(table.hand[0])[0])
    return table


def test_in_closing_moves_a_tile_is_taken_where_it_lies_or_is_tried() -> None:
    table = closing()
    game, board, selection = table.control.game, table.layout.board, table.input.selection
    (tried,) = game.closing
    lying = {tile: at for tile, at in zip(game.aside(), board.aside, strict=False) if tile}
    (wild,) = (tile for tile in lying if tile.is_wild)
    assert (len(lying), tried.tile in lying) == (2, False)
    refused = PutTile(wild, ASIDE_INDEX, Spot(lying[wild], board.aside_radius))
    assert (table.release(lying.pop(wild)), selection.chosen) == (refused, NOTHING)
    free = game.legal(tried.tile)[-1]
    for tile, at in (*lying.items(), (tried.tile, board.centres[tried.space])):
        table.move(board.centres[free], at)
        assert selection.dragged is tile
        table.input.drop()
    for tile, at in lying.items():
        table.press(at)
        assert (table.release(at), table.hand[selection.chosen]) == (CHANGED, tile)
        table.key(Action.CONFIRM)
        selection.go_to(free)
        assert table.key(Action.CONFIRM) == PutTile(tile, free, Spot(at, board.aside_radius))
    assert table.input.put_again(tried).start == Spot(board.centres[tried.space], board.tile_radius)
    assert table.release(board.centres[tried.space]) == CHANGED, "it is not placed again"


def test_a_click_sets_the_tile_of_the_hand_aside_from_its_place() -> None:
    table = desk("daffodil-4 free single none")
    (tile,), at = table.hand, table.layout.board.aside[0]
    assert table.release(at) == PutTile(tile, ASIDE_INDEX, table.spot(), is_pointed=True)


def test_a_hand_that_shrank_keeps_its_last_tile_chosen() -> None:
    hand = TILES[:3]
    for chosen, count, tile in ((0, 3, 0), (2, 3, 2), (2, 2, 1), (2, 1, 0), (1, 0, None)):
        selection = Selection(chosen=chosen)
        assert selection.tile_of(hand[:count]) == (None if tile is None else hand[tile])
        selection.clamp(count)
        assert selection.chosen == (tile or 0)
    assert Selection(chosen=NOTHING).tile_of(hand) is None


def test_a_pointer_that_comes_to_a_tile_placed_by_key_holds_it_at_once() -> None:
    selection, rest = Selection(), (100.0, 100.0)
    for is_keyboard, is_held in ((True, True), (False, False)):
        selection.is_keyboard = is_keyboard
        selection.track(3, rest, 5)
        selection.release(3)
        selection.track(3, (101.0, 100.0), 5)
        assert selection.is_held is is_held


def test_the_pointer_holds_a_tile_after_a_quarter_of_its_radius() -> None:
    table = desk()
    (tile,), (x, y) = table.hand, table.at("c3")
    table.move((x, y))
    table.control.game.place(tile, CLASSIC.index_of("c3"))
    table.input.selection.release(CLASSIC.index_of("c3"))
    held = []
    for share in (0.2, 0.3):
        table.move((x + share * table.layout.board.tile_radius, y))
        held.append(table.input.selection.is_held)
    assert held == [False, True]


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
