"""The data of the Climb's pages: open climbs, tables, received climbs; no pygame."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.progress.climb.arrivals import ArrivedRun, meet_run
from game.progress.climb.earned import earning_runs
from game.progress.climb.game import open_games
from game.progress.climb.record import CLIMB_FORMAT, ClimbStep, parse_climb, print_climb
from game.progress.climb.scores import (
    Period,
    RankedRun,
    counted_runs,
    first_run_of,
    name_on_table,
    rank_runs,
)
from game.progress.climb.sharing import with_climber
from game.progress.climb.state import day_seed
from game.rules.errors import Fault, FormatError, fault_of_file
from game.rules.json_shape import MAX_RECORD_BYTES
from game.rules.names import clean_name
from game.rules.texts import decode_text, pasted_text
from game.storage.files import open_plain, read_bounded
from game.storage.pasted import CodeKind, find_code
from game.ui.frame.preferences import change_settings

if TYPE_CHECKING:
    from game.progress.climb.open_climb import OpenClimb
    from game.progress.climb.record import ClimbRecord
    from game.progress.climb.state import ClimbState
    from game.progress.goals import Goal
    from game.storage.open_games import StoredGame
    from game.storage.runs import FinishedRun
    from game.ui.frame.context import Context

LONGEST_NAME: Final = 16
"""Most characters of a name in the table."""


class ClimbList(StrEnum):
    """A list of the end page: a table of a period, or own climbs; values are catalogue keys."""

    DAY = Period.DAY.value
    WEEK = Period.WEEK.value
    EVER = Period.EVER.value
    MINE = "mine"


class ClimbStartControl:
    """The open and the finished climbs of the player."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.load()

    def load(self) -> None:
        """Read the open and finished climbs again."""
        store = self._context.store
        self.open: list[tuple[StoredGame, OpenClimb]] = open_games(store)
        self._runs = store.profile.runs.finished()

    @property
    def open_today(self) -> tuple[StoredGame, OpenClimb] | None:
        """The open climb of today's seed, or None."""
        seed = day_seed(self._context.store.today)
        return next((one for one in self.open if one[1].state.seed == seed), None)

    @property
    def others(self) -> list[tuple[StoredGame, OpenClimb]]:
        """The open climbs of other seeds."""
        seed = day_seed(self._context.store.today)
        return [one for one in self.open if one[1].state.seed != seed]

    @property
    def played_today(self) -> FinishedRun | None:
        """The player's first climb on today's seed, or None."""
        return first_run_of(self._runs, self._context.store.today)


def list_climbs(context: Context, what: ClimbList) -> tuple[RankedRun, ...]:
    """Return the climbs of a list; own ones newest first, with place 0 if they do not count."""
    store = context.store
    runs = store.profile.runs.finished()
    if what is ClimbList.MINE:
        counted = {run.identity for run in counted_runs(runs)}
        players = (run for run in runs if not run.name)
        newest = sorted(players, key=lambda run: run.finished_at, reverse=True)
        return tuple(RankedRun(int(run.identity in counted), run) for run in newest)
    return rank_runs(runs, Period(what), store.today, store.zone)


class ClimbEndControl:
    """The climb of an end page: from the table, just ended, or received.

    Raises `FormatError` for a record that the rules refuse.
    """

    def __init__(self, context: Context, run: FinishedRun, *, is_new: bool = False) -> None:
        self._context = context
        self.record = parse_climb(run.record)
        self.steps: tuple[ClimbStep, ...] = tuple(self.record.steps())
        self.state: ClimbState = self.record.replay()
        self.goals: tuple[Goal, ...] = ()
        """The goals that this climb, if just ended, was the first to earn."""
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
        """Whether it is the player's own climb."""
        return not self.run.name

    @property
    def can_add(self) -> bool:
        """Whether it is a friend's finished climb that is not stored."""
        return not self.is_players_run and not self.run.id and self.state.is_over

    @property
    def day(self) -> date | None:
        """The day of its seed, or None."""
        return date.fromisoformat(self.run.day) if self.run.day else None

    @property
    def is_practice(self) -> bool:
        """Whether its seed was known before, so that it is in no table."""
        counted = counted_runs(self._context.store.profile.runs.finished())
        return bool(self.run.id) and self.run.identity not in {run.identity for run in counted}

    @property
    def minutes(self) -> int:
        """The duration in minutes, at least one."""
        return max(1, round(sum(one.milliseconds for one in self.record.stages) / 60_000))

    def add(self) -> bool:
        """Store a friend's climb; return whether it succeeded."""
        if self._context.store.profile.runs.add(self.run) is None:
            return False
        self._take(self.run)
        return True

    def rename(self, name: str) -> None:
        """Rename the player of an own climb, and of the next one.

        Characters that cannot be displayed are dropped.
        """
        self.name = name
        shown = clean_name(name)
        if self.is_players_run and self.run.id and shown:
            self.record = with_climber(self.record, shown)
            text = print_climb(self.record)
            self._context.store.profile.runs.set_record(self.run.id, text)
            self.run = self.run._replace(record=text)
            change_settings(self._context, player_name=shown)


def read_pasted_climb(context: Context, text: str) -> ArrivedRun:
    """Return the climb of a pasted code or record. Raises `FormatError`."""
    plain = pasted_text(text[: 4 * MAX_RECORD_BYTES]).strip()
    if plain.startswith("{"):
        return _met(context, parse_climb(plain))
    return _met(context, parse_climb(find_code(text, CodeKind.RUN).data))


def is_climb_file(path: str) -> bool:
    """Return whether a file starts like the record or the code of a climb."""
    try:
        with open_plain(path) as file:
            # In UTF-16 every other byte is zero.
            head = file.read(4096).replace(b"\0", b"")
    except (OSError, ValueError):
        return False
    return CLIMB_FORMAT.encode() in head or CodeKind.RUN.encode() in head


def read_climb_file(context: Context, path: str) -> ArrivedRun:
    """Return the climb of a file. Raises `FormatError` with the stage and the reason."""
    try:
        raw = read_bounded(Path(path), 2 * MAX_RECORD_BYTES)
    except OSError as error:
        raise fault_of_file(error) from None
    if raw is None:
        raise FormatError(Fault.NO_SUCH_FILE)
    try:
        return read_pasted_climb(context, decode_text(raw))
    except UnicodeDecodeError:
        raise FormatError(Fault.NOT_A_TEXT_FILE) from None


def _met(context: Context, record: ClimbRecord) -> ArrivedRun:
    store = context.store
    return meet_run(store.profile.runs, record, store.clock(), store.today)
