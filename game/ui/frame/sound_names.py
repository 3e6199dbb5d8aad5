"""The sounds there are; no pygame, so that anything may name one."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Sound(StrEnum):
    """Effects by what they tell; a value is the stem of its file."""

    CALL = "call"
    PICK = "pick"
    PLACE = "place"
    LINE = "line"
    LINE_DIES = "line-dies"
    COUNT = "count"
    TOTAL = "total"
    BUTTON = "button"
    MOVE = "move"
    REFUSE = "refuse"
    TAKE_BACK = "take-back"
    TICK = "tick"

    def file_name(self, step: int = 0) -> str:
        """The file of one of its pitches; a step too high means the highest."""
        count = STEPS.get(self, 1)
        return f"{self.value}-{max(0, min(step, count - 1))}.wav" if count > 1 else f"{self}.wav"


STEPS: Final[Mapping[Sound, int]] = MappingProxyType({Sound.LINE: 6, Sound.COUNT: 8})
"""How many rising pitches a sound has, where it has more than one."""
