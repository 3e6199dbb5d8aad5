"""The interface to computer players that this room uses; the window passes an implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from concurrent.futures import Future

    from game.rules.match import Match
    from game.rules.placement import Placement


class Engines(Protocol):
    """Computer players by name; their choices are computed outside the frame loop."""

    def ask_choice(
        self, match: Match, seat: int, bot: str, seed: str
    ) -> Future[tuple[Placement, ...]]:
        """Request a bot's next placement, or its closing moves once its hand is empty.

        `seed` determines its random choices. Return at once.
        """

    def choose_now(self, match: Match, seat: int, bot: str, seed: str) -> tuple[Placement, ...]:
        """Compute a choice in this thread, for bots that take well under a frame."""

    def master_placements(self, match: Match, seat: int) -> tuple[Placement, ...]:
        """Return the game master's placements for a seat that misses this call (M4)."""
