"""The player's history: every finished match in one SQLite file.

Matches are stored as their records, from which everything can be recomputed. Totals are in a table
beside them, so that queries read no records. `rules` is the text of a `Ruleset`, times are UTC in
ISO format, totals are points and may end in .5.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from game.rules.marks import Mark
from game.storage.backup import EVERY, backup_of, renew_backup
from game.storage.climbs import Climbs
from game.storage.database import (
    add_dealt,
    add_findings,
    changing,
    check_history,
    copy_entries,
    entry_of,
    hold,
    identity_of,
    insert_entry,
    open_database,
    read_numbers,
    without_room,
    write_again,
)
from game.storage.problems import BEGUN_ANEW, Problem, ProblemKind
from game.threads import start_thread

if TYPE_CHECKING:
    from threading import Thread

    from game.rules.match import Match
    from game.storage.history import PlayedMatch

_Result = TypeVar("_Result")

STANDARD_RULES: Final = "classic free single none"
"""The text of the standard rules, for the title, which loads no `Ruleset`."""

_COUNTS: Final = (
    f"trim(replace(match.marks || ' ', '{Mark.ROOM} ', '')) = ? "
    "AND NOT EXISTS (SELECT 1 FROM match AS earlier WHERE earlier.deal = match.deal AND "
    " match.deal != '' AND (earlier.finished_at, earlier.id) < "
    "(match.finished_at, match.id))"
)
"""`PlayedMatch.counts` as an SQL condition, for matches with exactly these marks."""


class Profile:
    """The history at `path`, made if missing; in memory for None. Opening never fails.

    `close` it, or use it in a `with` statement. An unreadable query returns nothing, and `problem`
    is why, or what was wrong with the file: see `open_database`.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._database, self.problem = open_database(path)
        self._is_lasting = self.problem is None or self.problem.kind in BEGUN_ANEW
        self._file = _find_file(path)
        self._copying: Thread | None = None
        self._unsaved = 0
        """Changes since the last backup."""
        self._is_closed = False
        self._listed: tuple[PlayedMatch, ...] | None = None
        """The cached result of `last_matches`; None after a match was added or deleted."""
        self._latest: tuple[int, Match] | None = None
        """The id of the match that was added last, and the match: it is read at once."""
        self._pending: dict[str, dict[str, float]] = {}
        """Findings that could not be written yet."""
        self._pending_dealt: set[str] = set()
        """Rounds dealt that could not be written yet."""
        self.report: Callable[[Problem], object] = lambda problem: None
        """Called with each problem that occurs after the history was opened."""
        self.climbs = Climbs(self._read, self._change_file)
        if self.problem is not None or (path is not None and not os.path.lexists(backup_of(path))):
            self._back_up_if(self._holds_anything())

    @property
    def is_lasting(self) -> bool:
        """Whether changes outlive the program; True for a history meant for memory."""
        return self._is_lasting

    @property
    def path(self) -> Path:
        """The history's file; an empty path for one in memory."""
        return self._path or Path()

    def __enter__(self) -> Profile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Try a last time to write pending changes, and close the file; safe to repeat."""
        if not self._is_closed:
            self.rewrite_deleted()
            self._leave_memory()
            if self._pending or self._pending_dealt:
                self._change(lambda _: None)
            self._back_up_if(self._unsaved > 0, waits=True)
            if self._copying is not None:
                self._copying.join()
            self._database.close()
            self._is_closed = True

    def rewrite_deleted(self) -> None:
        """Write the history again if its file was deleted."""
        # Changes to a deleted file are lost when the last program closes it.
        if self._is_lasting and _find_file(self._path) != self._file:
            self._open_again()

    def _leave_memory(self) -> None:
        """Switch from memory to the file if it can be opened by now."""
        if self._path is not None and not self._is_lasting:
            self._open_again()

    def add_match(self, match: Match, finished_at: datetime | None = None) -> int | None:
        """Store a finished match, synced; return its id, also if it was stored before.

        None if the file cannot be written (`problem` is then why). Raises `ValueError` for an
        unfinished match.
        """
        if not match.is_complete:
            raise ValueError("only finished matches go into the history")
        self._leave_memory()
        match = without_room(match)
        entry = entry_of(match, finished_at or datetime.now(UTC))
        inserted = self._change(lambda database: insert_entry(database, entry))
        self._listed = None
        if inserted is not None and inserted.is_new:
            self._latest = inserted.number, match
        return inserted.number if inserted is not None and self._is_lasting else None

    def has(self, match: Match) -> bool:
        """Whether the history has a match."""
        return bool(self._read("SELECT 1 FROM match WHERE identity = ?", (identity_of(match),)))

    def _holds_anything(self) -> bool:
        tables = ("match", "climb", "found", "dealt")
        return any(self._read(f"SELECT 1 FROM {table} LIMIT 1") for table in tables)

    def _back_up_if(self, is_due: bool, *, waits: bool = False) -> None:
        """Renew the backup in a thread: a thousand matches take longer than a frame.

        While one is being written, another is begun only where this `waits` for it; where no
        thread can be started, the backup is then written here.
        """
        if is_due and self._is_lasting and self._path is not None:
            if self._copying is not None:
                if self._copying.is_alive() and not waits:
                    return
                self._copying.join()
            back_up = partial(_back_up, self._path)
            # Not a daemon: the program ends once the copy is whole.
            self._copying = start_thread(back_up, "backup", is_daemon=False)
            if self._copying is None:
                if not waits:
                    return
                back_up()
            self._unsaved = 0

    def _count_change(self) -> None:
        """Count a change, and renew the backup after the first and every `EVERY`."""
        self._unsaved += 1
        if self._path is not None and self._is_lasting:
            is_first = not os.path.lexists(backup_of(self._path))
            self._back_up_if(is_first or self._unsaved >= EVERY)

    def _open_again(self) -> None:
        """Switch from memory, or from a deleted file, to the file if it can be opened by now."""
        assert self._path is not None
        if self._copying is not None:
            self._copying.join()
        is_gone = self._is_lasting and not os.path.lexists(self._path)
        if self._is_lasting:
            # Before another file has the name: the two would share one log.
            held = hold(self._database)
            self._database.close()
            self._database, self._is_lasting = held, False
        if is_gone:
            with contextlib.suppress(OSError, sqlite3.Error):
                write_again(self._database, self._path)
        database, problem = open_database(self._path)
        if problem is not None and problem.kind not in BEGUN_ANEW:
            database.close()
            self._tell(problem)
            return
        is_whole = copy_entries(self._database, database)
        self._database.close()
        self._database, self._is_lasting = database, True
        self._file = _find_file(self._path)
        self.problem = self._listed = self._latest = None
        if problem is not None:
            self._tell(problem)
        if is_gone:
            self._tell(Problem(ProblemKind.GONE, self._path))
        if not is_whole:
            self._tell(Problem(ProblemKind.PARTLY, self._path))
        self._back_up_if(self._holds_anything())

    def _tell(self, problem: Problem) -> None:
        self.problem = problem
        self.report(problem)

    def _note(self, error: sqlite3.Error) -> None:
        if self._path is not None:
            self.problem = Problem(ProblemKind.READ_ONLY, self._path, str(error))

    def _read(self, query: str, values: Sequence[str | int | None] = ()) -> list[Any]:
        try:
            return self._database.execute(query, values).fetchall()
        except sqlite3.Error as error:
            self._note(error)
            return []

    def _change_file(self, write: Callable[[sqlite3.Connection], _Result]) -> _Result | None:
        """Call `_change`, in the file if it can be opened by now."""
        self._leave_memory()
        return self._change(write)

    def _change(self, write: Callable[[sqlite3.Connection], _Result]) -> _Result | None:
        """Run `write` in a transaction and return its result; None if the file cannot be
        written.
        """
        self.rewrite_deleted()
        try:
            with changing(self._database):
                for what, values in self._pending.items():
                    add_findings(self._database, what, values)
                add_dealt(self._database, self._pending_dealt)
                result = write(self._database)
        except sqlite3.Error as error:
            self._note(error)
            return None
        self._pending.clear()
        self._pending_dealt.clear()
        self._count_change()
        return result

    def record(self, number: int) -> str | None:
        """Return the record of match `number`, None without one."""
        rows = self._read("SELECT record FROM match WHERE id = ?", (number,))
        return str(rows[0][0]) if rows else None

    def match(self, number: int) -> Match | None:
        """Return match `number`, with names as they are shown.

        None if there is no such match, or its record cannot be read.
        """
        from game.rules.errors import FormatError
        from game.rules.names import show_names
        from game.rules.record import parse_record

        if self._latest is not None and self._latest[0] == number:
            return show_names(self._latest[1])
        record = self.record(number)
        try:
            return None if record is None else show_names(parse_record(record))
        except FormatError:
            return None

    def delete_match(self, number: int) -> bool:
        """Delete match `number`; return whether that worked.

        Later attempts at its deal get the mark `AGAIN`, as they are still no first ones.
        """
        mark = (
            f"UPDATE match SET marks = trim(marks || ' {Mark.AGAIN}') WHERE EXISTS "
            "(SELECT 1 FROM match AS gone WHERE gone.id = ? AND gone.deal != '' AND "
            "gone.deal = match.deal AND "
            "(gone.finished_at, gone.id) < (match.finished_at, match.id))"
        )

        def delete(database: sqlite3.Connection) -> bool:
            database.execute(mark, (number,))
            database.execute("DELETE FROM match WHERE id = ?", (number,))
            return True

        is_gone = bool(self._change(delete))
        self._listed = self._latest = None
        # The deleted match must not return from an older backup.
        self._back_up_if(is_gone, waits=True)
        return is_gone

    def findings(self, what: str) -> dict[str, float]:
        """Return the findings about a deal or a match; empty without any."""
        rows = self._read("SELECT value FROM found WHERE what = ?", (what,))
        return (read_numbers(rows[0][0]) if rows else {}) | self._pending.get(what, {})

    def all_findings(self) -> dict[str, dict[str, float]]:
        """Return all findings, by deals and matches."""
        rows = self._read("SELECT what, value FROM found")
        findings = {what: read_numbers(value) for what, value in rows}
        for what, values in self._pending.items():
            findings[what] = findings.get(what, {}) | values
        return findings

    def store_findings(self, what: str, values: Mapping[str, float]) -> bool:
        """Add findings; return whether they are in the file. If not, every later change retries."""
        pending = self._pending.setdefault(what, {})
        pending |= values
        return self._change(lambda _: True) is True

    def note_dealt(self, rounds: Iterable[str]) -> None:
        """Store the keys of rounds whose order was seen, finished or not."""
        missing = {key for key in rounds if not self.has_dealt((key,))}
        if missing:
            self._pending_dealt |= missing
            self._change(lambda _: None)

    def has_dealt(self, rounds: Iterable[str]) -> bool:
        """Whether the order of any of these rounds was seen, by their keys."""
        query = "SELECT 1 FROM dealt WHERE round = ?"
        return any(key in self._pending_dealt or self._read(query, (key,)) for key in rounds)

    def count_matches(self, most: int) -> int:
        """Return the number of stored matches, `most` at the most."""
        rows = self._read("SELECT count(*) FROM (SELECT 1 FROM match LIMIT ?)", (most,))
        return int(rows[0][0]) if rows else 0

    def best(self, rules: str | None = None, handicaps: Iterable[str] = ()) -> float | None:
        """Return the first person's highest total at a first, unaided attempt, by these rules if
        any.

        Only matches with exactly these handicaps (`timed`, `blind`) count.
        """
        return self._figure("max", rules, handicaps)

    def mean(self, rules: str | None = None, handicaps: Iterable[str] = ()) -> float | None:
        """Return the average of those totals."""
        return self._figure("avg", rules, handicaps)

    def _figure(self, function: str, rules: str | None, handicaps: Iterable[str]) -> float | None:
        query = f"SELECT {function}(total) FROM result JOIN match ON id = match_id WHERE {_COUNTS}"
        query += (
            " AND seat = (SELECT min(seat) FROM result WHERE match_id = id AND is_human)"
            " AND rules = coalesce(?, rules)"
        )
        rows = self._read(query, (" ".join(sorted(handicaps)), rules))
        figure: float | None = rows[0][0] if rows else None
        return figure

    def last_matches(self) -> tuple[PlayedMatch, ...]:
        """Return all matches, newest first; the same tuple until one is added or deleted."""
        if self._listed is None:
            with _no_collection():
                listed = self._list_matches()
            if self.problem is not None and not listed:
                # Not cached after an error: the next read may succeed.
                return listed
            self._listed = listed
        return self._listed

    def _list_matches(self) -> tuple[PlayedMatch, ...]:
        # Imported late: only the list of matches needs them.
        from game.rules.names import show_name
        from game.rules.scoring import whole
        from game.storage.history import PlayedMatch, SeatResult

        results: defaultdict[int, list[SeatResult]] = defaultdict(list)
        # Cached: of many thousand values most are repeated.
        shown, split = cache(show_name), cache(lambda text: tuple(text.split()))
        for number, name, human, bot, total, won, at in self._read(
            "SELECT match_id, name, is_human, bot, total, is_winner, lines FROM result "
            "ORDER BY match_id, seat"
        ):
            results[number].append(
                SeatResult(shown(name), bool(human), bot, whole(total), bool(won), split(at))
            )
        marked = cache(lambda text: frozenset(text.split()))
        played: list[PlayedMatch] = []
        attempts: Counter[str] = Counter()
        for number, identity, when, edition, rules, seed, deal, marks in self._read(
            "SELECT id, identity, finished_at, edition, rules, seed, deal, marks FROM match "
            "ORDER BY finished_at, id"
        ):
            if number not in results:
                continue
            attempts[deal] += 1
            played.append(
                PlayedMatch(
                    number,
                    identity,
                    datetime.fromisoformat(when),
                    edition,
                    rules,
                    seed,
                    deal,
                    marked(marks),
                    attempts[deal] if deal else 1,
                    tuple(results[number]),
                )
            )
        return tuple(played[::-1])


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Disable garbage collection while many lasting objects are made: a fifth faster."""
    is_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_on:
            gc.enable()


def _back_up(path: Path) -> None:
    with contextlib.suppress(OSError, ValueError, TypeError, OverflowError, sqlite3.Error):
        renew_backup(path, check_history)


def _find_file(path: Path | None) -> tuple[int, int] | None:
    """Return device and number of the file at this path; None without one."""
    if path is None:
        return None
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
