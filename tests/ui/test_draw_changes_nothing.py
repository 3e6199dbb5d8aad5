"""Drawing changes nothing: every scene there is, drawn twice, looks and is the same."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from enum import Enum
from functools import cache, partial
from random import Random
from types import BuiltinFunctionType, CellType, FunctionType, MethodType, ModuleType

import pygame
import pytest

from game.bots.service.runner import EngineRunner
from game.locale import Catalogue, Language
from game.storage.profile import Profile
from game.ui.draw.board_picture import BoardPicture
from game.ui.draw.painter import Painter
from game.ui.draw.surface_cache import StillPicture
from game.ui.frame.context import Context
from game.ui.frame.stack import SceneStack
from game.ui.scenes.shared.bag_picture import BagPicture
from tests.gallery import collect_samples, make_context, open_sample
from tests.ui.unseen import SLOW

pytestmark = pytest.mark.slow

SIZE = (1024, 640)

CACHES = (Painter, BoardPicture, BagPicture, StillPicture)
"""Classes that cache rendered pictures and measured words."""

ELSEWHERE = (
    Catalogue,
    Profile,
    EngineRunner,
    Future,
    ModuleType,
    type,
    BuiltinFunctionType,
    threading.Thread,
)
"""Types that are no scene's state: loaded words, the database, the engines' process and the answers
that it fills, code.
"""

Leaves = dict[str, object]


def state_of(thing: object) -> Leaves:
    """Everything reachable from `thing` as path → value; a second way to an object names the
    first, so that exchanging one for an equal one shows where that matters.
    """
    leaves: Leaves = {}
    seen: dict[int, str] = {}
    waiting: list[tuple[str, object]] = [("stack", thing)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, CACHES + ELSEWHERE):
            leaves[path] = id(value)
        elif isinstance(value, Random):
            leaves[path] = value.getstate()
        elif is_plain(value):
            leaves[path] = value
        elif id(value) in seen:
            leaves[path] = f"as {seen[id(value)]}"
        else:
            seen[id(value)] = path
            leaves[path] = f"{type(value).__name__} {id(value)}"
            waiting += ((f"{path}{name}", part) for name, part in parts_of(value))
    return leaves


def is_plain(value: object) -> bool:
    """Whether it cannot change and is compared by what it is."""
    if value is None or isinstance(value, str | int | float | bytes | frozenset | Enum | range):
        return True
    if isinstance(value, tuple):
        return all(map(is_plain, value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return type(value).__hash__ is not None and hash_of(value) is not None
    return False


def hash_of(value: object) -> int | None:
    """Frozen through and through, or None."""
    try:
        return hash(value)
    except TypeError:
        return None


def parts_of(value: object) -> Iterator[tuple[str, object]]:
    """Yield the parts of an object, by name."""
    match value:
        case Mapping():
            yield "#order", " ".join(map(str, value))
            for key, part in value.items():
                yield f"[{key}]", part
        case list() | tuple():
            yield "#", len(value)
            for i, part in enumerate(value):
                yield f"[{i}]", part
        case set():
            yield "#", frozenset(map(id, value))
        case MethodType():
            yield ".__self__", value.__self__
        case FunctionType():
            yield "()", value.__closure__
        case CellType():
            yield "", value.cell_contents
        case _:
            for kind in type(value).__mro__:
                names = kind.__dict__.get("__slots__", ())
                for name in (names,) if isinstance(names, str) else names:
                    if hasattr(value, name):
                        yield f".{name}", getattr(value, name)
            for name, part in getattr(value, "__dict__", {}).items():
                yield f".{name}", part


def draw(stack: SceneStack) -> bytes:
    """The picture now, as bytes."""
    surface = pygame.Surface(SIZE)
    stack.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


@cache
def _painter() -> Painter:
    return make_context(Language.ENGLISH, SIZE).painter


def surroundings() -> Context:
    """Fresh surroundings with pictures that need not be rendered again."""
    context = make_context(Language.ENGLISH, SIZE)
    context.painter = _painter()
    return context


def one_of_each() -> list[str]:
    """A sample of each kind of scene, and of the table every one."""
    kinds: dict[object, str] = {}
    for name, sample in collect_samples().items():
        made = sample.make
        assert isinstance(made, partial)
        at_a_table = name if "table" in str(made.func.__module__) else ""
        kinds.setdefault((made.func, made.keywords.get("scene"), at_a_table), name)
    return list(kinds.values())


@pytest.mark.parametrize("name", one_of_each())
def test_drawing_changes_nothing(name: str) -> None:
    stack = open_sample(collect_samples()[name], surroundings(), SLOW)
    before = state_of(stack)
    first = draw(stack)
    between = state_of(stack)
    assert {p: (v, between.get(p)) for p, v in before.items() if between.get(p) != v} == {}
    assert between.keys() == before.keys()
    assert draw(stack) == first
    assert state_of(stack) == between


class _Counting:
    """A scene that counts its pictures."""

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.drawn = 0

    def look(self) -> None:
        self.drawn += 1
        self.heard.append(self.drawn)


def test_a_change_however_deep_would_be_seen() -> None:
    inner = _Counting()
    outer = {"scene": [lambda: inner.drawn, inner.look]}
    before = state_of(outer)
    assert before == state_of(outer)
    inner.look()
    changed = {p.rsplit(".", 1)[-1] for p, v in state_of(outer).items() if before.get(p) != v}
    assert changed == {"drawn", "heard#", "heard[0]"}
