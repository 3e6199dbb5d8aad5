"""A placement and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.placement import Placement

__all__ = ["Worth"]


@dataclass(frozen=True, slots=True)
class Worth:
    """A placement and the final total to be expected after it, the rest of the hand placed well."""

    placement: Placement
    value: float
