"""A player's own mixtures of rules under names, stored as one text."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from game.play.choices import CLOCKS, Choices, with_rules
from game.play.editions import CallerRule
from game.rules.errors import RulesError
from game.rules.names import clean_name
from game.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_PRESETS: Final = 4
"""There is room for so many cards."""

MAX_PRESET_NAME: Final = 24
"""Letters of a preset's name."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules, caller and clock under a name; who plays is no part of it."""

    name: str
    rules: Ruleset
    caller: CallerRule = CallerRule.COMPUTER
    answer_seconds: int | None = None
    is_blind: bool = False

    @classmethod
    def of(cls, name: str, choices: Choices) -> Preset:
        """Return the preset of what is chosen."""
        name = clean_name(name, MAX_PRESET_NAME)
        return cls(name, choices.rules, choices.caller, choices.answer_seconds, choices.is_blind)

    def is_chosen(self, choices: Choices) -> bool:
        """Whether these choices are the preset's."""
        return self == Preset.of(self.name, choices)

    def fill(self, choices: Choices) -> Choices:
        """Return the choices with the preset's; the people stay."""
        return replace(
            with_rules(choices, self.rules),
            caller=self.caller,
            answer_seconds=self.answer_seconds,
            is_blind=self.is_blind,
        )


def print_presets(presets: Iterable[Preset]) -> str:
    """Return a text that `parse_presets` reads back."""
    tables = [
        {
            "name": one.name,
            "rules": str(one.rules),
            "caller": one.caller.value,
            "seconds": one.answer_seconds,
            "blind": one.is_blind,
        }
        for one in presets
    ]
    return json.dumps(tables, ensure_ascii=False) if tables else ""


@lru_cache(maxsize=4)
def parse_presets(text: str) -> tuple[Preset, ...]:
    """Return the presets of a text; one that makes no sense is left out."""
    presets: list[Preset] = []
    tables = []
    with suppress(ValueError, RecursionError):
        tables = json.loads(text or "[]")
    for table in tables if isinstance(tables, list) else []:
        with suppress(RulesError, ValueError, LookupError, TypeError, AttributeError):
            seconds = table["seconds"]
            name = clean_name(str(table["name"]), MAX_PRESET_NAME)
            preset = Preset(
                name,
                Ruleset.parse(table["rules"]),
                CallerRule(table["caller"]),
                seconds if seconds in CLOCKS else None,
                table["blind"] is True,
            )
            if name and name not in {one.name for one in presets}:
                presets.append(preset)
    return tuple(presets[:MOST_PRESETS])
