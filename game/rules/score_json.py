"""The scores of a match as JSON values, as `take-it-easy score --json` prints them.

Points and totals are ints, or floats that end in .5 (M3). Players and winners are names in seat
order.
"""

from typing import Any

from game.rules.boards import Board, Line
from game.rules.match import Match
from game.rules.match_score import RoundScore, score_match


def score_json(match: Match) -> dict[str, Any]:
    """Return the scores of `match`, finished or not, ready for `json.dumps`.

    `{"players": [{"name", "total", "rounds": [{"lines", "rays", "best_rays", "bonus", "total"}]}],
    "winners": [name], "complete": bool}`, where a line is `{"direction", "spaces", "number",
    "points", "late"}` and a ray `{"symbol", "spaces", "points"}`, spaces from the top or left end.
    """
    score = score_match(match)
    grid = match.rules.grid
    names = [player.name for player in match.players]
    return {
        "players": [
            {
                "name": name,
                "total": player.total,
                "rounds": [_round_json(grid, played) for played in player.rounds],
            }
            for name, player in zip(names, score.players, strict=True)
        ],
        "winners": [names[seat] for seat in score.winners],
        "complete": score.is_complete,
    }


def _round_json(grid: Board, score: RoundScore) -> dict[str, Any]:
    return {
        "lines": [
            {
                "direction": scored.line.direction.value,
                "spaces": _spaces_json(grid, scored.line),
                "number": scored.number,
                "points": scored.points,
                "late": scored.is_late,
            }
            for scored in score.lines
        ],
        "rays": [
            {
                "symbol": ray.symbol.value,
                "spaces": _spaces_json(grid, ray.line),
                "points": ray.points,
            }
            for ray in score.rays
        ],
        "best_rays": {"sun": score.best_sun, "moon": score.best_moon},
        "bonus": score.bonus,
        "total": score.total,
    }


def _spaces_json(grid: Board, line: Line) -> list[str]:
    return [grid.name_of(space) for space in line.spaces]
