"""Opens the room of phones, and draws the square by which a phone finds it."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from game.net.own_address import own_addresses
from game.page.phone import phone_page
from game.page.tables import tables_of
from game.play.phone_room import PhoneRoom
from game.ui.frame.preferences import change_settings
from game.ui.frame.wake import wake

if TYPE_CHECKING:
    from game.ui.frame.context import Context
    from game.ui.layout.rects import Rect

_QUIET_EDGE = 4
"""Modules of white around the square, without which phones do not find it."""


def open_room(context: Context, port: int = 0) -> PhoneRoom:
    """Return the room that is open, or open one, at `port` if that is free. Raises `OSError`."""
    if context.phones is None:
        # Loaded with the first room: 0.2 s that no other screen should wait for.
        from game.net.phones import PhoneServer

        page = phone_page(context.catalogue.language)
        try:
            server = PhoneServer(page, port, wake=wake)
        except OSError:
            if not port:
                raise
            server = PhoneServer(page, wake=wake)
        context.phones = PhoneRoom(server, tables_of, own_addresses())
        if not context.preferences.room_secret:
            change_settings(context, room_secret=context.phones.secret.hex())
        with suppress(ValueError):
            context.phones.secret = bytes.fromhex(context.preferences.room_secret)
    return context.phones


@lru_cache(maxsize=2)
def _modules(text: str) -> tuple[bytes, ...]:
    import segno

    return tuple(map(bytes, segno.make(text, error="m", micro=False).matrix))


def draw_square(surface: pygame.Surface, rect: Rect, text: str) -> None:
    """Draw a QR code, black on white in every theme, with its quiet edge."""
    rows = _modules(text)
    count = len(rows) + 2 * _QUIET_EDGE
    size = max(1, min(rect.w, rect.h) // count)
    left = rect.x + (rect.w - size * count) // 2
    top = rect.y + (rect.h - size * count) // 2
    surface.fill("white", (left, top, size * count, size * count))
    for y, row in enumerate(rows, _QUIET_EDGE):
        for x, is_dark in enumerate(row, _QUIET_EDGE):
            if is_dark:
                surface.fill("black", (left + x * size, top + y * size, size, size))
