"""`take-it-easy room`, the real program: matches by sockets, kills, strangers, TLS, bad arguments.

A room that plays for who is absent hides that it refuses who is there: boards are compared, not
ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from game.net.phones import LINES_OF_ADDRESS, MOST_LINES, one_address
from game.net.room_line import RoomLine
from game.play.phone_room import WRONG_CODES
from game.play.room_address import read_address
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.meta import ROOM_KEY, read_meta
from game.rules.record import parse_record
from tests.net.certificates import CERTIFICATE, CERTIFICATE_KEY

PATIENCE = 90.0


def _listen() -> None:
    """Hear what whoever started the tests may have had ignored, as `nohup` does."""
    for name in (signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_DFL)


class Program:
    """The command, running; what it says is read by a thread."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.said, self.printed = list[str](), list[str]()
        command = [sys.executable, "-m", "game", "room", "--data", str(folder), *words]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,
            preexec_fn=_listen if os.name == "posix" else None,
        )
        self._threads = [
            threading.Thread(target=self._read, args=pair, daemon=True)
            for pair in (
                (self.process.stdout, self.printed),
                (self.process.stderr, self.said),
            )
        ]
        for thread in self._threads:
            thread.start()
        wait_until(lambda: bool(self.printed) or self.process.poll() is not None)

    @staticmethod
    def _read(stream: Any, lines: list[str]) -> None:
        for line in stream:
            lines.append(line.rstrip("\n"))

    @property
    def link(self) -> str:
        """The address that it has printed first."""
        return self.printed[0]

    @property
    def port(self) -> int:
        """The port in its address."""
        found = re.search(r":(\d+)/", self.link)
        assert found is not None
        return int(found[1])

    @property
    def code(self) -> str:
        """The letters in its address."""
        return self.link.partition("#")[2].partition("&")[0]

    def ends(self, number: int | None = None, seconds: float = 30) -> int:
        """Send a signal, if one is given, and return the exit status."""
        if number is not None:
            self.process.send_signal(number)
        status = self.process.wait(seconds)
        for thread in self._threads:
            thread.join(10)
        return status


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Starts the command with one folder, at a free port unless another is named."""
    programs: list[Program] = []

    def run(*words: str) -> Program:
        listen = () if "--listen" in words else ("--listen", "127.0.0.1:0")
        programs.append(Program(tmp_path / "room", *listen, *words))
        return programs[-1]

    yield run
    for program in programs:
        if program.process.poll() is None:
            program.process.kill()
            program.process.wait()


def wait_until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


class Player:
    """A phone that plays at random and comes back whenever its line is lost.

    `lies` has the space on which the room has confirmed each tile. From call `silent` on it looks
    on; `seen` is told each state, and raises `ConnectionError` to drop the line.
    """

    def __init__(
        self,
        name: str,
        where: Callable[[], tuple[str, str]],
        *,
        silent: int = 99,
        seen: Callable[[dict[str, Any]], None] = lambda state: None,
        tls: ssl.SSLContext | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.name, self._where, self._silent, self._seen = name, where, silent, seen
        self._tls, self._headers = tls, headers or {}
        self.key, self.errors = "", list[str]()
        self.state: dict[str, Any] = {}
        self.lies: dict[tuple[int, int], int] = {}
        self._random = Random(name)

    async def run(self) -> None:
        """Play to the last count."""
        while not (self.state.get("do") == "over" and self.state["last_round"]):
            with contextlib.suppress(ConnectionClosed, OSError, TimeoutError, InvalidStatus):
                url, code = self._where()
                async with connect(
                    url, compression=None, ssl=self._tls, additional_headers=self._headers
                ) as line:
                    await self._play(line, code)
            await asyncio.sleep(0.05)

    async def _play(self, line: ClientConnection, code: str) -> None:
        join = {"do": "join", "code": code, "name": self.name}
        await line.send(json.dumps({"do": "sit", "key": self.key} if self.key else join))
        asked: tuple[str, int, int] | None = None
        async for text in line:
            word = json.loads(text)
            self.key = word.get("key", self.key)
            if "error" in word:
                self.errors.append(word["error"])
                asked = None
            if "state" not in word:
                continue
            state = self.state = word["state"]
            if asked is not None:
                at, tile, space = asked
                board = state["board"]
                if (board["tiles"][space] == tile) if space >= 0 else (tile in board["aside"]):
                    self.lies[state["round"], tile] = space
                elif state["at"] == at:
                    continue  # said before the room had heard
                asked = None
            self._seen(state)
            if state["do"] == "over" and state["last_round"]:
                return
            if state["do"] not in ("place", "close") or state["call"] >= self._silent:
                continue
            if state["do"] == "close" and (not state["hand"] or self._random.random() < 0.4):
                await line.send(json.dumps({"do": "finish", "at": state["at"]}))
                continue
            tile = self._random.choice(state["hand"])
            space = int(self._random.choice([*tile["spaces"]]))
            asked = state["at"], tile["tile"], space
            act = {"do": "place", "at": state["at"], "tile": tile["tile"], "space": space}
            await line.send(json.dumps(act))


def play(*players: Player) -> None:
    """Let them all play to the end."""

    async def everybody() -> None:
        await asyncio.wait_for(asyncio.gather(*(one.run() for one in players)), PATIENCE * 2)

    asyncio.run(everybody())


def where_of(program: Callable[[], Program]) -> Callable[[], tuple[str, str]]:
    """The socket and the letters of a program that may be another one by now."""
    return lambda: (f"ws://127.0.0.1:{program().port}/socket", program().code)


def record_of(program: Program) -> Match:
    """The record whose path the program has printed last."""
    path = Path(program.printed[-1])
    assert path.name == "match.played-1.json"
    return parse_record(path.read_bytes())


def compare(match: Match, player: Player, missing: int = 0) -> None:
    """Check that a player's every tile lies where the room confirmed it."""
    seat = next(i for i, one in enumerate(match.players) if one.name == player.name)
    unknown = 0
    for number, played in enumerate(match.rounds, 1):
        for space, tile in enumerate(played.seats[seat].position.tiles):
            if tile is not None:
                lies = player.lies.get((number, tile.index))
                # What lay aside a computer may have brought to a stamen at the end (P6).
                is_theirs = lies is None or (lies < 0 and missing > 2)
                unknown += is_theirs
                assert is_theirs or lies == space
    assert unknown <= missing


