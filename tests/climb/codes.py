"""The code of a climb's seed, as another player may send it: the game only reads it."""

from game.climb.aces import CLIMB_VERSIONS
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal, format_code


def climb_code(seed: str, version: int = CLIMB_VERSIONS[-1]) -> str:
    """Return the code of a climb: `CLIMB-`, from version 2 on `CLIMB2-`, and a deal code."""
    number = version if version > 1 else ""
    return f"CLIMB{number}-{format_code(Deal(Ruleset(), seed))}"
