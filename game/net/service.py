"""Plays the tables of a home, each in a thread of its own, so that no screen ever waits.

A screen hands a request in and goes on. Each table's thread publishes an immutable `TableSnapshot`.
Only these threads, and the clerk's, read and write the disk and the transports.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar
from urllib.parse import urlsplit

from game.net.engines import HouseEngines
from game.net.entries import NetCall, Sit
from game.net.fold import Table, TableStage
from game.net.folder import folder_of_url
from game.net.home import Desk, Draft, Home, KeptTable, Seating
from game.net.invitations import CardText, read_invitation, read_pasted
from game.net.keys import Card
from game.net.master import SeatRequest
from game.net.names import marks_of, names_of
from game.net.notice import Notice, write_notices
from game.net.packets import (
    PACKET_SUFFIX,
    pack,
    read_packet_file,
    road_of,
    split_packets,
)
from game.net.player import asking, house_answers, is_free, is_waited_for, leave_of
from game.net.playing import Playing, PlayingStep, TableOpening, join_by, open_by, play_on
from game.net.refusals import refused_at
from game.net.transports import (
    move_table,
    open_transport,
)
from game.rules.errors import Fault, FormatError
from game.rules.match import PlayerKind
from game.rules.names import show_name
from game.storage.exports import find_folder as find_documents
from game.storage.exports import free_path, write_new
from game.storage.files import write_atomically
from game.storage.problems import Problem, ProblemKind

if TYPE_CHECKING:
    from game.net.nearby import Announcer, Nearby

_P = ParamSpec("_P")
_T = TypeVar("_T")

JOIN_SECONDS: Final = 15.0

LATE_SECONDS: Final = 15
"""After time without a close: the game master has given more time, or is away."""


@dataclass(frozen=True, slots=True)
class SeatApplicant:
    """A player who asks for a seat, `name` as it can be shown; `is_here` in this home.

    `mark` is a few signs of the key where somebody else at the table has the same name.
    """

    author: bytes
    name: str
    is_here: bool = False
    is_sent_away: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """One table as its thread last saw it; immutable.

    `own` are the seats that people of this home play, `waited` those whose answer is not here,
    `handed` own seats whose turn is handed in, signed or not. `asking` are the names of those who
    ask for a seat, those of the game master's home first, `free` the seats of those who left or
    are out, `left` of those who said that they leave. `trouble` is why the transport
    carries nothing, `trouble_kind` a catalogue key below `apart.road`, "" for trouble of another
    kind. `can_go_on` says that a table led by hand waits for its game master. `begun_at` is when
    the first call came (UTC seconds), 0 before.
    `draft_waits` says that a turn of this home is handed in and waits for the house's answers;
    `is_late` that no close has come 15 seconds after time: the game master has given more time, or
    is away. `is_settled` says that all guests have receipted the last close; `rematch` is the
    invitation to the next table.
    `goes_at` is when the server removes what it holds of the table (UTC seconds), 0 for never.
    """

    id: bytes
    seating: Seating
    table: Table | None
    is_master: bool
    own: tuple[int, ...] = ()
    waited: frozenset[int] = frozenset()
    handed: frozenset[int] = frozenset()
    asking: tuple[SeatApplicant, ...] = ()
    free: tuple[int, ...] = ()
    trouble: str = ""
    trouble_kind: str = ""
    refused: tuple[FormatError, ...] = ()
    forked_at: int | None = None
    can_go_on: bool = False
    is_settled: bool = False
    rematch: str = ""
    left: tuple[int, ...] = ()
    begun_at: int = 0
    draft_waits: bool = False
    is_late: bool = False
    goes_at: int = 0

    @property
    def is_watching(self) -> bool:
        """Whether nobody of this home plays here, and it does not lead the table either."""
        return not self.own and not self.is_master

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.forked_at is not None or (
            self.table is not None and self.table.stage is TableStage.OVER
        )

    @property
    def waits_for_me(self) -> bool:
        """Whether a person of this home has not answered the open call."""
        return bool(self.waited.intersection(self.own) - self.handed)

    @property
    def waits_here(self) -> bool:
        """Whether nothing goes on without somebody of this home, be it the game master."""
        return self.waits_for_me or self.can_go_on

    @property
    def next_table(self) -> bytes:
        """The table of the rematch that everybody is invited to; b"" without one."""
        with contextlib.suppress(FormatError):
            return read_invitation(self.rematch).table if self.rematch else b""
        return b""

    def notice(self) -> Notice:
        """Return what the menu may know without loading anything of this room."""
        table = self.table
        until = table.call.until if table is not None and table.call is not None else 0
        rules = None if table is None else table.opened.rules
        names = [] if table is None else names_of(table)
        seats = sorted(range(len(names)), key=lambda seat: seat not in self.own)
        players = tuple(names[seat] for seat in seats)
        league = self.seating.desk.league
        return Notice(self.id.hex(), self.waits_here, until, self.is_over, rules, league, players)


class _Runner:
    """Plays one table in its thread. Other threads touch nothing of it but the queue `asked`."""

    def __init__(
        self,
        service: Service,
        kept: KeptTable,
        engines: HouseEngines,
    ) -> None:
        self._service, self._kept = service, kept
        self.playing = Playing(kept, engines)
        self.asked: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._is_ending = threading.Event()
        self._refused: tuple[FormatError, ...] = ()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self._publish(None)
        self._thread.start()

    def end(self) -> None:
        """Stop soon."""
        self._is_ending.set()

    def join(self) -> None:
        """Wait until it has stopped."""
        self._thread.join(JOIN_SECONDS)

    # what may be asked

    def hand_in(self, seat: int, draft: Draft) -> None:
        """Sign a turn as soon as that may be."""
        table = self.playing.table
        if table is not None and seat < len(table.chairs):
            self.playing.hand_in(table.chairs[seat].author, draft)

    def leave_seat(self, seat: int) -> None:
        """Give a seat of this home up."""
        table = self.playing.table
        card = None if table is None else self._cards().get(table.chairs[seat].author)
        if card is not None:
            self.playing.leave(card)

    def lead(self, desk: Desk, *, goes_on: bool = False) -> None:
        """Change how the table is led from now on."""
        seating = replace(self._kept.seating, desk=desk)
        if seating != self._kept.seating:
            self._service.home.keep(seating)
            self._kept.seating = seating
        self.playing.goes_on |= goes_on

    def substitute(self, request: SeatRequest) -> None:
        """Let somebody have a seat that is free, as soon as that may be."""
        self.playing.request = request

    def take(self, text: str) -> None:
        """Take in what a packet holds."""
        step = PlayingStep()
        for _, sealed in split_packets(text):
            self.playing.take_packet(sealed, step)
        self._refused = tuple(step.refused)

    def packet(self) -> str:
        """Return all that is here, as packets."""
        return "\n".join(pack(self._kept.seating.invitation.key, self._kept.log))

    # its thread

    def _run(self) -> None:
        service, kept = self._service, self._kept
        reach = partial(open_transport, kept.seating, service.local_url)
        steps = play_on(self.playing, reach, self._serve, service.now)
        with contextlib.closing(steps):
            for outcome in steps:
                if isinstance(outcome, PlayingStep):
                    self._refused = tuple(outcome.refused) or self._refused
                self._publish(None if isinstance(outcome, PlayingStep) else outcome)
                if self._is_ending.is_set():
                    return

    def _serve(self) -> None:
        with contextlib.suppress(Empty):
            while True:
                self.asked.get_nowait()()

    def _cards(self) -> dict[bytes, Card]:
        return {kept.card.author: kept.card for kept in self._kept.seating.cards}

    def _publish(self, trouble: OSError | FormatError | None) -> None:
        playing, log, seating = self.playing, self._kept.log, self._kept.seating
        table, is_master = playing.table, playing.master_card is not None
        seen = TableSnapshot(
            log.table,
            seating,
            table,
            is_master,
            trouble="" if trouble is None else str(trouble),
            trouble_kind=str(getattr(trouble, "trouble", "")),
            refused=self._refused,
            forked_at=playing.reading.forked_at,
            can_go_on=playing.waits_to_go_on,
            is_settled=playing.reading.is_settled,
            rematch=playing.reading.rematch,
            goes_at=max((getattr(one, "goes_at", 0) for one in playing.transports), default=0),
        )
        if table is not None:
            cards, chairs = self._cards(), dict(enumerate(table.chairs))
            free = tuple(seat for seat, chair in chairs.items() if is_free(log, chair))
            left = tuple(s for s, c in chairs.items() if leave_of(log, c.author) is not None)
            # Outside a league somebody else may come for who is out; until then answers count.
            gone = free if table.is_league else left
            own = tuple(
                seat
                for seat, chair in chairs.items()
                if seat not in gone
                and chair.author in cards
                and chair.player.kind is PlayerKind.HUMAN
            )
            waited = frozenset(
                seat for seat in chairs if is_waited_for(log, table, seat) and seat not in left
            )
            handed = frozenset(
                seat
                for seat in own
                if table.call is not None
                and (seat not in waited or chairs[seat].author in playing.drafts)
            )
            who_asks = [
                SeatApplicant(
                    entry.author,
                    show_name(entry.body.name),
                    entry.author in cards,
                    entry.author.hex() in seating.desk.sent_away,
                )
                for entry in asking(log, table)
                if isinstance(entry.body, Sit)
            ]
            who_asks.sort(key=lambda one: is_master and not one.is_here)
            sitting = [(chair.author, show_name(chair.player.name)) for chair in table.chairs]
            marks = marks_of([*sitting, *((one.author, one.name) for one in who_asks)])
            who_asks = [replace(one, mark=marks[one.author]) for one in who_asks]
            first = next(
                (e.body for e in log.by(table.master) if isinstance(e.body, NetCall)), None
            )
            seen = replace(
                seen,
                own=own,
                waited=waited,
                handed=handed,
                asking=tuple(who_asks),
                free=free,
                left=left,
                begun_at=(first.since or 0) if first is not None else 0,
                draft_waits=table.call is not None
                and any(s in waited for s in handed)
                and house_answers(log, table) is None,
                is_late=table.call is not None
                and self._service.now() > table.call.until + LATE_SECONDS,
            )
        self._service.show(seen)


def by_clerk(
    act: Callable[Concatenate[Service, _P], _T],
) -> Callable[Concatenate[Service, _P], Future[_T]]:
    """Run a method of the service in its clerk's thread; the call returns the future at once."""

    @wraps(act)
    def ask(service: Service, /, *args: _P.args, **keywords: _P.kwargs) -> Future[_T]:
        return service.clerk.submit(act, service, *args, **keywords)

    return ask


