"""What the history answers with, and what it can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Result:
    """One seat of a finished match."""

    name: str
    is_human: bool
    bot: str | None
    total: float
    is_winner: bool


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match as the history lists it; `Profile.record` gives its record."""

    id: int
    finished_at: datetime
    edition: str
    rules: str
    seed: str | None
    is_coached: bool
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which results are asked for; None means all. Bots' results count only when named.

    `rules` and `edition` are compared as texts, `name` is a player's name.
    """

    rules: str | None = None
    edition: str | None = None
    name: str | None = None
    is_coached: bool | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures over the results of a filter; all zero or None where there are none."""

    matches: int
    best: float | None
    mean: float | None
    last_mean: float | None
    """The mean of the last ten."""
    wins: int


@dataclass(frozen=True, slots=True)
class Streaks:
    """Days in a row with a finished match (up to today or yesterday), and wins in a row."""

    days: int
    longest_days: int
    wins: int
    longest_wins: int
