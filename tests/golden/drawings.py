"""What scenes draw, show and read aloud, line by line: `python -m tests.golden.drawings` writes it
anew; read the difference before you keep it.

A picture of the whole is in `pictures`; these lines notice what a picture is too coarse for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Final

import pygame

from game.locale import Language
from game.play.choices import SeatChoice
from game.play.editions import find_edition
from game.ui.draw.surface_cache import Drawing
from game.ui.frame.context import Context
from game.ui.frame.stack import SceneStack
from game.ui.frame.topics import Topic
from game.ui.layout.rects import Rect
from game.ui.scenes.editions.options import option_control, option_keys
from game.ui.scenes.editions.topic_picture import TopicPicture
from game.ui.scenes.editions.topics import topic_of
from game.ui.scenes.shared.choosing import choices_of_edition
from game.ui.widgets import ScrollArea, Stepper, Widget, WidgetScene
from tests.gallery import collect_samples, make_context, open_sample
from tests.ui.drawn import drawn_lines
from tests.ui.scenes.moments import MOMENTS

__all__ = ["FOLDER", "STATES", "load", "write_down"]

FOLDER: Final = Path(__file__).parent / "drawings"
_SIZE: Final = (1280, 800)
_UPRIGHT: Final = (640, 1000)
_FRAME: Final = 0.25

_RULES: Final = "every rule explained"

STATES: Final[Mapping[str, tuple[str, ...]]] = {
    "table": (
        "play-rival",
        "play-coach",
        "play-left",
        "play-left upright",
        "play-closing large",
        "play-round-two",
        "play-asked",
        "play-badge",
        "play-other",
        "play-timed",
        "play-blind",
        "play-league-ray",
        "hand-over",
        "phones-beside",
        "climb-table",
        *MOMENTS,
    ),
    "setup": (
        "setup-changed",
        "setup-full",
        "setup-league",
        "setup-waiting",
        "setup-waiting upright",
        "setup-others large",
        "setup-mixtures",
        "setup-seat",
        _RULES,
    ),
    "tutorial": (
        "tutorial-first",
        "tutorial-column",
        "tutorial-complete",
        "tutorial-skip upright",
        "tutorial-misfit",
        "tutorial-back large",
        "tutorial-last",
    ),
    "puzzles": ("puzzles",),
    "challenges": ("challenge-lines", "challenge-lesson-wild", "challenge-lesson-mail"),
    "box": ("caller-pairs", "caller-league", "caller-wild"),
}
"""By file, the gallery's samples and the moments of a table: in an `upright` window, or with a
`large` interface.
"""


def write_down(state: str) -> list[str]:
    """Return the lines of a state."""
    name, *how = (state,) if state in MOMENTS else state.split(" ")
    size = _UPRIGHT if "upright" in how else _SIZE
    context = make_context(Language.ENGLISH, size, 1.5 if "large" in how else 1.0)
    if state == _RULES:
        return drawn_lines(lambda: partial(_draw_rules, context), size)
    opened: list[SceneStack] = []

    def open_state() -> Drawing:
        if name in MOMENTS:
            opened.append(MOMENTS[name](context).stack)
        else:
            opened.append(open_sample(collect_samples()[name], context, _FRAME))
        return opened[-1].draw

    drawn = drawn_lines(open_state, size)
    return [*drawn, *_shown(opened[-1], context)]


def _draw_rules(context: Context, surface: pygame.Surface) -> None:
    """Draw the pictures beside the explanations of all rules."""
    picture, card = TopicPicture(context), find_edition("league")
    assert card is not None
    seats = (SeatChoice("red"), SeatChoice("blue", bot="fox"))
    choices = replace(choices_of_edition(context, card), seats=seats, rounds=3)
    for key in option_keys(choices):
        control = option_control(context, choices, key, lambda *_: None)
        if isinstance(control, Stepper):
            values = control.values[3:9:5]
        else:
            values = [value for value, _ in control.options]
        for value in values:
            topic = topic_of(context, choices, key, value)
            picture.draw(surface, topic, Rect(10, 20, 250, 118))


def _shown(stack: SceneStack, context: Context) -> Iterator[str]:
    """Yield the widgets of the scene on top, and what it reads aloud."""
    scene = stack.top
    if isinstance(scene, WidgetScene):
        for widget in _widgets(scene.form.widgets):
            at = ",".join(map(str, widget.rect))
            yield f"{type(widget).__name__} {at} {widget.read(context)!r} {widget.hint()!r}"
    for topic in Topic:
        yield f"{topic.name} {scene.read(topic)!r}"


def _widgets(widgets: list[Widget]) -> Iterator[Widget]:
    for widget in widgets:
        if widget.is_focusable and not widget.is_hidden:
            yield widget
        if isinstance(widget, ScrollArea):
            yield from _widgets(widget.form.widgets)


@cache
def load(file: str) -> dict[str, list[str]]:
    """Return the stored lines of every state of a file."""
    states: dict[str, list[str]] = {}
    for line in (FOLDER / f"{file}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            states[line[2:]] = []
        else:
            states[[*states][-1]].append(line)
    return states


def main() -> None:
    """Write all files anew."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    FOLDER.mkdir(exist_ok=True)
    for file, states in STATES.items():
        lines = [line for state in states for line in (f"# {state}", *write_down(state))]
        (FOLDER / f"{file}.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
