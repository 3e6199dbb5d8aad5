"""The setup in three states, for the gallery."""

from dataclasses import replace

from game.bots.players.registry import LEVELS
from game.play.choices import add_seat
from game.play.editions import all_editions
from game.rules.ruleset import RayRule
from game.tools.gallery import Sample
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.setup.scene import SetupScene, setup_scene
from game.ui.scenes.shared.choosing import choices_of_edition


def _focus(scene: SetupScene, key: str) -> Scene:
    scene.control.explain(key, getattr(scene.control.choices, key))
    return scene


def _changed(context: Context) -> Scene:
    """A card with changes that cannot be played alone."""
    card = next(card for card in all_editions() if card.rules.grid.stamens)
    choices = choices_of_edition(context, card)
    changed = replace(choices, daffodil=4, rays=RayRule.BEST_RAY, rounds=3)
    return _focus(SetupScene(context, changed), "daffodil")


def _full(context: Context) -> Scene:
    """The league with all six seats taken."""
    card = next(card for card in all_editions() if card.rules.bonus is not None)
    choices = choices_of_edition(context, card)
    seats = choices.seats
    for level in ("", LEVELS[-1], LEVELS[0]):
        seats = add_seat(seats, level)
    return _focus(SetupScene(context, replace(choices, seats=seats)), "answer_seconds")


SAMPLES = {
    "setup": Sample(setup_scene, 0.3),
    "setup-changed": Sample(_changed, 0.3),
    "setup-full": Sample(_full, 0.3),
}
