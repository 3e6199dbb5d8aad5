"""The tables of one installation, on its disk.

One folder a table: `journal.jsonl`, `table.json` with invitation and seat keys (secrets),
`requests.json` (a leader's for the open call, a guest's that wait for an answer), and `draft.json`
(what is placed here and not handed in).
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from game.net.journal.draft import MAX_DRAFT_BYTES, Draft
from game.net.journal.events import TABLE_BYTES, check_whole, hex_of
from game.net.journal.invitations import Invitation, read_invitation
from game.net.journal.journal import Journal
from game.net.journal.keys import KEY_BYTES, derive, public_of
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import fields_of, list_of, load_json, show, text_of
from game.rules.names import MAX_NAME_LENGTH, clean_name
from game.rules.ruleset import Ruleset
from game.storage.files import (
    free_name,
    lock_file,
    quarantine,
    read_bounded,
    write_atomically,
)

MAX_TABLE_BYTES: Final = 1 << 16
MAX_REQUESTS_BYTES: Final = 1 << 20
MAX_OWN_SEATS: Final = 64
STORE_VERSION: Final = 1


class StoreBusy(Exception):
    """Another program plays the tables of this installation."""


@dataclass(frozen=True, slots=True, repr=False)
class OwnSeat:
    """A seat that is played here: its secret, and the name and engine in its request for a seat.

    Without a name it makes no such request: it came from elsewhere as a seat key.
    """

    secret: bytes
    name: str = ""
    bot: str | None = None

    @property
    def key(self) -> bytes:
        """The public half of the secret, by which the journal identifies the seat's player."""
        return _public(self.secret)


def _public(secret: bytes, known: dict[bytes, bytes] = {}) -> bytes:  # noqa: B006
    """Return the public half of a secret, cached: computing it takes a millisecond."""
    if secret not in known:
        known[secret] = public_of(secret)
    return known[secret]


@dataclass(frozen=True, slots=True)
class LeadSettings:
    """The settings by which the game master leads a table.

    With `by_hand` calls, closes and substitutes wait for the game master, with `lets_in` the
    match's beginning too. A player who is `sent_away` (keys in hex) gets no seat. The open call is
    not closed before `wait_until` (UTC seconds). `league` is what the table counts for, "" for
    nothing.
    """

    by_hand: bool = False
    wait_until: int = 0
    league: str = ""
    lets_in: bool = False
    sent_away: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableOpening:
    """The parameters with which a table is opened.

    `people` are names of those who play here, `bots` name and engine of computers; the other seats
    are for guests. `folder` is a shared one; without it turn files go by hand.

    `rules` has `seats` players, each with `seconds` for a call. `substitute` is the engine that
    replaces players, None for none; `lead_settings` are the leader's own.
    """

    rules: Ruleset
    seats: int
    seconds: int
    people: tuple[str, ...] = ()
    bots: tuple[tuple[str, str], ...] = ()
    folder: str = ""
    substitute: str | None = None
    lead_settings: LeadSettings = field(default_factory=LeadSettings)


