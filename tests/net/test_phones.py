"""The server of a room: a game that must not notice, beside strangers who try everything."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from game.net.phones import (
    LINES_OF_ADDRESS,
    LONGEST_WORD,
    MOST_NOTES,
    STRIKES,
    WORDS_AT_ONCE,
    NoThread,
    PhoneServer,
    PhoneVisitor,
    one_address,
)
from game.page.tables import tables_of
from game.play.phone_room import PhoneRoom
from game.play.table_game import Phase
from game.rules.match_score import score_match
from tests.net.phones import Flood, PhonePlayer, begin, running

PAGE = b"<!doctype html><p>" + b"hello " * 200


@pytest.fixture
def server() -> Iterator[PhoneServer]:
    """A server on this machine."""
    one = PhoneServer(PAGE, listen="127.0.0.1")
    yield one
    one.close()


def url(server: PhoneServer) -> str:
    """The address of its sockets."""
    return f"ws://127.0.0.1:{server.port}/socket"


def raw(server: PhoneServer, *data: bytes) -> bytes:
    """The server's answer to bytes."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.settimeout(10)
        answer = b""
        with contextlib.suppress(OSError):
            for each in data:
                line.sendall(each)
            while part := line.recv(65536):
                answer += part
        return answer


def test_the_window_is_woken_by_a_word_and_by_a_visitor_who_goes() -> None:
    woken = threading.Event()
    server = PhoneServer(PAGE, listen="127.0.0.1", wake=woken.set)

    async def say_and_go() -> None:
        async with connect(url(server)) as line:
            await line.send('{"say": 1}')
            assert await asyncio.to_thread(woken.wait, 10)
            assert [word for _, word in server.poll()] == [{"say": 1}]
            woken.clear()

    try:
        asyncio.run(say_and_go())
        assert woken.wait(10)
        assert [word for _, word in server.poll()] == [None]
    finally:
        server.close()


