"""The state of the calendar: the month on display, the chosen deal, the results; no pygame."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.climb.scores import first_climb_of
from game.play.choices import add_seat, choices_from, table_from, with_rules
from game.play.editions import find_edition
from game.play.table import TableSetup
from game.progress.daily import (
    FIRST_DAY,
    STANDARD_EDITION,
    DailyDeal,
    days_with_deals,
    deal_on,
    editions_on,
    is_played_on,
)
from game.progress.daily_history import DailyHistory, FriendTotal, note_elsewhere, note_friend
from game.rules.marks import Mark
from game.rules.match import Match
from game.rules.names import show_names
from game.rules.texts import decode_text
from game.storage.climbs import FinishedClimb
from game.storage.files import read_bounded
from game.ui.frame.context import Context
from game.ui.scenes.shared.choosing import own_choice, player_names

if TYPE_CHECKING:
    from game.page.result import DailyResult
    from game.progress.findings import DealFindings
    from game.storage.history import PlayedMatch

_LONGEST_TEXT: Final = 10_000
"""Most bytes of a file read as a result's text."""

PARTNER = "master"
"""The computer on the other seats, where an edition needs several players."""


class DealState(Enum):
    """The state of a daily deal for the player."""

    NONE = auto()
    """There is no deal yet on that day, by this computer's clock."""
    OPEN = auto()
    WAITING = auto()
    """A saved match of the deal can be resumed."""
    COUNTED = auto()
    MISSED = auto()
    """The first attempt was aided, so it does not count."""
    LOST = auto()
    """An attempt was never finished, or the deal is known from elsewhere."""


