"""Who gets a seat: by the queue, by the game master's choice, or an own computer."""

from __future__ import annotations

from game.net.journal.events import BegunEvent, LeftEvent, SubstituteEvent
from game.net.journal.seating import SeatQueue, SeatRequest
from game.net.journal.table import Table
from tests.net.lines import ANA, BEN, CAT, DAN, asked, begun, call_next, close, follow
from tests.net.worlds import CLASSIC, MAIL


def test_the_first_applicant_gets_the_first_free_seat_and_computers_come_last() -> None:
    table = begun(others=(CAT, DAN))
    own = frozenset({ANA, CAT})

    def queue(table: Table, *away: bytes) -> SeatQueue:
        return SeatQueue(table, own, [key.hex() for key in away])

    def taker(table: Table, request: SeatRequest | None, *away: bytes) -> tuple[int, bytes] | None:
        event = queue(table, *away).substitute(request)
        return None if event is None else (event.seat, event.key)

    assert taker(table, None) is None, "no seat is free"
    gone = follow(table, LeftEvent(BEN, "r"))
    assert taker(gone, None) == (1, DAN)
    assert taker(gone, None, DAN) == (1, CAT)
    assert taker(gone, SeatRequest(1)) == (1, CAT)
    assert taker(gone, SeatRequest(1, key=DAN)) == (1, DAN)
    assert taker(gone, SeatRequest(1, key=BEN)) is None
    assert taker(gone, SeatRequest(0, key=DAN)) == (1, DAN), "the other seat is not free"
    assert queue(gone).substitute(None) == SubstituteEvent(1, DAN, is_house=False)
    assert queue(gone, DAN).substitute(None) == SubstituteEvent(1, CAT, is_house=True)
    both = follow(gone, LeftEvent(ANA, "r"))
    assert taker(both, SeatRequest(1, key=DAN)) == (1, DAN)
    assert taker(both, None) == (0, DAN)
    assert not queue(gone).needs_computer(None)
    assert queue(gone, CAT, DAN).needs_computer(None)
    assert queue(gone, CAT).needs_computer(SeatRequest(1))
    assert not queue(gone, CAT).needs_computer(None), "Dan may have the seat"
    assert not queue(gone).needs_computer(SeatRequest(1)), "a computer asks already"
    assert not queue(table, CAT).needs_computer(SeatRequest(1)), "no seat is free"
    assert not queue(table, CAT, DAN).needs_computer(None)
    for rules, is_taken in ((MAIL, True), (CLASSIC, False)):
        # M5: outside a league a player who is out may come back.
        table = begun(rules, others=(CAT,))
        for _ in range(3):
            table = close(call_next(table), 1)
        assert table.is_free(1)
        assert taker(table, None) == ((1, CAT) if is_taken else None)
        assert taker(table, SeatRequest(1)) == (1, CAT)
        assert queue(table, CAT).needs_computer(None) is is_taken
    assert queue(asked(BEN, ANA, CAT)).begin() == BegunEvent((ANA, CAT), (0, 1))
    assert queue(asked(BEN, ANA, DAN)).begin() == BegunEvent((ANA, BEN), (0,))
    assert queue(asked(BEN, ANA), BEN).begin() is None
