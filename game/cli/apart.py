"""`take-it-easy apart`: tables whose players sit elsewhere, by turn files, folders and servers.

Results that a program can read (invitation, seat key, turn files, records, tables) go to standard
output; messages for people go to standard error.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from game.bots.players.stand_ins import STAND_IN, StandIns
from game.cli.club import run_club
from game.cli.drawing import clean, number_alike
from game.locale import Catalogue, write_list
from game.locale.errors import word_error
from game.net.engines import TableEngines
from game.net.events import (
    AskedEvent,
    BegunEvent,
    CalledEvent,
    ClosedEvent,
    OverEvent,
    RemindedEvent,
    SubstituteEvent,
    read_line,
)
from game.net.invitations import read_invitation
from game.net.names import name_players, names_of
from game.net.record import record_match
from game.net.store import OwnSeat, StoreBusy, StoredTable, TableOpening, TableStore, find_store
from game.net.table import Table, TableStage, calls_of_match, play_turn
from game.net.tables import (
    join_table,
    make_player,
    open_table,
    open_transport,
    play_on,
    take_asked,
)
from game.net.transport import LedElsewhere
from game.net.trouble import TransportError
from game.net.turn_files import (
    MAX_FILE_BYTES,
    TablePlayer,
    read_text_file,
    read_turn_files,
    take_turn_file,
    text_of_mail,
    write_turn_file,
)
from game.page.league import report_page, report_text, standings_page, standings_text
from game.play.league import report_round, stand_league
from game.rules.errors import FormatError, IllegalMove, RulesetError, fault_of_file
from game.rules.match import Match
from game.rules.names import MAX_NAME_LENGTH, clean_name, show_name
from game.rules.record import print_record
from game.rules.standing import score_match
from game.storage.files import write_atomically
from game.storage.places import find_places
from game.storage.problems import Problem, ProblemKind, Problems

SHOWN_ID: Final = 12
"""Hex digits of a table's id that people are shown."""

ANSWER_SECONDS: Final = 10.0
"""How long `apart answer` waits for the program that plays the table."""


class _CommandError(Exception):
    """An error that ends the command: its message for the player, and the exit status."""

    def __init__(self, message: str, status: int = 2) -> None:
        self.message = message
        self.status = status
        super().__init__(message)


