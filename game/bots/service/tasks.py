"""The tasks of the engine process; each imports its engine in `run`, in that process only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from game.rules.match import Match
from game.rules.record import parse_record, print_record

if TYPE_CHECKING:
    from game.bots.best.result import BestResult
    from game.bots.coach.coach import Advice
    from game.bots.coach.review import Review
    from game.bots.protocol import Bot
    from game.rules.placement import Placement

T_co = TypeVar("T_co", covariant=True)

Report: TypeAlias = Callable[[float], None]
IsStopped: TypeAlias = Callable[[], bool]


class EngineTask(Protocol[T_co]):
    """A task with all its input; it can be pickled."""

    def run(self, report: Report, is_stopped: IsStopped) -> T_co:
        """Compute the answer. Long tasks report progress, and raise `Cancelled` if stopped."""


@dataclass(frozen=True, slots=True)
class RecordTask:
    """The base of the tasks about a match.

    Matches are pickled as records, because tiles and boards are compared by identity.
    """

    match: Match

    def __reduce__(self) -> tuple[Any, ...]:
        match, *others = (getattr(self, field.name) for field in fields(self))
        return _read, (type(self), print_record(match), *others)


def _read(kind: Callable[..., RecordTask], record: str, *others: Any) -> RecordTask:
    return kind(parse_record(record), *others)


@dataclass(frozen=True, slots=True)
class SeatTask(RecordTask):
    """The base of the tasks about one seat of a match."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChoiceTask(SeatTask):
    """Choose a bot's placement, or its closing moves once the hand is empty."""

    bot: str
    seed: str

    def run(self, report: Report, is_stopped: IsStopped) -> tuple[Placement, ...]:
        bot, random = self._make_bot(), Random(self.seed)
        if self.match.round.seats[self.seat].hand:
            return (bot.choose(self.match, self.seat, random),)
        return bot.choose_finish(self.match, self.seat, random)

    def _make_bot(self) -> Bot:
        from game.bots.players.registry import make_bot

        return make_bot(self.bot)


@dataclass(frozen=True, slots=True)
class OwedTask(SeatTask):
    """Compute the game master's placements of the tiles that a seat owes (M4)."""

    def run(self, report: Report, is_stopped: IsStopped) -> tuple[Placement, ...]:
        from game.bots.players.game_master import master_placements

        return master_placements(self.match, self.seat)


@dataclass(frozen=True, slots=True)
class AdviceTask(SeatTask):
    """Judge every placement of a hand for the coach, as deeply as `master` and a review do."""

    def run(self, report: Report, is_stopped: IsStopped) -> Advice:
        from game.bots.coach.coach import advise

        return advise(self.match, self.seat, deeply=True)


@dataclass(frozen=True, slots=True)
class ReviewTask(SeatTask):
    """Review a round; progress is the share that is done, 0 to 1."""

    round_index: int

    def run(self, report: Report, is_stopped: IsStopped) -> Review:
        from game.bots.coach.review import review_round

        return review_round(
            self.match, self.round_index, self.seat, on_progress=report, is_cancelled=is_stopped
        )


@dataclass(frozen=True, slots=True)
class SightTask(SeatTask):
    """Find the weakest level that sees better than placement `index` of a round."""

    round_index: int
    index: int

    def run(self, report: Report, is_stopped: IsStopped) -> str:
        from game.bots.coach.replay import placed_moments
        from game.bots.coach.verdicts import review_placement

        moment = placed_moments(self.match, self.round_index, self.seat)[self.index]
        return review_placement(moment, self.seat, deeply=True).seen_by


@dataclass(frozen=True, slots=True)
class LevelTask(SeatTask):
    """Measure a seat's points, luck and costs of mistakes in a finished match."""

    def run(self, report: Report, is_stopped: IsStopped) -> dict[str, float]:
        from game.bots.coach.level import measure_attempt

        return measure_attempt(self.match, self.seat, is_cancelled=is_stopped)


@dataclass(frozen=True, slots=True)
class PlayOutTask(SeatTask):
    """Play the seat's remaining calls of a round as the computer `bot`: the seat's placements,
    and its closing moves.

    The seat may lag behind the round's calls; progress is the share of the calls played.
    """

    round_index: int
    bot: str

    def run(self, report: Report, is_stopped: IsStopped) -> Rest:
        from game.bots.coach.replay import play_instead
        from game.bots.coach.review import Cancelled
        from game.bots.players.registry import make_bot

        begin = self.match.rounds[self.round_index].seats[self.seat]
        made = sum(len(turn.placements) for turn in begin.turns)
        whole = max(1, sum(self.match.rules.call_sizes) - made)
        count = 0

        def before_move() -> None:
            nonlocal count
            if is_stopped():
                raise Cancelled
            report(min(1.0, count / whole))
            count += 1

        bot = make_bot(self.bot)
        played = play_instead(
            self.match, self.round_index, self.seat, bot, Random(0), before_move, begin
        )
        end = played.round.seats[self.seat]
        placements = [p for turn in end.turns for p in turn.placements]
        return Rest(tuple(placements[made:]), end.finish)


@dataclass(frozen=True, slots=True)
class Rest:
    """The end of a seat's round: the placements in order, and the closing moves if it has any."""

    placements: tuple[Placement, ...]
    finish: tuple[Placement, ...] | None


@dataclass(frozen=True, slots=True)
class ComputersTask(SeatTask):
    """Compute the total of every level except Master on a round's calls in one seat.

    A review has Master's.
    """

    round_index: int

    def run(self, report: Report, is_stopped: IsStopped) -> dict[str, float]:
        from game.bots.coach.replay import play_instead
        from game.bots.coach.review import Cancelled
        from game.bots.players.registry import LEVELS, make_bot
        from game.rules.match_score import score_round

        def before_move() -> None:
            if is_stopped():
                raise Cancelled

        totals = {}
        for level in LEVELS[:-1]:
            played = play_instead(
                self.match, self.round_index, self.seat, make_bot(level), Random(0), before_move
            )
            totals[level] = score_round(played.rules, played.round)[self.seat].total
        return totals


@dataclass(frozen=True, slots=True)
class BestBoardTask(RecordTask):
    """Find the best board of a round's calls; progress is an upper bound of its total."""

    round_index: int

    def run(self, report: Report, is_stopped: IsStopped) -> BestResult:
        from game.bots.best.solver import best_of_round
        from game.bots.coach.review import Cancelled

        best = best_of_round(
            self.match.rules,
            self.match.rounds[self.round_index].called,
            on_progress=lambda state: report(state.bound),
            should_stop=is_stopped,
        )
        if is_stopped():
            raise Cancelled
        return best


@dataclass(frozen=True, slots=True)
class Request:
    """A task for the engine process; None cancels the task sent with this ticket."""

    ticket: int
    task: EngineTask[Any] | None


@dataclass(frozen=True, slots=True)
class Reply:
    """A message about a task: its progress, or at the end its value or exception."""

    ticket: int
    progress: float | None = None
    value: Any = None
    error: Exception | None = None