@pytest.mark.journey
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("classic free pairs none", marks=(pytest.mark.slow, pytest.mark.sweep)),
        "daffodil-4 free mail rays",
    ],
)
def test_a_match_by_sockets_with_one_silent_and_a_kill_in_the_middle(
    start: Callable[..., Program], rules: str
) -> None:
    words = ("--rules", rules, "--seats", "3", "--call-time", "4s")
    running = [start(*words)]
    port, code = running[0].port, running[0].code

    def killed(state: dict[str, Any]) -> None:
        if state["call"] == 5 and len(running) == 1:
            running[0].ends(signal.SIGKILL)
            running.append(start(*words))
            raise ConnectionError

    where = where_of(lambda: running[-1])
    ann, ben = Player("Ann", where, seen=killed), Player("Ben", where)
    silent = Player("Silent", where, silent=4)
    play(ann, ben, silent)
    program = running[-1]
    assert (program.port, program.code, len(code)) == (port, code, 19)
    assert program.ends() == 0
    match = record_of(program)
    # Lines that were cut with the kill may have lost the answers of one call, two tiles.
    for player, missing in ((ann, 2), (ben, 2), (silent, 99)):
        compare(match, player, missing)
        assert set(player.errors) <= {"late", "illegal"}
    for seat in (0, 1):
        names = [match.players[seat].name]
        assert names[0] == "Silent" or not any(
            turn.is_missed for turn in match.rounds[0].seats[seat].turns
        )
    assert len(silent.lies) >= 3
    score = score_match(match)
    totals = {
        player.name: one.total for player, one in zip(match.players, score.players, strict=True)
    }
    for player in (ann, ben):
        assert player.state["count"][player.state["you"]]["total"] == totals[player.name]
    # The result is the last that it prints, and the record keeps nothing of the room.
    assert len(program.printed) == 1 + 3 + 1
    assert all(any(line.startswith(f"{name}: ") for line in program.printed) for name in totals)
    assert not read_meta(match.meta).is_object(ROOM_KEY)
    assert "goes on" in "".join(running[1].said)