def run_apart(options: argparse.Namespace, catalogue: Catalogue) -> int:
    """Run one of the commands; the exit status. Raises `FormatError` and `RulesetError`."""
    if options.apart == "club":
        return run_club(options, catalogue)
    command = _ApartCommand(catalogue, find_store(), StandIns())
    try:
        run: Callable[[argparse.Namespace], None] = getattr(command, options.apart)
        run(options)
    except _CommandError as problem:
        print(clean(problem.message), file=sys.stderr)
        return problem.status
    except StoreBusy:
        print(catalogue.text("apart.busy"), file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever read the output has enough.
        raise
    except OSError as error:
        reason = _reason_of(catalogue, error)
        is_server = isinstance(error, TransportError)
        words = reason if is_server else catalogue.text("apart.disk", reason=reason)
        print(clean(words), file=sys.stderr)
        return 1
    return 0


class _ApartCommand:
    """One run of `apart`."""

    def __init__(self, catalogue: Catalogue, store: TableStore, engines: TableEngines) -> None:
        self._text = catalogue.text
        self._catalogue = catalogue
        self._store = store
        self._engines = engines

    def open(self, options: argparse.Namespace) -> None:
        """Open a table, and lead it unless a club does."""
        rules, seats, bots = options.rules, options.seats, options.bots or []
        conflicts = rules.conflicts(seats)
        if conflicts:
            raise RulesetError(conflicts)
        if len(bots) > seats:
            raise _CommandError(self._text("apart.too_many_bots", count=seats))
        opening = TableOpening(
            rules,
            seats,
            options.time,
            bots=tuple(zip(number_alike(bots), bots, strict=True)),
            server=options.server or "",
            folder=options.packets or "",
            substitute=bots[0] if bots else STAND_IN,
        )
        with self._store.locked():
            stored = open_table(self._store, opening)
            invitation = stored.seating.invitation
            print(invitation, flush=True)
            if not stored.seating.leads:
                self._tell("apart.opened_at_club", table=_shown(stored.id))
                return
            print(replace(invitation, secret=stored.secret, leads=True), flush=True)
            self._tell("apart.opened", table=_shown(stored.id))
            self._play(stored)

    def join(self, options: argparse.Namespace) -> None:
        """Ask for a seat, or go on with a seat key."""
        try:
            invitation = read_invitation(options.invitation)
        except FormatError as error:
            reason = word_error(self._catalogue, error)
            raise _CommandError(self._text("apart.no_invitation", reason=reason)) from None
        name = clean_name(options.name or "")
        if not invitation.secret and not 0 < len(name) <= MAX_NAME_LENGTH:
            raise _CommandError(self._text("apart.needs_name", count=MAX_NAME_LENGTH))
        with self._store.locked():
            folder = options.packets or ""
            self._play(join_table(self._store, invitation, name, folder, options.bot))

    def packet(self, options: argparse.Namespace) -> None:
        """Write a turn file."""
        text = write_turn_file(make_player(self._find(options.table), self._engines))
        if options.output == "-":
            sys.stdout.write(text)
        else:
            write_atomically(Path(options.output), text)

    def take(self, options: argparse.Namespace) -> None:
        """Take turn files in, and let the leaders and the computers here go on."""
        with self._store.locked():
            known = {stored.id: stored for stored in self._all_tables()}
            tellers: dict[bytes, _Teller] = {}
            problems: list[str] = []
            for name in options.files:
                try:
                    for file in read_turn_files(_read_text(name)):
                        stored = known.get(file.table)
                        if stored is None:
                            raise _CommandError(self._text("apart.unknown_packet", file=name))
                        teller = tellers.setdefault(file.table, self._teller(stored))
                        if not take_turn_file(teller.player, file):
                            self._tell("apart.nothing_new", file=name)
                except (FormatError, OSError) as error:
                    refusal = error if isinstance(error, FormatError) else fault_of_file(error)
                    problems.append(word_error(self._catalogue, refusal.at(name)))
                except LedElsewhere:
                    problems.append(self._text("apart.led_elsewhere"))
                except _CommandError as problem:
                    problems.append(problem.message)
            for id, teller in tellers.items():
                teller.step(known[id])
        if problems:
            raise _CommandError("\n".join(problems))

    def card(self, options: argparse.Namespace) -> None:
        """Print the seat keys with which this program's seats, or its leader, go on elsewhere."""
        seating = self._find(options.table).seating
        if seating.leads:
            self._tell("apart.key_of_master")
            print(replace(seating.invitation, secret=seating.secret, leads=True), flush=True)
            return
        for seat in seating.seats:
            self._tell("apart.key_of", name=seat.name)
            print(replace(seating.invitation, secret=seat.secret), flush=True)

    def remove(self, options: argparse.Namespace) -> None:
        """Put a table aside; its seat keys stay in the folder that is named."""
        with self._store.locked():
            aside = self._store.set_aside(self._id_of(options.table))
        self._tell("apart.removed", path=str(aside))

    def record(self, options: argparse.Namespace) -> None:
        """Print the record of the match as far as it is known here."""
        table, _ = self._look(self._id_of(options.table))
        match = None if table is None else record_match(table)
        if match is None:
            raise _CommandError(self._text("apart.not_begun"))
        print(print_record(match))

    def tables(self, options: argparse.Namespace) -> None:
        """Print each table that is stored here and what it waits for."""
        for stored in self._all_tables():
            table = stored.journal.table
            rules = "-" if table is None else str(table.opened.rules)
            print(f"{_shown(stored.id)}  {rules}  {clean(self._state(table))}")

    def answer(self, options: argparse.Namespace) -> None:
        """Hand in the whole turn of a person here, through the program that plays if one does."""
        try:
            with self._store.locked():
                stored = self._find(options.table)
                player = make_player(stored, self._engines, open_transport(stored.seating))
                try:
                    player.step(time.time())
                    seat, _ = self._seat_to_answer(stored, options)
                    player.hand_in(seat, options.turn)
                    player.step(time.time())
                finally:
                    if player.transport is not None:
                        player.transport.close()
        except StoreBusy:
            self._answer_elsewhere(options)
        self._tell("apart.handed_in")

    def _answer_elsewhere(self, options: argparse.Namespace) -> None:
        stored = self._find(options.table)
        _, seat = self._seat_to_answer(stored, options)
        table = stored.journal.table
        assert table is not None
        assert table.call is not None
        path = stored.ask(seat.key, table.call.number, options.turn)
        until = time.monotonic() + ANSWER_SECONDS
        while path.exists():
            if time.monotonic() > until:
                path.unlink(missing_ok=True)
                raise StoreBusy
            time.sleep(0.05)

    def _seat_to_answer(
        self, stored: StoredTable, options: argparse.Namespace
    ) -> tuple[int, OwnSeat]:
        """Return the seat here whose turn is waited for, and check the turn."""
        table = stored.journal.table
        if table is None or table.call is None:
            raise _CommandError(self._text("apart.nothing_open"))
        waiting_seats: list[tuple[int, OwnSeat]] = []
        for own_seat in stored.seats:
            seat = table.seat_of(own_seat.key)
            if seat is None or table.chairs[seat].player.bot is not None:
                continue
            named = options.name is None or show_name(own_seat.name) == show_name(options.name)
            if named and table.is_waited_for(seat):
                waiting_seats.append((seat, own_seat))
        if len(waiting_seats) != 1:
            raise _CommandError(self._text("apart.which_seat"))
        try:
            play_turn(table, waiting_seats[0][0], options.turn)
        except (FormatError, IllegalMove) as error:
            raise _CommandError(word_error(self._catalogue, error)) from None
        return waiting_seats[0]

    def report(self, options: argparse.Namespace) -> None:
        """Print the latest round as it stands, or write it as a web page."""
        id = self._id_of(options.table)
        table, league = self._look(id)
        match = None if table is None else table.match
        report = None
        if table is not None and match is not None:
            waited = [seat for seat in range(len(match.players)) if table.is_waited_for(seat)]
            report = report_round(name_players(table, match), table.call is not None, waited)
        if report is None or match is None:
            raise _CommandError(self._text("apart.not_begun"))
        title = league or self._text("together.report_title")
        if options.web is None:
            print(clean_lines(report_text(self._catalogue, title, match.rules, report)))
        else:
            page = report_page(self._catalogue, title, match.rules, report)
            write_atomically(Path(options.web), page)

    def standings(self, options: argparse.Namespace) -> None:
        """Print the standings of a table's league, or write them as a web page."""
        id = self._id_of(options.table)
        _, league = self._look(id)
        matches: list[Match] = []
        for other in self._store.tables():
            table, title = self._look(other)
            is_alike = other == id or (bool(league) and title == league)
            if table is not None and table.match is not None and is_alike:
                matches.append(name_players(table, table.match))
        if not matches:
            raise _CommandError(self._text("apart.not_begun"))
        title, rows = league or self._text("together.standings"), stand_league(matches)
        if options.web is None:
            print(clean_lines(standings_text(self._catalogue, title, rows)))
        else:
            write_atomically(Path(options.web), standings_page(self._catalogue, title, rows))

    def _all_tables(self) -> Iterator[StoredTable]:
        for id in self._store.tables():
            try:
                yield self._store.table(id)
            except FormatError as error:
                self._tell("apart.damaged", reason=word_error(self._catalogue, error))

    def _id_of(self, text: str) -> bytes:
        ids = self._store.tables()
        matching = [id for id in ids if id.hex().startswith(text.lower())]
        if not matching or not text:
            raise _CommandError(self._text("apart.no_table", table=text[:80]))
        if len(matching) > 1:
            raise _CommandError(self._text("apart.many_tables", table=text[:80]))
        return matching[0]

    def _find(self, text: str) -> StoredTable:
        """Return the table whose id begins so."""
        return self._store.table(self._id_of(text))

    def _look(self, id: bytes) -> tuple[Table | None, str]:
        """Return a table and its league."""
        stored = self._store.table(id)
        table = stored.journal.table
        return table, stored.desk.league or ("" if table is None else table.opened.title)

    def _play(self, stored: StoredTable) -> None:
        """Play on: until the match is over, or, where turn files go by hand, as far as possible."""
        teller = self._teller(stored)
        if open_transport(stored.seating) is None:
            teller.step(stored)
            self._tell("apart.by_hand", table=_shown(stored.id))
        else:
            teller.play_to_the_end(stored)

    def _teller(self, stored: StoredTable) -> _Teller:
        for aside in stored.aside:
            self._tell("apart.put_aside", path=str(aside))
            # The window tells it too: who ran this may not have read it.
            Problems(find_places().untold).add(Problem(ProblemKind.CORRUPT, aside))
        return _Teller(make_player(stored, self._engines), self._catalogue)

    def _state(self, table: Table | None) -> str:
        if table is None:
            return self._text("apart.state.unknown")
        if table.match is None:
            return self._text("apart.state.opening", count=table.opened.seats)
        number, calls = table.calls, calls_of_match(table.opened.rules)
        if table.call is None:
            if table.stage is TableStage.OVER:
                return self._text("apart.over", totals=_totals(table, self._catalogue))
            return self._text("apart.state.ready", number=number, calls=calls)
        waited = [name for seat, name in enumerate(names_of(table)) if table.is_waited_for(seat)]
        until = datetime.fromtimestamp(min(table.call.until, 1 << 33)).strftime("%Y-%m-%d %H:%M")
        tell = partial(self._text, number=number, calls=calls, until=until)
        if not waited:
            return tell("apart.state.answered")
        return tell("apart.state.called", names=write_list(self._catalogue, waited))

    def _tell(self, key: str, **values: str | int) -> None:
        print(clean(self._text(key, **values)), file=sys.stderr, flush=True)


class _Teller:
    """Plays a table on and prints what its journal says, each event once."""

    def __init__(self, player: TablePlayer, catalogue: Catalogue) -> None:
        self.player = player
        self._catalogue = catalogue
        self._shown = len(player.journal)

    def step(self, stored: StoredTable) -> None:
        """Do all that is to be done now, and print it. Raises `OSError`."""
        player = self.player
        player.transport = player.transport or open_transport(stored.seating)
        try:
            take_asked(stored, player)
            while player.step(time.time()):
                self._print_events()
            self._print_events()
        finally:
            if player.transport is not None:
                player.transport.close()

    def play_to_the_end(self, stored: StoredTable) -> None:
        """Play by a transport until the match is over."""
        trouble = ""
        reach = partial(open_transport, stored.seating)
        try:
            with closing(play_on(stored, self.player, reach)) as steps:
                for failure in steps:
                    self._print_events()
                    if failure is None:
                        trouble = ""
                        if self._is_done():
                            return
                    elif (reason := _reason_of(self._catalogue, failure)) != trouble:
                        self._tell("apart.trouble", reason=reason.rstrip("."))
                        trouble = reason
        except LedElsewhere:
            raise _CommandError(self._catalogue.text("apart.led_elsewhere"), 1) from None

    def _is_done(self) -> bool:
        table = self.player.journal.table
        if table is None or not table.seed:
            return False
        self._tell("apart.over", totals=_totals(table, self._catalogue))
        return True

    def _print_events(self) -> None:
        table = self.player.journal.table
        if table is None:
            return
        calls = calls_of_match(table.opened.rules)
        names = names_of(table)
        changes = iter(table.substitutions)
        for number, line in enumerate(self.player.journal.lines):
            if number < self._shown and '"substitute"' not in line:
                continue
            body = read_line(line).body
            change = next(changes, None) if isinstance(body, SubstituteEvent) else None
            if number < self._shown:
                continue
            match body:
                case AskedEvent():
                    self._tell("apart.sat_down", name=show_name(body.name))
                case BegunEvent():
                    self._tell("apart.began", names=write_list(self._catalogue, names))
                case CalledEvent():
                    tiles = " ".join(map(str, body.tiles))
                    self._tell("apart.called", number=body.call, calls=calls, tiles=tiles)
                case ClosedEvent():
                    for seat in body.missed:
                        self._tell("apart.missed", name=names[seat], number=body.call)
                case RemindedEvent():
                    waited = write_list(self._catalogue, [names[seat] for seat in body.waited])
                    self._tell("apart.reminded", names=waited)
                case SubstituteEvent() if change is not None:
                    left, came = show_name(change.left.name), show_name(change.came.name)
                    self._tell("apart.substituted", came=came, left=left)
                case OverEvent() if table.is_promise_broken:
                    self._tell("apart.promise_broken")
        self._shown = len(self.player.journal)

    def _tell(self, key: str, **values: str | int) -> None:
        print(clean(self._catalogue.text(key, **values)), file=sys.stderr, flush=True)


def _reason_of(catalogue: Catalogue, error: Exception) -> str:
    """Why a transport carries nothing, in words that help."""
    trouble, address = getattr(error, "trouble", None), getattr(error, "address", "")
    if trouble is None:
        return getattr(error, "strerror", None) or str(error)
    return catalogue.text(f"apart.transport.{trouble.value}", address=address)


def _totals(table: Table, catalogue: Catalogue) -> str:
    assert table.match is not None
    score = score_match(table.match)
    totals = [
        catalogue.text("apart.total", name=name, points=earned.total)
        for name, earned in zip(names_of(table), score.players, strict=True)
    ]
    return write_list(catalogue, totals)


def clean_lines(text: str) -> str:
    """Return a text of several lines without characters that could command a terminal."""
    return "\n".join(map(clean, text.rstrip("\n").split("\n")))


def _shown(table: bytes) -> str:
    return table.hex()[:SHOWN_ID]


def _read_text(name: str) -> str:
    if name == "-":
        return text_of_mail(sys.stdin.buffer.read(MAX_FILE_BYTES + 1))
    return read_text_file(name)
