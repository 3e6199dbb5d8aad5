"""Climbs as rows of a file, and their statistics: stages, totals, durations, aces."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, median, pstdev
from typing import Any, Final

from game.climb.aces import ACES, AceEffect, AceName
from game.tools.climb_balance.runs import CardManner, Climber, ClimbingParty

_PARTY: Final = 25
"""Climbs that are played and appended together."""
_MOST_STAGES: Final = 30
_FAR: Final = 12
_PACES: Final = {"magpie": 7.5, "beaver": 7.0, "squirrel": 6.0, "master": 5.4}
"""Seconds a tile for each player."""
_CHOICE_SECONDS: Final = 20

ClimbRow = dict[str, Any]


def climb_rows(file: Path, player: str, manner: CardManner, count: int) -> list[ClimbRow]:
    """Return the rows of `count` climbs; missing ones are played and appended to the file."""
    while True:
        rows = [r for r in read_rows(file) if (r["player"], r["manner"]) == (player, manner)]
        if len(rows) >= count:
            return rows[:count]
        numbers = range(len(rows), min(count, len(rows) + _PARTY))
        seeds = [f"balance {number}" for number in numbers]
        party = ClimbingParty(player, manner, seeds, _MOST_STAGES).climb()
        with file.open("a", encoding="utf-8") as stream:
            for one in party:
                stream.write(json.dumps(_row(player, manner, one)) + "\n")


def read_rows(file: Path) -> list[ClimbRow]:
    """Return the rows of a file; none if it does not exist."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _row(player: str, manner: CardManner, one: Climber) -> ClimbRow:
    steps = one.climb.steps
    return {
        "player": player,
        "manner": manner,
        "stage": len(steps),
        "total": one.climb.state.total,
        "lost": [step.end.ropes_lost for step in steps],
        "scores": [step.end.score.total for step in steps],
        "printed": [step.end.facts.printed for step in steps],
        "tiles": sum(step.end.facts.spaces for step in steps),
        "slots": [(slot.ace, slot.level) for slot in one.climb.state.slots],
        "offered": one.offered,
        "wanted": one.wanted,
    }


def engine_of(row: ClimbRow) -> str:
    """Return a climb's engine: its adder of the highest level and its gold aces."""
    slots = [(AceName(name), level) for name, level in row["slots"]]
    adders = [s for s in slots if ACES[s[0]].effect in (AceEffect.MULTIPLIER, AceEffect.POINTS)]
    gold = sorted(ace for ace, _ in slots if ACES[ace].effect is AceEffect.GOLD)
    return " ".join([max(adders, key=lambda s: s[1])[0] if adders else "-", *gold])


def describe(rows: Sequence[ClimbRow]) -> Iterator[str]:
    """Yield statistics of climbs of one player and manner, line by line."""
    stages = sorted(row["stage"] for row in rows)
    count = len(rows)
    error = pstdev(stages) / count**0.5
    totals = sorted(row["total"] for row in rows)
    pace = _PACES.get(rows[0]["player"], 6.0)
    minutes = median(
        (row["tiles"] * pace + _CHOICE_SECONDS * (row["stage"] - 1)) / 60 for row in rows
    )
    yield (
        f"{rows[0]['player']} {rows[0]['manner']}: {count} climbs, stage {mean(stages):.1f} ± "
        f"{error:.1f}, median {median(stages):g} ({stages[count // 10]}-{stages[-count // 10 - 1]})"
        f", past 12 {percent_beyond(stages, 12)}, past 15 {percent_beyond(stages, 15)}, points "
        f"{totals[count // 10]:,} / {median(totals):,.0f} / {totals[-count // 10 - 1]:,}, "
        f"{minutes:.0f} minutes, first board {mean(row['printed'][0] for row in rows):.0f}"
    )
    passed = []
    for stage in range(1, stages[-1] + 1):
        lost = [row["lost"][stage - 1] for row in rows if row["stage"] >= stage]
        if len(lost) > 9:
            passed.append(f"{stage}: {100 * lost.count(0) / len(lost):.0f}")
    yield f"  passed % {', '.join(passed)}"
    offered = Counter(ace for row in rows for ace in row["offered"])
    wanted = Counter(ace for row in rows for ace in row["wanted"])
    if offered:
        shares = sorted((100 * wanted[ace] / offered[ace], ace) for ace in offered)
        yield "  taken % " + ", ".join(f"{ace} {taken:.0f}" for taken, ace in reversed(shares))
    far = [row for row in rows if row["stage"] >= _FAR]
    engines = Counter(map(engine_of, far))
    yield f"  engines: {len(engines)} in {len(far)} climbs that reach {_FAR}"


def percent_beyond(stages: Sequence[int], beyond: int) -> str:
    """Return how many stages are beyond `beyond`, in percent."""
    return f"{100 * sum(stage > beyond for stage in stages) / len(stages):.0f} %"
