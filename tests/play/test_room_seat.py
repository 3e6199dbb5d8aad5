"""A window's seat at a room: whole matches, lost lines, and rooms that say what is not true."""

from __future__ import annotations

import json

import pytest

from game.play.own_seats import own_seats
from game.rules.match_score import score_match
from game.rules.meta import ROOM_KEY, read_meta
from game.rules.record import parse_record, print_record
from tests.play.phones import RULES, House
from tests.play.room_guest import Guest


@pytest.mark.parametrize("cuts", [0.0, 0.15], ids=["", "cut"])
@pytest.mark.parametrize("rules", RULES)
def test_a_window_plays_whole_matches_at_a_room(rules: str, cuts: float) -> None:
    house = House("Anna", "Björn")
    guest = Guest(house)
    assert guest.seat.waiting[-1] == "Gast"
    house.phones.append(guest.line.phone)
    game = house.begins(rules, bots=1, has_hidden_boards=True)
    house.phones.pop()
    kills = 0

    def watch() -> None:
        nonlocal kills
        guest.poll()
        if guest.random.random() < cuts:
            guest.line.cut()
        elif guest.seat.has_table and guest.random.random() < cuts / 3:
            guest.come_back()
            kills += 1
        guest.plays()

    house.plays(game, watch)
    house.room.poll()
    guest.poll()
    seat = guest.seat
    assert seat.end == ""
    assert seat.match.is_complete
    assert [r.calls for r in seat.match.rounds] == [r.calls for r in game.match.rounds]
    assert [r.seats for r in seat.match.rounds] == [r.seats for r in game.match.rounds]
    assert score_match(seat.match) == score_match(game.match)
    # It is in the history as a match on phones is kept there, and names neither key nor address.
    assert own_seats(seat.match) == (2,)
    assert ROOM_KEY not in read_meta(seat.match.meta)
    assert parse_record(print_record(guest.home.saved[-1])) == seat.match
    assert not any(seat.key in json.dumps(read_meta(m.meta).text("id")) for m in guest.home.saved)
    assert bool(kills) == bool(cuts)
