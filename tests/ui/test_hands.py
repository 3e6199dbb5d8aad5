"""Every screen by keyboard alone, by gamepad alone, by mouse alone: whatever can be pressed is
reached by each of them, on every sample there is.

Arrows are tried on the page as it was opened, in a small and in a large window by turns;
`python -m tests.ui.test_hands` tries both and makes the page anew after each arrow, in ten minutes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import pytest

from game.locale import Language
from game.ui.frame.bindings import DEFAULT_BINDINGS
from game.ui.frame.intents import Command
from game.ui.parts import PageScene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import (
    Form,
    ScrollArea,
    Segmented,
    Slider,
    Stepper,
    Toggle,
    Widget,
    WidgetScene,
)
from tests.gallery import collect_samples, make_context, open_sample
from tests.ui.unseen import SLOW, draw_blank

pytestmark = pytest.mark.slow

SIZE = (1024, 640)
MANY = 400
"""More steps than any screen has things to press."""


def leaves(form: Form) -> Iterator[Widget]:
    """Yield the widgets that can have the focus; for a scrolling area its contents, or itself if
    none.
    """
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
    """Return the widgets that one key reaches when it is pressed again and again."""
    action = DEFAULT_BINDINGS.action(chord)
    seen: set[Widget] = set()
    for _ in range(MANY):
        form.handle(Command(action, key=chord, chord=chord))
        now = focused(form)
        if now is None or now in seen:
            break
        seen.add(now)
    return seen


ARROWS = ("up", "down", "left", "right")
BOARD_FIRST = (TableScene, ReviewScene, RulesScene)
"""Their arrows walk over the board, the game or the pages; Tab and the shoulder buttons do the
rest."""


def focus(form: Form, widget: Widget) -> None:
    """Focus the widget, inside of a scrolling area too."""
    for outer in form.widgets:
        if outer is widget:
            form.focus(widget, is_shown=True)
        elif isinstance(outer, ScrollArea) and widget in outer.form.widgets:
            form.focus(outer, is_shown=True)
            outer.form.focus(widget, is_shown=True)
            outer.reveal(widget.rect)


def inside(scene: WidgetScene, widget: Widget) -> tuple[object, ...]:
    """Return the keyboard's position within a widget."""
    own = [getattr(widget, name, None) for name in ("cursor", "caret", "top")]
    # An area scrolls before the keyboard leaves it.
    tops = [area.top for area in scene.form.widgets if isinstance(area, ScrollArea)]
    return (*own, *tops)


def neighbours(scene: WidgetScene, widget: Widget, prefix: str) -> set[Widget]:
    """Return the widgets that each arrow reaches, pressed until the focus moves or settles."""
    found = set()
    for arrow in ARROWS:
        if isinstance(widget, Segmented | Slider | Stepper | Toggle) and arrow in ARROWS[2:]:
            # They change its value.
            continue
        chord = f"{prefix}{arrow}"
        focus(scene.form, widget)
        for _ in range(MANY):
            before = inside(scene, widget)
            scene.handle(Command(DEFAULT_BINDINGS.action(chord), key=chord, chord=chord))
            now = focused(scene.form)
            if now is not widget:
                found |= {now} if now is not None else set()
            if now is not widget or inside(scene, widget) == before:
                break
    return found


@pytest.mark.parametrize("arrow", ARROWS)
def test_a_gamepad_points_where_the_keyboard_does(arrow: str) -> None:
    assert DEFAULT_BINDINGS.action(arrow) is DEFAULT_BINDINGS.action(f"pad {arrow}") is not None


WINDOWS = (((1024, 640), 0.75, ""), ((1920, 1080), 2.0, "pad "))
"""Size, scale of the interface, whose arrows."""

SCREENS = [name for name in collect_samples() if not name.startswith("sampler")]


def parted(
    name: str, size: tuple[int, int], scale: float, prefix: str, *, renews: bool = False
) -> list[Widget]:
    """From where on a sample's page arrows alone do not lead to everything."""
    with pytest.MonkeyPatch.context() as patch:
        draw_blank(patch)
        context = make_context(Language.GERMAN, size, scale)
        scene = open_sample(collect_samples()[name], context, SLOW).top
        if not isinstance(scene, WidgetScene) or isinstance(scene, BOARD_FIRST):
            return []
        if not renews:
            # 98 of 100 parts of the time, and an arrow changes no more than the focus.
            patch.setattr(PageScene, "renew", lambda _: None)
        everything = list(leaves(scene.form))
        ways = {widget: neighbours(scene, widget, prefix) for widget in everything}
    found = []
    for start in everything:
        seen, waiting = {start}, [start]
        while waiting:
            new = ways.get(waiting.pop(), set()) - seen
            seen |= new
            waiting += new
        found += [] if seen >= set(everything) else [start]
    return found


@pytest.mark.parametrize("name", SCREENS)
def test_arrows_alone_lead_from_everything_to_everything(name: str) -> None:
    """Arrows alone, the keyboard's or the gamepad's, lead from each control to every other one."""
    assert parted(name, *WINDOWS[SCREENS.index(name) % 2]) == []


def stop_of(widget: Widget) -> Hashable:
    """Return the widget or its group, at which Tab stops once."""
    return widget if widget.group is None else widget.group


@pytest.mark.parametrize("name", SCREENS)
def test_everything_is_reached_by_every_hand(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    draw_blank(monkeypatch)
    stack = open_sample(collect_samples()[name], make_context(Language.ENGLISH, SIZE), SLOW)
    scene = stack.top
    form: Form | None = getattr(scene, "form", None)
    if form is None:
        pytest.skip("a picture")
    # Arrows lead on to the other days of a calendar, and to the others of a group.
    wanted = {stop_of(widget) for widget in leaves(form) if widget.is_tab_stop}
    if isinstance(scene, TableScene):
        # The board has the keys: its icons' actions have keys too, and are listed in the pause.
        wanted = set()
    for chord in ("tab", "shift+tab", "pad 5", "pad 4"):
        form.focus(None)
        assert {stop_of(widget) for widget in walk(form, chord)} >= wanted, chord
    for widget in form.widgets:
        if not widget.is_hidden and (widget.can_focus or widget.is_pressable):
            x, y, w, h = widget.rect
            assert w > 0 < h
            assert x >= 0 <= y
            assert x + w <= SIZE[0]
            assert y + h <= SIZE[1]
            assert form.widget_at(widget.rect.centre) is widget, widget


if __name__ == "__main__":
    for screen in SCREENS:
        for window in WINDOWS:
            for widget in parted(screen, *window, renews=True):
                print(screen, *window, widget, flush=True)
