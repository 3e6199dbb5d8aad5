"""Moves and their events, and values that print readably."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from game.rules import (
    BeginRound,
    BoardName,
    Finish,
    IllegalMove,
    IllegalReason,
    Line,
    Match,
    Miss,
    Player,
    Position,
    RayRule,
    Ruleset,
    Seat,
    Tile,
    apply,
    new_match,
    parse_move,
    score_position,
)
from game.rules.boards import CLASSIC, DAFFODIL
from game.rules.match import Departure, find_departures, legal_placements, replay
from game.rules.moves import (
    Called,
    Event,
    Finished,
    LineCompleted,
    LineDied,
    MatchEnded,
    Missed,
    Move,
    Place,
    Placed,
    PlayerOut,
    RayCompleted,
    RoundBegan,
    RoundEnded,
    TakenBack,
)
from game.rules.placement import ASIDE_INDEX
from game.rules.ruleset import all_rulesets
from game.rules.scoring import find_rays
from game.rules.seat import answer_next_call, new_seat
from game.rules.tiles import Symbol
from tests.each import each
from tests.rules.random_matches import walk
from tests.rules.records import read

SPACE = CLASSIC.index_of
TILE = Tile.parse


def play(rules: str, *moves: str) -> tuple[Match, tuple[Event, ...]]:
    """The match of one after these moves and the events of the last."""
    match = new_match(Ruleset.parse(rules), (Player("Ana"),))
    match, events = apply(match, BeginRound())
    for text in moves:
        match, events = apply(match, parse_move(match.rules.grid, text))
    return match, events


def test_every_move_tells_what_it_caused() -> None:
    rules = "classic free single rays"
    assert play(rules)[1] == (RoundBegan(0),)
    assert play(rules, "call 293")[1] == (Called(0, (TILE("293"),)),)
    placed = Placed(0, TILE("293"), SPACE("a1"), is_late=False, by_master=False)
    assert play(rules, "call 293", "0 293@a1")[1] == (placed,)
    taken = TakenBack(0, TILE("293"), SPACE("a1"))
    assert play(rules, "call 293", "0 293@a1", "0 back")[1] == (taken,)


def test_a_line_dies_once() -> None:
    moves = ("call 293", "0 293@a1", "call 254", "0 254@a2")
    assert play("classic free single none", *moves)[1][1:] == (LineDied(0, CLASSIC.lines[0]),)
    assert play("classic free single none", *moves, "call 694", "0 694@a3")[1][1:] == ()


def test_the_last_closing_moves_end_the_match() -> None:
    rules = Ruleset.parse("daffodil-4 free single none")
    steps = [*walk(rules, 1, Random(3), takebacks=0)]
    before, move, after = steps[-1]
    assert isinstance(move, Finish)
    events = apply(before, move)[1]
    assert events[-3:] == (Finished(0, move.placements), RoundEnded(0), MatchEnded())
    assert after.is_complete


@each(all_rulesets()[::5])
def test_events_add_up_to_the_score(rules: Ruleset) -> None:
    """The lines that were completed and not taken back, and no others, are scored in the end."""
    lines: dict[tuple[int, Line], tuple[int, float]] = {}
    rays: dict[tuple[int, Line], Symbol] = {}
    match = new_match(rules, (Player("Ana"), Player("Ben")))
    for before, move, match in walk(rules, 2, Random(str(rules)), takebacks=0.2):  # noqa: B007
        for event in apply(before, move)[1]:
            if isinstance(event, LineCompleted):
                lines[event.seat, event.line] = (event.number, event.points)
            if isinstance(event, RayCompleted):
                rays[event.seat, event.line] = event.symbol
            if isinstance(event, TakenBack) and event.space != ASIDE_INDEX:
                for line in rules.grid.lines_through[event.space]:
                    lines.pop((event.seat, line), None)
                    rays.pop((event.seat, line), None)
    positions = [*enumerate(seat.position for seat in match.round.seats)]
    assert lines == {
        (i, scored.line): (scored.number, scored.points)
        for i, position in positions
        for scored in score_position(rules, position).lines
    }
    found = {(i, ray.line): ray.symbol for i, p in positions for ray in find_rays(rules.grid, p)}
    assert rays == ({} if rules.rays is RayRule.NONE else found)


def test_missing_a_call_takes_back_what_was_begun() -> None:
    match, events = play("classic free mail none", "call 293 298 694", "0 293@a1", "0 miss")
    assert events == (TakenBack(0, TILE("293"), SPACE("a1")), Missed(0, 1))
    assert match.round.seats[0].position.filled == 0


MAIL = "classic free mail none rounds=2"


@each([MAIL, "classic adjacent mail rays", "daffodil-4 free mail rays"])
def test_each_miss_each_player_out_and_each_end_is_one_event(text: str) -> None:
    """The events of a match with many misses, against its turns; its `meta` stays as it is."""
    rules, out, ended = Ruleset.parse(text), list[Departure](), list[Event]()
    late = set[tuple[type[Move], bool]]()
    for before, move, after in walk(rules, 3, Random(text), takebacks=0.2, misses=0.4):
        noted, events = apply(dataclasses.replace(before, meta='{"a":1}'), move)
        assert noted == dataclasses.replace(after, meta='{"a":1}')
        ended += [event for event in events if isinstance(event, RoundEnded | MatchEnded)]
        if isinstance(move, Miss):
            turn = before.round.seats[move.seat].turns[-1]
            taken = [TakenBack(move.seat, p.tile, p.space) for p in reversed(turn.placements)]
            laid = [
                Placed(move.seat, p.tile, p.space, True, by_master=True) for p in move.placements
            ]
            kinds = TakenBack | Missed | Placed
            missed = Missed(move.seat, after.round.seats[move.seat].misses_in_row)
            assert [e for e in events if isinstance(e, kinds)] == [*taken, missed, *laid]
            assert legal_placements(after, move.seat) == ()
        if isinstance(move, Place | Finish):
            seat, position = before.round.seats[move.seat], after.round.seats[move.seat].position
            moves = move.placements if isinstance(move, Finish) else (move,)
            placed = [
                Placed(move.seat, p.tile, p.space, p.tile in seat.owed or position.is_late(p.tile))
                for p in moves
            ]
            assert [e for e in events if isinstance(e, Placed)] == placed
            late |= {(type(move), event.is_late) for event in placed}
        round_index, calls = len(after.rounds) - 1, len(after.round.calls)
        for event in events:
            if isinstance(event, PlayerOut):
                out.append(Departure(round_index, calls - 1, event.seat))
    assert len(out) > 2
    assert late >= {(Place, True), (Place, False)}, "M2"
    assert ((Finish, True) in late) is rules.has_aside
    assert sorted(find_departures(after), key=str) == sorted(out, key=str)
    places = [(left.round_index, left.call) for left in find_departures(after)]
    assert places == sorted(places)
    assert ended == [*map(RoundEnded, range(rules.rounds)), MatchEnded()]


def test_a_seat_that_lags_behind_gets_the_next_call_after_its_answer() -> None:
    """An unfinished record: Ben has answered two calls, Ana none."""
    answers = "293@a1 298@a2 / 694@a3 793@b1"
    match = read("classic free pairs none", "293 298 / 694 793", answers, answers)
    behind = answer_next_call(new_seat(match.rules), match.round.calls)
    played = dataclasses.replace(match.round, seats=(behind, match.round.seats[1]))
    match = dataclasses.replace(match, rounds=(played,))
    for text in ("0 293@c1", "0 298@c2", "0 694@c3"):
        assert not match.is_ready_for_call
        match, _ = apply(match, parse_move(CLASSIC, text))
    assert [str(tile) for tile in match.round.seats[0].hand] == ["793"]
    match, _ = apply(match, parse_move(CLASSIC, "0 793@c4"))
    assert match.is_ready_for_call


def test_a_replay_has_eight_boards_too() -> None:
    """V6, and the match's own `meta`."""
    *_, (_, _, match) = walk(Ruleset.parse("classic free pairs none"), 8, Random(8))
    noted = dataclasses.replace(match, meta="{}")
    assert [*replay(noted)][-1][1] == noted


