"""Measures a player's level from stored attempts by asking the engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.bots.service.tasks import LevelTask
from game.bots.values.fingerprint import sign
from game.play.question import Question, QuestionFailed
from game.progress.level import (
    LATEST,
    NO_LEVEL,
    AttemptPoints,
    LevelEstimate,
    costs_of,
    find_attempts,
    find_scale,
    level_of,
    mistakes_a_game,
    rules_of_level,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.progress.engine_client import EngineClient
    from game.rules.ruleset import Ruleset
    from game.storage.history import PlayedMatch
    from game.storage.profile import Profile


class LevelFindings:
    """The last attempts by one ruleset, measured without the luck of the calls.

    What is not stored is asked of the engines, one question at a time, the newest attempt first.
    Everything is computed from the records; what is stored is signed by the values that found it.
    """

    def __init__(
        self,
        profile: Profile,
        rules: Ruleset,
        engines: EngineClient,
        played: Sequence[PlayedMatch] | None = None,
    ) -> None:
        self._profile, self._engines = profile, engines
        self.rules = rules_of_level(rules)
        self.scale = find_scale(rules)
        listed = profile.last_matches() if played is None else played
        attempts = tuple(find_attempts(listed, profile.match, rules, LATEST + 1))
        self._attempts, eldest = attempts[:LATEST], attempts[LATEST:]
        self._eldest = [profile.findings(_finding_key(one)) for one, _, _ in eldest]
        """What is known of the attempt before these, which stood in the mean before the latest."""
        self._sums = [profile.findings(_finding_key(one)) for one, _, _ in self._attempts]
        self._question = Question[dict[str, float]]()
        self._open = [i for i, sums in enumerate(self._sums) if not _is_whole(sums)]

    @property
    def count(self) -> int:
        """How many attempts there are, measured or not."""
        return len(self._attempts)

    @property
    def is_asking(self) -> bool:
        """Whether more is still to be found."""
        return bool(self._open)

    @property
    def _known(self) -> list[dict[str, float]]:
        """What is known of the attempts that are measured, oldest first."""
        return [sums for i, sums in enumerate(self._sums) if i not in self._open][::-1]

    @property
    def estimate(self) -> LevelEstimate:
        """Where the attempts measured until now put somebody."""
        points = [AttemptPoints.of(sums) for sums in self._known]
        return level_of(self.scale, points)

    @property
    def before(self) -> LevelEstimate:
        """Where the attempts before the latest one put somebody."""
        known = [sums for sums in self._eldest if _is_whole(sums)] + self._known[:-1]
        return level_of(self.scale, [AttemptPoints.of(sums) for sums in known])

    def is_latest(self, identity: str) -> bool:
        """Whether a match is the latest attempt."""
        return bool(self._attempts) and self._attempts[0][0].identity == identity

    @property
    def costs(self) -> dict[str, float]:
        """The points that each kind of mistake costs a game."""
        return mistakes_a_game(costs_of(sums) for sums in self._known)

    def poll(self) -> bool:
        """Ask what is still open, and take what has come; whether something new is known."""
        if not self._open:
            return False
        index = self._open[0]
        played, match, seat = self._attempts[index]
        if not self._question.is_open:
            self._question.ask(self._engines.ask(LevelTask(match, seat)))
            return False
        try:
            sums = self._question.poll()
        except QuestionFailed:
            # Without engines there is no level; what is stored is shown all the same.
            measured = [i for i in range(len(self._sums)) if i not in self._open]
            self._attempts = tuple(self._attempts[i] for i in measured)
            self._sums = [self._sums[i] for i in measured]
            self._open = []
            return True
        if sums is None:
            return False
        self._sums[index] = sums
        self._profile.store_findings(_finding_key(played), sums)
        del self._open[0]
        return True

    def stop(self) -> None:
        """Cancel the open question; `poll` asks it again."""
        self._question.stop()


def known_level(findings: LevelFindings) -> LevelEstimate:
    """Return the estimate from what is stored; `NO_LEVEL` while attempts are still to be
    measured.
    """
    return NO_LEVEL if findings.is_asking else findings.estimate


def _finding_key(played: PlayedMatch) -> str:
    return sign(f"level:{played.identity}")


def _is_whole(sums: dict[str, float]) -> bool:
    return all(key in sums for key in AttemptPoints._fields)
