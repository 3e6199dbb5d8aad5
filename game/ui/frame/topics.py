"""What a scene can be asked to say, and by which action."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final

from game.ui.frame.bindings import Action


def as_sentences(parts: Iterable[str]) -> str:
    """Read one after the other, each with a pause behind it."""
    lines = [line.strip() for part in parts for line in part.splitlines()]
    return " ".join(line if line[-1] in ".!?…:;" else f"{line}." for line in lines if line)


class Topic(Enum):
    """What is read aloud; where a scene has nothing of its own to say, all that it shows."""

    HEADING = "heading"
    """Where the player is; said when a scene comes."""
    FOCUS = "focus"
    """What a key would act on now, and its state; said when it changes."""
    NOW = "now"
    """What is to be done, and what has the focus."""
    BOARD = "board"
    LINES = "lines"
    SCORE = "score"


TOPICS: Final[Mapping[Action, Topic]] = {
    Action.SAY_NOW: Topic.NOW,
    Action.SAY_BOARD: Topic.BOARD,
    Action.SAY_LINES: Topic.LINES,
    Action.SAY_SCORE: Topic.SCORE,
}
