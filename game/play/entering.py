"""Entering a board from a real table tile by tile, and replaying it by the rules.

The board being entered is a `Position` that need not be legal yet. Its tiles were placed in the
order of the calls, so that a full board can be replayed by the rules.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import permutations

from game.rules.boards import Board
from game.rules.deal import Calls
from game.rules.errors import IllegalMove, IllegalReason, RulesError
from game.rules.moves import format_placement, parse_placement
from game.rules.placement import (
    ASIDE_INDEX,
    ASIDE_ROOM,
    Placement,
    Position,
    empty_position,
    placement_of,
    put_unchecked,
    take_from_aside,
)
from game.rules.ruleset import Ruleset
from game.rules.seat import Seat, Turn, answer_next_call, choose_finish, new_seat, place_tile
from game.rules.tiles import Direction, Tile


def find_tile(position: Position, tile: Tile) -> int | None:
    """Return the space of a tile (`ASIDE_INDEX` for the daffodil); None if it is not placed."""
    if tile in position.aside:
        return ASIDE_INDEX
    return next((i for i, lying in enumerate(position.tiles) if lying is tile), None)


def tiles_on(position: Position) -> tuple[Tile, ...]:
    """Return all tiles on the board and its daffodil."""
    return (*[tile for tile in position.tiles if tile is not None], *position.aside)


def lift(position: Position, *spaces: int) -> Position:
    """Return the board without the tile on a space; for the daffodil, without its last tile."""
    for space in spaces:
        if space == ASIDE_INDEX:
            position = replace(position, aside=position.aside[:-1])
            continue
        tiles = tuple(None if i == space else tile for i, tile in enumerate(position.tiles))
        position = replace(position, tiles=tiles, filled=position.filled & ~(1 << space))
    return position


def without(position: Position, tile: Tile) -> Position:
    """Return the board without a tile."""
    space = find_tile(position, tile)
    if space == ASIDE_INDEX:
        return take_from_aside(position, tile)
    return position if space is None else lift(position, space)


def entry_refusal(rules: Ruleset, position: Position, tile: Tile, space: int) -> str | None:
    """Return why a tile cannot be on a space (B5, P6), as a catalogue key; None if it can."""
    if not rules.has_aside:
        return IllegalReason.NO_DAFFODIL.value if space == ASIDE_INDEX else None
    rest = without(position, tile)
    on_stamens = [s for s in rules.grid.stamens if rest.tiles[s] is not None and s != space]
    if space == ASIDE_INDEX or space in rules.grid.stamens:
        if space != ASIDE_INDEX and tile.is_wild:
            return IllegalReason.WILD_STAYS_ASIDE.value
        if len(rest.aside) + len(on_stamens) >= ASIDE_ROOM:
            return IllegalReason.DAFFODIL_FULL.value
    return None


def set_rest_aside(rules: Ruleset, calls: Calls, position: Position) -> Position:
    """Put the remaining called tiles on the daffodil once all petals are full (P6)."""
    called = [tile for call in calls for tile in call]
    petals = [i for i in range(len(rules.grid)) if i not in rules.grid.stamens]
    if not rules.has_aside or len(called) < len(rules.grid):
        return position
    if any(position.tiles[i] is None for i in petals):
        return position
    on_board = tiles_on(position)
    for tile in called:
        if tile not in on_board:
            position = put_unchecked(position, tile, ASIDE_INDEX)
    return position


def empty_spaces(rules: Ruleset, calls: Calls, position: Position) -> int:
    """Return how many called tiles are still to be entered."""
    on_board = tiles_on(set_rest_aside(rules, calls, position))
    return sum(tile not in on_board for call in calls for tile in call)


def entered_seat(rules: Ruleset, calls: Calls, position: Position) -> Seat:
    """Return a seat with this board, each call answered with its tiles in some legal order.

    Raises `IllegalMove` with the tile if the rules forbid the board (P2-P6) or if a called tile
    is not on it.
    """
    position = set_rest_aside(rules, calls, position)
    spaces = entered_spaces(rules, position)
    seat = new_seat(rules)
    for _ in calls:
        seat = answer_next_call(seat, calls)
        for tile in seat.hand:
            if tile not in spaces:
                raise IllegalMove(IllegalReason.NOT_CALLED, str(tile))
        seat = _answer(rules, seat, spaces)
    if rules.has_aside and seat.has_played(rules):
        seat = choose_finish(rules, seat, _closing(rules, position))
    return seat


def add_legal(rules: Ruleset, position: Position, places: Iterable[tuple[Tile, int]]) -> Position:
    """Put each tile where it can be; skip those that are placed and those whose space is taken."""
    for tile, space in places:
        is_free = space == ASIDE_INDEX or position.tiles[space] is None
        is_new = find_tile(position, tile) is None
        if is_free and is_new and entry_refusal(rules, position, tile, space) is None:
            position = put_unchecked(position, tile, space)
    return position


def entered_spaces(rules: Ruleset, position: Position) -> dict[Tile, int]:
    """Return the first space of each tile; a tile on a stamen was on the daffodil first (P6)."""
    aside = rules.grid.stamens if rules.has_aside else ()
    spaces = {
        tile: ASIDE_INDEX if i in aside else i
        for i, tile in enumerate(position.tiles)
        if tile is not None
    }
    return spaces | dict.fromkeys(position.aside, ASIDE_INDEX)


def _answer(rules: Ruleset, start: Seat, spaces: dict[Tile, int]) -> Seat:
    """Place one call's tiles in an order that the rules allow (C3). Raises `IllegalMove`."""
    fault: IllegalMove | None = None
    for order in permutations(start.hand):
        seat = start
        try:
            for tile in order:
                seat = place_tile(rules, seat, tile, spaces[tile])
        except IllegalMove as error:
            fault = fault or error
        else:
            return seat
    assert fault is not None
    raise fault


