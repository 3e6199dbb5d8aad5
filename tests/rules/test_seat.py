"""One player's part of a round: its turns, what can be taken back, its misses, its text."""

from __future__ import annotations

from random import Random

import pytest

from game.rules.errors import IllegalMove, IllegalReason
from game.rules.match import MISSES_UNTIL_OUT
from game.rules.placement import Position
from game.rules.ruleset import Ruleset
from game.rules.seat import Seat, miss_call, new_seat, place_tile, take_back
from game.rules.tiles import TILES
from tests.each import each
from tests.rules.random_matches import walk


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
