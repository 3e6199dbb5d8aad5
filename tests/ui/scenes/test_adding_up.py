"""The figures of the records once more, from the raw records by the second referee."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import fmean
from typing import Any

import pytest

from game.play.table import TableSetup
from game.progress.engine_client import EngineClient
from game.rules.marks import Mark
from game.rules.match import Match, Player, PlayerKind
from game.rules.ruleset import CallRule, RayRule, Ruleset
from game.storage.database import with_identity
from game.storage.profile import Profile
from game.ui.scenes.records.control import AttemptKind, Group, RecordsControl
from tests.rules.random_matches import random_match
from tests.rules.referee import judge

RULES = (
    *(Ruleset(),) * 5,
    Ruleset(rays=RayRule.RAYS),
    Ruleset(rounds=2),
    Ruleset(rays=RayRule.BEST_RAY),
    Ruleset(call=CallRule.MAIL),
)
MARKS = (
    *((),) * 8,
    (Mark.CHALLENGE,),
    (Mark.COACHED,),
    (Mark.TIMED,),
    (Mark.BLIND,),
    (Mark.BLIND, Mark.TIMED),
    (Mark.TIMED, Mark.TOOK_BACK),
)
SEATS = (("Ana",), ("Ana",), ("Ana", "*"), ("Ana", "Ben"), ("Ben", "*", "Ana"))
START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def evenings(random: Random, count: int) -> Iterator[tuple[Match, datetime]]:
    """Mixed games, some of them of a deal that was played before, in no order of time."""
    played: list[Match] = []
    for number in range(count):
        rules, names = random.choice(RULES), random.choice(SEATS)
        has_rivals = rules.rays is RayRule.BEST_RAY or rules.call is CallRule.MAIL
        names = (*names, "*") if has_rivals and len(names) == 1 else names
        if played and number % 5 == 4:
            match = random.choice(played)
        else:
            match = random_match(rules, len(names), random)
            people = (Player(n) if n != "*" else Player("*", PlayerKind.BOT, "fox") for n in names)
            match = replace(match, players=tuple(people))
            played.append(match)
        edition = "standard" if match.rules == Ruleset() else "custom"
        setup = TableSetup(match.rules, match.players, str(number), edition)
        meta = json.loads(setup.marked(*random.choice(MARKS)).to_meta())
        # Two at one moment are ordered by which was stored first.
        when = START + timedelta(hours=6 * random.randrange(count))
        yield replace(match, meta=json.dumps({**meta, "id": f"{number}"})), when


def has_left(raw: dict[str, Any], seat: int) -> bool:
    """Whether a seat missed three calls in a row (M5)."""
    for played in raw["rounds"]:
        missed = 0
        for turn in played["boards"][seat]["turns"]:
            missed = missed + 1 if all(move.startswith("!") for move in turn) else 0
            if missed == 3 and raw["rules"]["call"] == "mail":
                return True
    return False


class Recount:
    """The expected row of a record: its owner, its name, and whether it counts."""

    def __init__(self, raw: dict[str, Any], when: datetime, seen: set[str]) -> None:
        marks, score = set(raw["meta"]["table"]["marks"]), judge(raw)
        people = [i for i, one in enumerate(raw["players"]) if one["kind"] == "human"]
        there = [i for i in people if not has_left(raw, i)]
        deal = json.dumps([raw["rules"], [played["calls"] for played in raw["rounds"]]])
        self.is_first = deal not in seen
        seen.add(deal)
        if has_left(raw, people[0]):
            marks.add("left")
        self.handicaps = frozenset(marks & {"timed", "blind"})
        self.counts = self.is_first and marks <= {"timed", "blind"}
        seat = next(iter(there), 0)
        own = score["players"][seat]
        self.total, self.is_own, self.when = own["total"], bool(there), when
        names = [raw["players"][i]["name"] for i in there]
        self.is_won = own["total"] == max(one["total"] for one in score["players"])
        self.is_won = self.is_won and len(raw["players"]) > 1
        self.lines = Counter(
            f"{len(line['spaces'])}x{line['number']}"
            for played in own["rounds"]
            for line in played["lines"]
        )
        self.rules = rules = json.dumps(raw["rules"])
        if "challenge" in marks:
            self.group: object = "challenges"
        elif len(names) > 1:
            self.group = tuple(sorted(names))
        else:
            self.group = (raw["meta"]["table"]["edition"], rules, self.handicaps)


def name_of(group: Group) -> object:
    """A group as `Recount` names it."""
    if group.is_challenge:
        return "challenges"
    if group.people:
        return group.people
    if group.rules is None or group.edition is None:
        return "all"
    record = json.dumps(rules_of(group.rules))
    return (group.edition, record, group.handicaps)


def rules_of(text: str) -> dict[str, Any]:
    """A ruleset's text as a record has it."""
    board, placement, call, rays, *rest = text.split()
    given: dict[str, Any] = {"board": board, "placement": placement, "call": call, "rays": rays}
    for word in rest:
        name, value = word.split("=")
        given[name] = int(value) if value.isdecimal() else value
    return given