@pytest.mark.journey
def test_where_nothing_can_be_written_the_match_goes_on_and_is_stored_later(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program, path = start("--seats", "1", "--rules", "classic free pairs none"), tmp_path / "room"

    def breaks(state: dict[str, Any]) -> None:
        if state["call"] == 3 and (path / "match.json").is_file():
            (path / "match.json").unlink()
            (path / "match.json").mkdir()
        elif state["call"] == 6 and (path / "match.json").is_dir():
            (path / "match.json").rmdir()

    ann = Player("Ann", where_of(lambda: program), seen=breaks)
    play(ann)
    assert program.ends() == 0
    compare(record_of(program), ann)
    troubles = [line for line in program.said if "written" in line]
    assert [("cannot" in line) for line in troubles] == [True, False]


@pytest.mark.journey
def test_alone_neither_pygame_nor_numpy_is_loaded(tmp_path: Path) -> None:
    """A whole match, with the page and the record."""
    code = (
        "import sys; from game.__main__ import main; status = main(sys.argv[1:]);"
        "print([name for name in ('pygame', 'numpy') if name in sys.modules]); sys.exit(status)"
    )
    words = ("room", "--data", str(tmp_path), "--listen", "127.0.0.1:0", "--seats", "1")
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words, "--rules", "classic free pairs none"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    link = process.stdout.readline().strip()
    place, _, letters = link.removeprefix("http://").partition("/#")
    ann = Player("Ann", lambda: (f"ws://{place}/socket", letters))
    play(ann)
    rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert rest.splitlines()[-1] == "[]"


class Gone(Exception):
    """A phone has gone for a while."""


@pytest.mark.journey
def test_whoever_was_away_at_the_end_still_sees_the_count_and_keeps_the_game(
    start: Callable[..., Program],
) -> None:
    words = ("--seats", "2", "--rules", "classic free pairs none", "--call-time", "4s")
    program = start(*words)

    def goes(state: dict[str, Any]) -> None:
        if state["call"] == 9:
            raise Gone

    where = where_of(lambda: program)
    ann, ben = Player("Ann", where), Player("Ben", where, seen=goes)

    async def both() -> None:
        await asyncio.wait_for(asyncio.gather(ann.run(), ben.run(), return_exceptions=True), 120)

    asyncio.run(both())
    wait_until(lambda: len(program.printed) == 1 + 2 + 1)
    time.sleep(1)
    assert program.process.poll() is None

    async def comes_back() -> str:
        async with connect(where()[0], compression=None) as line:
            await line.send(json.dumps({"do": "sit", "key": ben.key}))
            assert (await next_state(line, "over"))["last_round"]
            await line.send(json.dumps({"do": "keep"}))
            while "record" not in (word := json.loads(await asyncio.wait_for(line.recv(), 10))):
                pass
            return str(word["record"])

    kept = parse_record(asyncio.run(comes_back()))
    assert program.ends() == 0
    filed = record_of(program)
    assert [played.seats for played in kept.rounds] == [played.seats for played in filed.rounds]
    assert not read_meta(kept.meta).is_object(ROOM_KEY)
    compare(filed, ann)


async def next_state(line: ClientConnection, do: str) -> dict[str, Any]:
    """The next state in which the room asks for this."""
    while True:
        word = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
        if word.get("state", {}).get("do") == do:
            return dict(word["state"])


@pytest.mark.journey
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 0), ("SIGHUP", 0)])
def test_stopped_in_a_match_or_before_it_says_that_it_goes_on_and_does(
    start: Callable[..., Program], name: str, status: int
) -> None:
    number = getattr(signal, name)
    program, keys = start("--seats", "2"), list[str]()
    url = where_of(lambda: program)()[0]

    async def joins() -> None:
        async with connect(url, compression=None) as line:
            await line.send(json.dumps({"do": "join", "code": program.code, "name": "Ann"}))
            keys.append(json.loads(await line.recv())["key"])
            wait_until(lambda: "Ann" in program.said[-1])

    asyncio.run(joins())
    assert program.ends(number) == status
    assert "goes on" in program.said[-1]
    again = start("--seats", "2")
    assert again.link == program.link

    async def plays() -> dict[str, Any]:
        async with (
            connect(url, compression=None) as ann,
            connect(url, compression=None) as ben,
        ):
            await ann.send(json.dumps({"do": "sit", "key": keys[0]}))
            assert json.loads(await ann.recv()) == {"key": keys[0], "name": "Ann"}
            await ben.send(json.dumps({"do": "join", "code": program.code, "name": "Ben"}))
            state = await next_state(ann, "place")
            tile, space = state["hand"][0], [*state["hand"][0]["spaces"]][7]
            act = {"do": "place", "at": state["at"], "tile": tile["tile"], "space": int(space)}
            await ann.send(json.dumps(act))
            return await next_state(ann, "wait")

    before = asyncio.run(plays())
    assert again.ends(number) == status
    assert "goes on" in again.said[-1]
    third = start("--seats", "2")
    assert third.link == program.link

    async def sits() -> dict[str, Any]:
        async with connect(url, compression=None) as line:
            await line.send(json.dumps({"do": "sit", "key": keys[0]}))
            return await next_state(line, "wait")

    after = asyncio.run(sits())
    assert "goes on" in third.said[0]
    for key in ("at", "board", "called", "last", "moves", "players"):
        assert after[key] == before[key]


