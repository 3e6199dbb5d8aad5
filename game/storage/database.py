"""The history's SQLite file: its schema, opening it, repairing it, adding to it."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from game.rules.errors import FormatError
from game.rules.json_shape import is_unicode
from game.rules.marks import Mark
from game.rules.meta import (
    ID_KEY,
    ROOM_KEY,
    TABLE_KEY,
    people_here,
    read_meta,
    read_substitutes,
    time_of,
    with_field,
)
from game.storage.backup import (
    backup_of,
    remove_database,
    start_from_backup,
    uri_of,
    write_copy,
)
from game.storage.climbs import copy_climbs, make_climb_table
from game.storage.files import (
    free_name,
    make_private,
    quarantine,
    refuse_other_than_file,
    replace,
)
from game.storage.migration import FORMER_CLIMBS, FORMER_VERSION, migrate_history
from game.storage.problems import Problem, ProblemKind

if TYPE_CHECKING:
    from game.rules.match import Match, Round
    from game.rules.match_score import PlayerScore
    from game.rules.ruleset import Ruleset
    from game.rules.tiles import Tile


def identity_of(match: Match) -> str:
    """Return the identity of a match: its own, or its record's digest where it has none."""
    from game.rules.record import print_record

    return read_meta(match.meta).text(ID_KEY) or identity_digest(print_record(match))


def with_identity(meta: str | None) -> str:
    """Return the `meta` of a match with an identity, which is added if missing."""
    tree = json.loads(meta or "{}")
    tree[ID_KEY] = read_meta(meta).text(ID_KEY) or os.urandom(8).hex()
    return json.dumps(tree, ensure_ascii=False)


def deal_of(match: Match) -> str:
    """Return the key that matches of the same rules and calls share."""
    return deal_key(match.rules, [played.calls for played in match.rounds])


def deal_key(rules: Ruleset, rounds: Sequence[Sequence[Sequence[Tile]]]) -> str:
    """Return the key of the calls of these rounds by these rules."""
    calls = [[[str(tile) for tile in call] for call in played] for played in rounds]
    return identity_digest(f"{rules} {json.dumps(calls)}")


def _table_of(match: Match) -> tuple[str, str]:
    """Return the edition and the marks in the meta of a match; "" for a foreign meta."""
    table = read_meta(match.meta).object(TABLE_KEY)
    return table.text("edition"), " ".join(sorted(set(table.texts("marks"))))


def _departed(match: Match) -> frozenset[int]:
    """Return the seats that a player left, whose points are the substitutes' (M5, V3)."""
    from game.rules.match import find_departures

    came = (came.seat for came in read_substitutes(match.meta))
    return frozenset((*(departure.seat for departure in find_departures(match)), *came))


def _lines_of(player: PlayerScore) -> str:
    """Return the lines that scored, as `length x number`: `3x9 5x1`."""
    return " ".join(
        f"{len(line.line)}x{line.number}" for played in player.rounds for line in played.lines
    )


def order_key(order: Sequence[Tile]) -> str:
    """Return the key of a round's tiles in calling order, independent of the rules."""
    return identity_digest(" ".join(map(str, order)))


def _is_seen(played: Round) -> bool:
    """Whether a round's deal was seen: from its second call or its first placement."""
    is_begun = any(seat.position.filled for seat in played.seats)
    return len(played.calls) > 1 or (bool(played.calls) and is_begun)


def seen_rounds(match: Match) -> tuple[bool, ...]:
    """Return a value for each round seen that changes when another of `dealt_keys` may be known:
    whether all tiles of a round without a seed were called.
    """
    last = len(match.rules.call_sizes)
    return tuple(
        not played.seed and len(played.calls) == last for played in match.rounds if _is_seen(played)
    )


def dealt_keys(match: Match) -> tuple[str, ...]:
    """Return the keys of the rounds whose order a player has seen, where the order is known."""
    from game.rules.deal import deal_order, round_seed

    seed = read_meta(match.meta).object(TABLE_KEY).text("seed")
    keys: list[str] = []
    for index, played in enumerate(match.rounds):
        if not _is_seen(played):
            continue
        called = played.called
        if len(called) == len(match.rules.grid):
            keys.append(order_key(called))
            continue
        with contextlib.suppress(FormatError):
            order = deal_order(match.rules.grid, played.seed or round_seed(seed, index))
            if order[: len(called)] == called:
                keys.append(order_key(order))
    return tuple(keys)


def identity_digest(record: str) -> str:
    """Return the first 32 hex digits of a text's SHA-256."""
    # Imported late: the library would delay the first frame.
    from hashlib import sha256

    return sha256(record.strip().encode("utf-8", "replace")).hexdigest()[:32]


