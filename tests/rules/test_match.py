"""Moves and their events, the texts of moves, and values that print readably."""

from __future__ import annotations

import dataclasses
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules import (
    BeginRound,
    BoardName,
    Call,
    Finish,
    FormatError,
    Line,
    Match,
    Miss,
    Place,
    Player,
    Position,
    RayRule,
    Ruleset,
    Seat,
    TakeBack,
    Tile,
    apply,
    format_move,
    new_match,
    parse_move,
    score_position,
)
from game.rules.boards import CLASSIC, DAFFODIL
from game.rules.moves import (
    Called,
    Event,
    Finished,
    LineCompleted,
    LineDied,
    MatchEnded,
    Missed,
    Move,
    Placed,
    RayCompleted,
    RoundBegan,
    RoundEnded,
    TakenBack,
)
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.ruleset import all_rulesets
from game.rules.scoring import find_rays
from game.rules.tiles import Symbol
from tests.each import each
from tests.rules.random_matches import walk

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
    placed = Placed(0, TILE("293"), SPACE("a1"), False)
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


MOVES: dict[str, Move] = {
    "round -": BeginRound(),
    "round 0": BeginRound(0),
    "round - 42": BeginRound(None, "42"),
    "round 3 a seed of words": BeginRound(3, "a seed of words"),
    "call 294": Call((TILE("294"),)),
    "call *** 294 2**": Call((TILE("***"), TILE("294"), TILE("2**"))),
    "0 294@c3": Place(0, TILE("294"), DAFFODIL.index_of("c3")),
    "5 2**@x": Place(5, TILE("2**"), ASIDE_INDEX),
    "1 back": TakeBack(1),
    "1 miss": Miss(1),
    "1 miss 294@c3": Miss(1, (Placement(TILE("294"), DAFFODIL.index_of("c3")),)),
    "0 finish": Finish(0),
    "0 finish 294@b2 753@e2": Finish(
        0,
        (
            Placement(TILE("294"), DAFFODIL.index_of("b2")),
            Placement(TILE("753"), DAFFODIL.index_of("e2")),
        ),
    ),
}


@each(MOVES)
def test_every_kind_of_move_has_a_text_that_reads_back(text: str) -> None:
    assert parse_move(DAFFODIL, text) == MOVES[text]
    assert format_move(DAFFODIL, MOVES[text]) == text


@each(
    [
        "", " ", "round", "round x", "round - ", "round 0 \n", "call", "call ", "call 294 ",
        "call 295", "0", "0 ", "0 294", "0 294@", "0 294@z9", "0 back now", "x 294@c3",
        "-1 294@c3", "100 back", "٣ back", "0  294@c3", "0 miss ", "0 finish x", "294@c3",
    ],
)  # fmt: skip
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(FormatError):
        parse_move(DAFFODIL, text)


@given(st.text(max_size=40))
def test_no_text_breaks_the_reader_of_moves(text: str) -> None:
    try:
        move = parse_move(DAFFODIL, text)
    except FormatError:
        return
    assert parse_move(DAFFODIL, format_move(DAFFODIL, move)) == move


def test_values_print_readably() -> None:
    match, _ = play("classic free mail rays", "call 293 298 694", "0 293@a1")
    assert repr(match) == "<Match classic free mail rays bonus=call: Ana; 1 rounds>"
    assert repr(match.round) == "<Round of 1 players, 1 calls>"
    empty = " ".join(["..."] * 18)
    seat = match.round.seats[0]
    assert repr(seat) == f"<Seat <Position 293 {empty}>, 1 turns, hand 298 694>"
    assert repr(match.rules) == "Ruleset.parse('classic free mail rays bonus=call')"
    assert repr(CLASSIC) == "<Board classic>"
    assert repr(CLASSIC.lines[7]) == "<Line rising a3-e1>"
    assert repr(MOVES["0 294@c3"]) == "Place(seat=0, tile=Tile.parse('294'), space=9)"
    late = Position((None,) * 19, 0, (TILE("***"),), 1 << TILE("294").index)
    assert repr(late) == f"<Position {empty} ..., aside ***, late 294>"


@each(all_rulesets()[::37])
def test_values_are_frozen_hashable_and_survive_pickling(rules: Ruleset) -> None:
    *_, (_, _, match) = walk(rules, 2, Random(1))
    assert pickle.loads(pickle.dumps(match)) == match
    assert len({match, pickle.loads(pickle.dumps(match))}) == 1
    for value in (match, match.round, match.round.seats[0], match.round.seats[0].position):
        assert dataclasses.replace(value) == value
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, dataclasses.fields(value)[0].name, None)
        with pytest.raises((AttributeError, TypeError)):
            value.note = "no slot for this"  # type: ignore[union-attr]


def test_a_seat_needs_its_position() -> None:
    with pytest.raises(TypeError, match="position"):
        Seat()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected"):
        Seat(Position(()), note=1)  # type: ignore[call-arg]
    assert Seat(position=Position(())).turns == ()


def test_one_board_of_each_name_is_all_there_is() -> None:
    assert Ruleset(BoardName.CLASSIC).grid is CLASSIC
    assert Ruleset(BoardName.DAFFODIL).grid is DAFFODIL
