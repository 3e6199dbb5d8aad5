"""Profiles moved in one go, where the product does it in steps."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from game.rules.match import Match
from game.storage.moving import (
    ProfileCopy,
    TakenOver,
    copying_profile,
    parsing_profile,
    printing_profile,
    reading_profile,
    taking_over,
)
from game.storage.settings import Settings
from game.storage.steps import finish
from game.storage.store import Storage


def copy_profile(store: Storage, settings: Settings) -> ProfileCopy:
    return finish(copying_profile(store, settings))


def print_profile(profile: ProfileCopy) -> str:
    return finish(printing_profile(profile))


def parse_profile(raw: bytes) -> ProfileCopy:
    return finish(parsing_profile(raw))


def read_profile(path: Path) -> ProfileCopy:
    return finish(reading_profile(path))


def take_over(store: Storage, profile: ProfileCopy) -> TakenOver | None:
    return finish(taking_over(store, profile))


def all_matches(store: Storage) -> tuple[tuple[Match, datetime], ...]:
    return finish(store.profile.reading_all())
