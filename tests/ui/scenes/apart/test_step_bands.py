"""The bands of the ways to play together."""

from __future__ import annotations

from functools import partial

from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.layout.rects import make_view
from game.ui.parts import MAIN, Door, Sign, Text
from game.ui.scenes.apart.step_bands import StepBand, step_bands
from game.ui.widgets import say
from tests.golden.pages import changed_pages


def test_the_first_band_is_the_yellow_and_thick_one_and_each_has_its_own_press(
    context: Context,
) -> None:
    pressed: list[str] = []
    icons = (Icon.PERSON, Icon.TOGETHER, Icon.COPY)
    bands = [
        StepBand(name, f"word {name}", f"about {name}", icon, partial(pressed.append, name))
        for name, icon in zip("abc", icons, strict=True)
    ]
    for size, part in (((1280, 800), 1.0), ((640, 1000), 1.6), ((1280, 600), 0.9375)):
        doors = [
            band for band in step_bands(make_view(size), *bands).walk() if isinstance(band, Door)
        ]
        assert [door.id for door in doors] == [MAIN, "b", "c"]
        assert [door.size for door in doors] == [124 * part, 92 * part, 92 * part]
        reaches = [door.across or 0 for door in doors]
        assert reaches == sorted(reaches)
        for door, name, icon in zip(doors, "abc", icons, strict=True):
            parts = list(door.walk())
            words = [say(part.words) for part in parts if isinstance(part, Text)]
            assert words == [f"word {name}", f"about {name}"]
            assert [part.icon for part in parts if isinstance(part, Sign)] == [icon]
            door.press()
        assert pressed == ["a", "b", "c"]
        pressed.clear()


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-step_bands") == []
