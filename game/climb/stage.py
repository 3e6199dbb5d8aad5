"""An open stage: calls, placements and swaps, each a new value (K19, K7)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.climb.stage_rules import rules_at
from game.climb.state import deck_of
from game.rules.deal import Calls
from game.rules.errors import Fault, FormatError
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call, Event, Move
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class SwapTile:
    """An act: send a called tile under the deck, and call the next one instead."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class SwapUse:
    """A swap in a record: the call's index, from 0, and the tile sent back."""

    call: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class OpenStage:
    """A stage being played; the player has seat 0 of `match`, which has one round.

    `deck` holds the tiles to come, the next one first. `ready` is the match before the open call,
    `opened` the match just after it; `events` are those of the latest act.
    """

    match: Match
    deck: tuple[Tile, ...]
    ready: Match
    opened: Match
    swaps: tuple[SwapUse, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def next_call(self) -> tuple[Tile, ...]:
        """The tiles of the next call; empty after the last."""
        sizes = self.match.rules.call_sizes
        index = len(self.match.round.calls)
        return self.deck[: sizes[index]] if index < len(sizes) else ()

    def can_swap(self, most: int) -> bool:
        """Return whether a swap is possible: before the first placement of a call, `most` in a
        stage.
        """
        is_open = bool(self.match.round.calls) and self.match == self.opened
        return is_open and len(self.swaps) < most

    def play(self, act: Move | SwapTile, most_swaps: int) -> OpenStage:
        """Return the stage after a move or a swap. Raises `IllegalMove` and `FormatError`."""
        if isinstance(act, SwapTile):
            return self._swap(act.tile, most_swaps)
        if isinstance(act, Call):
            return self._call(act)
        match, events = apply(self.match, act)
        return replace(self, match=match, events=events)

    def _call(self, call: Call) -> OpenStage:
        opened, events = apply(self.match, call)
        if call.tiles != self.next_call:
            raise FormatError(Fault.OTHER_CALLS)
        deck = self.deck[len(call.tiles) :]
        return OpenStage(opened, deck, self.match, opened, self.swaps, events)

    def _swap(self, tile: Tile, most: int) -> OpenStage:
        if not self.can_swap(most):
            raise FormatError(Fault.NOT_HELD, ace="swap")
        calls = self.match.round.calls
        tiles, deck = swap_tile(calls[-1], self.deck, tile)
        opened, events = apply(self.ready, Call(tiles))
        swaps = (*self.swaps, SwapUse(len(calls) - 1, tile))
        return OpenStage(opened, deck, self.ready, opened, swaps, events)


def begin_climb_stage(seed: str, stage: int, player: Player) -> OpenStage:
    """Return a stage before its first call."""
    match, _ = apply(new_match(rules_at(stage), (player,)), BeginRound())
    return OpenStage(match, deck_of(seed, stage), match, match)


def swap_tile(
    call: tuple[Tile, ...], deck: tuple[Tile, ...], tile: Tile
) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """Return a call and the deck after swapping a tile of the call. Raises `FormatError`."""
    if tile not in call:
        raise FormatError(Fault.FOREIGN_CALL, tile=str(tile))
    instead, *rest = deck
    return tuple(instead if one is tile else one for one in call), (*rest, tile)


def calls_with(rules: Ruleset, deck: tuple[Tile, ...], swaps: tuple[SwapUse, ...]) -> Calls:
    """Return the calls of a stage from its deck and its swaps. Raises `FormatError`."""
    left, calls = list(swaps), []
    for index, size in enumerate(rules.call_sizes):
        call, deck = deck[:size], deck[size:]
        while left and left[0].call == index:
            call, deck = swap_tile(call, deck, left.pop(0).tile)
        calls.append(call)
    if left:
        raise FormatError(Fault.NOT_HELD, ace="swap")
    return tuple(calls)
