"""A match's rules as a set of choices, and the forbidden combinations (C2, P1-P6, S4-S7, V1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import product
from typing import Final, TypeVar

from game.rules.boards import BOARDS, Board, BoardName
from game.rules.errors import Conflict, Fault, FormatError, RulesetError

_Choice = TypeVar("_Choice", bound=StrEnum)

MAX_PLAYERS: Final = 6
"""Most players of a match on screens: the box has six boards."""

MOST_BOARDS: Final = 8
"""Most boards at a real table: the largest box has eight (V6)."""

MAX_ROUNDS: Final = 9_999
"""Most rounds that a record may announce: four times as many as the longest one can hold."""

MOST_ROUNDS: Final = 100
"""Most rounds that a player can choose: they fit into a record even for a league of six."""


class PlacementRule(StrEnum):
    """The choices of legal spaces (P1-P3)."""

    FREE = "free"
    ADJACENT = "adjacent"
    ADJACENT_SYMBOL = "adjacent-symbol"


class CallRule(StrEnum):
    """The choices of tiles in a call: one, two, or the league's three and then twos (C2)."""

    SINGLE = "single"
    PAIRS = "pairs"
    MAIL = "mail"


class RayRule(StrEnum):
    """The choices of points for lines of one symbol (S4, S5)."""

    NONE = "none"
    RAYS = "rays"
    BEST_RAY = "best-ray"


class BonusRule(StrEnum):
    """The period of the league's bonus: each call, or the whole round (M6)."""

    CALL = "call"
    GAME = "game"


