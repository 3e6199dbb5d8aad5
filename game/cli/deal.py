"""`take-it-easy deal`: the calls of a seed or a deal code, for people and for `play --deals -`."""

import json
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace

from game.locale import Catalogue
from game.rules.boards import BOARDS, BoardName
from game.rules.deal import deal_calls, deal_order, format_deal, round_seed
from game.rules.ruleset import CallRule, Ruleset
from game.rules.tiles import Tile


def run_deal(options: Namespace, catalogue: Catalogue) -> int:
    """Print the calls of the first round, one a line. Options override the rules of a deal code.

    `--count` prints whole deals, one a line, with the seeds of a match's rounds; `--json` prints an
    object for each deal.
    """
    rules, seed = options.seed
    rules = rules or Ruleset()
    if options.board is not None:
        rules = replace(rules, board=BoardName(options.board), daffodil=None)
    if options.call is not None and options.call != rules.call:
        rules = replace(rules, call=CallRule(options.call), bonus=None)
    for index in range(options.count or 1):
        of_round = round_seed(seed, index)
        calls = deal_calls(rules, of_round)
        if options.json:
            print(json.dumps({"seed": of_round, "calls": calls_json(calls)}))
        elif options.count is None:
            print("\n".join(format_deal(tiles) for tiles in calls))
        else:
            print(format_deal(deal_order(rules.grid, of_round)))
    return 0


def calls_json(calls: Sequence[Sequence[Tile]]) -> list[list[str]]:
    """Return calls in the format of a record."""
    return [[str(tile) for tile in tiles] for tiles in calls]


def join_calls(lines: Sequence[str]) -> list[str]:
    """Join the lines of a single deal with one call a line, as `deal` prints it.

    Return any other lines unchanged.
    """
    written = [line for line in lines if line.strip()]
    longest = max((len(line.split()) for line in written), default=0)
    tiles = " ".join(written).split()
    if len(written) > 1 and longest <= 3 and len(tiles) in {len(b) for b in BOARDS.values()}:
        return [" ".join(tiles)]
    return list(lines)
