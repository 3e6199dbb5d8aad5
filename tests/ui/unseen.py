"""Drawing without pixels, for tests that ask what is written where and not how it looks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final

import pygame
import pytest

from game.ui.draw import fonts, painter, shapes
from game.ui.draw.sprites import pieces
from game.ui.draw.sprites.hexagons import HexCanvas
from game.ui.draw.sprites.tiles import TILE_MARGIN
from game.ui.draw.surface_cache import Prerender
from game.ui.frame.stack import SceneStack
from game.ui.scenes.settings import looks
from game.ui.scenes.table.picture import TablePicture


@cache
def _measuring() -> fonts.Fonts:
    """Return fonts that measure lines which are not drawn."""
    return fonts.Fonts()


def drawn_words(draw: Callable[[pygame.Surface], object], size: tuple[int, int]) -> list[str]:
    """Return the words that a painter writes, in their order."""
    words: list[str] = []

    def listens(write: Callable[..., Any]) -> Callable[..., Any]:
        def write_and_note(own: Any, surface: Any, text: str, *rest: Any, **more: Any) -> Any:
            words.extend(filter(None, [text]))
            return write(own, surface, text, *rest, **more)

        return write_and_note

    with pytest.MonkeyPatch.context() as patch:
        for name in ("text", "text_in"):
            patch.setattr(painter.Painter, name, listens(getattr(painter.Painter, name)))
        draw(pygame.Surface(size))
    return words


def draw_blank(patch: pytest.MonkeyPatch) -> None:
    """Let every line of text, box and tile be an empty surface of its own size, and let
    backgrounds, the contents of boards and pictures for frames to come be missing.

    Making them takes most of the time of a scene that is drawn once.
    """
    measuring = _measuring()

    def empty_line(
        text: str, size: int, *_: Any, is_bold: bool = False, outline: int = 0, **__: Any
    ) -> pygame.Surface:
        width = measuring.width(text, size, is_bold=is_bold)
        return pygame.Surface((width + 2 * outline, size + 2 * outline), pygame.SRCALPHA)

    def empty_tile(_: Any, radius: float, *__: Any, **___: Any) -> pygame.Surface:
        return HexCanvas(radius, TILE_MARGIN).surface

    def empty_disc(radius: float, *_: Any) -> pygame.Surface:
        side = max(4, round(radius * 2))
        return pygame.Surface((side, side), pygame.SRCALPHA)

    patch.setattr(shapes, "disc", empty_disc)
    patch.setattr(fonts, "render_line", empty_line)
    patch.setattr(pieces, "render_tile", empty_tile)
    patch.setattr(painter, "render_background", lambda size, *_, **__: pygame.Surface(size))
    for name in ("plate", "tile", "beam", "badge"):
        patch.setattr(pieces.Sprites, f"draw_{name}", lambda *_, **__: None)
    patch.setattr(TablePicture, "prepare", lambda *_: False)
    # Cached painters would show blank pictures to later tests.
    patch.setattr(looks, "sample_painter", lru_cache(looks.sample_painter.__wrapped__))


SLOW: Final = 0.1
"""Seconds of a frame while a sample is being prepared."""


def unseen(size: tuple[int, int]) -> pygame.Surface:
    """A surface of that size that takes no pixel."""
    surface = pygame.Surface(size)
    surface.set_clip(pygame.Rect(0, 0, 0, 0))
    return surface


def draw_nothing(patch: pytest.MonkeyPatch) -> None:
    """Let no scene be drawn: a player by ear needs no picture."""
    patch.setattr(SceneStack, "draw", lambda *_: None)
    patch.setattr(TablePicture, "prepare", lambda *_: False)
    patch.setattr(Prerender, "go_on", lambda *_: False)
