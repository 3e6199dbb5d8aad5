"""A club: one program that runs a server, and leads any number of tables there, day and night.

Everything that it needs to lead a table is in the server's store or follows from the club's secret:
killed and started again, it resumes within seconds.
"""

from __future__ import annotations

import contextlib
import json
import math
import queue
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from game.net.at_club import MAX_ANSWER, MAX_LISTED, ListedTable
from game.net.computers import TableEngines
from game.net.events import MAX_TITLE, TABLE_BYTES, check_whole
from game.net.floods import FloodGuard
from game.net.host import (
    LISTED_MEGABYTES,
    HostedServer,
    NoServerError,
    ServerSecrets,
    read_secrets,
)
from game.net.invitations import Invitation, read_invitation
from game.net.journal import Journal
from game.net.keys import derive, public_of, shared_key
from game.net.leader import Leader, opening_event
from game.net.live import (
    HANDED_IN,
    JOURNALS,
    REQUESTS,
    OutrunError,
    ServerTransport,
    is_server_url,
    journal_subject,
    last_of,
    make_stream,
    pages,
    purge,
    put,
    request_subject,
    seat_user,
    store_message,
    write_json,
)
from game.net.store import MemoryLeaderStore, OwnSeat, make_own_seats
from game.net.table import Table, TablePhase
from game.net.transport import LedElsewhere
from game.net.trouble import TransportError, Trouble, with_user
from game.net.wire import NatsLink, NatsMessage
from game.rules.errors import RulesError
from game.rules.names import MAX_NAME_LENGTH, clean_name
from game.rules.ruleset import MAX_PLAYERS, Ruleset
from game.storage.files import lock_file, remove
from game.threads import start_thread

TABLES: Final = "TIE_TABLES"
TABLES_OF_USER: Final = 40
"""Unfinished tables that one user may have opened."""
TABLES_OF_CLUB: Final = 5_000
"""Unfinished tables of all users together at a club without named users."""
REMATCH_SECONDS: Final = 3_600
"""Seconds that a table is led after its end, in which players may ask for a rematch."""
LIST_SECONDS: Final = 1.0
"""Seconds for which the answer with the listed tables is used again."""

IDLE_SECONDS: Final = 60.0
WORKERS: Final = 32
"""Threads that lead tables. They mostly wait for the disk, which syncs many files at once."""
SWEEP_SECONDS: Final = 3_600.0
WATCH_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class ClubTable:
    """One table as the server stores it: the user who opened it, and its settings.

    `guests` are the public keys of all who asked for a seat. Tables with `is_listed` are shown to
    all users.

    `id` is hexadecimal, `user` the name of the one who opened the table, `address` the server's URL
    for that user. `rules` is the text of a `Ruleset`, `seconds` the time of each call, `title` the
    table's, "" for none. `seats` is their number, `bots` name and engine of those with computers,
    `substitute` the engine that replaces players, None for none. `is_over`: the match has ended.
    """

    id: str
    user: str
    address: str
    rules: str
    seats: int
    seconds: int
    title: str = ""
    bots: tuple[tuple[str, str], ...] = ()
    substitute: str | None = None
    is_over: bool = False
    guests: tuple[str, ...] = ()
    is_listed: bool = False

    @property
    def subject(self) -> str:
        """The subject on which the server stores this entry."""
        return f"tie.table.{self.id}"


@dataclass(frozen=True, slots=True)
class ClubStatus:
    """A club's use: `bytes` of `room` bytes, and the number of open tables by user."""

    bytes: int
    room: int
    keep_days: int
    users: tuple[tuple[str, int], ...]


class _ClubStore(MemoryLeaderStore):
    """The leader's store of a club's table; requests and seats are also written to the server."""

    def __init__(self, club: Club, table: ClubTable) -> None:
        secret = club._secret_of(table.id)
        super().__init__(secret, make_own_seats(secret, table.bots), substitute=table.substitute)
        self._club, self._id = club, table.id

    def keep_requests(self, lines: Sequence[str]) -> None:
        # The server already has the guests' requests; the computers' are stored there too.
        keys = [seat.key.hex() for seat in self.seats]
        mine = tuple(line for line in lines if any(key in line for key in keys))
        if mine and not set(mine) <= set(self.requests):
            store_message(
                self._club._link,
                request_subject(self._id, "house", "own"),
                "\n".join(mine).encode(),
            )
        super().keep_requests(lines)

    def keep_seat(self, seat: OwnSeat) -> None:
        table = self._club._tables[self._id]
        bots = (*table.bots, (seat.name, seat.bot or ""))
        if not self._club._change(replace(table, bots=bots)):
            raise TransportError(Trouble.NO_ANSWER, self._club._link.address)
        super().keep_seat(seat)


