"""The history's SQLite file: its schema, opening it whatever state it is in, adding to it."""

from __future__ import annotations

import contextlib
import json
import math
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.rules.errors import FormatError
from game.storage.files import free_name, make_private, refuse_other_than_file, sync_directory
from game.storage.problems import Problem, ProblemKind

if TYPE_CHECKING:
    from game.rules.match import Match

ID_KEY: Final = "id"
"""Where a match's own identity stands in its `meta`."""

Step = Callable[[sqlite3.Connection], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished match and what the history knows of it beside its record."""

    match: Match
    finished_at: datetime
    edition: str = ""
    is_coached: bool = False


def identity_of(match: Match) -> str:
    """What tells a match from all others: its own, or its record's digest where it has none."""
    from game.rules.record import print_record

    try:
        own = json.loads(match.meta)[ID_KEY] if match.meta else None
    except (KeyError, TypeError):
        own = None
    return own if own and isinstance(own, str) else _digest(print_record(match))


def _digest(record: str) -> str:
    return sha256(record.strip().encode("utf-8", "replace")).hexdigest()[:32]


# the schema


def _make_tables(database: sqlite3.Connection) -> None:
    for statement in (
        "CREATE TABLE match (id INTEGER PRIMARY KEY, finished_at TEXT NOT NULL, "
        "edition TEXT NOT NULL, rules TEXT NOT NULL, seed TEXT, is_coached INTEGER NOT NULL, "
        "record TEXT NOT NULL)",
        "CREATE TABLE result (match_id INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, "
        "seat INTEGER NOT NULL, name TEXT NOT NULL, bot TEXT, is_human INTEGER NOT NULL, "
        "total REAL NOT NULL, is_winner INTEGER NOT NULL, PRIMARY KEY (match_id, seat))",
        "CREATE INDEX match_by_rules ON match(rules, edition)",
        "CREATE INDEX result_by_total ON result(total)",
    ):
        database.execute(statement)


def _add_identity(database: sqlite3.Connection) -> None:
    """A match is known by its identity, so that it is counted once however often it is added."""
    database.execute("ALTER TABLE match ADD COLUMN identity TEXT")
    for number, record in database.execute("SELECT id, record FROM match").fetchall():
        # One that was counted twice before there were identities is kept twice.
        taken = "SELECT 1 FROM match WHERE identity = ?"
        identity = _digest(record)
        if database.execute(taken, (identity,)).fetchone():
            identity = f"{identity}-{number}"
        database.execute("UPDATE match SET identity = ? WHERE id = ?", (identity, number))
    database.execute("CREATE UNIQUE INDEX match_by_identity ON match(identity)")


STEPS: Final[tuple[Step, ...]] = (_make_tables, _add_identity)
"""What makes each version of the schema out of the one before; never change one, add one."""


def _upgrade(database: sqlite3.Connection, path: Path | None, version: int) -> None:
    """Bring the schema to this game's; a file that held something is copied first."""
    if path is not None and version > 0:
        copy = path.with_name(f"{path.stem}.schema-{version}{path.suffix}")
        unfinished = copy.with_name(f".{copy.name}.new")
        unfinished.unlink(missing_ok=True)
        make_private(unfinished)
        with contextlib.closing(sqlite3.connect(unfinished)) as target:
            database.backup(target)
        os.replace(unfinished, copy)
        sync_directory(path.parent)
    with _changing(database):
        # Another window may have been quicker.
        version = _version(database)
        for step in STEPS[version:]:
            step(database)
        database.execute(f"PRAGMA user_version={len(STEPS)}")


@contextlib.contextmanager
def _changing(database: sqlite3.Connection) -> Iterator[None]:
    """A transaction: all of it is on the disk at the end, or nothing."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise


# entries


def add_entry(database: sqlite3.Connection, entry: Entry) -> int:
    """Add a finished match, durably; its id, the one it had where it was there already."""
    with _changing(database):
        return _insert(database, entry)


def _insert(database: sqlite3.Connection, entry: Entry) -> int:
    from game.rules.record import print_record

    match = entry.match
    identity = identity_of(match)
    when = entry.finished_at.astimezone(UTC).isoformat(timespec="seconds")
    record = print_record(match)
    row = (when, entry.edition, str(match.rules), match.rounds[0].seed, entry.is_coached, record)
    known = database.execute("SELECT id FROM match WHERE identity = ?", (identity,)).fetchone()
    if known is not None:
        return int(known[0])
    number = database.execute(
        "INSERT INTO match (finished_at, edition, rules, seed, is_coached, record, identity) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*row, identity),
    ).lastrowid
    assert number is not None
    database.executemany(
        "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(number, *result) for result in _results_of(match)],
    )
    return number


def _results_of(match: Match) -> list[tuple[int, str, str | None, bool, float, bool]]:
    """Seat, name, bot, whether human, total and whether a winner, for every seat."""
    from game.rules.match import PlayerKind
    from game.rules.standing import score_match

    score = score_match(match)
    return [
        (
            seat,
            player.name,
            player.bot,
            player.kind is PlayerKind.HUMAN,
            score.players[seat].total,
            seat in score.winners,
        )
        for seat, player in enumerate(match.players)
    ]


def copy_entries(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Add all that can still be read of `source`, from both ends of what may be damaged."""
    from game.rules.record import parse_record

    when = datetime.now(UTC)
    for order in ("ASC", "DESC"):
        rows: list[tuple[str, str, str, int]] = []
        with contextlib.suppress(*_DAMAGE):
            query = "SELECT record, finished_at, edition, is_coached FROM match"
            # What came before the damage stays in the list.
            rows.extend(source.execute(f"{query} ORDER BY id {order}"))
        with _changing(target):
            for record, finished_at, edition, is_coached in rows:
                with contextlib.suppress(FormatError, TypeError):
                    match = parse_record(record)
                    when = _time_of(finished_at) or when
                    if match.is_complete:
                        _insert(target, Entry(match, when, str(edition), bool(is_coached)))


def _time_of(text: object) -> datetime | None:
    """The time that a row holds, None where it is none."""
    try:
        when = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return when if 1970 <= when.year < 9999 else None


# opening

_DAMAGE: Final = (sqlite3.Error, ValueError, TypeError, OverflowError)
"""What damaged bytes have been seen to raise."""

_UNAVAILABLE: Final = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY,
)
"""Primary codes of errors that are the disk's or another program's, not the file's."""


