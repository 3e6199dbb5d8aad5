"""The tables and keys of a home, written to the disk before anything is sent ("Keeping").

One folder a table: `table.json` with invitation and cards (secrets), `entries.txt` with all lines
that have arrived, in order. A line that was cut because the program was killed is dropped when the
file is read: it had not been sent.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from game.net.encoding import from_hex
from game.net.entries import MAX_LINE_BYTES, Entry, read_entry
from game.net.invitations import Invitation, read_invitation
from game.net.keys import Card
from game.net.log import AddResult, Log
from game.net.pace import Delay
from game.net.refusals import refused_at
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import fields_of, list_of, load_json, show, text_of
from game.rules.names import MAX_NAME_LENGTH, clean_name
from game.storage.files import free_name, lock_file, read_bounded, set_aside, write_atomically
from game.storage.places import find_places

MAX_ENTRIES_BYTES: Final = 256 << 20
"""What the lines of one table may come to on the disk."""

MAX_TABLE_BYTES: Final = 1 << 16
MAX_CARDS: Final = 64
VERSION: Final = 1


class HomeBusy(Exception):
    """Another program writes in this home."""


@dataclass(frozen=True, slots=True)
class KeptCard:
    """A card of this home; `name` and `bot` are what it sits down as, empty for the master's."""

    card: Card
    name: str = ""
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """The settings by which the game master leads a table.

    With `by_hand` calls, closes and substitutes come when they are asked for, with `lets_in` the
    match too. Who is `sent_away` (authors in hex) gets no seat. The open call is not closed before
    `wait_until` (UTC seconds), whatever its deadline. `league` is what the table counts for, ""
    for nothing.
    """

    by_hand: bool = False
    wait_until: int = 0
    league: str = ""
    lets_in: bool = False
    sent_away: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seating:
    """This home's part in a table: its cards, its folder or server, its desk.

    `substitute` is the engine that the game master seats if it must, `folder` the shared folder
    that was named here, instead of the invitation's address. `is_hosted` says that the table's
    server is this home's own. `server` is the address that this home uses there, with the user's
    password, which no invitation carries.
    """

    invitation: Invitation
    cards: tuple[KeptCard, ...]
    substitute: str | None = None
    folder: str | None = None
    is_hosted: bool = False
    desk: Desk = field(default_factory=Desk)
    server: str = ""

    def write(self) -> str:
        """Return the text of `table.json`."""
        cards = [{"card": c.card.secret.hex(), "name": c.name, "bot": c.bot} for c in self.cards]
        value = {
            "version": VERSION,
            "invitation": str(self.invitation),
            "cards": cards,
            "substitute": self.substitute,
            "folder": self.folder,
            "hosted": self.is_hosted,
            "desk": asdict(self.desk),
            "server": self.server,
        }
        return json.dumps(value, indent=1) + "\n"

    @classmethod
    def read(cls, raw: bytes) -> Seating:
        """Return what `write` wrote. Raises `FormatError`."""
        keys = ("version", "invitation", "cards", "substitute", "folder")
        fields = fields_of(load_json(raw, MAX_TABLE_BYTES), "", keys, ("hosted", "desk", "server"))
        if fields["version"] != VERSION:
            raise FormatError(Fault.UNKNOWN_VERSION, "version", value=show(fields["version"]))
        cards = list_of(fields["cards"], "cards", MAX_CARDS)
        return cls(
            read_invitation(text_of(fields["invitation"], "invitation")),
            tuple(_read_kept(card, f"cards[{i}]") for i, card in enumerate(cards)),
            _text_or_none(fields["substitute"], "substitute", MAX_NAME_LENGTH),
            _text_or_none(fields["folder"], "folder", MAX_TABLE_BYTES),
            fields.get("hosted") is True,
            _read_desk(fields.get("desk")),
            text_of(fields.get("server", ""), "server", MAX_TABLE_BYTES),
        )


def _read_kept(value: Any, where: str) -> KeptCard:
    fields = fields_of(value, where, ("card", "name", "bot"), ())
    return KeptCard(
        Card(from_hex(fields["card"], f"{where}.card")),
        text_of(fields["name"], f"{where}.name", MAX_NAME_LENGTH),
        _text_or_none(fields["bot"], f"{where}.bot", MAX_NAME_LENGTH),
    )


