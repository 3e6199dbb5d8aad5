"""Learns the tables by self-play: `python -m game.bots.training.general --help`.

TD(lambda) on the boards after each placement, towards the final total: many games side by side,
each playing greedily by the tables as they are; an entry moves by the mean error of all the
boards that used it. Seeded, so that the same command gives the same tables on one machine.
"""

import argparse
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.bots.general.boards import empty_boards, legal_mask
from game.bots.general.features import (
    CHANCES,
    Counts,
    Features,
    features_of,
    line_stage,
    space_stage,
)
from game.bots.general.final import final_totals
from game.bots.general.grid import KINDS, Grid, grid_of
from game.bots.general.weights import Weights, load_file, save_file, weights_name
from game.rules.ruleset import RayRule, Ruleset

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Step:
    """The boards after one call: where they looked and what they were thought to be worth."""

    to_come: int
    features: Features
    values: Floats


def fresh_weights(rules: Ruleset) -> Weights:
    """Tables that know what a finished line earns and guess the rest from the chances."""
    weights = Weights.zeros()
    grid = grid_of(rules.board)
    lines = weights.tables["lines"].reshape(7, KINDS, 5, 6, CHANCES)
    for line in range(grid.lines):
        for state, bits in ((1, 1), (2, 2), (3, 4), (4, 7)):
            points = grid.points[line, bits]
            lines[:, grid.kinds[line], state, 0, :] = points
            if state < 4:
                for left in range(1, int(grid.lengths[line])):
                    lines[:, grid.kinds[line], state, left, :] = (
                        points * np.linspace(0, 0.9, CHANCES) * 0.85**left
                    )
    if rules.rays is RayRule.RAYS:
        rays = weights.tables["rays"].reshape(7, 4, 4, 6, CHANCES, 2)
        for symbol, points in ((1, 7), (2, 6)):
            for length in range(2, 6):
                rays[:, symbol, length - 2, 0] = points * length
    return weights


def play(
    rules: Ruleset, weights: Weights, orders: NDArray[np.intp], explore: float, seed: int
) -> tuple[list[Step], Floats]:
    """Play all these deals, (n, tiles called), at once; the steps but the last, and the totals."""
    grid = grid_of(rules.board)
    random = np.random.default_rng(seed)
    games = len(orders)
    each = np.arange(games)
    boards = empty_boards(grid, games)
    bags = np.zeros((games, 31), dtype=np.bool_)
    bags[:, : grid.tiles] = True
    steps: list[Step] = []
    for call in range(grid.spaces):
        tiles = orders[:, call]
        bags[each, tiles] = False
        to_come = grid.spaces - call - 1
        legal = legal_mask(rules, boards, tiles)
        rows, spaces = np.nonzero(legal)
        spaces = np.where(spaces == grid.spaces, -1, spaces)
        children = boards.put(rows, tiles[rows], spaces)
        features = None
        if to_come:
            features = features_of(
                children, rows, Counts.of(bags), to_come, grid.tiles - call - 1,
                rules.rays is not RayRule.NONE, rules.has_aside,
            )  # fmt: skip
            values = weights.add_up(features, to_come)
        else:
            values = final_totals(rules, children)
        by_space = np.full(legal.shape, -np.inf, dtype=np.float32)
        by_space[rows, spaces] = values
        if explore and to_come:
            by_space += (random.random((games, 1)) < 0.3) * random.normal(
                0, explore, legal.shape
            ).astype(np.float32)
        number = np.zeros(legal.shape, dtype=np.intp)
        number[rows, spaces] = np.arange(len(rows))
        chosen = number[each, by_space.argmax(axis=1)]
        boards = children.take(chosen)
        if features is not None:
            steps.append(Step(to_come, _pick(features, chosen), values[chosen]))
        else:
            return steps, values[chosen]
    raise AssertionError("a board has spaces")


def _pick(features: Features, rows: NDArray[np.intp]) -> Features:
    known = {name: places for name, places in vars(features).items() if places is not None}
    return replace(features, **{name: places[rows] for name, places in known.items()})


def learn(
    rules: Ruleset, weights: Weights, steps: list[Step], totals: Floats, rate: float, fade: float
) -> None:
    """Move the tables towards what the games came to."""
    target = totals
    for step in reversed(steps):
        error = target - step.values
        line, space = line_stage(step.to_come), space_stage(step.to_come)
        stages = {"lines": line, "demand": line, "rays": line, "aside": step.to_come}
        for name, stage in (stages | dict.fromkeys(("spaces", "stamens", "light"), space)).items():
            _move(weights.tables[name][stage], getattr(step.features, name), error, rate)
        weights.tables["start"][step.to_come] += rate * error.mean()
        target = (1 - fade) * step.values + fade * target
    _keep_facts(rules, weights)


