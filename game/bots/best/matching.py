"""Matchings of tiles to spaces: one, all, or one that fills the board."""

from collections.abc import Iterator, Mapping, Sequence

from game.bots.best.problem import BoardProblem


def match(options: Mapping[int, int]) -> dict[int, int] | None:
    """Return a different tile for each space as {space: tile index}; None if impossible.

    `options` has for each space that needs a tile the bitmask of its possible tiles. The algorithm
    is Kuhn's augmenting paths, spaces with few options first.
    """
    owner: dict[int, int] = {}
    tried = 0

    def settle(space: int) -> bool:
        nonlocal tried
        while left := options[space] & ~tried:
            tile = (left & -left).bit_length() - 1
            tried |= 1 << tile
            if tile not in owner or settle(owner[tile]):
                owner[tile] = space
                return True
        return False

    for space in sorted(options, key=lambda s: options[s].bit_count()):
        tried = 0
        if not settle(space):
            return None
    return {space: tile for tile, space in owner.items()}


def all_matchings(options: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every choice of a different tile for each space, as tile indices by space."""
    chosen = [-1] * len(options)

    def choose(spaces: list[int], used: int) -> Iterator[tuple[int, ...]]:
        if not spaces:
            yield tuple(chosen)
            return
        space = min(spaces, key=lambda s: (options[s] & ~used).bit_count())
        rest = [s for s in spaces if s != space]
        left = options[space] & ~used
        while left:
            bit = left & -left
            left ^= bit
            chosen[space] = bit.bit_length() - 1
            yield from choose(rest, used | bit)

    return choose(list(range(len(options))), 0)


def fill(problem: BoardProblem, placed: dict[int, int]) -> list[int]:
    """Return a board with these tiles on these spaces and the others on any allowed spaces.

    It is a list by space of indices into `BoardProblem.tiles`, -1 for empty. Spaces with fewer
    choices come last and tiles with fewer choices first, so that no space stays empty that could
    be filled.
    """
    board = [placed.get(space, -1) for space in range(len(problem.board))]
    used = set(placed.values())
    left = [i for i in range(len(problem.tiles)) if i not in used]
    left.sort(key=lambda i: sum(mask >> i & 1 for mask in problem.allowed))
    free = [space for space, tile in enumerate(board) if tile < 0]
    for space in sorted(free, key=lambda s: -problem.allowed[s].bit_count()):
        tile = next((i for i in left if problem.allowed[space] >> i & 1), None)
        if tile is not None:
            left.remove(tile)
            board[space] = tile
    return board