# -- strangers


async def says(url: str, *words: dict[str, Any], **options: Any) -> list[Any]:
    """A room's answer to words of one page."""
    answers: list[Any] = []
    async with connect(url, compression=None, **options) as line:
        for word in words:
            await line.send(json.dumps(word))
            answers.append(json.loads(await line.recv()))
    return answers


def test_guessing_letters_shuts_out_the_address_that_the_proxy_names_alone(
    start: Callable[..., Program],
) -> None:
    program = start("--trust-proxy")
    url = where_of(lambda: program)()[0]

    def guess(forwarded: str, *words: dict[str, Any]) -> list[Any]:
        return asyncio.run(says(url, *words, additional_headers={"X-Forwarded-For": forwarded}))

    wrong = {"do": "join", "code": "B" * 19, "name": "Eve"}
    right = {"do": "join", "code": program.code, "name": "Eve"}
    # What she writes herself before the proxy's own word changes nothing.
    for number in range(3):
        words = [wrong] * (WRONG_CODES // 3)
        forged = f"10.0.0.{number}, 198.51.100.7"
        assert guess(forged, *words) == [{"error": "code"}] * len(words)
    assert guess("198.51.100.7", right) == [{"error": "shut"}]
    assert guess("10.9.9.9, 198.51.100.7", right) == [{"error": "shut"}]
    # Of a household's many addresses by IPv6 each is the same.
    words = [wrong] * WRONG_CODES
    assert guess("2001:db8::1", *words)[-1] == {"error": "code"}
    assert guess("2001:db8::ffff", right) == [{"error": "shut"}]
    assert "key" in guess("2001:db8:1::1", right)[0]
    right["name"] = "Ann"
    assert "key" in guess("198.51.100.8", right)[0]
    # A proxy that is not set up for it is told of once.
    assert not any("X-Forwarded-For" in line for line in program.said)
    for _ in range(2):
        asyncio.run(says(url, wrong))
    wait_until(lambda: any("X-Forwarded-For" in line for line in program.said))
    assert sum("X-Forwarded-For" in line for line in program.said) == 1


def test_without_a_proxy_nobody_names_an_address(start: Callable[..., Program]) -> None:
    program = start()
    url = where_of(lambda: program)()[0]
    wrong = {"do": "join", "code": "B" * 19, "name": "Eve"}
    for number in range(WRONG_CODES // 10):
        header = {"X-Forwarded-For": f"198.51.100.{number}"}
        asyncio.run(says(url, *[wrong] * 10, additional_headers=header))
    header = {"X-Forwarded-For": "198.51.100.99"}
    assert asyncio.run(says(url, wrong, additional_headers=header)) == [{"error": "shut"}]
    # Another machine is not shut out with the first.
    right = {"do": "join", "code": program.code, "name": "Ann"}
    (answer,) = asyncio.run(says(url, right, local_addr=("127.0.0.2", 0)))
    assert "key" in answer


def test_addresses_are_counted_by_household() -> None:
    assert one_address("::ffff:192.0.2.1") == one_address("192.0.2.1") == "192.0.2.1"
    assert one_address("2001:db8::1") == one_address("2001:db8:0:0:ffff::9")
    assert one_address("fe80::1%eth0") == one_address("fe80::2")
    assert one_address("unknown") == one_address("") == one_address("1.2.3.4:99") == ""


def test_strangers_who_hold_every_line_keep_no_guest_out(start: Callable[..., Program]) -> None:
    """Lines from many addresses that say nothing: a new one ends the oldest, never a guest's."""
    program = start("--trust-proxy", "--seats", "1")
    url = where_of(lambda: program)()[0]

    async def crowd() -> None:
        async with contextlib.AsyncExitStack() as stack:

            async def opens(address: str) -> ClientConnection:
                header = {"X-Forwarded-For": address}
                line = connect(url, compression=None, additional_headers=header)
                return await stack.enter_async_context(line)

            ann = await opens("192.0.2.1")
            await ann.send(json.dumps({"do": "join", "code": program.code, "name": "Ann"}))
            for number in range(MOST_LINES + 20):
                await opens(f"198.51.100.{number % 8}" if number < 200 else "198.51.100.200")
            ben = await opens("203.0.113.5")
            await ben.send(json.dumps({"do": "join", "code": program.code, "name": "Ben"}))
            assert "error" in json.loads(await ben.recv())
            words = [json.loads(await ann.recv()) for _ in range(4)]
            assert any("state" in word for word in words)
            await asyncio.wait_for(await ann.ping(), 10)
            # One address alone has no more than its share.
            for _ in range(LINES_OF_ADDRESS):
                await opens("203.0.113.77")
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                await opens("203.0.113.77")

    asyncio.run(crowd())


HOSTILE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nOrigin: x\r\nOrigin: y\r\n\r\n",
    b"GET /socket HTTP/1.1\r\nHost: a\r\nHost: b\r\nUpgrade: websocket\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \xff\xfe\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: a\r\nAccept-Encoding: b\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 300,
    b"\0" * 4_000,
    os.urandom(3_000),
)


@pytest.mark.journey
def test_it_goes_on_whatever_strangers_send(start: Callable[..., Program]) -> None:
    program = start("--seats", "1", "--trust-proxy", "--rules", "classic free pairs none")
    where, is_over = where_of(lambda: program), threading.Event()

    def raw() -> None:
        number = 0
        while not is_over.is_set():
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", program.port), 5) as line,
            ):
                line.settimeout(0.2)
                line.sendall(HOSTILE[number % len(HOSTILE)])
                line.recv(4096)
            number += 1

    async def floods() -> None:
        said, header = 0, {"X-Forwarded-For": "198.51.100.66"}
        words = (
            {"do": "join", "code": "B" * 19, "name": "Eve"},
            {"do": "sit", "key": "\ud800"},
            {"do": ["place"], "at": {}, "tile": 10**400, "space": -1},
            {"do": "join", "code": program.code, "name": "\0\u202e" * 9},
            {"do": "keep"},
        )
        while not is_over.is_set():
            with contextlib.suppress(ConnectionClosed, OSError, TimeoutError, InvalidStatus):
                async with connect(where()[0], compression=None, additional_headers=header) as line:
                    while not is_over.is_set():
                        word = json.dumps(words[said % len(words)])
                        await asyncio.wait_for(line.send(word), 0.5)
                        await asyncio.sleep(0)
                        said += 1

    threads = [threading.Thread(target=raw) for _ in range(2)]
    threads += [threading.Thread(target=lambda: asyncio.run(floods()))]
    for thread in threads:
        thread.start()
    ann = Player("Ann", where, headers={"X-Forwarded-For": "192.0.2.1"})
    try:
        play(ann)
    finally:
        is_over.set()
        for thread in threads:
            thread.join(20)
    wait_until(lambda: len(program.printed) > 2)
    compare(record_of(program), ann)
    assert program.ends() == 0
    assert not any("Traceback" in line for line in program.said)


