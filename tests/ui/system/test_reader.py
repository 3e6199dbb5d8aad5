"""Running screen readers, macOS' workspace and the window's handle, as the systems report them."""

from __future__ import annotations

import ctypes
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from game.ui.system import reader
from game.ui.system.reader import (
    ask_workspace,
    is_reader_on,
    is_tree_wanted,
    needs_handle,
    window_handle,
)


def test_windows_and_macos_need_the_handle_before_the_window_is_shown() -> None:
    systems = ("win32", "darwin", "linux", "freebsd14")
    assert [needs_handle(system) for system in systems] == [True, True, False, False]


def test_the_tree_is_wanted_where_all_three_conditions_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[tuple[bool, ...]] = []
    for needs, has_library, is_on in product((True, False), repeat=3):
        monkeypatch.setattr(reader, "needs_handle", lambda needs=needs: needs)
        monkeypatch.setattr(
            reader, "find_spec", lambda name, has=has_library: name if has else None
        )
        monkeypatch.setattr(reader, "is_reader_on", lambda is_on=is_on: is_on)
        if is_tree_wanted():
            found.append((needs, has_library, is_on))
    assert found == [(True, True, True)]


def test_windows_reports_its_reader_in_a_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    flag, asked = 1, list[tuple[int, int, int]]()

    def report(question: int, size: int, place: Any, saved: int) -> None:
        asked.append((question, size, saved))
        ctypes.cast(place, ctypes.POINTER(ctypes.c_int))[0] = flag

    user32 = SimpleNamespace(SystemParametersInfoW=report)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
    assert is_reader_on("win32") is True
    flag = 0
    assert is_reader_on("win32") is False
    assert asked == [(0x46, 0, 0)] * 2
    flag = 1
    assert is_reader_on("linux") is False


@pytest.mark.parametrize("is_on", [True, False])
def test_macos_is_asked_for_voice_over(monkeypatch: pytest.MonkeyPatch, is_on: bool) -> None:
    asked: list[bytes] = []

    def answer(question: bytes) -> bool:
        asked.append(question)
        return is_on

    monkeypatch.setattr(reader, "ask_workspace", answer)
    assert is_reader_on("darwin") is is_on
    assert is_reader_on("linux") is False
    assert asked == [b"isVoiceOverEnabled"]


class Function:
    """A function of macOS' library, which notes each call with the type of its result."""

    def __init__(self, name: str, calls: list[tuple[object, ...]], answers: Any) -> None:
        self.name, self._calls, self._answers = name, calls, answers
        self.restype: Any = None
        self.argtypes: Any = None

    def __call__(self, *given: object) -> object:
        self._calls.append((self.name, *given, self.restype))
        return self._answers[given]


@pytest.mark.parametrize("answer", [True, False])
def test_a_question_is_sent_to_the_shared_workspace(
    monkeypatch: pytest.MonkeyPatch, answer: bool
) -> None:
    places, calls = list[str](), list[tuple[object, ...]]()
    classes = {(b"NSWorkspace",): 70}
    names = {(b"sharedWorkspace",): 80, (b"isThere",): 81}
    library = SimpleNamespace(
        objc_getClass=Function("class", calls, classes),
        sel_registerName=Function("name", calls, names),
        objc_msgSend=Function("send", calls, {(70, 80): 90, (90, 81): answer}),
    )

    def load(place: str) -> SimpleNamespace:
        places.append(place)
        return library

    monkeypatch.setattr(ctypes, "CDLL", load)
    assert ask_workspace(b"isThere") is answer
    assert places == ["/usr/lib/libobjc.dylib"]
    pointer = ctypes.c_void_p
    assert calls == [
        ("class", b"NSWorkspace", pointer),
        ("name", b"sharedWorkspace", pointer),
        ("send", 70, 80, pointer),
        ("name", b"isThere", pointer),
        ("send", 90, 81, ctypes.c_bool),
    ]
    assert library.objc_msgSend.argtypes == [pointer, pointer]


class Finder:
    """SDL's search for a window, whose result is a pointer of 64 bits."""

    restype: Any = None

    def __call__(self, number: ctypes.c_uint32) -> int | None:
        found = 0x1234_5678_9ABC if number.value == 7 else None
        return found if self.restype is ctypes.c_void_p else 0x5678_9ABC


class Windows:
    """An SDL with one window, number 7, whose handle follows its version in a structure."""

    def __init__(self, *, has_answer: bool = True) -> None:
        self.SDL_GetWindowFromID = Finder()
        self._has_answer = has_answer

    def SDL_GetVersion(self, info: Any) -> None:  # noqa: N802
        info[0], info[1], info[2] = 2, 32, 10

    def SDL_GetWindowWMInfo(self, pointer: ctypes.c_void_p, info: Any) -> int:  # noqa: N802
        assert pointer, "SDL would read at no address"
        # SDL refuses a structure that does not name its version.
        if pointer.value != 0x1234_5678_9ABC or list(info[:3]) != [2, 32, 10]:
            return 0
        ctypes.c_void_p.from_buffer(info, 8).value = 0xFEDC_BA98_7654
        return int(self._has_answer)


def test_the_handle_is_read_behind_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    for library, number, handle in (
        (Windows(), 7, 0xFEDC_BA98_7654),
        (Windows(), 8, None),
        (Windows(has_answer=False), 7, None),
        (None, 7, None),
    ):
        monkeypatch.setattr(reader, "loaded_sdl", lambda library=library: library)
        assert window_handle(number) == handle
