"""The topics that a scene can be asked to read aloud, and the action for each."""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Final

from game.ui.frame.bindings import Action

GIST_LETTERS: Final = 175
"""Letters that a voice at 175 words a minute reads in twelve seconds, at fifteen a second. Longer
texts are read aloud only on request."""

_ENDS: Final = (*".!?…:;", "")


def as_sentences(parts: Iterable[str]) -> str:
    """Join texts to sentences, each with a pause behind it."""
    lines = [line.strip() for part in parts for line in part.splitlines()]
    return " ".join(line if line[-1] in _ENDS else f"{line}." for line in lines if line)


def sentences_of(words: str) -> list[str]:
    """Split a text into its sentences; a rank stays with what it counts."""
    parts = re.split(r"(?<=[.!?…]) +", words)
    ranks = [i for i, part in enumerate(parts[:-1]) if re.fullmatch(r"\d+\.", part)]
    for i in reversed(ranks):
        parts[i : i + 2] = [" ".join(parts[i : i + 2])]
    return parts


def gist_of(parts: Iterable[str], beside: str = "") -> list[str]:
    """Return the first sentences that are read in twelve seconds together with `beside`."""
    gist: list[str] = []
    room = GIST_LETTERS - len(beside)
    for part in parts:
        room -= len(part) + 1
        if gist and room < 0:
            break
        gist.append(part)
    return gist


def labelled(words: Sequence[str]) -> str:
    """Join a label, or a rank, and its values into one sentence."""
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
    """The place, read when a scene opens."""
    FOCUS = "focus"
    """The thing that a key would act on now, and its state; read when it changes."""
    HINT = "hint"
    """The explanation of the focus beyond its name; read once on a page, and on request."""
    NOW = "now"
    """The task, or the place; and the focus."""
    BOARD = "board"
    """The tiles on the board; everything on a page."""
    LINES = "lines"
    """The lines of the board; the part of a page in which the focus is."""
    SCORE = "score"
    """The points; the figures of a page."""
    HERE = "here"
    """Each line through the marked space; the focus of a page."""
    ENDS = "ends"
    """Each line that ends at the marked space: `HERE` requested twice."""


TOPICS: Final[Mapping[Action, Topic]] = {
    Action.SAY_NOW: Topic.NOW,
    Action.SAY_BOARD: Topic.BOARD,
    Action.SAY_LINES: Topic.LINES,
    Action.SAY_SCORE: Topic.SCORE,
    Action.SAY_HERE: Topic.HERE,
}

READING: Final = frozenset({*TOPICS, Action.SAY_AGAIN})
"""The actions that only request words to be read: they change nothing else."""
