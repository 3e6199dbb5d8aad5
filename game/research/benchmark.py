"""A benchmark for bots: `python -m game.research.benchmark --help`.

Ten thousand fixed deals of any rules, the same for every bot, so that differences are paired. The
luck of the calls is subtracted from every total, which makes the error of the mean three to five
times smaller and does not change the mean. The deals are those of the seeds `benchmark 0`,
`benchmark 1`, … as `take-it-easy deal` prints them.
"""

import sys
from typing import Final

from game.bots import evaluate
from game.bots.players.registry import LEVELS
from game.rules.ruleset import Ruleset

PUBLISHED: Final = (
    ("TakeItEasyAI (github.com/polarbart/TakeItEasyAI), learned by quantile regression", 167.0),
    ("an experienced player there, 10 games", 170.0),
)
"""Published means of other authors' bots and players in the standard game."""

BENCHMARK: Final = evaluate.Measuring(
    "python -m game.research.benchmark",
    "benchmark",
    10_000,
    LEVELS,
    (str(Ruleset()),),
    level=True,
    published=PUBLISHED,
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command, which prints a table in Markdown; return the exit status."""
    return evaluate.main(arguments, BENCHMARK)


if __name__ == "__main__":
    sys.exit(main())
