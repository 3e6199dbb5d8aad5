"""`take-it-easy apart`: tables whose players sit elsewhere, by turn files, folders and
servers.

Results that a program can read (invitation, card, packets, records, tables) go to standard output;
messages for people go to standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from game import DISTRIBUTION
from game.bots.players.stand_ins import STAND_IN, StandIns
from game.cli.drawing import clean, number_alike
from game.locale import Catalogue, write_list
from game.locale.errors import word_error
from game.net.draws import calls_of_match
from game.net.engines import HouseEngines
from game.net.entries import Sit
from game.net.fold import Reading, Table, TableStage, play_turn
from game.net.home import Draft, Home, HomeBusy, KeptTable, find_home
from game.net.invitations import CardText, Invitation, read_pasted
from game.net.keys import Card
from game.net.names import name_players, names_of
from game.net.packets import (
    MAX_FILE_BYTES,
    decode_packets,
    pack,
    read_packet_file,
    road_of,
    split_packets,
)
from game.net.player import is_waited_for, leave_of, sit_of
from game.net.playing import Playing, PlayingStep, TableOpening, join_by, open_by, play_on
from game.net.record import record_match
from game.net.refusals import Refused, refused_at
from game.net.transports import (
    Transport,
    move_table,
    open_transport,
)
from game.page.league import report_page, report_text, standings_page, standings_text
from game.play.league import report_round, stand_league
from game.rules.errors import Fault, FormatError, RulesetError, fault_of_file
from game.rules.match import Match
from game.rules.names import MAX_NAME_LENGTH, clean_name, show_name
from game.rules.record import print_record
from game.rules.standing import score_match
from game.rules.tiles import Tile
from game.storage.files import write_atomically

if TYPE_CHECKING:
    from game.net.club import ClubStatus

SHOWN_ID = 12
"""Hex digits of a table's id that people are shown."""


class _CommandError(Exception):
    """An error that ends the command: its message for the player, and the exit status."""

    def __init__(self, message: str, status: int = 2) -> None:
        self.message = message
        self.status = status
        super().__init__(message)


