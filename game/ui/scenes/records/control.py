"""The state of the records: groups of matches by rules, and the chosen match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.progress.engine_client import EngineClient
from game.progress.level_findings import LevelFindings
from game.rules.marks import Mark
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.storage.history import PlayedMatch, Summary, summarise
from game.storage.profile import Profile


class AttemptKind(StrEnum):
    """A filter on attempts; values are catalogue keys."""

    ALL = "all"
    FIRST = "first"
    REST = "rest"

    def has(self, match: PlayedMatch) -> bool:
        """Return whether the filter includes the match."""
        return self is AttemptKind.ALL or match.counts is (self is AttemptKind.FIRST)


class RecordsPage(StrEnum):
    """A page of the records; values are catalogue keys."""

    SCORES = "scores"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Group:
    """Matches with the same edition, rules and handicaps; the group of all has None for both.

    Challenges are one group (`is_challenge`). Matches of the same `people` at this screen form a
    group, whatever their rules.
    """

    edition: str | None = None
    rules: str | None = None
    handicaps: frozenset[str] = frozenset()
    is_challenge: bool = False
    people: tuple[str, ...] = ()

    @classmethod
    def of(cls, match: PlayedMatch) -> Group:
        """Return the group of a match."""
        if Mark.CHALLENGE in match.marks:
            return cls(is_challenge=True)
        if match.people:
            return cls(people=tuple(sorted(match.people)))
        return cls(match.edition, match.rules, match.handicaps)

    def measures(self, match: PlayedMatch) -> bool:
        """Return whether the match, which is in the group, counts in its figures.

        Those of all matches use ordinary ones only.
        """
        return match.counts and (bool(self.people) or match.handicaps == self.handicaps)


class RecordsControl:
    """The finished matches of a profile in groups; one group and one match are chosen.

    `figures` use the group's first, unaided attempts; only `figures.matches` counts all.
    """

    def __init__(self, profile: Profile, engines: EngineClient) -> None:
        self.profile, self._engines = profile, engines
        self.matches: tuple[PlayedMatch, ...] = ()
        self._grouped: dict[Group, list[PlayedMatch]] = {Group(): []}
        self.group = Group()
        self.kind = AttemptKind.ALL
        self.shown: list[PlayedMatch] = []
        """The listed matches of the chosen group, newest first."""
        self.chosen: PlayedMatch | None = None
        self.figures = Summary()
        self.summaries: dict[Group, Summary] = {}
        """The figures of each group."""
        self.compared: dict[Group, str] = {}
        """The rules whose points are compared, of each group with games by several."""
        self.page = RecordsPage.SCORES
        self.level: LevelFindings
        self._measured: LevelFindings | None = None
        self.load()

    def load(self) -> None:
        """Read the history again, and keep the chosen group and match if they still exist."""
        matches = self.profile.last_matches()
        if matches is self.matches and hasattr(self, "level"):
            return
        self.matches = matches
        self._grouped = {Group(): list(matches)}
        for match in matches:
            self._grouped.setdefault(Group.of(match), []).append(match)
        self.summaries, self.compared = {}, {}
        for group, grouped in self._grouped.items():
            measured = [match for match in grouped if group.measures(match)]
            summary = summarise(measured)
            rules = _rules_of(measured)
            if any(match.rules != rules for match in measured):
                # Points are compared by the same rules and number of rounds alone.
                self.compared[group] = rules
                alike = summarise(match for match in measured if match.rules == rules)
                summary = replace(alike, wins=summary.wins, dates=summary.dates)
            self.summaries[group] = replace(summary, matches=len(grouped))
        self.show(self.group if self.group in self.groups else Group())
        if hasattr(self, "level"):
            self.level.stop()
        self.level = LevelFindings(self.profile, Ruleset(), self._engines, self.matches)

    @property
    def groups(self) -> list[Group]:
        """All matches, then each other group, the largest first."""
        counts = Counter({group: len(listed) for group, listed in self._grouped.items()})
        del counts[Group()]
        return [Group(), *(group for group, _ in counts.most_common())]

    @property
    def measured(self) -> LevelFindings | None:
        """The engines' findings about the latest attempts in the chosen group.

        For all matches those of the standard game; None where nothing is measured.
        """
        return self.level if self.group == Group() else self._measured

    @property
    def mistakes(self) -> dict[str, float]:
        """Points lost in a round of these attempts, by kinds of mistake."""
        return {} if self.measured is None else self.measured.costs

    def poll(self) -> bool:
        """Request missing findings from the engines; return whether one arrived."""
        if self.page is RecordsPage.LINES and self.measured is not None:
            return self.measured.poll()
        return self.level.poll()

    def stop(self) -> None:
        """Withdraw the requests to the engines."""
        self.level.stop()
        if self._measured is not None:
            self._measured.stop()

    def _measure(self) -> None:
        if self._measured is not None:
            self._measured.stop()
        group, self._measured = self.group, None
        if group.rules is not None and not group.handicaps:
            rules = Ruleset.parse(group.rules)
            self._measured = LevelFindings(self.profile, rules, self._engines, self.matches)

    def show(self, group: Group, kind: AttemptKind | None = None) -> bool:
        """Choose a group and its latest match; return whether another group was chosen before."""
        self.group, self.kind = group, kind or self.kind
        self.figures = self.summaries[group]
        self._measure()
        self.shown = [*filter(self.kind.has, self._grouped[group])]
        if self.chosen in self.shown:
            return False
        self.chosen = self.shown[0] if self.shown else None
        return True

    def read(self) -> Match | None:
        """Return the chosen match, None if its record cannot be read."""
        return None if self.chosen is None else self.profile.match(self.chosen.id)

    def delete(self) -> bool:
        """Delete the chosen match; return whether it succeeded."""
        is_gone = self.chosen is not None and self.profile.delete_match(self.chosen.id)
        self.load()
        return is_gone


def _rules_of(matches: Sequence[PlayedMatch]) -> str:
    """Return the standard game's rules if it was played, else those of most matches."""
    counted: Counter[str] = Counter(match.rules for match in matches)
    standard = str(Ruleset())
    if standard in counted or not counted:
        return standard
    return counted.most_common(1)[0][0]
