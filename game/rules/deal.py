"""From a seed to the order of the calls, the same on every machine for ever (C1, C2, C6).

The shuffle is Fisher-Yates on integers from SplitMix64 (Steele, Lea and Flood 2014), whose
state starts as the first eight bytes of the SHA-256 of the tile set and the seed. Nothing of
it depends on Python's own `random`. Golden files pin it; it must never change.
"""

from hashlib import sha256
from typing import Final, TypeAlias

from game.rules.boards import Board
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile

Calls: TypeAlias = tuple[tuple[Tile, ...], ...]
"""The calls of a round or of its beginning: each call's tiles (C2)."""

MAX_SEED_LENGTH: Final = 100
"""Most characters of a seed that a player chose."""

MAX_DERIVED_LENGTH: Final = 128
"""Most characters of a round's seed: the match's seed and what `round_seed` appends."""

_MASK: Final = (1 << 64) - 1


class SplitMix64:
    """A 64-bit random number generator with the same published sequence on every machine."""

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state & _MASK

    def next(self) -> int:
        """Return the next integer, 0 to 2**64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Return an integer from 0 to `bound` - 1, each equally likely (by rejection)."""
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            n = self.next()
            if n < limit:
                return n % bound


def deal_order(board: Board, seed: str) -> tuple[Tile, ...]:
    """Return the tiles a round calls, in calling order: 19 on the classic board, 21 on
    the Daffodil.

    Raises `FormatError` for a seed that is empty or longer than `MAX_DERIVED_LENGTH`.
    """
    return shuffle_tiles(board, seed)[: len(board)]


def shuffle_tiles(board: Board, seed: str) -> tuple[Tile, ...]:
    """Return all tiles of the board's set in the seed's order, those that are not called last.

    Raises `FormatError` as `deal_order` does.
    """
    check_seed(seed, MAX_DERIVED_LENGTH)
    names = " ".join(map(str, board.tile_set))
    digest = sha256(f"take-it-easy deal 1\n{names}\n{seed}".encode()).digest()
    return shuffle_by(board, digest)


def shuffle_by(board: Board, digest: bytes) -> tuple[Tile, ...]:
    """Return all tiles of the board's set in the order that a digest's first eight bytes give."""
    random = SplitMix64(int.from_bytes(digest[:8], "big"))
    tiles = list(board.tile_set)
    for i in range(len(tiles) - 1, 0, -1):
        j = random.below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tuple(tiles)


def check_seed(seed: str, most: int = MAX_SEED_LENGTH) -> None:
    """Raise `FormatError` unless `seed` can seed a deal and has at most `most` characters."""
    if not 0 < len(seed) <= most:
        raise FormatError(Fault.SEED_LENGTH, most=most)
    if not seed.isprintable():
        raise FormatError(Fault.SEED_UNPRINTABLE)


def split_calls(rules: Ruleset, order: tuple[Tile, ...]) -> Calls:
    """Cut the calling order into calls (C2); an order that ends within a call loses that call."""
    calls: list[tuple[Tile, ...]] = []
    start = 0
    for size in rules.call_sizes:
        if start + size > len(order):
            break
        calls.append(order[start : start + size])
        start += size
    return tuple(calls)


def format_deal(order: tuple[Tile, ...]) -> str:
    """Return the tiles in calling order, separated by spaces."""
    return " ".join(map(str, order))


def parse_deal(board: Board, text: str) -> tuple[Tile, ...]:
    """Return the calling order of a whole round that `format_deal` wrote.

    Raises `FormatError` unless the text names as many different tiles of the board's set as a
    round calls (C1).
    """
    order = tuple(Tile.parse(word) for word in text.split())
    if len(order) != len(board):
        raise FormatError(Fault.WRONG_TILES, found=len(order), wanted=len(board))
    for tile in order:
        if tile not in board.tile_set:
            raise FormatError(Fault.FOREIGN_TILE, board=board.name, tile=str(tile))
        if order.count(tile) > 1:
            raise FormatError(Fault.TILE_TWICE, tile=str(tile))
    return order


def deal_calls(rules: Ruleset, seed: str) -> Calls:
    """Return all calls of one round for `seed`. Raises `FormatError` for an unusable seed."""
    return split_calls(rules, deal_order(rules.grid, seed))


def round_seed(seed: str, index: int) -> str:
    """Return the seed of round `index` (from 0) in a match seeded with `seed`."""
    return seed if index == 0 else f"{seed}/{index + 1}"
