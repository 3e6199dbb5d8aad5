"""Long slanting pictures, kept in slices so that their empty corners cost nothing."""

from __future__ import annotations

import pygame

from game.ui.layout.rects import Point

__all__ = ["Strip"]


class Strip:
    """A picture of a line, cut into `count` upright slices, each trimmed to what it shows.

    A slanting line fills a small part of its rectangle; blitting the slices takes a share of
    the time of the whole.
    """

    def __init__(self, picture: pygame.Surface, count: int) -> None:
        self._size = picture.get_size()
        self._slices: list[tuple[int, int, pygame.Surface]] = []
        width, height = self._size
        for i in range(count):
            left, right = width * i // count, width * (i + 1) // count
            if right <= left:
                continue
            part = picture.subsurface(left, 0, right - left, height)
            shown = part.get_bounding_rect()
            if shown.w and shown.h:
                # A copy, because a subsurface keeps its parent's corners in memory.
                self._slices.append((left + shown.x, shown.y, part.subsurface(shown).copy()))

    def place(self, centre: Point) -> pygame.Rect:
        """The rectangle that the whole covers around `centre`."""
        w, h = self._size
        return pygame.Rect(round(centre[0] - w / 2), round(centre[1] - h / 2), w, h)

    def draw(self, surface: pygame.Surface, centre: Point, alpha: float = 1.0) -> None:
        """Draw it around `centre` at an opacity of 0…1."""
        if alpha <= 0.005:
            return
        left, top, _, _ = self.place(centre)
        is_faded = alpha < 0.995
        for x, y, part in self._slices:
            if is_faded:
                part.set_alpha(round(alpha * 255))
            surface.blit(part, (left + x, top + y))
            if is_faded:
                part.set_alpha(255)
