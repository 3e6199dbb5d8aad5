"""Runs made of stages that were played: how far players come, and which aces they take."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import numpy as np

from game.bots.bar import Bar
from game.progress.run.aces import Ace
from game.progress.run.ladder import is_bonus, target_of
from game.progress.run.state import RunState, after_stage, choose_ace, reckon_stage
from game.tools.run_balance.worth import (
    DAY,
    SPREAD,
    Choice,
    Floats,
    Outlook,
    Stock,
    choices_of,
    hand_of,
    pace_of,
    rules_name,
    tiles_of,
)

LONGEST: Final = 40
"""Nobody goes further here."""
_USUAL: Final = (0.1, 0.9)
"""An ace that is taken more seldom or more often leaves nothing to choose."""
FIRST_RUNS: Final = 100
"""So many runs, twice, show what aces still to come are worth."""


class Manner(StrEnum):
    """How a player chooses among the aces."""

    WEIGHED = "weighed"
    RANDOM = "random"
    NONE = "none"


@dataclass(slots=True)
class Tally:
    """What runs came to: the last stage and the points of each, by stage how many began it, made
    its target and went on, and how often each ace was offered and taken.
    """

    ends: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    begun: Counter[int] = field(default_factory=Counter)
    made: Counter[int] = field(default_factory=Counter)
    passed: Counter[int] = field(default_factory=Counter)
    offered: Counter[Ace] = field(default_factory=Counter)
    taken: Counter[Ace] = field(default_factory=Counter)
    nothing: int = 0
    brought: Floats = field(default_factory=lambda: np.zeros(LONGEST + 30))

    @property
    def mean(self) -> float:
        """The mean of the last stage."""
        return float(np.mean(self.ends))

    def share(self, percent: float) -> float:
        """Return the last stage that so many percent of the runs do not pass."""
        return float(np.percentile(self.ends, percent))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return float(np.std(self.ends) / len(self.ends) ** 0.5)

    @property
    def past_12(self) -> float:
        """The share of the runs that end beyond stage 12."""
        return float(np.mean(np.array(self.ends) > 12))

    def beyond(self, other: Tally) -> str:
        """Return by how much the mean is above another's, with its standard error."""
        return f"{self.mean - other.mean:.2f} ±{math.hypot(self.error, other.error):.2f}"

    def take_rate(self, ace: Ace) -> str:
        """Return the share of an ace's offers that were taken, marked outside of `_USUAL`."""
        if not self.offered[ace]:
            return ""
        share = self.taken[ace] / self.offered[ace]
        return f"{'' if _USUAL[0] <= share <= _USUAL[1] else '*'}{share:.0%}"

    def passes(self, stage: int) -> float:
        """Return the share of those who begin a stage who go on after it."""
        return self.passed[stage] / self.begun[stage]


