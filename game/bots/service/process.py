"""The commands that start Python again, in a process beside this one, on one of our modules."""

import sys
from pathlib import Path
from typing import Final

ENGINE_ARGUMENT: Final = "--engine-process"
"""What a frozen program is given to serve as the engine: it holds no Python to be given a module.
"""

BOT_ARGUMENT: Final = "--bot-process"
"""The same for a bot that is a class; its name follows."""

PICTURE_ARGUMENT: Final = "--picture-process"
"""The same for the drawing of a picture to share; `game.ui.exports.process` says what follows."""

_ROOT: Final = str(Path(__file__).resolve().parents[3])
_RUN: Final = (
    "import runpy, sys; root = sys.argv.pop(1); root in sys.path or sys.path.insert(0, root); "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)


def module_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs one of the game's modules, installed or in a checkout.

    Nothing that lies in the current folder is imported (`-P`), as `python -m` alone would.
    """
    return [sys.executable, "-P", "-c", _RUN, _ROOT, module, *arguments]


def engine_command() -> list[str] | None:
    """Return the command of the engine process; None where this Python cannot be started again."""
    if not sys.executable:
        return None
    if getattr(sys, "frozen", False):
        return [sys.executable, ENGINE_ARGUMENT]
    return module_command("game.bots.service.worker")


def bot_command(name: str) -> list[str]:
    """The command of the process for a bot that is a class. Raises `OSError` where none can be."""
    if not sys.executable:
        raise OSError("this Python cannot be started again")
    if getattr(sys, "frozen", False):
        return [sys.executable, BOT_ARGUMENT, name]
    return module_command("game.bots.players.external_host", name)