# -- TLS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The files of a certificate and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    cert, key = folder / "cert.pem", folder / "key.pem"
    cert.write_text(CERTIFICATE)
    key.write_text(CERTIFICATE_KEY)
    return cert, key


@pytest.mark.journey
def test_tls_with_a_certificate_of_ones_own(
    start: Callable[..., Program], certificate: tuple[Path, Path]
) -> None:
    cert, key = certificate
    words = ("--cert", str(cert), "--key", str(key), "--seats", "1", "--listen", "0.0.0.0:0")
    program = start(*words, "--rules", "classic free pairs none")
    der = ssl.PEM_cert_to_DER_cert(cert.read_text())
    assert re.fullmatch(
        rf"https://[\w.:\[\]]+:{program.port}/#{program.code}&cert={sha256(der).hexdigest()}",
        program.link,
    )
    trust = ssl.create_default_context(cafile=str(cert))
    trust.check_hostname = False
    # Whoever opens lines and never greets holds nobody up.
    idle = [socket.create_connection(("127.0.0.1", program.port), 5) for _ in range(100)]
    ann = Player("Ann", lambda: (f"wss://127.0.0.1:{program.port}/socket", program.code), tls=trust)
    play(ann)
    for line in idle:
        line.close()
    assert program.ends() == 0
    compare(record_of(program), ann)
    assert not any("Without a certificate" in line for line in program.said)


