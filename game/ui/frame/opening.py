"""Shows a folder in the system's file manager."""

import os
import subprocess
import sys
from pathlib import Path

from game.processes import NO_CONSOLE


def open_folder(folder: Path) -> bool:
    """Open a folder in the system's file manager; whether that could be started."""
    try:
        if sys.platform == "win32":
            os.startfile(folder)
        else:
            command = "open" if sys.platform == "darwin" else "xdg-open"
            quiet = subprocess.DEVNULL
            subprocess.Popen(
                [command, str(folder)],
                stdin=quiet,
                stdout=quiet,
                stderr=quiet,
                start_new_session=True,
                creationflags=NO_CONSOLE,
            )
    except OSError:
        return False
    return True
