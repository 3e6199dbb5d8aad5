"""Goals once more, from the raw records by the second referee, in another manner.

Nothing of `game.progress.goals` is used to decide what is earned, and nothing of `game.rules` to
score: only the JSON of the records, the referee's sums, and each goal's sentence.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest

from game.play.table import TableSetup
from game.progress.goals import Goal, PastMatch, earning, progress_of
from game.rules.marks import Mark
from game.rules.match import Match, Player, PlayerKind
from game.rules.record import print_record
from game.rules.ruleset import Ruleset, all_rulesets
from tests.progress.test_goals import COLUMN, MAXIMUM, board, poor, table
from tests.rules.random_matches import random_match
from tests.rules.referee import FLOWERS, SHAPES, cut, is_sun, judge, name_spaces

Raw = dict[str, Any]


def one(raw: Raw) -> int | None:
    """The first person's seat."""
    kinds = [player["kind"] for player in raw["players"]]
    return kinds.index("human") if "human" in kinds else None


def is_fair(raw: Raw) -> bool:
    """Whether the record can earn anything."""
    marks = set(raw["meta"]["table"]["marks"])
    helps = {"coached", "took_back", "challenge", "physical", "left", "other_name"}
    helps |= {"room", "unsigned"}
    helped = marks & helps
    return one(raw) is not None and not helped and not has_left(raw) and raw["judged"]["complete"]


def has_left(raw: Raw) -> bool:
    """Whether the first person missed three calls in a row (M5)."""
    for played in raw["rounds"]:
        missed = 0
        for turn in played["boards"][one(raw)]["turns"]:
            missed = missed + 1 if all(move.startswith("!") for move in turn) else 0
            if missed == 3 and raw["rules"]["call"] == "mail":
                return True
    return False


def rounds_of(raw: Raw) -> list[Raw]:
    seat = one(raw)
    assert seat is not None
    return list(raw["judged"]["players"][seat]["rounds"])


def boards_of(raw: Raw) -> list[dict[str, str]]:
    """Return the tiles on the person's board at the end of each round, by space."""
    seat, found = one(raw), []
    for played in raw["rounds"]:
        lies: dict[str, str] = {}
        own = played["boards"][seat]
        turns = own["turns"] if isinstance(own, dict) else own
        for move in flat(turns) + flat(own.get("finish", []) if isinstance(own, dict) else []):
            tile, space = move.lstrip("!").split("@")
            lies = {at: lying for at, lying in lies.items() if lying != tile}
            lies[space] = tile
        found.append(lies)
    return found


