"""The scene stack: navigation, and which scenes get input, time and a drawing."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest

from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked, Command, Dropped, PointerMoved
from game.ui.frame.scene import (
    ANIMATING,
    STILL,
    Ignored,
    Navigation,
    Pop,
    Pulse,
    Push,
    Quit,
    Refresh,
    Replace,
    Reset,
    Scene,
    ToggleFullscreen,
)
from game.ui.frame.stack import SceneStack
from game.ui.layout.rects import make_view
from tests.ui.test_loop import Recorder


def names(stack: SceneStack) -> list[str]:
    """The scenes' names, bottom first."""
    return [scene.name for scene in stack.scenes if isinstance(scene, Recorder)]


@pytest.mark.parametrize(
    ("navigation", "expected"),
    [
        (None, (["a", "b"], True, False, False)),
        (Ignored(), (["a", "b"], False, False, False)),
        (Pop(), (["a"], True, False, False)),
        (Quit(), ([], True, False, False)),
        (Refresh(), (["a", "b"], True, True, False)),
        (ToggleFullscreen(), (["a", "b"], True, False, True)),
    ],
)
def test_navigation_changes_the_scenes_or_asks_the_loop(
    context: Context, navigation: Navigation | None, expected: tuple[list[str], bool, bool, bool]
) -> None:
    stack = SceneStack(Recorder(context, "a"), context.painter.view)
    stack.apply(Push(Recorder(context, "b")))
    needs_frame = stack.apply(navigation)
    wishes = stack.wants_refresh, stack.wants_fullscreen_toggle
    assert (names(stack), needs_frame, *wishes) == expected


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
    log: list[str] = []
    scenes = [Recorder(context, name) for name in "abcd"]
    for scene in scenes:
        scene.log = Named(scene.name, log)
    a, b, c, d = scenes
    stack = SceneStack(a, make_view((640, 400)))
    for navigation, expected in (
        (None, "a resize 640x400, a enter"),
        (Push(b), "a leave, b resize 640x400, b enter"),
        (Replace(c), "b leave, c resize 640x400, c enter"),
        (Pop(), "c leave, a enter"),
        (Push(b), "a leave, b resize 640x400, b enter"),
        (Reset(d, then=Push(c)), "b leave, a leave, d resize 640x400, d enter, "
                                 "d leave, c resize 640x400, c enter"),
        (Pop(then=Push(b)), "c leave, d enter, d leave, b resize 640x400, b enter"),
        (Quit(), "b leave, d leave"),
    ):  # fmt: skip
        stack.apply(navigation)
        assert ", ".join(log) == expected
        log.clear()


class Named(list[str]):
    """A scene's log whose entries go into one of all scenes, behind the scene's name."""

    def __init__(self, name: str, log: list[str]) -> None:
        super().__init__()
        self.name, self.all = name, log

    def append(self, entry: str) -> None:
        self.all.append(f"{self.name} {entry}")


def test_all_scenes_are_laid_out_and_a_new_one_for_the_latest_size(context: Context) -> None:
    first, second, third = (Recorder(context, name) for name in "abc")
    stack = SceneStack(first, context.painter.view)
    stack.apply(Push(second))
    stack.resize(make_view((640, 400)))
    stack.apply(Push(third))
    assert [scene.log[-1] for scene in (first, second)] == ["resize 640x400", "leave"]
    assert [scene.view.area.w for scene in (first, second, third)] == [640] * 3


def test_visible_scenes_get_their_time_and_any_of_them_has_a_frame_or_work(
    context: Context,
) -> None:
    hidden, below = Recorder(context, "hidden"), Recorder(context, "below")
    over = Recorder(context, "over", is_overlay=True)
    stack = SceneStack(hidden, context.painter.view)
    stack.apply(Push(below))
    stack.apply(Push(over))
    for pulses, expected in (
        ((STILL, STILL, STILL), (False, False)),
        ((ANIMATING, STILL, STILL), (False, False)),
        ((STILL, ANIMATING, STILL), (True, False)),
        ((STILL, STILL, ANIMATING), (True, False)),
        ((Pulse(has_work=True), STILL, STILL), (False, False)),
        ((STILL, Pulse(has_work=True), STILL), (False, True)),
        ((STILL, STILL, Pulse(has_work=True)), (False, True)),
        ((STILL, STILL, Pulse(transition=Refresh())), (True, False)),
    ):
        hidden.pulse, below.pulse, over.pulse = pulses
        assert (stack.update(0.1), stack.has_work) == expected
    assert (hidden.times, below.times) == ([], [0.1] * 8)


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


def test_the_question_before_the_end_is_asked_once(context: Context) -> None:
    first = Recorder(context)
    stack, question = SceneStack(first, context.painter.view), Recorder(context, is_overlay=True)
    asked: list[object] = []

    def ask(scenes: Sequence[Scene]) -> Scene:
        asked.append(scenes)
        return question

    stack.before_quit = ask
    first.answer = question.answer = None
    for times in (1, 2):
        stack.handle(CloseAsked())
        assert (stack.scenes, asked) == ((first, question), [(first,)] * times)
        if times == 1:
            # A player who stays is asked the next time too.
            stack.apply(Pop())
    question.answer = Ignored()
    stack.handle(Command(Action.QUIT))
    assert stack.is_empty
    assert len(asked) == 2


def test_what_is_pasted_or_dropped_is_opened_where_no_scene_takes_it(context: Context) -> None:
    given: list[object] = []
    scene, opened = Recorder(context), Recorder(context)
    stack = SceneStack(scene, context.painter.view)

    def take_in(scenes: Sequence[Scene], dropped: Dropped | None) -> Navigation:
        given.append((scenes, dropped))
        return Push(opened)

    stack.take_in = take_in
    dropped = Dropped("/a/match.txt")
    for intent, value in ((Command(Action.PASTE), None), (dropped, dropped)):
        assert stack.handle(intent)
        assert given == [((scene,), value)]
        assert stack.top is opened
        stack.apply(Pop())
        given.clear()
    for action in (Action.PASTE, Action.FULLSCREEN):
        assert not stack.handle(Command(action, is_repeat=True))
    assert not stack.wants_fullscreen_toggle
    scene.answer = None
    stack.handle(dropped)
    assert given == []
