"""Servers that take a connection and never answer: libraries would wait for them for ever."""

import errno
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_PATIENCE: Final = 0.7
"""Seconds in which a server that works has answered many times."""

_LONG_PATIENCE: Final = 10.0
"""Seconds for a server without which there is no game: it may be starting, on a busy machine."""

_X11_GREETING: Final = b"l\0\x0b\0\0\0\0\0\0\0\0\0"
"""A client's first words, without a key: the server lets it in or refuses it."""

_WAYLAND_GREETING: Final = b"\1\0\0\0\0\0\x0c\0\2\0\0\0"
"""`wl_display.sync`, in the order of most processors' bytes."""


def is_silent(
    place: bytes | tuple[str, int], greeting: bytes, patience: float | None = None
) -> bool:
    """Whether a socket takes a connection but does not answer a greeting."""
    # Imported late: only Linux needs it before the first frame.
    import socket

    family = socket.AF_UNIX if isinstance(place, bytes) else socket.AF_INET
    with socket.socket(family) as client:
        client.settimeout(_PATIENCE if patience is None else patience)
        try:
            client.connect(place)
            client.sendall(greeting)
            client.recv(1)
        except (TimeoutError, BlockingIOError):  # or too many wait there already
            return True
        except (OSError, OverflowError):
            # A library is refused as fast.
            return False
    return False


def is_display_silent() -> bool:
    """Whether the server of the screen that Linux names never answers.

    It is a stopped one, or the end of an `ssh -X` whose other end is gone.
    """
    return sys.platform == "linux" and any(
        is_silent(place, greeting, _LONG_PATIENCE) for place, greeting in _display_servers()
    )


def _display_servers() -> Iterator[tuple[bytes | tuple[str, int], bytes]]:
    """Yield the address of the server that SDL contacts first, and the greeting to send."""
    named = re.fullmatch(
        r"(unix|localhost|127\.0\.0\.1)?:(\d{1,5})(\.\d+)?", os.environ.get("DISPLAY", "")
    )
    wayland = os.environ.get("WAYLAND_DISPLAY", "")
    if named is not None and named[1] in (None, "unix"):
        yield f"/tmp/.X11-unix/X{named[2]}".encode(), _X11_GREETING
    elif named is not None:
        yield ("127.0.0.1", 6000 + int(named[2])), _X11_GREETING
    elif wayland and "DISPLAY" not in os.environ:
        folder = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"))
        yield os.fsencode(folder / wayland), _WAYLAND_GREETING


def refuse_silent_speech() -> None:
    """Raise `OSError` if Linux's speech server takes a connection and never answers.

    Its library would wait for ever, and `spd-say` too.
    """
    if sys.platform != "linux":
        return
    kind, _, place = os.environ.get("SPEECHD_ADDRESS", "").partition(":")
    if kind != "unix_socket" or not place:
        folder = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("XDG_CACHE_HOME")
        place = str(Path(folder or "~/.cache", "speech-dispatcher", "speechd.sock"))
    if is_silent(os.fsencode(os.path.expanduser(place)), b"QUIT\r\n"):
        raise OSError(errno.ETIMEDOUT, "the speech server does not answer")
