"""Pictures of the scenes that must not change unseen: `python -m tests.golden.pictures` draws them
anew; look at them before keeping them. `python -m tests.golden.pictures --compare OUTDIR` keeps
nothing and writes what is there now beside what is kept, for those that differ.

Each is a sample of the gallery at 1280×800 in one of the four languages, kept at half that size.
Another build of FreeType or SDL shades edges a little differently, so pictures are compared by the
mean colour of small cells, and a few cells may differ a little more; a panel, a tile or a word that
moved, changed or went missing differs by far more than that.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame

from game.locale import Language
from game.ui.draw.theme import THEMES
from tests.gallery import collect_samples, make_context, render_sample

__all__ = ["FOLDER", "PICTURES", "Difference", "difference", "draw", "load"]

FOLDER: Final = Path(__file__).parent / "pictures"
SIZE: Final = (1280, 800)
KEPT: Final = (640, 400)

PICTURES: Final = {
    "daily": "en",
    "language": "en",
    "menu": "en",
    "setup-waiting": "de",
    "setup-full": "fr",
    "play-start": "ro",
    "play-solo": "en",
    "play-daffodil": "fr",
    "play-closing": "ro",
    "play-seats": "de",
    "play-league": "fr",
    "breakdown": "de",
    "breakdown-rounds": "ro",
    "rules-2-scoring": "fr",
    "records": "ro",
    "settings-general": "de",
    "tutorial-misfit": "en",
    "review-waiting": "en",
    "daily@daylight": "de",
    "menu@daylight": "ro",
    "play-solo@daylight": "de",
    "breakdown@daylight": "fr",
    "settings-look@daylight": "en",
    "setup-changed@daylight": "en",
    "menu@contrast": "fr",
    "play-solo@contrast": "ro",
    "play-daffodil@contrast": "en",
    "review-waiting@contrast": "de",
}
"""Sample, perhaps with a theme after `@` → language."""

_CELL: Final = 8
NEAR: Final = 18.0
"""Cells whose mean colour differs by more (of 255, in any channel) count as changed."""
FAR: Final = 45.0
"""No cell at all may differ by more."""
FEW: Final = 0.005
"""The share of the cells that may be changed."""

_Cells = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Difference:
    """The distance of two pictures: the share of changed cells, and the farthest cell."""

    share: float
    farthest: float

    @property
    def is_small(self) -> bool:
        """Whether another build of the same libraries could account for it."""
        return self.share <= FEW and self.farthest <= FAR


def draw(name: str) -> pygame.Surface:
    """The picture as it is now, at the size in which it is kept. Needs a video mode."""
    sample, _, theme = name.partition("@")
    context = make_context(Language(PICTURES[name]), SIZE, theme=theme or THEMES[0])
    picture = render_sample(collect_samples()[sample], context, SIZE)
    return pygame.transform.smoothscale(picture, KEPT)


def load(name: str) -> pygame.Surface:
    """The picture as it is kept."""
    return pygame.image.load(FOLDER / f"{name}.png")


def difference(one: pygame.Surface, other: pygame.Surface) -> Difference:
    """Compare two pictures of the same size."""
    apart = np.abs(_cells(one) - _cells(other)).max(axis=2)
    return Difference(float((apart > NEAR).mean()), float(apart.max()))


def _cells(picture: pygame.Surface) -> _Cells:
    """The mean colour of each cell, (columns, rows, 3)."""
    pixels = pygame.surfarray.array3d(picture).astype(np.float64)
    columns, rows = pixels.shape[0] // _CELL, pixels.shape[1] // _CELL
    cut = pixels[: columns * _CELL, : rows * _CELL]
    cells: _Cells = cut.reshape(columns, _CELL, rows, _CELL, 3).mean(axis=(1, 3))
    return cells


def _differing() -> Iterator[tuple[str, pygame.Surface, Difference | None]]:
    for name in PICTURES:
        now = draw(name)
        found = difference(load(name), now) if (FOLDER / f"{name}.png").exists() else None
        yield name, now, found


def main() -> None:
    """Draw all pictures anew, or write those that differ into a folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.pictures", description=__doc__)
    parser.add_argument("--compare", type=Path, metavar="OUTDIR")
    options = parser.parse_args()
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    outdir: Path = options.compare or FOLDER
    outdir.mkdir(parents=True, exist_ok=True)
    for name, now, found in _differing():
        if found is not None:
            print(f"{name}: {found.share:.2%} of the cells, the farthest by {found.farthest:.0f}")
        if options.compare is None:
            # Another build of a library changes files, and no cell: those are not written anew.
            if found is None or found.share:
                pygame.image.save(now, outdir / f"{name}.png")
        elif found is not None and not found.is_small:
            both = pygame.Surface((KEPT[0] * 2, KEPT[1]))
            both.blit(load(name), (0, 0))
            both.blit(now, (KEPT[0], 0))
            pygame.image.save(both, outdir / f"{name}.png")


if __name__ == "__main__":
    main()