def test_every_path_is_the_page_packed_for_whoever_takes_it(server: PhoneServer) -> None:
    for path in (b"/", b"/ABCD", b"/../../etc/passwd"):
        head, _, body = raw(server, b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % path).partition(
            b"\r\n\r\n"
        )
        assert body == PAGE
        status, *lines = head.decode().splitlines()
        headers = dict(line.split(": ", 1) for line in lines)
        headers.pop("Date", None)
        assert (status, headers) == (
            "HTTP/1.1 200 OK",
            {
                "Content-Type": "text/html; charset=utf-8",
                "Content-Length": str(len(PAGE)),
                "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
                "Connection": "close",
            },
        )
    packed = raw(server, b"GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
    assert b"Content-Encoding: gzip" in packed
    assert len(packed) < 600


def test_another_sites_page_opens_no_socket(server: PhoneServer) -> None:
    async def opens(origin: str) -> None:
        async with connect(url(server), origin=origin):  # type: ignore[arg-type]
            pass

    asyncio.run(opens(f"http://127.0.0.1:{server.port}"))
    with pytest.raises(InvalidStatus):
        asyncio.run(opens("http://evil.example"))


@pytest.mark.parametrize(
    "data",
    [
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
        os.urandom(400),
        b"\0" * 400,
    ],
    ids=["post", "long", "random", "zeros"],
)
def test_what_is_no_request_is_shown_the_door(server: PhoneServer, data: bytes) -> None:
    assert b"hello" not in raw(server, data)
    assert b"200 OK" in raw(server, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")


async def heard(server: PhoneServer, *words: str | bytes, seconds: float = 0.5) -> list[Any]:
    """The server's answers to words within a moment; the close code at the end."""
    answers: list[Any] = []
    try:
        async with connect(url(server), compression=None, max_size=None) as line:
            for word in words:
                await line.send(word)
            with contextlib.suppress(TimeoutError):
                while True:
                    answers.append(json.loads(await asyncio.wait_for(line.recv(), seconds)))
    except ConnectionClosed as end:
        answers.append(end.rcvd and end.rcvd.code)
    return answers


def test_words_that_are_none_are_refused_and_soon_the_line_is_closed(server: PhoneServer) -> None:
    bad = {"error": "bad"}
    for word in ("{", "[]", "3", '"x"', "[" * 900, b"\0\1", r'{"key":"\ud800"}'):
        assert asyncio.run(heard(server, word)) == [bad]
    answers = asyncio.run(heard(server, *["x"] * (STRIKES + 1), seconds=10))
    assert answers[: STRIKES + 1] == [bad] * (STRIKES + 1)
    assert answers[-1] == 1000
    # A word that is too long closes the line before it is read.
    assert asyncio.run(heard(server, "x" * (LONGEST_WORD + 1))) == [1009]
    assert server.poll()[-1][1] is None


def test_words_that_nobody_takes_are_refused_once_there_are_many(
    server: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.phones.MOST_WAITING", 3)
    answers = asyncio.run(heard(server, *['{"do":"x"}'] * 6))
    assert answers == [{"error": "busy"}] * 2
    assert [word for _, word in server.poll()] == [{"do": "x"}] * 3
    # The end of the line may come a moment later.
    end, left = time.monotonic() + 20, list[object]()
    while len(left) < 2 and time.monotonic() < end:
        left += [word for _, word in server.poll()]
    assert left == [{"do": "x"}, None]


def test_each_word_is_sent_once_and_a_state_only_while_it_is_the_latest(
    server: PhoneServer,
) -> None:
    async def talk() -> list[Any]:
        async with connect(url(server), compression=None) as line:
            await line.send('{"do":"x"}')
            while not (arrived := server.poll()):
                await asyncio.sleep(0.01)
            ((visitor, _),) = arrived
            answers: list[Any] = []
            for word in ({"state": 1}, {"note": 1}, {"state": 2}, {"note": 2}, {"note": 3}):
                server.send(visitor, word, is_state="state" in word)
                while word not in answers:
                    answers.append(json.loads(await asyncio.wait_for(line.recv(), 10)))
            return answers

    words = [{"state": 1}, {"note": 1}, {"state": 2}, {"note": 2}, {"note": 3}]
    assert asyncio.run(talk()) == words


def test_one_address_has_so_many_lines_and_silent_ones_are_closed(server: PhoneServer) -> None:
    lines = []
    for _ in range(LINES_OF_ADDRESS + 20):
        with contextlib.suppress(OSError):
            line = socket.create_connection(("127.0.0.1", server.port), 5)
            line.settimeout(15)
            lines.append(line)
    time.sleep(0.3)
    open_lines = 0
    for line in lines:
        with contextlib.suppress(OSError):
            line.sendall(b"GET / HTTP/1.1\r\nHost")
            line.setblocking(False)
            try:
                open_lines += line.recv(1) != b""
            except BlockingIOError:
                open_lines += 1
    assert 0 < open_lines <= LINES_OF_ADDRESS
    end = time.monotonic() + 20
    while b"200 OK" not in raw(server, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"):
        assert time.monotonic() < end
        time.sleep(0.2)
    for line in lines:
        line.close()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ff:1", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("proxy", ""),
        ("192.0.2.1:80", ""),
    ],
)
def test_a_household_counts_as_one_address(text: str, address: str) -> None:
    assert one_address(text) == address


async def arrivals(server: PhoneServer, count: int) -> list[PhoneVisitor]:
    """The visitors of the next words, in order."""
    visitors: list[PhoneVisitor] = []
    while len(visitors) < count:
        visitors += [visitor for visitor, word in server.poll() if word is not None]
        await asyncio.sleep(0.01)
    return visitors


def test_where_all_lines_are_in_use_the_oldest_stranger_makes_room(
    server: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.phones.MOST_LINES", 3)

    async def talk() -> None:
        async with contextlib.AsyncExitStack() as stack:

            async def opens() -> tuple[ClientConnection, PhoneVisitor]:
                line = await stack.enter_async_context(connect(url(server), compression=None))
                await line.send('{"do":"x"}')
                return line, *(await arrivals(server, 1))  # type: ignore[return-value]

            guest, stranger, other = [await opens() for _ in range(3)]
            assert guest[1].rank < stranger[1].rank < other[1].rank, "the later the higher"
            guest[1].is_known = True
            late = await opens()
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(stranger[0].recv(), 10)
            for line, visitor in (guest, other, late):
                server.send(visitor, {"still": "here"})
                assert json.loads(await asyncio.wait_for(line.recv(), 10)) == {"still": "here"}
                visitor.is_known = True
            # Guests alone are there: a stranger finds no place.
            with pytest.raises((OSError, InvalidMessage)):
                await opens()

    asyncio.run(talk())


def test_two_visitors_at_once_end_the_two_oldest_connections(
    server: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.phones.MOST_LINES", 3)

    async def talk() -> None:
        async with contextlib.AsyncExitStack() as stack:
            lines = list[ClientConnection]()
            visitors = list[PhoneVisitor]()
            for _ in range(3):
                line = await stack.enter_async_context(connect(url(server), compression=None))
                await line.send('{"do":"x"}')
                lines.append(line)
                visitors += await arrivals(server, 1)
            # The server's loop accepts both in one step.
            server._loop.call_soon_threadsafe(time.sleep, 0.05)
            late = [socket.create_connection(("127.0.0.1", server.port), 5) for _ in range(2)]
            for line in lines[:2]:
                with pytest.raises(ConnectionClosed):
                    await asyncio.wait_for(line.recv(), 5)
            server.send(visitors[2], {"still": "here"})
            assert json.loads(await asyncio.wait_for(lines[2].recv(), 10)) == {"still": "here"}
            for each in late:
                each.close()

    asyncio.run(talk())


def test_a_connection_that_ends_frees_one_place_of_its_address(
    server: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.phones.LINES_OF_ADDRESS", 3)

    async def talk() -> None:
        async with contextlib.AsyncExitStack() as stack:

            async def opens() -> ClientConnection:
                line = await stack.enter_async_context(connect(url(server), compression=None))
                await line.send('{"do":"x"}')
                await arrivals(server, 1)
                return line

            first, *_ = [await opens() for _ in range(3)]
            await first.close()
            while not any(word is None for _, word in server.poll()):
                await asyncio.sleep(0.01)
            for _ in range(50):
                with contextlib.suppress(OSError, InvalidMessage):
                    await opens()
                    break
                await asyncio.sleep(0.01)
            with pytest.raises((OSError, InvalidMessage)):
                await opens()

    asyncio.run(talk())


def test_behind_a_proxy_the_address_is_the_last_one_that_it_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.net.phones.LINES_OF_ADDRESS", 1)
    server = PhoneServer(PAGE, listen="127.0.0.1", is_behind_proxy=True)

    async def talk() -> None:
        async with contextlib.AsyncExitStack() as stack:

            async def opens(*names: str) -> str:
                headers = [("X-Forwarded-For", name) for name in names]
                line = await stack.enter_async_context(
                    connect(url(server), compression=None, additional_headers=headers)
                )
                await line.send('{"do":"x"}')
                (visitor,) = await arrivals(server, 1)
                return visitor.address

            assert await opens("192.0.2.9, 192.0.2.1") == "192.0.2.1"
            for names in (("192.0.2.1",), ("192.0.2.2", "192.0.2.1")):
                with pytest.raises(InvalidStatus) as caught:
                    await opens(*names)
                assert caught.value.response.status_code == 429
            assert await opens("192.0.2.1", "192.0.2.2") == "192.0.2.2"
            assert not server.has_nameless
            assert await opens() == "127.0.0.1"
            assert server.has_nameless

    try:
        asyncio.run(talk())
    finally:
        server.close()


def test_of_notes_that_wait_the_latest_are_kept_and_of_states_one(server: PhoneServer) -> None:
    visitor = PhoneVisitor("192.0.2.1")
    for number in range(MOST_NOTES + 2):
        server.send(visitor, {"note": number})
        server.send(visitor, {"state": "ă", "n": number}, is_state=True)
    asyncio.run_coroutine_threadsafe(asyncio.sleep(0), server._loop).result(10)
    assert [json.loads(note)["note"] for note in visitor.notes] == [*range(2, MOST_NOTES + 2)]
    assert visitor.state == f'{{"state":"ă","n":{MOST_NOTES + 1}}}'
    assert visitor.has_news.is_set()


def test_an_icon_is_nowhere_and_a_secure_page_of_the_house_opens_a_socket(
    server: PhoneServer,
) -> None:
    for path in (b"/favicon.ico", b"/room/apple-touch-icon.png"):
        answer = raw(server, b"GET %s HTTP/1.1\r\nAccept-Encoding: gzip\r\n\r\n" % path)
        assert answer.startswith(b"HTTP/1.1 404")
        assert answer.endswith(b"\r\n\r\n")
        assert b"Content-Encoding" not in answer
    sign = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    sign += b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
    for path, origin, status in (
        (b"/socket", b"https://house:1", b"101"),
        (b"/room/socket", b"http://house:1", b"101"),
        (b"/socket", b"http://house:2", b"403"),
        (b"/socket", b"null", b"403"),
        (b"/sockets", b"http://house:1", b"200"),
    ):
        head = b"GET %s HTTP/1.1\r\nHost: house:1\r\nOrigin: %s\r\n" % (path, origin)
        with socket.create_connection(("127.0.0.1", server.port), 10) as line:
            line.sendall(head + sign + b"\r\n")
            assert line.recv(64).startswith(b"HTTP/1.1 " + status), (path, origin)


def test_without_a_thread_or_a_port_there_is_no_room(
    server: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OSError, match=r"."):
        PhoneServer(PAGE, server.port, listen="127.0.0.1")

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(NoThread):
        PhoneServer(PAGE, listen="127.0.0.1")


@pytest.mark.slow
@pytest.mark.parametrize("crowd", [0, 3], ids=["alone", "beside a flood"])
def test_six_phones_with_dropped_lines_lose_nothing(crowd: int) -> None:
    server = PhoneServer(PAGE, listen="127.0.0.1")
    room = PhoneRoom(server, tables_of)
    players = [PhonePlayer(url(server), f"P{i}", room.code, drops=0.15) for i in range(6)]
    floods = [Flood(url(server)) for _ in range(crowd)]
    try:
        with running(players) as is_alive:
            while is_alive() and len(room.guests) < len(players):
                room.poll()
            # The flood's wrong letters close the door to its address: it comes behind the guests.
            with running(floods):
                while is_alive() and any(flood.said <= WORDS_AT_ONCE for flood in floods):
                    room.poll()
                game = begin(room)
                while is_alive():
                    room.poll()
                    if game.phase() is Phase.CALL:
                        game.call_next()
                for flood in floods:
                    flood.stop()
    finally:
        room.close()
    score = score_match(game.match)
    for player in players:
        state = player.state
        position = game.match.round.seats[state["you"]].position
        tiles = [-1 if tile is None else tile.index for tile in position.tiles]
        assert state["board"]["tiles"] == tiles
        assert state["count"][state["you"]]["total"] == score.players[state["you"]].total


def test_words_beyond_those_at_once_come_at_a_pace(
    server: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.phones.WORDS_AT_ONCE", 3.0)
    monkeypatch.setattr("game.net.phones.WORDS_A_SECOND", 5.0)

    async def talk() -> tuple[float, float]:
        async with connect(url(server), compression=None) as line:
            # A silent moment saves no words beyond those at once.
            await asyncio.sleep(0.4)
            since = time.monotonic()
            for number in range(5):
                await line.send(f'{{"do":{number}}}')
            await arrivals(server, 3)
            first = time.monotonic() - since
            await arrivals(server, 2)
            return first, time.monotonic() - since

    first, last = asyncio.run(talk())
    # Two words at five a second; the first three wait for nothing.
    assert last - first > 0.2
    assert last > 0.35


def test_of_all_that_waits_a_note_is_sent_before_the_state(server: PhoneServer) -> None:
    async def talk() -> list[Any]:
        async with connect(url(server), compression=None) as line:
            await line.send('{"do":"x"}')
            (visitor,) = await arrivals(server, 1)
            # The server's loop sees both at once.
            server._loop.call_soon_threadsafe(time.sleep, 0.05)
            server.send(visitor, {"state": 1}, is_state=True)
            server.send(visitor, {"error": "late"})
            return [json.loads(await asyncio.wait_for(line.recv(), 10)) for _ in range(2)]

    assert asyncio.run(talk()) == [{"error": "late"}, {"state": 1}]
