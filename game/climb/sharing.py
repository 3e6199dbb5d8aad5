"""A climb to send: its identity, its player's name, and the code of its seed."""

import re
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import takewhile
from typing import Final, NamedTuple

from game.climb.aces import CLIMB_VERSIONS
from game.climb.record import ClimbRecord, print_climb
from game.rules.match import Player
from game.rules.ruleset import Ruleset
from game.rules.texts import pasted_text
from game.storage.codes import (
    MOST_CHARACTERS,
    CodeError,
    CodeMistake,
    Deal,
    code_words,
    parse_code,
    read_deal,
)

_HEAD: Final = re.compile(r"CLIMB([1-9]?)\W(.*)", re.IGNORECASE)
"""A code's beginning: the version of its climb, none for version 1 (K20)."""
_RULES: Final = Ruleset()
_PIECES: Final = MOST_CHARACTERS // 4
"""Most groups of a code, which a message can have wrapped."""


def climb_identity(climb: ClimbRecord) -> str:
    """Return the identity shared by all copies of a climb, as 32 hex digits.

    Names and notes are left out of it.
    """
    stages = (replace(one, match=replace(one.match, meta=None)) for one in climb.stages)
    bare = with_climber(replace(climb, stages=tuple(stages)), "")
    return sha256(print_climb(bare).encode()).hexdigest()[:32]


def climber_of(climb: ClimbRecord) -> str:
    """Return the name of a climb's player; "" for one without a stage."""
    return climb.stages[0].match.players[0].name if climb.stages else ""


def with_climber(climb: ClimbRecord, name: str) -> ClimbRecord:
    """Return the climb under another player's name."""
    players = (Player(name),)
    stages = (replace(one, match=replace(one.match, players=players)) for one in climb.stages)
    return replace(climb, stages=tuple(stages))


class ClimbSeed(NamedTuple):
    """The beginning of a climb: the seed, and the version that decides the cards (K20)."""

    seed: str
    version: int = CLIMB_VERSIONS[-1]


def read_climb_seed(text: str) -> ClimbSeed:
    """Return the seed of a typed or pasted text: of a climb's code, or the text itself.

    Raises `CodeError` for a mistyped code, for one of a newer version, and for the code of a deal.
    """
    words = code_words(pasted_text(text))
    for at, word in enumerate(words):
        if not (head := _HEAD.match(word)):
            continue
        try:
            more = takewhile(lambda word: not _HEAD.match(word), words[at + 1 : at + _PIECES])
            deal = _first_code([head[2], *more])
        except CodeError:
            if at:
                continue
            raise
        if deal.rules != _RULES:
            raise CodeError(CodeMistake.MEANINGLESS)
        version = int(head[1] or 1)
        if version not in CLIMB_VERSIONS:
            raise CodeError(CodeMistake.NEWER)
        return ClimbSeed(deal.seed, version)
    seed = read_deal(text.strip())
    if isinstance(seed, Deal):
        raise CodeError(CodeMistake.MEANINGLESS)
    return ClimbSeed(seed)


def _first_code(words: list[str]) -> Deal:
    """Return the code that begins with the first word and may be wrapped into the next ones."""
    read = ""
    for word in words:
        read += word
        with suppress(CodeError):
            return parse_code(read)
    return parse_code(read)
