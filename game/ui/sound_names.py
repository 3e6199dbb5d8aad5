"""The sounds there are; no pygame, so that anything may name one."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Sound"]


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
