"""The game's icon, made of its own pieces: `python -m game.tools.app_icon` writes the files."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pygame

from game.resources import resource_root
from game.rules.tiles import Tile
from game.ui.draw.animation import mix_colour
from game.ui.draw.shapes import clear_canvas
from game.ui.draw.sprites import Sprites
from game.ui.draw.sprites.hexagons import fill_hex
from game.ui.draw.theme import DEFAULT_THEME


def render_app_icon(side: int) -> pygame.Surface:
    """A glowing tile in a square of `side` pixels."""
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
    picture = sprites.tile(Tile.parse("798"), side * 0.45)
    icon.blit(picture, picture.get_rect(center=middle))
    return icon


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the icon in the sizes that systems ask for; the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    directory = Path(given[0]) if given else resource_root() / "assets" / "icon"
    directory.mkdir(parents=True, exist_ok=True)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    for side in (32, 64, 128, 256):
        pygame.image.save(render_app_icon(side), directory / f"take-it-easy-{side}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
