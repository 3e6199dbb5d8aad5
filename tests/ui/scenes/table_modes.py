"""The ways in which tables differ for their layout."""

from __future__ import annotations

from typing import Any, Final

from game.rules.boards import CLASSIC, DAFFODIL

BOARDS: Final = (CLASSIC, DAFFODIL)

MODES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"others": 1},
    {"others": 5},
    {"has_coach": True},
    {"others": 5, "has_coach": True},
    {"has_score": True},
    {"most_tiles": 3},
    {"others": 5, "most_tiles": 3},
    {"most_tiles": 3, "has_coach": True},
    {"is_mirrored": True, "others": 2},
    {"is_mirrored": True, "others": 5, "most_tiles": 3, "has_coach": True},
    {"is_mirrored": True, "has_score": True},
)
"""The ways in which a table differs for its layout."""
