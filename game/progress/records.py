"""The state of the records: groups of matches by rules, and the chosen match."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from game.bots.values.fingerprint import found_by_these
from game.progress.level import rules_of_level
from game.progress.level_findings import LevelFindings
from game.rules.errors import RulesError
from game.rules.ruleset import Ruleset
from game.storage.history import PlayedMatch, Summary, summarise

if TYPE_CHECKING:
    from game.progress.engines import EngineClient
    from game.rules.match import Match
    from game.storage.profile import Profile


MOST_MATCHES: Final = 1000
"""How far back the list goes."""


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

    LEVEL = "level"
    SCORES = "scores"
    LINES = "lines"


def _parsed(text: str) -> tuple[Ruleset, ...]:
    try:
        return (Ruleset.parse(text),)
    except RulesError:
        return ()


@dataclass(frozen=True, slots=True)
class Group:
    """Matches by the same edition and rules, played in the same ways; both are `None` for all."""

    edition: str | None = None
    rules: str | None = None
    ways: frozenset[str] = frozenset()

    @classmethod
    def of(cls, match: PlayedMatch) -> Group:
        """Where a match belongs."""
        return cls(match.edition, match.rules, match.ways)

    def has(self, match: PlayedMatch) -> bool:
        """Whether the match belongs here."""
        return self.rules is None or self == Group.of(match)

    def measures(self, match: PlayedMatch) -> bool:
        """Whether the figures are made of it; those of all matches of ordinary ones alone."""
        return match.counts and self.has(match) and match.ways == self.ways


class RecordsControl:
    """The finished matches of a profile, in groups; one group is in view, one match chosen.

    `figures` are those of the group's first, unaided attempts.
    """

    def __init__(self, profile: Profile, engines: EngineClient) -> None:
        self.profile, self._engines = profile, engines
        self.matches: tuple[PlayedMatch, ...] = ()
        self.group = Group()
        self.kind = AttemptKind.ALL
        self.chosen: PlayedMatch | None = None
        self.figures = Summary()
        self.summaries: dict[Group, Summary] = {}
        """What each group's first, unaided attempts come to."""
        self.mistakes: dict[str, float] = {}
        """Points given away in a reviewed round of the group in view, by kinds of mistake."""
        self.page = RecordsPage.LEVEL
        self.rules: tuple[Ruleset, ...] = ()
        """By which rules there can be levels, those played last first."""
        self.level: LevelFindings
        self.load()

    def load(self) -> None:
        """Look what there is; group and match stay where they are still there."""
        self.matches = self.profile.last_matches()
        self.summaries = {
            group: summarise(filter(group.measures, self.matches)) for group in self.groups
        }
        self.show(self.group if self.group in self.groups else Group())
        counted = (one.rules for one in self.matches if one.counts and not one.ways)
        # A record may bear rules that this version does not know.
        found = (rules for text in dict.fromkeys(counted) for rules in _parsed(text))
        self.rules = tuple(dict.fromkeys(map(rules_of_level, found)))
        now = self.level.rules if hasattr(self, "level") else None
        self.show_level(now if now in self.rules else next(iter(self.rules), Ruleset()))

    def show_level(self, rules: Ruleset) -> None:
        """Measure the last attempts by these rules."""
        if hasattr(self, "level"):
            self.level.stop()
        self.level = LevelFindings(self.profile, rules, self._engines, self.matches)
        self.level.look_back(self.matches)

    @property
    def level_totals(self) -> tuple[float, ...]:
        """The totals of all attempts that could make the level, oldest first."""
        listed = (m for m in self.matches if m.counts and not m.ways)
        wanted = self.level.rules
        own = [m.own.total for m in listed for r in _parsed(m.rules) if rules_of_level(r) == wanted]
        return tuple(own[::-1])

    @property
    def groups(self) -> list[Group]:
        """All matches, then each edition and rules that was played, the most played first."""
        counts = Counter(map(Group.of, self.matches))
        return [Group(), *(group for group, _ in counts.most_common())]

    @property
    def shown(self) -> list[PlayedMatch]:
        """The listed matches of the group in view, newest first."""
        found = (m for m in self.matches if self.group.has(m) and self.kind.has(m))
        return list(found)[:MOST_MATCHES]

    def _mistakes(self) -> dict[str, float]:
        found = self.profile.all_found()
        own = [
            found[match.identity]
            for match in self.matches
            if self.group.measures(match) and match.identity in found
        ]
        costs: defaultdict[str, float] = defaultdict(float)
        for costs_of_match in own:
            for key, points in found_by_these(costs_of_match).items():
                costs[key.partition(":")[0]] += points
        rounds = costs.pop("rounds", 0)
        return {kind: points / rounds for kind, points in costs.items() if rounds and points}

    def show(self, group: Group, kind: AttemptKind | None = None) -> bool:
        """Show a group, its latest match chosen; whether another one was chosen before."""
        self.group, self.kind = group, kind or self.kind
        self.figures, self.mistakes = self.summaries[group], self._mistakes()
        shown = self.shown
        if self.chosen in shown:
            return False
        self.chosen = shown[0] if shown else None
        return True

    def read(self) -> Match | None:
        """The chosen match itself, `None` where its record cannot be read."""
        return None if self.chosen is None else self.profile.match(self.chosen.id)

    def delete(self) -> bool:
        """Forget the chosen match; whether that could be done."""
        is_gone = self.chosen is not None and self.profile.delete_match(self.chosen.id)
        self.load()
        return is_gone
