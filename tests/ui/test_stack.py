"""The scene stack: navigation, and which scenes get input, time and a drawing."""

from __future__ import annotations

import pygame
import pytest

from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked, Command, PointerMoved
from game.ui.frame.scene import (
    Ignored,
    Navigation,
    Pop,
    Pulse,
    Push,
    Quit,
    Refresh,
    Replace,
    Reset,
    ToggleFullscreen,
)
from game.ui.frame.stack import SceneStack
from tests.ui.test_loop import Recorder


def names(stack: SceneStack) -> list[str]:
    """The scenes' names, bottom first."""
    return [scene.name for scene in stack.scenes if isinstance(scene, Recorder)]


@pytest.mark.parametrize(
    ("transition", "expected"),
    [
        (None, ["a", "b"]),
        (Ignored(), ["a", "b"]),
        (Pop(), ["a"]),
        (Quit(), []),
        (Refresh(), ["a", "b"]),
        (ToggleFullscreen(), ["a", "b"]),
    ],
)
def test_transitions(context: Context, transition: Navigation | None, expected: list[str]) -> None:
    stack = SceneStack(Recorder(context, "a"), context.painter.view)
    stack.apply(Push(Recorder(context, "b")))
    stack.apply(transition)
    assert names(stack) == expected


def test_transitions_that_bring_a_scene(context: Context) -> None:
    stack = SceneStack(Recorder(context, "a"), context.painter.view)
    stack.apply(Push(Recorder(context, "b")))
    stack.apply(Replace(Recorder(context, "c")))
    assert names(stack) == ["a", "c"]
    stack.apply(Pop(then=Push(Recorder(context, "d"))))
    assert names(stack) == ["a", "d"]
    stack.apply(Reset(Recorder(context, "e")))
    assert names(stack) == ["e"]
    stack.apply(Reset(Recorder(context, "f"), then=Push(Recorder(context, "g"))))
    assert names(stack) == ["f", "g"]


def test_scenes_know_when_they_come_and_go(context: Context) -> None:
    first, second = Recorder(context, "a"), Recorder(context, "b")
    stack = SceneStack(first, context.painter.view)
    stack.apply(Push(second))
    stack.apply(Pop())
    assert first.log == ["resize 1280x800", "enter", "leave", "enter"]
    assert second.log == ["resize 1280x800", "enter", "leave"]


def test_overlays_draw_over_what_lies_below(context: Context) -> None:
    hidden, below = Recorder(context, "hidden"), Recorder(context, "below")
    over = Recorder(context, "over", is_overlay=True)
    stack = SceneStack(hidden, context.painter.view)
    stack.apply(Push(below))
    stack.apply(Push(over))
    stack.draw(pygame.Surface((10, 10)))
    assert "draw" not in hidden.log
    assert below.log[-1] == over.log[-1] == "draw"


def test_a_covered_scene_s_wishes_are_not_granted(context: Context) -> None:
    below, over = Recorder(context, "below"), Recorder(context, "over", is_overlay=True)
    stack = SceneStack(below, context.painter.view)
    stack.apply(Push(over))
    below.pulse = Pulse(transition=Quit())
    stack.update(0.1)
    assert not stack.is_empty


def test_only_the_top_scene_gets_input(context: Context) -> None:
    below, over = Recorder(context), Recorder(context, is_overlay=True)
    stack = SceneStack(below, context.painter.view)
    stack.apply(Push(over))
    stack.handle(Command(None, key="c"))
    stack.handle(PointerMoved((1, 1)))
    assert "Command" not in below.log
    assert over.log[-2:] == ["Command", "PointerMoved"]
    assert stack.handle(CloseAsked())
