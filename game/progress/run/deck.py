"""Which tiles a stage calls: the seed's order, changed by the aces that were used.

A tile that an ace sends back goes under the deck and comes again only after all others, so that no
chance is needed beside the seed's.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from game.rules.deal import shuffle_tiles
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


class UseKind(StrEnum):
    """What an ace was used for; values are what a run's record writes."""

    SWAP = "swap"
    POCKET = "pocket"
    EITHER = "either"
    SECOND_THOUGHT = "second-thought"


@dataclass(frozen=True, slots=True)
class AceUse:
    """One use of an ace in call `call` (from 0).

    `tile` is the called tile that is swapped or pocketed, or the one of `EITHER` that is not
    called; None for a second thought.
    """

    call: int
    kind: UseKind
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Deck:
    """The tiles still to be drawn, the next one first, and the tile in the pocket."""

    tiles: tuple[Tile, ...]
    pocket: Tile | None = None

    def draw(self, count: int) -> tuple[tuple[Tile, ...], "Deck"]:
        """Return so many tiles, and the deck without them."""
        return self.tiles[:count], replace(self, tiles=self.tiles[count:])


def new_deck(rules: Ruleset, seed: str) -> Deck:
    """Return the whole deck of a stage; without aces it calls what `deal_calls` says."""
    return Deck(shuffle_tiles(rules.grid, seed))


def use_ace(call: tuple[Tile, ...], deck: Deck, use: AceUse) -> tuple[tuple[Tile, ...], Deck]:
    """Return the tiles of a call and the deck after an ace was used on them.

    Raises `FormatError` for a tile that is not among those it may be used on.
    """
    tile = use.tile
    if use.kind is UseKind.SECOND_THOUGHT:
        return call, deck
    if use.kind is UseKind.EITHER:
        (other,), deck = deck.draw(1)
        choices, instead = (*call, other), other
    elif use.kind is UseKind.POCKET and deck.pocket is not None:
        choices, instead = call, deck.pocket
    else:
        (instead,), deck = deck.draw(1)
        choices = call
    if tile not in choices:
        raise FormatError(Fault.FOREIGN_CALL, tile=str(tile))
    if use.kind is UseKind.POCKET:
        deck = replace(deck, pocket=tile)
    else:
        deck = replace(deck, tiles=(*deck.tiles, tile))
    return tuple(instead if one is tile else one for one in call), deck
