"""The sentences for the state of a table apart."""

from __future__ import annotations

from dataclasses import replace

from game.net.journal.invitations import Invitation
from game.net.journal.store import Seating
from game.rules.errors import Fault, FormatError
from game.rules.match import Player
from game.ui.frame.context import Context
from game.ui.scenes.apart.words import left_words, names_apart, state_words
from tests.gallery import apart as sample
from tests.gallery.apart import LOST as SEEN_ELSEWHERE
from tests.gallery.apart import table_id
from tests.ui.scenes.apart.tables import SAMPLES


def test_the_state_of_a_table_is_told_as_what_it_is(context: Context) -> None:
    """Before the first call, around the last second, a turn on its way, a seat left."""
    SAMPLES["apart-lobby"].make(context)
    seen = context.apart.service.snapshots[sample.table_id(2)]
    table = seen.table
    assert table is not None
    assert table.call is not None
    begun = replace(seen, table=replace(table, call=None, calls=0))
    assert state_words(context, begun) == context.text("together.state.begins")
    now = context.apart.now()
    last = replace(seen, table=replace(table, call=replace(table.call, until=int(now))))
    assert state_words(context, last) == "Call 8 of 19 · Your turn: time is up"
    for is_master, key in ((True, "late_here"), (False, "late")):
        words = state_words(context, replace(last, is_late=True, is_master=is_master))
        assert words.endswith(f"Your turn: {context.text(f'together.{key}')}")
    waits = replace(seen, handed_in=frozenset({0}), is_master=False)
    with_master = context.text("together.with_master")
    assert state_words(context, waits) == f"Call 8 of 19 · {with_master}: 0:42"
    chairs = [
        replace(chair, key=bytes([seat + 26]) * 32) for seat, chair in enumerate(table.chairs)
    ]
    chairs[2] = replace(chairs[2], player=Player("ANA"))
    alike = replace(seen, table=replace(table, chairs=tuple(chairs)), left=(2,), free=(2,))
    assert names_apart(alike) == ["Ana (1a1a)", "Ben", "ANA (1c1c)"]
    assert left_words(context, alike) == "ANA (1c1c) gave up the seat"
    trouble = replace(seen, trouble="no answer")
    assert state_words(context, trouble) == context.text("together.state.cut")


def test_each_state_of_a_table_has_its_own_sentence(context: Context) -> None:
    """In the order in which they are looked at: a table that is taken over is nothing else."""
    SAMPLES["apart-lobby"].make(context)
    seen = context.apart.service.snapshots[table_id(2)]
    table, no_folder = seen.table, Seating(Invitation(table_id(2), bytes(32)), ())
    assert table is not None
    assert table.call is not None
    nobody = replace(seen, waited=frozenset(), handed_in=frozenset())
    unsent = replace(seen, unsent=1, seating=no_folder, is_master=False)
    opened = replace(table, match=None, chairs=(), call=None, calls=0)
    between = replace(seen, table=replace(table, call=None))
    (won,), tied = sample.TABLES["won"], SEEN_ELSEWHERE
    not_sent = "Not sent yet: copy the turn file and send it"
    states = {
        "another program leads": (
            replace(seen, is_stopped=True, is_earlier=True),
            "Another program has taken over this table, perhaps from a copy; here it has stopped",
        ),
        "cut": (replace(seen, trouble="x", can_go_on=True), "No connection; still trying"),
        "to close": (replace(nobody, can_go_on=True), "The call waits for you to close it"),
        "to call": (replace(between, can_go_on=True), "The next call waits for you"),
        "to begin": (replace(seen, table=opened, can_go_on=True), "3 seats are free"),
        "nothing": (replace(seen, table=None), "Nothing received yet"),
        "not sent": (replace(unsent, table=None), not_sent),
        "asked, not sent": (replace(unsent, table=opened), not_sent),
        "between": (between, "Call 8 of 19 is closed"),
        "answered": (nobody, "Call 8 of 19 · Everybody has answered: 0:42"),
        "mine": (seen, "Call 8 of 19 · Your turn: 0:42"),
        "theirs": (replace(seen, own_seats=()), "Call 8 of 19 · Waiting for Ana and Cléo: 0:42"),
        "tied": (tied, "Over; won by Ana, Ben and Cléo with 156 points"),
        "cut after its end": (replace(won, trouble="x"), "You have won with 167 points"),
        "lost": (
            replace(won, own_seats=(1,)),
            "You have 125 points; won by Ana with 167 points",
        ),
        "watched": (replace(won, own_seats=()), "Over; won by Ana with 167 points"),
        "both seats": (replace(won, own_seats=(0, 1)), "Over; won by Ana with 167 points"),
        "promise": (
            replace(won, is_promise_broken=True),
            "The calls are not those that were promised: the leader of the table has changed them",
        ),
    }
    words = {name: state_words(context, snapshot) for name, (snapshot, _) in states.items()}
    assert words == {name: expected for name, (_, expected) in states.items()}
    for fault, key in ((Fault.UNKNOWN, "newer"), (Fault.CUT, "altered")):
        unread = replace(seen, problem=FormatError(fault, "line", value="x"), trouble="x")
        assert state_words(context, unread) == context.text(f"together.state.{key}")
    timeless = [state_words(context, one, has_time=False) for one in (nobody, seen)]
    assert timeless == ["Call 8 of 19 · Everybody has answered", "Call 8 of 19 · Your turn"]
