"""What a lesson looks for on a board: the column being built, and what a placement breaks."""

from __future__ import annotations

from game.rules.placement import Placement, Position, legal_spaces, put
from game.rules.ruleset import Ruleset
from game.rules.scoring import LineState, LineStatus, line_status
from game.rules.tiles import Direction, Tile


def best_column(rules: Ruleset, position: Position) -> LineStatus | None:
    """The vertical line that is alive and has the fewest spaces to go, None if there is none."""
    alive = [
        status
        for line in rules.grid.lines
        if line.direction is Direction.VERTICAL
        and (status := line_status(line, position)).state is LineState.ALIVE
    ]
    # More tiles first: a column of two is under way, one of one has hardly begun.
    return min(alive, key=lambda s: (-s.filled, len(s.line)), default=None)


def open_column(rules: Ruleset, position: Position) -> tuple[int, ...]:
    """The empty spaces of that column."""
    column = best_column(rules, position)
    if column is None:
        return ()
    return tuple(i for i in column.line.spaces if not position.filled >> i & 1)


def harm(rules: Ruleset, position: Position, placement: Placement) -> int:
    """What the lines that `placement` breaks could have earned at most (S1)."""
    after = put(position, placement.tile, placement.space)
    lost = 0
    for line in rules.grid.lines_through[placement.space]:
        was = line_status(line, position)
        if was.state is LineState.ALIVE and line_status(line, after).state is LineState.DEAD:
            lost += was.numbers[-1] * len(line)
    return lost


def least_harm(rules: Ruleset, position: Position, tile: Tile) -> int:
    """The least that placing `tile` can break."""
    spaces = legal_spaces(rules, position, tile)
    return min((harm(rules, position, Placement(tile, i)) for i in spaces), default=0)


def least_harmful(rules: Ruleset, position: Position, tile: Tile) -> tuple[int, ...]:
    """The spaces where it breaks no more than that."""
    least = least_harm(rules, position, tile)
    return tuple(
        i
        for i in legal_spaces(rules, position, tile)
        if harm(rules, position, Placement(tile, i)) == least
    )
