"""Boards and what becomes of them, played on: `python -m game.bots.training.labels DIR`.

In games that play themselves the close choices of each placement are played on from, as
`master` does, with the same calls for all of them. What they come to, line by line, is what a
network should say of them; `python -m game.bots.training.refine` learns it. Each run adds files
to the folder, under a seed of its own. With `--alone` a fast network can learn what slower ones
say of many more boards.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field, fields
from itertools import permutations
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.standard.layout import LINES, SPACES, TILES
from game.bots.standard.lookahead import after_placing
from game.bots.standard.measure import mean_and_error
from game.bots.standard.network import Ensemble, load_networks
from game.bots.standard.positions import Positions
from game.bots.standard.rollouts import Rollouts, chosen, orders

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]

_FURTHER = 0.25
"""How often one more space than the close ones is played on from: worse boards are known too."""
_FREE, _HEAT = 0.12, 1.5
"""Share of placements drawn by their values, and the temperature (points)."""
_COMPARED = Rollouts()
"""Whose choices and margin say which placements are close."""
_EXACT = SPACES - 3
"""From so many placed tiles on all orders of the tiles to come are played."""
_PART = 30_000
"""Boards in a file."""
_TOGETHER = 500


@dataclass(slots=True)
class Tracked(Positions):
    """Positions that know what each of their lines has `earned` [n, 15]."""

    earned: Floats = field(default_factory=lambda: np.zeros((0, LINES), np.float32))

    @classmethod
    def of(cls, p: Positions) -> Tracked:
        """The same boards (their arrays are not copied), nothing earned yet."""
        parts = {f.name: getattr(p, f.name) for f in fields(Positions)}
        return cls(**parts, earned=np.zeros((len(p), LINES), np.float32))

    def _bank(self, rows: Ints, line: Ints, points: Floats) -> None:
        self.banked += points
        self.earned[rows, line] += points


def played_on(valuer: Ensemble, p: Positions, calls: Ints) -> Floats:
    """Further points by line [n, 15] of each board: means over the `calls` [m, length]."""
    m = len(calls)
    row = np.repeat(np.arange(len(p)), m)
    lines = np.empty((len(row), LINES), np.float32)
    for first in range(0, len(row), _TOGETHER):
        part = slice(first, min(first + _TOGETHER, len(row)))
        boards = Tracked.of(p.take(row[part]))
        for tiles in calls[np.arange(part.start, part.stop) % m].T:
            boards.place(tiles, chosen(valuer.quick, boards, tiles))
        lines[part] = boards.earned
        if boards.placed < SPACES:
            lines[part] += valuer.line_values(boards)
    mean: Floats = lines.reshape(len(p), m, LINES).mean(1)
    return mean


class Labels:
    """Labelled boards, written in parts; boards of one `group` were choices for one tile."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name, self._part, self._groups = folder, name, 0, 0
        self._columns: defaultdict[str, list[NDArray[np.generic]]] = defaultdict(list)

    def add(self, p: Positions, lines: Floats) -> None:
        """Take in one group; a full part is written."""
        columns: dict[str, NDArray[np.generic]] = {
            "placed": np.full(len(p), p.placed, np.int8),
            "group": np.full(len(p), self._groups, np.int64),
            "number": p.number,
            "filled": p.filled,
            "empty": p.empty,
            "bag": p.bag,
            "lines": lines,
        }
        for name, column in columns.items():
            self._columns[name].append(column)
        self._groups += 1
        if sum(len(column) for column in self._columns["group"]) >= _PART:
            self.write()

    def write(self) -> None:
        """Write what has come since the last part."""
        if self._columns:
            whole = {name: np.concatenate(parts) for name, parts in self._columns.items()}
            np.savez_compressed(self._folder / f"{self._name}-{self._part}.npz", **whole)  # type: ignore[arg-type]
            self._columns.clear()
            self._part += 1


def _calls(p: Positions, rollouts: Rollouts, random: np.random.Generator) -> Ints:
    """The calls to play on with from boards that have the same bag."""
    bag = p.bag[0]
    if p.placed >= _EXACT:
        return np.array(list(permutations(np.flatnonzero(bag).tolist(), SPACES - p.placed)))
    return orders(bag, rollouts.length(p.placed), rollouts.times(p.placed, len(p)), random)


def play_game(
    valuer: Ensemble,
    labels: Labels,
    rollouts: Rollouts | None,
    random: np.random.Generator,
    rare: float = 0.2,
) -> float:
    """Play one game with labels for its placements; its total.

    Without `rollouts` the labels are what the networks themselves say. `rare` is the share of
    the first two and the last placements that get labels: they vary little.
    """
    p = Positions.start(1)
    for tile in random.permutation(TILES)[:SPACES]:
        hand = np.array([tile])
        values = after_placing(valuer, p, hand)[0]
        order = np.argsort(-values)[: min(_COMPARED.choices, SPACES - p.placed)]
        count = int((values[order] >= values[order[0]] - _COMPARED.margin).sum())
        spaces = order[: count + int(random.random() < _FURTHER)]
        values = values[spaces]
        is_rare = p.placed < 2 or p.placed >= _EXACT - 1
        if p.placed < SPACES - 2 and (not is_rare or random.random() < rare):
            choices = p.take(np.zeros(len(spaces), np.int64))
            choices.place(np.full(len(spaces), tile), spaces)
            if rollouts is None:
                lines = valuer.line_values(choices)
            else:
                lines = played_on(valuer, choices, _calls(choices, rollouts, random))
            labels.add(choices, lines)
            values = lines.sum(1) + choices.banked
        if random.random() < _FREE or p.placed == 0:
            values = values + random.gumbel(size=len(values)) * _HEAT
        p.place(hand, spaces[[values.argmax()]])
    return float(p.banked[0])


def main() -> int:
    """Play for so many minutes; say how many games, and how well."""
    parser = argparse.ArgumentParser(
        prog="python -m game.bots.training.labels", description=__doc__
    )
    add = parser.add_argument
    add("folder", type=Path, help="where the files go")
    add("--weights", type=Path, required=True, help="who plays and judges (.npz)")
    add("--minutes", type=float, default=60)
    add("--seed", type=int, default=1)
    add("--boards", type=int, default=3000, help="boards judged for each placement")
    add("--alone", action="store_true", help="labels: what the networks say, not played on")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    valuer, random = load_networks(args.weights), np.random.default_rng(args.seed)
    labels = Labels(args.folder, f"labels-{args.seed}")
    rollouts = None if args.alone else Rollouts(boards=args.boards)
    totals, started, told = list[float](), time.monotonic(), 0
    try:
        while (minutes := (time.monotonic() - started) / 60) < args.minutes:
            totals.append(play_game(valuer, labels, rollouts, random))
            if minutes >= told + 1 and len(totals) > 1:
                told += 1
                mean, error = mean_and_error(np.array(totals))
                print(f"{told} minutes, {len(totals)} games, {mean:.1f} ({error:.1f})", flush=True)
    except KeyboardInterrupt:
        print("stopped; what was played is kept", file=sys.stderr)
    labels.write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
