"""`take-it-easy room`: one table without a window, for friends elsewhere.

The address, the result and the record's path go to standard output, messages to standard error.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import signal
import ssl
import sys
import threading
import time
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from typing import Any, Final

from game import PROGRAM
from game.cli.drawing import clean, number_alike
from game.locale import Catalogue, Language, system_language
from game.net.own_address import own_addresses
from game.net.phones import NoThread, PhoneServer
from game.page.phone import phone_page
from game.page.tables import tables_of
from game.play.phone_room import MAX_GUEST_NAME, PhoneRoom, RoomGuest, make_code
from game.play.room_master import RoomMaster, RoomPlan
from game.progress.engine_client import shared_engines
from game.rules.errors import Fault, FormatError, fault_of_file
from game.rules.json_shape import MAX_RECORD_BYTES
from game.rules.match import Match, Player, PlayerKind, new_match
from game.rules.match_score import score_match
from game.rules.meta import ROOM_KEY, MetaObject, read_meta, with_field
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.storage.files import (
    Lock,
    quarantine,
    read_bounded,
    remove,
    write_atomically,
)
from game.storage.places import find_places

USUAL_PORT: Final = 4280

LOOK_SECONDS: Final = 0.25
"""Seconds between two looks where no word arrives."""

LINGER_SECONDS: Final = 600.0
"""Seconds after the end in which guests can look at the count: those who are there, and those whose
line was lost before.
"""

_LETTERS_OF_ADDRESS: Final = 19
"""Letters of an address: 80 random bits."""

_INTERRUPTED: Final = 130

_NOT_OPEN: Final = (
    "Without a certificate everybody on the way could read along and play for others. Give --cert "
    "and --key, or let a proxy with one pass on to 127.0.0.1, or say --in-the-clear if nobody can "
    "listen on the way."
)
_CLEAR: Final = "Without a certificate everybody on the way can read along and play for others."
_INVITES: Final = (
    "The room is open. Send the address to {people}: whoever has it can sit down. The game begins "
    "when all are there."
)
_GOES_ON: Final = "The match in {folder} goes on; its guests find their seats again."
_WHO_LOOKS: Final = (
    "Whoever runs this machine could look at the tiles to come and at every board: let it be "
    "somebody who does not play, or whom all trust."
)
_UNSIGNED: Final = (
    "Browsers warn of this certificate, which nobody that they know has signed. A window of the "
    "game knows it by the address."
)
_BEHIND: Final = "Behind a proxy, its own address takes the place of {address}."
_NAMELESS: Final = (
    "The proxy names no visitor's address in X-Forwarded-For: all who come so count as one, and "
    "can be shut out together."
)
_UNGUARDED: Final = (
    "Whoever reaches this address without the proxy can name any other as their own: let nobody "
    "but the proxy reach it."
)
_PLACE: Final = (
    "Everything is kept in {folder}. Ctrl+C ends the room; started again with the same words, it "
    "goes on where it was."
)
_STOPPED: Final = "The room is closed. Started again with the same words, it goes on where it was."


class _Refusal(Exception):
    """An error that ends the command: its message for the user, and the exit status."""

    def __init__(self, message: str, status: int = 2) -> None:
        self.status = status
        super().__init__(message)


def run_room(options: argparse.Namespace, catalogue: Catalogue) -> int:
    """Run a room until its match is over or it is ended; return the exit status.

    Raises `RulesError` for rules, files and names that are none.
    """
    try:
        return _Room(options, catalogue).run()
    except _Refusal as refusal:
        _say(f"{PROGRAM}: {refusal}")
        return refusal.status


def _say(message: str) -> None:
    print(clean(message), file=sys.stderr, flush=True)


@dataclass(frozen=True, slots=True)
class _Folder:
    """The files of one room."""

    path: Path

    @property
    def match(self) -> Path:
        """The record of the match that is being played."""
        return self.path / "match.json"

    @property
    def guests(self) -> Path:
        """The guests who wait for the beginning, with letters and port."""
        return self.path / "guests.json"

    def read_match(self) -> Match | None:
        """Return the stored match, None without one. Raises `FormatError`."""
        raw = self._read(self.match)
        if raw is None:
            return None
        try:
            match = parse_record(raw)
            if not match.is_complete and not read_meta(match.meta).is_object(ROOM_KEY):
                raise FormatError("the match of no room")
        except FormatError as error:
            raise error.at(str(self.match)) from None
        return match

    def read_guests(self) -> MetaObject:
        """Return what is known of a room before its match. Raises `FormatError`."""
        raw = self._read(self.guests)
        try:
            return MetaObject(json.loads(raw or b"{}"))
        except (ValueError, RecursionError):
            raise FormatError(Fault.NOT_A_TEXT_FILE, str(self.guests)) from None

    def _read(self, path: Path) -> bytes | None:
        try:
            return read_bounded(path, MAX_RECORD_BYTES)
        except OSError as error:
            raise fault_of_file(error).at(str(path)) from None


class _Room:
    """One run of the command."""

    def __init__(self, options: argparse.Namespace, catalogue: Catalogue) -> None:
        self._options, self._catalogue = options, catalogue
        rules: Ruleset = options.rules or Ruleset()
        names = number_alike(options.bots or ())
        bots = [
            Player(name, PlayerKind.BOT, bot)
            for name, bot in zip(names, options.bots or (), strict=True)
        ]
        self._plan = RoomPlan(rules, options.seats, tuple(bots), options.call_time)
        new_match(rules, (*(Player(f"{i}") for i in range(options.seats)), *bots))
        listen: tuple[str, int] = options.listen or ("", USUAL_PORT)
        host, self._port = listen
        self._tls = _read_certificate(options.cert, options.key)
        is_safe = self._tls is not None or options.in_the_clear
        self._host = host or ("" if is_safe else "127.0.0.1")
        if not is_safe and not _is_this_machine(self._host):
            raise _Refusal(_NOT_OPEN)
        folder = Path(options.data) if options.data else find_places().folder / "room"
        self._folder = _Folder(folder)
        self._unsaved: Match | None = None
        self._is_filed = self._is_in_trouble = self._has_warned = False
        self._is_waiting = True
        self._seen_by: set[str] = set()
        self._known = -1
        self._has_news = threading.Event()
        self._ended_by: int | None = None

    def run(self) -> int:
        """Open the room and lead its match to the end."""
        _check_writable(self._folder.path)
        lock = Lock(self._folder.path / ".room.lock")
        if not lock.take():
            raise _Refusal(
                f"Another room has {self._folder.path}: give this one --data FOLDER of its own.", 1
            )
        with contextlib.ExitStack() as stack:
            stack.callback(lock.release)
            _allow_many_files()
            stored = self._folder.read_match()
            if stored is not None and stored.is_complete:
                # It was killed between the last act and the end.
                return 0 if self._end(stored) else 1
            known = self._folder.read_guests()
            room = self._open(known if stored is None else read_meta(stored.meta).object(ROOM_KEY))
            stack.callback(room.close)
            self._restore(room, known)
            master = RoomMaster(room, self._plan, shared_engines(), self._save, stored)
            self._is_waiting = stored is None
            self._listen_to_signals()
            self._greet(room, stored)
            return self._lead(master)

    def _open(self, known: MetaObject) -> PhoneRoom:
        language = getattr(self._options, "lang", None)
        language = system_language() if language is None else Language(language)
        port = self._port or known.whole("port") or 0
        tls = None if self._tls is None else self._tls.context
        try:
            server = self._server = PhoneServer(
                phone_page(language, is_elsewhere=True),
                port if 0 <= port < 65536 else 0,
                self._host,
                self._has_news.set,
                tls=tls,
                is_behind_proxy=self._options.trust_proxy,
            )
        except NoThread:
            raise _Refusal("The system starts no further thread for this program.", 1) from None
        except OSError as error:
            place = f"{self._host or 'any address'}, port {port}"
            reason = error.strerror or str(error)
            message = f"The room cannot listen at {place}: {reason}. --listen names another place."
            raise _Refusal(message, 1) from None
        everywhere = self._host in ("", "0.0.0.0", "::")
        return PhoneRoom(server, tables_of, own_addresses() if everywhere else (self._host,))

    def _restore(self, room: PhoneRoom, known: MetaObject) -> None:
        """Give the room its letters, and the guests who waited in it."""
        room.code = known.text("code", make_code(_LETTERS_OF_ADDRESS))
        for guest in known.objects("guests"):
            name = guest.text("name")[:MAX_GUEST_NAME]
            room.guests.append(RoomGuest(name, guest.text("key")))
        del room.guests[self._plan.people :]

    def _greet(self, room: PhoneRoom, stored: Match | None) -> None:
        folder = self._folder.path
        for link in self._links(room):
            print(link, flush=True)
        if self._options.trust_proxy:
            _say(_BEHIND.format(address=f"{self._scheme}://{room.host}"))
            if not _is_this_machine(self._host):
                _say(_UNGUARDED)
        elif self._tls is None and not _is_this_machine(self._host):
            _say(_CLEAR)
        if self._tls is not None and not self._tls.names:
            _say(_UNSIGNED)
        people = "one player" if self._plan.people == 1 else f"{self._plan.people} players"
        _say(_INVITES.format(people=people) if stored is None else _GOES_ON.format(folder=folder))
        _say(_WHO_LOOKS)
        _say(_PLACE.format(folder=folder))

    @property
    def _scheme(self) -> str:
        return "http" if self._tls is None else "https"

    def _links(self, room: PhoneRoom) -> list[str]:
        """Return the addresses that guests open, by each name in the certificate."""
        names = () if self._tls is None else self._tls.names
        mark = "" if self._tls is None or names else f"&cert={self._tls.fingerprint}"
        hosts = names or [f"[{one}]" if ":" in one else one for one in room.addresses]
        end = f":{room.server.port}/#{room.code}{mark}"
        return [f"{self._scheme}://{host}{end}" for host in hosts]

    # the match

    def _lead(self, master: RoomMaster) -> int:
        before, left = time.monotonic(), LINGER_SECONDS
        while self._ended_by is None:
            now = time.monotonic()
            master.step(now - before)
            self._report(master)
            if self._server.has_nameless and not self._has_warned:
                self._has_warned = True
                _say(_NAMELESS)
            match = master.match
            if match is not None and match.is_complete:
                self._is_filed = self._is_filed or self._end(match)
                left -= now - before
                if self._is_filed and (left < 0 or not self._is_looked_at(master.room)):
                    return 0
            elif self._unsaved is not None:
                self._save(self._unsaved)
            before = now
            self._has_news.wait(LOOK_SECONDS)
            self._has_news.clear()
        if self._is_filed:
            return 0
        _say(_STOPPED)
        return _INTERRUPTED if self._ended_by == signal.SIGINT else 0

    def _is_looked_at(self, room: PhoneRoom) -> bool:
        """Whether the count is looked at, or a guest whose line was lost has not seen it yet."""
        here = {guest.digest for guest in room.guests if guest.is_here}
        self._seen_by |= here
        return bool(here) or not self._seen_by.issuperset(guest.digest for guest in room.guests)

    def _report(self, master: RoomMaster) -> None:
        """Say who has come, and store the guests who wait."""
        room = master.room
        if room.changes == self._known:
            return
        self._known = room.changes
        if master.match is not None:
            if self._is_waiting:
                self._is_waiting = False
                _say(f"The game begins: {', '.join(one.name for one in master.match.players)}.")
            return
        names = ", ".join(guest.name for guest in room.guests) or "nobody"
        _say(f"Here: {names} ({len(room.guests)} of {self._plan.people}).")
        value = {
            "code": room.code,
            "port": room.server.port,
            "guests": [{"name": one.name, "key": one.digest} for one in room.guests],
        }
        self._write(self._folder.guests, json.dumps(value, ensure_ascii=False))

    def _save(self, match: Match) -> None:
        """Store the match; where that fails the match goes on, and it is tried again."""
        if not self._is_filed:
            is_written = self._write(self._folder.match, print_record(match))
            self._unsaved = None if is_written else match

    def _write(self, path: Path, text: str) -> bool:
        """Write a file; say once why that fails, and once that it works again."""
        try:
            write_atomically(path, text)
        except OSError as error:
            if not self._is_in_trouble:
                _say(f"{path} cannot be written: {error.strerror or error}. It is tried again.")
            self._is_in_trouble = True
            return False
        if self._is_in_trouble:
            self._is_in_trouble = False
            _say(f"{path} is written again.")
        return True

    def _end(self, match: Match) -> bool:
        """File the record, which keeps nothing of the room, and print the result.

        Returns whether it is filed.
        """
        path, filed = self._folder.match, with_field(match.meta, ROOM_KEY, None)
        record = print_record(Match(match.rules, match.players, match.rounds, filed))
        if not self._write(path, record):
            return False
        try:
            place = quarantine(path, "played")
            remove(self._folder.guests)
        except OSError:
            return False
        score = score_match(match)
        for seat in sorted(range(len(match.players)), key=lambda i: -score.players[i].total):
            total = self._catalogue.number(score.players[seat].total)
            print(clean(f"{match.players[seat].name}: {total}"), flush=True)
        print(place, flush=True)
        return True

    def _listen_to_signals(self) -> None:
        """End between two acts, never within one."""

        def end(number: int, _: FrameType | None) -> None:
            self._ended_by = number
            self._has_news.set()

        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            # Started with `nohup`, which ignores SIGHUP, the room must outlive its terminal.
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, end)


def _allow_many_files() -> None:
    """Let strangers who open lines and say nothing take longer to use up what the system allows."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows has no such bound
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _is_this_machine(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def _check_writable(folder: Path) -> None:
    """Raise `FormatError` for a folder in which nothing can be stored."""
    probe = folder / ".room.lock"
    try:
        write_atomically(probe.with_name(".room.probe"), "")
        remove(probe.with_name(".room.probe"))
    except OSError as error:
        raise fault_of_file(error).at(str(folder)) from None


@dataclass(frozen=True, slots=True)
class _Certificate:
    """A certificate and its key, ready to serve.

    `names` are those that it is for, () where no authority that this machine knows has signed it.
    """

    context: ssl.SSLContext
    fingerprint: str
    names: tuple[str, ...]


def _read_certificate(cert: str | None, key: str | None) -> _Certificate | None:
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        raise _Refusal("TLS needs both --cert and --key.")
    texts = []
    for name in (cert, key):
        try:
            raw = read_bounded(Path(name), MAX_RECORD_BYTES)
        except OSError as error:
            raise fault_of_file(error).at(name) from None
        if raw is None:
            raise FormatError(Fault.NO_SUCH_FILE, name)
        texts.append(raw.decode("ascii", "replace"))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        # A key with a password would be asked for at a terminal that may not exist.
        context.load_cert_chain(cert, key, password=_no_password)
        _, head, rest = texts[0].partition(ssl.PEM_HEADER)
        text, foot, _ = rest.partition(ssl.PEM_FOOTER)
        fingerprint = sha256(ssl.PEM_cert_to_DER_cert(head + text + foot)).hexdigest()
    except _Refusal:
        raise
    except (OSError, ValueError):
        reason = "are no certificate and key that belong together"
        raise _Refusal(f"{cert} and {key} {reason}.") from None
    return _Certificate(context, fingerprint, _names_known(context))


def _no_password() -> str:
    raise _Refusal("The key has a password: give one without, which only you can read.")


def _names_known(context: ssl.SSLContext) -> tuple[str, ...]:
    """Return the names of a certificate that this machine trusts, by a handshake in memory."""
    trust = ssl.create_default_context()
    trust.check_hostname = False
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = context.wrap_bio(there, back, server_side=True)
    client = trust.wrap_bio(back, there)
    for side in (client, server, client):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
        except ssl.SSLError:
            return ()
    names: Any = (client.getpeercert() or {}).get("subjectAltName", ())
    return tuple(name for kind, name in names if kind == "DNS" and "*" not in name)