@each(
    [
        ("classic free single none rounds=2", "", "round 0", "round not over"),
        ("classic free single none", "", "0 294@c3", "not called (294)"),
        ("classic free single none", "", "0 back", "nothing to take back"),
        ("classic free single none", "call 294", "call 753", "seats not ready"),
        ("classic free single none", "call 294", "1 294@c3", "no such seat (1)"),
        ("classic free single none", "call 294", "0 294@x", "no daffodil (294@x)"),
        ("classic free single none", "call 294", "0 finish", "no finish"),
        ("classic free single none", "call 294", "0 miss", "no deadline"),
        ("classic free single none", "", "call ***", "not in tile set (***)"),
        ("classic free single none", "", "call 294 753", "wrong call size (294 753)"),
        ("classic free pairs none", "", "call 294 294", "already called (294)"),
        ("classic free single none", "call 294/0 294@c3", "call 294", "already called (294)"),
        ("classic free pairs none", "call 294 753/0 294@c3", "0 753@c3", "occupied (753@c3)"),
        ("classic free mail none", "", "0 miss", "no round"),
        ("classic free mail none", "call 294 753 213/0 miss", "0 294@c3", "not called (294)"),
        (
            "classic free mail none",
            "call 294 753 213/0 miss/call 214 218",
            "0 miss 294@c3",
            "master tiles (294 753 213)",
        ),
        ("daffodil-4 free single none", "call 294", "0 finish", "board not full"),
    ]
)
def test_a_move_out_of_turn_is_refused_with_its_reason(
    rules: str, moves: str, refused: str, reason: str
) -> None:
    match, _ = play(rules, *filter(None, moves.split("/")))
    with pytest.raises(IllegalMove) as error:
        apply(match, parse_move(match.rules.grid, refused))
    assert str(error.value) == reason