@dataclass(frozen=True, slots=True, repr=False)
class Seating:
    """This installation's part in a table: its seats, its folder, its settings.

    `secret` is the leader's, b"" for guests. `substitute` is the engine for a free seat without an
    applicant. `folder` is a shared folder chosen here instead of the invitation's address.

    `invitation` is the table's, `seats` are those of this installation, `lead_settings` the
    leader's own.
    """

    invitation: Invitation
    seats: tuple[OwnSeat, ...]
    secret: bytes = b""
    substitute: str | None = None
    folder: str | None = None
    lead_settings: LeadSettings = field(default_factory=LeadSettings)

    @property
    def leads(self) -> bool:
        """Whether this program is the table's leader."""
        return bool(self.secret)

    def write(self) -> str:
        """Return the text of `table.json`."""
        seats = [{"secret": s.secret.hex(), "name": s.name, "bot": s.bot} for s in self.seats]
        value = {
            "version": STORE_VERSION,
            "invitation": str(self.invitation),
            "secret": self.secret.hex(),
            "seats": seats,
            "substitute": self.substitute,
            "folder": self.folder,
            "lead_settings": asdict(self.lead_settings),
        }
        return json.dumps(value, indent=1) + "\n"

    @classmethod
    def read(cls, raw: bytes) -> Seating:
        """Parse what `write` wrote. Raises `FormatError`."""
        keys = ("version", "invitation", "secret", "seats", "substitute", "folder")
        # An earlier version's own server carried tables too.
        gone = ("hosted", "server")
        f = fields_of(load_json(raw, MAX_TABLE_BYTES), "", (*keys, "lead_settings"), gone)
        if f["version"] != STORE_VERSION:
            raise FormatError(Fault.UNKNOWN_VERSION, "version", value=show(f["version"]))
        seats: list[OwnSeat] = []
        for value in list_of(f["seats"], "seats", MAX_OWN_SEATS):
            one = fields_of(value, "seats", ("secret", "name", "bot"), ())
            secret = hex_of(one["secret"], "seats", KEY_BYTES)
            name = text_of(one["name"], "seats", MAX_NAME_LENGTH)
            seats.append(OwnSeat(secret, name, _text_or_none(one["bot"], "seats")))
        lead_settings = fields_of(f["lead_settings"], "lead_settings", (), LeadSettings.__slots__)
        return cls(
            read_invitation(text_of(f["invitation"], "invitation")),
            tuple(seats),
            hex_of(f["secret"], "secret", KEY_BYTES) if f["secret"] else b"",
            _text_or_none(f["substitute"], "substitute"),
            _text_or_none(f["folder"], "folder"),
            LeadSettings(
                lead_settings.get("by_hand") is True,
                check_whole(lead_settings.get("wait_until", 0), "lead_settings"),
                clean_name(text_of(lead_settings.get("league", ""), "lead_settings")),
                lead_settings.get("lets_in") is True,
                tuple(
                    text_of(one, "lead_settings")
                    for one in list_of(lead_settings.get("sent_away", []), "lead_settings")
                ),
            ),
        )


def _text_or_none(value: Any, where: str) -> str | None:
    return None if value is None else text_of(value, where, MAX_TABLE_BYTES)


class StoredTable:
    """One table on the disk."""

    def __init__(self, folder: Path, seating: Seating) -> None:
        self.folder = folder
        self.seating = seating
        path = folder / "journal.jsonl"
        self.journal = Journal(seating.invitation.table, path, seating.secret)
        self.aside = [] if self.journal.aside is None else [self.journal.aside]
        """Damaged files that were moved aside."""
        self.requests, self.written = self._read_requests()
        """The stored requests, and the ids of those that were written into a turn file."""
        self.draft = self._read_draft()
        """The tiles placed here and not handed in, as they are on the disk."""

    @property
    def id(self) -> bytes:
        """The table's id."""
        return self.journal.id

    @property
    def secret(self) -> bytes:
        """The leader's secret, b"" for guests."""
        return self.seating.secret

    @property
    def seats(self) -> tuple[OwnSeat, ...]:
        """The seats that are played here."""
        return self.seating.seats

    @property
    def lead_settings(self) -> LeadSettings:
        """The settings by which the game master leads."""
        return self.seating.lead_settings

    @property
    def substitute(self) -> str | None:
        """The engine for a free seat without an applicant, None for no computer."""
        return self.seating.substitute

    def keep(self, seating: Seating) -> None:
        """Store another seating. Raises `OSError`."""
        # A fresh file is readable by its owner alone.
        write_atomically(self.folder / "table.json", seating.write())
        self.seating = seating

    def keep_requests(self, lines: Sequence[str], written: Collection[str] = ()) -> None:
        """Replace the stored requests. Raises `OSError`."""
        stored = tuple(lines), frozenset(written)
        if stored != (self.requests, self.written):
            value = {"requests": list(lines), "written": sorted(written)}
            write_atomically(self.folder / "requests.json", json.dumps(value) + "\n")
            self.requests, self.written = stored

    def keep_draft(self, draft: Draft) -> None:
        """Replace what is placed here and not handed in. Raises `OSError`."""
        if draft != self.draft:
            write_atomically(self.folder / "draft.json", draft.write())
            self.draft = draft

    def keep_seat(self, seat: OwnSeat) -> None:
        """Add a seat that is played here. Raises `OSError`."""
        self.keep(replace(self.seating, seats=(*self.seats, seat)))

    def _read_requests(self) -> tuple[tuple[str, ...], frozenset[str]]:
        path = self.folder / "requests.json"
        raw = read_bounded(path, MAX_REQUESTS_BYTES)
        try:
            if raw is None:
                return (), frozenset()
            f = fields_of(load_json(raw, MAX_REQUESTS_BYTES), "", ("requests", "written"), ())
            lines = tuple(text_of(one, "requests") for one in list_of(f["requests"], "requests"))
            return lines, frozenset(text_of(i, "written") for i in list_of(f["written"], "written"))
        except FormatError:
            self.aside.append(quarantine(path))
            return (), frozenset()

    def _read_draft(self) -> Draft | None:
        path = self.folder / "draft.json"
        raw = read_bounded(path, MAX_DRAFT_BYTES)
        try:
            return None if raw is None else Draft.read(raw)
        except FormatError:
            self.aside.append(quarantine(path))
            return None


