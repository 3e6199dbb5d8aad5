"""Opening everything of one player at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.storage.autosave import Autosave
from game.storage.files import Problem
from game.storage.places import Places, find_places
from game.storage.profile import Profile, open_profile
from game.storage.settings import SettingsStore

__all__ = ["Storage", "open_storage"]


@dataclass(frozen=True, slots=True)
class Storage:
    """Everything of one player; `problems` is what to tell at the start."""

    places: Places
    settings: SettingsStore
    profile: Profile
    autosave: Autosave
    problems: tuple[Problem, ...]


def open_storage(environ: Mapping[str, str] | None = None) -> Storage:
    """Open what `find_places` finds. Never fails: where nothing can be kept, memory must do.

    Settings are read with `storage.settings.load()`, whose problems are not among these.
    """
    places = find_places(environ)
    profile = open_profile(places.profile)
    problems = (profile.problem,) if profile.problem is not None else ()
    autosave = Autosave(places.autosave)
    return Storage(places, SettingsStore(places.settings), profile, autosave, problems)
