"""What outlives a run: settings, the match being played, the history, and deal codes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.storage.autosave import Autosave, Saved
    from game.storage.codes import CodeError, CodeMistake, Deal, format_code, new_seed, parse_code
    from game.storage.files import Problem, ProblemKind
    from game.storage.history import Filter, PlayedMatch, Result, Streaks, Summary
    from game.storage.opening import Storage, open_storage
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

_HOMES = {
    "autosave": "Autosave Saved",
    "codes": "CodeError CodeMistake Deal format_code new_seed parse_code",
    "files": "Problem ProblemKind",
    "history": "Filter PlayedMatch Result Streaks Summary",
    "opening": "Storage open_storage",
    "places": "HOME_VARIABLE Places find_places",
    "profile": "Profile open_profile",
    "settings": "Settings SettingsStore",
}
"""Which module each name lives in."""

_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Load the module of a name when it is first asked for: the window need not wait for all."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"game.storage.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value