@pytest.mark.parametrize("seed", [1, 2])
def test_every_figure_of_the_records_is_that_of_the_matches(seed: int) -> None:
    profile = Profile(None)
    finished = list(evenings(Random(seed), 150))
    for match, when in finished:
        profile.add_match(match, when)
    order = sorted(range(len(finished)), key=lambda i: (finished[i][1], i))
    seen: set[str] = set()
    recounted = []
    for i in order:
        raw = json.loads(profile.record(i + 1) or "")
        recounted.append(Recount(raw, finished[i][1], seen))
    groups: defaultdict[object, list[Recount]] = defaultdict(list)
    for one in recounted:
        groups[one.group].append(one)
    control = RecordsControl(profile, EngineClient())
    assert {name_of(group) for group in control.groups} == {"all", *groups}
    assert sum(control.summaries[g].matches for g in control.groups[1:]) == len(finished)
    for group in control.groups:
        name = name_of(group)
        listed = recounted if name == "all" else groups[name]
        counted = [one for one in listed if one.counts and one.is_own]
        if name == "all":
            counted = [one for one in counted if not one.handicaps]
        played = Counter(one.rules for one in reversed(counted))
        standard = json.dumps(rules_of(str(Ruleset())))
        most = max(played, key=lambda rules: (rules == standard, played[rules]), default="")
        same = [one for one in counted if one.rules == most]
        assert (group in control.compared) is (len(played) > 1)
        totals, figures = [one.total for one in same], control.summaries[group]
        assert figures.matches == len(listed) > 0
        control.show(group)
        is_measured = group == Group() or (group.rules is not None and not group.handicaps)
        assert (control.measured is not None) is is_measured
        assert list(figures.totals) == totals
        assert figures.best == max(totals, default=None)
        assert figures.mean == (pytest.approx(fmean(totals)) if totals else None)
        assert figures.last_mean == (pytest.approx(fmean(totals[-10:])) if totals else None)
        assert figures.wins == sum(one.is_won for one in counted)
        assert figures.lines == sum((one.lines for one in same), Counter())
        assert figures.dates == {one.when.astimezone().date() for one in counted}
        if group.rules is not None:
            # What setup and result call the best, and the average: of games with others, too.
            rules = json.dumps(rules_of(group.rules))
            alike = [
                one.total
                for one in recounted
                if one.counts
                and one.is_own
                and (one.rules, one.handicaps) == (rules, group.handicaps)
            ]
            assert profile.best(group.rules, group.handicaps) == max(alike, default=None)
            mean = profile.mean(group.rules, group.handicaps)
            assert mean == (pytest.approx(fmean(alike)) if alike else None)
    ordinary = [one for one in recounted if one.counts and one.is_own and not one.handicaps]
    assert profile.best() == max(one.total for one in ordinary)
    assert profile.mean() == pytest.approx(fmean(one.total for one in ordinary))


def test_the_latest_match_is_chosen_and_what_is_deleted_is_gone() -> None:
    profile, match = Profile(None), random_match(Ruleset(), 1, Random(7))
    for day in range(3):
        # The third is of another deal.
        again = match if day < 2 else random_match(Ruleset(), 1, Random(8))
        profile.add_match(replace(again, meta=with_identity(None)), START + timedelta(days=day))
    control = RecordsControl(profile, EngineClient())
    assert [one.id for one in control.shown] == [3, 2, 1]
    newest, _, oldest = control.shown
    assert control.figures.totals == (oldest.result.total, newest.result.total)
    for kind, numbers in ((AttemptKind.REST, [2]), (AttemptKind.FIRST, [3, 1])):
        control.show(Group(), kind)
        assert [one.id for one in control.shown] == numbers
        assert control.chosen == control.shown[0]
    assert control.delete()
    assert [one.id for one in control.shown] == [1]
    assert control.chosen == control.shown[0]
    assert len(profile.last_matches()) == 2
