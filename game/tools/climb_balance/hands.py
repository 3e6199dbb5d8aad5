"""Held aces of many games as arrays, a row each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from game.bots.arrays import Float32s, Index
from game.climb.aces import ACES, SWAP_PAY, AceName, Slots, force_of, swaps_of

_PLACE: Final = {ace: place for place, ace in enumerate(AceName)}


@dataclass(frozen=True)
class Hands:
    """`n` hands: `force` (n, 24) is the factor of each ace's number, 0 if it is not held.

    `swaps` (n,) are those of a stage, `grown` (n,) Roots' lines, `crystals` (n,) those held.
    """

    force: Float32s
    swaps: Index
    grown: Float32s
    crystals: Float32s

    def __len__(self) -> int:
        return len(self.force)

    def of(self, ace: AceName) -> Float32s:
        """Return (n,): an ace's addition for each payment; for gold the excess of its factor
        over 1.
        """
        forces: Float32s = self.force[:, _PLACE[ace]]
        return forces if ace is AceName.SWAP else forces * np.float32(ACES[ace].number)

    def has(self, ace: AceName) -> bool:
        """Return whether any of the hands has an ace."""
        return bool(self.force[:, _PLACE[ace]].any())

    def take(self, rows: Index) -> Hands:
        """Return the hands of these rows."""
        return Hands(self.force[rows], self.swaps[rows], self.grown[rows], self.crystals[rows])


def hands_of(held: Sequence[tuple[Slots, int]]) -> Hands:
    """Return the hands of slots and crystals, in order."""
    force = np.zeros((len(held), len(_PLACE)), np.float32)
    grown = np.zeros(len(held), np.float32)
    for row, (slots, _) in enumerate(held):
        for index, slot in enumerate(slots):
            force[row, _PLACE[slot.ace]] = float(force_of(slots, index))
            if slot.ace is AceName.ROOTS:
                grown[row] = slot.grown
    swaps = np.array([swaps_of(slots) for slots, _ in held], np.intp)
    return Hands(force, swaps, grown, np.array([crystals for _, crystals in held], np.float32))


def swap_pay(hands: Hands, left: Index) -> Float32s:
    """Return (n,): the addition for unused swaps."""
    return np.where(hands.swaps > 0, SWAP_PAY * left, 0).astype(np.float32)
