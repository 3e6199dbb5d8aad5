"""The setup for the tests of its pages."""

from __future__ import annotations

from game.play.choices import Choices
from game.play.editions import find_edition
from game.ui.frame.context import Context
from game.ui.frame.intents import PointerMoved
from game.ui.scenes.setup.scene import SetupScene
from game.ui.scenes.shared.choosing import (
    choices_of_edition,
    last_choices,
)
from tests.ui.scenes.stage import Stage


def choices_of(context: Context, edition: str) -> Choices:
    """An edition's choices."""
    card = find_edition(edition)
    assert card is not None
    return choices_of_edition(context, card)


def open_setup(context: Context, edition: str = "standard") -> tuple[Stage, SetupScene]:
    """Play, at an edition."""
    scene = SetupScene(context, choices_of(context, edition) if edition else last_choices(context))
    return Stage(context, scene), scene


def open_drawer(context: Context, edition: str = "standard") -> tuple[Stage, SetupScene]:
    """Play with its drawer open."""
    stage, scene = open_setup(context, edition)
    stage.click(stage.part("change"))
    assert scene.is_open
    return stage, scene


def point_at(stage: Stage, x: float, y: float) -> None:
    stage.give(PointerMoved((x, y)))
    stage.let(0.1)
