"""The state of the records: groups of matches by rules, and the chosen match."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from game.play.table import Mark
from game.progress.level_findings import LevelFindings
from game.rules.ruleset import Ruleset
from game.storage.history import PlayedMatch, Summary, summarise

if TYPE_CHECKING:
    from game.progress.engine_client import EngineClient
    from game.rules.match import Match
    from game.storage.profile import Profile


class AttemptKind(StrEnum):
    """Which attempts are listed; values are catalogue keys."""

    ALL = "all"
    FIRST = "first"
    REST = "rest"

    def has(self, match: PlayedMatch) -> bool:
        """Whether the match is listed."""
        return self is AttemptKind.ALL or match.counts is (self is AttemptKind.FIRST)


class RecordsPage(StrEnum):
    """What the records show; values are catalogue keys."""

    SCORES = "scores"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Group:
    """Matches by the same edition and rules, with the same handicaps; both are `None` for all.

    Challenges are a group of their own (`is_challenge`), and so are the matches of the same
    `people` at this screen, whatever they played.
    """

    edition: str | None = None
    rules: str | None = None
    handicaps: frozenset[str] = frozenset()
    is_challenge: bool = False
    people: tuple[str, ...] = ()

    @classmethod
    def of(cls, match: PlayedMatch) -> Group:
        """Return the group that a match belongs to."""
        if Mark.CHALLENGE in match.marks:
            return cls(is_challenge=True)
        if match.people:
            return cls(people=tuple(sorted(match.people)))
        return cls(match.edition, match.rules, match.handicaps)

    def measures(self, match: PlayedMatch) -> bool:
        """Whether the figures are made of a match that belongs here; those of all matches are made
        of ordinary ones alone.
        """
        return match.counts and (bool(self.people) or match.handicaps == self.handicaps)


class RecordsControl:
    """The finished matches of a profile, in groups; one group is in view, one match chosen.

    `figures` are computed from the group's first, unaided attempts; only `figures.matches` counts
    all.
    """

    def __init__(self, profile: Profile, engines: EngineClient) -> None:
        self.profile, self._engines = profile, engines
        self.matches: tuple[PlayedMatch, ...] = ()
        self._grouped: dict[Group, list[PlayedMatch]] = {Group(): []}
        self.group = Group()
        self.kind = AttemptKind.ALL
        self.shown: list[PlayedMatch] = []
        """The listed matches of the group in view, newest first."""
        self.chosen: PlayedMatch | None = None
        self.figures = Summary()
        self.summaries: dict[Group, Summary] = {}
        """What each group comes to."""
        self.page = RecordsPage.SCORES
        self.level: LevelFindings
        self._measured: LevelFindings | None = None
        self.load()

    def load(self) -> None:
        """Look what there is; group and match stay where they are still there."""
        matches = self.profile.last_matches()
        if matches is self.matches and hasattr(self, "level"):
            return
        self.matches = matches
        self._grouped = {Group(): list(matches)}
        for match in matches:
            self._grouped.setdefault(Group.of(match), []).append(match)
        self.summaries = {
            group: replace(
                summarise(match for match in grouped if group.measures(match)),
                matches=len(grouped),
            )
            for group, grouped in self._grouped.items()
        }
        self.show(self.group if self.group in self.groups else Group())
        if hasattr(self, "level"):
            self.level.stop()
        self.level = LevelFindings(self.profile, Ruleset(), self._engines, self.matches)

    @property
    def groups(self) -> list[Group]:
        """All matches, then each edition and rules that was played, the most played first."""
        counts = Counter({group: len(listed) for group, listed in self._grouped.items()})
        del counts[Group()]
        return [Group(), *(group for group, _ in counts.most_common())]

    @property
    def measured(self) -> LevelFindings | None:
        """What the engines found about the last attempts by the rules of the group in view: the
        standard game's for all matches, None where nothing is measured.
        """
        return self.level if self.group == Group() else self._measured

    @property
    def mistakes(self) -> dict[str, float]:
        """Points given away in a round of these attempts, by kinds of mistake."""
        return {} if self.measured is None else self.measured.costs

    def poll(self) -> bool:
        """Have the engines measure what is in view; whether something new is known."""
        if self.page is RecordsPage.LINES and self.measured is not None:
            return self.measured.poll()
        return self.level.poll()

    def stop(self) -> None:
        """Withdraw what the engines were asked."""
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
        """Show a group, its latest match chosen; whether another one was chosen before."""
        self.group, self.kind = group, kind or self.kind
        self.figures = self.summaries[group]
        self._measure()
        self.shown = [*filter(self.kind.has, self._grouped[group])]
        if self.chosen in self.shown:
            return False
        self.chosen = self.shown[0] if self.shown else None
        return True

    def read(self) -> Match | None:
        """The chosen match itself, `None` where its record cannot be read."""
        return None if self.chosen is None else self.profile.match(self.chosen.id)

    def delete(self) -> bool:
        """Forget the chosen match; whether that could be done."""
        is_gone = self.chosen is not None and self.profile.delete_match(self.chosen.id)
        self.load()
        return is_gone
