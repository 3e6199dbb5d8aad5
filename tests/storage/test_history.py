"""The figures over the history, recomputed from its matches one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import fmean

import pytest

from game.rules.marks import COUNTING, DAYLESS, Mark
from game.storage.history import PlayedMatch, SeatResult, Summary, summarise

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
FOX = SeatResult("Fox", False, "fox", 150, False)


def person(name: str, total: float = 100, *, wins: bool = False) -> SeatResult:
    return SeatResult(name, True, None, total, wins, ("3x9", "5x1", "3x9")[: int(total) % 4])


def played(
    *results: SeatResult,
    when: datetime = NOON,
    attempt: int = 1,
    marks: frozenset[str] = frozenset(),
) -> PlayedMatch:
    return PlayedMatch(1, "x", when, "", "", None, "", marks, attempt, results)


def test_an_edited_history_may_end_with_the_last_day_there_is() -> None:
    last = datetime(9999, 12, 31, 12, tzinfo=UTC)
    dates = summarise([played(person("Ana"), when=when) for when in (last, NOON)]).dates
    assert {day.year for day in dates} == {2026, 9999}


@pytest.mark.parametrize("count", [1, 2, 9, 10, 11, 25])
def test_figures_are_those_of_the_player_s_own_results(count: int) -> None:
    random = Random(count)
    oldest_first = [
        played(
            *(
                (person("Ana", random.randrange(300) / 2, wins=random.random() < 0.5),)
                if number % 5
                else (FOX, person("Ana", random.randrange(200), wins=number % 2 == 0))
            ),
            when=NOON + timedelta(hours=9 * number),
            marks=frozenset({random.choice([Mark.LEFT, Mark.COACHED, Mark.AGAIN])}),
        )
        for number in range(count)
    ]
    figures = summarise(oldest_first[::-1])
    own = [match.results[-1] for match in oldest_first]
    totals = [one.total for one in own]
    assert figures.mean == pytest.approx(fmean(totals))
    assert figures.last_mean == pytest.approx(fmean(totals[-10:]))
    assert replace(figures, mean=None, last_mean=None) == Summary(
        matches=count,
        best=max(totals),
        wins=sum(m.results[-1].is_winner for m in oldest_first if len(m.results) > 1),
        dates=frozenset(
            match.finished_at.astimezone().date()
            for match in oldest_first
            if not match.marks & DAYLESS
        ),
        totals=tuple(totals),
        lines=Counter(line for one in own for line in one.lines),
    )
    # A match that all people have left is no win of theirs, whoever has won it.
    deserted = played(FOX._replace(is_winner=True), FOX)
    with_deserted = summarise([deserted, *oldest_first[::-1]])
    assert (with_deserted.totals, with_deserted.wins) == (tuple(totals), figures.wins)
    assert with_deserted.matches == count + 1
    assert summarise([]) == summarise([played(FOX, FOX)]) == Summary()


def test_a_match_is_shown_by_its_first_person_and_its_people_by_all() -> None:
    ana, ben, left = person("Ana"), person("Ben"), SeatResult("Cleo", False, None, 90, False)
    for results, shown, people in (
        ((ana,), ana, ()),
        ((FOX,), FOX, ()),
        ((FOX, ana), ana, ()),
        ((FOX, FOX._replace(name="Fox 2")), FOX, ()),
        ((left, ben, FOX), ben, ()),
        ((FOX, ben, ana), ben, ("Ben", "Ana")),
        ((ana, left, ben), ana, ("Ana", "Ben")),
    ):
        match = played(*results)
        assert (match.result, match.people) == (shown, people)


def test_only_a_first_unaided_attempt_counts() -> None:
    for mark in Mark:
        match = played(person("Ana"), marks=frozenset({mark}))
        assert match.counts is (mark in COUNTING)
        assert match.handicaps == ({mark} if mark in (Mark.TIMED, Mark.BLIND) else set())
        both = played(person("Ana"), marks=frozenset({mark, Mark.TIMED}))
        assert both.counts is (mark in COUNTING)
    assert [played(person("Ana"), attempt=number).counts for number in (1, 2, 3)] == [
        True,
        False,
        False,
    ]
