"""The league's game master, who places the tiles that a seat owes (M4)."""

from game.rules.match import Match
from game.rules.placement import Placement, placement_of
from game.rules.ruleset import CallRule
from game.rules.tiles import Tile


def master_placements(match: Match, seat: int) -> tuple[Placement, ...]:
    """Return the placements for `Miss` if the seat misses this call, in a legal order (M4).

    Tiles already placed in this call go back first. All placed tiles are late; those of this call,
    owed from then on, are expected like tiles still to come. The same match always gives the same
    placements; () if the seat owes none.
    """
    state = match.round.seats[seat]
    rules = match.rules
    if rules.call is not CallRule.MAIL or not state.turns:
        return ()
    turn = state.turns[-1]
    if turn.is_missed:
        placed = tuple(p.tile for p in turn.placements)
        tiles, following = state.hand, _not_in(match.round.calls[-1], (*placed, *state.hand))
    else:
        in_call = (*(p.tile for p in turn.placements), *state.hand)
        is_last = len(state.turns) == len(rules.call_sizes)
        tiles = in_call if is_last else state.owed
        following = _not_in(in_call, tiles)
    if not tiles:
        return ()
    # Imported on first use: few games have a game master.
    from game.bots.values.task import task_with
    from game.bots.values.weigh import weigh

    task = task_with(match, seat, state.turn_start, tiles, late=tiles, owed=following)
    best = weigh(task).plans[0]
    return tuple(placement_of(p.tile, p.space) for p in best.placements)


def _not_in(tiles: tuple[Tile, ...], others: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(t for t in tiles if t not in others)
