"""What a tile just placed did to the lines through it, as events for a screen to show."""

from __future__ import annotations

from game.rules.moves import Event, LineCompleted, LineDied, RayCompleted
from game.rules.placement import Position
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import line_bits, score_line, shared_symbol
from game.rules.tiles import Tile


def add_line_events(
    events: list[Event],
    rules: Ruleset,
    seat: int,
    before: Position,
    after: Position,
    tile: Tile,
    space: int,
) -> None:
    """Append what `tile` did to the three lines through `space`; nothing for the daffodil."""
    if space < 0:
        return
    filled = after.filled
    stripes = (tile.vertical_mask, tile.rising_mask, tile.falling_mask)
    for line, stripe in zip(rules.grid.lines_through[space], stripes, strict=True):
        is_full = filled & line.mask == line.mask
        bits = line_bits(line, before)
        if bits:
            if not bits & stripe:
                events.append(LineDied(seat, line))
            elif is_full:
                scored = score_line(line, after)
                events.append(LineCompleted(seat, line, scored.number, scored.points))
        if is_full and rules.rays is not RayRule.NONE:
            symbol = shared_symbol([after.tiles[i] for i in line.spaces])
            if symbol is not None:
                events.append(RayCompleted(seat, line, symbol))
