"""What outlives a run: settings, the match being played, the history, and deal codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.storage.autosave import Autosave, Saved
from game.storage.codes import CodeError, CodeMistake, Deal, format_code, new_seed, parse_code
from game.storage.files import Problem, ProblemKind
from game.storage.history import Filter, PlayedMatch, Result, Streaks, Summary
from game.storage.places import HOME_VARIABLE, Places, find_places
from game.storage.profile import Profile, open_profile
from game.storage.settings import Settings, SettingsStore

__all__ = [
    "HOME_VARIABLE",
    "Autosave",
    "CodeError",
    "CodeMistake",
    "Deal",
    "Filter",
    "Places",
    "PlayedMatch",
    "Problem",
    "ProblemKind",
    "Profile",
    "Result",
    "Saved",
    "Settings",
    "SettingsStore",
    "Storage",
    "Streaks",
    "Summary",
    "find_places",
    "format_code",
    "new_seed",
    "open_profile",
    "open_storage",
    "parse_code",
]


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
