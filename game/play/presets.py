"""A player's own named sets of rules, stored as one text."""

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
"""Most presets; the setup screen has room for four cards."""

MAX_PRESET_NAME: Final = 24
"""Most characters of a preset's name."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules, caller and clock under a name, without players."""

    name: str
    rules: Ruleset
    caller: CallerRule = CallerRule.COMPUTER
    answer_seconds: int | None = None
    is_blind: bool = False

    @classmethod
    def of(cls, name: str, choices: Choices) -> Preset:
        """Make a preset of the current choices."""
        name = clean_name(name, MAX_PRESET_NAME)
        return cls(name, choices.rules, choices.caller, choices.answer_seconds, choices.is_blind)

    def is_chosen(self, choices: Choices) -> bool:
        """Whether these choices are the preset's."""
        return self == Preset.of(self.name, choices)

    def fill(self, choices: Choices) -> Choices:
        """Return `choices` with the preset's rules, caller and clock; the seats stay."""
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
    """Parse the presets of a text; skip invalid ones."""
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
