"""The record of a table's match: an ordinary record, with the table's events under `meta`."""

import json
from dataclasses import replace

from game.net.journal.table import Table
from game.rules.match import Match
from game.rules.meta import APART_KEY, SUBSTITUTES_KEY
from game.rules.ruleset import CallRule


def record_match(table: Table) -> Match | None:
    """Return the match with its `meta`, None before seats are taken; caller and seed are null.

    `meta` names the table, the calls outside `mail` in which the game master's computer placed for
    a seat (in `mail` the record itself shows that), and substitutions (M5): rounds and calls from
    1, seats from 0 in the order of `players`, who hold the seats last.
    """
    if table.match is None:
        return None
    in_round = len(table.opened.rules.call_sizes)
    about: dict[str, object] = {"table": table.id.hex()}
    if table.missed and table.opened.rules.call is not CallRule.MAIL:
        about["placed_for"] = [
            {
                "round": (missed.call - 1) // in_round + 1,
                "call": (missed.call - 1) % in_round + 1,
                "seat": missed.seat,
            }
            for missed in table.missed
        ]
    if table.substitutions:
        about[SUBSTITUTES_KEY] = [
            {
                "seat": came.seat,
                "after_call": came.after,
                "left": came.left.name,
                "came": came.came.name,
                "why": "left" if came.has_left else "out",
            }
            for came in table.substitutions
        ]
    return replace(table.match, meta=json.dumps({APART_KEY: about}, ensure_ascii=False))
