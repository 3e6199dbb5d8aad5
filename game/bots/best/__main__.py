"""Prove the maximum of a board: `python -m game.bots.best --maximum classic`.

The maximum is the highest final total of any round: the best 19 (or 21) of the board's tiles. The
command prints every board that reaches it. Progress goes to standard error; Ctrl+C prints the best
result so far as unproven (exit status 130).
"""

import argparse
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Final

from game.bots.best.problem import problem_of
from game.bots.best.result import Progress
from game.bots.best.search import Stopped
from game.bots.best.solver import boards_worth, solve
from game.rules.boards import BoardName
from game.rules.ruleset import Ruleset

GAMES: Final = {
    "classic": Ruleset(),
    "daffodil": Ruleset(BoardName.DAFFODIL, daffodil=1),
    "daffodil-4": Ruleset(BoardName.DAFFODIL, daffodil=4),
}
"""The games with different maxima; Daffodil 1-3 differ only in the order of placing (P5)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status: 0, or 130 after Ctrl+C."""
    parser = argparse.ArgumentParser(prog="python -m game.bots.best", description=__doc__)
    parser.add_argument("--maximum", choices=list(GAMES), required=True, metavar="GAME")
    game = parser.parse_args(arguments).maximum
    wishes: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        wishes.append(number)

    before = signal.signal(signal.SIGINT, stop)
    try:
        return _establish(game, wishes)
    finally:
        signal.signal(signal.SIGINT, before)


def _establish(game: str, wishes: list[int]) -> int:
    rules = GAMES[game]
    problem = problem_of(rules, rules.grid.tile_set)
    result = solve(problem, on_progress=_tell, should_stop=lambda: bool(wishes))
    _write(f"# {game}: {len(rules.grid)} of {len(problem.tiles)} tiles, one board a line,")
    _write(f"# spaces {rules.grid.name_of(0)} to {rules.grid.name_of(len(rules.grid) - 1)}")
    if not result.proven:
        _write(f"# best so far {result.total}, unproven: at most {result.bound}")
        _write(" ".join("---" if tile is None else str(tile) for tile in result.board))
        return 130
    print(f"{result.total} proven, listing its boards", file=sys.stderr, flush=True)
    boards: list[str] = []
    is_complete = True
    try:
        for board in boards_worth(problem, result.total, should_stop=lambda: bool(wishes)):
            boards.append(" ".join(map(str, board)))
    except Stopped:
        is_complete = False
    _write(f"# maximum {result.total}, proven")
    _write(f"# {len(boards)} boards{'' if is_complete else ' or more'}, half turns counted apart")
    for text in sorted(boards):
        _write(text)
    return 0 if is_complete else 130


def _write(text: str) -> None:
    print(text, flush=True)


def _tell(progress: Progress) -> None:
    best = "none yet" if progress.best is None else str(progress.best)
    print(f"best {best}, at most {progress.bound}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