class RunMaker:
    """Runs of one player."""

    def __init__(self, player: str, stock: Stock, first_runs: int = FIRST_RUNS) -> None:
        self._player, self._stock = player, stock
        self.outlook = Outlook(player, stock)
        for _ in range(2):
            first = self.runs(first_runs, Manner.WEIGHED, seed="first")
            brought = np.array(
                [first.brought[stage] / max(1, first.begun[stage]) for stage in range(LONGEST + 30)]
            )
            self.outlook = Outlook(player, stock, np.maximum.accumulate(brought))

    def runs(
        self, count: int, manner: Manner, *, is_timed: bool = True, seed: str = "run"
    ) -> Tally:
        """Return what so many runs come to."""
        tally, bar = Tally(), Bar(count)
        for number in range(count):
            bar.show(number, f"{self._player} {manner} {seed}")
            random = np.random.default_rng([number, *f"{seed} {self._player}".encode()])
            self._run(RunState(f"{seed} {number}", is_timed), manner, random, tally)
        bar.clear()
        return tally

    def _run(
        self, run: RunState, manner: Manner, random: np.random.Generator, tally: Tally
    ) -> None:
        while not run.is_over and run.stage <= LONGEST:
            stage, hand = run.stage, hand_of(run.aces)
            tally.brought[stage] += self.outlook.points(run, stage)
            score, thoughts = self._stock.draw(rules_name(stage), hand, random)
            pace = pace_of(self._player, hand) * np.exp(random.normal(0, DAY))
            tiles = np.exp(random.normal(0, SPREAD, tiles_of(stage)) - SPREAD**2 / 2)
            milliseconds = round(1000 * pace * tiles.sum())
            result = reckon_stage(run, score, thoughts, milliseconds)
            tally.begun[stage] += 1
            tally.made[stage] += result.total >= result.target
            run = after_stage(run, result, milliseconds)
            if run.is_over:
                break
            tally.passed[stage] += 1
            choice = self._choose(run, manner, random)
            if manner is not Manner.NONE:
                tally.offered.update(run.offered)
                tally.taken.update([choice.ace] if choice.ace else [])
                tally.nothing += choice.ace is None
            run = choose_ace(run, choice.ace, choice.instead)
        tally.ends.append(stage)
        tally.points.append(run.points)

    def _choose(self, run: RunState, manner: Manner, random: np.random.Generator) -> Choice:
        match manner:
            case Manner.NONE:
                return Choice(None)
            case Manner.RANDOM:
                ace = run.offered[random.integers(len(run.offered))]
                some = [choice for choice in choices_of(run) if choice.ace is ace]
                return some[random.integers(len(some))]
            case Manner.WEIGHED:
                return self.outlook.choose(run)


def table(tallies: dict[tuple[str, Manner, bool], Tally]) -> Iterator[str]:
    """The lines of the tables: how far, what choosing is worth, which stage stops whom, which aces
    are taken.
    """
    yield "player    aces     clock   mean       median  10-90 %   past 12        points"
    for (player, manner, is_timed), tally in tallies.items():
        past = tally.past_12
        error = (past * (1 - past) / len(tally.ends)) ** 0.5
        yield (
            f"{player:9} {manner:8} {'yes' if is_timed else 'no':5} {tally.mean:6.2f} "
            f"±{tally.error:.2f}{tally.share(50):7.0f} "
            f"{tally.share(10):5.0f}-{tally.share(90):<4.0f}"
            f"{past:8.1%} ±{error:.1%} {np.mean(tally.points):8.0f}"
        )
    weighed = {
        player: tally
        for (player, manner, is_timed), tally in tallies.items()
        if manner is Manner.WEIGHED and is_timed
    }
    if not weighed:
        return
    yield ""
    yield "stages that aces are worth, weighed: more than at random, more than none"
    for player, tally in weighed.items():
        others = (tallies[player, manner, True] for manner in (Manner.RANDOM, Manner.NONE))
        yield f"{player:9}" + "".join(f"{tally.beyond(other):>16}" for other in others)
    yield ""
    yield "goes on after a stage, of those who begin it (aces weighed; + a bonus stage)"
    yield "stage target  " + "".join(f"{player:>10}" for player in weighed)
    for stage in range(1, 20):
        cells = [
            f"{tally.passes(stage):10.0%}" if tally.begun[stage] >= 20 else f"{'':10}"
            for tally in weighed.values()
        ]
        yield f"{stage:4}{'+' if is_bonus(stage) else ' '} {target_of(stage):6}  {''.join(cells)}"
    yield ""
    yield "taken of their offers (aces weighed; * less than a tenth or more than nine)"
    together = Tally()
    for tally in weighed.values():
        together.offered.update(tally.offered)
        together.taken.update(tally.taken)
    yield f"{'ace':16}{'all':>8}" + "".join(f"{player:>10}" for player in weighed)
    for ace in Ace:
        cells = [f"{tally.take_rate(ace):>10}" for tally in weighed.values()]
        yield f"{ace:16}{together.take_rate(ace):>8}{''.join(cells)}"
    cells = [f"{t.nothing / max(1, sum(t.passed.values())):10.0%}" for t in weighed.values()]
    yield f"{'(none)':16}{'':8}{''.join(cells)}"
