"""A row for each rule that can be chosen: its name, its control, and an explanation."""

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import Any, Final

from game.locale import write_duration
from game.play.choices import CLOCKS, Choices
from game.play.editions import CallerRule
from game.rules.boards import BoardName
from game.rules.match_score import BEST_RAY_POINTS, BONUS_POINTS
from game.rules.ruleset import MOST_ROUNDS, BonusRule, CallRule, PlacementRule, RayRule
from game.rules.scoring import RAY_POINTS
from game.rules.tiles import Symbol
from game.ui.frame.context import Context
from game.ui.frame.topics import as_sentences
from game.ui.widgets import PressResult, Segmented, Stepper

OnChoose = Callable[[str, Any], PressResult]
"""(field of `Choices`, new value) → navigation."""

_KINDS: Final[dict[str, type[StrEnum] | None]] = {
    "board": BoardName,
    "daffodil": None,
    "placement": PlacementRule,
    "rays": RayRule,
    "rounds": None,
    "caller": CallerRule,
    "call": CallRule,
    "bonus": BonusRule,
    "answer_seconds": None,
    "is_blind": None,
}
"""The fields of `Choices` (V1) in the order of the rows, with the enum of each."""

_NUMBERS: Final[dict[str, dict[str, int]]] = {
    "rays.rays": {"sun": RAY_POINTS[Symbol.SUN], "moon": RAY_POINTS[Symbol.MOON]},
    "rays.best-ray": {"points": BEST_RAY_POINTS},
    "bonus.call": {"most": BONUS_POINTS[0], "second": BONUS_POINTS[1]},
    "bonus.game": {"most": BONUS_POINTS[0], "second": BONUS_POINTS[1]},
}


OptionControl = Segmented[Any] | Stepper[Any]

_STEPS: Final[dict[str, tuple[int | None, ...]]] = {
    "rounds": tuple(range(1, MOST_ROUNDS + 1)),
    "answer_seconds": CLOCKS,
}


def option_keys(choices: Choices) -> list[str]:
    """Return the fields of `choices` that can be chosen now; those without effect are left out."""
    is_left_out = {
        "caller": len(choices.seats) == 1,
        "daffodil": choices.board is not BoardName.DAFFODIL,
        "bonus": choices.call is not CallRule.MAIL,
    }
    return [key for key in _KINDS if not is_left_out.get(key)]


def option_control(
    context: Context, choices: Choices, key: str, on_choose: OnChoose
) -> OptionControl:
    """Return the control that chooses a field of `choices`.

    Its `id` is the field; the screen reader adds the explanation of the chosen value.
    """
    chosen, choose = getattr(choices, key), partial(on_choose, key)
    words = partial(value_words, context, key)
    reads = as_sentences((words(chosen), explain(context, key, choices)))
    if key in _STEPS:
        return Stepper(_STEPS[key], chosen, choose, show=words, id=key, reads=reads)
    kind = _KINDS[key]
    few = [False, True] if key == "is_blind" else [1, 2, 3, 4]
    options = [(value, partial(words, value)) for value in (few if kind is None else kind)]
    return Segmented(options, chosen, choose, id=key, reads=reads)


def row_name(context: Context, key: str) -> str:
    """Return a row's name."""
    return context.text(f"setup.{_WORDS.get(key, key)}")


_WORDS: Final = {"answer_seconds": "clock", "is_blind": "placed"}
"""Catalogue keys of fields whose key differs from the field."""


def _placed(is_blind: bool) -> str:
    return "face_down" if is_blind else "face_up"


def value_words(context: Context, key: str, value: Any) -> str:
    """Return one value of a row in words."""
    match key:
        case "daffodil":
            return str(value)
        case "rounds":
            return context.text("terms.count.rounds", count=value)
        case "answer_seconds" if value is None:
            return context.text("setup.clock_option.none")
        case "answer_seconds":
            return write_duration(context.catalogue, value)
        case "is_blind":
            return context.text(f"setup.placed_option.{_placed(value)}")
        case _:
            return context.text(f"setup.{key}_option.{value}")


def explain(context: Context, key: str, choices: Choices) -> str:
    """Return an explanation of a row's value, with its numbers."""
    text, value = context.text, getattr(choices, key)
    match key:
        case "board":
            grid = choices.rules.grid
            numbers = {"spaces": len(grid), "lines": len(grid.lines), "tiles": len(grid.tile_set)}
            return text(f"setup.explain.board.{value}", **numbers, called=len(grid))
        case "rounds":
            return text("setup.explain.rounds", count=value)
        case "answer_seconds" if value is None:
            return text("setup.explain.clock.none")
        case "answer_seconds":
            time = write_duration(context.catalogue, value)
            kind = "league" if choices.call is CallRule.MAIL else "limited"
            return text(f"setup.explain.clock.{kind}", time=time)
        case "is_blind":
            return text(f"setup.explain.placed.{_placed(value)}")
        case _:
            return text(f"setup.explain.{key}.{value}", **_NUMBERS.get(f"{key}.{value}", {}))