@pytest.mark.skipif(
    sys.platform == "win32", reason="its event loop takes no line through the socket's `accept`"
)
def test_whoever_opens_lines_and_never_greets_has_no_more_than_a_share(
    start: Callable[..., Program], certificate: tuple[Path, Path]
) -> None:
    cert, key = map(str, certificate)
    program = start("--cert", cert, "--key", key, "--seats", "2")
    there, lines = ("127.0.0.1", program.port), list[socket.socket]()
    for _ in range(4 * LINES_OF_ADDRESS):
        lines.append(socket.create_connection(there, 5, source_address=("127.0.0.2", 0)))
    time.sleep(1)
    held = 0
    for line in lines:
        line.setblocking(False)
        try:
            held += line.recv(1) != b""
        except BlockingIOError:
            held += 1
        except ConnectionError:
            pass
    assert 0 < held <= LINES_OF_ADDRESS
    trust = ssl.create_default_context(cafile=cert)
    trust.check_hostname = False
    join = {"do": "join", "code": program.code, "name": "Ann"}
    url = f"wss://127.0.0.1:{program.port}/socket"
    assert "key" in asyncio.run(says(url, join, ssl=trust))[0]
    for line in lines:
        line.close()


def test_a_window_knows_the_certificate_by_the_printed_address(
    start: Callable[..., Program], certificate: tuple[Path, Path]
) -> None:
    cert, key = map(str, certificate)
    program = start("--cert", cert, "--key", key, "--seats", "2")
    printed = program.link.replace("localhost", "127.0.0.1")
    for link, trouble in ((printed, ""), (printed[:-2] + "00", "certificate")):
        address = read_address(link)
        assert address is not None
        line = RoomLine(address)
        end = time.monotonic() + PATIENCE
        while not (line.is_open or line.trouble):
            assert time.monotonic() < end
            time.sleep(0.02)
        assert line.trouble == trouble
        if not trouble:
            line.send({"do": "join", "code": address.letters, "name": "Ann"}, line.opened)
            while not any("key" in word for word in line.poll()):
                assert time.monotonic() < end
                time.sleep(0.02)
        line.close()


