"""The state of a review: requests to the engines, and the placement on display."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from game.bots.coach.review import Review
from game.bots.service.tasks import BestBoardTask, ReviewTask
from game.play.question import Question, QuestionFailed
from game.progress.engine_client import EngineClient
from game.progress.review_steps import (
    ReviewStep,
    best_position,
    seats_to_review,
    steps_of_review,
)
from game.rules.match import Match, Round
from game.rules.placement import Position

if TYPE_CHECKING:
    from game.bots.best.result import BestResult


_MISTAKE: Final = 2.0
"""Points lost from which the mistake keys stop at a placement."""


class ReviewEvent(Enum):
    """The events of a review: answers of the engines."""

    NOTHING = auto()
    MORE = auto()
    REVIEW = auto()
    FAILURE = auto()


class ReviewControl:
    """One round of a match from one seat.

    `at` is the index of the placement on display, None for the final board. `share` is the progress
    of the review, 0 to 1. The best board of the round's calls arrives when proven, often later.
    """

    def __init__(self, match: Match, round_index: int, seat: int, engines: EngineClient) -> None:
        self.match, self.round_index, self.seat = match, round_index, seat
        self.at: int | None = None
        self.review: Review | None = None
        self.steps: tuple[ReviewStep, ...] = ()
        self.best: BestResult | None = None
        self.shows_best = False
        self.share = 0.0
        self.engines = engines
        self._review_question = Question["Review"]()
        self._best_question = Question["BestResult"]()
        self._known: dict[tuple[int, int], Review] = {}
        self._known_best: dict[int, BestResult] = {}
        self._ask()

    @property
    def played(self) -> Round:
        """The round on display."""
        return self.match.rounds[self.round_index]

    @property
    def step(self) -> ReviewStep | None:
        """The placement on display, None for the final board."""
        return None if self.at is None else self.steps[self.at]

    @property
    def position(self) -> Position:
        """The board on display: the best one, one before a placement, or the final one."""
        if self.shows_best and self.best is not None:
            return best_position(self.match.rules, self.best.board)
        step = self.step
        return self.played.seats[self.seat].position if step is None else step.position

    # the engines' answers

    def _ask(self) -> None:
        """Request the review and the best board, unless they are stored."""
        self.stop()
        self.at, self.shows_best, self.steps, self.share = None, False, (), 0.0
        self.review = self._known.get((self.round_index, self.seat))
        if self.review is None:
            task = ReviewTask(self.match, self.seat, self.round_index)
            self._review_question.ask(self.engines.ask(task))
        else:
            self._show(self.review)
        self._ask_best()

    def _ask_best(self) -> None:
        self.best = self._known_best.get(self.round_index)
        if self.best is None:
            task = BestBoardTask(self.match, self.round_index)
            self._best_question.ask(self.engines.ask(task))

    def _show(self, review: Review) -> None:
        self.review = self._known[self.round_index, self.seat] = review
        self.steps = steps_of_review(self.match, self.round_index, self.seat, review)

    def go_on(self) -> None:
        """Repeat the cancelled requests."""
        if self.review is None and not self._review_question.is_open:
            self._ask()
        elif self.best is None and not self._best_question.is_open:
            self._ask_best()

    def stop(self) -> None:
        """Withdraw the requests to the engines."""
        self._review_question.stop()
        self._best_question.stop()

    def poll(self) -> ReviewEvent:
        """Poll the engines."""
        if not self._review_question.is_open:
            return self._poll_best()
        before, self.share = self.share, self._review_question.progress or 0.0
        try:
            review = self._review_question.poll()
        except QuestionFailed:
            return ReviewEvent.FAILURE
        if review is not None:
            self._show(review)
            return ReviewEvent.REVIEW
        return ReviewEvent.NOTHING if before == self.share else ReviewEvent.MORE

    def _poll_best(self) -> ReviewEvent:
        if not self._best_question.is_open:
            return ReviewEvent.NOTHING
        try:
            best = self._best_question.poll()
        except QuestionFailed:
            return ReviewEvent.MORE
        if best is not None:
            self.best = self._known_best[self.round_index] = best
            return ReviewEvent.MORE
        return ReviewEvent.NOTHING

    # steps

    def choose_seat(self, seat: int) -> None:
        """Display another player's round."""
        self.seat = seat
        self._ask()

    def choose_round(self, index: int) -> None:
        """Display another round, of the same seat if it placed anything there."""
        self.round_index = index
        seats = seats_to_review(self.match, index)
        self.seat = self.seat if self.seat in seats else seats[0]
        self._ask()

    def go_to(self, at: int | None) -> None:
        """Display a placement, or with None the final board."""
        self.at, self.shows_best = at, False

    def go_to_call(self, call: int | None) -> bool:
        """Display a call's first placement; return whether there is one."""
        steps = [i for i, step in enumerate(self.steps) if step.reviewed.call == call]
        if steps:
            self.go_to(steps[0])
        return bool(steps)

    def walk(self, by: int) -> None:
        """Move by a number of placements; after the last one comes the final board."""
        count = len(self.steps)
        target = ((count if self.at is None else self.at) + by) % (count + 1)
        self.go_to(None if target == count else target)

    def next_mistake(self, by: int) -> bool:
        """Move to the next placement with a cost; return whether there is one."""
        dear = [i for i, step in enumerate(self.steps) if step.reviewed.cost >= _MISTAKE]
        later = [i for i in dear if self.at is None or (i - self.at) * by > 0]
        if later:
            self.go_to(min(later) if by > 0 else max(later))
        return bool(later)

    def toggle_best(self) -> None:
        """Show or hide the best board."""
        self.shows_best = not self.shows_best
