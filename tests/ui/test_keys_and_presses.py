"""What a part's key does is what pressing the part does; a key that is held acts once.

On one sample of each page, and on all tables: a key that is shown and does nothing, or something
else, is noticed here, whatever page it is on.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.locale import Language
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action
from game.ui.frame.intents import Command
from game.ui.frame.stack import SceneStack
from game.ui.parts import PageScene
from tests.each import each
from tests.gallery import collect_samples, make_context, open_sample
from tests.ui.test_draw_changes_nothing import one_of_each
from tests.ui.unseen import SLOW

pytestmark = pytest.mark.slow

SAMPLES = collect_samples()

HELD = (
    *(Action.CONFIRM, Action.CANCEL, Action.NEXT_CALL, Action.HELP, Action.COPY, Action.PASTE),
    *(Action.RESTART, Action.NEW_DEAL, Action.GIVE_UP, Action.REDO),
)
"""Acts that lead elsewhere: none of them is repeated while its key is held."""


def opened(name: str) -> SceneStack:
    return open_sample(SAMPLES[name], make_context(Language.ENGLISH, (1280, 800)), SLOW)


def command(action: Action, *, is_repeat: bool = False) -> Command:
    return Command(action, key=DEFAULT_BINDINGS.keys(action)[0], is_repeat=is_repeat)


def seen(stack: SceneStack) -> tuple[str, ...]:
    """The scenes that are open, and what the top one reads."""
    if stack.is_empty:
        return ()
    top = stack.top
    words = top.spoken(top.root) if isinstance(top, PageScene) else ""
    return (*(type(scene).__name__ for scene in stack.scenes), words)


def keyed(page: PageScene) -> Iterator[tuple[object, Action]]:
    """The ids of the parts that can be pressed, with the acts whose keys press them."""
    for part in page.root.walk():
        if part.id is not None and part.shortcut is not None and part.why_disabled is None:
            yield part.id, part.shortcut


@each(one_of_each())
def test_a_part_s_key_does_what_its_press_does(name: str) -> None:
    page = opened(name).top
    if not isinstance(page, PageScene):
        return
    for id, action in [*keyed(page)]:
        by_key, by_press = opened(name), opened(name)
        by_key.handle(command(action))
        other = by_press.top
        assert isinstance(other, PageScene)
        other.focus(id, is_shown=True)
        by_press.handle(command(Action.CONFIRM))
        assert seen(by_key) == seen(by_press), (name, id)


@each(one_of_each())
def test_no_act_that_leads_elsewhere_is_repeated_while_its_key_is_held(name: str) -> None:
    stack = opened(name)
    page = stack.top
    for action in HELD:
        stack.handle(command(action, is_repeat=True))
        assert not stack.is_empty, (name, action)
        assert stack.top is page, (name, action)
