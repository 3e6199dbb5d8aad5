"""The topics that a scene can be asked to read aloud, and the action for each."""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Final

from game.ui.frame.bindings import Action

GIST_LETTERS: Final = 175
"""What a voice at 175 words a minute says in twelve seconds, as it does fifteen letters in one:
nothing longer is read aloud unless it is asked for."""

_ENDS: Final = (*".!?…:;", "")


def as_sentences(parts: Iterable[str]) -> str:
    """Join texts to sentences, each with a pause behind it."""
    lines = [line.strip() for part in parts for line in part.splitlines()]
    return " ".join(line if line[-1] in _ENDS else f"{line}." for line in lines if line)


def sentences_of(words: str) -> list[str]:
    """Return each sentence of what is read aloud."""
    return re.split(r"(?<=[.!?…]) +", words)


def gist_of(parts: Iterable[str], beside: str = "") -> list[str]:
    """Return the first of these sentences: as many as are read in twelve seconds with `beside`."""
    gist: list[str] = []
    room = GIST_LETTERS - len(beside)
    for part in parts:
        room -= len(part) + 1
        if gist and room < 0:
            break
        gist.append(part)
    return gist


def labelled(words: Sequence[str]) -> str:
    """Join a label, or a place in a ranking, and what belongs to it into one sentence."""
    if len(words) > 1 and words[0].rstrip(".").isdigit():
        return f"{words[0].rstrip('.')}. {labelled(words[1:])}"
    label, *values = words or [""]
    if not values or label[-1:] in _ENDS:
        return " ".join(words)
    if ": " in label:
        return ", ".join(words)
    return f"{label}: {', '.join(values)}"


class Topic(Enum):
    """The topics, of a table and of a page."""

    HEADING = "heading"
    """Where the player is; said when a scene comes."""
    FOCUS = "focus"
    """What a key would act on now, and its state; said when it changes."""
    NOW = "now"
    """What is to be done, or where the player is; and what has the focus."""
    BOARD = "board"
    """What lies on the board; all that is on a page."""
    LINES = "lines"
    """The lines of the board; the part of a page in which the focus is."""
    SCORE = "score"
    """The points; what a page counts."""
    HERE = "here"
    """Each line through the space that is marked; on a page what has the focus."""
    ENDS = "ends"
    """Each line that ends at the space that is marked: `HERE` asked for once more."""


TOPICS: Final[Mapping[Action, Topic]] = {
    Action.SAY_NOW: Topic.NOW,
    Action.SAY_BOARD: Topic.BOARD,
    Action.SAY_LINES: Topic.LINES,
    Action.SAY_SCORE: Topic.SCORE,
    Action.SAY_HERE: Topic.HERE,
}

READING: Final = frozenset({*TOPICS, Action.SAY_AGAIN})
"""The actions that only ask for something to be read: they change nothing."""