def unchecked_seat(rules: Ruleset, calls: Calls, position: Position) -> Seat:
    """Return a closed seat with this board for the count, incomplete and illegal ones included.

    No record can hold a seat for which `entered_seat` raises.
    """
    position = set_rest_aside(rules, calls, position)
    spaces = entered_spaces(rules, position)
    turns = [Turn(tuple(placement_of(t, spaces[t]) for t in c if t in spaces)) for c in calls]
    # The count needs all turns of a round; those to come are empty.
    turns += [Turn()] * (len(rules.call_sizes) - len(turns))
    return Seat(position, tuple(turns), finish=_closing(rules, position))


def _closing(rules: Ruleset, position: Position) -> tuple[Placement, ...]:
    """Return the closing moves that the board implies (P6)."""
    stamens = rules.grid.stamens if rules.has_aside else ()
    return tuple(placement_of(t, s) for s in stamens if (t := position.tiles[s]) is not None)


def fault_of(rules: Ruleset, calls: Calls, position: Position) -> IllegalMove | None:
    """Return the error of a full board that breaks the rules, or None."""
    if empty_spaces(rules, calls, position):
        return None
    try:
        entered_seat(rules, calls, position)
    except IllegalMove as error:
        return error
    return None


# boards as text


def print_board(board: Board, position: Position) -> list[str]:
    """Return every tile with its place, as `TILE@SPACE`."""
    placed = [placement_of(t, i) for i, t in enumerate(position.tiles) if t is not None]
    placed += [placement_of(t, ASIDE_INDEX) for t in position.aside]
    return [format_placement(board, p) for p in placed]


def parse_board(rules: Ruleset, called: Sequence[Tile], texts: Sequence[str]) -> Position:
    """Parse the board that `print_board` wrote; skip tiles that do not fit the calls."""
    places: list[tuple[Tile, int]] = []
    for text in texts:
        with suppress(RulesError):
            p = parse_placement(rules.grid, text)
            if p.tile in called:
                places.append((p.tile, p.space))
    return add_legal(rules, empty_position(rules.grid), places)


def read_tile(digits: str) -> Tile | None:
    """Return the tile of three typed characters in any order; None if there is no such tile.

    Hyphens and slashes between them, as in `5-7-4`, do not matter.
    """
    digits = digits.replace("-", "").replace("/", "")
    if len(digits) != len(Direction):
        return None
    for order in permutations(digits):
        with suppress(RulesError):
            return Tile.parse("".join(order))
    return None
