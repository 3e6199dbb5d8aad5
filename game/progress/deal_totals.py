"""The computers' totals of a deal and the best possible one, as the profile stores them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.bots.players.registry import LEVELS
from game.bots.values.fingerprint import sign
from game.rules.scoring import whole

if TYPE_CHECKING:
    from collections.abc import Mapping


def key_of(what: str, round_index: int) -> str:
    """Return the key of a round's stored result; a level's contains the values' fingerprint."""
    key = f"{what}:{round_index}"
    return sign(key) if what in LEVELS else key


def total_of(findings: Mapping[str, float], what: str, rounds: int) -> float | None:
    """Return the sum over all rounds; None until each is known."""
    known = [findings[key] for i in range(rounds) if (key := key_of(what, i)) in findings]
    return whole(sum(known)) if len(known) == rounds else None


def totals_of_levels(findings: Mapping[str, float], rounds: int) -> dict[str, float]:
    """Return every level's total, the weakest first; {} until all are known."""
    made = {level: total_of(findings, level, rounds) for level in LEVELS}
    known = {level: total for level, total in made.items() if total is not None}
    return known if len(known) == len(LEVELS) else {}