def test_no_player_places_what_the_game_master_owes() -> None:
    """M4: a record may end within the game master's turn."""
    calls = "294 753 213 / 214 218"
    owed = read("classic free mail none", calls, "- / !294@a1")
    assert [str(tile) for tile in owed.round.seats[0].hand] == ["753", "213"]
    assert legal_placements(owed, 0) == ()
    asked = read("classic free mail none", calls, "294@a1 753@a2 213@a3 / 214@b1")
    assert {str(p.tile) for p in legal_placements(asked, 0)} == {"218"}
    assert legal_placements(new_match(asked.rules, asked.players), 0) == ()


@each([("classic free single none", 1), ("classic free mail none", 2)])
def test_a_round_s_caller_is_a_seat_and_no_round_follows_the_last(rules: str, count: int) -> None:
    """C5"""
    match = new_match(Ruleset.parse(rules), (Player("Ana"),) * count)
    for caller in (-1, count):
        with pytest.raises(IllegalMove) as error:
            apply(match, BeginRound(caller))
        assert error.value.reason is IllegalReason.NO_SUCH_SEAT
    assert apply(match, BeginRound(count - 1))[0].round.caller == count - 1
    *_, (_, _, full) = walk(match.rules, count, Random(2))
    with pytest.raises(IllegalMove) as error:
        apply(full, BeginRound())
    assert error.value.reason is IllegalReason.MATCH_OVER


def test_values_print_readably() -> None:
    match, _ = play("classic free mail rays", "call 293 298 694", "0 293@a1")
    empty = " ".join(["..."] * 18)
    seat = match.round.seats[0]
    assert repr(seat) == f"<Seat <Position 293 {empty}>, 1 turns, hand 298 694>"
    assert repr(match.rules) == "Ruleset.parse('classic free mail rays bonus=call')"
    assert repr(CLASSIC) == "<Board classic>"
    assert repr(CLASSIC.lines[7]) == "<Line rising a3-e1>"
    assert repr(parse_move(CLASSIC, "0 294@c3")) == "Place(seat=0, tile=Tile.parse('294'), space=9)"
    late = Position((None,) * 19, 0, (TILE("***"),), 1 << TILE("294").index)
    assert repr(late) == f"<Position {empty} ..., aside ***, late 294>"


def test_a_seat_needs_its_position() -> None:
    with pytest.raises(TypeError, match="position"):
        Seat()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected"):
        Seat(Position(()), note=1)  # type: ignore[call-arg]
    assert Seat(position=Position(())).turns == ()


def test_one_board_of_each_name_is_all_there_is() -> None:
    assert Ruleset(BoardName.CLASSIC).grid is CLASSIC
    assert Ruleset(BoardName.DAFFODIL).grid is DAFFODIL
