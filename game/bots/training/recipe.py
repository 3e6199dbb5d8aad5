"""Trains all that the standard game needs: `python -m game.bots.training.recipe FOLDER`.

One layered network from nothing; what becomes of its boards; from that a graph network and a
small one; again with those; a quick look at placements, as `FOLDER/shortlist.npz`; and all of it
together with the book, as `FOLDER/standard.npz`. Until then the game's own quick look is used.
Steps whose files are there are left out, and a step that was stopped goes on where it stopped,
so the same command resumes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_TRAINING = "game.bots.training"
_TOP = Path(__file__).parents[3]


@dataclass(frozen=True, slots=True)
class Step:
    """Commands (arguments of `python -m`) that may run side by side, and the file they leave."""

    makes: str
    commands: tuple[str, ...]


def steps(hours: float, cores: int) -> list[Step]:
    """All steps, with file names relative to the folder, for about so many hours on two cores."""
    minute = hours / 5

    def labels(folder: str, weights: str, options: str = "") -> tuple[str, ...]:
        command = f"{_TRAINING}.labels {folder} --weights {weights} --minutes {60 * minute}"
        return tuple(f"{command} --seed {seed}{options}" for seed in range(1, cores + 1))

    def refine(out: str, what: str) -> str:
        return f"{_TRAINING}.refine {out} {what} --minutes {30 * minute}"

    def gather(out: str, generation: int, boards: int) -> str:
        nets = f"graph-{generation}.npz --small small-{generation}.npz"
        return f"game.bots.training.gather {out} {nets} --boards {boards}"

    first = f"{_TRAINING} first.pt --minutes {60 * minute} --export first.npz"
    small = "--layers 192 64 32"
    return [
        Step("first.npz", (first,)),
        Step("labels-1", labels("labels-1", "first.npz")),
        Step("graph-1.npz", (refine("graph-1.npz", "labels-1 --graph 64 64 64"),)),
        Step("small-1.npz", (refine("small-1.npz", f"labels-1 {small}"),)),
        Step("one.npz", (gather("one.npz", 1, 0),)),
        Step("labels-2", labels("labels-2", "one.npz")),
        Step("graph-2.npz", (refine("graph-2.npz", "labels-1 labels-2 --graph 64 64 64"),)),
        Step("small-2.npz", (refine("small-2.npz", f"labels-1 labels-2 {small}"),)),
        Step("shortlist.npz", (f"{_TRAINING}.shortlist shortlist.npz --weights small-2.npz",)),
        Step("standard.npz", (gather("standard.npz", 2, int(200_000 * min(1.0, minute))),)),
    ]


def run(folder: Path, step: Step) -> None:
    """Run a step's commands side by side in the folder, unless its file is there.

    Raises `SystemExit` with the command that failed.
    """
    done = folder / f"{step.makes}.done"
    if done.exists():
        return
    path = os.pathsep.join([str(_TOP), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": path}
    running = []
    for command in step.commands:
        print(f"python -m {command}", flush=True)
        call = [sys.executable, "-m", *command.split()]
        running.append((command, subprocess.Popen(call, cwd=folder, env=environment)))
    try:
        failed = [command for command, process in running if process.wait() != 0]
    except KeyboardInterrupt:
        # The commands hear it too, and keep what they have.
        for _, process in running:
            process.wait()
        raise SystemExit("stopped; the same command goes on from here") from None
    if failed:
        raise SystemExit(f"stopped at: python -m {failed[0]}")
    done.touch()


def main() -> int:
    """Run all steps."""
    parser = argparse.ArgumentParser(
        prog="python -m game.bots.training.recipe", description=__doc__
    )
    parser.add_argument("folder", type=Path, help="where everything is made")
    parser.add_argument("--hours", type=float, default=5, help="about how long it may take")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for step in steps(args.hours, os.cpu_count() or 1):
        run(args.folder, step)
    print(args.folder / "standard.npz")
    return 0


if __name__ == "__main__":
    sys.exit(main())
