"""The commands that start one of the game's modules in another Python process."""

import sys
from pathlib import Path
from typing import Final

ENGINE_ARGUMENT: Final = "--engine-process"
"""Argument that makes a frozen program, which cannot run a module by name, the engine process."""

BOT_ARGUMENT: Final = "--bot-process"
"""The argument for a bot that is a class; its name follows."""

PICTURE_ARGUMENT: Final = "--picture-process"
"""The argument for drawing a picture to share; see `game.ui.exports.process`."""

_ROOT: Final = str(Path(__file__).resolve().parents[3])
_RUN: Final = (
    "import runpy, sys; root = sys.argv.pop(1); root in sys.path or sys.path.insert(0, root); "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)


def module_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs one of the game's modules, installed or in a checkout.

    `-P` keeps modules in the current folder from being imported.
    """
    return [sys.executable, "-P", "-c", _RUN, _ROOT, module, *arguments]


def engine_command() -> list[str] | None:
    """Return the command of the engine process; None if this Python cannot start another."""
    if not sys.executable:
        return None
    if getattr(sys, "frozen", False):
        return [sys.executable, ENGINE_ARGUMENT]
    return module_command("game.bots.service.worker")


def bot_command(name: str) -> list[str]:
    """Return the command for a bot that is a class. Raises `OSError` if it cannot be started."""
    if not sys.executable:
        raise OSError("this Python cannot be started again")
    if getattr(sys, "frozen", False):
        return [sys.executable, BOT_ARGUMENT, name]
    return module_command("game.bots.players.external_host", name)
