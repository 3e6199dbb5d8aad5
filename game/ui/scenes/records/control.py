"""What the records know: which rules were played, how, and one match that is chosen; no pygame."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from game.locale import write_list
from game.play.table import TableSetup
from game.rules.errors import FormatError, RulesError
from game.rules.record import parse_record
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal, format_code
from game.storage.files import write_atomically
from game.storage.history import Filter, PlayedMatch, Summary
from game.storage.places import HOME_VARIABLE
from game.storage.profile import Profile
from game.ui.scenes.shared.names import edition_name, rules_words

if TYPE_CHECKING:
    from game.rules.match import Match
    from game.ui.frame.context import Context


MOST_MATCHES: Final = 1000
"""How far back the list goes."""

NARROW_SPREAD: Final = 160
"""Points between the best and the worst, below which ten points make a bin."""


@dataclass(frozen=True, slots=True)
class Group:
    """Matches by the same edition and rules; both are `None` for all of them."""

    edition: str | None = None
    rules: str | None = None

    @property
    def filter(self) -> Filter:
        """What the history is asked for."""
        return Filter(rules=self.rules, edition=self.edition)

    def has(self, match: PlayedMatch) -> bool:
        """Whether the match belongs here."""
        return (self.edition is None or match.edition == self.edition) and (
            self.rules is None or match.rules == self.rules
        )

    def title(self, context: Context) -> str:
        """Its name."""
        if self.edition is None:
            return context.text("records.all")
        return edition_name(context, self.edition)

    def about(self, context: Context) -> str:
        """Its rules in words; nothing for all matches."""
        if self.rules is None:
            return ""
        try:
            return rules_words(context, Ruleset.parse(self.rules))
        except RulesError:
            return self.rules


@dataclass(frozen=True, slots=True)
class Figures:
    """What a group's totals come to; `bins` count them by their lower ends."""

    summary: Summary = field(default_factory=lambda: Summary(0, None, None, None, 0))
    days: int = 0
    totals: tuple[float, ...] = ()
    bins: Mapping[int, int] = field(default_factory=dict)


class RecordsControl:
    """The finished matches of a profile, in groups; one group is in view, one match chosen."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self.matches: tuple[PlayedMatch, ...] = ()
        self.group = Group()
        self.chosen: PlayedMatch | None = None
        self.figures = Figures()
        self.load()

    def load(self) -> None:
        """Look what there is; group and match stay where they are still there."""
        self.matches = self._profile.last_matches(MOST_MATCHES)
        self.show(self.group if self.group in self.groups else Group())

    @property
    def groups(self) -> list[Group]:
        """All matches, then each edition and rules that was played, the most played first."""
        counts = Counter(Group(match.edition, match.rules) for match in self.matches)
        return [Group(), *(group for group, _ in counts.most_common())]

    @property
    def shown(self) -> list[PlayedMatch]:
        """The matches of the group in view, newest first."""
        return [match for match in self.matches if self.group.has(match)]

    def summary(self, group: Group) -> Summary:
        """What a group's totals come to."""
        return self._profile.summarise(group.filter)

    def show(self, group: Group) -> bool:
        """Show a group, its latest match chosen; whether another one was chosen before."""
        self.group = group
        which, profile = group.filter, self._profile
        totals = profile.totals(which)
        # The bins are narrow where totals lie close together.
        spread = max(totals) - min(totals) if totals else 0
        width = 10 if spread < NARROW_SPREAD else 20
        self.figures = Figures(
            profile.summarise(which),
            profile.streaks(which).days,
            totals,
            profile.histogram(which, width),
        )
        shown = self.shown
        if self.chosen in shown:
            return False
        self.chosen = shown[0] if shown else None
        return True

    def read(self) -> Match | None:
        """The chosen match itself, `None` where its record cannot be read."""
        record = None if self.chosen is None else self._profile.record(self.chosen.id)
        try:
            return None if record is None else parse_record(record)
        except FormatError:
            return None

    def delete(self) -> None:
        """Forget the chosen match."""
        if self.chosen is not None:
            self._profile.delete_match(self.chosen.id)
            self.load()


def code_of(match: Match) -> str | None:
    """The deal code of a match, `None` where its tiles came from no seed."""
    if not match.rounds or match.rounds[0].seed is None:
        return None
    try:
        return format_code(Deal(match.rules, TableSetup.from_match(match).seed))
    except FormatError:
        return None


def export_record(
    context: Context, played: PlayedMatch, environ: Mapping[str, str] | None = None
) -> Path:
    """Write the record of a match among the player's documents; returns the file.

    Raises `OSError`, whose `filename` is the file that could not be written.
    """
    env = os.environ if environ is None else environ
    home = env.get(HOME_VARIABLE)
    folder = Path(home) if home else Path(platformdirs.user_documents_dir())
    stamp = played.finished_at.astimezone().strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"take-it-easy-{stamp}.json"
    record = context.store.profile.record(played.id)
    if record is None:
        raise OSError(0, "the record is gone", str(path))
    try:
        write_atomically(path, record.rstrip("\n") + "\n")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    return path


def opponents_words(context: Context, played: PlayedMatch) -> str:
    """Who else was at the table."""
    people = [r for r in played.results if r.is_human]
    first = people[0] if people else played.results[0]
    others = [r.name for r in played.results if r is not first]
    if not others:
        words = context.text("records.alone")
    else:
        names = write_list(context.catalogue, others)
        words = context.text("records.against", names=names)
    if played.is_coached:
        words = f"{words}, {context.text('records.coached')}"
    return words