def _read_desk(value: Any) -> Desk:
    """The desk that was kept; what an older program did not keep is as at the beginning."""
    if not isinstance(value, dict):
        return Desk()
    until, league, away = map(value.get, ("wait_until", "league", "sent_away"))
    return Desk(
        value.get("by_hand") is True,
        until if type(until) is int else 0,
        clean_name(league) if isinstance(league, str) else "",
        value.get("lets_in") is True,
        tuple(map(str, away)) if isinstance(away, list) else (),
    )


def _text_or_none(value: Any, where: str, most: int) -> str | None:
    return None if value is None else text_of(value, where, most)


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn that its player handed in before it could be signed: the call's hash, the text."""

    call: bytes
    text: str


class KeptTable:
    """One table on the disk. `refused` are lines there that are no entries of it."""

    def __init__(self, folder: Path, seating: Seating) -> None:
        self.folder = folder
        self.seating = seating
        self.log = Log(seating.invitation.table)
        self.refused: tuple[FormatError, ...] = ()
        self.delay = self._read_delay()
        self._size = 0
        self._has_tail = False
        self._unwritten: list[Entry] = []
        self._load()

    @property
    def path(self) -> Path:
        """The file of the lines."""
        return self.folder / "entries.txt"

    def append(self, entry: Entry) -> None:
        """Keep an entry of this home; it is on the disk when this returns. Raises `OSError`."""
        self._write([*self._unwritten, entry], is_own=True)
        self.log.add(entry)

    def take(self, entries: Iterable[Entry]) -> tuple[tuple[Entry, AddResult], ...]:
        """Add entries that a transport brought; return the result for each.

        What cannot be written now is written with the next entries, at the latest before one of
        this home, which may name it.
        """
        told: list[tuple[Entry, AddResult]] = []
        room = MAX_ENTRIES_BYTES - self._size
        for entry in entries:
            room -= len(entry.line) + 1
            added = self.log.add(entry) if room >= 0 else AddResult.TOO_MANY
            told.append((entry, added))
            if added is AddResult.NEW:
                self._unwritten.append(entry)
        with contextlib.suppress(OSError):
            self._write(self._unwritten, is_own=False)
        return tuple(told)

    def keep_drafts(self, drafts: dict[bytes, Draft]) -> None:
        """Keep what waits to be signed, by author. Raises `OSError`."""
        value = {author.hex(): [d.call.hex(), d.text] for author, d in drafts.items()}
        write_atomically(self.folder / "drafts.json", json.dumps(value) + "\n")

    def drafts(self) -> dict[bytes, Draft]:
        """Return what waits to be signed; nothing where it cannot be read."""
        try:
            return self._read_drafts()
        except (OSError, FormatError):
            return {}

    def _read_drafts(self) -> dict[bytes, Draft]:
        raw = read_bounded(self.folder / "drafts.json", MAX_TABLE_BYTES)
        value = {} if raw is None else load_json(raw, MAX_TABLE_BYTES)
        try:
            return {
                from_hex(author, "author"): Draft(from_hex(call, "call"), str(text))
                for author, (call, text) in value.items()
            }
        except (AttributeError, TypeError, ValueError):
            raise FormatError(Fault.NOT_AN_OBJECT, "drafts.json") from None

    def keep_delay(self, delay: Delay) -> None:
        """Keep since when those who missed a call have had time; the disk may refuse."""
        self.delay = delay
        with contextlib.suppress(OSError):
            text = json.dumps([delay.call.hex(), delay.since])
            write_atomically(self.folder / "delay.json", text + "\n")

    def _read_delay(self) -> Delay | None:
        with contextlib.suppress(OSError, FormatError, ValueError, TypeError):
            raw = read_bounded(self.folder / "delay.json", MAX_TABLE_BYTES)
            call, since = load_json(raw or b"", MAX_TABLE_BYTES)
            return Delay(from_hex(call, "call"), since) if type(since) is int else None
        return None

    def repair(self) -> tuple[Path, ...]:
        """Move damaged files aside and keep their readable lines; return where the files are now.

        Raises `OSError` where that is impossible.
        """
        kept: list[Path] = []
        if self.refused:
            # A copy: whenever this ends, the lines are under their own name.
            kept.append(free_name(self.path, "kept"))
            shutil.copy2(self.path, kept[0])
            text = "".join(f"{entry.line}\n" for entry in self.log)
            write_atomically(self.path, text)
            self._size, self._has_tail, self.refused = len(text), False, ()
        try:
            self._read_drafts()
        except FormatError:
            kept.append(set_aside(self.folder / "drafts.json"))
        return tuple(kept)

    def _load(self) -> None:
        raw = read_bounded(self.path, MAX_ENTRIES_BYTES + MAX_LINE_BYTES)
        if raw is None:
            return
        *lines, rest = raw.split(b"\n")
        self._size, self._has_tail = len(raw) - len(rest), bool(rest)
        refused: list[FormatError] = []
        for number, line in enumerate(lines, 1):
            if not line:
                continue
            try:
                added = self.log.add(read_entry(line))
            except FormatError as error:
                refused.append(refused_at(f"{self.path.name}:{number}", error))
                continue
            if added is AddResult.OTHER_TABLE:
                refused.append(FormatError(Fault.OTHER_TABLE, f"{self.path.name}:{number}"))
        self.refused = tuple(refused)

    def _write(self, entries: list[Entry], *, is_own: bool) -> None:
        if not entries:
            return
        data = "".join(f"{entry.line}\n" for entry in entries).encode("ascii")
        if self._has_tail:
            # What never left is cut off before anything else is said: it might be an entry of
            # the same number.
            os.truncate(self.path, self._size)
            self._has_tail = False
        try:
            with self.path.open("ab") as file:
                file.write(data)
                file.flush()
                if is_own:
                    os.fsync(file.fileno())
        except OSError:
            self._has_tail = True
            raise
        self._size += len(data)
        self._unwritten = []


