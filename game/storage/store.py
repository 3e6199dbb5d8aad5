"""Everything of one player that outlives a run, opened at once."""

from __future__ import annotations

from dataclasses import dataclass

from game.storage.autosave import Autosave
from game.storage.files import Problem
from game.storage.places import Places
from game.storage.profile import Profile, open_profile
from game.storage.settings import Settings, SettingsStore

__all__ = ["Storage", "open_storage"]


@dataclass(slots=True)
class Storage:
    """Everything of one player; `problems` is what to tell at the start."""

    settings: SettingsStore
    autosave: Autosave
    profile: Profile
    problems: tuple[Problem, ...] = ()

    @classmethod
    def in_memory(cls, settings: Settings | None = None) -> Storage:
        """A store that is forgotten at the end, for pictures and tests."""
        return cls(SettingsStore(None, settings), Autosave(None), open_profile(None))


def open_storage(places: Places, settings: SettingsStore | None = None) -> Storage:
    """Open what lies at `places`. Never fails: where nothing can be kept, memory must do.

    `settings` is given where they are open already. They are read with
    `storage.settings.load()`, whose problems are not among these.
    """
    profile = open_profile(places.profile)
    problems = (profile.problem,) if profile.problem is not None else ()
    keeper = settings or SettingsStore(places.settings)
    return Storage(keeper, Autosave(places.autosave), profile, problems)
