"""Writes the reference of the library from its docstrings: `python -m game.tools.reference OUTDIR`.

It covers what is public and stays stable: `game.rules` by the names of its `__all__`, with the
modules behind them, the protocol of computer players, how they are made and play, what judges
placements, the coach, the solver, and the environments of research.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pdoc
import pdoc.render

MODULES: Final = (
    "game.rules",
    "game.bots.protocol",
    "game.bots.players.playing",
    "game.bots.players.registry",
    "game.bots.judge",
    "game.bots.coach",
    "game.bots.best.solver",
    "game.research",
)
"""The public packages and modules; those inside are shown with them."""


def write_reference(outdir: Path) -> None:
    """Write one page for each module, and an index."""
    pdoc.render.configure(docformat="markdown", footer_text="Take It Easy!")
    pdoc.pdoc(*MODULES, output_directory=outdir)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write it where the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m game.tools.reference", description=__doc__)
    parser.add_argument("outdir", type=Path)
    outdir = parser.parse_args(arguments).outdir
    write_reference(outdir)
    print(outdir / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
