"""Plays the tables of an installation, each in a thread of its own, so that no screen ever waits.

A screen puts a request into a queue and continues. Each table's thread publishes an immutable
`TableSnapshot`. Only these threads and the clerk's use the disk and the transports; but a tile that
is placed is stored by the screen, as at every table, before it is displayed.
"""

from __future__ import annotations

import contextlib
import errno
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial, wraps
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

from game.net.journal.draft import Draft
from game.net.journal.invitations import read_invitation
from game.net.journal.names import names_of
from game.net.journal.seating import SeatRequest
from game.net.journal.store import LeadSettings, StoredTable, TableOpening, TableStore
from game.net.journal.table import TablePhase
from game.net.post.computers import TableEngines
from game.net.post.guest import Guest
from game.net.post.leader import Leader
from game.net.post.transport import LedElsewhere, folder_of_url
from game.net.post.turn_files import (
    TURN_FILE_SUFFIX,
    TurnFile,
    has_damaged_file,
    read_text_file,
    read_turn_files,
    take_turn_file,
    write_turn_file,
)
from game.net.service.notice import write_notices
from game.net.service.snapshots import TableSnapshot, gone_table, take_snapshot
from game.net.service.tables import (
    join_table,
    lead_or_follow,
    make_player,
    open_table,
    open_transport,
)
from game.rules.errors import Fault, FormatError, IllegalMove, fault_of_file
from game.storage.exports import find_folder as find_documents
from game.storage.exports import free_path, write_new
from game.storage.files import write_atomically
from game.storage.problems import Problem, ProblemKind
from game.threads import start_thread

_P = ParamSpec("_P")
_T = TypeVar("_T")

JOIN_SECONDS: Final = 15.0

FILED: Final = "filed"
"""The empty file in the folder of a table whose result is in the history."""

PLAY_ON_SECONDS: Final = 7 * 86_400
"""Seconds after its end for which a table is led on; by then all guests have its journal."""


class _Runner:
    """Plays one table in its thread. Other threads use only `ask`."""

    def __init__(self, service: Service, stored: StoredTable, engines: TableEngines) -> None:
        self._service, self.stored = service, stored
        self.player = make_player(stored, engines)
        self._asked: deque[Callable[[], object]] = deque()
        self._is_ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._news = threading.Event()

    def start(self) -> None:
        """Start the thread, unless no more lines can arrive: the table is an earlier version's, or
        ended long ago.
        """
        self.publish()
        table = self.player.journal.table
        if table is not None:
            is_old = self._service.now() > table.at + PLAY_ON_SECONDS
            if table.is_earlier or (table.phase is TablePhase.OVER and is_old):
                return
        self._thread = start_thread(self._run)
        if self._thread is None:
            self.publish(OSError(errno.EAGAIN, "no thread can be started"))

    def end(self) -> None:
        """Ask the thread to stop."""
        self._is_ending.set()
        self._news.set()

    def join(self) -> None:
        """Wait until the thread has stopped."""
        if self._thread is not None:
            self._thread.join(JOIN_SECONDS)

    @property
    def is_playing(self) -> bool:
        """Whether its thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def now(self) -> float:
        """Return the service's UTC seconds."""
        return self._service.now()

    def ask(self, act: Callable[[], object]) -> None:
        """Run a function in this table's thread."""
        self._asked.append(act)
        self._news.set()

    def lead(self, lead_settings: LeadSettings, *, goes_on: bool = False) -> None:
        """Change how the table is led from now on."""
        if lead_settings != self.stored.lead_settings:
            self.stored.keep(replace(self.stored.seating, lead_settings=lead_settings))
        if isinstance(self.player, Leader):
            self.player.goes_on |= goes_on

    def substitute(self, request: SeatRequest) -> None:
        """Give a free seat to the game master's choice, at the next opportunity."""
        if isinstance(self.player, Leader):
            self.player.request = request

    # the service's thread

    def _run(self) -> None:
        service = self._service
        reach = partial(open_transport, self.stored.seating)
        steps = lead_or_follow(
            self.stored, self.player, reach, self._serve, service.now, self._wait
        )
        try:
            with contextlib.closing(steps):
                for failure in steps:
                    self.publish(failure)
                    if self._is_ending.is_set():
                        # What was asked for during this step.
                        self._serve()
                        return
        except LedElsewhere:
            self.publish(is_stopped=True)

    def _wait(self, seconds: float) -> None:
        """Wait until something is asked, but no longer than that."""
        self._news.wait(seconds)
        self._news.clear()

    def _serve(self) -> None:
        """Run the functions that other threads queued; one that is refused now is dropped, and one
        that the disk or the folder fails is tried again in the next step.
        """
        while self._asked:
            act = self._asked.popleft()
            try:
                with contextlib.suppress(FormatError, IllegalMove):
                    act()
            except OSError:
                self._asked.appendleft(act)
                return

    def publish(self, failure: Exception | None = None, *, is_stopped: bool = False) -> None:
        """Publish a snapshot of the table, and why its transport failed, for screens."""
        now = self._service.now()
        self._service.show(
            take_snapshot(self.stored, self.player, now, failure, is_stopped=is_stopped)
        )


