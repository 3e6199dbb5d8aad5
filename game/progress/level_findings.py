"""The measurement of a player's level from stored attempts, by the engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.bots.service.tasks import LevelTask
from game.bots.values.fingerprint import sign
from game.play.question import Question, QuestionFailed
from game.progress.level import (
    LEAST,
    MOST_ATTEMPTS,
    AttemptPoints,
    LevelEstimate,
    costliest_direction,
    costs_of,
    find_attempts,
    find_level_scale,
    level_of,
    mistakes_a_game,
    rules_of_level,
)
from game.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.progress.engine_client import EngineClient
    from game.storage.history import PlayedMatch
    from game.storage.profile import Profile


class LevelFindings:
    """The latest attempts by one ruleset, measured without the luck of the calls.

    Measurements that are not stored are requested from the engines, one at a time, the newest
    attempt first. They are computed from the records and stored with the values' fingerprint.
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
        self.scale = find_level_scale(rules)
        listed = profile.last_matches() if played is None else played
        # Of thousands of records none is read where no person has finished.
        finished = (one for one in listed if one.result.is_human)
        attempts = tuple(find_attempts(finished, profile.match, rules, MOST_ATTEMPTS + 1))
        self._attempts, eldest = attempts[:MOST_ATTEMPTS], attempts[MOST_ATTEMPTS:]
        self._eldest = [profile.findings(_finding_key(one)) for one, _, _ in eldest]
        """The stored measurement of the attempt before these, which belongs to `before`."""
        self._sums = [profile.findings(_finding_key(one)) for one, _, _ in self._attempts]
        self._question = Question[dict[str, float]]()
        self._open = [i for i, sums in enumerate(self._sums) if not _is_whole(sums)]

    @property
    def count(self) -> int:
        """The number of attempts, measured or not."""
        return len(self._attempts)

    @property
    def is_asking(self) -> bool:
        """Whether attempts are still to be measured."""
        return bool(self._open)

    @property
    def _known(self) -> list[dict[str, float]]:
        """The measurements of the measured attempts, oldest first."""
        return [sums for i, sums in enumerate(self._sums) if i not in self._open][::-1]

    @property
    def estimate(self) -> LevelEstimate:
        """The player's level from the attempts measured so far."""
        points = [AttemptPoints.of(sums) for sums in self._known]
        return level_of(self.scale, points)

    @property
    def before(self) -> LevelEstimate:
        """The player's level before the latest attempt."""
        known = [sums for sums in self._eldest if _is_whole(sums)] + self._known[:-1]
        return level_of(self.scale, [AttemptPoints.of(sums) for sums in known])

    def is_latest(self, identity: str) -> bool:
        """Whether a match is the latest attempt."""
        return bool(self._attempts) and self._attempts[0][0].identity == identity

    @property
    def costs(self) -> dict[str, float]:
        """The mean points a game that each kind of mistake costs."""
        return mistakes_a_game(costs_of(sums) for sums in self._known)

    @property
    def costliest(self) -> str:
        """The direction whose broken lines cost most; "" without a clear one, or in few games."""
        return costliest_direction(self.costs) if len(self._known) >= LEAST else ""

    def poll(self) -> bool:
        """Store an answer that arrived, request the next; return whether one arrived."""
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
            # Without engines the level uses the stored measurements only.
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
        """Cancel the open request; `poll` sends it again."""
        self._question.stop()


def stored_level(profile: Profile, rules: Ruleset) -> str | None:
    """Return the player's level by these rules, or else in the standard game, as far as measured.

    Nothing is computed; None without a level in either.
    """
    listed = [one for one in profile.last_matches() if one.result.is_human]
    for each in dict.fromkeys((rules_of_level(rules), Ruleset())):
        attempts = find_attempts(listed, profile.match, each)
        sums = [profile.findings(_finding_key(one)) for one, _, _ in attempts]
        known = [AttemptPoints.of(one) for one in reversed(sums) if _is_whole(one)]
        level = level_of(find_level_scale(each), known).level
        if level is not None:
            return level
    return None


def _finding_key(played: PlayedMatch) -> str:
    return sign(f"measured:{played.identity}")


def _is_whole(sums: dict[str, float]) -> bool:
    return all(key in sums for key in AttemptPoints._fields)
