"""A cache of pictures by key, and the time limit for rendering new ones."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from math import inf
from time import perf_counter
from typing import ParamSpec, TypeVar

import pygame

from game.ui.draw.shapes import opaque_canvas

Given = ParamSpec("Given")
Made = TypeVar("Made")

Drawing = Callable[[pygame.Surface], object]
"""Draws on a surface, like `Scene.draw`; done twice it is the same."""


class SliceSpent(Exception):
    """The frame's time for new pictures is spent; the next try continues with those already
    cached.
    """


class _Limit:
    def __init__(self) -> None:
        self.end = inf
        self.made = 0


_limit = _Limit()


@contextmanager
def rendering_deadline(seconds: float, *, is_late: bool = False) -> Iterator[None]:
    """For the block, limit rendering to `seconds`: then `make` raises `SliceSpent`.

    One surface is always rendered, unless `is_late`.
    """
    before = _limit.end, _limit.made
    _limit.end, _limit.made = perf_counter() + seconds, int(is_late)
    try:
        yield
    finally:
        _limit.end, _limit.made = before


def make(render: Callable[[], Made]) -> Made:
    """Return the result of `render`, if the deadline has not passed."""
    if _limit.made and perf_counter() > _limit.end:
        raise SliceSpent
    picture = render()
    _limit.made += 1
    return picture


class SurfaceCache:
    """Rendered surfaces by key, those longest unused dropped when their pixels exceed a bound."""

    def __init__(self, max_pixels: int = 4_000_000) -> None:
        self.max_pixels = max_pixels
        self._surfaces: dict[object, pygame.Surface] = {}
        self._pixels = 0

    def get(self, key: object, render: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface under `key`, rendered on first use."""
        surface = self.peek(key)
        if surface is None:
            surface = self._surfaces[key] = make(render)
            self._pixels += surface.get_width() * surface.get_height()
            while self._pixels > self.max_pixels and len(self._surfaces) > 1:
                self.drop(next(iter(self._surfaces)))
        return surface

    def drop(self, key: object) -> None:
        """Forget one surface, if present."""
        old = self._surfaces.pop(key, None)
        if old is not None:
            self._pixels -= old.get_width() * old.get_height()

    def peek(self, key: object) -> pygame.Surface | None:
        """Return the surface under `key`, None before that has been rendered."""
        surface = self._surfaces.pop(key, None)
        if surface is not None:
            # Last again, so that what is never drawn any more comes first.
            self._surfaces[key] = surface
        return surface

    def clear(self) -> None:
        """Forget everything."""
        self._surfaces.clear()
        self._pixels = 0


class StillPicture:
    """A whole picture that is cached while the key stays the same and something moves over the
    picture.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._surface: pygame.Surface | None = None

    def draw(self, surface: pygame.Surface, key: object, render: Drawing) -> None:
        """Show what `render` draws; all of `surface` is covered."""
        if (
            self._surface is None
            or self._key != key
            or self._surface.get_size() != surface.get_size()
        ):
            self._key = None
            if self._surface is None or self._surface.get_size() != surface.get_size():
                self._surface = opaque_canvas(surface.get_size())
            render(self._surface)
            self._key = key
        surface.blit(self._surface, (0, 0))


def cached_in(
    cache: SurfaceCache,
) -> Callable[[Callable[Given, pygame.Surface]], Callable[Given, pygame.Surface]]:
    """Cache the results of a function by the arguments: parts (`make`) of larger pictures."""

    def keep(render: Callable[Given, pygame.Surface]) -> Callable[Given, pygame.Surface]:
        @wraps(render)
        def get(*args: Given.args, **kwargs: Given.kwargs) -> pygame.Surface:
            key = (render, args, *kwargs.items())
            return cache.get(key, partial(render, *args, **kwargs))

        return get

    return keep


class Prerender:
    """Drawings done once, unseen and in slices, so that their pictures are there when needed."""

    def __init__(self, drawings: Iterable[Drawing] = ()) -> None:
        self._drawings = iter(drawings)
        self._next = next(self._drawings, None)
        # Everything falls outside, so that nothing but the making takes time.
        self._stage = pygame.Surface((1, 1), pygame.SRCALPHA)
        self._stage.set_clip(pygame.Rect(0, 0, 0, 0))

    def go_on(self, seconds: float) -> bool:
        """Draw for about so long; whether something is left to do."""
        end = perf_counter() + seconds
        while self._next is not None:
            try:
                with rendering_deadline(end - perf_counter()):
                    self._next(self._stage)
            except SliceSpent:
                return True
            self._next = next(self._drawings, None)
            if perf_counter() > end:
                break
        return self._next is not None