# the schema

SCHEMA_VERSION: Final = 2
"""The schema's version, stored in the file; every change of the tables needs another."""

APPLICATION_ID: Final = 0x54494531
"""The mark of the game's databases in their header ("TIE1")."""


def _make_tables(database: sqlite3.Connection) -> None:
    for statement in (
        "CREATE TABLE match (id INTEGER PRIMARY KEY, finished_at TEXT NOT NULL, "
        "edition TEXT NOT NULL, rules TEXT NOT NULL, seed TEXT, record TEXT NOT NULL, "
        "identity TEXT, deal TEXT NOT NULL, marks TEXT NOT NULL)",
        "CREATE TABLE result (match_id INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, "
        "seat INTEGER NOT NULL, name TEXT NOT NULL, bot TEXT, is_human INTEGER NOT NULL, "
        "total REAL NOT NULL, is_winner INTEGER NOT NULL, lines TEXT NOT NULL, "
        "PRIMARY KEY (match_id, seat))",
        "CREATE UNIQUE INDEX match_by_identity ON match(identity)",
        "CREATE INDEX match_by_rules ON match(rules, edition)",
        "CREATE INDEX match_by_deal ON match(deal)",
        "CREATE INDEX result_by_total ON result(total)",
        # Findings about a deal or a match, by engines or by people.
        "CREATE TABLE found (what TEXT PRIMARY KEY, value TEXT NOT NULL)",
        # The rounds whose order was seen, finished or not: see `dealt_keys`.
        "CREATE TABLE dealt (round TEXT PRIMARY KEY)",
    ):
        database.execute(statement)
    make_climb_table(database)


def _begin(database: sqlite3.Connection) -> None:
    """Make the tables, unless another program was quicker."""
    with changing(database):
        if _version(database) == 0:
            _make_tables(database)
            database.execute(f"PRAGMA application_id={APPLICATION_ID}")
            database.execute(f"PRAGMA user_version={SCHEMA_VERSION}")


@contextlib.contextmanager
def changing(database: sqlite3.Connection) -> Iterator[None]:
    """A transaction: at its end all changes are on the disk, or none after an exception."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise


# entries


_EARLIEST: Final = datetime(1970, 1, 2, tzinfo=UTC)
"""The least time stored, for clocks without a battery: Windows knows no local time before 1970."""


class MatchEntry(NamedTuple):
    """The rows of a finished match: its columns, a result for each seat, and the rounds dealt."""

    match: Mapping[str, str | None]
    results: tuple[tuple[str | int | float | None, ...], ...]
    dealt: tuple[str, ...]


def without_room(match: Match) -> Match:
    """Return a match without the letters, port and digests of the room in which it was played."""
    if ROOM_KEY not in read_meta(match.meta):
        return match
    return dataclasses.replace(match, meta=with_field(match.meta, ROOM_KEY, None))


def entry_of(match: Match, finished_at: datetime) -> MatchEntry:
    """Return the history's rows for a finished match."""
    from game.rules.match_score import score_match
    from game.rules.record import print_record

    edition, marks = _table_of(match)
    left = _departed(match)
    people = people_here(match)
    if left.intersection(people[:1]):
        marks = " ".join(sorted({*marks.split(), Mark.LEFT}))
    finished_at = max(finished_at, _EARLIEST)
    row = {
        "finished_at": finished_at.astimezone(UTC).isoformat(timespec="seconds"),
        "edition": edition,
        "rules": str(match.rules),
        "seed": match.rounds[0].seed,
        "record": print_record(match),
        "identity": identity_of(match),
        "deal": deal_of(match),
        "marks": marks,
    }
    score = score_match(match)
    results = (
        (
            seat,
            player.name,
            player.bot,
            seat in people and seat not in left,
            score.players[seat].total,
            seat in score.winners,
            _lines_of(score.players[seat]),
        )
        for seat, player in enumerate(match.players)
    )
    return MatchEntry(row, tuple(results), dealt_keys(match))


class Inserted(NamedTuple):
    """The id of a match in the history, and whether it was not there before."""

    number: int
    is_new: bool


