"""The source of a match's calls: a seed for each round, or a given order.

Only this module and `game.rules.deal` know the order to come; no player or bot sees a source.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from game.rules.deal import Calls, deal_order, round_seed, split_calls
from game.rules.match import Round
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


class CallSource(Protocol):
    """A source of calls; `can_withdraw` if a player alone may undo a call."""

    can_withdraw: ClassVar[bool]

    def seed_of(self, index: int) -> str | None:
        """Return the seed of round `index`; None if its order is given."""

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

        If the calls so far are not this source's (a record from a physical table), the source's
        uncalled tiles follow in their order.
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


@dataclass(frozen=True, slots=True)
class KnownCalls:
    """The calls of a round made elsewhere, as far as they are known."""

    can_withdraw: ClassVar[bool] = True

    calls: Callable[[], Calls]

    def seed_of(self, index: int) -> None:
        return None

    def next_call(self, played: Round, index: int) -> tuple[Tile, ...]:
        return self.calls()[len(played.calls)]
