"""The rules of Take It Easy!, alone: no window, no clock, no files, the standard library only.

A `Match` is an immutable value. `apply` takes it a move further and returns the next match with
what happened, or raises `IllegalMove`. `legal_placements` lists what a seat may place,
`score_match` reckons the standing at any moment, `parse_record` and `print_record` read and write
a match as text. Chance is a player of its own: `deal_calls` turns a seed into the calls of a round,
and whoever drives the match applies them.

>>> from game.rules import *
>>> match = new_match(Ruleset.parse("classic adjacent single rays"), (Player("Ana"),))
>>> match, _ = apply(match, BeginRound(seed="42"))
>>> for tiles in deal_calls(match.rules, "42"):
...     match, _ = apply(match, Call(tiles))
...     tile, space = min((p.tile.index, p.space) for p in legal_placements(match, seat=0))
...     match, events = apply(match, Place(0, TILES[tile], space))
>>> events[-2:]
(RoundEnded(index=0), MatchEnded())
>>> score_match(match).is_complete
True
>>> parse_record(print_record(match)) == match
True

The names below are those that most programs need; the modules hold the rest. `tiles` and `boards`
are the box, `ruleset` the choices, `deal` the bag, `placement` one player's board, `scoring` its
points, `seat` a player's turns, `state`, `moves` and `match` the whole table, `standing` the
comparison of players, `record` and `score_json` the formats, `errors` what can go wrong. `RULES.md`
has the clauses that code and tests cite, such as `S2`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.rules.boards import BOARDS, CLASSIC, DAFFODIL, Board, BoardName, Line, Space
    from game.rules.deal import deal_calls, deal_order
    from game.rules.errors import FormatError, IllegalMove, IllegalReason, RulesError, RulesetError
    from game.rules.match import apply, legal_placements, new_match
    from game.rules.moves import (
        BeginRound,
        Call,
        Event,
        Finish,
        Miss,
        Move,
        Place,
        TakeBack,
        format_move,
        parse_move,
    )
    from game.rules.placement import (
        Placement,
        Position,
        empty_position,
        legal_placements_of,
        legal_spaces,
        put,
    )
    from game.rules.record import parse_record, print_record
    from game.rules.ruleset import BonusRule, CallRule, PlacementRule, RayRule, Ruleset
    from game.rules.scoring import BoardScore, line_status, score_position
    from game.rules.seat import Seat, Turn
    from game.rules.standing import MatchScore, score_match
    from game.rules.state import Match, Player, PlayerKind, Round
    from game.rules.tiles import TILES, Direction, Symbol, Tile

__all__ = [
    "BOARDS",
    "CLASSIC",
    "DAFFODIL",
    "TILES",
    "BeginRound",
    "Board",
    "BoardName",
    "BoardScore",
    "BonusRule",
    "Call",
    "CallRule",
    "Direction",
    "Event",
    "Finish",
    "FormatError",
    "IllegalMove",
    "IllegalReason",
    "Line",
    "Match",
    "MatchScore",
    "Miss",
    "Move",
    "Place",
    "Placement",
    "PlacementRule",
    "Player",
    "PlayerKind",
    "Position",
    "RayRule",
    "Round",
    "RulesError",
    "Ruleset",
    "RulesetError",
    "Seat",
    "Space",
    "Symbol",
    "TakeBack",
    "Tile",
    "Turn",
    "apply",
    "deal_calls",
    "deal_order",
    "empty_position",
    "format_move",
    "legal_placements",
    "legal_placements_of",
    "legal_spaces",
    "line_status",
    "new_match",
    "parse_move",
    "parse_record",
    "print_record",
    "put",
    "score_match",
    "score_position",
]

_HOMES = {
    "boards": "BOARDS CLASSIC DAFFODIL Board BoardName Line Space",
    "deal": "deal_calls deal_order",
    "errors": "FormatError IllegalMove IllegalReason RulesError RulesetError",
    "match": "apply legal_placements new_match",
    "moves": "BeginRound Call Event Finish Miss Move Place TakeBack format_move parse_move",
    "placement": "Placement Position empty_position legal_placements_of legal_spaces put",
    "record": "parse_record print_record",
    "ruleset": "BonusRule CallRule PlacementRule RayRule Ruleset",
    "scoring": "BoardScore line_status score_position",
    "seat": "Seat Turn",
    "standing": "MatchScore score_match",
    "state": "Match Player PlayerKind Round",
    "tiles": "TILES Direction Symbol Tile",
}
"""Which module each name lives in."""

_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Load the module of a public name when it is first asked for.

    A program that needs one module of the rules does not wait for all of them.
    """
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"game.rules.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value
