"""Where the calls of a match come from: the seed of each round, or what is pinned.

This is the one place outside `game.rules.deal` that knows the order to come; it is handed to a
table and never shown to a player or a bot.
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from game.rules.deal import deal_order, round_seed, split_calls
from game.rules.match import Round
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


class CallSource(Protocol):
    """Says what is called next; `can_withdraw` whether a player alone may go back behind a call."""

    can_withdraw: ClassVar[bool]

    def seed_of(self, index: int) -> str | None:
        """Return the seed of round `index`, None where its order is pinned."""

    def next_call(self, played: Round, index: int) -> tuple[Tile, ...]:
        """Return the call that follows those of round `index`."""


@dataclass(frozen=True, slots=True)
class DealSource:
    """The calls of every round of a match.

    `seed` is the match's; `pinned` overrides the order of the first rounds (lessons, replayed
    deals), each a whole round's tiles in calling order.
    """

    can_withdraw: ClassVar[bool] = True

    rules: Ruleset
    seed: str
    pinned: tuple[tuple[Tile, ...], ...] = ()

    def seed_of(self, index: int) -> str | None:
        return None if index < len(self.pinned) else round_seed(self.seed, index)

    def next_call(self, played: Round, index: int) -> tuple[Tile, ...]:
        """Return the call that follows those of round `index`.

        A round whose calls so far are not this source's (a record from a physical table) is
        continued with the source's tiles that have not been called yet, in their order.
        """
        if index < len(self.pinned):
            order = self.pinned[index]
        else:
            order = deal_order(self.rules.grid, played.seed or round_seed(self.seed, index))
        called = played.called
        size = self.rules.call_sizes[len(played.calls)]
        if order[: len(called)] == called:
            return split_calls(self.rules, order)[len(played.calls)]
        missing = [t for t in self.rules.grid.tile_set if t not in order]
        left = [t for t in (*order, *missing) if t not in called]
        return tuple(left[:size])