def run_apart(options: argparse.Namespace, catalogue: Catalogue) -> int:
    """Run one of the commands; the exit status. Raises `FormatError` and `RulesetError`."""
    command = _ApartCommand(catalogue, find_home(), StandIns())
    runs: dict[str, Callable[[argparse.Namespace], None]] = {
        "open": command.open,
        "join": command.join,
        "packet": command.packet,
        "take": command.take,
        "card": command.card,
        "record": command.record,
        "tables": command.tables,
        "answer": command.answer,
        "report": command.report,
        "standings": command.standings,
        "club": command.club,
        "remove": command.remove,
        "move": command.move,
    }
    try:
        runs[options.apart](options)
    except _CommandError as problem:
        print(clean(problem.message), file=sys.stderr)
        return problem.status
    except HomeBusy:
        print(catalogue.text("apart.home_busy"), file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever read the output has enough.
        raise
    except OSError as error:
        reason = _reason_of(catalogue, error)
        print(clean(catalogue.text("apart.disk", reason=reason)), file=sys.stderr)
        return 1
    return 0


class _ApartCommand:
    """One run of `apart` in one home."""

    def __init__(self, catalogue: Catalogue, home: Home, engines: HouseEngines) -> None:
        self._text = catalogue.text
        self._catalogue = catalogue
        self._home = home
        self._engines = engines

    def open(self, options: argparse.Namespace) -> None:
        """Open a table and play its game master."""
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
        with self._home.locked():
            kept = open_by(self._home, opening)
            invitation = kept.seating.invitation
            print(invitation)
            print(CardText(kept.seating.cards[0].card, invitation), flush=True)
            self._tell("apart.opened", table=_shown(invitation.table))
            self._play(kept)

    def join(self, options: argparse.Namespace) -> None:
        """Ask for a seat, or go on with a card."""
        found, name = self._who_joins(options)
        with self._home.locked():
            kept = join_by(self._home, found, name, options.packets or "", options.bot)
            self._play(kept)

    def packet(self, options: argparse.Namespace) -> None:
        """Write all that is here of a table as packets."""
        kept = self._find(options.table)
        text = "\n".join(pack(kept.seating.invitation.key, kept.log)) + "\n"
        if options.output == "-":
            sys.stdout.write(text)
        else:
            write_atomically(Path(options.output), text)

    def take(self, options: argparse.Namespace) -> None:
        """Take packets in, and let the game master and the computers of this home go on."""
        with self._home.locked():
            tables = {road_of(kept.seating.invitation.key): kept for kept in self._all_tables()}
            tellers: dict[bytes, _Teller] = {}
            problems: list[str] = []
            for name in options.files:
                try:
                    self._take_file(name, tables, tellers)
                except FormatError as error:
                    problems.append(word_error(self._catalogue, refused_at(name, error)))
                except OSError as error:
                    problems.append(word_error(self._catalogue, fault_of_file(error).at(name)))
                except _CommandError as problem:
                    problems.append(problem.message)
            for teller in tellers.values():
                teller.step()
        if any(teller.has_refused for teller in tellers.values()):
            problems.append(self._text("apart.not_all"))
        if problems:
            raise _CommandError("\n".join(problems))

    def card(self, options: argparse.Namespace) -> None:
        """Print the cards with which this home's seats, or its game master, go on elsewhere."""
        kept = self._find(options.table)
        seating, opening = kept.seating, kept.log.opening
        for own in seating.cards:
            if opening is not None and own.card.author == opening.author:
                self._tell("apart.card_of_master")
            elif (sit := sit_of(kept.log, own.card.author)) is not None or own.name:
                self._tell("apart.card_of", name=own.name if sit is None else sit.name)
            print(CardText(own.card, seating.invitation), flush=True)

    def remove(self, options: argparse.Namespace) -> None:
        """Put a table aside; its cards stay in the folder that is told."""
        with self._home.locked():
            aside = self._home.set_aside(self._find(options.table).log.table)
        self._tell("apart.removed", path=str(aside))

    def move(self, options: argparse.Namespace) -> None:
        """Give a table another server or shared folder, for this home and for new invitations."""
        with self._home.locked():
            kept = self._find(options.table)
            seating = move_table(kept.seating, options.server or "", options.packets or "")
            self._home.keep(seating)
        print(seating.invitation)

    def record(self, options: argparse.Namespace) -> None:
        """Print the record of the match as far as it is known here."""
        table = Reading(self._find(options.table).log).table
        match = None if table is None else record_match(table)
        if match is None:
            raise _CommandError(self._text("apart.not_begun"))
        print(print_record(match))

    def tables(self, options: argparse.Namespace) -> None:
        """Print each table of this home and what it waits for."""
        for kept in self._all_tables():
            reading = Reading(kept.log)
            rules = "-" if reading.table is None else str(reading.table.opened.rules)
            print(f"{_shown(kept.log.table)}  {rules}  {clean(self._state(reading))}")

    def answer(self, options: argparse.Namespace) -> None:
        """Hand in the whole turn of a person of this home, by a packet without a transport."""
        with self._home.locked():
            kept = self._find(options.table)
            transport = open_transport(kept.seating)
            transports = () if transport is None else (transport,)
            playing = Playing(kept, self._engines, transports)
            try:
                playing.step(int(time.time()))
                table = playing.table
                if table is None or table.call is None:
                    raise _CommandError(self._text("apart.nothing_open"))
                seats = self._own_seats(kept, table, options.name)
                if len(seats) != 1:
                    raise _CommandError(self._text("apart.which_seat"))
                card, seat = seats[0]
                try:
                    play_turn(table, seat, options.turn)
                except Refused as error:
                    reason = self._text(f"apart.refusal.{error.reason.value}")
                    detail = f"{reason} ({error.detail})" if error.detail else reason
                    raise _CommandError(detail) from None
                playing.hand_in(card.author, Draft(table.call.hash, options.turn))
                playing.step(int(time.time()))
            finally:
                if transport is not None:
                    transport.close()
            is_signed = card.author not in playing.drafts
            self._tell("apart.handed_in" if is_signed else "apart.handed_in_later")

    def _own_seats(self, kept: KeptTable, table: Table, name: str | None) -> list[tuple[Card, int]]:
        """The seats of this home's people whose answer is waited for, by name if one is given."""
        found: list[tuple[Card, int]] = []
        for own in kept.seating.cards:
            seat = table.seat_of(own.card.author)
            if seat is None or table.chairs[seat].player.bot is not None:
                continue
            is_named = name is None or show_name(table.chairs[seat].player.name) == show_name(name)
            if is_named and is_waited_for(kept.log, table, seat):
                found.append((own.card, seat))
        return found

    def report(self, options: argparse.Namespace) -> None:
        """Print the latest round as it stands, or write it as a web page."""
        kept = self._find(options.table)
        table = Reading(kept.log).table
        match = None if table is None else table.match
        found = None
        if table is not None and match is not None:
            seats = range(len(match.players))
            waited = [seat for seat in seats if is_waited_for(kept.log, table, seat)]
            found = report_round(name_players(table, match), table.call is not None, waited)
        if found is None or match is None:
            raise _CommandError(self._text("apart.not_begun"))
        title = kept.seating.desk.league or self._text("together.report_title")
        if options.web is None:
            print(clean_lines(report_text(self._catalogue, title, match.rules, found)))
        else:
            page = report_page(self._catalogue, title, match.rules, found)
            write_atomically(Path(options.web), page)

    def standings(self, options: argparse.Namespace) -> None:
        """Print the standings of a table's league, or write them as a web page."""
        kept = self._find(options.table)
        league = kept.seating.desk.league
        matches: list[Match] = []
        for other in self._all_tables():
            is_alike = bool(league) and other.seating.desk.league == league
            if is_alike or other.log.table == kept.log.table:
                table = Reading(other.log).table
                if table is not None and table.match is not None:
                    matches.append(name_players(table, table.match))
        if not matches:
            raise _CommandError(self._text("apart.not_begun"))
        title, rows = league or self._text("together.standings"), stand_league(matches)
        if options.web is None:
            print(clean_lines(standings_text(self._catalogue, title, rows)))
        else:
            write_atomically(Path(options.web), standings_page(self._catalogue, title, rows))

    def club(self, options: argparse.Namespace) -> None:
        """Run a club's server, with TLS and users if they are given, until it is ended."""
        from game.net.club import ClubKeeper
        from game.net.host import (
            GUEST,
            KEEPER,
            PROGRAM,
            HostedServer,
            NoServerError,
            Tls,
            find_server,
        )

        if find_server() is None:
            command = f"pip install '{DISTRIBUTION}[host]'"
            words = self._text("apart.no_server_program", program=PROGRAM, command=command)
            raise _CommandError(words, 1)
        listen, _, port = options.listen.rpartition(":")
        if not listen or not port.isdigit() or not 0 < int(port) < 1 << 16:
            raise _CommandError(self._text("apart.no_address", text=options.listen[:80]))
        if (options.cert is None) != (options.key is None):
            raise _CommandError(self._text("apart.half_tls"))
        tls = None if options.cert is None else Tls(Path(options.cert), Path(options.key))
        for path in () if tls is None else (tls.certificate, tls.key):
            if not path.is_file():
                raise FormatError(Fault.NO_SUCH_FILE, str(path))
        data = Path(options.data) if options.data else self._home.folder / "club"
        if options.status or options.sweep:
            self._look_after_club(data, is_sweep=options.sweep)
            return
        users = tuple(options.users or ())
        if any(not name.isidentifier() or name in (KEEPER, GUEST) for name in users):
            raise _CommandError(self._text("apart.no_user"))
        if users and tls is None:
            if not options.in_the_clear and listen not in ("127.0.0.1", "localhost", "::1"):
                raise _CommandError(self._text("apart.in_the_clear"))
            self._tell("apart.clear_warning")
        try:
            server = HostedServer(
                data, listen, int(port), tls=tls, users=users, megabytes=options.room,
                keep_days=options.keep,
            )  # fmt: skip
        except NoServerError as error:
            raise _CommandError(self._text("apart.no_server_here", reason=str(error)), 1) from None
        scheme = "nats" if tls is None else "tls"
        keeper = ClubKeeper(server)
        try:
            for name, word in server.users.items():
                # A password is shown once: whoever lost it asks for another user.
                told = f"{name}:{word}" if name in server.new_users else name
                if name != GUEST:
                    print(f"{scheme}://{told}@HOST:{port}", flush=True)
            if not server.users:
                print(f"{scheme}://HOST:{port}", flush=True)
            if tls is not None:
                self._tell("apart.club_trust", path=str(tls.certificate))
            # The server ends with this program, however that is asked to end.
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.default_int_handler)
            self._tell("apart.club_runs", folder=str(data))
            server.wait()
        except KeyboardInterrupt:
            pass
        finally:
            keeper.close()
            server.stop()

    def _look_after_club(self, data: Path, *, is_sweep: bool) -> None:
        """Print who uses how much of the running club's server; end listeners that no
        program reads.
        """
        from game.net.club import read_status, sweep_listeners
        from game.net.host import NoServerError, open_keeper
        from game.net.server import STREAM, close_client

        async def look() -> ClubStatus:
            client = await open_keeper(data)
            try:
                if is_sweep:
                    stream = client.jetstream(timeout=10)
                    before = (await stream.stream_info(STREAM)).state.consumer_count
                    await sweep_listeners(stream, set(), at_once=True)
                    after = (await stream.stream_info(STREAM)).state.consumer_count
                    self._tell("apart.club_swept", count=before - after)
                return await read_status(client, data)
            finally:
                await close_client(client)

        try:
            found = asyncio.run(look())
        except NoServerError as error:
            raise _CommandError(self._text("apart.no_server_here", reason=str(error)), 1) from None
        megabytes = f"{found.bytes / (1 << 20):.1f}", f"{found.room >> 20}"
        print(self._text("apart.club_used", used=megabytes[0], room=megabytes[1]))
        print(self._text("apart.club_keeps", count=found.keep_days))
        for user, count in found.listeners:
            print(self._text("apart.club_listeners", user=clean(user), count=count))
        for road, count in found.roads[:20]:
            print(self._text("apart.club_road", road=road, count=count))

    def _who_joins(self, options: argparse.Namespace) -> tuple[Invitation | CardText, str]:
        try:
            found = read_pasted(options.invitation)
        except FormatError as error:
            reason = word_error(self._catalogue, error)
            raise _CommandError(self._text("apart.no_invitation", reason=reason)) from None
        name = clean_name(options.name or "")
        if isinstance(found, Invitation) and not 0 < len(name) <= MAX_NAME_LENGTH:
            raise _CommandError(self._text("apart.needs_name", count=MAX_NAME_LENGTH))
        return found, name

    def _all_tables(self) -> Iterator[KeptTable]:
        for table in self._home.tables():
            try:
                yield self._home.table(table)
            except FormatError as error:
                self._tell("apart.damaged", reason=word_error(self._catalogue, error))

    def _find(self, text: str) -> KeptTable:
        found = [table for table in self._home.tables() if table.hex().startswith(text.lower())]
        if not found or not text:
            raise _CommandError(self._text("apart.no_table", table=text[:80]))
        if len(found) > 1:
            raise _CommandError(self._text("apart.many_tables", table=text[:80]))
        return self._home.table(found[0])

    def _play(self, kept: KeptTable) -> None:
        """Play on: until the match is over, or, where packets go by hand, as far as
        possible now.
        """
        teller, transport = self._teller(kept), open_transport(kept.seating)
        if transport is None:
            teller.step()
            self._tell("apart.by_hand", table=_shown(kept.log.table))
        else:
            teller.play_to_the_end(transport)

    def _teller(self, kept: KeptTable, transports: tuple[Transport, ...] = ()) -> _Teller:
        for aside in kept.repair():
            self._tell("apart.put_aside", path=str(aside))
        return _Teller(Playing(kept, self._engines, transports), self._catalogue)

    def _take_file(
        self, name: str, tables: dict[bytes, KeptTable], tellers: dict[bytes, _Teller]
    ) -> None:
        for road, sealed in split_packets(_read_text(name)):
            kept = tables.get(road)
            if kept is None:
                raise _CommandError(self._text("apart.unknown_packet", file=name))
            if road not in tellers:
                way = open_transport(kept.seating)
                tellers[road] = self._teller(kept, () if way is None else (way,))
            tellers[road].take(sealed)

    def _state(self, reading: Reading) -> str:
        table = reading.table
        if reading.forked_at is not None:
            return self._text("apart.forked", number=reading.forked_at)
        if table is None:
            return self._text("apart.state.unknown")
        if table.match is None:
            return self._text("apart.state.opening", count=table.opened.seats)
        number, calls = table.calls, calls_of_match(table.opened.rules)
        if table.call is None:
            if table.stage is TableStage.OVER:
                return self._text("apart.over", totals=_totals(table, self._catalogue))
            return self._text("apart.state.ready", number=number, calls=calls)
        waited = [
            name
            for seat, name in enumerate(names_of(table))
            if is_waited_for(reading.log, table, seat)
            and leave_of(reading.log, table.chairs[seat].author) is None
        ]
        until = datetime.fromtimestamp(min(table.call.until, 1 << 33)).strftime("%Y-%m-%d %H:%M")
        if not waited:
            return self._text("apart.state.answered", number=number, calls=calls, until=until)
        names = write_list(self._catalogue, waited)
        return self._text(
            "apart.state.called", number=number, calls=calls, until=until, names=names
        )

    def _tell(self, key: str, **values: str | int) -> None:
        print(clean(self._text(key, **values)), file=sys.stderr, flush=True)