class _Clerk(ThreadPoolExecutor):
    """Runs functions in one thread; if that cannot be started, their futures have an `OSError`."""

    def submit(self, act: Callable[_P, _T], /, *args: _P.args, **keywords: _P.kwargs) -> Future[_T]:
        failed: Future[_T] = Future()

        def run() -> _T:
            # The executor keeps a function whose thread did not start, for its next one.
            return failed.result() if failed.done() else act(*args, **keywords)

        try:
            return super().submit(run)
        except RuntimeError as error:
            failed.set_exception(OSError(errno.EAGAIN, str(error)))
            return failed


def by_clerk(
    act: Callable[Concatenate[Service, _P], _T],
) -> Callable[Concatenate[Service, _P], Future[_T]]:
    """Run a method of the service in its clerk's thread; the call returns the future at once."""

    @wraps(act)
    def ask(service: Service, /, *args: _P.args, **keywords: _P.kwargs) -> Future[_T]:
        return service.clerk.submit(act, service, *args, **keywords)

    return ask


class Service:
    """Plays all unfinished tables of an installation while it is open.

    `snapshots` has each table's latest snapshot; `changes` counts the publications that changed
    one.
    """

    def __init__(
        self,
        store: TableStore,
        engines: TableEngines,
        now: Callable[[], float] = time.time,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self.store = store
        self.wake = wake
        """Called in the thread of a table after it has published a change."""
        self.now = now
        """This machine's clock: UTC seconds."""
        self.snapshots: dict[bytes, TableSnapshot] = {}
        self.changes = 0
        self.drafts: dict[bytes, Draft] = {}
        """Each table's tiles placed here and not handed in; on the disk, unless that refuses."""
        self.damaged: deque[Problem | FormatError] = deque()
        """Problems with the tables' files, each to be shown once."""
        self._engines = engines
        self._runners: dict[bytes, _Runner] = {}
        self._lock = threading.Lock()
        self._exit_stack = contextlib.ExitStack()
        self.clerk = _Clerk(1, "apart")
        """The one thread for requests that concern no single table's thread."""

    @by_clerk
    def open(self) -> None:
        """Take the lock and resume the tables. The future raises `StoreBusy`."""
        self._exit_stack.enter_context(self.store.locked())
        for id in self.store.tables():
            try:
                stored = self.store.table(id)
                self.damaged += (Problem(ProblemKind.CORRUPT, path) for path in stored.aside)
            except (FormatError, OSError) as error:
                self.damaged.append(_at(id.hex()[:8], error))
                continue
            self._play(stored)

    def _play(self, stored: StoredTable) -> None:
        runner = _Runner(self, stored, self._engines)
        if stored.draft is not None:
            self.drafts.setdefault(stored.id, stored.draft)
        self._runners[stored.id] = runner
        runner.start()

    def close(self) -> None:
        """Stop everything; requests made before are on the disk."""
        # The clerk ends first: it may just be starting a table.
        self.clerk.shutdown(cancel_futures=True)
        for id in self._runners:
            self._write_draft(id)
        for runner in self._runners.values():
            runner.end()
        for runner in self._runners.values():
            runner.join()
        self._engines.close()
        self._exit_stack.close()

    def show(self, snapshot: TableSnapshot) -> None:
        """Publish a table's snapshot."""
        with self._lock:
            old = self.snapshots.get(snapshot.id)
            if old == snapshot:
                return
            self.snapshots = {**self.snapshots, snapshot.id: snapshot}
            self.changes += 1
            news = (snapshot.notice(), snapshot.rematch)
            if old is None or (old.notice(), old.rematch) != news:
                self._write_notices()
        self.wake()

    def snapshot(self, id: bytes) -> TableSnapshot:
        """Return a table's latest snapshot; for an unknown one it has `is_gone`."""
        return self.snapshots.get(id) or gone_table(id)

    def is_filed(self, id: bytes) -> bool:
        """Whether the result of a table was put into the history, even if it was deleted there
        since.
        """
        return os.path.isfile(self.store.folder_of(id) / FILED)

    def note_filed(self, id: bytes) -> None:
        """Note that the history has the result of a table; a full disk is ignored."""
        with contextlib.suppress(OSError):
            (self.store.folder_of(id) / FILED).touch()

    def rematch_waits(self, snapshot: TableSnapshot) -> bool:
        """Whether players here are invited to a rematch and have not asked for a seat."""
        table, played = snapshot.next_table, snapshot.table
        return (
            bool(table and snapshot.own_seats)
            and played is not None
            and played.is_by_post
            and not snapshot.is_master
            and table not in self.snapshots
        )

    def _write_notices(self) -> None:
        notices = []
        for snapshot in self.snapshots.values():
            notice, is_invited = snapshot.notice(), self.rematch_waits(snapshot)
            if is_invited:
                notice = notice._replace(waits=True, is_over=False)
            notices.append(notice)
        # The table is played on even if the menu's notices cannot be written.
        with contextlib.suppress(OSError):
            write_notices(self.store.folder, notices)

    # requests

    def open_table(self, opening: TableOpening) -> Future[bytes]:
        """Open a table; return its id.

        The future raises `FormatError`, `RulesetError` and `OSError`.
        """
        return self.clerk.submit(self._open_table, opening)

    def _open_table(self, opening: TableOpening) -> bytes:
        stored = open_table(self.store, opening)
        self._play(stored)
        return stored.id

    def join(self, text: str, name: str, folder: str = "") -> Future[bytes]:
        """Ask for a seat by an invitation, or resume one by a seat key; return the table's id."""
        return self.clerk.submit(self._join, text, name, folder)

    def _join(self, text: str, name: str, folder: str) -> bytes:
        invitation = read_invitation(text)
        # The seats are rewritten, and the table's thread must not write meanwhile.
        self._end_runner(invitation.table)
        try:
            self._play(join_table(self.store, invitation, name, folder))
            # The text may hold turn files too.
            try:
                self._take(text)
            except FormatError as error:
                if error.fault not in (Fault.NO_CODE, Fault.UNKNOWN_TURN_FILE):
                    self.damaged.append(error)
        except (FormatError, OSError):
            if invitation.table in self.store.tables():
                self._play(self.store.table(invitation.table))
            raise
        return invitation.table

    @by_clerk
    def rematch(self, id: bytes) -> bytes:
        """Open the same table once more and invite all its players; return the next table's id."""
        snapshot, runner = self.snapshot(id), self._runner(id)
        player = runner.player
        assert not isinstance(player, Guest)
        table, seating = snapshot.table, snapshot.seating
        if table is None or table.phase is not TablePhase.OVER:
            raise FormatError(Fault.NO_TABLE, id.hex())
        names, keys = names_of(table), {seat.key for seat in seating.seats}
        house = [
            (names[i], chair.player.bot)
            for i, chair in enumerate(table.chairs)
            if chair.is_house or chair.key in keys
        ]
        folder = seating.folder or folder_of_url(seating.invitation.url)
        opening = TableOpening(
            table.opened.rules,
            table.opened.seats,
            table.opened.seconds,
            tuple(name for name, bot in house if bot is None),
            tuple((name, bot) for name, bot in house if bot is not None),
            folder=str(folder or ""),
            substitute=seating.substitute,
            lead_settings=replace(
                seating.lead_settings, league=snapshot.league, wait_until=0, sent_away=()
            ),
        )
        next_id = self._open_table(opening)
        invitation = self.invitation(next_id)
        runner.ask(lambda: player.invite_again(invitation))
        return next_id

    def ask_for_rematch(self, id: bytes) -> None:
        """Let the game master know that players here wait for a rematch."""

        def ask(runner: _Runner) -> None:
            if isinstance(runner.player, Guest):
                runner.player.play_again()

        self._ask(id, ask)

    def join_rematch(self, id: bytes) -> Future[bytes]:
        """Ask for seats at the rematch as at this table; return the next table's id."""
        return self.clerk.submit(self._join_rematch, id)

    def _join_rematch(self, id: bytes) -> bytes:
        """Ask for seats at the next table under the names of this one; return the next table's id.

        Keys are new at every table: a mark beside a name becomes a part of the name.
        """
        snapshot = self.snapshot(id)
        table, invitation = snapshot.table, read_invitation(snapshot.rematch)
        for own_seat in snapshot.seating.seats:
            seat = None if table is None else table.seat_of(own_seat.key)
            name = own_seat.name if table is None or seat is None else names_of(table)[seat]
            if name:
                self._join(str(invitation), name, snapshot.seating.folder or "")
        return invitation.table

    def keep_draft(self, id: bytes, draft: Draft) -> None:
        """Store what is placed at a table and not handed in; in memory if the disk refuses."""
        self.drafts[id] = draft
        self._write_draft(id)

    @property
    def are_drafts_safe(self) -> bool:
        """Whether all drafts are on the disk; tries to write the others."""
        return all(self._write_draft(id) for id in tuple(self.drafts))

    def _write_draft(self, id: bytes) -> bool:
        runner, draft = self._runners.get(id), self.drafts.get(id)
        if runner is not None and draft is not None:
            try:
                runner.stored.keep_draft(draft)
            except OSError as error:
                problem = Problem(ProblemKind.UNSAVED, runner.stored.folder, str(error))
                if problem not in self.damaged:
                    self.damaged.append(problem)
                return False
        return True

    def hand_in(self, id: bytes, seat: int, text: str) -> None:
        """Hand in a whole turn."""
        self._ask(id, lambda runner: runner.player.hand_in(seat, text))

    def take_back(self, id: bytes, seat: int) -> None:
        """Take back a turn while its call is open."""
        self._ask(id, lambda runner: runner.player.take_back(seat))

    def leave_seat(self, id: bytes, seat: int) -> None:
        """Give up a seat."""
        self._ask(id, lambda runner: runner.player.leave(seat))

    def remind(self, id: bytes) -> None:
        """Remind all players whom the open call waits for."""
        self._ask(id, lambda runner: runner.player.remind())

    def lead(self, id: bytes, lead_settings: LeadSettings, *, goes_on: bool = False) -> None:
        """Change how a table is led here; with `goes_on` it does its next step now."""
        self._ask(id, lambda runner: runner.lead(lead_settings, goes_on=goes_on))

    @by_clerk
    def lead_here(self, id: bytes) -> None:
        """Take back the lead of a table from another program, which then stops."""
        self._end_runner(id)
        self._play(self.store.table(id))

    def substitute(self, id: bytes, request: SeatRequest) -> None:
        """Give a free seat to the game master's choice."""
        self._ask(id, lambda runner: runner.substitute(request))

    def take(self, text: str) -> Future[bytes]:
        """Read turn files from any text; return the id of their table.

        The future raises `FormatError`, also if only some of them are damaged; the whole ones are
        read.
        """
        return self.clerk.submit(self._take, text)

    def _take(self, text: str) -> bytes:
        files = read_turn_files(text)
        known = [file for file in files if file.table in self._runners]
        if not known:
            raise FormatError(Fault.UNKNOWN_TURN_FILE)
        for file in known:
            runner = self._runners[file.table]
            _done_by(runner, partial(_take_one, runner, file)).result(JOIN_SECONDS)
        if has_damaged_file(text):
            raise FormatError(Fault.ONE_DAMAGED)
        return known[0].table

    def read_file(self, path: str) -> Future[str]:
        """Return the text of a file that was dropped or chosen. Raises `FormatError` and
        `OSError`.
        """
        return self.clerk.submit(read_text_file, path)

    def turn_file(self, id: bytes) -> Future[str]:
        """Return a table's turn file as text, to be sent by hand."""
        try:
            runner = self._runner(id)
        except FormatError as error:
            refused: Future[str] = Future()
            refused.set_exception(error)
            return refused
        return _done_by(runner, lambda: write_turn_file(runner.player))

    @by_clerk
    def save_turn_file(self, id: bytes) -> Path:
        """Write a turn file into the player's documents and return its path.

        The future raises `OSError`.
        """
        table, text = self.snapshot(id).table, self.turn_file(id).result(JOIN_SECONDS)
        stamp = f"{id.hex()[:6]}-{0 if table is None else table.calls}"
        path = free_path(find_documents(is_picture=False), stamp, TURN_FILE_SUFFIX)
        write_new(path, text.encode("ascii"))
        return path

    @by_clerk
    def save_report(self, name: str, page: str) -> Path:
        """Store a page among the reports; return its file. The future raises `OSError`."""
        folder = self.store.folder / "reports"
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / name, page)
        return folder / name

    def invitation(self, id: bytes) -> str:
        """Return a table's invitation."""
        return str(self.snapshot(id).seating.invitation)

    def seat_key(self, id: bytes) -> str:
        """Return the seat key with which this program's leader or seat is resumed elsewhere."""
        seating = self.snapshot(id).seating
        secret = seating.secret or next((seat.secret for seat in seating.seats), b"")
        return str(replace(seating.invitation, secret=secret, leads=seating.leads))

    def _runner(self, id: bytes) -> _Runner:
        runner = self._runners.get(id)
        if runner is None:
            raise FormatError(Fault.NO_TABLE, id.hex())
        return runner

    def _ask(self, id: bytes, act: Callable[[_Runner], object]) -> None:
        with contextlib.suppress(FormatError):
            runner = self._runner(id)
            runner.ask(partial(act, runner))

    @by_clerk
    def remove(self, id: bytes) -> None:
        """Move a table aside that is no longer played. The future raises `OSError`."""
        self._end_runner(id)
        try:
            self.store.set_aside(id)
        except OSError:
            # It is still listed, and would be a table that nobody plays.
            self._play(self.store.table(id))
            raise
        with self._lock:
            self.snapshots = {
                one: snapshot for one, snapshot in self.snapshots.items() if one != id
            }
            self.changes += 1
            self._write_notices()
        self.wake()

    def _end_runner(self, id: bytes) -> None:
        runner = self._runners.pop(id, None)
        if runner is not None:
            runner.end()
            runner.join()


def _at(where: str, error: FormatError | OSError) -> FormatError:
    """Return why a table cannot be read, with its place."""
    fault = error if isinstance(error, FormatError) else fault_of_file(error)
    return fault.at(f"{where}: {fault.where}" if fault.where else where)


def _take_one(runner: _Runner, file: TurnFile) -> bool:
    has_news = take_turn_file(runner.player, file)
    runner.player.step(runner.now())
    runner.publish()
    return has_news


def _done_by(runner: _Runner, act: Callable[[], _T]) -> Future[_T]:
    """Run a function in a table's thread, or here if that has ended; return its future result."""
    done: Future[_T] = Future()

    def run() -> None:
        try:
            done.set_result(act())
        except Exception as error:
            done.set_exception(error)

    if runner.is_playing:
        runner.ask(run)
    else:
        run()
    return done