class TableStore:
    """All tables of one installation. Writing needs `locked`; reading does not."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock that admits one program. Raises `StoreBusy`, `OSError`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        os.chmod(self.folder, 0o700)
        with (self.folder / "lock").open("a+b") as file:
            try:
                lock_file(file.fileno())
            except OSError:
                raise StoreBusy from None
            yield

    def tables(self) -> tuple[bytes, ...]:
        """Return the ids of the tables that are stored here, in order."""
        try:
            names = sorted(os.listdir(self.folder))
        except OSError:
            return ()
        ids: list[bytes] = []
        for name in names:
            with contextlib.suppress(FormatError):
                if os.path.isfile(self.folder / name / "table.json"):
                    ids.append(hex_of(name, "name", TABLE_BYTES))
        return tuple(ids)

    def table(self, id: bytes) -> StoredTable:
        """Return a table that is stored here. Raises `FormatError` and `OSError`."""
        folder = self.folder_of(id)
        raw = read_bounded(folder / "table.json", MAX_TABLE_BYTES)
        if raw is None:
            raise FormatError(Fault.NO_TABLE, id.hex())
        try:
            seating = Seating.read(raw)
        except FormatError as error:
            where = f"{folder / 'table.json'}: {error.where}".removesuffix(": ")
            raise error.at(where) from None
        if seating.invitation.table != id:
            raise FormatError(Fault.OTHER_TABLE, str(folder / "table.json"))
        return StoredTable(folder, seating)

    def keep(self, seating: Seating) -> StoredTable:
        """Store a table, or replace its seating. Raises `OSError`."""
        folder = self.folder_of(seating.invitation.table)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        stored = StoredTable(folder, seating)
        stored.keep(seating)
        return stored

    def set_aside(self, id: bytes) -> Path:
        """Rename a table's folder so that it is no longer listed. Raises `OSError`."""
        folder = self.folder_of(id)
        aside = free_name(folder, "removed")
        os.replace(folder, aside)
        return aside

    def folder_of(self, id: bytes) -> Path:
        """Return the folder of a table."""
        return self.folder / id.hex()


def make_own_seat(secret: bytes, index: int, name: str, bot: str | None) -> OwnSeat:
    """Return the `index`-th seat of a leader's program: its secret follows from the leader's."""
    return OwnSeat(derive(secret, b"seat", str(index).encode()), name, bot)


def make_own_seats(secret: bytes, players: Iterable[tuple[str, str | None]]) -> tuple[OwnSeat, ...]:
    """Return the seats of a leader's program for these names and engines."""
    return tuple(make_own_seat(secret, i, name, bot) for i, (name, bot) in enumerate(players))
