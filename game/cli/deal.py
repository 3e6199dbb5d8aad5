"""`take-it-easy deal`: the calls of a seed or a deal code, for people and for `play --deals -`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from game.rules.boards import BOARDS, BoardName
from game.rules.deal import deal_calls, deal_order, format_deal, round_seed
from game.rules.ruleset import CallRule, Ruleset
from game.rules.tiles import Tile

if TYPE_CHECKING:
    from game.storage.codes import Deal


def run_deal(
    deal: Deal | str,
    board: str | None,
    call: str | None,
    *,
    count: int | None = None,
    is_json: bool = False,
) -> int:
    """Print one call of the first round a line. What is asked for goes before a code's rules.

    With `count` one whole deal a line, their seeds those of a match's rounds; with `is_json` one
    object a deal.
    """
    rules = Ruleset() if isinstance(deal, str) else deal.rules
    seed = deal if isinstance(deal, str) else deal.seed
    if board is not None and board != rules.board:
        rules = replace(rules, board=BoardName(board), daffodil=None)
    if call is not None and call != rules.call:
        rules = replace(rules, call=CallRule(call), bonus=None)
    for index in range(count or 1):
        own = round_seed(seed, index)
        if is_json:
            print(json.dumps({"seed": own, "calls": calls_json(deal_calls(rules, own))}))
        elif count is None:
            print("\n".join(format_deal(tiles) for tiles in deal_calls(rules, own)))
        else:
            print(format_deal(deal_order(rules.grid, own)))
    return 0


def calls_json(calls: Sequence[Sequence[Tile]]) -> list[list[str]]:
    """Calls as a record writes them."""
    return [[str(tile) for tile in tiles] for tiles in calls]


def join_calls(lines: Sequence[str]) -> list[str]:
    """`lines` with a deal a line; one deal that stands a call a line, as `deal` prints it, is
    joined. Whatever else they are is left to be refused.
    """
    written = [line for line in lines if line.strip()]
    longest = max((len(line.split()) for line in written), default=0)
    tiles = " ".join(written).split()
    if len(written) > 1 and longest <= 3 and len(tiles) in {len(b) for b in BOARDS.values()}:
        return [" ".join(tiles)]
    return list(lines)
