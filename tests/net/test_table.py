"""The change that each line of a journal makes, and the first values that the rules forbid."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest

from game.net.journal.events import (
    AnsweredEvent,
    AskedEvent,
    BegunEvent,
    CalledEvent,
    ClosedEvent,
    ExtendedEvent,
    JournalLine,
    LeftEvent,
    OverEvent,
    RematchEvent,
    RemindedEvent,
    SubstituteEvent,
    TableEventBody,
)
from game.net.journal.table import (
    MOST_ACTS,
    Chair,
    MissedCall,
    OpenCall,
    Substitution,
    Table,
    TablePhase,
    TurnText,
    begin_table,
    calls_of_match,
    calls_of_seed,
    is_last_call_of_round,
    play_turn,
)
from game.rules.errors import Fault, FormatError, IllegalMove
from game.rules.match import Player, PlayerKind
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from tests.net.lines import (
    ANA,
    AT,
    BEN,
    CAT,
    DAN,
    SEED,
    asked,
    begun,
    call_next,
    close,
    follow,
)
from tests.net.worlds import CLASSIC, MAIL, any_turn


def refusal(table: Table, body: TableEventBody, at: int = AT) -> object:
    with pytest.raises(FormatError) as caught:
        follow(table, body, at)
    return caught.value.fault


def changed(before: Table, after: Table) -> set[str]:
    """The fields that a line has changed, its time aside."""
    names = (field.name for field in fields(Table))
    return {name for name in names if getattr(before, name) != getattr(after, name)} - {"at"}


def test_whoever_asks_is_noted_once() -> None:
    table = asked(ANA)
    after = follow(table, AskedEvent(BEN, "Ben", "fox", "r"))
    assert changed(table, after) == {"applicants"}
    assert after.applicants[-1].player == Player("Ben", PlayerKind.BOT, "fox")
    assert [one.name for one in after.asking] == ["Ana", "Ben"]
    assert refusal(after, AskedEvent(BEN, "Other", None, "r")) is Fault.SEAT_TWICE


def test_the_seats_are_taken_by_those_who_asked() -> None:
    table = asked(ANA, BEN, CAT)
    after = follow(table, BegunEvent((CAT, ANA), (1,)))
    assert changed(table, after) == {"chairs", "match"}
    assert [(one.player.name, one.is_house) for one in after.chairs] == [
        ("Cat", False),
        ("Ana", True),
    ]
    assert (after.house, after.seat_of(ANA), after.seat_of(BEN)) == ((1,), 1, None)
    assert [one.name for one in after.asking] == ["Ben"]
    assert after.phase is TablePhase.READY
    for keys, house in (((ANA,), ()), ((ANA, ANA), ()), ((ANA, BEN, CAT), ()), ((ANA, BEN), (2,))):
        assert refusal(table, BegunEvent(keys, house)) is Fault.WRONG_SEATS
    assert refusal(table, BegunEvent((ANA, DAN), ())) is Fault.NO_SUCH_PLAYER
    assert refusal(after, BegunEvent((ANA, BEN), ())) is Fault.NOT_NOW


def test_a_call_opens_with_its_times_and_forgets_the_one_before() -> None:
    table = begun()
    first = call_next(table, AT, 5_000)
    assert changed(table, first) == {"match", "call", "calls", "begun_at"}
    assert (first.call, first.begun_at) == (OpenCall(1, 5_000, AT), AT)
    noted = follow(first, AnsweredEvent(1, 1, "r", "t", held=True))
    noted = follow(noted, RemindedEvent(1, None, (0,), "m"))
    second = call_next(close(noted), 2_000, 2_000)
    assert (second.calls, second.call) == (2, OpenCall(2, 2_000, 2_000))
    assert (second.begun_at, second.ids, second.reminded) == (AT, frozenset(), None)
    tiles = calls_of_seed(CLASSIC, SEED, 1).tiles
    for number, until in ((2, 5_000), (0, 5_000), (1, AT - 1)):
        assert refusal(table, CalledEvent(number, tiles, until)) is Fault.NOT_NOW
    assert refusal(first, CalledEvent(2, tiles, 5_000)) is Fault.NOT_NOW


def test_a_deadline_is_put_off_and_stays_late_once_it_was() -> None:
    table = call_next(begun(), AT, 5_000)
    early = follow(table, ExtendedEvent(1, 6_000), 5_000)
    assert changed(table, early) == {"call"}
    assert early.call == OpenCall(1, 6_000, AT, was_late=False, acts=1)
    late = follow(table, ExtendedEvent(1, 6_000), 5_001)
    assert late.call == OpenCall(1, 6_000, AT, was_late=True, acts=1)
    again = follow(late, ExtendedEvent(1, 0), 5_500)
    assert again.call == OpenCall(1, AT, AT, was_late=True, acts=2), "never before it began"
    assert refusal(table, ExtendedEvent(2, 6_000)) is Fault.NOT_NOW


def test_a_turn_is_held_and_given_back_by_its_id() -> None:
    table = call_next(begun())
    held = follow(table, AnsweredEvent(1, 1, "request", "turn", held=True))
    assert changed(table, held) == {"call", "chairs", "ids"}
    assert [chair.turn for chair in held.chairs] == [None, "turn"]
    assert held.ids == {(1, "request"), (1, "turn")}
    assert (held.is_waited_for(0), held.is_waited_for(1)) == (True, False)
    other = follow(held, AnsweredEvent(1, 1, "back", "another", held=False))
    assert other.chairs == held.chairs
    back = follow(held, AnsweredEvent(1, 1, "back", "turn", held=False))
    assert [chair.turn for chair in back.chairs] == [None, None]
    assert back.ids == {(1, "request"), (1, "turn"), (1, "back")}
    assert refusal(table, AnsweredEvent(1, 2, "r", "t", held=True)) is Fault.NO_SUCH_PLAYER
    assert refusal(table, AnsweredEvent(2, 1, "r", "t", held=True)) is Fault.NOT_NOW


def test_a_reminder_is_the_calls_last_one() -> None:
    table = call_next(begun())
    body = RemindedEvent(1, 1, (0,), "request")
    after = follow(table, body, 1_500)
    assert changed(table, after) == {"call", "reminded", "reminded_at", "ids"}
    assert (after.reminded, after.reminded_at, after.ids) == (
        body,
        1_500,
        frozenset({(1, "request")}),
    )
    assert follow(table, replace(body, by=None)).ids == frozenset()
    for wrong in (replace(body, by=2), replace(body, waited=(0, 2))):
        assert refusal(table, wrong) is Fault.NO_SUCH_PLAYER
    assert refusal(table, replace(body, call=2)) is Fault.NOT_NOW


@pytest.mark.parametrize("kind", range(3))
def test_a_call_has_so_many_lines_and_no_more(kind: int) -> None:
    body = (
        AnsweredEvent(1, 1, "r", "t", held=True),
        RemindedEvent(1, 1, (0,), "r"),
        ExtendedEvent(1, 6_000),
    )[kind]
    table = call_next(begun())
    assert table.call is not None
    last = replace(table, call=replace(table.call, acts=MOST_ACTS - 1))
    full = follow(last, body)
    assert refusal(full, body) is Fault.TOO_MANY


def test_a_closed_call_counts_misses_in_a_row() -> None:
    """M5"""
    table = call_next(begun(MAIL))
    held = follow(table, AnsweredEvent(1, 1, "r", "t", held=True))
    after = close(held, 0)
    assert changed(held, after) == {"match", "chairs", "call", "missed"}
    assert after.missed == (MissedCall(1, 0),)
    assert [(one.turn, one.misses, one.is_out) for one in after.chairs] == [
        (None, 1, False),
        (None, 0, False),
    ]
    assert close(call_next(after)).chairs[0].misses == 0
    for misses, is_out in ((2, False), (3, True), (4, True)):
        after = close(call_next(after), 0)
        assert (after.chairs[0].misses, after.chairs[0].is_out) == (misses, is_out)
    assert (after.is_free(0), after.is_free(1)) == (True, False)
    waiting = call_next(after)
    assert (waiting.is_waited_for(0), waiting.is_waited_for(1)) == (False, True)
    assert not close(waiting).chairs[0].is_out, "a turn ends the row"


@pytest.mark.parametrize("rules", [CLASSIC, MAIL])
def test_a_player_who_is_out_is_waited_for_outside_a_league_alone(rules: Ruleset) -> None:
    """M5; one who has left, or has answered, is waited for nowhere."""
    table = begun(rules)
    for _ in range(3):
        table = close(call_next(table), 1)
    assert [chair.is_out for chair in table.chairs] == [False, True]
    assert [table.is_waited_for(seat) for seat in range(2)] == [False, False], "no call is open"
    table = call_next(table)
    assert [table.is_waited_for(seat) for seat in range(2)] == [True, rules == CLASSIC]
    held = follow(table, AnsweredEvent(4, 1, "r", "t", held=True))
    assert not held.is_waited_for(1)
    assert not follow(table, LeftEvent(BEN, "r")).is_waited_for(1)


def test_a_closed_call_has_a_whole_turn_of_every_seat() -> None:
    table = call_next(begun())
    turns = tuple(any_turn(table, seat, Random(1)) for seat in range(2))
    for wrong in (ClosedEvent(1, turns[:1], ()), ClosedEvent(1, turns, (2,))):
        assert refusal(table, wrong) is Fault.WRONG_SEATS
    assert refusal(table, ClosedEvent(2, turns, ())) is Fault.NOT_NOW
    assert refusal(table, ClosedEvent(1, ("", turns[1]), ())) is Fault.TILES_LEFT
    with pytest.raises(FormatError) as caught:
        play_turn(table, 2, turns[0])
    assert caught.value.fault is Fault.NO_SUCH_PLAYER
    both = follow(table, ClosedEvent(1, turns, (1, 0)))
    assert both.missed == (MissedCall(1, 0), MissedCall(1, 1))
    with pytest.raises((FormatError, IllegalMove)):
        play_turn(both, 0, turns[0])


def test_whoever_leaves_frees_the_seat_for_one_who_asks() -> None:
    table = begun(others=(CAT,))
    gone = follow(table, LeftEvent(BEN, "r"))
    assert changed(table, gone) == {"left"}
    assert (gone.left, gone.is_free(1)) == (frozenset({BEN}), True)
    assert refusal(gone, LeftEvent(BEN, "r")) is Fault.NOT_NOW
    assert refusal(gone, LeftEvent(DAN, "r")) is Fault.NO_SUCH_PLAYER
    after = follow(gone, SubstituteEvent(1, CAT, is_house=True))
    assert changed(gone, after) == {"match", "chairs", "former", "substitutions"}
    ben, cat = (one.player for one in table.applicants[1:])
    assert after.substitutions == (Substitution(1, 0, ben, cat, has_left=True),)
    assert (after.house, after.former, after.asking) == ((0, 1), frozenset({BEN}), ())
    assert after.match is not None
    assert after.match.players[1] == cat
    for wrong in (SubstituteEvent(0, CAT, is_house=False), SubstituteEvent(2, CAT, is_house=False)):
        assert refusal(gone, wrong) is Fault.NOT_NOW
    assert refusal(gone, SubstituteEvent(1, ANA, is_house=False)) is Fault.SEAT_TWICE
    open_call = call_next(gone)
    assert not open_call.is_waited_for(1)
    assert refusal(open_call, SubstituteEvent(1, CAT, is_house=False)) is Fault.NOT_NOW


def test_a_seat_that_changes_hands_twice_is_noted_twice() -> None:
    """Ben is out, and Cat, who came, leaves: both are former players then."""
    table = begun(MAIL, others=(CAT, DAN))
    for _ in range(3):
        table = close(call_next(table), 1)
    table = follow(table, SubstituteEvent(1, CAT, is_house=False))
    table = follow(close(call_next(table)), LeftEvent(CAT, "r"))
    table = follow(table, SubstituteEvent(1, DAN, is_house=False))
    ben, cat, dan = (one.player for one in table.applicants[1:])
    assert table.substitutions == (
        Substitution(1, 3, ben, cat, has_left=False),
        Substitution(1, 4, cat, dan, has_left=True),
    )
    assert (table.former, table.asking) == (frozenset({BEN, CAT}), ())
    assert table.chairs[1] == Chair(DAN, dan)
    both = begun(MAIL, others=(CAT,))
    for _ in range(3):
        both = close(call_next(both), 1)
    both = follow(follow(both, LeftEvent(BEN, "r")), SubstituteEvent(1, CAT, is_house=False))
    assert [change.has_left for change in both.substitutions] == [True]


def test_the_end_publishes_the_seed_and_one_invitation() -> None:
    table = begun()
    assert refusal(table, OverEvent(SEED)) is Fault.NOT_NOW
    assert refusal(table, RematchEvent("again")) is Fault.NOT_NOW
    while table.calls < calls_of_match(CLASSIC):
        table = close(call_next(table))
    assert table.phase is TablePhase.OVER
    after = follow(table, OverEvent(SEED))
    assert changed(table, after) == {"seed"}
    assert (after.seed, after.is_promise_broken) == (SEED, False)
    assert follow(table, OverEvent("another")).is_promise_broken
    assert table.match is not None
    other_calls = replace(table.match.round, calls=table.match.round.calls[::-1])
    other = replace(table, match=replace(table.match, rounds=(other_calls,)))
    assert follow(other, OverEvent(SEED)).is_promise_broken
    invited = follow(after, RematchEvent("again"))
    assert changed(after, invited) == {"rematch"}
    assert refusal(invited, RematchEvent("again")) is Fault.NOT_NOW


def test_a_turn_is_written_with_its_closing_moves_behind_a_word() -> None:
    grid = Ruleset.parse("daffodil-4 free single none").grid
    one, two = (Placement(tile, space) for tile, space in zip(grid.tile_set, (4, 7), strict=False))
    words = [f"{p.tile}@{grid.name_of(p.space)}" for p in (one, two)]
    for turn, text in (
        (TurnText((one, two)), " ".join(words)),
        (TurnText((one,), ()), f"{words[0]} finish"),
        (TurnText((one,), (two,)), f"{words[0]} finish {words[1]}"),
        (TurnText((), (one, two)), f"finish {words[0]} {words[1]}"),
        (TurnText(()), ""),
    ):
        assert turn.write(grid) == text
        assert TurnText.read(grid, text) == turn


def test_the_last_call_of_a_round_alone_has_closing_moves() -> None:
    table = call_next(begun(Ruleset.parse("daffodil-4 free mail none rounds=2")))
    sizes = len(table.opened.rules.call_sizes)
    for number in range(1, sizes + 2):
        is_last = number == sizes
        assert (table.calls, is_last_call_of_round(table)) == (number, is_last)
        text = any_turn(table, 0, Random(0))
        assert text.endswith("finish") is is_last
        other = text.removesuffix(" finish") if is_last else f"{text} finish"
        with pytest.raises(FormatError) as caught:
            play_turn(table, 0, other)
        assert caught.value.fault is (Fault.CLOSING_LEFT if is_last else Fault.NO_CLOSING_MOVES)
        played = play_turn(table, 0, text).round.seats[0]
        assert played.is_done(table.opened.rules) is is_last
        table = call_next(close(table))


def test_only_a_table_with_hours_that_a_player_leads_is_by_post(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = begun()
    monkeypatch.setattr("game.net.journal.table.LEAST_SECONDS", 3600)
    over = replace(table, calls=calls_of_match(CLASSIC))
    for seconds, is_club, is_by_post in (
        (3600, False, True),
        (3599, False, False),
        (3600, True, False),
    ):
        opened = replace(table.opened, seconds=seconds, club=is_club)
        for one, is_over in ((table, False), (over, True)):
            each = replace(one, opened=opened)
            assert each.is_by_post is is_by_post
            assert each.is_earlier is not (is_by_post or is_over)


def test_the_first_line_opens_a_table_and_no_other_does() -> None:
    table = asked(ANA)
    assert refusal(table, table.opened) is Fault.NOT_FIRST
    with pytest.raises(FormatError) as caught:
        begin_table(JournalLine(1, 10, 1, "", LeftEvent(ANA, "a")))
    assert caught.value.fault is Fault.NOT_FIRST


def test_twice_as_many_ask_for_seats_as_guests_ever_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.net.journal.table.MAX_EVER", 1)
    table = asked(ANA, BEN)
    with pytest.raises(FormatError) as caught:
        follow(table, AskedEvent(CAT, "Cat", None, "r"))
    assert (caught.value.fault, caught.value.values) == (Fault.TOO_MANY, {"found": 3, "most": 2})
