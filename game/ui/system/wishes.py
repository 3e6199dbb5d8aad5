"""The system's wishes for less motion and more contrast: the settings' first values."""

import subprocess
import sys
from typing import Any, Final

from game.processes import NO_CONSOLE
from game.ui.system.reader import ask_workspace

_GET_ANIMATION: Final = 0x1042
_GET_HIGH_CONTRAST: Final = 0x42
"""SPI_GETCLIENTAREAANIMATION and SPI_GETHIGHCONTRAST of Windows."""

_PORTAL: Final = (
    *("gdbus", "call", "--session", "--timeout", "1"),
    *("--dest", "org.freedesktop.portal.Desktop"),
    *("--object-path", "/org/freedesktop/portal/desktop"),
    *("--method", "org.freedesktop.portal.Settings.ReadAll"),
    "['org.freedesktop.appearance', 'org.gnome.desktop.interface', 'org.kde.kdeglobals.KDE']",
)
"""Asks the portal of GNOME, KDE and others, which a sandbox lets through."""

_STILL: Final = (
    b"'reduced-motion': <uint32 1>",
    b"'enable-animations': <false>",
    b"'AnimationDurationFactor': <'0'>",
)
"""The answers that wish for less motion: of all, of an older GNOME, of an older KDE."""


def first_values(platform: str = sys.platform) -> dict[str, Any]:
    """Return the settings that the system wishes to differ from the usual ones, by their names."""
    try:
        if platform == "win32":
            is_still, is_high = _ask_windows()
        elif platform == "darwin":
            is_still = ask_workspace(b"accessibilityDisplayShouldReduceMotion")
            is_high = ask_workspace(b"accessibilityDisplayShouldIncreaseContrast")
        else:
            is_still, is_high = _ask_portal()
    except (AttributeError, OSError, subprocess.SubprocessError):
        return {}
    still = {"has_reduced_motion": True} if is_still else {}
    return still | ({"theme": "contrast"} if is_high else {})


def _ask_windows() -> tuple[bool, bool]:
    import ctypes

    user32: Any = ctypes.windll.user32  # type: ignore[attr-defined, unused-ignore]
    is_animated = ctypes.c_int(1)
    user32.SystemParametersInfoW(_GET_ANIMATION, 0, ctypes.byref(is_animated), 0)
    # HIGHCONTRASTW: its size, flags of which the first is "on", and the scheme's name.
    contrast = (ctypes.c_uint32 * 4)(16 if ctypes.sizeof(ctypes.c_void_p) == 8 else 12)
    user32.SystemParametersInfoW(_GET_HIGH_CONTRAST, contrast[0], ctypes.byref(contrast), 0)
    return not is_animated.value, bool(contrast[1] & 1)


def _ask_portal() -> tuple[bool, bool]:
    asked = subprocess.run(
        _PORTAL,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=2,
        creationflags=NO_CONSOLE,
    )
    is_still = any(wish in asked.stdout for wish in _STILL)
    return is_still, b"'contrast': <uint32 1>" in asked.stdout
