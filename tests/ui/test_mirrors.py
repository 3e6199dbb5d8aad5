"""Whatever has a mirror does the opposite of it: earlier and later, next and previous, on and off.

One page of each kind, and all settings: each part is pressed one way and back. A part that is there
and named but does its mirror's work is noticed here, whatever page it is on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

import pytest

from game.locale import Language
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action
from game.ui.frame.intents import Command
from game.ui.frame.stack import SceneStack
from game.ui.parts import PageScene
from game.ui.widgets import IconButton, Segmented, Slider, Stepper, Toggle
from tests.gallery import collect_samples, make_context, open_sample
from tests.ui.test_draw_changes_nothing import one_of_each
from tests.ui.unseen import SLOW

ARROWS = {"daily.earlier": "daily.later"}
"""Buttons that turn a page, by their ids: back, and forth."""


REFUSED = {"settings.speech"}
"""Switches that stay off here: nothing can speak."""


def read(page: PageScene) -> str:
    return page.spoken(page.root)


def command(action: Action) -> Command:
    return Command(action, key=DEFAULT_BINDINGS.keys(action)[0])


def value(page: PageScene, id: Hashable) -> float:
    """The place of a part's value among those that it can have."""
    match page.part(id):
        case Slider(value=value):
            return value
        case Toggle(is_on=is_on):
            return is_on
        case Stepper(values=values, value=value):
            return [*values].index(value)
        case Segmented(options=options, value=value):
            return [option for option, _ in options].index(value)
        case other:
            raise AssertionError(other)


@pytest.mark.slow
def test_every_part_and_its_mirror_undo_each_other() -> None:
    pressed: Counter[str] = Counter()
    drawn_only = collect_samples("pieces")
    settings = (name for name in collect_samples() if name.startswith("settings-"))
    for name in sorted({*one_of_each(), *settings} - {*drawn_only}):
        context = make_context(Language.ENGLISH, (1280, 800))
        stack = open_sample(collect_samples()[name], context, SLOW)
        page = stack.top
        if not isinstance(page, PageScene):
            continue
        for part in [*page.root.walk()]:
            if part.id is None or part.why_disabled is not None:
                continue
            if isinstance(part, Slider | Stepper | Segmented):
                _press_arrows(stack, page, part.id)
            elif isinstance(part, Toggle) and part.id not in REFUSED:
                _press_twice(stack, page, part.id)
            elif isinstance(part, IconButton) and str(part.id) in ARROWS:
                _turn(stack, page, str(part.id), ARROWS[str(part.id)])
            else:
                continue
            pressed[type(part).__name__] += 1
            assert stack.top is page, (name, part.id)
    assert pressed.keys() >= {"Slider", "Stepper", "Segmented", "Toggle", "IconButton"}


def _give(stack: SceneStack, page: PageScene, id: Hashable, action: Action) -> None:
    page.focus(id, is_shown=True)
    stack.handle(command(action))


def _press_arrows(stack: SceneStack, page: PageScene, id: Hashable) -> None:
    """Right is the next value, left the one before; at the end the other way round."""
    before = value(page, id)
    _give(stack, page, id, Action.RIGHT)
    back = Action.LEFT
    if value(page, id) == before:
        back = Action.RIGHT
        _give(stack, page, id, Action.LEFT)
    assert (value(page, id) > before) is (back is Action.LEFT), id
    _give(stack, page, id, back)
    assert value(page, id) == before, id


def _press_twice(stack: SceneStack, page: PageScene, id: Hashable) -> None:
    before = value(page, id)
    for expected in (not before, before):
        _give(stack, page, id, Action.CONFIRM)
        assert value(page, id) == expected, id


def _turn(stack: SceneStack, page: PageScene, back: str, forth: str) -> None:
    first = read(page)
    _give(stack, page, back, Action.CONFIRM)
    second = read(page)
    assert second != first, back
    assert page.part(forth).why_disabled is None
    _give(stack, page, back, Action.CONFIRM)
    assert read(page) not in (first, second)
    for expected in (second, first):
        _give(stack, page, forth, Action.CONFIRM)
        assert read(page) == expected, forth