# -- bad arguments


def refusal(*words: str) -> tuple[int, str]:
    """The exit status and the message of the command, which must end by itself."""
    command = [sys.executable, "-m", "game", "room", *words]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
    )
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    return done.returncode, done.stderr


@pytest.mark.slow
def test_each_bad_argument_is_one_clear_sentence(
    tmp_path: Path, certificate: tuple[Path, Path]
) -> None:
    cert, key = map(str, certificate)
    data = ("--data", str(tmp_path / "room"))
    for words, status, part in (
        (("--listen", "0.0.0.0:0"), 2, "--in-the-clear"),
        (("--listen", "[::]:0"), 2, "--in-the-clear"),
        (("--listen", "somewhere"), 2, "no address to listen at"),
        (("--listen", "127.0.0.1:99999"), 2, "no address to listen at"),
        (("--listen", "192.0.2.1:0", "--in-the-clear"), 1, "cannot listen at 192.0.2.1"),
        (("--cert", cert), 2, "needs both"),
        (("--cert", str(tmp_path / "no.pem"), "--key", key), 2, "no.pem: no such file"),
        (("--cert", cert, "--key", str(tmp_path)), 2, str(tmp_path)),
        (("--cert", key, "--key", cert), 2, "belong together"),
        (("--rules", "chess"), 2, "chess"),
        (("--seats", "7"), 2, "7"),
        (("--seats", "6", "--bot", "fox"), 2, "six players"),
        (("--bot", "nobody"), 2, "nobody"),
        (("--call-time", "soon"), 2, "soon"),
    ):
        found, message = refusal(*data, *words)
        assert (found, part in message) == (status, True), message
    assert not (tmp_path / "room" / "match.json").exists()


@pytest.mark.slow
def test_a_port_that_is_taken_and_a_folder_that_is_taken(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program = start()
    taken = f"127.0.0.1:{program.port}"
    status, message = refusal("--data", str(tmp_path / "other"), "--listen", taken)
    assert (status, f"port {program.port}" in message) == (1, True), message
    status, message = refusal("--data", str(tmp_path / "room"), "--listen", "127.0.0.1:0")
    assert (status, "Another room" in message) == (1, True), message


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("match.json", b"{"),
        ("match.json", b"\xff\xfe"),
        ("guests.json", b"["),
        ("guests.json", b"[" * 5_000),
    ],
)
def test_data_that_cannot_be_read_is_named_and_left_as_it_is(
    tmp_path: Path, name: str, raw: bytes
) -> None:
    (tmp_path / name).write_bytes(raw)
    status, message = refusal("--data", str(tmp_path), "--listen", "127.0.0.1:0")
    assert (status, name in message) == (2, True), message
    assert (tmp_path / name).read_bytes() == raw


def test_another_programs_record_is_no_match_of_a_room(tmp_path: Path) -> None:
    folder = tmp_path / "room"
    folder.mkdir()
    record = {
        "format": "take-it-easy",
        "version": 1,
        "rules": {"board": "classic", "placement": "free", "call": "single", "rays": "none"},
        "players": [{"name": "Ana", "kind": "human"}],
        "rounds": [],
    }
    (folder / "match.json").write_text(json.dumps(record))
    status, message = refusal("--data", str(folder), "--listen", "127.0.0.1:0")
    assert (status, "match.json: the match of no room" in message) == (2, True), message


def test_a_folder_that_can_be_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "room").write_bytes(b"a file")
    status, message = refusal("--data", str(tmp_path / "room"), "--listen", "127.0.0.1:0")
    assert (status, "room: " in message) == (2, True), message
    assert (tmp_path / "room").read_bytes() == b"a file"