class _NewerSchemaError(Exception):
    """The file was written by a later version of the game."""


def open_database(path: Path | None) -> tuple[sqlite3.Connection, Problem | None]:
    """A connection to the history at `path`, made if missing; to one in memory for None.

    Never fails: a damaged or foreign file is kept aside and a new one begun with all that could
    be read of it; one of a newer version is left alone, and one that cannot be written is
    copied, and this run's matches then stay in memory. The problem tells which.
    """
    if path is None:
        return _connect(None), None
    try:
        make_private(path)
        return _connect(path), None
    except _NewerSchemaError as error:
        return _connect(None), Problem(ProblemKind.NEWER, path, str(error))
    except (OSError, *_DAMAGE) as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        problem = Problem(ProblemKind.READ_ONLY, path, str(error))
        if isinstance(error, OSError) or code in _UNAVAILABLE:
            return _copy_into_memory(path), problem
        try:
            return _begin_anew(path, str(error))
        except (OSError, *_DAMAGE):
            return _copy_into_memory(path), problem


def _copy_into_memory(path: Path) -> sqlite3.Connection:
    """A history in memory that holds what can still be read at `path`."""
    memory = _connect(None)
    _copy_from(path, memory)
    return memory


def _copy_from(path: Path, target: sqlite3.Connection) -> None:
    """Add what can be read at `path`, without a change there, whoever else is writing."""
    with contextlib.suppress(OSError):
        refuse_other_than_file(path)
        for way in ("mode=ro", "mode=ro&immutable=1"):
            with contextlib.suppress(*_DAMAGE):
                source = sqlite3.connect(f"{path.absolute().as_uri()}?{way}", 0.2, uri=True)
                with contextlib.closing(source):
                    source.text_factory = _decode
                    copy_entries(source, target)


def _begin_anew(path: Path, why: str) -> tuple[sqlite3.Connection, Problem]:
    """Keep a copy of a damaged file, and put in its place a new one with what can be read.

    The old file stays in its place until the new one is whole.
    """
    kept = free_name(path, "kept")
    for suffix in ("", "-wal"):
        with contextlib.suppress(FileNotFoundError):
            shutil.copy2(_beside(path, suffix), _beside(kept, suffix))
    fresh = path.with_name(f".{path.name}.new")
    for suffix in ("", "-wal", "-shm"):
        _beside(fresh, suffix).unlink(missing_ok=True)
    make_private(fresh)
    with contextlib.closing(_connect(fresh)) as database:
        _copy_from(kept, database)
        database.execute("PRAGMA journal_mode=DELETE")
    for suffix in ("-wal", "-shm"):
        _beside(path, suffix).unlink(missing_ok=True)
    os.replace(fresh, path)
    sync_directory(path.parent)
    return _connect(path), Problem(ProblemKind.CORRUPT, kept, why)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _connect(path: Path | None) -> sqlite3.Connection:
    """A checked connection whose transactions are begun by hand."""
    # Before the connection: closing a file lets go of this process's locks on it.
    if path is not None and not _has_known_format(path):
        raise sqlite3.DatabaseError("an unknown file format")
    database = sqlite3.connect(path or ":memory:", timeout=1.0, isolation_level=None)
    try:
        database.text_factory = _decode
        version = _version(database)
        if version > len(STEPS):
            raise _NewerSchemaError(f"schema {version}, this game knows {len(STEPS)}")
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("PRAGMA foreign_keys=ON")
        if version == 0 and database.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise sqlite3.DatabaseError("somebody else's database")
        if version > 0 and database.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("damaged")
        if version < len(STEPS):
            _upgrade(database, path, version)
        _check_rows(database)
    except BaseException:
        database.close()
        raise
    return database


def _has_known_format(path: Path) -> bool:
    """Whether the header's two version bytes are known: SQLite only reads where one is not."""
    with path.open("rb") as file:
        return set(file.read(20)[18:]) <= {1, 2}


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _check_rows(database: sqlite3.Connection) -> None:
    """Raise `sqlite3.DatabaseError` for a value that no game wrote: SQLite takes any type."""
    seats: dict[int, int] = {}
    for number, name, bot, is_human, total, is_winner in database.execute(
        "SELECT match_id, name, bot, is_human, total, is_winner FROM result"
    ):
        seats[number] = seats.get(number, 0) + 1
        is_fit = isinstance(name, str) and isinstance(bot, str | None)
        is_fit = is_fit and {is_human, is_winner} <= {0, 1}
        if not is_fit or not isinstance(total, float | int) or not math.fabs(total) < 1e6:
            raise sqlite3.DatabaseError(f"an odd result of match {number}")
    for number, when, edition, rules, seed, coached, identity in database.execute(
        "SELECT id, finished_at, edition, rules, seed, is_coached, identity FROM match"
    ):
        is_fit = all(isinstance(text, str) for text in (when, edition, rules, identity))
        is_fit = is_fit and isinstance(seed, str | None) and coached in (0, 1)
        if not is_fit or _time_of(when) is None or number not in seats:
            raise sqlite3.DatabaseError(f"an odd match {number}")