class DailyControl:
    """A month of the calendar, with one chosen deal: a day and an edition.

    If the clock is before the first deal, that deal is shown and cannot be played.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._findings: DealFindings | None = None
        self._asked: set[tuple[date, str, bool]] = set()
        self._waiting: tuple[Match, ...] = ()
        self._climbs: tuple[FinishedClimb, ...] = ()
        self.book = self._read()
        self.day, self.edition = max(self.book.today, FIRST_DAY), STANDARD_EDITION
        self.month = self.day.replace(day=1)

    def _read(self) -> DailyHistory:
        store = self._context.store
        self._waiting = tuple(waiting.match for waiting in store.waiting())
        self._climbs = store.profile.climbs.finished()
        return DailyHistory(store.profile, store.clock())

    def load(self) -> None:
        """Read the results again; if today was chosen before, choose the new today."""
        was_today = self.day == self.book.today or not self.is_open(self.day)
        self.book = self._read()
        if was_today or self.day > self.book.today:
            self.show_today()

    @property
    def until_next(self) -> timedelta:
        """The time until the next deal, by the player's clock."""
        now = self._context.store.clock()
        midnight = datetime.combine(now.date() + timedelta(days=1), time())
        return self._context.store.moment_of(midnight) - now

    # the calendar

    @property
    def deal(self) -> DailyDeal:
        """The chosen deal."""
        return deal_on(self.day, self.edition)

    def days(self) -> tuple[date | None, ...]:
        """Six weeks from Monday to Sunday; None outside the month."""
        first = self.month.weekday()
        count = monthrange(self.month.year, self.month.month)[1]
        month = [self.month.replace(day=n + 1) for n in range(count)]
        empty = [None] * 42
        return (*empty[:first], *month, *empty[first + count :])

    def month_after(self, months: int) -> date:
        """Return the first day of a month, `months` after the one on display."""
        index = self.month.year * 12 + self.month.month - 1 + months
        return date(index // 12, index % 12 + 1, 1)

    def can_turn(self, months: int) -> bool:
        """Return whether that month has deals."""
        return FIRST_DAY.replace(day=1) <= self.month_after(months) <= self.book.today

    def turn(self, months: int) -> None:
        """Display another month."""
        if self.can_turn(months):
            self.month = self.month_after(months)

    def choose(self, day: date, edition: str = STANDARD_EDITION) -> None:
        """Choose a day's deal; the standard one if the day has none of `edition`."""
        self.day = day
        self.edition = edition if edition in editions_on(day) else STANDARD_EDITION
        self.month = day.replace(day=1)

    def show_today(self) -> None:
        """Choose today's deal."""
        self.choose(max(self.book.today, FIRST_DAY))

    def is_open(self, day: date) -> bool:
        """Return whether the day's deal is available."""
        return FIRST_DAY <= day <= self.book.today

    # the chosen deal

    @property
    def state(self) -> DealState:
        """The state of the chosen deal."""
        if not self.is_open(self.day):
            return DealState.NONE
        if self.waiting is not None:
            return DealState.WAITING
        attempts = self.book.attempts(self.day, self.edition)
        if self.book.counted(self.day, self.edition) is not None:
            return DealState.COUNTED
        if attempts:
            return DealState.MISSED
        return DealState.LOST if self.book.is_known(self.day, self.edition) else DealState.OPEN

    @property
    def waiting(self) -> Match | None:
        """The saved match of the chosen deal, or None."""
        deal = self.deal
        open_ones = (m for m in self._waiting if not m.is_complete and is_played_on(m, deal))
        return next(open_ones, None)

    @property
    def climb(self) -> FinishedClimb | None:
        """The player's first climb with the chosen day's seed, or None."""
        return first_climb_of(self._climbs, self.day)

    @property
    def attempt(self) -> PlayedMatch | None:
        """The first finished attempt at the chosen deal, or None."""
        return next(iter(self.book.attempts(self.day, self.edition)), None)

    def match_of(self, played: PlayedMatch) -> Match | None:
        """Return an attempt's match, None if its record cannot be read."""
        return self._context.store.profile.match(played.id)

    def setup(self) -> TableSetup:
        """Return the table for the chosen deal."""
        deal, context = self.deal, self._context
        card = find_edition(deal.edition)
        assert card is not None
        choices = with_rules(choices_from(card, (PARTNER,)), deal.rules)
        seats = add_seat((own_choice(context),), PARTNER)
        choices = replace(choices, seats=seats[: card.players[0]])
        setup = table_from(choices, player_names(context, choices), deal.seed)
        marks = {Mark.AGAIN} if self.book.is_known(self.day, self.edition) else set()
        return replace(
            setup,
            edition=deal.edition,
            marks=frozenset(marks),
            daily=deal.day,
            begun=context.store.clock(),
        )

    def read_file(self, path: str) -> DailyResult | None:
        """Return a friend's result up to today from a file with its text or record, or None."""
        from game.page.result import daily_result_of, read_daily_result
        from game.storage.record_files import ReadRecord, read_records

        with suppress(OSError, ValueError):
            text = decode_text(read_bounded(Path(path), _LONGEST_TEXT) or b"")
            result = read_daily_result(text, self.book.today)
            if result is not None:
                return result
        record = next(iter(read_records([path], in_window=True)), None)
        if not isinstance(record, ReadRecord) or self._context.store.profile.has(record.match):
            return None
        return daily_result_of(show_names(record.match), self.book.today)

    def store_friend(self, result: DailyResult) -> None:
        """Store a friend's result, and choose its deal."""
        made = FriendTotal(result.total, result.name)
        note_friend(self._context.store.profile, result.deal, made)
        self.book.refresh()
        self.choose(result.deal.day, result.deal.edition)

    def store_pasted(self, deal: DailyDeal, total: float, *, is_mine: bool) -> None:
        """Store a result from elsewhere, and choose its deal."""
        note_elsewhere(self._context.store.profile, deal, total, is_mine=is_mine)
        self.book.refresh()
        self.choose(deal.day, deal.edition)

    def shown_result(self) -> tuple[date, str] | None:
        """Return the deal whose result can be sent: the chosen one, else the last standard one
        played.
        """
        if self.book.counted(self.day, self.edition) is not None:
            return self.day, self.edition
        days = days_with_deals(self.book.today)
        return next(((day, STANDARD_EDITION) for day in days if self.book.counted(day)), None)

    # the engines' findings

    def poll(self) -> bool:
        """Request missing totals of the month from the engines; return whether one arrived."""
        if self._findings is not None:
            has_news = self._findings.poll()
            if not self._findings.is_asking:
                self._findings = None
            if has_news:
                self.book.refresh()
            return has_news
        for day, edition in self._unknown():
            match = self.match_of(self.book.attempts(day, edition)[0])
            is_chosen = self._is_chosen(day, edition)
            self._asked.add((day, edition, is_chosen))
            if match is not None:
                from game.progress.findings import DealFindings

                profile, engines = self._context.store.profile, self._context.engines
                self._findings = DealFindings(profile, match, engines, is_compared=is_chosen)
                break
        return False

    def stop(self) -> None:
        """Withdraw the requests to the engines."""
        if self._findings is not None:
            self._findings.stop()
            self._findings = None
            self._asked.clear()

    def _unknown(self) -> Iterator[tuple[date, str]]:
        """Yield the deals played without Master's total, the chosen one first.

        The chosen deal also needs the other computers' totals.
        """
        shown = self.shown_result()
        first = [self.day] if shown is None else [self.day, shown[0]]
        days = [*first, *(day for day in reversed(self.days()) if day is not None)]
        for day in days:
            for edition in editions_on(day):
                is_chosen = self._is_chosen(day, edition)
                is_new = (day, edition, is_chosen) not in self._asked
                if not is_new or not self.book.attempts(day, edition):
                    continue
                is_compared = not is_chosen or bool(self.book.computers(day, edition))
                if self.is_unknown(day, edition) or not is_compared:
                    yield day, edition

    def _is_chosen(self, day: date, edition: str) -> bool:
        return (day, edition) == (self.day, self.edition)

    def is_unknown(self, day: date, edition: str) -> bool:
        """Return whether engines still compute the measures of a deal's medal."""
        best, master = self.book.possible(day, edition)
        return master is None or (best is None and deal_on(day, edition).rules.bonus is None)

    @property
    def is_thinking(self) -> bool:
        """Return whether Master's total of the chosen deal is being computed or queued."""
        return self.attempt is not None and self.is_unknown(self.day, self.edition)
