"""Loads in small steps, while the menu is open, the modules that a table needs."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from itertools import repeat
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.abc import InspectLoader

    from game.locale import Catalogue

_TO_LOAD: Final = (
    "game.ui.scenes.menu.attract",
    "game.bots.players.simple",
    "game.bots.service.runner",
    "game.progress.match_saving",
    "game.ui.scenes.table.mode",
    "game.ui.scenes.table.scene",
    "game.ui.scenes.count.next_steps",
)
"""The board behind the menu, a table, its count, and what these load as late as they can."""

_SECTIONS: Final = (
    "terms",
    "play",
    "keys",
    "score",
    "heard",
    "bag",
    "coach",
    "bots",
    "breakdown",
    "finish",
    "daily",
    "challenges",
    "goals",
    "together",
    "run",
    "review",
    "records",
)
"""The catalogue's sections that they speak with, and those behind the menu's large entries."""

_TRANSITION: Final = 15
"""Ticks in which the transition to the menu comes to its end."""


def load_behind(catalogue: Catalogue) -> Iterator[None]:
    """Load one more module, or one more section of the catalogue, at every step.

    Where all is loaded, a game has been played: then the memory that it leaves is given back.
    """
    if all(name in sys.modules for name in _TO_LOAD):
        yield from repeat(None, _TRANSITION)
        _give_back_memory()
        yield
        return
    for last in _TO_LOAD:
        for name in _not_loaded(last):
            import_module(name)
            yield
    for section in _SECTIONS:
        # Looking for a key reads the section that it would stand in.
        catalogue.messages.get(f"{section}.")
        yield
    if gc.get_freeze_count():
        # The loop keeps for good what was loaded before its first frame; this is no different.
        gc.freeze()


def _give_back_memory() -> None:
    """Collect the scenes of a game, and let glibc return what they held: 139 MB instead of 170
    after six games. It takes 15 ms, which would otherwise come due while something moves.
    """
    gc.collect()
    # Other systems have no such function, and return what is freed by themselves.
    with suppress(ImportError, OSError, AttributeError, TypeError):
        import ctypes

        ctypes.CDLL(None).malloc_trim(0)


def _not_loaded(name: str) -> Iterator[str]:
    """A module and those of the game that it imports, each after its own, none that is loaded.

    What stands in a module's functions is not seen. A step of a menu that shows a frame takes no
    longer than the largest module alone.
    """
    spec = None if name in sys.modules else find_spec(name)
    code = spec and cast("InspectLoader", spec.loader).get_code(name)
    if not code:
        return
    for imported in code.co_names:
        if imported.startswith("game."):
            yield from _not_loaded(imported)
    yield name
