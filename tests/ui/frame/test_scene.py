"""The answers of a scene, and those of one that does nothing."""

from __future__ import annotations

import inspect

import pygame

from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked, Command
from game.ui.frame.outline import Outline
from game.ui.frame.scene import (
    ANIMATING,
    STILL,
    Doorway,
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
from game.ui.frame.topics import Topic
from game.ui.layout.rects import Rect, make_view
from game.ui.widgets.scenes import BaseScene


def test_a_pulse_draws_leads_on_or_works_only_where_it_says_so(context: Context) -> None:
    page = Push(BaseScene(context))
    for pulse, needs_frame, transition, has_work in (
        (Pulse(), False, None, False),
        (STILL, False, None, False),
        (ANIMATING, True, None, False),
        (Pulse(True, page), True, page, False),
        (Pulse(transition=page), False, page, False),
        (Pulse(has_work=True), False, None, True),
    ):
        assert (pulse.needs_frame, pulse.transition, pulse.has_work) == (
            needs_frame,
            transition,
            has_work,
        )


def test_a_navigation_names_its_scene_and_what_follows(context: Context) -> None:
    page, after = BaseScene(context), Quit()
    assert [Push(page).scene, Replace(page).scene, Reset(page).scene] == [page] * 3
    assert [Pop().then, Reset(page).then] == [None, None]
    assert [Pop(after).then, Reset(page, after).then] == [after, after]
    kinds = {Push, Pop, Replace, Reset, Refresh, ToggleFullscreen, Ignored, Quit}
    assert {*Navigation.__args__} == kinds
    door = Doorway(9, Rect(1, 2, 3, 4), (5, 6, 7))
    assert (door.number, door.rect, door.colour) == (9, (1, 2, 3, 4), (5, 6, 7))


def test_a_scene_that_does_nothing_has_an_answer_to_all_that_is_asked(context: Context) -> None:
    scene, view = BaseScene(context), make_view((1024, 640))
    assert scene.view == context.painter.view
    SceneStack(scene, view)
    assert scene.view == view
    # A field is declared in the protocol, and a method has there its parameters.
    fields: dict[str, object] = {
        "is_overlay": False,
        "has_entrance": False,
        "unasked": 0,
        "has_unsaved": False,
    }
    fields |= {"holds_arrivals": None, "text_area": None}
    assert {name: getattr(scene, name) for name in fields} == fields
    names = {*vars(Scene), *Scene.__annotations__}
    methods = {n for n in names if not n.startswith("_")} - fields.keys()
    for name in methods:
        asked, taken = (inspect.signature(getattr(one, name)) for one in (Scene, BaseScene))
        assert [*asked.parameters] == [*taken.parameters], name
    scene.enter()
    scene.leave()
    answers: list[object] = [
        scene.lying(),
        scene.doorways(),
        scene.outline(),
        scene.update(0.1),
        scene.give_keyboard(1),
        {scene.read(topic) for topic in Topic},
        {scene.read_on(topic, number) for topic in Topic for number in (0, 1)},
    ]
    assert answers == [None, [], Outline(()), STILL, False, {""}, {""}]
    for intent in (CloseAsked(), Command(None)):
        assert isinstance(scene.handle(intent), Ignored)
    drawn, sky = pygame.Surface((64, 40)), pygame.Surface((64, 40))
    scene.draw(drawn)
    context.painter.draw_background(sky)
    assert pygame.image.tobytes(drawn, "RGB") == pygame.image.tobytes(sky, "RGB")
