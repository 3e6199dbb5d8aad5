"""The drawing of a scene as lines of text: what its modules ask the painter for, in order."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from enum import Enum
from functools import cache
from itertools import groupby
from types import FrameType
from typing import Any, Final

import pygame
import pytest

from game.rules.placement import Position
from game.rules.tiles import Tile
from game.ui.draw import fonts
from game.ui.draw.board_picture import BoardLook
from game.ui.draw.sprites.pieces import Sprites
from game.ui.draw.surface_cache import StillPicture
from game.ui.draw.theme import DEFAULT_THEME, TextStyle
from tests.ui.unseen import draw_blank

__all__ = ["drawn_lines"]

_CALLERS: Final = "game.ui.scenes."
_PICTURES: Final = ("game.ui.draw.", "game.ui.widgets.", "tests.ui.drawn")
_UNNAMED: Final = frozenset({"self", "own", "surface", "canvas", "stage", "painter", "context"})
_USUAL: Final = frozenset(
    {
        *("alpha=1", "zoom=1", "squeeze=1", "height=0", "faded={}", "settled={}", "taken=0"),
        *("valign='middle'", "max_lines=None", "layout=BoardLayout", "shade='rest'"),
        *("has_badges=True", "has_names=True", "is_over=False", "face_down=None"),
        *("dark_lines={}", "aside_tiles=()", "is_complete=False", "drawn_out=None"),
    }
)
"""Arguments that are left out, as most calls leave them out."""

_MANY: Final = 40
"""Most calls in a row that differ only in their place, and are all written down."""

_WIDTH: Final = 0.52
"""The width of a letter, in sizes: real fonts differ by a pixel from system to system."""


class _Sheet(pygame.Surface):
    """A surface whose fills are functions of Python, and are seen as those of the painter are."""

    def fill(self, colour: Any, rect: Any = None, special_flags: int = 0) -> pygame.Rect:
        """Fill."""
        return super().fill(colour, rect, special_flags)


def polygon(surface: pygame.Surface, colour: Any, points: Any, width: int = 0) -> pygame.Rect:
    """Fill nothing: the arguments are seen."""
    return pygame.Rect(0, 0, 0, 0)


@cache
def _colours() -> Mapping[object, str]:
    """Return the names of the theme's colours."""
    theme = DEFAULT_THEME
    named = {f"stripe {n}": colour for n, colour in theme.stripes.items()}
    named |= {f"light {n}": colour for n, colour in theme.lights.items()}
    named |= {f"seat {name}": colour for name, colour in theme.seats.items()}
    for name, colour in theme.palette._asdict().items():
        if isinstance(colour, tuple):
            named[name] = colour
    return {tuple(colour): name for name, colour in reversed(named.items())}


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 20 or value == int(value) else f"{value:.2f}"


def _word(value: Any) -> str:
    """Return an argument in a word or two."""
    name = _colours().get(value) if isinstance(value, tuple) else None
    if name is not None:
        return name
    match value:
        case Enum():
            return value.name
        case str():
            return repr(value)
        case bool() | None | Tile():
            return str(value)
        case int() | float():
            return _number(value) if abs(value) != float("inf") else str(value)
        case TextStyle(size, colour, is_bold, _, outline):
            return f"{_number(size)}{'b' * is_bold}{'o' * bool(outline)}/{_word(colour)}"
        case Position():
            return "".join(str(tile or "-") for tile in (*value.tiles, *value.aside))
        case BoardLook():
            shown = {f.name: getattr(value, f.name) for f in fields(value) if f.name != "rules"}
            return _words(shown)
        case frozenset() | set():
            return f"{{{' '.join(sorted(map(_word, value)))}}}"
        case pygame.Rect() | tuple() | list():
            return f"({' '.join(map(_word, value))})"
        case _:
            return type(value).__name__


def _words(named: Mapping[str, Any]) -> str:
    words = (f"{name}={_word(value)}" for name, value in named.items())
    return " ".join(word for word in words if word not in _USUAL)


def _line(name: str, arguments: Mapping[str, Any]) -> str:
    return f"{name} {_words({k: v for k, v in arguments.items() if k not in _UNNAMED})}"


def _is_scene(frame: FrameType | None) -> bool:
    return frame is not None and str(frame.f_globals.get("__name__")).startswith(_CALLERS)


@contextmanager
def _listening(lines: list[str]) -> Iterator[None]:
    """Collect every call of a drawing function by a scene's module."""

    def notice(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not _is_scene(frame.f_back):
            return
        code, module = frame.f_code, str(frame.f_globals.get("__name__"))
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        draws = "surface" in names or code is _Sheet.fill.__code__
        if draws and module.startswith(_PICTURES):
            lines.append(_line(code.co_name, {name: frame.f_locals[name] for name in names}))

    before = sys.getprofile()
    sys.setprofile(notice)
    try:
        yield
    finally:
        sys.setprofile(before)


_PIECES: Final = {
    name: getattr(Sprites, name)
    for name in ("draw_plate", "draw_tile", "draw_beam", "draw_badge", "draw_well")
}


def _caller(frame: FrameType | None) -> FrameType | None:
    return None if frame is None else frame.f_back


def _noting(draw: Callable[..., object], lines: list[str]) -> Callable[..., None]:
    """Return a function that only notes its arguments."""
    signature = inspect.signature(draw)

    def note(*given: Any, **named: Any) -> None:
        if _is_scene(_caller(inspect.currentframe())):
            bound = signature.bind(*given, **named)
            bound.apply_defaults()
            lines.append(_line(draw.__name__, bound.arguments))

    return note


def _width(_: object, text: str, size: int, *, is_bold: bool = False) -> int:
    return round(len(text) * size * _WIDTH)


def drawn_lines(
    open_scene: Callable[[], Callable[[pygame.Surface], object]], size: tuple[int, int]
) -> list[str]:
    """Open a scene, draw it by the function that is returned, and return a line for each thing
    that the scenes' own modules draw, with all arguments.
    """
    lines: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        draw_blank(patch)
        patch.setattr(fonts.Fonts, "width", _width)
        patch.setattr(StillPicture, "draw", lambda _, surface, __, draw: draw(surface))
        patch.setattr(pygame.draw, "polygon", polygon)
        for name, piece in _PIECES.items():
            patch.setattr(Sprites, name, _noting(piece, lines))
        draw = open_scene()
        lines.clear()
        with _listening(lines):
            draw(_Sheet(size))
    return [*_shortened(lines)]


def _shortened(lines: list[str]) -> Iterator[str]:
    """Yield the lines; of a pattern's many fills in one colour the first, and their number."""
    for _, run in groupby(lines, lambda line: line.split(" rect=")[0]):
        alike = [*run]
        yield from alike if len(alike) <= _MANY else (alike[0], f"and {len(alike) - 1} more")
