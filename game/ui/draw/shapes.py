"""Canvases, and smooth discs: drawn large, scaled down."""

from typing import Final

import pygame

from game.ui.draw.theme import BLACK, Colour
from game.ui.layout.rects import Point, Rect

SUPERSAMPLE: Final = 4


def clear_canvas(w: int, h: int, colour: Colour = BLACK) -> pygame.Surface:
    """Return a transparent surface whose hidden colour does not bleed into smoothed edges."""
    canvas = pygame.Surface((max(1, w), max(1, h)), pygame.SRCALPHA)
    if colour != BLACK:
        canvas.fill((*colour, 0))
    return canvas


def opaque_canvas(size: tuple[int, int]) -> pygame.Surface:
    """Return a surface without alpha, to be blitted whole frame after frame.

    Where its rows are a multiple of 8 bytes long, SDL copies past the processor's cache, and what
    is drawn over it next waits for the memory. Hence the rows have an odd number of pixels.
    """
    w, h = size
    return pygame.Surface((w | 1, h), 0, 32).subsurface((0, 0, w, h))


def fill_rect(surface: pygame.Surface, colour: Colour, rect: Rect) -> None:
    """Fill a rectangle with a polygon, which is faster than a surface's own fill: that one streams
    past the processor's cache.
    """
    if rect.w > 0 and rect.h > 0:
        right, low = rect.right - 1, rect.bottom - 1
        points = [(rect.x, rect.y), (right, rect.y), (right, low), (rect.x, low)]
        pygame.draw.polygon(surface, colour, points)


def shrink(canvas: pygame.Surface, factor: int = SUPERSAMPLE) -> pygame.Surface:
    """Return a canvas scaled down smoothly by a whole factor."""
    w, h = canvas.get_size()
    return pygame.transform.smoothscale(canvas, (max(1, w // factor), max(1, h // factor)))


def disc(
    radius: float, fill: tuple[int, ...], edge: Colour | None = None, width: float = 0.0
) -> pygame.Surface:
    """A round spot whose square surface has a side of twice `radius`, rounded up."""
    k = SUPERSAMPLE
    side = max(2, round(radius * 2))
    canvas = clear_canvas(
        side * k, side * k, edge if edge is not None else (fill[0], fill[1], fill[2])
    )
    centre = (side * k / 2, side * k / 2)
    if edge is not None:
        pygame.draw.circle(canvas, edge, centre, side * k / 2)
        pygame.draw.circle(canvas, fill, centre, side * k / 2 - width * k)
    else:
        pygame.draw.circle(canvas, fill, centre, side * k / 2)
    return shrink(canvas)


def blit_faded(
    surface: pygame.Surface, picture: pygame.Surface, at: tuple[int, int], alpha: float
) -> None:
    """Blit a shared picture at an opacity of 0…1 and leave the picture unchanged."""
    if alpha >= 0.995:
        surface.blit(picture, at)
    elif alpha > 0.005:
        picture.set_alpha(round(alpha * 255))
        surface.blit(picture, at)
        picture.set_alpha(255)


def blit_centred(
    surface: pygame.Surface, picture: pygame.Surface, centre: Point, alpha: float = 1.0
) -> None:
    """Blit a shared picture around a point, at an opacity of 0…1."""
    w, h = picture.get_size()
    blit_faded(surface, picture, (round(centre[0] - w / 2), round(centre[1] - h / 2)), alpha)
