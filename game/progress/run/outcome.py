"""What a finished run came to: its best stage, the stage that broke it, and what was missing."""

from dataclasses import dataclass
from typing import Final

from game.progress.run.record import RunRecord, RunStep
from game.progress.run.state import RunState

SQUARES: Final = 5
"""Squares that stand for a stage's target in a text to share."""

_MOST_ABOVE: Final = 3
"""Further squares at most for what was made beyond the target."""

MISSED, PASSED, ABOVE, BROKEN, EMPTY = "🟨", "🟩", "🟦", "🟥", "⬜"
"""The squares: of a target that was missed or made, beyond it, of the last stage, and the rest."""


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """A run from its record: where it stands or ended, and its stages."""

    run: RunRecord
    state: RunState
    stages: tuple[RunStep, ...]

    @property
    def stage(self) -> int:
        """The stage in which the run ended, or the one to be played next."""
        return len(self.stages) if self.state.is_over else self.state.stage

    @property
    def broken(self) -> RunStep | None:
        """The stage that drained the reserve; None where the run was left before that."""
        return self.stages[-1] if self.state.is_over else None

    @property
    def missing(self) -> int:
        """How many more points in the last stage would have let the run go on; 0 for an open run.

        An empty reserve is no end: 0 after a stage goes on, less than 0 does not.
        """
        last = self.broken
        return 0 if last is None else -(last.before.reserve + last.result.surplus)

    @property
    def best(self) -> RunStep | None:
        """The stage that made most beyond its target, the earlier of two; None without a stage."""
        return max(self.stages, key=_beyond, default=None)


def _beyond(step: RunStep) -> int:
    return step.result.total - step.result.target


def outcome_of(run: RunRecord) -> RunOutcome:
    """Return what a run came to. Raises `FormatError` for a record that its rules refuse."""
    stages = tuple(run.steps())
    state = stages[-1].chosen if stages else RunState(run.seed, run.is_timed)
    return RunOutcome(run, state, stages)


def squares_of(outcome: RunOutcome) -> tuple[str, ...]:
    """Return one row of coloured squares for each stage, which reveals no tile.

    Five stand for the target; up to three more are what was made beyond it.
    """
    return tuple(_squares(one, one is outcome.broken) for one in outcome.stages)


def _squares(one: RunStep, is_broken: bool) -> str:
    total, target = one.result.total, max(1, one.result.target)
    if total >= target:
        return PASSED * SQUARES + ABOVE * min(_MOST_ABOVE, (total - target) * SQUARES // target)
    full = total * SQUARES // target
    return (BROKEN if is_broken else MISSED) * full + EMPTY * (SQUARES - full)
