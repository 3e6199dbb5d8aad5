"""The engines' results about a deal and a match, stored in the profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.bots.players.registry import LEVELS
from game.bots.service.tasks import BestBoardTask, ComputersTask, ReviewTask
from game.play.own_seats import own_seats, people_here
from game.play.question import Question, QuestionFailed
from game.progress.deal_totals import key_of, total_of, totals_of_levels
from game.progress.level_findings import stored_level
from game.progress.puzzles import find_puzzles, store_puzzles
from game.rules.match_score import has_own_totals
from game.storage.database import deal_of

if TYPE_CHECKING:
    from game.bots.best.result import BestResult
    from game.bots.coach.review import Review
    from game.progress.engine_client import EngineClient
    from game.rules.match import Match
    from game.storage.profile import Profile


def store_review(
    profile: Profile, match: Match, round_index: int, seat: int, review: Review
) -> None:
    """Store Master's total and the puzzles from the review of a finished match."""
    if not match.is_complete:
        return
    if review.master_total is not None:
        profile.store_findings(deal_of(match), {key_of("master", round_index): review.master_total})
    if seat in own_seats(match):
        store_puzzles(profile, match, round_index, seat, review)


def store_best(profile: Profile, match: Match, round_index: int, best: BestResult) -> None:
    """Store the total of a proven best board."""
    if match.is_complete and best.proven:
        profile.store_findings(deal_of(match), {key_of("best", round_index): best.total})


class DealFindings:
    """Master's total of a finished match's deal, and the best possible total.

    Results that are not stored are requested from the engines, one task at a time; `master` and
    `best` are None until all rounds are known. With `is_thorough` everything is computed, so that
    `reviews` (of `seat`, by default the first person's) and `bests` get an entry for every round.
    Under rules that compare players there is no best board. With `is_compared` the other levels
    play the deal too.
    """

    def __init__(
        self,
        profile: Profile,
        match: Match,
        engines: EngineClient,
        *,
        seat: int | None = None,
        is_thorough: bool = False,
        is_compared: bool = False,
    ) -> None:
        self._profile, self._match, self._engines = profile, match, engines
        self._stored = profile.findings(deal_of(match))
        self._seat = next(iter(people_here(match)), 0) if seat is None else seat
        self.reviews: dict[int, Review] = {}
        self.bests: dict[int, BestResult] = {}
        kinds = ("best", "master") if has_own_totals(match.rules) else ("master",)
        self.questions = [
            (what, i)
            for what in kinds
            for i in range(len(match.rounds))
            if is_thorough or key_of(what, i) not in self._stored
        ]
        if is_compared:
            self.questions += [
                ("computers", i)
                for i in range(len(match.rounds))
                if any(key_of(level, i) not in self._stored for level in LEVELS[:-1])
            ]
        self._question = Question["Review | BestResult | dict[str, float]"]()

    @property
    def is_asking(self) -> bool:
        """Whether results are missing."""
        return bool(self.questions)

    @property
    def master(self) -> float | None:
        """Master's total over all rounds."""
        return total_of(self._stored, "master", len(self._match.rounds))

    @property
    def best(self) -> float | None:
        """The best possible total over all rounds."""
        return total_of(self._stored, "best", len(self._match.rounds))

    @property
    def computers(self) -> dict[str, float]:
        """Every level's total over all rounds, the weakest first; {} until all are known."""
        return totals_of_levels(self._stored, len(self._match.rounds))

    def poll(self) -> bool:
        """Store an answer that arrived, request the next; return whether one arrived."""
        if not self.questions:
            return False
        what, index = self.questions[0]
        if not self._question.is_open:
            if what == "master":
                self._question.ask(self._engines.ask(ReviewTask(self._match, self._seat, index)))
            elif what == "computers":
                self._question.ask(self._engines.ask(ComputersTask(self._match, self._seat, index)))
            else:
                self._question.ask(self._engines.ask(BestBoardTask(self._match, index)))
            return False
        try:
            answer = self._question.poll()
        except QuestionFailed:
            del self.questions[0]
            return True
        if answer is None:
            return False
        from game.bots.coach.review import Review

        del self.questions[0]
        if isinstance(answer, dict):
            totals = {key_of(level, index): total for level, total in answer.items()}
            self._profile.store_findings(deal_of(self._match), totals)
            self._stored = {**self._stored, **totals}
        elif isinstance(answer, Review):
            self.reviews[index] = answer
            store_review(self._profile, self._match, index, self._seat, answer)
            if answer.master_total is not None:
                self._stored[key_of("master", index)] = answer.master_total
        elif answer.proven:
            self.bests[index] = answer
            store_best(self._profile, self._match, index, answer)
            self._stored[key_of("best", index)] = answer.total
        return True

    @property
    def level(self) -> str | None:
        """The player's level by the match's rules, as far as measured."""
        return stored_level(self._profile, self._match.rules)

    def tried(self, seat: int) -> set[tuple[int, int]]:
        """Return the placements of a seat that were tried as puzzles, by round and index."""
        puzzles = (p for p in find_puzzles(self._profile, self._match) if p.seat == seat)
        return {(p.round_index, p.index) for p in puzzles if not p.is_open}

    def stop(self) -> None:
        """Cancel the open request; `poll` sends it again."""
        self._question.stop()
