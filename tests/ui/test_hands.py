"""Every screen by keyboard alone, by gamepad alone, by mouse alone: whatever can be pressed is
reached by each of them, on every sample there is.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.locale import Language
from game.tools.gallery import collect_samples, make_context, open_sample
from game.ui.frame.bindings import DEFAULT_BINDINGS
from game.ui.frame.intents import Command
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import Form, ScrollArea, Widget

SIZE = (1024, 640)
MANY = 400
"""More steps than any screen has things to press."""


def leaves(form: Form) -> Iterator[Widget]:
    """What can have the focus; of a scrolling area what is in it, or itself where it is a page."""
    for widget in form.widgets:
        if isinstance(widget, ScrollArea) and not widget.is_hidden:
            inner = [w for w in widget.form.widgets if w.can_focus]
            yield from inner or ([widget] if widget.can_focus else [])
        elif widget.can_focus:
            yield widget


def focused(form: Form) -> Widget | None:
    widget = form.focused
    if isinstance(widget, ScrollArea) and widget.form.focused is not None:
        return widget.form.focused
    return widget


def walk(form: Form, chord: str) -> set[Widget]:
    """What one key leads to when it is pressed again and again."""
    action = DEFAULT_BINDINGS.action(chord)
    seen: set[Widget] = set()
    for _ in range(MANY):
        form.handle(Command(action, key=chord, chord=chord))
        now = focused(form)
        if now is None or now in seen:
            break
        seen.add(now)
    return seen


@pytest.mark.parametrize("name", [n for n in collect_samples() if not n.startswith("sampler")])
def test_everything_is_reached_by_every_hand(name: str) -> None:
    stack = open_sample(collect_samples()[name], make_context(Language.ENGLISH, SIZE))
    scene = stack.top
    form: Form | None = getattr(scene, "form", None)
    if form is None:
        pytest.skip("a picture")
    wanted = set(leaves(form))
    if isinstance(scene, TableScene):
        # The board has the keys: what its icons do has keys of its own, and stands in the pause.
        wanted = set()
    for chord in ("tab", "shift+tab", "pad 5", "pad 4"):
        form.focus(None)
        assert walk(form, chord) >= wanted, chord
    for widget in form.widgets:
        if not widget.is_hidden and (widget.can_focus or widget.is_pressable):
            x, y, w, h = widget.rect
            assert w > 0 < h
            assert x >= 0 <= y
            assert x + w <= SIZE[0]
            assert y + h <= SIZE[1]
            assert form._at(widget.rect.centre) is widget, widget
