"""A message box for errors of a program that was started by a click, without a terminal."""

import io
import os
import subprocess
import sys
from contextlib import suppress

from game.processes import NO_CONSOLE

_TITLE = "Take It Easy!"
_ERROR_ICON = 0x10
_SCRIPT = """on run words
display alert (item 1 of words) message (item 2 of words) as critical
end run"""


def is_unread(platform: str = sys.platform) -> bool:
    """Whether standard error is discarded, as for a program started from a system's menu.

    Call it before closed streams are replaced: Windows has none then, macOS redirects them.
    """
    if platform == "win32":
        return sys.stderr is None
    if platform != "darwin" or sys.stderr is None:
        return False
    with suppress(OSError, ValueError):
        nowhere, stream = os.stat(os.devnull), os.fstat(sys.stderr.fileno())
        return stream.st_rdev == nowhere.st_rdev and not os.isatty(0)
    return False


def show_alert(message: str, platform: str = sys.platform) -> None:
    """Show a message in a dialog of the system, and wait until it is closed."""
    if platform == "win32":
        import ctypes

        # Other systems' ctypes has no `windll`.
        box = getattr(ctypes, "windll").user32.MessageBoxW  # noqa: B009
        box(None, message, _TITLE, _ERROR_ICON)
        return
    with suppress(OSError):
        subprocess.run(
            ["osascript", "-e", _SCRIPT, _TITLE, message],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            creationflags=NO_CONSOLE,
        )


def describe_streams() -> str:
    """Describe the standard streams, before any of them is replaced."""
    words = []
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = getattr(sys, name)
        kind = type(stream).__name__
        if isinstance(stream, io.TextIOBase):
            kind += f" {stream.encoding} terminal={stream.isatty()}"
        try:
            os.fstat(number)
            kind += ", its number is open"
        except OSError as error:
            kind += f", {error}"
        words.append(f"{name}: {kind}")
    return "; ".join(words)