def _move(table: Floats, places: NDArray[np.int32] | None, error: Floats, rate: float) -> None:
    if places is None:
        return
    flat = places.ravel()
    each = np.repeat(error, places.shape[1])
    sums = np.bincount(flat, weights=each, minlength=len(table))
    counts = np.bincount(flat, minlength=len(table))
    table += (rate * sums / (counts + 4)).astype(np.float32)


def _keep_facts(rules: Ruleset, weights: Weights) -> None:
    """Put back what is known: finished lines earn their points, filled spaces ask nothing."""
    facts = fresh_weights(rules)
    shape = (7, KINDS, 5, 6, CHANCES)
    known = facts.tables["lines"].reshape(shape)[:, :, :, 0]
    weights.tables["lines"].reshape(shape)[:, :, :, 0] = known
    weights.tables["spaces"][:, -1] = 0
    weights.tables["stamens"][:, -1] = 0
    weights.tables["light"][:, -1] = 0
    rays = weights.tables["rays"].reshape(7, 4, 4, 6, CHANCES, 2)
    rays[:, 0] = 0
    if rules.rays is RayRule.RAYS:
        rays[:, :, :, 0] = facts.tables["rays"].reshape(rays.shape)[:, :, :, 0]


def deals(grid: Grid, count: int, random: np.random.Generator) -> NDArray[np.intp]:
    """(count, spaces): shuffled tiles."""
    return random.random((count, grid.tiles)).argsort(axis=1)[:, : grid.spaces]


def train(
    rules: Ruleset, weights: Weights, games: int, batch: int, rate: float, seed: int
) -> Weights:
    """Play so many games and learn from them; prints a line of progress now and then."""
    grid = grid_of(rules.board)
    random = np.random.default_rng(seed)
    rounds = max(1, games // batch)
    sums, count, since = 0.0, 0, time.perf_counter()
    for index in range(rounds):
        share = index / rounds
        now = rate * (1 - share) + 0.1 * rate * share
        explore = 2.0 * (1 - share)
        steps, totals = play(
            rules, weights, deals(grid, batch, random), explore, int(random.integers(1 << 62))
        )
        learn(rules, weights, steps, totals, now, 0.7)
        sums += float(totals.sum())
        count += batch
        if (index + 1) % max(1, rounds // 10) == 0:
            spent = time.perf_counter() - since
            print(f"{rules}: {index + 1}/{rounds} mean {sums / count:.2f}"
                  f" ({count / spent:.0f} games/s)", flush=True)  # fmt: skip
            sums, count, since = 0.0, 0, time.perf_counter()
    return weights


def main(arguments: list[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m game.bots.training.general")
    parser.add_argument("rules", nargs="*", help="such as 'daffodil-4 adjacent single rays'")
    parser.add_argument(
        "--all", action="store_true", help="every set that is missing, each from its nearest kin"
    )
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--batch", type=int, default=500)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="rules whose tables to start from")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the tables")
    options = parser.parse_args(arguments)
    work = [(text, options.start, 1.0) for text in options.rules]
    if options.all:
        work += [job for job in curriculum() if not _file(options.out, job[0]).exists()]
    for text, start, share in work:
        rules = Ruleset.parse(text)
        weights = fresh_weights(rules)
        if start:
            weights.tables.update(load_file(_file(options.out, start)).tables)
            _keep_facts(rules, weights)
        games = int(options.games * share)
        train(rules, weights, games, options.batch, options.rate, options.seed)
        save_file(weights, _file(options.out, text))
    return 0


def curriculum() -> list[tuple[str, str | None, float]]:
    """Every set of tables, the set it starts from, and its share of the games.

    Boards without rays or adjacency are learned from nothing, all others from their nearest
    kin, which takes a fraction of the games.
    """
    jobs: list[tuple[str, str | None, float]] = []
    for rays, first in (("none", 0.3), ("rays", 0.5), ("best-ray", 0.3)):
        for placement in ("free", "adjacent", "adjacent-symbol"):
            for board in ("classic", "daffodil-1", "daffodil-4", "daffodil-2", "daffodil-3"):
                name = f"{board} {placement} single {rays}"
                if placement != "free":
                    jobs.append((name, f"{board} free single {rays}", 0.25))
                elif rays != "none":
                    jobs.append((name, f"{board} free single none", first))
                elif board in ("daffodil-2", "daffodil-3"):
                    jobs.append((name, "daffodil-1 free single none", first))
                else:
                    jobs.append((name, None, 1.0))
    return jobs


def _file(folder: Path, rules: str) -> Path:
    return folder / f"{weights_name(Ruleset.parse(rules))}.npz"


if __name__ == "__main__":
    sys.exit(main())
