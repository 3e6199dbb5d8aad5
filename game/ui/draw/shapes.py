"""Smooth rounded boxes, shadows, rings and discs: drawn large, scaled down."""

from functools import lru_cache
from typing import Final

import pygame

from game.ui.draw.theme import BLACK, Colour

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


def shrink(canvas: pygame.Surface, factor: int = SUPERSAMPLE) -> pygame.Surface:
    """Return a canvas scaled down smoothly by a whole factor."""
    w, h = canvas.get_size()
    return pygame.transform.smoothscale(canvas, (max(1, w // factor), max(1, h // factor)))


@lru_cache(64)
def _corner_piece(
    radius: int, fill: tuple[int, ...], edge: Colour | None, width: float
) -> pygame.Surface:
    """Return a smallest rounded box: two corners wide and high with one stretchable pixel
    between. Boxes of many sizes share it.
    """
    k = SUPERSAMPLE
    side = 2 * radius + 2
    piece = clear_canvas(
        side * k, side * k, edge if edge is not None else (fill[0], fill[1], fill[2])
    )
    rect = pygame.Rect(0, 0, side * k, side * k)
    if edge is not None and width > 0:
        pygame.draw.rect(piece, edge, rect, border_radius=radius * k)
        inner = max(1, round(width * k))
        rect = rect.inflate(-2 * inner, -2 * inner)
        pygame.draw.rect(piece, fill, rect, border_radius=max(0, radius * k - inner))
    else:
        pygame.draw.rect(piece, fill, rect, border_radius=radius * k)
    return shrink(piece)


def _stretch(piece: pygame.Surface, w: int, h: int, r: int) -> pygame.Surface:
    """Nine-slice: corners of `r` pixels as they are, the single pixels between stretched."""
    out = pygame.Surface((w, h), pygame.SRCALPHA)
    side = piece.get_width()
    far, scale = side - r, pygame.transform.scale
    for sx, dx in ((0, 0), (far, w - r)):
        for sy, dy in ((0, 0), (far, h - r)):
            out.blit(piece, (dx, dy), (sx, sy, r, r))
    if w > 2 * r:
        for sy, dy in ((0, 0), (far, h - r)):
            out.blit(scale(piece.subsurface(r, sy, 1, r), (w - 2 * r, r)), (r, dy))
    if h > 2 * r:
        for sx, dx in ((0, 0), (far, w - r)):
            out.blit(scale(piece.subsurface(sx, r, r, 1), (r, h - 2 * r)), (dx, r))
    if w > 2 * r and h > 2 * r:
        out.fill(piece.get_at((r, r)), (r, r, w - 2 * r, h - 2 * r))
    return out


def box(
    size: tuple[int, int],
    radius: int,
    fill: tuple[int, ...],
    edge: Colour | None = None,
    width: float = 0.0,
) -> pygame.Surface:
    """Return a rounded box of `size` pixels; `fill` may carry an alpha, `width` is the edge's."""
    w, h = max(4, size[0]), max(4, size[1])
    radius = max(1, min(max(radius, round(width) + 1), w // 2 - 1, h // 2 - 1))
    return _stretch(_corner_piece(radius, fill, edge, width), w, h, radius)


def shadow(
    size: tuple[int, int], radius: int, blur: int, colour: tuple[int, int, int, int]
) -> pygame.Surface:
    """Return a blurred box of a colour with alpha, larger than `size` by `blur` on every side."""
    w, h = size
    reach = radius + 2 * blur
    side = 2 * reach + 2
    piece = clear_canvas(side, side, colour[:3])
    pygame.draw.rect(
        piece, colour, (blur, blur, side - 2 * blur, side - 2 * blur), border_radius=radius
    )
    if blur > 0:
        piece = pygame.transform.gaussian_blur(piece, max(1, blur // 2))
    total = (w + 2 * blur, h + 2 * blur)
    reach = min(reach, total[0] // 2, total[1] // 2)
    return _stretch(piece, total[0], total[1], reach)


def ring(size: tuple[int, int], radius: int, colour: Colour, width: float) -> pygame.Surface:
    """Return an empty rounded frame."""
    k = SUPERSAMPLE
    w, h = max(4, size[0]), max(4, size[1])
    radius = max(1, min(radius, w // 2 - 1, h // 2 - 1))
    reach = max(radius, round(width) + 1)
    side = 2 * reach + 2
    piece = clear_canvas(side * k, side * k, colour)
    pygame.draw.rect(
        piece, colour, piece.get_rect(), width=max(1, round(width * k)), border_radius=radius * k
    )
    return _stretch(shrink(piece), w, h, min(reach, w // 2, h // 2))


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
    """Blit a shared picture at an opacity of 0…1 and leave it as it was."""
    if alpha >= 0.995:
        surface.blit(picture, at)
    elif alpha > 0.005:
        picture.set_alpha(round(alpha * 255))
        surface.blit(picture, at)
        picture.set_alpha(255)
