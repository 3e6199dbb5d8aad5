"""Trains all that the standard game needs: `python -m game.bots.training.recipe FOLDER`.

It begins with the game's own networks, or those of `--weights`: what becomes of their boards, from
that a graph network and a small one, a quick look at placements as `FOLDER/shortlist.npz`, and all
of it together with the book as `FOLDER/standard.npz`, from which it can be done again. Steps whose
files are there are left out, and a step that was stopped goes on where it stopped, so the same
command resumes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from game.bots.service.process import module_command
from game.resources import asset

_TRAINING = "game.bots.training"


@dataclass(frozen=True, slots=True)
class Step:
    """Modules of this folder with their arguments, to run side by side, and what they leave."""

    makes: str
    commands: tuple[str, ...]


def steps(hours: float, cores: int, weights: Path) -> list[Step]:
    """All steps, with file names relative to the folder, for about so many hours on two cores."""
    labels = f"labels labels --weights {weights} --minutes {36 * hours}"
    refine = f"labels --minutes {6 * hours}"
    boards = int(200_000 * min(1.0, hours / 5))
    gather = f"gather standard.npz graph.npz --small small.npz --boards {boards}"
    return [
        Step("labels", tuple(f"{labels} --seed {seed}" for seed in range(1, cores + 1))),
        Step("graph.npz", (f"refine graph.npz {refine} --graph 64 64 64",)),
        Step("small.npz", (f"refine small.npz {refine} --layers 192 64 32",)),
        Step("shortlist.npz", ("shortlist shortlist.npz --weights small.npz",)),
        Step("standard.npz", (gather,)),
    ]


def run(folder: Path, step: Step) -> None:
    """Run a step's commands side by side in the folder, unless its file is there.

    Raises `SystemExit` with the command that failed.
    """
    done = folder / f"{step.makes}.done"
    if done.exists():
        return
    running = []
    for command in step.commands:
        print(f"python -m {_TRAINING}.{command}", flush=True)
        call = module_command(*f"{_TRAINING}.{command}".split())
        running.append((command, subprocess.Popen(call, cwd=folder)))
    try:
        failed = [command for command, process in running if process.wait() != 0]
    except KeyboardInterrupt:
        # The commands hear it too, and keep what they have.
        for _, process in running:
            process.wait()
        raise SystemExit("stopped; the same command goes on from here") from None
    if failed:
        raise SystemExit(f"stopped at: python -m {_TRAINING}.{failed[0]}")
    done.touch()


def main() -> int:
    """Run all steps."""
    parser = argparse.ArgumentParser(
        prog="python -m game.bots.training.recipe", description=__doc__
    )
    parser.add_argument("folder", type=Path, help="where everything is made")
    parser.add_argument("--hours", type=float, default=5, help="about how long it may take")
    weights = asset("bots", "standard.npz")
    parser.add_argument("--weights", type=Path, default=weights, help="networks to begin with")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for step in steps(args.hours, os.cpu_count() or 1, args.weights.resolve()):
        run(args.folder, step)
    print(args.folder / "standard.npz")
    return 0


if __name__ == "__main__":
    sys.exit(main())
