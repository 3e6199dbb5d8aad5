"""Draws every scene in every language as PNG, without a screen.

    python -m game.tools.gallery OUTDIR [--scene PART] [--lang de] [--size 1280x800]
        [--scale 0.75] [--scale most] [--theme daylight]

What there is to show is data: the `.toml` files of `game/tools/samples`, one table a picture,

    [pause]
    of = "pause"            # a function of the `.py` file beside it, or a class: "ui.scenes.…"
    seconds = 0.2           # let pass before the picture is taken; 0.3 where it is not said
    below = "play-solo"     # what an overlay lies over
    rules = "classic free single none"      # and whatever else the function is told

Files are named `scene-size-lang.png`, with the percent of another interface scale behind the size.
A scale that a window has no room for is the last that it has, drawn once. The same pictures are
the goldens' source.
"""

import argparse
import os
import pkgutil
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from itertools import product
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame

from game.locale import Language, load_catalogue
from game.storage.settings import Settings
from game.storage.store import Storage
from game.ui.draw.painter import Painter
from game.ui.draw.theme import STRIPE_SETS, THEMES, find_theme
from game.ui.frame.context import Context
from game.ui.frame.scene import Push
from game.ui.frame.stack import SceneStack
from game.ui.layout.rects import find_scale_ends, make_view
from game.ui.scenes.routes import SceneRoutes
from game.ui.widgets.scenes import SceneMaker

SIZES: Final = ((1024, 640), (1280, 800), (1920, 1080))
NOW: Final = datetime(2026, 11, 21, 14, 48, tzinfo=UTC)
"""What the samples' clock shows."""

_FOLDER: Final = Path(__file__).with_name("samples")
_FRAME: Final = 1 / 60


@dataclass(frozen=True, slots=True)
class Sample:
    """A scene to show: how to make it, how many seconds to let pass first, and for overlays
    what lies below. `make` must use the context's clock and random only, so that the picture
    is the same each time.
    """

    make: SceneMaker
    seconds: float = 0.3
    below: SceneMaker | None = None


@cache
def collect_samples(*files: str) -> Mapping[str, Sample]:
    """Everything that there is to show, by name; of those files alone, where some are named."""
    states: dict[str, dict[str, Any]] = {}
    for path in sorted(_FOLDER.glob("*.toml")):
        for name, state in tomllib.loads(path.read_text(encoding="utf-8")).items():
            states[name] = {"file": path.stem, **state}
    return {
        name: _sample(states, name)
        for name, state in states.items()
        if not files or state["file"] in files
    }


def _sample(states: Mapping[str, Mapping[str, Any]], name: str) -> Sample:
    state = dict(states[name])
    of, file = state.pop("of"), state.pop("file")
    seconds, below = state.pop("seconds", 0.3), state.pop("below", None)
    maker = pkgutil.resolve_name(f"game.{of}" if "." in of else f"game.tools.samples.{file}.{of}")
    return Sample(partial(maker, **state), seconds, below and _sample(states, below).make)


def make_context(
    language: Language, size: tuple[int, int], scale: float = 1.0, theme: str = THEMES[0]
) -> Context:
    """Surroundings that are the same each time: a fixed seed, a clock that stands still."""
    context = Context(
        Painter(make_view(size, scale), find_theme(theme, STRIPE_SETS[0])),
        load_catalogue(language),
        SceneRoutes,
        Settings(language=language.value, interface_scale=scale, theme=theme),
        now=lambda: 0.0,
        random=Random(7),
    )
    empty_store(context)
    return context


def empty_store(context: Context) -> None:
    """Begin with a store in which nothing was played yet, at the samples' hour."""
    context.store = Storage.in_memory(context.preferences)
    context.store.clock = lambda: NOW


def open_sample(sample: Sample, context: Context, frame: float = _FRAME) -> SceneStack:
    """Return the sample's scenes after its seconds, in frames of so many; what was kept before is
    forgotten.
    """
    empty_store(context)
    first = sample.below(context) if sample.below is not None else sample.make(context)
    stack = SceneStack(first, context.painter.view)
    if sample.below is not None:
        _pass(stack, 1.0, frame)
        stack.apply(Push(sample.make(context)))
    _pass(stack, sample.seconds, frame)
    return stack


def render_sample(sample: Sample, context: Context, size: tuple[int, int]) -> pygame.Surface:
    """Return the sample's picture after its seconds."""
    surface = pygame.Surface(size)
    open_sample(sample, context).draw(surface)
    return surface


def _pass(stack: SceneStack, seconds: float, frame: float) -> None:
    stack.update(0.0)
    for _ in range(round(seconds / frame)):
        stack.update(frame)


def _parse_size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


def _parse_scale(text: str) -> float:
    return {"least": 0.0, "most": inf}[text] if text in ("least", "most") else float(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Render what the arguments ask for; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m game.tools.gallery", description=__doc__)
    parser.add_argument("outdir", type=Path)
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
    options.outdir.mkdir(parents=True, exist_ok=True)
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
                pygame.image.save(picture, options.outdir / file)
                count += 1
    print(f"{count} pictures in {options.outdir}")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
