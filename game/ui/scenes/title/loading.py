"""Loads in small steps, while the title is open, the modules that a table needs."""

import gc
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.util import find_spec
from itertools import repeat
from typing import Final, cast

from game.locale import Catalogue

_TO_LOAD: Final = (
    "game.ui.draw.sprites.pieces",
    "game.ui.scenes.title.attract",
    "game.bots.players.simple",
    "game.bots.service.runner",
    "game.progress.match_saving",
    "game.ui.scenes.table.mode",
    "game.ui.scenes.title.table_ahead",
    "game.ui.scenes.table.scene",
    "game.ui.scenes.count.next_steps",
)
"""The title's board, a table, its count, and modules that these import inside functions."""

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
    "climb",
    "review",
    "records",
)
"""The catalogue's sections for these modules and for the title's doors."""

_TRANSITION: Final = 15
"""Ticks after which the transition to the title has ended."""


def load_behind(catalogue: Catalogue) -> Iterator[None]:
    """Load another module or section of the catalogue at every step.

    If all are loaded, a game has been played: then its memory is returned to the system.
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
        # Looking up a key reads its whole section.
        catalogue.messages.get(f"{section}.")
        yield
    if gc.get_freeze_count():
        # The loop freezes objects loaded before its first frame for the garbage collector; so here.
        gc.freeze()


def _give_back_memory() -> None:
    """Collect the scenes of a game, and make glibc return their memory.

    139 MB instead of 170 after six games. It takes 15 ms, which would otherwise interrupt an
    animation.
    """
    gc.collect()
    # Other systems lack the function, and return freed memory by themselves.
    with suppress(ImportError, OSError, AttributeError, TypeError):
        import ctypes

        ctypes.CDLL(None).malloc_trim(0)


def _not_loaded(name: str) -> Iterator[str]:
    """Yield a module and the game's modules it imports, in order of loading, without loaded ones.

    Imports inside functions are not found. A step takes no longer than the largest single module.
    """
    spec = None if name in sys.modules else find_spec(name)
    code = spec and cast("InspectLoader", spec.loader).get_code(name)
    if not code:
        return
    for imported in code.co_names:
        if imported.startswith("game."):
            yield from _not_loaded(imported)
    yield name
