"""What the installed commands start: the game, or one line on what stands in its place.

The import name `game` is used by others too. A package of theirs that is installed over this one,
or lies in front of it, would otherwise end in a traceback, or answer in this one's name.
"""

from __future__ import annotations

import sys

NAME = "take-it-easy-game"


def main() -> int:
    """Start the game; returns the exit status, 1 where `game` is somebody else's."""
    try:
        import game

        if getattr(game, "DISTRIBUTION", None) != NAME:
            return _refuse(getattr(game, "__file__", None) or str(list(game.__path__)))
        from game.__main__ import main as play
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("game"):
            raise
        return _refuse(error.name or "game")
    return play()


def _refuse(found: str) -> int:
    message = (
        f"{NAME}: another package that is imported as 'game' stands in this one's place ({found}): "
        f"install {NAME} in an environment of its own, with 'python -m venv' or pipx"
    )
    if sys.stderr is not None:
        print(message, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
