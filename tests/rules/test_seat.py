"""One player's part of a round: turns, what is taken back, misses, closing moves (P6), its text."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.rules.errors import IllegalMove, IllegalReason
from game.rules.match import MISSES_UNTIL_OUT
from game.rules.moves import parse_placement
from game.rules.placement import Placement, Position
from game.rules.ruleset import Ruleset
from game.rules.seat import (
    Seat,
    answer_next_call,
    choose_finish,
    miss_call,
    new_seat,
    place_tile,
    take_back,
)
from game.rules.tiles import TILES, Tile
from tests.each import each
from tests.rules.random_matches import walk
from tests.rules.records import read


def misses_in_row(seat: Seat) -> int:
    """Count the misses from the first call on: 1, 2, 3 and again from 1, 0 after an answer (M5)."""
    row = 0
    for turn in seat.turns:
        row = row % MISSES_UNTIL_OUT + 1 if turn.is_missed else 0
    return row


@each(
    [
        "classic free single none",
        "classic adjacent pairs none",
        "classic free mail none",
        "daffodil-4 free mail rays",
        "daffodil-4 free single none rounds=2",
    ]
)
def test_a_seat_knows_its_turn_and_takes_it_back_to_its_start(text: str) -> None:
    """C4, M1, M2, M4, M5, P6"""
    rules, starts, rows = Ruleset.parse(text), dict[int, Position](), set[int]()
    begun = by_master = 0
    for before, _, match in walk(rules, 2, Random(text), takebacks=0.2, misses=0.4):
        for index, seat in enumerate(match.round.seats):
            turns = len(seat.turns)
            was = before.round.seats[index] if len(before.rounds) == len(match.rounds) else None
            if was is None or len(was.turns) < turns:
                starts[index] = seat.position
            has_placed = bool(turns and seat.turns[-1].placements)
            is_open = has_placed and not seat.turns[-1].is_missed and seat.finish is None
            assert seat.can_take_back() is is_open
            assert seat.misses_in_row == misses_in_row(seat)
            late = {
                placement.tile
                for call, turn in zip(match.round.calls, seat.turns, strict=False)
                for placement in turn.placements
                if turn.is_missed or placement.tile not in call
            }
            assert {tile for tile in TILES if seat.position.is_late(tile)} == late
            owed = match.round.calls[turns - 2] if turns > 1 and seat.turns[-2].is_missed else ()
            assert seat.owed == (owed if seat.finish is None else ())
            rows.add(seat.misses_in_row)
            has_played = turns == len(rules.call_sizes) and not seat.hand
            assert seat.has_played(rules) is has_played
            has_closed = seat.finish is not None or rules.daffodil != 4
            assert seat.is_done(rules) is (has_played and has_closed)
            if not is_open:
                with pytest.raises(IllegalMove) as refused:
                    take_back(seat)
                assert refused.value.reason is IllegalReason.NOTHING_TO_TAKE_BACK
                continue
            assert seat.turn_start == starts[index]
            begun = max(begun, len(seat.turns[-1].placements))
            back, placements = seat, seat.turns[-1].placements
            for placement in reversed(placements):
                back, undone = take_back(back)
                assert undone == placement
            assert back.position == starts[index]
            if seat.hand and rules.bonus is not None:
                missed = miss_call(rules, seat)
                assert (missed.position, missed.before) == (starts[index], None)
                is_last = turns == len(rules.call_sizes)
                assert missed.hand == (back.hand if is_last else back.owed)
                for tile in missed.hand[:1]:
                    with pytest.raises(IllegalMove) as refused:
                        place_tile(rules, missed, tile, placements[0].space)
                    assert refused.value.reason is IllegalReason.ALREADY_ANSWERED
                    by_master += 1
    assert begun >= max(rules.call_sizes)
    assert bool(by_master) is (rules.bonus is not None), "M4: the game master's tiles"
    assert rows == ({0, 1, 2, 3} if rules.bonus is not None else {0})


def test_a_seat_s_text_names_its_hand_what_it_owes_and_its_end() -> None:
    """M2: what is owed is part of the hand."""
    for _, _, match in walk(Ruleset.parse("daffodil-4 free mail none"), 1, Random(4), misses=0.3):
        seat = match.round.seats[0]
        parts = repr(seat).removesuffix(">").split(">, ")[1].split(", ")
        hand, owed = (" ".join(map(str, tiles)) for tiles in (seat.hand, seat.owed))
        wanted = [f"{len(seat.turns)} turns", f"hand {hand}" if hand else ""]
        wanted += [f"owed {owed}" if owed else "", "finished" if seat.finish is not None else ""]
        assert parts == [part for part in wanted if part]
    assert parts[-1] == "finished"
    assert repr(new_seat(Ruleset())).endswith("0 turns>")


def daffodil(variant: int) -> Ruleset:
    return Ruleset.parse(f"daffodil-{variant} free single none")


def fill(rules: Ruleset, spaces: str) -> str:
    """Texts that put the first tiles on these spaces."""
    tiles = map(str, rules.grid.tile_set)
    return " ".join(f"{t}@{s}" for t, s in zip(tiles, spaces.split(), strict=False))


def placements(rules: Ruleset, text: str) -> tuple[Placement, ...]:
    """The placements of a text."""
    return tuple(parse_placement(rules.grid, word) for word in text.split())


def finished(finish: str) -> None:
    """A Daffodil 4 record with 213, 214 and *** set aside, closed by these moves."""
    rules = daffodil(4)
    others = [str(s) for s in rules.grid.spaces if str(s) not in ("b2", "c4", "e2")]
    turns = [*fill(rules, " ".join(["x", "x", *others])).split(), "***@x"]
    calls = " / ".join(turn.partition("@")[0] for turn in turns)
    read(str(rules), calls, f"{' / '.join(turns)}; finish {finish}")


@pytest.mark.parametrize("finish", ["", "213@b2", "213@e2 214@c4", "214@b2", "214@e2 213@b2"])
def test_p6_after_the_last_call_tiles_set_aside_may_move_to_the_stamens(finish: str) -> None:
    finished(finish)


def ready_to_close() -> tuple[Ruleset, Seat]:
    """A seat of Daffodil 4 after the last call: 213, 214 and *** are set aside, 218 is on a1."""
    rules = daffodil(4)
    order = [*rules.grid.tile_set[:20], Tile.parse("***")]
    petals = [i for i in range(len(rules.grid)) if i not in rules.grid.stamens]
    seat, calls = new_seat(rules), tuple((tile,) for tile in order)
    for tile, space in zip(order, (-1, -1, *petals, -1), strict=True):
        seat = place_tile(rules, answer_next_call(seat, calls), tile, space)
    return rules, seat


@each(
    [
        ("***@b2", "wild stays aside (***)"),
        ("213@a1", "not a stamen (213)"),
        ("213@x", "not a stamen (213)"),
        ("213@b2 214@b2", "occupied (214@b2)"),
        ("213@b2 213@c4", "not set aside (213)"),
        ("218@b2", "not set aside (218)"),
        ("798@b2", "not set aside (798)"),
    ]
)
def test_p6_other_closing_moves_are_refused(finish: str, reason: str) -> None:
    rules, seat = ready_to_close()
    with pytest.raises(IllegalMove) as refused:
        choose_finish(rules, seat, placements(rules, finish))
    assert str(refused.value) == reason


def test_p6_closing_moves_wait_for_the_last_call_and_come_once() -> None:
    rules, seat = ready_to_close()
    moves = placements(rules, "214@c4 213@b2")
    closed = choose_finish(rules, seat, moves)
    assert (closed.turns, closed.finish, closed.is_done(rules)) == (seat.turns, moves, True)
    assert str(closed.position).endswith(", aside ***")
    none = choose_finish(rules, seat, ())
    assert (none.finish, none.position, none.is_done(rules)) == ((), seat.position, True)
    assert not seat.is_done(rules)
    classic = Ruleset()
    for other, rule, reason in (
        (closed, rules, IllegalReason.ALREADY_FINISHED),
        (none, rules, IllegalReason.ALREADY_FINISHED),
        (new_seat(rules), rules, IllegalReason.BOARD_NOT_FULL),
        (new_seat(classic), classic, IllegalReason.NO_FINISH),
    ):
        with pytest.raises(IllegalMove) as refused:
            choose_finish(rule, other, ())
        assert refused.value.reason is reason


def test_m2_tiles_owed_come_before_those_of_the_call_and_are_late() -> None:
    rules = Ruleset.parse("classic free mail none")
    calls = tuple(tuple(map(Tile.parse, c.split())) for c in ("213 214 218", "253 254", "258 293"))
    seat = answer_next_call(miss_call(rules, answer_next_call(new_seat(rules), calls)), calls)
    assert [str(tile) for tile in seat.hand] == ["213", "214", "218", "253", "254"]
    assert seat.owed == calls[0]
    for space, tile in enumerate(seat.hand):
        seat = place_tile(rules, seat, tile, space)
    assert str(seat.position).endswith(", late 213 214 218")
    assert answer_next_call(seat, calls).hand == calls[2]


def test_what_is_not_a_seat_s_to_place_or_miss_is_refused_with_its_reason() -> None:
    """M1"""
    league, single = Ruleset.parse("classic free mail none"), Ruleset()
    calls = (tuple(map(Tile.parse, ("213", "214", "218"))),)
    asked = answer_next_call(new_seat(league), calls)
    done = asked
    for space, tile in enumerate(asked.hand):
        done = place_tile(league, done, tile, space)
    missed = miss_call(league, asked)
    alone = answer_next_call(new_seat(single), (calls[0][:1],))
    tile = calls[0][0]
    refusals: list[tuple[Callable[[], object], str]] = [
        (lambda: miss_call(single, alone), "no deadline"),
        (lambda: miss_call(league, new_seat(league)), "no round"),
        (lambda: miss_call(league, missed), "already answered"),
        (lambda: miss_call(league, done), "already answered"),
        (lambda: place_tile(league, missed, tile, 0), "not called (213)"),
        (lambda: place_tile(league, done, tile, 9), "not called (213)"),
        (lambda: place_tile(single, alone, Tile.parse("798"), 0), "not called (798)"),
        (lambda: place_tile(single, alone, tile, -1), "no daffodil (213@x)"),
        (lambda: take_back(alone), "nothing to take back"),
    ]
    for act, words in refusals:
        with pytest.raises(IllegalMove) as refused:
            act()
        assert str(refused.value) == words
