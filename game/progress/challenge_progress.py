"""The challenges that the stored records have met."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from game.play.table import TableSetup
from game.progress.challenges import (
    Challenge,
    ChallengeOutcome,
    all_challenges,
    find_challenge,
    judge_challenge,
    number_of,
    stars_of,
)
from game.rules.errors import FormatError
from game.rules.marks import Mark
from game.rules.record import parse_record

if TYPE_CHECKING:
    from game.rules.match import Match
    from game.storage.history import PlayedMatch
    from game.storage.profile import Profile


_SHOWN: Final = "shown"


def outcome_of(setup: TableSetup, match: Match) -> ChallengeOutcome:
    """Return the outcome of a match's challenge; a helped match counts as missed.

    A takeback is no help if the tiles to come are shown.
    """
    challenge = find_challenge(setup.challenge)
    return ChallengeOutcome.OTHER if challenge is None else _outcome(challenge, setup, match)


def _outcome(challenge: Challenge, setup: TableSetup, match: Match) -> ChallengeOutcome:
    outcome = judge_challenge(challenge, match)
    helps = {Mark.COACHED} if challenge.is_open else {Mark.COACHED, Mark.TOOK_BACK}
    return (
        ChallengeOutcome.MISSED
        if outcome is ChallengeOutcome.MET and setup.marks & helps
        else outcome
    )


def given_tiles(match: Match) -> int:
    """Return the number of tiles that a match's challenge has placed at its start; else 0."""
    challenge = find_challenge(TableSetup.from_match(match).challenge)
    return 0 if challenge is None else len(challenge.placed)


def hides_review(profile: Profile, match: Match, progress: ChallengeProgress | None = None) -> bool:
    """Whether reviews and best boards of a match's challenge are hidden.

    They are until it is met or the player reveals them.
    """
    challenge = find_challenge(TableSetup.from_match(match).challenge)
    if challenge is None or _SHOWN in profile.findings(_key_of(challenge.name)):
        return False
    return (progress or ChallengeProgress(profile)).met(challenge) is None


def reveal_review(profile: Profile, match: Match) -> None:
    """Store that the player has revealed the review of a match's challenge."""
    profile.store_findings(_key_of(TableSetup.from_match(match).challenge), {_SHOWN: 1})


def _key_of(name: str) -> str:
    return f"challenge:{name}"


class ChallengeProgress:
    """All challenges, and the attempts, stars and first success of each in the records."""

    def __init__(self, profile: Profile) -> None:
        self._attempts: defaultdict[str, int] = defaultdict(int)
        self._met: dict[str, PlayedMatch] = {}
        self._stars: defaultdict[str, int] = defaultdict(int)
        for played in profile.last_matches()[::-1]:
            if Mark.CHALLENGE not in played.marks:
                continue
            with suppress(FormatError):
                match = parse_record(profile.record(played.id) or "")
                setup = TableSetup.from_match(match)
                name, challenge = setup.challenge, find_challenge(setup.challenge)
                self._attempts[name] += 1
                if challenge and _outcome(challenge, setup, match) is ChallengeOutcome.MET:
                    self._met.setdefault(name, played)
                    self._stars[name] = max(stars_of(challenge, match), self._stars[name])
        self.challenges = tuple(sorted(all_challenges(), key=lambda c: c.grade))

    def attempts(self, challenge: Challenge) -> int:
        """Return the number of finished attempts at a challenge."""
        return self._attempts[challenge.name]

    def met(self, challenge: Challenge) -> PlayedMatch | None:
        """Return the first match that met a challenge, or None."""
        return self._met.get(challenge.name)

    def stars(self, challenge: Challenge) -> int:
        """Return the most stars earned with a challenge, 1 to 3; 0 if it is not met."""
        return self._stars[challenge.name]

    @property
    def count(self) -> int:
        """The number of challenges met."""
        return sum(challenge.name in self._met for challenge in self.challenges)

    def number(self, challenge: Challenge) -> int:
        """Return a challenge's number in the list, from 1."""
        return number_of(challenge.name)

    def next_after(self, challenge: Challenge | None = None) -> Challenge:
        """Return the next challenge of the list that is not met, starting again at its beginning.

        Return the first one if all are met.
        """
        start = self.challenges.index(challenge) + 1 if challenge in self.challenges else 0
        order = (*self.challenges[start:], *self.challenges[:start])
        return next((c for c in order if c.name not in self._met), self.challenges[0])
