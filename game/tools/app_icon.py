"""Draws the game's icon with the game's own drawing: `python -m game.tools.app_icon`."""

import io
import os
import struct
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import pygame

from game.resources import resource_root
from game.rules.tiles import Tile
from game.ui.draw.animation import mix_colour
from game.ui.draw.shapes import clear_canvas
from game.ui.draw.sprites.hexagons import fill_hex
from game.ui.draw.sprites.pieces import Sprites
from game.ui.draw.theme import DEFAULT_THEME
from game.ui.layout.hexagon import hex_corners

ICON_TILE: Final = Tile.parse("798")
ICNS_TYPES: Final = {128: b"ic07", 256: b"ic08", 512: b"ic09"}
DIGITS: Final = {
    "7": "M-7 -10 H7 L-2 10",
    "8": "M0 -10 A5 5 0 0 1 0 0 A5 5 0 0 1 0 -10 Z M0 0 A6 5.5 0 0 1 0 11 A6 5.5 0 0 1 0 0 Z",
    "9": "M6 -4 A6 6 0 1 1 6 -4.1 L6 -4 Q6 7 -2 10",
}
"""The digits as SVG paths around their middle."""


def render_app_icon(side: int) -> pygame.Surface:
    """Draw a glowing tile in a square of `side` pixels."""
    palette = DEFAULT_THEME.palette
    icon = clear_canvas(side, side, palette.accent)
    middle = (side / 2, side / 2)
    fill_hex(icon, (*palette.accent, 170), middle, side * 0.475)
    icon = pygame.transform.gaussian_blur(icon, max(1, side // 40))
    rim = clear_canvas(side * 4, side * 4, palette.accent)
    fill_hex(rim, palette.accent, (side * 2, side * 2), side * 4 * 0.482)
    inner = mix_colour(palette.accent, palette.outline, 0.85)
    fill_hex(rim, inner, (side * 2, side * 2), side * 4 * 0.462)
    icon.blit(pygame.transform.smoothscale(rim, (side, side)), (0, 0))
    sprites = Sprites(DEFAULT_THEME)
    picture = sprites.tile(ICON_TILE, side * 0.45)
    icon.blit(picture, picture.get_rect(center=middle))
    return icon


def icon_ico(pictures: Mapping[int, bytes]) -> bytes:
    """Return a Windows icon with these PNG files by size (at most 256 pixels)."""
    head, entries, body = struct.pack("<HHH", 0, 1, len(pictures)), b"", b""
    for side, png in sorted(pictures.items()):
        offset = len(head) + 16 * len(pictures) + len(body)
        entries += struct.pack("<BBBBHHII", side % 256, side % 256, 0, 0, 1, 32, len(png), offset)
        body += png
    return head + entries + body


def icon_icns(pictures: Mapping[int, bytes]) -> bytes:
    """Return a macOS icon with those of these PNG files by size whose sizes it supports."""
    chunks = [
        struct.pack(">4sI", ICNS_TYPES[side], len(png) + 8) + png
        for side, png in sorted(pictures.items())
        if side in ICNS_TYPES
    ]
    body = b"".join(chunks)
    return struct.pack(">4sI", b"icns", len(body) + 8) + body


def icon_svg() -> str:
    """Return the icon as SVG: the tile's three stripes, higher numbers over lower, and digits."""
    theme = DEFAULT_THEME
    palette = theme.palette

    def hexagon(radius: float) -> str:
        return " ".join(f"{x:.2f},{y:.2f}" for x, y in hex_corners((64, 64), radius))

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="512" height="512">',
        "<title>Take It Easy!</title>",
        f'<polygon points="{hexagon(61)}" fill="{_css(palette.accent)}"/>',
        f'<polygon points="{hexagon(58)}" fill="{_css(palette.outline)}"/>',
        f'<polygon points="{hexagon(54)}" fill="{_css(palette.plate)}"/>',
    ]
    tile = ICON_TILE
    stripes = ((tile.rising, 60), (tile.falling, -60), (tile.vertical, 0))
    for number, angle in sorted(stripes, key=lambda stripe: stripe[0] or 0):
        assert number is not None
        turn = f'transform="rotate({angle} 64 64)"'
        colour = _css(theme.stripes[number])
        parts.append(f'<rect x="51" y="17.2" width="26" height="93.6" fill="{colour}" {turn}/>')
        shine = 'fill="#fff" fill-opacity="0.28"'
        parts.append(f'<rect x="54" y="17.2" width="6" height="93.6" {shine} {turn}/>')
    for text, x, y in zip(str(tile), (32, 64, 96), (88, 28, 88), strict=True):
        for width, ink in ((9, palette.outline), (4.5, palette.ink)):
            parts.append(
                f'<path d="{DIGITS[text]}" transform="translate({x} {y})" fill="none" '
                f'stroke="{_css(ink)}" stroke-width="{width}" stroke-linecap="round" '
                'stroke-linejoin="round"/>'
            )
    return "\n".join([*parts, "</svg>", ""])


def _css(colour: Sequence[int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour[:3])


def _png(side: int) -> bytes:
    target = io.BytesIO()
    pygame.image.save(render_app_icon(side), target, "icon.png")
    return target.getvalue()


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the icon in the sizes that systems need; return the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    directory = Path(given[0]) if given else resource_root() / "assets" / "icon"
    directory.mkdir(parents=True, exist_ok=True)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pictures = {side: _png(side) for side in (16, 24, 32, 48, 64, 128, 256, 512)}
    for side in (32, 64, 128, 256, 512):
        (directory / f"take-it-easy-{side}.png").write_bytes(pictures[side])
    windows = {side: png for side, png in pictures.items() if side <= 256 and side != 128}
    (directory / "take-it-easy.ico").write_bytes(icon_ico(windows))
    (directory / "take-it-easy.icns").write_bytes(icon_icns(pictures))
    (directory / "take-it-easy.svg").write_text(icon_svg(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
