"""The scenes look as they did.

`python -m tests.golden.pictures` draws the kept pictures anew.
"""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.each import some
from tests.golden.pictures import FOLDER, PICTURES, difference, draw, load

SMALLEST = (1024, 640)


@pytest.mark.parametrize("name", some(PICTURES, 2))
def test_the_scene_looks_as_it_did(name: str, tmp_path: Path) -> None:
    now = draw(name)
    found = difference(load(name), now)
    if not found.is_small:
        pygame.image.save(now, tmp_path / f"{name}.png")
    assert found.is_small, f"{found}: see {tmp_path / name}.png"


def test_every_kept_picture_is_compared() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(PICTURES)
    assert sum(path.stat().st_size for path in FOLDER.glob("*.png")) < 5_000_000


def moved(picture: pygame.Surface, area: pygame.Rect, by: tuple[int, int]) -> pygame.Surface:
    """The picture with one part of it a little elsewhere."""
    other = picture.copy()
    other.blit(picture.subsurface(area).copy(), area.move(*by))
    return other


def lighter(picture: pygame.Surface, by: int) -> pygame.Surface:
    """The picture with every pixel a little lighter."""
    other = picture.copy()
    other.fill((by, by, by), special_flags=pygame.BLEND_RGB_ADD)
    return other


def test_the_comparison_tells_changes_from_shades() -> None:
    kept = load("play-solo")
    smooth = pygame.transform.smoothscale(
        pygame.transform.smoothscale(kept, (1280, 800)), kept.get_size()
    )
    assert difference(kept, smooth).is_small
    assert difference(kept, lighter(kept, 4)).is_small
    assert not difference(kept, lighter(kept, 24)).is_small
    panel = pygame.Rect(518, 125, 112, 155)
    assert not difference(kept, moved(kept, panel, (3, 0))).is_small
    assert not difference(kept, moved(kept, panel, (0, -3))).is_small
    tile = pygame.Rect(345, 125, 64, 64)
    assert not difference(kept, moved(kept, tile, (56, 32))).is_small
