"""Decides the next entry of a seat: sitting down, answers, leaving.

A pure function of what is here and of the card; what a person decides is handed in as a text.
"""

from game.net.answers import make_answer
from game.net.draws import calls_of_match
from game.net.engines import HouseEngines, choose_turn
from game.net.entries import Answer, Body, Entry, Leave, Receipt, Sit
from game.net.fold import Chair, Reading, Table, TableStage, play_turn
from game.net.keys import Card
from game.net.log import Log
from game.net.refusals import Refusal, Refused

HOUSE_SECONDS = 10
"""Seconds before time at which a house seat's computer answers for its person, if a call is at
least twice as long; else half of it."""


def answers_of(log: Log, author: bytes, call: bytes) -> tuple[Entry, ...]:
    """Return an author's answers to the call with this hash; more than one is something to show."""
    return tuple(
        entry
        for entry in log.by(author)
        if isinstance(entry.body, Answer) and entry.body.call == call
    )


def sit_of(log: Log, author: bytes) -> Sit | None:
    """Return the author's first request for a seat."""
    return next((e.body for e in log.by(author) if isinstance(e.body, Sit)), None)


def leave_of(log: Log, author: bytes) -> Entry | None:
    """The author's word that the seat is given up, if it was said."""
    return next((entry for entry in log.by(author) if isinstance(entry.body, Leave)), None)


def may_leave(log: Log, table: Table, author: bytes) -> bool:
    """Whether an author may still give a seat up: once, and not after the last call's answer."""
    if table.stage is TableStage.OVER or leave_of(log, author) is not None:
        return False
    is_last = table.calls == calls_of_match(table.opened.rules)
    return not (is_last and table.call is not None and answers_of(log, author, table.call.hash))


def receipt_for(reading: Reading, author: bytes) -> Receipt | None:
    """Return what a guest's program says once it has read the match to its end, without a
    fork before.

    Where a branch was set aside all guests of the other one have receipted that, or have left.
    """
    table = reading.table
    if table is None or table.opened.version == 1 or table.stage is not TableStage.OVER:
        return None
    has_left = leave_of(reading.log, author) is not None
    if author not in table.guests or has_left:
        return None
    return None if reading.log.receipted_by(author) else Receipt(table.closed)


def is_free(log: Log, chair: Chair) -> bool:
    """Whether the seat's player has left, or is out (M5)."""
    return chair.is_out or leave_of(log, chair.author) is not None


def asking(log: Log, table: Table) -> tuple[Entry, ...]:
    """Return the first request of each author who may have a seat and has none, as they came."""
    found: dict[bytes, Entry] = {}
    seated = {chair.author for chair in table.chairs} | table.former | {table.master}
    for entry in log:
        author = entry.author
        is_sit = isinstance(entry.body, Sit) and log.get(entry.hash) is not None
        if is_sit and author not in seated | found.keys() and leave_of(log, author) is None:
            found[author] = entry
    return tuple(found.values())


def house_answers(log: Log, table: Table) -> tuple[bytes, ...] | None:
    """Return the house's answers to the open call in seat order, None while one is missing."""
    if table.call is None:
        return None
    found: list[bytes] = []
    for index in table.house:
        answers = answers_of(log, table.chairs[index].author, table.call.hash)
        if not answers:
            return None
        # The house speaks once; whoever sees two takes the same of them.
        found.append(min(answer.hash for answer in answers))
    return tuple(found)


def is_waited_for(log: Log, table: Table, seat: int) -> bool:
    """Whether the open call still lacks this seat's answer."""
    call = table.call
    return call is not None and not answers_of(log, table.chairs[seat].author, call.hash)


def answering_seat(reading: Reading, card: Card) -> int | None:
    """This card's seat if it may hand in an answer now, else None.

    Others than the house wait for the house's answers; handed in is final (C4).
    """
    table = reading.table
    if table is None or reading.forked_at is not None or table.stage is not TableStage.CALLED:
        return None
    seat = table.seat_of(card.author)
    if seat is None or not is_waited_for(reading.log, table, seat):
        return None
    chair = table.chairs[seat]
    if chair.is_house:
        # A house seat never misses: where its person has left, its computer answers.
        return seat
    has_gone = leave_of(reading.log, chair.author) is not None
    if has_gone or (chair.is_out and table.is_league):
        return None
    return None if house_answers(reading.log, table) is None else seat


def answer_with(reading: Reading, card: Card, text: str) -> Body:
    """Return the answer that hands in a whole turn.

    Raises `Refused` for a turn that the rules forbid, and where nothing can be handed in now.
    """
    table, seat = reading.table, answering_seat(reading, card)
    if table is None or table.call is None or seat is None:
        raise Refused(Refusal.NOT_ITS_ANSWER)
    play_turn(table, seat, text)
    after = () if table.chairs[seat].is_house else house_answers(reading.log, table)
    assert after is not None
    return make_answer(card, table.id, table.call.hash, table.opened.box, after, text)


def answer_by_engine(
    reading: Reading, card: Card, engines: HouseEngines, bot: str | None, now: int
) -> Body | None:
    """Return what a computer hands in for this card now: a bot at once, for a person of
    the house late.
    """
    table, seat = reading.table, answering_seat(reading, card)
    if table is None or table.call is None or seat is None:
        return None
    before = min(HOUSE_SECONDS, table.opened.seconds / 2)
    is_late = table.chairs[seat].is_house and now >= table.call.until - before
    if bot is None and not is_late:
        return None
    return answer_with(reading, card, choose_turn(table, seat, card, engines, bot))
