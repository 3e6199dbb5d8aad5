"""Where a run stands between two stages, and what a stage and the choice after it make of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from typing import Final

from game.progress.run.aces import (
    EITHERS,
    HOURGLASS_SECONDS,
    MOST_HELD,
    NO_ACE_POINTS,
    PLACES,
    REBATE_POINTS,
    REBATE_STAGES,
    SECOND_WIND_POINTS,
    SWAPS,
    THOUGHTS,
    Ace,
    HeldAce,
    offer,
    pay_of,
)
from game.progress.run.deck import AceUse, UseKind
from game.progress.run.ladder import (
    FIRST_BANK_SECONDS,
    FIRST_RESERVE,
    MOST_RESERVE,
    is_bonus,
    rules_of,
    seconds_of,
    target_of,
)
from game.rules.errors import Fault, FormatError
from game.rules.match import Match
from game.rules.scoring import BoardScore, score_position

_SECOND: Final = 1000


@dataclass(frozen=True, slots=True)
class StageResult:
    """What a stage came to, in points.

    `board` is the board's score, `pay` what aces paid, `overtime` the seconds beyond the bank, each
    a point lost; `total` all of it, never below 0. `surplus` is what it fills or drains.
    """

    stage: int
    board: int
    pay: int
    overtime: int
    target: int
    surplus: int

    @property
    def total(self) -> int:
        """The points of the stage."""
        return max(0, self.board + self.pay - self.overtime)


@dataclass(frozen=True, slots=True)
class RunState:
    """A run before stage `stage` (from 1), or over.

    `bank` is in milliseconds and stands still in a calm run; `rebates` counts the stages to come
    whose target is lower; `points` are those of the run: each stage's total times its number.
    `chooses` says that the last stage's aces are still to be chosen from.
    """

    seed: str
    is_timed: bool
    stage: int = 1
    reserve: int = FIRST_RESERVE
    bank: int = FIRST_BANK_SECONDS * _SECOND
    aces: tuple[HeldAce, ...] = ()
    rebates: int = 0
    has_free_pass: bool = False
    points: int = 0
    is_over: bool = False
    chooses: bool = False

    @property
    def stage_seed(self) -> str:
        """The seed of the stage's deal."""
        return f"{self.seed}/run {self.stage}"

    @property
    def target(self) -> int:
        """The points that the stage asks for."""
        return target_of(self.stage) - (REBATE_POINTS if self.rebates else 0)

    @property
    def stage_bank(self) -> int:
        """The milliseconds that the stage has, the bank's included."""
        more = HOURGLASS_SECONDS * self.count(Ace.HOURGLASS)
        return self.bank + (seconds_of(self.stage) + more) * _SECOND

    @property
    def offered(self) -> tuple[Ace, ...]:
        """The aces to choose from after the last stage; none where there is nothing to choose."""
        if not self.chooses:
            return ()
        return offer(self.seed, self.stage - 1, self.aces, is_timed=self.is_timed)

    def count(self, ace: Ace) -> int:
        """Return how many of an ace are held."""
        return sum(one.ace is ace for one in self.aces)

    def uses_of(self, kind: UseKind) -> int | None:
        """Return how often an ace may be used in a stage; None for as often as one likes."""
        match kind:
            case UseKind.SWAP:
                return SWAPS * self.count(Ace.SWAP)
            case UseKind.EITHER:
                return EITHERS * self.count(Ace.EITHER)
            case UseKind.POCKET:
                return None if self.count(Ace.POCKET) else 0
            case UseKind.SECOND_THOUGHT:
                return THOUGHTS * self.count(Ace.SECOND_THOUGHT)


def day_seed(day: date) -> str:
    """Return the seed of the run that is everybody's on a day."""
    digest = sha256(f"take-it-easy run daily 1\n{day.isoformat()}".encode()).digest()
    return str(int.from_bytes(digest[:4], "big") >> 2)


def score_stage(
    run: RunState, match: Match, uses: Sequence[AceUse], milliseconds: int
) -> StageResult:
    """Return what a finished stage came to; `match` is its one round, by the stage's rules."""
    score = score_position(rules_of(run.stage), match.rounds[0].seats[0].position)
    thoughts = sum(use.kind is UseKind.SECOND_THOUGHT for use in uses)
    return reckon_stage(run, score, thoughts, milliseconds)


def reckon_stage(run: RunState, score: BoardScore, thoughts: int, milliseconds: int) -> StageResult:
    """Return what a board's score comes to in a stage; `thoughts` take-backs were used."""
    pay = pay_of(run.aces, run.stage, score, thoughts)
    over = max(0, milliseconds - run.stage_bank) if run.is_timed else 0
    overtime = -(-over // _SECOND)
    board = int(score.total)
    surplus = board + pay - overtime - run.target
    if is_bonus(run.stage) or run.has_free_pass:
        surplus = max(0, surplus)
    return StageResult(run.stage, board, pay, overtime, run.target, surplus)


def after_stage(run: RunState, result: StageResult, milliseconds: int) -> RunState:
    """Return the run after a stage: over where the reserve is drained, else before a choice."""
    reserve = min(MOST_RESERVE, run.reserve + result.surplus)
    is_over = reserve < 0
    return replace(
        run,
        stage=run.stage + 1,
        reserve=max(0, reserve),
        bank=max(0, run.stage_bank - milliseconds) if run.is_timed else run.bank,
        rebates=max(0, run.rebates - 1),
        has_free_pass=False,
        points=run.points + result.total * run.stage,
        is_over=is_over,
        chooses=not is_over,
    )


def choose_ace(run: RunState, ace: Ace | None, instead: Ace | None = None) -> RunState:
    """Return the run after a choice: an ace of those offered, or none, which fills the reserve.

    `instead` is the ace that a fifth takes the place of, the one held longest where there are two.
    Raises `FormatError` for what cannot be chosen.
    """
    if not run.chooses or (ace is not None and ace not in run.offered):
        raise FormatError(Fault.NOT_OFFERED, ace=ace or "-")
    needs_place = ace in MOST_HELD and len(run.aces) == PLACES
    if needs_place != (instead is not None) or (instead is not None and not run.count(instead)):
        raise FormatError(Fault.NOT_HELD, ace=instead or "-")
    run = replace(run, chooses=False)
    match ace:
        case None:
            return replace(run, reserve=min(MOST_RESERVE, run.reserve + NO_ACE_POINTS))
        case Ace.REBATE:
            return replace(run, rebates=run.rebates + REBATE_STAGES)
        case Ace.SECOND_WIND:
            return replace(run, reserve=min(MOST_RESERVE, run.reserve + SECOND_WIND_POINTS))
        case Ace.FREE_PASS:
            return replace(run, has_free_pass=True)
        case _:
            held = list(run.aces)
            if instead is not None:
                held.remove(next(one for one in held if one.ace is instead))
            return replace(run, aces=(*held, HeldAce(ace, run.stage - 1)))
