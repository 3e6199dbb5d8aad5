"""Draws that nobody chooses and everybody can check ("Draws").

The game master's card fixes a chain of links before the match; each call shows the next one. With
the players' salts of the call before it says which tiles come.
"""

from collections.abc import Iterable

from game.net.encoding import HASH_BYTES, tagged_hash
from game.net.keys import Card
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile

MISSED_NUMBER = bytes(HASH_BYTES)
"""What stands for the salt of a seat that missed."""


def calls_of_match(rules: Ruleset) -> int:
    """N: the calls of all rounds."""
    return rules.rounds * len(rules.call_sizes)


def chain_of(card: Card, calls: int) -> tuple[bytes, ...]:
    """x(0) to x(N) for a match of N calls; call i shows x(i), the table's `end` is x(0)."""
    links = [tagged_hash("chain", card.secret)]
    for _ in range(calls):
        links.append(tagged_hash("link", links[-1]))
    return tuple(reversed(links))


def is_next_link(link: bytes, before: bytes) -> bool:
    """Whether `link` is x(i) where `before` is x(i-1)."""
    return tagged_hash("link", link) == before


def draw_tiles(
    table: bytes, link: bytes, numbers: Iterable[bytes], bag: Iterable[Tile], count: int
) -> tuple[Tile, ...]:
    """Return the `count` tiles of a call.

    `numbers` are, seat by seat, the salts that the last close opened, `MISSED_NUMBER` for a miss;
    in call 1 the hashes of the sits. `bag` is what was not called this round.
    """
    n = int.from_bytes(tagged_hash("draw", table, link, *numbers), "big")
    left = sorted(bag, key=str)
    drawn: list[Tile] = []
    for _ in range(count):
        n, place = divmod(n, len(left))
        drawn.append(left.pop(place))
    return tuple(drawn)
