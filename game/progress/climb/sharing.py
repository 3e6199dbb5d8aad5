"""A climb to send: its identity, its player's name, and the code of its seed."""

from dataclasses import replace
from hashlib import sha256
from typing import Final

from game.progress.climb.record import ClimbRecord, print_climb
from game.rules.match import Player
from game.rules.ruleset import Ruleset
from game.storage.codes import CodeError, CodeMistake, Deal, format_code, parse_code, read_deal

_PREFIX: Final = "CLIMB"
_RULES: Final = Ruleset()


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


def climb_code(seed: str) -> str:
    """Return the code of a climb's seed: `CLIMB-` and a deal code. Raises `FormatError`."""
    return f"{_PREFIX}-{format_code(Deal(_RULES, seed))}"


def read_climb_seed(text: str) -> str:
    """Return the seed of a typed or pasted text: of a climb's code, or the text itself.

    Raises `CodeError` for a mistyped code, and for the code of a deal.
    """
    plain = text.strip()
    if plain.upper().startswith(f"{_PREFIX}-"):
        deal = parse_code(plain[len(_PREFIX) + 1 :])
        if deal.rules != _RULES:
            raise CodeError(CodeMistake.MEANINGLESS)
        return deal.seed
    seed = read_deal(plain)
    if isinstance(seed, Deal):
        raise CodeError(CodeMistake.MEANINGLESS)
    return seed
