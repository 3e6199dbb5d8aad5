"""The state of a run's pages: what can be begun, who stands in the table, what came; no pygame."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.progress.run.arrivals import ArrivedRun, meet_run
from game.progress.run.earned import earning_runs
from game.progress.run.game import open_runs
from game.progress.run.outcome import outcome_of
from game.progress.run.record import RUN_FORMAT, parse_run, print_run
from game.progress.run.scores import (
    Period,
    RankedRun,
    counted_runs,
    first_run_of,
    name_on_table,
    rank_runs,
    with_name,
)
from game.progress.run.state import day_seed
from game.rules.errors import Fault, FormatError, fault_of_file
from game.rules.json_shape import MAX_RECORD_BYTES
from game.rules.names import clean_name
from game.rules.texts import decode_text, pasted_text
from game.storage.files import open_plain, read_bounded
from game.storage.pasted import CodeKind, find_code
from game.storage.runs import RUN_KINDS
from game.ui.frame.preferences import change_settings

if TYPE_CHECKING:
    from game.progress.goals import Goal
    from game.progress.run.open_run import OpenRun
    from game.progress.run.outcome import RunOutcome
    from game.progress.run.record import RunRecord
    from game.storage.open_runs import StoredRun
    from game.storage.runs import FinishedRun
    from game.ui.frame.context import Context

LONGEST_NAME: Final = 16
"""Characters of a name in the table."""


class RunList(StrEnum):
    """The lists of the start page: a table of a period, or own runs; values are catalogue keys."""

    DAY = Period.DAY.value
    WEEK = Period.WEEK.value
    EVER = Period.EVER.value
    OWN = "own"


class RunStartControl:
    """The kind in view, its table, the open runs, and the seed that was typed."""

    def __init__(self, context: Context, *, is_mine: bool = False, kind: str = "") -> None:
        self._context = context
        self.seed = ""
        self.load()
        is_begun = bool(self.open) and not is_mine
        self.kind = kind or (self.open[0][0].kind if is_begun else self._last_kind())
        lists = (RunList.OWN,) if is_mine else tuple(RunList)
        self.list = next((one for one in lists if self.listed(one)), lists[0])

    def load(self) -> None:
        """Look again what is open and what is finished."""
        store = self._context.store
        self.open: list[tuple[StoredRun, OpenRun]] = list(open_runs(store))
        self._runs = store.profile.runs.finished()

    def _last_kind(self) -> str:
        runs = [run for run in self._runs if not run.name]
        return max(runs, key=lambda run: run.finished_at).kind if runs else RUN_KINDS[0]

    def listed(self, what: RunList | None = None) -> tuple[RankedRun, ...]:
        """Return the runs of a list; own ones newest first, with place 0 where none counts."""
        what = self.list if what is None else what
        if what is RunList.OWN:
            counted = {run.identity for run in counted_runs(self._runs)}
            runs = (run for run in self._runs if not run.name and run.kind == self.kind)
            newest = sorted(runs, key=lambda run: run.finished_at, reverse=True)
            return tuple(RankedRun(int(run.identity in counted), run) for run in newest)
        store = self._context.store
        return rank_runs(self._runs, self.kind, Period(what), store.today, store.zone)

    # the run of the day

    @property
    def has_open_today(self) -> bool:
        """Whether a run of today's seed is open, of whichever kind: no other can be begun."""
        seed = day_seed(self._context.store.today)
        return any(run.record.seed == seed for _, run in self.open)

    @property
    def played_today(self) -> FinishedRun | None:
        """The first own run on today's seed, of whichever kind."""
        return first_run_of(self._runs, self._context.store.today)


class RunEndControl:
    """A run as its page shows it: from the table, just ended, or brought by somebody.

    Raises `FormatError` for a record that the run's rules refuse.
    """

    def __init__(self, context: Context, run: FinishedRun, *, is_new: bool = False) -> None:
        self._context = context
        self.record = parse_run(run.record)
        self.outcome: RunOutcome = outcome_of(self.record)
        self.goals: tuple[Goal, ...] = ()
        """The goals that a run which has just ended was the first to earn."""
        self._take(run)
        if is_new:
            earned = earning_runs(context.store.profile.runs.finished())
            mine = (goals for other, goals in earned if other.identity == run.identity)
            self.goals = next(mine, ())

    def _take(self, run: FinishedRun) -> None:
        runs = self._context.store.profile.runs
        number = run.id or runs.id_of(run.identity) or 0
        self.run = run._replace(id=number)
        self.name = name_on_table(self.run)

    @property
    def is_players_run(self) -> bool:
        """Whether the player's own run."""
        return not self.run.name

    @property
    def can_add(self) -> bool:
        """Whether it is a friend's finished run that is not stored."""
        return not self.is_players_run and not self.run.id and self.outcome.state.is_over

    @property
    def day(self) -> date | None:
        """The day whose run it is."""
        return date.fromisoformat(self.run.day) if self.run.day else None

    @property
    def is_practice(self) -> bool:
        """Whether the seed was known already, so that the run stands in no table."""
        counted = counted_runs(self._context.store.profile.runs.finished())
        return bool(self.run.id) and self.run.identity not in {run.identity for run in counted}

    def places(self) -> dict[Period, int]:
        """The run's place in each table that it stands in."""
        store = self._context.store
        runs = store.profile.runs.finished()
        return {
            period: one.place
            for period in Period
            for one in rank_runs(runs, self.run.kind, period, store.today, store.zone)
            if one.run.identity == self.run.identity
        }

    def add(self) -> bool:
        """Store a friend's run; whether that could be done."""
        if self._context.store.profile.runs.add(self.run) is None:
            return False
        self._take(self.run)
        return True

    def rename(self, name: str) -> None:
        """Write an own run under another name, which the next run begins with; what cannot be
        shown of it is left out.
        """
        self.name = name
        shown = clean_name(name)
        if self.is_players_run and self.run.id and shown:
            self.record = with_name(self.record, shown)
            text = print_run(self.record)
            self._context.store.profile.runs.set_record(self.run.id, text)
            self.run = self.run._replace(record=text)
            change_settings(self._context, player_name=shown)


def read_pasted_run(context: Context, text: str) -> ArrivedRun:
    """Return the run of a pasted code or record. Raises `FormatError`."""
    plain = pasted_text(text[: 4 * MAX_RECORD_BYTES]).strip()
    if plain.startswith("{"):
        return _met(context, parse_run(plain))
    return _met(context, parse_run(find_code(text, CodeKind.RUN).data))


def is_run_file(path: str) -> bool:
    """Whether a file holds the record or the code of a run, by its first characters."""
    try:
        with open_plain(path) as file:
            # In UTF-16 every other byte is zero.
            head = file.read(4096).replace(b"\0", b"")
    except (OSError, ValueError):
        return False
    return RUN_FORMAT.encode() in head or CodeKind.RUN.encode() in head


def read_run_file(context: Context, path: str) -> ArrivedRun:
    """Return the run of a file. Raises `FormatError` with the stage and the reason."""
    try:
        raw = read_bounded(Path(path), 2 * MAX_RECORD_BYTES)
    except OSError as error:
        raise fault_of_file(error) from None
    if raw is None:
        raise FormatError(Fault.NO_SUCH_FILE)
    try:
        return read_pasted_run(context, decode_text(raw))
    except UnicodeDecodeError:
        raise FormatError(Fault.NOT_A_TEXT_FILE) from None


def _met(context: Context, record: RunRecord) -> ArrivedRun:
    store = context.store
    return meet_run(store.profile.runs, record, store.clock(), store.today)
