"""Every screen of the game in its interesting states, for pictures and for tests.

They are data: the `.toml` files of this folder, one table a picture,

    [pause]
    of = "pause"            # a function of the `.py` file of that name, or a class: "ui.scenes.…"
    seconds = 0.2           # to pass before the picture is taken; 0.3 by default
    below = "play-solo"     # the scene below an overlay
    rules = "classic free single none"      # and all other arguments of the function

`python -m tests.gallery` draws them; the same pictures are the goldens' source.
"""

import pkgutil
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
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
from game.ui.frame.scene import Push, Scene
from game.ui.frame.stack import SceneStack
from game.ui.layout.rects import make_view
from game.ui.scenes.routes import SceneRoutes

NOW: Final = datetime(2026, 11, 21, 14, 48, tzinfo=UTC)
"""The time of the samples' clock."""

_FOLDER: Final = Path(__file__).parent
_FRAME: Final = 1 / 60


@dataclass(frozen=True, slots=True)
class Sample:
    """A scene to show, the seconds to pass first, and an overlay's scene below.

    `make` must use the context's clock and random only, so that the picture is the same each time.
    """

    make: Callable[[Context], Scene]
    seconds: float = 0.3
    below: Callable[[Context], Scene] | None = None


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


@cache
def first_samples() -> frozenset[str]:
    """Return the names of one sample of each kind of page: the first that its maker makes."""
    firsts: dict[str, str] = {}
    for path in sorted(_FOLDER.glob("*.toml")):
        for name, state in tomllib.loads(path.read_text(encoding="utf-8")).items():
            firsts.setdefault(f"{path.stem} {state['of']}", name)
    return frozenset(firsts.values())


def _sample(states: Mapping[str, Mapping[str, Any]], name: str) -> Sample:
    state = dict(states[name])
    of, file = state.pop("of"), state.pop("file")
    seconds, below = state.pop("seconds", 0.3), state.pop("below", None)
    maker = pkgutil.resolve_name(f"game.{of}" if "." in of else f"tests.gallery.{file}.{of}")
    return Sample(partial(maker, **state), seconds, below and _sample(states, below).make)


def make_context(
    language: Language, size: tuple[int, int], scale: float = 1.0, theme: str = THEMES[0]
) -> Context:
    """Return surroundings that are the same each time: a fixed seed, a clock that does not move."""
    context = Context(
        Painter(make_view(size, scale), find_theme(theme, STRIPE_SETS[0])),
        load_catalogue(language),
        SceneRoutes,
        Settings(language=language.value, interface_scale=scale, theme=theme, has_rival=False),
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
    """Return the sample's picture after its seconds; its engines answer no other sample."""
    surface, engines = pygame.Surface(size), context.engines
    open_sample(sample, context).draw(surface)
    context.engines = engines
    return surface


def _pass(stack: SceneStack, seconds: float, frame: float) -> None:
    stack.update(0.0)
    for _ in range(round(seconds / frame)):
        stack.update(frame)