class Home:
    """All tables of one home. Writing needs `locked`; reading does not."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock by which one program alone writes here. Raises `HomeBusy` and `OSError`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        os.chmod(self.folder, 0o700)
        with (self.folder / "lock").open("a+b") as file:
            try:
                lock_file(file.fileno())
            except OSError:
                raise HomeBusy from None
            yield

    def tables(self) -> tuple[bytes, ...]:
        """The ids of the tables that are kept here, in order."""
        try:
            names = sorted(os.listdir(self.folder))
        except OSError:
            return ()
        found: list[bytes] = []
        for name in names:
            with contextlib.suppress(FormatError):
                if (self.folder / name / "table.json").is_file():
                    found.append(from_hex(name, "name"))
        return tuple(found)

    def table(self, table: bytes) -> KeptTable:
        """A table that is kept here. Raises `FormatError` and `OSError`."""
        folder = self._folder_of(table)
        raw = read_bounded(folder / "table.json", MAX_TABLE_BYTES)
        if raw is None:
            raise FormatError(Fault.NO_TABLE, table.hex())
        try:
            seating = Seating.read(raw)
        except FormatError as error:
            raise refused_at(str(folder / "table.json"), error) from None
        if seating.invitation.table != table:
            raise FormatError(Fault.OTHER_TABLE, str(folder / "table.json"))
        return KeptTable(folder, seating)

    def keep(self, seating: Seating, entries: Iterable[Entry] = ()) -> KeptTable:
        """Keep a table, or who this home is at it, with entries of its own.

        The entries come first: without `table.json` they are nothing, and nobody knows of them.
        """
        folder = self._folder_of(seating.invitation.table)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (folder / "entries.txt").touch()
        kept = KeptTable(folder, seating)
        for entry in entries:
            kept.append(entry)
        # A fresh file is readable by its owner alone.
        write_atomically(folder / "table.json", seating.write())
        return kept

    def set_aside(self, table: bytes) -> Path:
        """Rename a table's folder, cards included, so that it is no longer listed.

        Raises `OSError`.
        """
        folder = self._folder_of(table)
        aside = free_name(folder, "removed")
        os.replace(folder, aside)
        return aside

    def _folder_of(self, table: bytes) -> Path:
        return self.folder / table.hex()


def find_home() -> Home:
    """Return the home of this player on this machine (`TAKE_IT_EASY_HOME`)."""
    return Home(find_places().profile.parent / "apart")