class _Teller:
    """Plays a table on and prints what happens, each event once."""

    def __init__(self, playing: Playing, catalogue: Catalogue) -> None:
        self._playing = playing
        self._catalogue = catalogue
        self._told = playing.table
        self._told_refused = len(playing.reading.refused)
        self._step = PlayingStep()
        self._has_told_damage = False
        self._told_forks: set[int] = set()
        self.has_refused = False
        """Whether something was no entry of its table, or changed nothing."""

    def take(self, sealed: bytes) -> None:
        """Take in what a packet holds."""
        self._playing.take_packet(sealed, self._step)

    def step(self) -> None:
        """Read the transport, say all that this home has to say now, and tell everything.

        Raises `OSError` where the transport fails.
        """
        came = len(self._step.came)
        if came:
            self._tell("apart.took", count=came)
        try:
            self._tell_step(self._playing.step(int(time.time()), self._step))
            forked = self._playing.reading.forked_at
            if forked is not None:
                self._tell("apart.forked", number=forked)
                self.has_refused = True
            while self._step.said:
                self._step = PlayingStep()
                self._tell_step(self._playing.step(int(time.time()), self._step))
        finally:
            for transport in self._playing.transports:
                transport.close()

    def play_to_the_end(self, transport: Transport) -> None:
        """Play by a transport until the match is over, or can never go on."""
        trouble = ""
        with closing(play_on(self._playing, lambda: transport)) as steps:
            for outcome in steps:
                if isinstance(outcome, FormatError):
                    raise outcome
                if isinstance(outcome, PlayingStep):
                    trouble = ""
                    self._tell_step(outcome)
                    if self._is_done():
                        return
                elif (reason := _reason_of(self._catalogue, outcome)) != trouble:
                    self._tell("apart.trouble", reason=reason.rstrip("."))
                    trouble = reason

    def _is_done(self) -> bool:
        reading = self._playing.reading
        table = reading.table
        if reading.forked_at is not None:
            self._tell("apart.forked", number=reading.forked_at)
            return True
        if table is None or table.stage is not TableStage.OVER:
            return False
        self._tell("apart.over", totals=_totals(table, self._catalogue))
        return True

    def _tell_step(self, step: PlayingStep) -> None:
        self.has_refused |= bool(step.refused)
        for refusal in step.refused[: 0 if self._has_told_damage else 1]:
            # Whoever has the invitation can fill a transport with what is none: it is told once.
            key = "apart.damaged" if len(step.refused) == 1 else "apart.first_damage"
            self._tell(key, reason=word_error(self._catalogue, refusal))
            self._has_told_damage = True
        for entry in [*step.said, *step.came]:
            if isinstance(entry.body, Sit):
                self._tell("apart.sat_down", name=entry.body.name)
        reading = self._playing.reading
        for number in {entry.number for entry in reading.set_aside} - self._told_forks:
            self._tell("apart.set_aside", number=number)
            self._told_forks.add(number)
        for refused in reading.refused[self._told_refused :]:
            self.has_refused = True
            reason = self._catalogue.text(f"apart.refusal.{refused.reason.value}")
            self._tell("apart.refused", number=refused.entry.number, reason=reason)
        self._told_refused = len(reading.refused)
        if reading.table is not None:
            self._tell_news(reading.table)
            self._told = reading.table

    def _tell_news(self, table: Table) -> None:
        """What has happened at the table since it was told of, call by call."""
        if table.match is None:
            return
        before = self._told or Table(table.id, table.master, table.opened)
        missed = table.missed[len(before.missed) :]
        substitutions = table.substitutions[len(before.substitutions) :]
        names = names_of(table)
        for came in reversed(substitutions):
            names[came.seat] = show_name(came.left.name)
        if before.match is None:
            self._tell("apart.began", names=write_list(self._catalogue, names))
        calls = calls_of_match(table.opened.rules)
        for number in range(before.calls, table.calls + 1):
            if number > before.calls:
                tiles = " ".join(map(str, _tiles_of(table.match, number)))
                self._tell("apart.called", number=number, calls=calls, tiles=tiles)
            for one in missed:
                if one.call == number:
                    self._tell("apart.missed", name=names[one.seat], number=number)
            for came in substitutions:
                if came.after == number:
                    left, names[came.seat] = names[came.seat], show_name(came.came.name)
                    self._tell("apart.substituted", came=names[came.seat], left=left)

    def _tell(self, key: str, **values: str | int) -> None:
        print(clean(self._catalogue.text(key, **values)), file=sys.stderr, flush=True)


def _reason_of(catalogue: Catalogue, error: OSError) -> str:
    """Why a transport carries nothing, in words that help."""
    trouble, address = getattr(error, "trouble", None), getattr(error, "address", "")
    if trouble is None:
        return error.strerror or str(error)
    return catalogue.text(f"apart.road.{trouble.value}", address=address)


def _tiles_of(match: Match, number: int) -> tuple[Tile, ...]:
    played, index = divmod(number - 1, len(match.rules.call_sizes))
    return match.rounds[played].calls[index]


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
        return decode_packets(sys.stdin.buffer.read(MAX_FILE_BYTES + 1))
    return read_packet_file(name)
