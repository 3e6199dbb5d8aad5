"""The rules of Take It Easy!, alone: no window, no clock, no files, the standard library only.

A `Match` is an immutable value. `apply` returns the match after a move and the events it caused,
or raises `IllegalMove`. `legal_placements` lists what a seat may place, `score_match` computes all
totals at any moment, `parse_record` and `print_record` read and write a match as text. Calls are
moves too: `deal_calls` turns a seed into the calls of a round, and the caller of `apply` applies
them one by one.

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

The package exports the names that most programs need. `tiles` and `boards`
are the box, `ruleset` the choices, `deal` the bag, `placement` one player's board, `scoring` its
points, `seat` a player's turns, `state`, `moves` and `match` the whole table, `match_score` the
comparison of players, `record` and `score_json` the formats, `errors` what can go wrong. `meta`,
`json_shape`, `texts` and `names` read what others wrote; `svg` draws a board. `symbols` lists the
suns. `RULES.md` has the clauses that are cited, such as `S2`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.rules.boards import (
        BOARDS,
        CLASSIC,
        DAFFODIL,
        Board,
        BoardName,
        Line,
        Space,
    )
    from game.rules.deal import (
        Calls,
        deal_calls,
        deal_order,
    )
    from game.rules.errors import (
        Conflict,
        Fault,
        FormatError,
        IllegalMove,
        IllegalReason,
        RulesError,
        RulesetError,
    )
    from game.rules.match import (
        Departure,
        apply,
        find_departures,
        legal_placements,
        new_match,
        replay,
    )
    from game.rules.match_score import (
        MatchScore,
        PlayerScore,
        RoundScore,
        score_match,
    )
    from game.rules.moves import (
        BeginRound,
        Call,
        Called,
        Event,
        Finish,
        Finished,
        LineCompleted,
        LineDied,
        MatchEnded,
        Miss,
        Missed,
        Move,
        Place,
        Placed,
        PlayerOut,
        RayCompleted,
        RoundBegan,
        RoundEnded,
        TakeBack,
        TakenBack,
        format_move,
        parse_move,
    )
    from game.rules.placement import (
        ASIDE_INDEX,
        Placement,
        Position,
        empty_position,
        legal_placements_of,
        legal_spaces,
        put_unchecked,
    )
    from game.rules.record import (
        parse_record,
        print_record,
    )
    from game.rules.ruleset import (
        BonusRule,
        CallRule,
        PlacementRule,
        RayRule,
        Ruleset,
        all_rulesets,
    )
    from game.rules.scoring import (
        BoardScore,
        LineState,
        LineStatus,
        ScoredLine,
        ScoredRay,
        line_status,
        score_position,
    )
    from game.rules.seat import (
        Seat,
        Turn,
    )
    from game.rules.state import (
        Match,
        Player,
        PlayerKind,
        Round,
    )
    from game.rules.tiles import (
        TILES,
        Direction,
        Symbol,
        Tile,
    )

__all__ = [
    "ASIDE_INDEX",
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
    "Called",
    "Calls",
    "Conflict",
    "Departure",
    "Direction",
    "Event",
    "Fault",
    "Finish",
    "Finished",
    "FormatError",
    "IllegalMove",
    "IllegalReason",
    "Line",
    "LineCompleted",
    "LineDied",
    "LineState",
    "LineStatus",
    "Match",
    "MatchEnded",
    "MatchScore",
    "Miss",
    "Missed",
    "Move",
    "Place",
    "Placed",
    "Placement",
    "PlacementRule",
    "Player",
    "PlayerKind",
    "PlayerOut",
    "PlayerScore",
    "Position",
    "RayCompleted",
    "RayRule",
    "Round",
    "RoundBegan",
    "RoundEnded",
    "RoundScore",
    "RulesError",
    "Ruleset",
    "RulesetError",
    "ScoredLine",
    "ScoredRay",
    "Seat",
    "Space",
    "Symbol",
    "TakeBack",
    "TakenBack",
    "Tile",
    "Turn",
    "all_rulesets",
    "apply",
    "deal_calls",
    "deal_order",
    "empty_position",
    "find_departures",
    "format_move",
    "legal_placements",
    "legal_placements_of",
    "legal_spaces",
    "line_status",
    "new_match",
    "parse_move",
    "parse_record",
    "print_record",
    "put_unchecked",
    "replay",
    "score_match",
    "score_position",
]

_HOMES = {
    "boards": "BOARDS CLASSIC DAFFODIL Board BoardName Line Space",
    "deal": "Calls deal_calls deal_order",
    "errors": "Conflict Fault FormatError IllegalMove IllegalReason RulesError RulesetError",
    "match": "Departure apply find_departures legal_placements new_match replay",
    "moves": (
        "BeginRound Call Called Event Finish Finished LineCompleted LineDied MatchEnded "
        "Miss Missed Move Place Placed PlayerOut RayCompleted RoundBegan RoundEnded "
        "TakeBack TakenBack format_move parse_move"
    ),
    "placement": (
        "ASIDE_INDEX Placement Position empty_position legal_placements_of legal_spaces "
        "put_unchecked"
    ),
    "record": "parse_record print_record",
    "ruleset": "BonusRule CallRule PlacementRule RayRule Ruleset all_rulesets",
    "scoring": "BoardScore LineState LineStatus ScoredLine ScoredRay line_status score_position",
    "seat": "Seat Turn",
    "match_score": "MatchScore PlayerScore RoundScore score_match",
    "state": "Match Player PlayerKind Round",
    "tiles": "TILES Direction Symbol Tile",
}
"""The names that each module exports, for `__getattr__`."""

_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Load the module of an exported name on its first use.

    A program that needs one module of the rules does not wait for all of them.
    """
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"game.rules.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value