def insert_entry(database: sqlite3.Connection, entry: MatchEntry) -> Inserted:
    """Add a finished match inside a transaction, unless it is there already."""
    known = _number_of(database, entry.match["identity"])
    if known is not None:
        return Inserted(known, is_new=False)
    names = ", ".join(entry.match)
    number = database.execute(
        f"INSERT INTO match ({names}) VALUES (:{names.replace(', ', ', :')})", entry.match
    ).lastrowid
    assert number is not None
    rows = ((number, *result) for result in entry.results)
    database.executemany("INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    add_dealt(database, entry.dealt)
    return Inserted(number, is_new=True)


def add_dealt(database: sqlite3.Connection, rounds: Iterable[str]) -> None:
    """Note that the order of these rounds was seen, inside a transaction."""
    database.executemany("INSERT OR IGNORE INTO dealt VALUES (?)", [(key,) for key in rounds])


def _number_of(database: sqlite3.Connection, identity: str | None) -> int | None:
    """Return the id of the match with this identity, None without one."""
    query = "SELECT id FROM match WHERE identity = ?"
    row = database.execute(query, (identity,)).fetchone()
    return None if row is None else int(row[0])


def copy_entries(source: sqlite3.Connection, target: sqlite3.Connection) -> bool:
    """Add all readable rows of `source`, reading from both ends; return whether that was
    everything.

    Findings that both have are taken from `source`.
    """
    is_whole = True
    for table, copy in (
        ("match", _copy_matches),
        ("found", _copy_findings),
        ("dealt", _copy_dealt),
        ("climb", copy_climbs),
    ):
        with contextlib.suppress(*_DAMAGE):
            rows, is_read = _read_rows(source, _find_table(source, table))
            with changing(target):
                is_whole &= copy(rows, target) and is_read
            continue
        is_whole = False
    return is_whole


def _find_table(source: sqlite3.Connection, table: str) -> str:
    """Return a table's name in a history of this version or the one before."""
    query = "SELECT 1 FROM sqlite_master WHERE name = ?"
    is_former = table == "climb" and source.execute(query, (table,)).fetchone() is None
    return FORMER_CLIMBS if is_former else table


def _read_rows(source: sqlite3.Connection, table: str) -> tuple[list[dict[str, Any]], bool]:
    """Return the readable rows of a table, by column, and whether these are all."""
    rows: dict[int, dict[str, Any]] = {}
    for order in ("ASC", "DESC"):
        with contextlib.suppress(*_DAMAGE):
            # The rows before the damage stay in the dictionary.
            cursor = source.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid {order}")
            names = [column[0] for column in cursor.description[1:]]
            for number, *values in cursor:
                rows.setdefault(number, dict(zip(names, values, strict=True)))
            return [rows[number] for number in sorted(rows)], True
    return [rows[number] for number in sorted(rows)], False


def _copy_matches(rows: Iterable[Mapping[str, Any]], target: sqlite3.Connection) -> bool:
    from game.rules.record import parse_record

    is_whole = True
    when = datetime.now(UTC)
    for row in rows:
        try:
            match = parse_record(row["record"])
        except (FormatError, TypeError, KeyError):
            is_whole = False
            continue
        when = time_of(row.get("finished_at")) or when
        if match.is_complete and _number_of(target, identity_of(match)) is None:
            entry = entry_of(match, when)
            if Mark.AGAIN in str(row.get("marks")).split():
                # The one mark that no record has: its earlier attempt was deleted.
                marks = " ".join(sorted({*str(entry.match["marks"]).split(), Mark.AGAIN}))
                entry = entry._replace(match={**entry.match, "marks": marks})
            insert_entry(target, entry)
    return is_whole


def _copy_findings(rows: Iterable[Mapping[str, Any]], target: sqlite3.Connection) -> bool:
    is_whole = True
    for row in rows:
        what, values = row.get("what"), read_numbers(row.get("value"))
        is_fit = isinstance(what, str) and bool(values)
        is_whole &= is_fit
        if is_fit:
            add_findings(target, what, values)
    return is_whole


def _copy_dealt(rows: Iterable[Mapping[str, Any]], target: sqlite3.Connection) -> bool:
    add_dealt(target, (str(row.get("round")) for row in rows))
    return True


def read_findings(database: sqlite3.Connection, what: str) -> dict[str, float]:
    """Return the findings about a deal or a match; empty without any."""
    row = database.execute("SELECT value FROM found WHERE what = ?", (what,)).fetchone()
    return {} if row is None else read_numbers(row[0])


def add_findings(
    database: sqlite3.Connection, what: str | None, values: Mapping[str, float]
) -> None:
    """Add findings about a deal or a match, inside a transaction."""
    text = json.dumps(read_findings(database, str(what)) | dict(values))
    database.execute("INSERT OR REPLACE INTO found VALUES (?, ?)", (what, text))


def read_numbers(text: object) -> dict[str, float]:
    """Return the numbers of a JSON object by name, without names that cannot be written.

    Empty for another text.
    """
    try:
        tree = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return {}
    if not isinstance(tree, dict):
        return {}
    return {
        key: value
        for key, value in tree.items()
        if isinstance(value, int | float) and -1e6 < value < 1e6 and is_unicode(key)
    }


# opening

_DAMAGE: Final = (sqlite3.Error, ValueError, TypeError, OverflowError)
"""The exceptions that reading damaged bytes has raised."""

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
"""SQLite's primary codes for errors of the disk or another program, not of the file."""


class _NewerSchemaError(Exception):
    """The file was written by a later version of the game."""


def open_database(path: Path | None) -> tuple[sqlite3.Connection, Problem | None]:
    """Return a connection to the history at `path`, made if missing; in memory for None.

    Never fails: a damaged or foreign file is moved aside, and a new one begun with all its readable
    rows; a missing one begins as its backup. One of a newer version is not touched. One that cannot
    be written is copied into memory, where new matches then stay. The problem says which.
    """
    if path is None:
        return _connect(None), None
    try:
        _refuse_missing(path)
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


def _refuse_missing(path: Path) -> None:
    """Raise an exception if the history has a backup but its file is missing or empty.

    It is `OSError` for a link to a file that is out of reach, else `sqlite3.DatabaseError`.
    """
    if backup_of(path).exists():
        if not path.exists():
            if path.is_symlink():
                raise FileNotFoundError(errno.ENOENT, "a link to a missing file", str(path))
            raise sqlite3.DatabaseError("missing")
        if path.is_file() and not path.stat().st_size:
            raise sqlite3.DatabaseError("cut to nothing")


def _copy_into_memory(path: Path) -> sqlite3.Connection:
    """Return a history in memory with everything readable at `path`, or in its backup without a
    file.
    """
    memory = _connect(None)
    # `Path.exists` raises an exception in a folder that cannot be read.
    _copy_from(path if os.path.exists(path) else backup_of(path), memory)
    return memory


def _copy_from(path: Path, target: sqlite3.Connection) -> bool:
    """Add everything readable at `path` without changing it; return whether that was everything."""
    is_whole = False
    with contextlib.suppress(OSError):
        refuse_other_than_file(path)
        for way in ("mode=ro", "mode=ro&immutable=1"):
            with contextlib.suppress(*_DAMAGE):
                source = sqlite3.connect(f"{uri_of(path.absolute())}?{way}", 0.2, uri=True)
                with contextlib.closing(source):
                    source.text_factory = _decode
                    is_whole |= copy_entries(source, target)
    return is_whole


def write_again(held: sqlite3.Connection, path: Path) -> None:
    """Write a history to `path`, whose file was deleted, and delete the rest of its log.

    Raises `OSError` and `sqlite3.Error`.
    """
    for suffix in ("-wal", "-shm", "-journal"):
        _beside(path, suffix).unlink(missing_ok=True)
    write_copy(held, path, check_history)


def hold(database: sqlite3.Connection) -> sqlite3.Connection:
    """Return a history in memory with everything readable of an open one."""
    memory = _connect(None)
    try:
        database.backup(memory)
        _check_rows(memory)
    except _DAMAGE:
        memory.close()
        memory = _connect(None)
        copy_entries(database, memory)
    return memory


def _begin_anew(path: Path, why: str) -> tuple[sqlite3.Connection, Problem]:
    """Copy a damaged file aside, if there is one, and replace it by a new one with everything
    readable.

    The new one begins as the backup, if that is sound. The old file stays in its place until the
    new one is complete.
    """
    is_missing = not path.exists()
    copy = free_name(path, "kept")
    for suffix in ("", "-wal"):
        with contextlib.suppress(FileNotFoundError):
            shutil.copy2(_beside(path, suffix), _beside(copy, suffix))
    fresh = path.with_name(f".{path.name}.new")
    remove_database(fresh)
    make_private(fresh)
    is_whole = start_from_backup(path, fresh, check_history)
    if not is_whole:
        # A copy that failed may have left a part of the file.
        os.truncate(fresh, 0)
    with contextlib.closing(_connect(fresh)) as database:
        if not is_whole:
            _copy_from(backup_of(path), database)
        if not is_missing:
            is_whole = _copy_from(copy, database)
    for suffix in ("-wal", "-shm"):
        _beside(path, suffix).unlink(missing_ok=True)
    replace(fresh, path)
    if is_missing:
        if is_whole:
            return _connect(path), Problem(ProblemKind.MISSING, path, why)
        copy = quarantine(backup_of(path))
    kind = ProblemKind.CORRUPT if is_whole else ProblemKind.PARTLY
    return _connect(path), Problem(kind, copy, why)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _connect(path: Path | None) -> sqlite3.Connection:
    """Return a checked connection whose transactions are begun explicitly."""
    # Before the connection: closing a file lets go of this process's locks on it.
    if path is not None and not _has_known_format(path):
        raise sqlite3.DatabaseError("an unknown file format")
    database = sqlite3.connect(path or ":memory:", timeout=1.0, isolation_level=None)
    try:
        database.text_factory = _decode
        # Before the version: another window may begin the same history in between.
        has_tables = database.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
        version = _version(database)
        if version > SCHEMA_VERSION and not _has_this_schema(database):
            raise _NewerSchemaError(f"schema {version}, this game knows {SCHEMA_VERSION}")
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("PRAGMA foreign_keys=ON")
        if version == 0 and has_tables:
            raise sqlite3.DatabaseError("somebody else's database")
        if version > SCHEMA_VERSION:
            raise sqlite3.DatabaseError(f"schema {version} with the tables of {SCHEMA_VERSION}")
        if version > 0:
            _check_pages(database)
        else:
            _begin(database)
        if version == FORMER_VERSION:
            with changing(database):
                # Another program may have been quicker.
                if _version(database) == version:
                    migrate_history(database, SCHEMA_VERSION)
        if version > 0 and not _has_this_schema(database):
            raise sqlite3.DatabaseError("other tables")
        if _mark(database) != APPLICATION_ID:
            raise sqlite3.DatabaseError("another program's mark")
        _check_rows(database)
    except BaseException:
        database.close()
        raise
    return database


def check_history(path: Path) -> None:
    """Read a history of a known version completely, without writing beside it.

    Raises `sqlite3.Error`, `OSError` and the other exceptions of damaged files.
    """
    uri = f"{uri_of(path.absolute())}?mode=ro&immutable=1"
    with contextlib.closing(sqlite3.connect(uri, uri=True)) as database:
        database.text_factory = _decode
        if (
            _version(database) not in (FORMER_VERSION, SCHEMA_VERSION)
            or _mark(database) != APPLICATION_ID
        ):
            raise sqlite3.DatabaseError("another schema")
        _check_pages(database)
        _check_rows(database)


def _check_pages(database: sqlite3.Connection) -> None:
    # `quick_check` passes an index that has lost its entries: no match would be listed.
    if database.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        raise sqlite3.DatabaseError("damaged")


def _has_this_schema(database: sqlite3.Connection) -> bool:
    """Whether tables and indexes are this version's, white space apart."""
    usual = sqlite3.connect(":memory:")
    with contextlib.closing(usual):
        _make_tables(usual)
        return _schema_of(database) == _schema_of(usual)


def _schema_of(database: sqlite3.Connection) -> list[tuple[str, str]]:
    query = "SELECT name, sql FROM sqlite_master ORDER BY name"
    return [(name, "".join(str(sql).split())) for name, sql in database.execute(query)]


def _has_known_format(path: Path) -> bool:
    """Whether the header's two version bytes are known; SQLite opens others read-only."""
    with path.open("rb") as file:
        return set(file.read(20)[18:]) <= {1, 2}


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def _mark(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA application_id").fetchone()[0])


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _check_rows(database: sqlite3.Connection) -> None:
    """Raise `sqlite3.DatabaseError` for a value that no game wrote: SQLite takes any type."""
    seats: set[int] = set()
    for number, name, bot, is_human, total, is_winner, lines in database.execute(
        "SELECT match_id, name, bot, is_human, total, is_winner, lines FROM result"
    ):
        seats.add(number)
        is_fit = isinstance(name, str) and isinstance(bot, str | None)
        is_fit = is_fit and {is_human, is_winner} <= {0, 1} and isinstance(lines, str)
        if not is_fit or not isinstance(total, float | int) or not 0 <= total < 1e6:
            raise sqlite3.DatabaseError(f"an odd result of match {number}")
    known: set[str] = set()
    for number, seed, when, rules, *texts in database.execute(
        "SELECT id, seed, finished_at, rules, edition, identity, deal, marks FROM match"
    ):
        is_fit = all(isinstance(text, str) for text in texts) and isinstance(seed, str | None)
        is_fit = is_fit and (rules in known or _is_ruleset(rules))
        known.add(rules)
        if not is_fit or time_of(when) is None or number not in seats:
            raise sqlite3.DatabaseError(f"an odd match {number}")


def _is_ruleset(text: object) -> bool:
    # Imported late: a new profile has no rulesets, and its first start does not wait.
    from game.rules.errors import RulesError
    from game.rules.ruleset import Ruleset

    try:
        return isinstance(text, str) and str(Ruleset.parse(text)) == text
    except RulesError:
        return False
