"""The match at the table without a window: phases, boards as shown, who sits where."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from game.bots.players.registry import make_bot
from game.play.closing import noted_closing
from game.play.editions import CallerRule
from game.play.keeper import LocalKeeper, SeatsApart
from game.play.table import TableSetup
from game.play.table_game import Phase, TableGame
from game.rules.errors import IllegalReason
from game.rules.marks import Mark
from game.rules.match import Match, Player, apply, legal_placements
from game.rules.meta import read_substitutes
from game.rules.moves import BeginRound, Called, Finish, Miss, Place
from game.rules.placement import ASIDE_INDEX, Placement, is_set_free
from game.rules.ruleset import PlacementRule, Ruleset
from game.rules.tiles import Symbol
from tests.play.engines import ScriptedEngines, first_legal
from tests.play.evening import bots_wait, control_of, let_bots_answer, place_first
from tests.play.playing import ANA, BEN, OTTO, play_step, sit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.rules.placement import Position


def test_a_round_goes_through_its_stages() -> None:
    game = sit(ANA)
    assert game.phase() is Phase.BEGIN
    game.begin_round()
    for left in reversed(range(19)):
        assert game.phase() is Phase.ACT
        assert not game.can_take_back()
        place_first(game)
        assert game.can_take_back() or left == 0
        if left:
            assert game.phase() is Phase.CALL
            game.call_next()
    assert game.phase() is Phase.MATCH_OVER


def test_people_hand_over_and_computers_follow() -> None:
    engines = ScriptedEngines(is_answering=False)
    game = sit(ANA, OTTO, BEN)
    computers = control_of(game, engines)
    game.begin_round()
    assert (game.view, game.people()) == (0, (0, 2))
    place_first(game)
    assert (game.phase(), game.next_person()) == (Phase.HAND_OVER, 2)
    game.hand_over(2)
    assert game.phase() is Phase.ACT
    place_first(game)
    assert game.phase() is Phase.BOTS
    assert computers.poll_bots() == []
    engines.is_answering = True
    assert computers.poll_bots() != []
    assert game.phase() is Phase.CALL


def test_seats_are_told_round_the_table_from_the_one_in_view() -> None:
    game = sit(ANA, BEN, Player("Cleo"), OTTO)
    game.begin_round()
    game.hand_over(1)
    assert game.others == [2, 3, 0]
    place_first(game)
    assert (game.phase(), game.next_person()) == (Phase.HAND_OVER, 2)


def test_a_match_that_goes_on_is_shown_to_who_has_still_to_answer() -> None:
    game = sit(ANA, BEN)
    game.begin_round()
    place_first(game)
    again = TableGame(game.setup, LocalKeeper(game.match))
    assert (again.view, again.phase()) == (1, Phase.ACT)


def test_ones_own_board_is_open_and_who_is_elsewhere_plays_nowhere_here() -> None:
    game = sit(ANA, BEN, has_hidden_boards=True)
    assert [game.is_hidden(seat) for seat in range(2)] == [False, True]
    apart = TableGame(game.setup, LocalKeeper(game.match, apart=SeatsApart(frozenset({1}))))
    assert (apart.people(), apart.is_hidden(1)) == ((0,), False)
    game.begin_round()
    for seat in range(2):
        game.hand_over(seat)
        place_first(game)
    game.call_next()
    assert not game.can_undo_call(), "the other one has seen it"


def test_earlier_rounds_count_once_and_their_calls_cannot_be_undone() -> None:
    game, greedy = sit(ANA, rules="classic free single none rounds=2"), make_bot("greedy")
    game.begin_round()
    while game.phase() is not Phase.ROUND_OVER:
        if game.phase() is Phase.CALL:
            game.call_next()
        choice = greedy.choose(game.match, 0, Random(0))
        game.place(choice.tile, choice.space)
    first = game.points_now()
    assert first > 0
    assert (game.points_before(), game.total_now()) == (0, first)
    assert game.can_undo_call()
    game.begin_round()
    assert (game.points_now(), game.points_before(), game.total_now()) == (0, first, first)
    assert not game.can_undo_call()


def test_a_hand_that_nobody_places_goes_to_the_daffodil_last() -> None:
    game = sit(ANA, rules="daffodil-4 free single none")
    game.begin_round()
    (tile,) = game.hand()
    assert ASIDE_INDEX in game.legal(tile)
    assert game.drop_hand() == (Placement(tile, 0),)


def test_a_computers_tile_is_shown_once_the_person_has_answered() -> None:
    game = sit(ANA, OTTO)
    game.begin_round()
    let_bots_answer(game)
    assert game.match.round.seats[1].position.filled
    assert (_filled(game, 1), game.points_now(1)) == (0, 0)
    game.hand_over(1)
    assert _filled(game, 1) == 0
    game.hand_over(0)
    place_first(game)
    assert _filled(game, 1) == 1
    game.call_next()
    assert _filled(game, 1) == 1


def test_a_computers_tile_is_hidden_while_anybody_here_still_holds_one() -> None:
    game = sit(ANA, BEN, OTTO)
    game.begin_round()
    let_bots_answer(game)
    assert game.match.round.seats[2].position.filled
    assert _filled(game, 2) == 0
    place_first(game)
    assert game.next_person() == 1
    assert _filled(game, 2) == 0
    game.hand_over(1)
    place_first(game)
    assert _filled(game, 2) == 1


def test_who_holds_a_best_ray_is_told_by_the_boards_as_they_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Sequence[Position]] = []

    def share(rules: Ruleset, positions: Sequence[Position], symbol: Symbol) -> tuple[int, ...]:
        asked.append(positions)
        return (0, 60)

    monkeypatch.setattr("game.play.table_game._share_best_ray", share)
    rules = "classic free single best-ray"
    game = sit(ANA, OTTO, rules=rules)
    game.begin_round()
    let_bots_answer(game)
    assert game.match.round.seats[1].position.filled
    assert game.best_ray_holders(Symbol.SUN) == (1,)
    assert not any(position.filled for position in asked[-1])
    place_first(game)
    assert game.best_ray_holders(Symbol.MOON) == (1,)
    assert all(position.filled for position in asked[-1])
    # Where boards are hidden there is a secret among people alone.
    for players, holders in (((ANA, OTTO), (1,)), ((ANA, BEN), ())):
        hidden = sit(*players, rules=rules, has_hidden_boards=True)
        hidden.begin_round()
        assert hidden.best_ray_holders(Symbol.SUN) == holders
    blind = sit(ANA, OTTO, rules=rules, is_blind=True)
    blind.begin_round()
    assert blind.best_ray_holders(Symbol.SUN) == ()


def _filled(game: TableGame, seat: int) -> int:
    position = game.position(seat)
    assert position is not None
    return position.filled.bit_count()


def test_the_game_master_is_handed_in() -> None:
    engines = ScriptedEngines()
    game = sit(ANA, OTTO, rules="classic free mail none")
    computers = control_of(game, engines)
    game.begin_round()
    computers.miss()
    assert game.match.round.seats[0].turns[0].is_missed
    while bots_wait(game):
        computers.poll_bots()
    game.call_next()
    owed = game.match.round.seats[0].owed
    engines.owed = tuple(Placement(tile, space) for space, tile in enumerate(owed))
    computers.miss()
    assert game.match.round.seats[0].turns[1].placements == engines.owed


def test_closing_moves_are_tried_before_they_are_made() -> None:
    game = sit(ANA, rules="daffodil-4 free single rays")
    game.begin_round()
    while game.phase() in (Phase.ACT, Phase.CALL):
        if game.phase() is Phase.CALL:
            game.call_next()
        tile = game.hand()[0]
        legal = game.legal(tile)
        game.place(tile, legal[-1] if len(game.match.round.calls) < 4 else legal[0])
    if game.phase() is Phase.CLOSE and game.hand():
        assert game.spaces_to_move_to() == ()
        tile = game.hand()[0]
        space = game.legal(tile)[0]
        shown = game.preview(tile, space)
        game.try_closing(tile, space)
        assert game.position() == shown
        assert tile not in game.hand()
        game.take_back()
        assert tile in game.hand()
        game.try_closing(tile, space)
        game.close()
        assert game.match.round.seats[0].finish == (Placement(tile, space),)
        assert (game.closing, noted_closing(game.match)) == ((), None)
    assert game.phase() is Phase.MATCH_OVER


def test_tiles_taken_back_are_placed_again_in_turn_each_by_its_own_seat() -> None:
    game = sit(ANA, BEN, rules="classic free pairs none")
    game.begin_round()
    first, second = game.hand()
    game.place(first, 0)
    game.place(second, 1)
    both = game.match
    game.take_back()
    game.take_back()
    assert game.undone == Placement(first, 0)
    game.hand_over(1)
    assert game.undone is None
    game.hand_over(0)
    game.place(first, 0)
    assert game.undone == Placement(second, 1)
    game.place(second, 1)
    assert (game.match, game.undone) == (both, None)
    game.take_back()
    game.place(second, 2)
    game.take_back()
    assert game.undone == Placement(second, 2)
    game.place(second, 2)
    game.hand_over(1)
    for space, tile in enumerate(game.hand()):
        game.place(tile, space)
    game.hand_over(0)
    game.take_back()
    game.place(second, 3)
    game.call_next()
    assert game.undone is None


def test_another_placement_forgets_those_that_were_taken_back() -> None:
    game = sit(ANA, rules="classic free pairs none")
    game.begin_round()
    first, second = game.hand()
    for placed in ((second, 3), (first, 1)):
        game.place(first, 0)
        game.take_back()
        assert game.undone == Placement(first, 0)
        game.place(*placed)
        assert game.undone is None
        game.take_back()
        assert game.undone == Placement(*placed)
        game.place(*placed)
        assert game.undone is None, "nothing before it is left"
        game.take_back()


def test_closing_moves_taken_back_are_made_again() -> None:
    game = sit(ANA, rules="daffodil-4 free single none")
    game.begin_round()
    while game.phase() is not Phase.CLOSE:
        (tile,) = game.hand()
        is_aside = not tile.is_wild and ASIDE_INDEX in game.legal(tile)
        game.place(tile, ASIDE_INDEX if is_aside else game.legal(tile)[0])
        if game.phase() is Phase.CALL:
            game.call_next()
    tile, set_aside = game.hand()[0], game.aside()
    assert len(set_aside) == 3
    game.try_closing(tile, game.legal(tile)[0])
    tried = game.closing
    assert game.aside() == tuple(None if one is tile else one for one in set_aside)
    game.take_back()
    assert game.aside() == set_aside
    assert game.undone == tried[-1]
    game.try_closing(tile, tried[-1].space)
    assert game.closing == tried
    other = next(one for one in game.hand() if one is not tile)
    game.try_closing(other, game.legal(other)[0])
    assert len(game.closing) == 2
    game.take_back()
    assert game.closing == tried, "the latest comes back first"
    game.close()
    assert game.match.round.seats[0].finish == tried
    assert "closing" not in json.loads(game.match.meta or ""), "made moves are not tried any more"


def test_v3_the_closing_moves_that_a_leaver_tried_are_forgotten() -> None:
    game = sit(ANA, BEN, rules="daffodil-4 free single none")
    _play_until_closing(game)
    seat = game.view
    game.try_closing(game.hand()[0], game.legal(game.hand()[0])[0])
    game.leave_seat(seat)
    assert "closing" not in json.loads(game.match.meta or "")
    assert (game.view, game.closing) == (1 - seat, ())


def test_what_was_taken_back_in_an_earlier_call_is_not_repeated_though_it_is_owed() -> None:
    """M2"""
    game = sit(ANA, BEN, rules="classic free mail none")
    game.begin_round()
    place_first(game)
    game.take_back()
    undone = game.undone
    assert undone is not None
    game.perform(Miss(0, ()))
    game.hand_over(1)
    while game.hand():
        place_first(game)
    game.call_next()
    game.hand_over(0)
    assert undone.tile in game.hand()
    assert game.undone is None


def test_in_a_blind_game_only_what_can_be_taken_back_lies_open() -> None:
    game = sit(ANA, BEN, OTTO, rules="classic free pairs none", is_blind=True)
    game.begin_round()
    for _ in range(3):
        for seat in (0, 1):
            game.hand_over(seat)
            laid = game.match.round.seats[seat].position.tiles
            before = frozenset(i for i, tile in enumerate(laid) if tile)
            while game.hand():
                move = first_legal(game.match, game.view)[0]
                game.place(move.tile, move.space)
                assert game.face_down() == before
        let_bots_answer(game)
        assert game.face_down(2) is None
        game.call_next()
        down = game.face_down(0)
        assert down is not None
        assert len(down) == len(before) + 2


def _play_until_closing(game: TableGame) -> None:
    """Everybody places each tile on the first space that it may go to."""
    game.begin_round()
    while game.phase() is not Phase.CLOSE:
        if game.phase() is Phase.CALL:
            game.call_next()
        elif game.phase() is Phase.HAND_OVER:
            game.hand_over(game.next_person() or 0)
        elif game.phase() is Phase.BOTS:
            seat = game.awaited()[0]
            (move,) = first_legal(game.match, seat)
            game.perform(Place(seat, move.tile, move.space))
        else:
            game.place(game.hand()[0], game.legal(game.hand()[0])[0])


def test_one_players_closing_moves_turn_up_nothing_on_anothers_board() -> None:
    game = sit(ANA, BEN, rules="daffodil-4 free single none", is_blind=True)
    _play_until_closing(game)
    stamen = game.match.rules.grid.stamens[0]
    first, then = game.view, 1 - game.view
    game.try_closing(game.hand()[0], stamen)
    game.close()
    game.hand_over(then)
    before, laid = game.face_down(first), game.position(first)
    assert before is not None
    assert stamen in before
    game.try_closing(game.hand()[1], stamen)
    assert game.face_down(first) == before
    assert game.position(first) == laid


def test_a_closing_move_goes_back_to_the_daffodil_and_stays_on_its_own_board() -> None:
    game = sit(ANA, BEN, rules="daffodil-4 free single none")
    _play_until_closing(game)
    tile, other = game.hand()[:2]
    first, second = game.match.rules.grid.stamens[:2]
    assert game.refusal(tile, ASIDE_INDEX) is IllegalReason.NOT_A_STAMEN
    game.try_closing(tile, first)
    game.try_closing(other, second)
    assert game.refusal(tile, ASIDE_INDEX) is None
    game.try_closing(tile, ASIDE_INDEX)
    assert list(game.closing) == [Placement(other, second)]
    game.hand_over(1 - game.view)
    assert not game.closing


def test_a_computers_closing_moves_are_held_back_until_all_people_have_chosen() -> None:
    game = sit(ANA, BEN, OTTO, rules="daffodil-4 free single none")
    _play_until_closing(game)
    before = game.match.round.seats[2].position
    moved = next(tile for tile in before.aside if not tile.is_wild)
    stamen = next(i for i in game.match.rules.grid.stamens if not before.filled >> i & 1)
    game.perform(Finish(2, (Placement(moved, stamen),)))
    game.close()
    assert game.position(2) == before
    game.hand_over(1 - game.view)
    game.close()
    assert game.position(2) == game.match.round.seats[2].position != before


def test_a_computers_closing_moves_are_held_back_until_the_person_has_chosen() -> None:
    game = sit(ANA, OTTO, rules="daffodil-4 free single none")
    game.begin_round()
    while game.phase() is not Phase.CLOSE:
        if game.phase() is Phase.CALL:
            game.call_next()
        elif game.hand():
            move = next(
                (m for m in legal_placements(game.match, 0) if m.space == ASIDE_INDEX),
                first_legal(game.match, 0)[0],
            )
            game.place(move.tile, move.space)
        else:
            # Otto sets his first three tiles aside too.
            (tile,) = game.match.round.seats[1].hand
            legal = [m.space for m in legal_placements(game.match, 1) if m.tile == tile]
            game.perform(Place(1, tile, ASIDE_INDEX if ASIDE_INDEX in legal else legal[0]))
    state = game.match.round.seats[1]
    before = state.position
    moved = next(tile for tile in before.aside if not tile.is_wild)
    stamen = next(i for i in game.match.rules.grid.stamens if not before.filled >> i & 1)
    game.perform(Finish(1, (Placement(moved, stamen),)))
    assert game.match.round.seats[1].position != before
    assert game.position(1) == before
    game.close()
    shown = game.position(1)
    assert shown is not None
    assert shown.tiles[stamen] == moved


def test_only_a_tile_in_the_hand_of_who_acts_can_be_set_free() -> None:
    rules = Ruleset(placement=PlacementRule.ADJACENT_SYMBOL)
    game = sit(ANA, rules=str(rules))
    tile = game.match.rules.grid.tile_set[0]
    assert not game.is_set_free(tile)
    game.begin_round()
    met = set()
    while game.phase() is Phase.ACT:
        position = game.position()
        assert position is not None
        (tile,) = game.hand()
        expected = is_set_free(rules, position, tile)
        assert game.is_set_free(tile) is expected
        met.add(expected)
        place_first(game)
        assert not game.is_set_free(tile)
        if game.phase() is Phase.CALL:
            game.call_next()
    assert False in met


def test_p6_closing_moves_that_a_computer_is_said_to_try_are_none() -> None:
    game = sit(ANA, BEN, rules="daffodil-4 free single none")
    _play_until_closing(game)
    game.try_closing(game.hand()[0], game.match.rules.grid.stamens[0])
    tried = noted_closing(game.match)
    assert tried is not None
    again = TableGame(game.setup, LocalKeeper(game.match))
    assert (again.view, again.closing) == (tried.seat, tried.placements)
    players = tuple(OTTO if i == tried.seat else player for i, player in enumerate((ANA, BEN)))
    other = TableGame(game.setup, LocalKeeper(replace(game.match, players=players)))
    assert (other.view, other.closing) == (1 - tried.seat, ())


def test_what_is_withdrawn_comes_again_and_is_saved() -> None:
    saved: list[Match] = []
    setup = TableSetup(Ruleset(), (ANA,), "42")
    game = TableGame.start(setup, saved.append)
    game.begin_round()
    place_first(game)
    game.call_next()
    called = game.match.round.calls[-1]
    game.mark(Mark.COACHED)
    game.withdraw_call()
    assert (saved[-1], game.phase()) == (game.match, Phase.CALL)
    assert TableSetup.from_match(game.match).marks == {Mark.COACHED}
    assert game.call_next()[0] == Called(1, called)


def test_v3_a_seat_is_left_while_another_person_stays_and_the_round_is_open() -> None:
    game = sit(ANA, OTTO, BEN)
    assert (game.phase(), game.can_be_left()) == (Phase.BEGIN, (0, 2))
    game.begin_round()
    assert game.can_be_left() == (0, 2)
    assert sit(ANA, OTTO).can_be_left() == (), "nobody would stay"
    apart = TableGame(game.setup, LocalKeeper(game.match, apart=SeatsApart(frozenset({2}))))
    assert apart.can_be_left() == ()
    three = sit(ANA, BEN, Player("Cleo"))
    assert three.can_be_left() == (0, 1, 2)
    away = TableGame(three.setup, LocalKeeper(three.match, apart=SeatsApart(frozenset({2}))))
    assert (away.people(), away.can_be_left()) == ((0, 1), ()), "by post nobody leaves like that"
    phones = sit(ANA, OTTO, BEN, phones=frozenset({2, 0}))
    assert phones.can_be_left() == (0, 2)
    while play_step(game):
        pass
    assert game.can_be_left() == ()
    phones.begin_round()
    while play_step(phones):
        pass
    assert phones.can_be_left() == ()


@pytest.mark.parametrize("leaver", [0, 2])
def test_v3_whoever_leaves_is_named_as_before_and_a_guest_may_have_the_seat(leaver: int) -> None:
    game = sit(ANA, OTTO, BEN, rules="classic free single none rounds=2")
    game.begin_round()
    while len(game.match.rounds) < 2 or len(game.match.round.calls) < 3:
        play_step(game)
    other, name = 2 - leaver, game.name_of(leaver)
    game.hand_over(leaver)
    game.leave_seat(leaver)
    # Seventeen calls: nobody has answered the last one yet.
    made = len(game.match.rounds[0].calls) + 2
    (left,) = read_substitutes(game.match.meta)
    assert (left.seat, left.after_call, left.left, left.came) == (leaver, made, name, "beaver")
    assert (game.successor(leaver), game.engine_of(leaver)) == ("beaver", "beaver")
    assert (game.is_out(leaver), game.is_out(other), game.is_out(1)) == (True, False, False)
    assert (game.view, game.people()) == (other, (other,))
    assert [game.name_of(seat) for seat in range(3)] == ["Ana", "Otto", "Ben"]
    # Ben has answered when a guest is let in.
    (move,) = first_legal(game.match, leaver)
    game.perform(Place(leaver, move.tile, move.space))
    game.let_in(leaver, "Zoe")
    came = read_substitutes(game.match.meta)[-1]
    assert (came.after_call, came.left, came.came, came.bot) == (made + 1, name, "Zoe", "")
    assert (game.successor(leaver), game.name_of(leaver)) == ("", "Zoe")
    assert game.apart.elsewhere == {leaver}
    assert TableSetup.from_match(game.match).phones == {leaver}
    game.leave_seat(leaver)
    assert read_substitutes(game.match.meta)[-1].left == "Zoe"
    assert (game.apart.elsewhere, game.name_of(leaver)) == (frozenset(), name)


def test_c5_the_order_begins_with_the_caller_of_the_round() -> None:
    for caller, callers, orders in (
        (CallerRule.COMPUTER, [None, None, None], [(0, 1), (0, 1), (0, 1)]),
        (CallerRule.FIRST, [0, 0, 0], [(0, 1), (0, 1), (0, 1)]),
        (CallerRule.ROTATING, [0, 1, 0], [(0, 1), (1, 0), (0, 1)]),
    ):
        game = sit(ANA, BEN, rules="classic free single none rounds=3", caller=caller)
        for index in range(3):
            game.begin_round()
            assert game.caller_of(index) == callers[index]
            assert game.match.round.caller == callers[index]
            assert (game.order(), game.view) == (orders[index], orders[index][0])
            while game.phase() not in (Phase.ROUND_OVER, Phase.MATCH_OVER):
                play_step(game)
    two_rounds = "classic free single none rounds=2"
    three = sit(ANA, BEN, OTTO, caller=CallerRule.ROTATING, rules=two_rounds)
    three.begin_round()
    while three.phase() is not Phase.ROUND_OVER:
        play_step(three)
    three.begin_round()
    assert three.order() == (1, 2, 0)
    assert three.others == [2, 0]


def test_boards_of_others_are_hidden_until_the_table_is_taken() -> None:
    for is_hidden in (False, True):
        game = sit(ANA, BEN, OTTO, has_hidden_boards=is_hidden)
        assert [game.is_hidden(seat) for seat in range(3)] == [False, is_hidden, False]
        assert [game.is_secret(seat) for seat in range(3)] == [False, is_hidden, False]
        assert not game.needs_hand_over(), "no board has a tile"
        begun = LocalKeeper(apply(game.match, BeginRound())[0])
        assert not TableGame(game.setup, begun).needs_hand_over(), "nothing is called"
        game.begin_round()
        assert game.needs_hand_over() is is_hidden
    alone = sit(ANA, OTTO, has_hidden_boards=True)
    alone.begin_round()
    assert not alone.needs_hand_over()
    blind = sit(ANA, OTTO, is_blind=True)
    blind.begin_round()
    assert [blind.is_secret(seat) for seat in range(2)] == [True, False]


def test_a_resumed_answer_goes_on_with_the_seconds_that_were_left() -> None:
    game = sit(ANA, BEN, answer_seconds=30)
    game.begin_round()
    for left, goes_on in ((12.5, 12.5), (99.0, 30), (0.0, 0)):
        game.note_left(left)
        again = TableGame(game.setup, LocalKeeper(game.match))
        assert again.seconds_left(0.0) == goes_on
        assert (
            TableGame(replace(game.setup, answer_seconds=None), again.keeper).seconds_left(0.0)
            is None
        )
    game.hand_over(1)
    game.note_left(4)
    other = TableGame(game.setup, LocalKeeper(game.match))
    assert (other.view, other.seconds_left(0.0)) == (0, 30), "those of another seat"


def test_before_the_first_round_there_is_nothing_to_place_or_to_take_back() -> None:
    game = sit(ANA, rules="daffodil-4 free single none")
    tile = game.match.rules.grid.tile_set[0]
    assert (game.hand(), game.legal(tile), game.aside(), game.drop_hand()) == ((), (), (), ())
    assert game.refusal(tile, 0) is IllegalReason.NO_ROUND
    assert (game.preview(tile, 0), game.undone, game.last_placement()) == (None, None, None)
    assert (game.round, game.seat_state(), game.awaited()) == (None, None, ())
    assert not game.position().filled
    assert not game.can_undo_call()
    assert (game.total_now(), game.points_now(), game.points_before()) == (0, 0, 0)


def test_p6_a_tile_of_the_daffodil_goes_to_a_free_stamen_and_nowhere_else() -> None:
    game = sit(ANA, BEN, rules="daffodil-4 free single none")
    game.begin_round()
    while game.phase() is not Phase.CLOSE:
        play_step(game)
    rules = game.match.rules
    one, two = game.hand()[:2]
    first, second = game.legal(one)[:2]
    petal = next(i for i in range(len(rules.grid)) if i not in rules.grid.stamens)
    assert set(game.legal(one)) <= set(rules.grid.stamens)
    assert game.refusal(one, petal) is game.refusal(one, ASIDE_INDEX) is IllegalReason.NOT_A_STAMEN
    wild = next((tile for tile in game.position().aside if tile.is_wild), None)
    if wild is not None:
        assert game.refusal(wild, first) is IllegalReason.WILD_STAYS_ASIDE
        assert game.legal(wild) == ()
    game.try_closing(one, first)
    assert game.refusal(two, first) is IllegalReason.OCCUPIED
    assert game.refusal(one, first) is None
    assert game.refusal(one, ASIDE_INDEX) is None
    after = game.preview(one, second)
    assert after is not None
    assert (after.tiles[first], after.tiles[second]) == (None, one)
    assert game.preview(one, ASIDE_INDEX) is None
    game.try_closing(one, second)
    assert [(p.tile, p.space) for p in game.closing] == [(one, second)], "moved, not doubled"
    game.try_closing(one, ASIDE_INDEX)
    assert game.closing == ()


def test_points_are_those_of_the_seat_that_is_asked_for_or_of_the_one_in_view() -> None:
    game = sit(ANA, BEN, rules="classic free single none rounds=2")
    greedy, random = make_bot("greedy"), Random(1)
    game.begin_round()
    while len(game.match.rounds) < 2 or len(game.match.round.calls) < 12:
        for seat in game.awaited():
            bot = greedy if seat else make_bot("random")
            choice = bot.choose(game.match, seat, random)
            game.perform(Place(seat, choice.tile, choice.space))
        game.begin_round() if game.phase() is Phase.ROUND_OVER else game.call_next()
    score = game.score()
    earlier = [player.rounds[0].total for player in score.players]
    now = [player.total - before for player, before in zip(score.players, earlier, strict=True)]
    assert earlier[0] != earlier[1]
    assert now[0] != now[1]
    for view in (0, 1):
        game.hand_over(view)
        for asked, place in ((0, 0), (1, 1), (None, view)):
            assert game.points_before(asked) == earlier[place]
            assert game.points_now(asked) == now[place]
            assert game.total_now(asked) == score.players[place].total


def test_on_phones_no_tile_of_the_open_call_is_shown_before_all_have_answered() -> None:
    game = sit(ANA, BEN, OTTO, phones=frozenset({0, 1}))
    game.begin_round()
    for seat in (2, 1, 0):
        (move,) = first_legal(game.match, seat)
        game.perform(Place(seat, move.tile, move.space))
        shown = [bool(game.position(i).filled) for i in range(3)]
        assert shown[:2] == [seat == 0] * 2, "those on phones"
    assert shown == [True] * 3
    game.call_next()
    assert [game.position(i).filled.bit_count() for i in range(3)] == [1, 1, 1]


def test_a_closing_move_that_is_tried_lies_open_in_a_blind_game() -> None:
    game = sit(ANA, rules="daffodil-4 free single none", is_blind=True)
    while game.phase() is not Phase.CLOSE:
        play_step(game)
    tile = game.hand()[0]
    space = game.legal(tile)[0]
    last = game.seat_state().turns[-1].placements[-1].space  # type: ignore[union-attr]
    before = game.face_down()
    assert before is not None
    game.try_closing(tile, space)
    after = game.face_down()
    assert after == before
    assert space not in after
    assert last not in after
    assert len(after) > 10


def test_a_tile_just_placed_may_move_to_every_other_space() -> None:
    game = sit(ANA)
    game.begin_round()
    for space in (4, 7):
        assert game.spaces_to_move_to() == ()
        game.place(game.hand()[0], space)
        taken = (4,) if space == 7 else ()
        others = tuple(i for i in range(19) if i not in (*taken, space))
        assert game.spaces_to_move_to() == others
        game.call_next()


def test_m2_an_owed_tile_is_shown_late_before_it_is_placed() -> None:
    game = sit(ANA, BEN, rules="classic free mail none")
    game.begin_round()
    game.perform(Miss(0, ()))
    game.hand_over(1)
    while game.hand():
        place_first(game)
    game.call_next()
    game.hand_over(0)
    owed = game.match.round.calls[0]
    late = {}
    for tile in game.hand():
        shown = game.preview(tile, 3)
        assert shown is not None
        assert shown.tiles[3] is tile
        late[tile] = shown.is_late(tile)
    assert late == {tile: tile in owed for tile in (*owed, *game.match.round.calls[1])}


def test_only_a_placement_of_the_newest_call_is_taken_back() -> None:
    game = sit(ANA, BEN)
    game.begin_round()
    first = game.view
    place_first(game)
    placed = game.last_placement(first)
    assert placed is not None
    # Ana answers the first call still when the second one is open, as at a table apart.
    seat = game.match.round.seats[first]
    called = replace(game.match.round, calls=(*game.match.round.calls, (game.match.bag[0],)))
    game.keeper.keep(replace(game.match, rounds=(called,)))
    assert game.match.round.seats[first] == seat
    assert seat.can_take_back()
    assert game.last_placement(first) is None