@dataclass(frozen=True, repr=False)
class Ruleset:
    """The rules of a match: any combination of board, placement, call, rays and rounds (V1).

    `daffodil` is the variant 1-4 of the Daffodil board, 1 by default (P5, P6), and None on the
    classic one. `bonus` is `BonusRule.CALL` by default with the `mail` call (M6), else None.

    Raises `RulesetError` for combinations that V1 forbids for any number of players; `conflicts`
    checks those that depend on it.

    `board`, `placement`, `call` and `rays` are the rules' parts by name, `rounds` the number of
    rounds.
    """

    board: BoardName = BoardName.CLASSIC
    placement: PlacementRule = PlacementRule.FREE
    call: CallRule = CallRule.SINGLE
    rays: RayRule = RayRule.NONE
    daffodil: int | None = None
    bonus: BonusRule | None = None
    rounds: int = 1

    def __post_init__(self) -> None:
        conflicts: list[Conflict] = []
        on_daffodil = self.board is BoardName.DAFFODIL
        if self.daffodil is None and on_daffodil:
            object.__setattr__(self, "daffodil", 1)
        if self.bonus is None and self.call is CallRule.MAIL:
            object.__setattr__(self, "bonus", BonusRule.CALL)
        if self.daffodil is not None and not (on_daffodil and 1 <= self.daffodil <= 4):
            conflicts.append(Conflict.DAFFODIL_NEEDS_BOARD)
        if self.bonus is not None and self.call is not CallRule.MAIL:
            conflicts.append(Conflict.BONUS_NEEDS_MAIL)
        if not 1 <= self.rounds <= MAX_ROUNDS:
            conflicts.append(Conflict.NO_ROUNDS)
        if conflicts:
            raise RulesetError(tuple(conflicts))

    def conflicts(self, players: int, most: int = MAX_PLAYERS) -> tuple[Conflict, ...]:
        """Return the reasons that forbid these rules for so many players (V1); () if none.

        `most` is `MOST_BOARDS` at a real table (V6).
        """
        conflicts: list[Conflict] = []
        if players < 1:
            conflicts.append(Conflict.TOO_FEW_PLAYERS)
        if players > most:
            conflicts.append(Conflict.TOO_MANY_PLAYERS)
        if self.rays is RayRule.BEST_RAY and players == 1:
            conflicts.append(Conflict.BEST_RAY_NEEDS_OPPONENTS)
        if self.rays is RayRule.BEST_RAY and MAX_PLAYERS < players <= most:
            conflicts.append(Conflict.BEST_RAY_IS_FOR_SIX)
        return tuple(conflicts)

    @cached_property
    def grid(self) -> Board:
        """The board's geometry."""
        return BOARDS[self.board]

    @cached_property
    def call_sizes(self) -> tuple[int, ...]:
        """The number of tiles in each call of a round (C2)."""
        total = len(self.grid)
        if self.call is CallRule.SINGLE:
            return (1,) * total
        if self.call is CallRule.PAIRS:
            return (2,) * (total // 2) + (1,) * (total % 2)
        return (3,) + (2,) * ((total - 3) // 2)

    @cached_property
    def has_aside(self) -> bool:
        """Whether tiles may be set aside on the daffodil (P6)."""
        return self.daffodil == 4

    @cached_property
    def has_symbols(self) -> bool:
        """Whether suns and moons affect placement or points (P3, S4, S5)."""
        is_bound = self.placement is PlacementRule.ADJACENT_SYMBOL
        return is_bound or self.rays is not RayRule.NONE

    @cached_property
    def is_unbound(self) -> bool:
        """Whether a tile may always go to any empty space (P1, P5)."""
        return self.placement is PlacementRule.FREE and self.daffodil in (None, 1)

    def __str__(self) -> str:
        """Return a text that `parse` reads back, such as `daffodil-4 adjacent pairs rays
        rounds=2`.
        """
        words = [
            self.board.value if self.daffodil is None else f"{self.board.value}-{self.daffodil}",
            self.placement.value,
            self.call.value,
            self.rays.value,
        ]
        if self.bonus is not None:
            words.append(f"bonus={self.bonus.value}")
        if self.rounds != 1:
            words.append(f"rounds={self.rounds}")
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Ruleset.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Ruleset:
        """Return the ruleset that `str` wrote. Raises `FormatError` or `RulesetError`."""
        words = text.split()
        if len(words) < 4:
            raise FormatError(Fault.FEW_WORDS, text=repr(text[:60]))
        board, dash, variant = words[0].partition("-")
        options: dict[str, str] = {}
        for word in words[4:]:
            key, equals, value = word.partition("=")
            if not equals or key not in ("bonus", "rounds") or key in options:
                raise FormatError(Fault.UNKNOWN_OPTION, text=repr(word[:20]))
            options[key] = value
        rounds = options.get("rounds", "1")
        if dash and not (variant.isascii() and variant.isdigit() and len(variant) == 1):
            raise FormatError(Fault.NO_SUCH_VARIANT, text=repr(variant[:20]))
        if not (rounds.isascii() and rounds.isdigit() and len(rounds) <= 4):
            raise FormatError(Fault.NOT_ROUNDS, text=repr(rounds[:20]))
        return cls(
            _choice(BoardName, board),
            _choice(PlacementRule, words[1]),
            _choice(CallRule, words[2]),
            _choice(RayRule, words[3]),
            int(variant) if dash else None,
            _choice(BonusRule, options["bonus"]) if "bonus" in options else None,
            int(rounds),
        )


def all_rulesets(rounds: int = 1) -> tuple[Ruleset, ...]:
    """Return every combination of board, Daffodil variant, placement, call, bonus and rays (V1)."""
    boards = (
        (BoardName.CLASSIC, None),
        *((BoardName.DAFFODIL, variant) for variant in range(1, 5)),
    )
    calls = [(call, None) for call in CallRule if call is not CallRule.MAIL]
    mail = [(CallRule.MAIL, bonus) for bonus in BonusRule]
    return tuple(
        Ruleset(board, placement, call, rays, variant, bonus, rounds)
        for (board, variant), placement, (call, bonus), rays in product(
            boards, PlacementRule, (*calls, *mail), RayRule
        )
    )


def _choice(kind: type[_Choice], text: str) -> _Choice:
    try:
        return kind(text)
    except ValueError:
        known = ", ".join(member.value for member in kind)
        raise FormatError(Fault.NONE_OF, value=repr(text[:20]), known=known) from None