def flat(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if "@" in value else []
    if isinstance(value, dict):
        return [text for part in value.values() for text in flat(part)]
    return [text for part in value for text in flat(part)] if isinstance(value, list) else []


def earned_alone(raw: Raw) -> Iterator[str]:
    """Yield the goals that a record earns regardless of earlier games."""
    rules = raw["rules"]
    for played, lies in zip(rounds_of(raw), boards_of(raw), strict=True):
        lines = played["lines"]
        five = [line for line in lines if len(line["spaces"]) >= 5]
        if five:
            yield "line-of-five"
        if any(line["number"] == 9 for line in five):
            yield "five-nines"
        exact = {line["direction"] for line in lines if len(line["spaces"]) == 5}
        if len(exact) == 3:
            yield "three-fives"
        counts = Counter(line["direction"] for line in lines)
        ways = all_lines(rules["board"])
        if counts["vertical"] == ways["vertical"]:
            yield "all-columns"
        if any(counts[way] == ways[way] for way in ("rising", "falling")):
            yield "one-direction"
        if {line["number"] for line in lines} == set(range(1, 10)):
            yield "all-numbers"
        if len(lines) >= 10:
            yield "ten-lines"
        if len(lines) >= 12:
            yield "twelve-lines"
        if len(lines) == sum(ways.values()):
            yield "no-broken-line"
        points = sum(line["points"] for line in lines)
        if rules["board"] == "classic":
            yield from (f"points-{n}" for n in (100, 150, 180, 200, 220) if points >= n)
        for line in lines:
            at = {"rising": 0, "vertical": 1, "falling": 2}[line["direction"]]
            if sum(lies[space][at] == "*" for space in line["spaces"]) >= 2:
                yield "wild-line"
            kinds = {is_sun(lies[space]) for space in line["spaces"]}
            if rules["rays"] != "none" and len(line["spaces"]) >= 4 and len(kinds) == 1:
                yield "double-line"
        flowers = {space for space, at in name_spaces(SHAPES["daffodil"]).items() if at in FLOWERS}
        if rules.get("daffodil") == 4 and flowers <= lies.keys():
            yield "three-stamens"
        # `rays` of the referee are those that are paid for.
        if {"sun", "moon"} <= {ray["symbol"] for ray in played["rays"]}:
            yield "sun-and-moon"
        if played["bonus"] >= 30:
            yield "bonuses"


def all_lines(board: str) -> Counter[str]:
    return Counter(direction for direction, _ in cut(SHAPES[board]))


def earned_at_table(raw: Raw, *, is_known: bool) -> Iterator[str]:
    """Yield the goals that a win earns."""
    score, seat = raw["judged"], one(raw)
    totals = [player["total"] for player in score["players"]]
    assert seat is not None
    best = [i for i, total in enumerate(totals) if total == max(totals)]
    if len(totals) > 1 and best == [seat]:
        bots = {player.get("bot") for player in raw["players"]}
        levels = ("duckling", "magpie", "beaver", "squirrel", "fox")
        yield from (f"beat-{level}" for level in levels if level in bots)
        if "master" in bots and not is_known:
            yield "beat-master"
        if len(totals) == 6:
            yield "full-table"
    if len(best) > 1 and seat in best:
        yield "shared-win"


def report(history: list[tuple[Raw, date | None]]) -> Iterator[set[str]]:
    """Yield the goals that each record is the first to earn, of the goals computed here."""
    known: list[Any] = []
    past: list[tuple[Raw, date | None]] = []
    earned: set[str] = set()
    for raw, day in history:
        calls = [played["calls"] for played in raw["rounds"]]
        is_known = calls in known or "again" in raw["meta"]["table"]["marks"]
        known.append(calls)
        if not is_fair(raw):
            yield set()
            continue
        past.append((raw, day))
        found = {*earned_alone(raw), *earned_at_table(raw, is_known=is_known)}
        cards = {r["meta"]["table"]["edition"] for r, _ in past}
        if cards >= {"standard", "french", "four-rounds", "daffodil", "league"}:
            found.add("every-edition")
        if {r["rules"].get("daffodil") for r, _ in past} >= {1, 2, 3, 4}:
            found.add("four-daffodils")
        found |= {name for name, n in (("ten-games", 10), ("hundred-games", 100)) if len(past) >= n}
        last = past[-5:]
        if len(last) == 5 and all("good" in set(steadiness(r)) for r, _ in last):
            found.add("steady")
        before = [total(r) for r, _ in past[:-1] if r["rules"] == raw["rules"] and same(r) == calls]
        if before and total(raw) > max(before):
            found.add("better-again")
        days = {d for _, d in past if d is not None}
        if day is not None and {day - timedelta(days=n) for n in range(7)} <= days:
            found.add("week-of-days")
        yield found - earned
        earned |= found


def same(raw: Raw) -> list[Any]:
    return [played["calls"] for played in raw["rounds"]]


def total(raw: Raw) -> float:
    seat = one(raw)
    assert seat is not None
    return float(raw["judged"]["players"][seat]["total"])


def steadiness(raw: Raw) -> Iterator[str]:
    if raw["rules"]["board"] == "classic":
        for played in rounds_of(raw):
            if sum(line["points"] for line in played["lines"]) >= 130:
                yield "good"


CLASSIC, RAYS = Ruleset(), Ruleset.parse("classic free single rays")
WILD, STAMENS = (Ruleset.parse(f"daffodil-{n} free single none") for n in (1, 4))
MAIL = Ruleset.parse("classic free mail none")
SYMBOLS, BRIGHT = "213@a1 218@a2 614@a3 214@e1 613@e2 618@e3", "293@b1 298@b2 694@b3 793@b4"
LEVELS = ("duckling", "magpie", "beaver", "squirrel", "fox")


def near_and_met() -> Iterator[Match]:
    """Matches that only nearly earn a goal, and after them one that does."""
    # A hundred points, but not on a classic board or not of lines alone.
    yield random_match(WILD, 1, Random(44))
    yield random_match(RAYS, 1, Random(11))
    for rules, text in (
        (CLASSIC, COLUMN.replace("294@c1", "254@c1")),
        (CLASSIC, "254@c1 654@c2 754@c3 253@c4 653@c5"),
        (CLASSIC, COLUMN),
        (CLASSIC, MAXIMUM.replace("653@a1", "654@a1").replace("654@a2", "658@a2")),
        (CLASSIC, MAXIMUM),
        (WILD, "***@a1 294@a2"),
        (WILD, "***@a1 2**@a2"),
        (CLASSIC, f"{SYMBOLS} {BRIGHT}"),
        (RAYS, "293@a1 298@a2 694@a3 294@b1"),
        (RAYS, SYMBOLS),
        (RAYS, BRIGHT),
    ):
        yield board(text, rules)
    # By other rules a deal is another one.
    for seed, rules in ((7, RAYS), (8, CLASSIC)):
        again = board(COLUMN, seed=seed)
        yield replace(poor(again, Random(3)), rules=rules)
        yield again
    for finish in ("653@b2 693@c4", "653@b2 693@c4 798@e2"):
        yield board("653@x 693@x 798@x", STAMENS, finish=finish)
    yield from (random_match(MAIL, 2, Random(n)) for n in range(12))
    yield from (
        random_match(Ruleset.parse(f"daffodil-{n} free single none"), 1, Random(n))
        for n in (1, 2, 3, 4)
    )
    fine = board(MAXIMUM)
    worse = poor(fine, Random(3))
    yield worse
    yield table(worse, dict.fromkeys(LEVELS, fine))
    for level in (*LEVELS, "master"):
        for own, other in ((worse, fine), (fine, fine), (fine, worse)):
            yield table(own, {level: other})
    # The deal of that table is known; this one's is not.
    yield table(board(COLUMN, seed=9), {"master": poor(board(COLUMN, seed=9), Random(3))})
    for count in (4, 5):
        yield table(fine, dict.fromkeys(LEVELS[:count], worse))
    yield from (board(MAXIMUM, seed=n) for n in range(5))


def histories() -> Iterator[list[Match]]:
    """Many games of all rules, some by hand, and tables of several players."""
    made = list(near_and_met())
    rest = [random_match(rules, 1 + n % 3, Random(n)) for n, rules in enumerate(all_rulesets())]
    yield made
    for seed in range(4):
        random = Random(seed)
        mixed = random.choices(made, k=24) + random.sample(rest, k=24)
        random.shuffle(mixed)
        yield mixed
    yield made * 3


@pytest.mark.slow
def test_goals_come_out_the_same_by_hand() -> None:
    earned: set[str] = set()
    for number, matches in enumerate(histories()):
        random = Random(number)
        editions = ("standard", "french", "four-rounds", "daffodil", "league", "")
        kept, history = [], []
        for place, match in enumerate(matches):
            mark = random.choice([m for m in Mark if m not in (Mark.TIMED, Mark.BLIND)])
            marks = frozenset({mark} if number and random.random() < 0.2 else ())
            setup = TableSetup(
                match.rules, match.players, "1", random.choice(editions), marks=marks
            )
            day = date(2026, 11, 1) + timedelta(days=place % 9) if random.random() < 0.8 else None
            own = replace(match, meta=setup.to_meta())
            kept.append(PastMatch.from_match(own, day))
            raw = json.loads(print_record(own))
            history.append(({**raw, "judged": judge(raw)}, day))
        here = [{g.value for g in goals} for goals in earning(kept)]
        assert here == list(report(history)), number
        earned |= set().union(*here)
    assert {goal.value for goal in Goal} - earned == {g for g in Goal if g.startswith("climb-")}


def test_progress_is_what_is_missing() -> None:
    """A goal that can be counted is earned exactly when it is full."""
    for matches in histories():
        kept = [PastMatch(match, edition="standard") for match in matches]
        earned = {goal for goals in earning(kept) for goal in goals}
        for goal, (done, wanted) in progress_of(kept).items():
            assert done >= 0
            if goal is not Goal.STEADY:
                assert (done >= wanted) is (goal in earned), goal
    assert all(done == 0 for done, _ in progress_of([]).values())


def test_nobody_s_records_earn_nothing() -> None:
    alone = replace(board(MAXIMUM), players=(Player("Fox", PlayerKind.BOT, "fox"),))
    assert all(done == 0 for done, _ in progress_of([PastMatch(alone)]).values())
