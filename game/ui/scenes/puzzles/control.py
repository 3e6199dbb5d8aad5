"""The state of the puzzles: the one on display, the try, and its cost; no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.bots.players.registry import LEVELS
from game.bots.service.tasks import AdviceTask, SightTask
from game.play.question import Question, QuestionFailed
from game.progress.engine_client import EngineClient
from game.progress.level import tells_points
from game.progress.level_findings import stored_level
from game.progress.puzzles import (
    SHOWN,
    SOLVED,
    SPARE,
    TRIED,
    Puzzle,
    find_puzzles,
    mark_puzzle,
    position_of,
    read_figures,
    store_figures,
    store_seer,
)
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.storage.profile import Profile

if TYPE_CHECKING:
    from game.bots.coach.coach import Advice, Advised

RIGHT: Final = 0.75
"""Least share of the placement's cost that a right answer regains."""

BEST: Final = 0.5
"""Points from which a right answer is said to be worth less than the best one."""


RUSH_SECONDS: Final = 180.0


class PuzzlesControl:
    """The puzzles of a profile, or those from the match `of`; `at` is the index on display.

    That of the key `first` is the first on display. `tells_points`: whether costs are shown in
    points. `advice` has the engine's value of every space. `tried` is the last placement tried,
    `shows_answer` whether the best one is shown. `figures` are the streak and the bests, `rushed`
    the number solved in the latest rush.
    """

    def __init__(
        self, profile: Profile, engines: EngineClient, of: Match | None = None, first: str = ""
    ) -> None:
        self._profile, self._engines = profile, engines
        level = stored_level(profile, Ruleset() if of is None else of.rules)
        self.tells_points = tells_points(level)
        starts = [(p, position_of(profile, p)) for p in find_puzzles(profile, of, level)]
        # A puzzle whose match was deleted is left out.
        self.puzzles = [puzzle for puzzle, start in starts if start is not None]
        self.puzzles.sort(key=lambda puzzle: puzzle.key != first)
        # The standard game's engine is the fastest.
        unseen = [(s[0].rules != Ruleset(), p) for p, s in starts if s and not p.seen_by]
        self._unseen = [puzzle for _, puzzle in sorted(unseen, key=lambda one: one[0])]
        self._sight = Question[str]()
        self.solved = {p for p in self.puzzles if p.is_solved}
        self._shown = {p for p in self.puzzles if p.is_shown}
        self.at = 0
        self.figures = read_figures(profile)
        self.rush: float | None = None
        """Seconds left in a rush; None outside one."""
        self.rushed = self._begun_at = 0
        self.match: Match
        self.played: Placement
        self._question = Question["Advice"]()
        self._begin()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on display."""
        return self.puzzles[self.at]

    @property
    def is_done(self) -> bool:
        """Whether it was solved, or its answer is shown."""
        return self.is_right or self.shows_answer

    def _begin(self) -> None:
        self.advice: Advice | None = None
        self.tried: Advised | None = None
        self.shows_answer = self.has_failed = self._is_missed = False
        if self.puzzles:
            start = position_of(self._profile, self.puzzle)
            assert start is not None
            self.match, self.played = start
            mark_puzzle(self._profile, self.puzzle, SPARE, 0)
            self._ask()

    def _ask(self) -> None:
        """Request the value of every space from the engine."""
        self._question.ask(self._engines.ask(AdviceTask(self.match, self.puzzle.seat)))

    def resume(self) -> None:
        """Repeat the request that `stop` withdrew."""
        if self.advice is None and not self._question.is_open and not self.has_failed:
            self._ask()

    def stop(self) -> None:
        """Withdraw the requests to the engine."""
        self._question.stop()
        self._sight.stop()

    def poll(self) -> bool:
        """Take the engine's answer; return whether it has just arrived, or failed."""
        try:
            advice = self._question.poll()
        except QuestionFailed:
            self.has_failed = True
            return True
        if advice is None:
            if self.advice is not None and self._unseen:
                self._look(self._unseen[0])
            return False
        self.advice = advice
        return True

    def _look(self, puzzle: Puzzle) -> None:
        """Find who sees better than a placement stored without it, one puzzle after the other."""
        if not self._sight.is_open:
            match = self._profile.match(puzzle.number)
            assert match is not None
            task = SightTask(match, puzzle.seat, puzzle.round_index, puzzle.index)
            self._sight.ask(self._engines.ask(task))
            return
        try:
            level = self._sight.poll()
        except QuestionFailed:
            self._unseen.clear()
            return
        if level is not None:
            del self._unseen[0]
            store_seer(self._profile, puzzle, level or LEVELS[-1])

    @property
    def best(self) -> Advised | None:
        """The best placement, None while unknown."""
        return None if self.advice is None else self.advice.placements[0]

    def _advised(self, placement: Placement) -> Advised | None:
        placements = () if self.advice is None else self.advice.placements
        return next((one for one in placements if one.placement == placement), None)

    @property
    def is_right(self) -> bool:
        """Whether the try regains the share `RIGHT` of what the placement in the game cost."""
        played = self._advised(self.played)
        if self.tried is None or played is None:
            return False
        return self.tried.cost <= (1 - RIGHT) * played.cost

    def try_placement(self, placement: Placement) -> bool:
        """Try a placement; return whether trying was possible."""
        tried = None if self.is_done else self._advised(placement)
        if tried is None:
            return False
        self.tried = tried
        if self.is_right:
            self.solved.add(self.puzzle)
            mark_puzzle(self._profile, self.puzzle, SOLVED)
            if not self._is_missed and self.puzzle not in self._shown:
                self._count(self.figures.streak + 1)
                self.rushed += self.rush is not None
        else:
            self._miss()
        return True

    def _count(self, streak: int) -> None:
        best = max(streak, self.figures.best_streak)
        self.figures = self.figures._replace(streak=streak, best_streak=best)
        store_figures(self._profile, self.figures)

    def _miss(self) -> None:
        """End the streak if the puzzle was not solved at the first try."""
        self._is_missed = True
        mark_puzzle(self._profile, self.puzzle, TRIED)
        if self.figures.streak:
            self._count(0)

    def show_answer(self) -> None:
        """Show the answer, which gives the puzzle up."""
        self.shows_answer = self.best is not None
        if self.shows_answer:
            self._shown.add(self.puzzle)
            mark_puzzle(self._profile, self.puzzle, SHOWN)
        self._miss()

    # the rush

    @property
    def can_rush(self) -> bool:
        """Whether there is a puzzle whose answer was not shown."""
        return any(puzzle not in self._shown for puzzle in self.puzzles)

    def begin_rush(self) -> None:
        """Begin a rush: three minutes to solve puzzles at the first try, each once.

        Puzzles with a shown answer are left out, and the one whose answer is on display is not
        first.
        """
        if not self.can_rush:
            return
        if self.is_right:
            self._turn()
        while self.puzzle in self._shown:
            self._turn()
        self.rush, self.rushed, self._begun_at = RUSH_SECONDS, 0, self.at
        self._begin()

    def end_rush(self) -> None:
        """Stop the clock, and store the best result."""
        best = max(self.rushed, self.figures.best_rush)
        self.rush, self.figures = None, self.figures._replace(best_rush=best)
        store_figures(self._profile, self.figures)

    def run_clock(self, dt: float) -> bool:
        """Advance the clock while a puzzle can be solved; return whether its display changed.

        The clock waits while the engine computes.
        """
        if self.rush is None or self.advice is None:
            return False
        before, self.rush = self.rush, self.rush - dt
        if self.rush <= 0:
            self.end_rush()
            return True
        return int(before) != int(self.rush)

    def go_on(self) -> None:
        """Begin the next puzzle; after the last one the first."""
        self._turn()
        if self.rush is not None:
            while self.at != self._begun_at and self.puzzle in self._shown:
                self._turn()
            if self.at == self._begun_at:
                self.end_rush()
        self._begin()

    def _turn(self) -> None:
        self.at = (self.at + 1) % len(self.puzzles)
