"""Whether a screen reader runs, and the window's handle, as Windows and macOS know them."""

import sys
from importlib.util import find_spec
from typing import Any, Final

from game.ui.system.sdl import loaded_sdl

_GET_SCREEN_READER: Final = 0x46
"""SPI_GETSCREENREADER of Windows."""

_HANDLE_AT: Final = 8
"""Bytes before the handle in SDL_SysWMinfo, on both systems: the version, the kind of system."""


def needs_handle(platform: str = sys.platform) -> bool:
    """Whether a reader's tree must exist before the window is first shown."""
    return platform in ("win32", "darwin")


def is_tree_wanted() -> bool:
    """Whether a running reader needs the window's tree before the window is shown."""
    return needs_handle() and find_spec("accesskit") is not None and is_reader_on()


def is_reader_on(platform: str = sys.platform) -> bool:
    """Whether the system reports a running screen reader."""
    import ctypes

    try:
        if platform == "win32":
            flag = ctypes.c_int(0)
            user32: Any = ctypes.windll.user32  # type: ignore[attr-defined, unused-ignore]
            user32.SystemParametersInfoW(_GET_SCREEN_READER, 0, ctypes.byref(flag), 0)
            return bool(flag.value)
        if platform == "darwin":
            return ask_workspace(b"isVoiceOverEnabled")
    except (AttributeError, OSError):
        pass
    return False


def ask_workspace(question: bytes) -> bool:
    """Return the answer of macOS' NSWorkspace to a question without arguments.

    Raises `OSError` on another system.
    """
    import ctypes

    objc = ctypes.CDLL("/usr/lib/libobjc.dylib")
    find_class, find_name, send = objc.objc_getClass, objc.sel_registerName, objc.objc_msgSend
    find_class.restype = find_name.restype = ctypes.c_void_p
    send.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    send.restype = ctypes.c_void_p
    workspace = send(find_class(b"NSWorkspace"), find_name(b"sharedWorkspace"))
    send.restype = ctypes.c_bool
    return bool(send(workspace, find_name(question)))


def window_handle(number: int) -> int | None:
    """Return the system's handle of the window that SDL knows by that number."""
    library = loaded_sdl()
    if library is None:
        return None
    import ctypes

    find = library.SDL_GetWindowFromID
    find.restype = ctypes.c_void_p
    pointer = ctypes.c_void_p(find(ctypes.c_uint32(number)))
    info = (ctypes.c_uint8 * 256)()
    library.SDL_GetVersion(info)
    if not pointer or not library.SDL_GetWindowWMInfo(pointer, info):
        return None
    return ctypes.c_void_p.from_buffer(info, _HANDLE_AT).value
