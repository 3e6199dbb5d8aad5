"""The setup of an edition, changed, for the gallery."""

from dataclasses import replace
from typing import Any

from game.bots.players.registry import LEVELS
from game.play.choices import SeatChoice, add_seat
from game.play.editions import all_editions
from game.play.presets import Preset, print_presets
from game.rules.ruleset import RayRule
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Scene
from game.ui.scenes.setup.look import SeatLookScene
from game.ui.scenes.setup.scene import SetupScene, setup_scene
from game.ui.scenes.shared.choosing import choices_of_edition
from tests.gallery.front import wait_for
from tests.gallery.table import PEOPLE


def setup(
    context: Context, edition: str, explained: str = "", *, is_full: bool = False, **changed: Any
) -> Scene:
    """An edition's card with choices changed, all six seats taken where it `is_full`; where one is
    explained, the drawer is open.
    """
    card = next(card for card in all_editions() if card.name == edition)
    choices = choices_of_edition(context, card)
    if "rays" in changed:
        changed["rays"] = RayRule(changed["rays"])
    for level in ("", LEVELS[-1], LEVELS[0]) if is_full else ():
        choices = replace(choices, seats=add_seat(choices.seats, level))
    scene = SetupScene(context, replace(choices, **changed))
    if explained:
        scene.resize(context.painter.view)
        scene.open(explained)
    return scene


def play_waiting(context: Context) -> Scene:
    """Seven matches wait, and a computer plays along."""
    wait_for(context)
    return setup(context, "standard", seats=add_seat((SeatChoice("red"),), "fox"))


def for_others(context: Context) -> Scene:
    """The rules for people who are elsewhere."""
    return setup_scene(context, begin=lambda setup: Ignored(), people=2)


def look(context: Context) -> Scene:
    """The pictures for the first seat, in its colour."""
    seats = (SeatChoice("green", avatar="frog"), SeatChoice("purple"))
    return SeatLookScene(context, seats, 0, PEOPLE[0], lambda seats: None)


def mixtures(context: Context) -> Scene:
    """Two mixtures of one's own, one of them chosen."""
    choices = choices_of_edition(context, all_editions()[0])
    mixed = [replace(choices, rays=RayRule.RAYS), replace(choices, rays=RayRule.RAYS, rounds=3)]
    names = ("Sonntagabend", "Kurz und scharf")
    presets = print_presets(map(Preset.of, names, mixed))
    context.preferences = replace(context.preferences, presets=presets)
    return SetupScene(context, mixed[1])
