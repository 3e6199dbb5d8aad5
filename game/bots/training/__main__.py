"""Training of the networks, from nothing or continued: `python -m game.bots.training --help`.

In each round the network plays solo games of every ruleset, its boards are labelled with later
values, and it learns from them; with `--close` it plays standard games only and learns from pairs
of close choices. `README.md` in this folder documents the training of the game's own networks and
the gain of each step.
"""

import argparse
import sys
import time
from collections import deque
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from game.bots.spread import Spread
from game.bots.training.close_choices import play_close
from game.bots.training.labels import LabelledBoards, play_lessons, some_of
from game.bots.training.learn import Learner, fresh_weights, save_weights
from game.bots.values.network import Network
from game.rules.boards import BoardName
from game.rules.ruleset import PlacementRule, RayRule, Ruleset

OFTEN: Final = (
    "classic free single none",
    "classic adjacent single none",
    "classic adjacent-symbol single rays",
    "classic free single rays",
    "classic free single best-ray",
    "daffodil-1 free single none",
    "daffodil-2 free single rays",
    "daffodil-3 adjacent single none",
    "daffodil-4 free single none",
    "daffodil-4 adjacent single rays",
)
"""The rules of three quarters of the games; the others' are drawn from all combinations."""
OFTEN_SHARE: Final = 0.75
LESSONS: Final = 6
TRAINING_BOARDS: Final = 128
"""Lessons in a step of learning, and boards taken from each."""
REMEMBERED: Final = 12
"""Latest rounds whose boards are learned from; for close choices, which are expensive, all."""


def every_combination() -> list[Ruleset]:
    """Return the 45 rulesets with different values of boards; the calls' sizes do not matter."""
    boards: list[tuple[BoardName, int | None]] = [(BoardName.CLASSIC, None)]
    boards += [(BoardName.DAFFODIL, variant) for variant in (1, 2, 3, 4)]
    return [
        Ruleset.parse(f"{name.value if v is None else f'{name.value}-{v}'} {p} single {r}")
        for name, v in boards
        for p in PlacementRule
        for r in RayRule
    ]


@dataclass(frozen=True)
class TrainingPlan:
    """The amounts of a training: `rounds` of `sets` rulesets with `games` each, and `steps`.

    Labels are the values after the next call in the first rounds, a share of `glance`, and the mean
    best answer to `tiles` tiles of the bag in the others. `rate` falls to a fiftieth. `close` plays
    standard games only, with rollouts of close choices, in `jobs` processes.

    `seed` deals the rounds; `rules` are the rulesets to train, () for the usual ones.
    """

    rounds: int
    sets: int
    games: int
    steps: int
    glance: float
    tiles: int
    rate: float
    seed: int
    rules: tuple[Ruleset, ...] = ()
    close: bool = False
    jobs: int = 1


def train(learner: Learner, plan: TrainingPlan, folder: Path, first: int = 0) -> None:
    """Train from round `first` on; write a checkpoint, the network and a log line after each."""
    memory: deque[list[LabelledBoards]] = deque(maxlen=None if plan.close else REMEMBERED)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, plan.rounds):
        since, random = time.perf_counter(), np.random.default_rng([plan.seed, number])
        play = _play_close_choices if plan.close else _play_every_ruleset
        lessons, means = play(learner.network, plan, number, random)
        memory.append(lessons)
        played = time.perf_counter() - since
        error = 0.0
        for step in range(plan.steps):
            done = (number + step / plan.steps) / plan.rounds
            rate = plan.rate * (0.02 + 0.98 * (1 - done)) * min(1, (learner.steps + 1) / 200)
            drawn = [
                some_of(part[int(random.integers(len(part)))], TRAINING_BOARDS, random)
                for part in (memory[int(random.integers(len(memory)))] for _ in range(LESSONS))
            ]
            error += learner.learn(drawn, rate) / plan.steps
        learner.save(folder / "checkpoint.npz")
        save_weights(learner.mean, folder / "network.npz")
        spent = time.perf_counter() - since
        line = f"{number + 1}/{plan.rounds}: error {error:.1f} points², "
        line += f"{played:.0f} s of play, {spent - played:.0f} s of learning; {'; '.join(means)}"
        print(line, flush=True)
        with (folder / "log.txt").open("a", encoding="utf-8") as log:
            log.write(line + "\n")


def _play_every_ruleset(
    network: Network, plan: TrainingPlan, number: int, random: np.random.Generator
) -> tuple[list[LabelledBoards], list[str]]:
    """Return a round's lessons, and its mean totals by rules as texts."""
    often = plan.rules or tuple(map(Ruleset.parse, OFTEN))
    every = plan.rules or tuple(every_combination())
    tiles = 0 if number < plan.glance * plan.rounds else plan.tiles
    lessons: list[LabelledBoards] = []
    means: list[str] = []
    for _ in range(plan.sets):
        some = often if random.random() < OFTEN_SHARE else every
        rules = some[int(random.integers(len(some)))]
        played, totals = play_lessons(rules, network, plan.games, tiles, random)
        lessons += played
        means.append(f"{rules} {totals.mean():.1f}")
    return lessons, means


def _play_close_choices(
    network: Network, plan: TrainingPlan, number: int, random: np.random.Generator
) -> tuple[list[LabelledBoards], list[str]]:
    """Return a round's lessons and mean totals of standard games.

    Each part has its own random generator, so that the number of processes does not matter.
    """
    seeds = [(plan.seed, number, part) for part in range(plan.sets)]
    lessons: list[LabelledBoards] = []
    means: list[str] = []
    for played, totals in Spread(plan.jobs).map(partial(play_close, network, plan.games), seeds):
        lessons += played
        means.append(f"{totals.mean():.1f}")
    return lessons, means


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m game.bots.training", description=__doc__)
    add = parser.add_argument
    add("--out", type=Path, required=True, help="the folder of checkpoint, network and log")
    add("--start", type=Path, help="a checkpoint or a network to go on from")
    add("--first", type=int, default=0, help="the round to go on with")
    add("--rounds", type=int, default=200)
    add("--sets", type=int, default=8, help="rulesets played in a round")
    add("--games", type=int, default=100, help="games of each of them")
    add("--steps", type=int, default=300, help="steps of learning in a round")
    add("--glance", type=float, default=0.2, help="share of rounds judged by the next call alone")
    add("--tiles", type=int, default=4, help="tiles of the bag that a board is judged by")
    add("--rate", type=float, default=0.002)
    add("--seed", type=int, default=1)
    add("--close", action="store_true", help="play close choices of the standard game on")
    add("--jobs", type=int, default=1, help="processes for that; 0: all cores")
    add("--rules", nargs="+", default=[], help="these alone, such as 'classic free single none'")
    options = parser.parse_args(arguments)
    random = np.random.default_rng(options.seed)
    learner = Learner.load(options.start) if options.start else Learner(fresh_weights(random))
    plan = TrainingPlan(
        options.rounds,
        options.sets,
        options.games,
        options.steps,
        options.glance,
        options.tiles,
        options.rate,
        options.seed,
        tuple(map(Ruleset.parse, options.rules)),
        options.close,
        options.jobs,
    )
    train(learner, plan, options.out, options.first)
    return 0


if __name__ == "__main__":
    sys.exit(main())
