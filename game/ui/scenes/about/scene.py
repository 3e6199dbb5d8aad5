"""The page about the game: its makers, and the libraries it uses."""

import platform
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import pygame

from game import DISTRIBUTION
from game.rules.tiles import Tile
from game.ui.draw.titles import draw_name
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Push
from game.ui.layout.rects import Rect
from game.ui.parts import (
    AlignedRows,
    PageScene,
    Panel,
    Picture,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.about.credits import CreditsScene

_PARAGRAPHS: Final = ("unofficial", "buy", "licence", "font", "libraries")
_LIBRARIES: Final = ("pygame-ce", "numpy")
_TILE: Final = Tile.parse("798")


def list_versions() -> list[tuple[str, str]]:
    """Return names and versions of the game and its installed libraries."""
    versions = []
    for name in (DISTRIBUTION, *_LIBRARIES):
        try:
            versions.append((name, version(name)))
        except PackageNotFoundError:
            continue
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    return [*versions, ("SDL", sdl), ("Python", platform.python_version())]


class AboutScene(PageScene):
    """Words at the left; a tile and the versions at the right."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._versions = list_versions()
        self._is_copied = False

    def page(self) -> Widget:
        text = self.context.text
        return self.headed(
            text("about.title"),
            Row(self._text_column(), self._made_of(), gap=60, pad=(20, 12, 20, 0), share=1),
            Row(
                WordLink(
                    text("about.credits"), partial(Push, CreditsScene(self.context)), leads=True
                ),
                WordLink(
                    text("about.copied" if self._is_copied else "about.copy"),
                    self._copy_versions,
                    shortcut=Action.COPY,
                    id="copy",
                ),
                Spacer(share=1),
                gap=34,
                pad=(20, 0, 0, 0),
                size=48,
            ),
        )

    def _text_column(self) -> Widget:
        text = self.context.text
        return Scroll(
            Picture(
                partial(draw_name, self.context.painter),
                size=100,
                reads=self.context.text("terms.title"),
            ),
            Text(text("about.author"), "heading"),
            *(Text(text(f"about.{key}")) for key in _PARAGRAPHS),
            gap=16,
            share=70,
        )

    def _made_of(self) -> Widget:
        versions = (Row(Text(n, share=1), Text(v, "strong"), gap=12) for n, v in self._versions)
        return Panel(
            Picture(self._paint_tile, share=1),
            Text(self.context.text("about.versions"), "heading"),
            AlignedRows(*versions, gap=4),
            gap=12,
            pad=0,
            share=30,
        )

    def _paint_tile(self, surface: pygame.Surface, room: Rect) -> None:
        radius = min(room.w / 2.2, room.h / 1.9)
        self.context.painter.sprites.draw_tile(surface, _TILE, room.centre, radius)

    def _copy_versions(self) -> None:
        words = "\n".join(f"{name} {number}" for name, number in self._versions)
        self._is_copied = self.context.copy_text(words)
