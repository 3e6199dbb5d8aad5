"""Draws every scene in every language as PNG, without a screen.

    python -m tests.gallery FOLDER [--scene PART] [--lang de] [--size 1280x800]
        [--scale 0.75] [--scale most] [--theme daylight]

Files are named `scene-size-lang.png`, with the percent of another interface scale behind the size.
A scale that a window has no room for is the last that it has, drawn once.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from itertools import product
from math import inf
from pathlib import Path
from typing import Final

import pygame

from game.locale import Language
from game.ui.draw.theme import THEMES
from game.ui.layout.rects import find_scale_ends
from tests.gallery import collect_samples, make_context, render_sample

SIZES: Final = ((1024, 640), (1280, 800), (1920, 1080))


def _parse_size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


def _parse_scale(text: str) -> float:
    return {"least": 0.0, "most": inf}[text] if text in ("least", "most") else float(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Render what the arguments ask for; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scene", action="append", help="only names containing this")
    parser.add_argument("--lang", action="append", type=Language)
    parser.add_argument("--size", action="append", type=_parse_size, help="such as 1280x800")
    parser.add_argument(
        "--scale", action="append", type=_parse_scale, help="such as 0.75, least or most"
    )
    parser.add_argument("--theme", choices=THEMES, default=THEMES[0])
    options = parser.parse_args(arguments)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    options.folder.mkdir(parents=True, exist_ok=True)
    samples = {
        name: sample
        for name, sample in collect_samples().items()
        if not options.scene or any(part in name for part in options.scene)
    }
    languages: Iterable[Language] = options.lang or tuple(Language)
    count = 0
    for size in options.size or SIZES:
        least, most = find_scale_ends(size)
        scales = dict.fromkeys(min(most, max(least, scale)) for scale in options.scale or (1.0,))
        for scale, language in product(scales, languages):
            context = make_context(language, size, scale, options.theme)
            percent = "" if scale == 1.0 else f"-{scale:.0%}".rstrip("%")
            for name, sample in samples.items():
                picture = render_sample(sample, context, size)
                file = f"{name}-{size[0]}x{size[1]}{percent}-{language.value}.png"
                pygame.image.save(picture, options.folder / file)
                count += 1
    print(f"{count} pictures in {options.folder}")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
