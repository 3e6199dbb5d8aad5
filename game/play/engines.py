"""The engines as this room sees them: a protocol; the window hands in the real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from concurrent.futures import Future

    from game.rules.match import Match
    from game.rules.placement import Placement


class Engines(Protocol):
    """Computers by name, asked beside the frame loop."""

    def ask_choice(
        self, match: Match, seat: int, bot: str, seed: str
    ) -> Future[tuple[Placement, ...]]:
        """Ask for a bot's next placement, or its closing moves once its hand is empty.

        `seed` is all its randomness. Returns at once.
        """

    def choose_now(self, match: Match, seat: int, bot: str, seed: str) -> tuple[Placement, ...]:
        """Return what `ask_choice` asks for, here and now: for bots that need hardly any time."""

    def master_placements(self, match: Match, seat: int) -> tuple[Placement, ...]:
        """Return what the game master places for a seat that misses this call (M4)."""