class _Led:
    """A table that this program leads."""

    def __init__(self, table: ClubTable, leader: Leader, transport: ServerTransport) -> None:
        self.table, self.leader, self.transport = table, leader, transport
        self.lock = threading.Lock()
        self.due = 0.0
        self.is_queued = False
        self.is_closed = False


class Club:
    """The program of a club: `start` begins, `close` ends it; only one runs in a folder."""

    def __init__(
        self,
        folder: Path,
        host: Callable[[], HostedServer],
        engines: TableEngines,
        *,
        keep_days: int,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.folder = folder
        self.server: HostedServer | None = None
        """The server, once it runs."""
        self.problem = ""
        """The latest error of the main loop, "" while all is well."""
        self.restarts = 0
        """The number of times that the server ended and was started again."""
        self._host, self._engines, self._now = host, engines, now
        self._keep_days = keep_days
        self._secrets = ServerSecrets()
        self._link = NatsLink("")
        self._link.subscribe("tie.tables.*", self._note)
        self._tables: dict[str, ClubTable] = {}
        self._sequences: dict[str, int] = {}
        self._led: dict[str, _Led] = {}
        self._epoch = 0
        self._is_ending = threading.Event()
        self._ready: queue.SimpleQueue[_Led | None] = queue.SimpleQueue()
        self._wishes: dict[str, NatsMessage] = {}
        """The last request of each user to open a table or to see the list; a stream keeps no more
        of them either.
        """
        self._wishing = threading.Lock()
        self._link.subscribe(f"{HANDED_IN}.open.own.*", self._wish)
        self._list: tuple[float, Mapping[str, Any]] | None = None
        self._public: dict[str, bytes] = {}
        self._guard = FloodGuard()
        self._shared: dict[tuple[str, str], tuple[str, str, str]] = {}
        self._noted = 0
        self._admitted: object = None
        self._lock = contextlib.ExitStack()
        self._swept = self._watched = -math.inf
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start the server and the threads.

        Raises `NoServerError` where the server cannot run, or another program runs it.
        """
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = self._lock.enter_context((self.folder / "server.lock").open("a+b"))
        try:
            try:
                lock_file(file.fileno())
            except OSError:
                raise NoServerError(f"another program runs the club of {self.folder}") from None
            self.server = self._host()
        except BaseException:
            self._lock.close()
            raise
        for work in (*[self._work] * WORKERS, self._run):
            thread = start_thread(work)
            if thread is None:
                self.close()
                raise NoServerError("no thread can be started")
            self._threads.append(thread)

    def close(self) -> None:
        """Stop leading, and end the server if this program runs it."""
        self._is_ending.set()
        for _ in range(WORKERS):
            self._ready.put(None)
        for thread in self._threads:
            thread.join(10)
        self._link.close()
        if self.server is not None:
            self.server.stop()
        self._lock.close()
        self._engines.close()

    # the server

    def _connect(self) -> None:
        assert self.server is not None
        if not self.server.is_running:
            self.server.start()
            self.restarts += 1
            # Guests' permissions are in the configuration, written once the tables are read again.
            self._epoch = 0
        self._secrets = self.server.secrets
        # Each transport holds this very link.
        self._link.go_to(self._secrets.url, self._secrets.trust)
        epoch = self._link.reach()
        if epoch == self._epoch:
            return
        make_stream(
            self._link, TABLES, "tie.table.*", max_bytes=LISTED_MEGABYTES << 19,
            republish={"src": "tie.table.*", "dest": "tie.tables.{{wildcard(1)}}"},
        )  # fmt: skip
        stored = set()
        for message in pages(self._link, TABLES, "tie.table.*"):
            self._note(message)
            stored.add(_name(message))
        for id in set(self._tables) - stored:
            self._tables.pop(id, None)
        for message in pages(self._link, REQUESTS, request_subject("open", "*")):
            self._wish(message)
        self._epoch = epoch

    def _note(self, message: NatsMessage) -> None:
        """Store a table's entry that the server sent."""
        table = _read_table(message)
        if table is not None:
            self._sequences[table.id] = message.sequence
            self._tables[table.id] = table
            self._noted += 1

    # the main thread

    def _run(self) -> None:
        with ThreadPoolExecutor(1) as watching:
            while not self._is_ending.wait(0.1):
                try:
                    self._connect()
                    self._admit()
                    self._lead_tables()
                    self._open_tables()
                    self._watch(watching)
                    self.problem = ""
                # Any error is shown and the loop repeated: all users' tables depend on this thread.
                except Exception as error:
                    self.problem = str(error) or repr(error)
                    self._is_ending.wait(1.0 if isinstance(error, NoServerError) else 0.0)
                now = self._now()
                for led in tuple(self._led.values()):
                    if led.due <= now:
                        self._stir(led)

    def _lead_tables(self) -> None:
        """Lead all tables that are not over."""
        open_tables = {t.id: t for t in tuple(self._tables.values()) if not t.is_over}
        for id in open_tables.keys() - self._led.keys():
            self._lead(open_tables[id])
        for id in self._led.keys() - open_tables.keys():
            self._drop(self._led[id])

    def _change(self, table: ClubTable) -> bool:
        """Store a table; return False if its entry has changed meanwhile."""
        data = json.dumps(asdict(table)).encode()
        try:
            last = put(self._link, table.subject, data, self._sequences.get(table.id, 0))
        except OutrunError:
            return False
        self._sequences[table.id], self._tables[table.id] = last, table
        self._noted += 1
        return True

    # the tables' leaders

    def _secret_of(self, id: str) -> bytes:
        return derive(self._secrets.secret.encode(), b"table", id.encode())

    def _lead(self, table: ClubTable) -> None:
        id, secret = bytes.fromhex(table.id), self._secret_of(table.id)
        transport = ServerTransport(
            "", id, leads=True, link=self._link,
            stirred=lambda: self._stir(self._led.get(table.id)), keep_days=self._keep_days,
        )  # fmt: skip
        # A file for each table: they are synced in parallel, a server's lines one by one.
        folder = self.folder / "journals"
        folder.mkdir(exist_ok=True, mode=0o700)
        journal = Journal(id, folder / f"{table.id}.jsonl", secret)
        leader = Leader(journal, _ClubStore(self, table), self._engines, transport)
        leader.open_again = self._open_again
        led = _Led(table, leader, transport)
        self._led[table.id] = led
        self._stir(led)

    def _drop(self, led: _Led) -> None:
        led.is_closed = True
        self._led.pop(led.table.id, None)
        led.transport.close()

    def _stir(self, led: _Led | None) -> None:
        if led is not None and not led.is_queued:
            led.is_queued = True
            self._ready.put(led)

    def _work(self) -> None:
        """Run the steps of queued tables until the queue yields None."""
        while (led := self._ready.get()) is not None:
            led.is_queued = False
            with led.lock:
                if not led.is_closed:
                    self._step(led)

    def _step(self, led: _Led) -> None:
        now = self._now()
        led.due = now + 1.0
        try:
            self._step_leader(led, now)
            led.due = min(max(led.leader.due, self._now() + 0.02), now + IDLE_SECONDS)
        except LedElsewhere:
            self._drop(led)
        except OSError:
            pass
        # One table's fault must not end the others.
        except Exception as error:
            print(f"{led.table.id[:12]}: {error!r}", file=sys.stderr, flush=True)
            led.due = now + 5.0

    def _step_leader(self, led: _Led, now: float) -> None:
        leader, table = led.leader, led.table
        leader.step(now)
        if not leader.has_opened:
            rules = Ruleset.parse(table.rules)
            leader.open(
                opening_event(
                    self._secret_of(table.id), bytes.fromhex(table.id), rules, table.seats,
                    table.seconds, table.title, club=True,
                ),
                now,
            )  # fmt: skip
            leader.step(now)
        guests = tuple(one.key.hex() for one in leader.table.applicants)
        if guests != self._tables[table.id].guests:
            self._change(replace(self._tables[table.id], guests=guests))
        over = leader.table if leader.table.phase is TablePhase.OVER else None
        if over is not None and (over.rematch or over.at < now - REMATCH_SECONDS):
            self._change(replace(self._tables[table.id], is_over=True))

    # opened tables

    def _open_tables(self) -> None:
        """Open the requested tables, and answer requests for the list of tables, made once."""
        with self._wishing:
            asked, self._wishes = [*self._wishes.values()], {}
        if not asked:
            return
        answers: list[tuple[str, Mapping[str, Any]]] = []
        for message in asked:
            wanted, user = message.json(), _name(message)
            nonce = wanted.get("id")
            if isinstance(nonce, str) and nonce.isalnum() and len(nonce) <= 64:
                if wanted.get("list") is True:
                    answer = self._listed_lately()
                else:
                    answer = self._open(user, nonce, wanted)
                answers.append((f"_INBOX.{user}.{nonce}", answer))
        self._admit()
        for inbox, answer in answers:
            self._link.publish(inbox, write_json(**answer))
        for subject in {message.header("Nats-Subject") for message in asked}:
            purge(self._link, REQUESTS, subject)

    def _wish(self, message: NatsMessage) -> None:
        """Keep a request; an earlier one of that user that waits is answered no more."""
        with self._wishing:
            self._wishes[_name(message)] = message

    def _open(self, user: str, nonce: str, wanted: Mapping[str, Any]) -> dict[str, str]:
        secret = self._secrets.secret.encode()
        id = derive(secret, b"open", user.encode(), nonce.encode())[:TABLE_BYTES].hex()
        if id not in self._tables:
            most = TABLES_OF_USER if self._secrets.users else TABLES_OF_CLUB
            if sum(t.user == user and not t.is_over for t in self._tables.values()) >= most:
                return {"trouble": Trouble.OVER_QUOTA.value}
            try:
                self._change(_wanted_table(id, user, wanted))
            except (RulesError, KeyError, TypeError, ValueError, AttributeError):
                return {"trouble": Trouble.NOT_ALLOWED.value}
        return {"invitation": self._invitation(id)}

    def _listed_lately(self) -> Mapping[str, Any]:
        """Return the listed tables as they were within the last second."""
        made, now = self._list, time.monotonic()
        if made is None or now > made[0] + LIST_SECONDS:
            made = self._list = now, self._listed()
        return made[1]

    def _listed(self) -> Mapping[str, Any]:
        """Return the listed tables with a free seat, the latest first, as many as fit an answer."""
        rows: list[object] = []
        room = MAX_ANSWER
        for led in reversed(tuple(self._led.values())):
            opened = led.table
            if not opened.is_listed or not led.leader.has_opened or room < 0:
                continue
            table = led.leader.table
            invitation = read_invitation(self._invitation(opened.id))
            names = tuple(one.name for one in table.asking)
            row = ListedTable(
                invitation, table.opened.rules, opened.seats, opened.seconds, opened.title, names
            )
            if table.phase is TablePhase.OPENING and row.free:
                rows.append(row.write())
                room -= len(json.dumps(rows[-1]))
        return {"tables": rows[:MAX_LISTED]}

    def _invitation(self, id: str) -> str:
        assert self.server is not None
        # The user who opened the table may trust the certificate by other means than its guests.
        address, _, typed = self._tables[id].address.partition("#")
        mark = self.server.fingerprint or typed
        url = with_user(address, *self._secrets.table_guest(id)[:2]) + (f"#{mark}" if mark else "")
        if id not in self._public:
            self._public[id] = public_of(self._secret_of(id))
        return str(Invitation(bytes.fromhex(id), self._public[id], url))

    def _open_again(self, table: Table) -> str:
        """Open the next table for the same players, once; return its invitation."""
        old = self._tables[table.id.hex()]
        secret = self._secrets.secret.encode()
        id = derive(secret, b"again", table.id)[:TABLE_BYTES].hex()
        if id not in self._tables:
            # It is not listed: its seats are for the same players.
            self._change(replace(old, id=id, is_over=False, guests=(), is_listed=False))
        return self._invitation(id)

    # guests and floods

    def _watch(self, pool: ThreadPoolExecutor) -> None:
        now = time.monotonic()
        if now > self._watched + WATCH_SECONDS:
            self._watched = now
            pool.submit(self._end_floods)
        if now > self._swept + SWEEP_SECONDS:
            self._swept = now
            self._forget_old()

    def _admit(self) -> None:
        """Let all tables' guests and all users connect, except those who have just flooded the
        server.
        """
        assert self.server is not None
        banned = self._guard.banned
        wanted = (self._noted, banned, self.server.secrets.password)
        if wanted != self._admitted:
            guests = [guest for t in tuple(self._tables.values()) for guest in self._guests_of(t)]
            self.server.admit(tuple(guests), banned)
            self._admitted = wanted

    def _guests_of(self, table: ClubTable) -> Iterator[tuple[str, str, str]]:
        yield self._secrets.table_guest(table.id)
        for text in table.guests if not table.is_over else ():
            if (table.id, text) not in self._shared:
                key = bytes.fromhex(text)
                shared = shared_key(self._secret_of(table.id), key) or b""
                self._shared[table.id, text] = (*seat_user(key, shared), table.id)
            yield self._shared[table.id, text]

    def _end_floods(self) -> None:
        """Shut out users who flood the server, and delete requests sent by a flooded table's
        invitation.
        """
        flooding = self._guard.check(self._secrets)
        for id in tuple(self._tables):
            if self._secrets.table_guest(id)[0] in flooding:
                with contextlib.suppress(OSError):
                    purge(self._link, REQUESTS, request_subject(id, "*", "all"))

    def _forget_old(self) -> None:
        """Remove tables without a new journal line for `keep_days`, and old journals on this
        disk.
        """
        oldest = self._now() - self._keep_days * 86_400
        for id in tuple(self._tables):
            every = journal_subject(id, "*")
            last = last_of(self._link, JOURNALS, every)
            if last.status or last.time > oldest:
                continue
            purge(self._link, JOURNALS, every)
            purge(self._link, REQUESTS, request_subject(id, "*"))
            purge(self._link, TABLES, self._tables.pop(id).subject)
            self._noted += 1
        for path in (self.folder / "journals").glob("*.jsonl"):
            table = self._tables.get(path.stem)
            if table is None or table.is_over:
                remove(path)


def read_status(folder: Path) -> ClubStatus:
    """Return the use of the club that runs in a folder. Raises `NoServerError` and `OSError`."""
    server_secrets = read_secrets(folder)
    if not server_secrets.port:
        raise NoServerError(f"no club in {folder}")
    link = server_secrets.link()
    try:
        tables = [t for t in map(_read_table, pages(link, TABLES, "tie.table.*")) if t is not None]
        used = room = 0
        for stream in (JOURNALS, REQUESTS):
            info = link.ask(f"$JS.API.STREAM.INFO.{stream}").json()
            used += info["state"]["bytes"]
            room += info["config"]["max_bytes"]
        leads = pages(link, JOURNALS, journal_subject("*", "lead"))
        keeps = [lead.json().get("keep_days", 0) for lead in leads]
    except (KeyError, TypeError) as error:
        raise NoServerError(f"{folder}: {error!r}") from None
    finally:
        link.close()
    users = Counter(t.user for t in tables if not t.is_over)
    return ClubStatus(used, room, keeps[-1] if keeps else 0, tuple(users.most_common()))


def _name(message: NatsMessage) -> str:
    return message.header("Nats-Subject").rpartition(".")[2]


def _read_table(message: NatsMessage) -> ClubTable | None:
    value = dict(message.json())
    with contextlib.suppress(TypeError, ValueError):
        value["bots"] = tuple((str(name), str(bot)) for name, bot in value.get("bots", ()))
        value["guests"] = tuple(map(str, value.get("guests", ())))
        return ClubTable(**value)
    return None


def _wanted_table(id: str, user: str, wanted: Mapping[str, Any]) -> ClubTable:
    """Return the table that a user asks for, checked.

    Raises `RulesError`, `KeyError`, `TypeError`, `ValueError` or `AttributeError`.
    """
    rules = Ruleset.parse(str(wanted["rules"])[:200])
    seats = check_whole(wanted["seats"], "seats", 1, MAX_PLAYERS)
    seconds = check_whole(wanted["seconds"], "seconds")
    if rules.conflicts(seats):
        raise ValueError
    title = clean_name(str(wanted["title"]))[:MAX_TITLE]
    opening_event(bytes(32), bytes.fromhex(id), rules, seats, seconds, title, club=True)
    bots = tuple(
        (clean_name(str(name))[:MAX_NAME_LENGTH], str(bot)[:MAX_NAME_LENGTH])
        for name, bot in wanted["bots"]
    )
    if len(bots) > seats or not all(name for name, _ in bots):
        raise ValueError
    substitute = wanted.get("substitute")
    if substitute is not None:
        substitute = str(substitute)[:MAX_NAME_LENGTH]
    address = str(wanted["address"])
    if not is_server_url(address):
        raise ValueError
    return ClubTable(
        id, user, address, str(rules), seats, seconds, title, bots, substitute,
        is_listed=wanted.get("listed") is True,
    )  # fmt: skip
