"""Finds the system's program that copies a picture to the clipboard; SDL 2 copies only text."""

import os
import shutil
import sys
from typing import Final

FILE: Final = "{file}"
"""Placeholder for the picture's file in a command, which also gets it as input."""

_MACOS: Final = (
    "osascript",
    *("-e", "on run argv"),
    *("-e", "set the clipboard to (read (POSIX file (item 1 of argv)) as «class PNGf»)"),
    *("-e", "end run"),
    FILE,
)

_WINDOWS: Final = (
    *("powershell", "-NoProfile", "-STA", "-Command"),
    "$ErrorActionPreference = 'Stop'; "
    "Add-Type -AssemblyName System.Windows.Forms, System.Drawing; "
    "$picture = New-Object IO.MemoryStream; "
    "[Console]::OpenStandardInput().CopyTo($picture); "
    "[Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromStream($picture)); "
    "[Windows.Forms.Clipboard]::ContainsImage()",
)

_WAYLAND: Final = ("wl-copy", "--type", "image/png")

_X11: Final = ("xclip", "-selection", "clipboard", "-target", "image/png", "-in", FILE)


def was_copied(status: int, out: str, platform: str = sys.platform) -> bool:
    """Return whether a command that ended with `status` and wrote `out` has copied its picture.

    On Windows a policy may end the program well before it does anything: the command looks.
    """
    return not status and (platform != "win32" or out.strip() == "True")


def picture_command(platform: str = sys.platform) -> list[str] | None:
    """Return the command that copies a PNG, None if the system has no program for it."""
    commands: list[tuple[str, ...]]
    if platform == "darwin":
        commands = [_MACOS]
    elif platform == "win32":
        commands = [_WINDOWS]
    else:
        screens = {"WAYLAND_DISPLAY": _WAYLAND, "DISPLAY": _X11}
        commands = [command for screen, command in screens.items() if os.environ.get(screen)]
    return next((list(c) for c in commands if shutil.which(c[0]) is not None), None)
