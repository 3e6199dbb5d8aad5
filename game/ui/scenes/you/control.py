"""Reads the data of the player's own page; no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from game.climb.scores import best_own_climb
from game.progress.challenge_progress import ChallengeProgress
from game.progress.level import rules_of_level
from game.progress.level_findings import LevelFindings
from game.progress.puzzles import find_puzzles
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.scenes.shared.goals_control import GoalsControl

if TYPE_CHECKING:
    from game.storage.history import PlayedMatch

OTHERS: Final = 3
"""Most levels by other rules."""

LAST: Final = 20
"""Most games in the chart of the latest ones."""

_SLICE: Final = 0.004
"""Seconds of a tick spent reading records for the goals."""


class Figures(NamedTuple):
    """The numbers of matches, of met and all challenges, and of unsolved puzzles.

    Also the best climb's stage, 0 without one.
    """

    games: int
    challenges_met: int
    challenges: int
    puzzles: int
    has_puzzles: bool
    stage: int


class YouControl:
    """The player's games, level and figures; `poll` computes missing ones."""

    def __init__(self, context: Context) -> None:
        profile = context.store.profile
        played = profile.last_matches()
        matches = [one for one in played if one.result.is_human]
        alike = [
            one
            for one in matches
            if one.counts and not one.handicaps and one.rules == str(Ruleset())
        ]
        self.last = tuple(reversed(alike[:LAST]))
        """The latest standard games that count for the average, the oldest first."""
        self.best: PlayedMatch | None = max(alike, key=lambda one: one.result.total, default=None)
        self.mean = profile.mean(str(Ruleset()))
        self.level = LevelFindings(profile, Ruleset(), context.engines, played)
        listed = (one.rules for one in matches if one.counts and not one.handicaps)
        rulesets = dict.fromkeys(map(rules_of_level, map(Ruleset.parse, dict.fromkeys(listed))))
        self.others = tuple(
            LevelFindings(profile, rules, context.engines, played)
            for rules in rulesets
            if rules != self.level.rules
        )[:OTHERS]
        """The levels by other rules, the most recent first."""
        self.goals = GoalsControl(context)
        challenges = ChallengeProgress(profile)
        puzzles = find_puzzles(profile)
        waiting = sum(not puzzle.is_solved for puzzle in puzzles)
        climb = best_own_climb(profile.climbs.finished())
        self.figures = Figures(
            len(played),
            challenges.count,
            len(challenges.challenges),
            waiting,
            bool(puzzles),
            0 if climb is None else climb.stage,
        )

    def poll(self) -> bool:
        """Read and compute further; return whether something changed."""
        was_done = self.goals.is_done
        self.goals.advance(_SLICE)
        asking = next((one for one in (self.level, *self.others) if one.is_asking), self.level)
        return asking.poll() or self.goals.is_done is not was_done

    @property
    def is_busy(self) -> bool:
        """Whether more is to be read or computed."""
        levels = (self.level, *self.others)
        return not self.goals.is_done or any(one.is_asking for one in levels)

    def stop(self) -> None:
        """Withdraw the requests to the engines."""
        for level in (self.level, *self.others):
            level.stop()
