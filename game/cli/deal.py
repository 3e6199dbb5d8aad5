"""`take-it-easy deal`: the calls of a seed or a deal code."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.rules.boards import BoardName
from game.rules.deal import deal_calls
from game.rules.ruleset import CallRule, Ruleset

if TYPE_CHECKING:
    from game.storage.codes import Deal


def run_deal(deal: Deal | str, board: str | None, call: str | None) -> int:
    """Print one call of the first round a line. What is asked for goes before a code's rules."""
    rules = Ruleset() if isinstance(deal, str) else deal.rules
    seed = deal if isinstance(deal, str) else deal.seed
    if board is not None and board != rules.board:
        rules = replace(rules, board=BoardName(board), daffodil=None)
    if call is not None and call != rules.call:
        rules = replace(rules, call=CallRule(call), bonus=None)
    for tiles in deal_calls(rules, seed):
        print(" ".join(map(str, tiles)))
    return 0
