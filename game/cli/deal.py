"""`take-it-easy deal`: the calls of a seed."""

from __future__ import annotations

from game.rules.boards import BoardName
from game.rules.deal import deal_calls
from game.rules.ruleset import CallRule, Ruleset

__all__ = ["run_deal"]


def run_deal(seed: str, board: BoardName, call: CallRule) -> int:
    """Print one call a line. Raises `FormatError` for an unusable seed."""
    for tiles in deal_calls(Ruleset(board, call=call), seed):
        print(" ".join(map(str, tiles)))
    return 0
