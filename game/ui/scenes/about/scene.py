"""Whose game this is, and what it is made of."""

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import pygame

from game import DISTRIBUTION
from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.draw.titles import draw_title
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Push
from game.ui.layout.rects import Rect, View
from game.ui.scenes.about.credits import CreditsScene
from game.ui.widgets import Button, Look, PageHead, WidgetScene

PARAGRAPHS: Final = ("author", "unofficial", "buy", "licence", "font", "libraries")
LIBRARIES: Final = ("pygame-ce", "numpy")


def list_versions() -> list[tuple[str, str]]:
    """Names and versions of the game and of what it stands on; missing ones are left out."""
    found = []
    for name in (DISTRIBUTION, *LIBRARIES):
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            continue
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    return [*found, ("SDL", sdl), ("Python", platform.python_version())]


class AboutScene(WidgetScene):
    """A page of words beside a tile."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        text = context.text
        self._is_copied = False
        self._head = PageHead(context, "about.title", "about.back")
        self._copy = Button(
            lambda: text("about.copied" if self._is_copied else "about.copy"),
            self._copy_versions,
            icon=Icon.COPY,
            look=Look.QUIET,
        )
        self._credits = self.button(
            "about.credits", lambda: Push(CreditsScene(context)), look=Look.QUIET
        )
        self.form.replace([self._head.back, self._credits, self._copy])
        self.keys[Action.COPY] = self._copy_versions
        self.form.focus(self._head.back, is_shown=False)
        self._title = self._panel = self._words = self._side = Rect(0, 0, 0, 0)

    def _copy_versions(self) -> None:
        words = "\n".join(f"{name} {number}" for name, number in list_versions())
        self._is_copied = self.context.copy_text(words)

    def resize(self, view: View) -> None:
        """Title above, words at the left, versions at the right."""
        super().resize(view)
        self._panel = self._head.place(view)
        inner = self._panel.inset(view.px(36), view.px(24))
        side, words = inner.cut_right(inner.w * 30 // 100, view.px(40))
        self._title, self._words = words.cut_top(
            min(view.px(120), words.h * 24 // 100), view.px(14)
        )
        copy, side = side.cut_bottom(view.px(46), view.px(10))
        self._copy.place(copy)
        made, self._side = side.cut_bottom(view.px(46), view.px(12))
        self._credits.place(made)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Draw the page."""
        super().draw_below(surface)
        painter = self.context.painter
        theme = painter.theme.type
        text = self.context.text
        self._head.draw(surface)
        painter.panel(surface, self._panel)
        draw_title(surface, painter, self._title)
        first, rest = self._words.cut_top(self._words.h * 12 // 100, painter.px(6))
        painter.text_in(surface, text(f"about.{PARAGRAPHS[0]}"), first, theme.heading)
        words = [text(f"about.{key}") for key in PARAGRAPHS[1:]]
        heights = [painter.height_of(part, rest.w, theme.body) for part in words]
        gap = min(painter.px(18), max(0, rest.h - sum(heights)) // len(heights))
        # Where they have no room at full size they share it by their lengths.
        cells = (
            rest.stack(heights, gap)
            if sum(heights) <= rest.h
            else rest.weighted_rows(heights, painter.px(4))
        )
        for part, cell in zip(words, cells, strict=True):
            painter.text_in(surface, part, cell, theme.body, valign="top")
        picture, table = self._side.cut_top(self._side.h * 46 // 100, painter.px(10))
        radius = min(picture.w / 2.2, picture.h / 1.9)
        painter.sprites.draw_tile(surface, Tile.parse("798"), picture.centre, radius)
        head, table = table.cut_top(painter.line_height(theme.heading), painter.px(6))
        painter.text_in(surface, text("about.versions"), head, theme.heading)
        versions = list_versions()
        height = min(painter.px(30), table.h // len(versions))
        for (name, number), line in zip(
            versions, table.stack([height] * len(versions)), strict=True
        ):
            painter.text_in(surface, name, line, theme.body, max_lines=1)
            painter.text_in(surface, number, line, theme.strong, "right", max_lines=1)