class Service:
    """Plays all unfinished tables of a home while it is open.

    `seen` is by table what their threads last published; `changes` grows with each publication
    that says something new.
    """

    def __init__(
        self, home: Home, engines: HouseEngines, now: Callable[[], float] = time.time
    ) -> None:
        self.home = home
        self.now = now
        """This machine's clock: UTC seconds."""
        self.seen: dict[bytes, TableSnapshot] = {}
        self.changes = 0
        self.host_url = ""
        """Where others in the house find this home's server, once it runs."""
        self.local_url = ""
        """Where this program finds it."""
        self.damaged: deque[Problem | FormatError] = deque()
        """What was wrong with the tables' files, to be told once."""
        self._engines = engines
        self._runners: dict[bytes, _Runner] = {}
        self._lock = threading.Lock()
        self._kept_open = contextlib.ExitStack()
        self.clerk = ThreadPoolExecutor(1, "apart")
        """The one thread for requests that no table's own thread answers."""
        self._announcers: dict[bytes, Announcer] = {}
        self._nearby: Nearby | None = None

    @by_clerk
    def open(self) -> None:
        """Take the home's lock and go on with its tables. The future raises `HomeBusy`."""
        self._kept_open.enter_context(self.home.locked())
        for table in self.home.tables():
            try:
                kept = self.home.table(table)
                self.damaged += (Problem(ProblemKind.CORRUPT, path) for path in kept.repair())
            except (FormatError, OSError) as error:
                self.damaged.append(refused_at(table.hex()[:8], error))
                continue
            self._play(kept)

    def _play(self, kept: KeptTable) -> None:
        if kept.seating.is_hosted:
            self._host()
        runner = _Runner(self, kept, self._engines)
        self._runners[kept.log.table] = runner
        runner.start()

    def close(self) -> None:
        """Stop everything; what was said is on the disk already."""
        # The clerk first: it may just be starting a table.
        self.clerk.shutdown(cancel_futures=True)
        for runner in self._runners.values():
            runner.end()
        for runner in self._runners.values():
            runner.join()
        self._engines.close()
        for announcer in self._announcers.values():
            announcer.close()
        if self._nearby is not None:
            self._nearby.close()
        self._kept_open.close()

    def show(self, seen: TableSnapshot) -> None:
        """Publish what one table's thread saw."""
        with self._lock:
            old = self.seen.get(seen.id)
            if old == seen:
                return
            self.seen = {**self.seen, seen.id: seen}
            self.changes += 1
            news = (seen.notice(), seen.rematch)
            if old is None or (old.notice(), old.rematch) != news:
                self._write_notices()

    def rematch_waits(self, seen: TableSnapshot) -> bool:
        """Whether this home is invited to a table's rematch and has not asked for a seat."""
        table = seen.next_table
        return bool(table and seen.own) and not seen.is_master and table not in self.seen

    def _write_notices(self) -> None:
        told = [
            seen.notice()._replace(waits=True, is_over=False)
            if self.rematch_waits(seen)
            else seen.notice()
            for seen in self.seen.values()
        ]
        # A menu that knows too little is no reason to stop playing.
        with contextlib.suppress(OSError):
            write_notices(self.home.folder, told)

    # what may be asked

    def open_table(self, opening: TableOpening) -> Future[bytes]:
        """Open a table and play its game master; its id.

        The future raises `FormatError`, `RulesetError`, `OSError`, and `NoServerError` where it
        cannot be hosted.
        """
        return self.clerk.submit(self._open_table, opening)

    def _open_table(self, opening: TableOpening) -> bytes:
        if opening.is_hosted:
            self._host()
        kept = open_by(self.home, opening, self.host_url)
        self._play(kept)
        return kept.log.table

    def join(self, text: str, name: str, folder: str = "") -> Future[bytes]:
        """Ask for a seat by an invitation, or go on with a card; the table's id."""
        return self.clerk.submit(self._join, text, name, folder)

    def _join(self, text: str, name: str, folder: str) -> bytes:
        found = read_pasted(text)
        # Who sits there is written anew, and nobody else may write meanwhile.
        self._end_runner(found.table)
        try:
            self._play(join_by(self.home, found, name, folder))
        except (FormatError, OSError):
            if found.table in self.home.tables():
                self._play(self.home.table(found.table))
            raise
        return found.table

    @by_clerk
    def rematch(self, id: bytes) -> bytes:
        """Open the same table once more, as its game master, and invite all who were there."""
        seen = self.seen[id]
        table, seating = seen.table, seen.seating
        if table is None or not seen.is_master or table.stage is not TableStage.OVER:
            raise FormatError(Fault.NO_TABLE, id.hex())
        names = names_of(table)
        house = [(names[seat], table.chairs[seat].player.bot) for seat in table.house]
        url = seating.invitation.url
        folder = seating.folder or folder_of_url(url)
        opening = TableOpening(
            table.opened.rules,
            table.opened.seats,
            table.opened.seconds,
            tuple(name for name, bot in house if bot is None),
            tuple((name, bot) for name, bot in house if bot is not None),
            is_hosted=seating.is_hosted,
            server="" if folder else seating.server or url,
            folder=str(folder or ""),
            substitute=seating.substitute,
            desk=replace(seating.desk, wait_until=0, sent_away=()),
        )
        next_id = self._open_table(opening)
        invitation = self.seen[next_id].seating.invitation
        self._ask(id, lambda runner: runner.playing.invite_again(invitation))
        return next_id

    @by_clerk
    def join_rematch(self, id: bytes) -> bytes:
        """Ask for seats at the next table under this home's names; the next table's id.

        Keys are new at every table: who had a mark there keeps it, as a part of the name.
        """
        seen, table = self.seen[id], self.seen[id].table
        invitation = read_invitation(seen.rematch)
        # Who went on with a card is named in the log alone.
        for card in seen.seating.cards:
            seat = None if table is None else table.seat_of(card.card.author)
            name = card.name if table is None or seat is None else names_of(table)[seat]
            if name:
                self._join(str(invitation), name, seen.seating.folder or "")
        return invitation.table

    def hand_in(self, table: bytes, seat: int, draft: Draft) -> None:
        """Hand a whole turn in; it is signed as soon as that may be."""
        self._ask(table, lambda runner: runner.hand_in(seat, draft))

    def leave_seat(self, table: bytes, seat: int) -> None:
        """Give a seat up."""
        self._ask(table, lambda runner: runner.leave_seat(seat))

    def lead(self, table: bytes, desk: Desk, *, goes_on: bool = False) -> None:
        """Change how a table of this home is led; with `goes_on` its next step comes now."""
        self._ask(table, lambda runner: runner.lead(desk, goes_on=goes_on))

    def substitute(self, table: bytes, request: SeatRequest) -> None:
        """Seat whom the game master asks for where a seat is free."""
        self._ask(table, lambda runner: runner.substitute(request))

    def take(self, text: str) -> Future[bytes]:
        """Take pasted packets in; the table they belong to. The future raises `FormatError`."""
        return self.clerk.submit(self._take, text)

    def _take(self, text: str) -> bytes:
        found = b""
        for road, _ in split_packets(text):
            known = (id for id, s in self.seen.items() if road_of(s.seating.invitation.key) == road)
            found = next(known, b"")
            if not found:
                raise FormatError(Fault.UNKNOWN_PACKET)
        done: Future[None] = Future()
        self._runners[found].asked.put(partial(_settle, done, self._runners[found], text))
        done.result(JOIN_SECONDS)
        return found

    def take_file(self, path: str) -> Future[bytes]:
        """Take the packets of a file in; the table they belong to. Raises as `take` does."""
        return self.clerk.submit(lambda: self._take(read_packet_file(path)))

    def packet(self, table: bytes) -> Future[str]:
        """Return all that is here of a table, as a text for mail, files, the clipboard."""
        done: Future[str] = Future()
        self._ask(table, lambda runner: done.set_result(runner.packet()))
        return done

    @by_clerk
    def save_packet(self, id: bytes) -> Path:
        """Write all that is here of a table to a file of the player's; where it lies.

        The future raises `OSError`.
        """
        table, text = self.seen[id].table, self.packet(id).result(JOIN_SECONDS)
        calls = 0 if table is None else table.calls
        stamp = f"{id.hex()[:6]}-{calls}"
        path = free_path(find_documents(is_picture=False), stamp, PACKET_SUFFIX)
        write_new(path, f"{text}\n".encode("ascii"))
        return path

    @by_clerk
    def tell_house(self, table: bytes, title: str, *, is_on: bool) -> None:
        """Announce a table's invitation on the local network, or stop that. The future raises
        `OSError`.
        """
        from game.net.nearby import Announcer

        known = self._announcers.pop(table, None)
        if known is not None:
            known.close()
        if is_on:
            invitation = self.invitation(table)
            port = urlsplit(read_invitation(invitation).url).port or 0
            self._announcers[table] = Announcer(invitation, title, own_address(), port)

    def is_told(self, table: bytes) -> bool:
        """Whether a table is announced on the local network."""
        return table in self._announcers

    @by_clerk
    def listen(self) -> None:
        """Listen for tables announced on the local network. The future raises `OSError`."""
        from game.net.nearby import Nearby

        if self._nearby is None:
            self._nearby = Nearby()

    @property
    def heard(self) -> tuple[tuple[str, str], ...]:
        """The tables announced on the local network: titles to be shown, and invitations."""
        found = () if self._nearby is None else tuple(self._nearby.found.values())
        return tuple((show_name(title), text) for title, text in found)

    @by_clerk
    def save_report(self, name: str, page: str) -> Path:
        """Keep a page among this home's reports; where it lies. The future raises `OSError`."""
        folder = self.home.folder / "reports"
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / name, page)
        return folder / name

    def invitation(self, table: bytes) -> str:
        """Return the invitation, with the address that this home's server has today."""
        seating = self.seen[table].seating
        url = self.host_url if seating.is_hosted and self.host_url else seating.invitation.url
        return str(replace(seating.invitation, url=url))

    def card(self, table: bytes) -> str:
        """The card with which this home's game master or seat goes on elsewhere."""
        seating = self.seen[table].seating
        return str(CardText(seating.cards[0].card, seating.invitation))

    def _ask(self, table: bytes, act: Callable[[_Runner], None]) -> None:
        runner = self._runners.get(table)
        if runner is not None:
            runner.asked.put(partial(act, runner))

    @by_clerk
    def remove(self, table: bytes) -> None:
        """Put a table aside that is no longer played. The future raises `OSError`."""
        self._end_runner(table)
        self.home.set_aside(table)
        with self._lock:
            self.seen = {id: seen for id, seen in self.seen.items() if id != table}
            self.changes += 1
            self._write_notices()

    @by_clerk
    def move(self, table: bytes, server: str = "", folder: str = "") -> None:
        """Give a table another server or shared folder. The future raises `FormatError`."""
        seating = move_table(self.home.table(table).seating, server, folder)
        self._end_runner(table)
        self._play(self.home.keep(seating))

    def _end_runner(self, table: bytes) -> None:
        runner = self._runners.pop(table, None)
        if runner is not None:
            runner.end()
            runner.join()

    # transports

    def _host(self) -> None:
        """Start this home's server; its libraries are loaded now."""
        if self.local_url:
            return
        from game.net.host import HostedServer

        server = HostedServer(self.home.folder / "server", "0.0.0.0")
        self._kept_open.callback(server.stop)
        self.local_url = f"nats://127.0.0.1:{server.port}"
        self.host_url = f"nats://{own_address()}:{server.port}"


def _settle(done: Future[None], runner: _Runner, text: str) -> None:
    try:
        runner.take(text)
        done.set_result(None)
    except FormatError as error:
        done.set_exception(error)


def own_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
