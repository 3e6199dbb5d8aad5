"""The server of a room: one page for every browser in the network, and a socket for each phone.

One thread with one event loop serves them all. The window asks `poll` for the words that arrived
and answers with `send`. What a visitor can cost is bounded: connections, bytes, words a second, and
one state that waits to be sent. Nothing here knows the game.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import logging
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from queue import Empty, SimpleQueue
from typing import Any, Final

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from game.threads import start_thread

MOST_LINES: Final = 160
LINES_OF_ADDRESS: Final = 40
"""Connections at once, and those of one address: several phones may share one behind a hotspot."""

LONGEST_WORD: Final = 1_024
WORDS_A_SECOND: Final = 12.0
WORDS_AT_ONCE: Final = 24.0
"""Words a second of one visitor, and words at once."""

STRIKES: Final = 12
"""Words that are no JSON object, after which a visitor's connection is closed."""

MOST_WAITING: Final = 2_000
"""Words that wait for the window; more are refused."""

MOST_NOTES: Final = 8
BEAT_SECONDS: Final = 4.0
"""Seconds without news after which a visitor is sent an empty word."""

_LOG: Final = logging.getLogger("game.phones")
_LOG.addHandler(logging.NullHandler())
_LOG.propagate = False


@dataclass(eq=False)
class PhoneVisitor:
    """One open page. `state` waits to be sent: a newer one replaces it."""

    address: str
    notes: list[str] = field(default_factory=list)
    state: str | None = None
    has_news: asyncio.Event = field(default_factory=asyncio.Event)


class _BoundedConnection(ServerConnection):
    """A connection that counts from its first packet, before it has sent anything."""

    open: Counter[str]
    address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        address = str(transport.get_extra_info("peername", ("?",))[0])
        counts = self.open
        if counts.total() >= MOST_LINES or counts[address] >= LINES_OF_ADDRESS:
            transport.abort()  # type: ignore[attr-defined]
            return
        self.address = address
        counts[address] += 1
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.address:
            return
        self.open[self.address] -= 1
        if not self.open[self.address]:
            del self.open[self.address]
        super().connection_lost(exc)


def _listen(address: str, port: int) -> socket.socket:
    """Return a listening socket: at one address, or at all of this machine, of both families."""
    if not address and socket.has_dualstack_ipv6():
        with contextlib.suppress(OSError):
            family = socket.AF_INET6
            return socket.create_server(("", port), family=family, dualstack_ipv6=True)
    return socket.create_server((address, port))


class NoThread(OSError):
    """The system starts no further thread for this program."""


class PhoneServer:
    """Serves `page` at every path until it is closed.

    `wake` is called in the server's thread when a word arrived. Raises `OSError` where it cannot
    listen at `port` (0 for any), or has no thread.
    """

    def __init__(
        self,
        page: bytes,
        port: int = 0,
        listen: str = "",
        wake: Callable[[], object] = lambda: None,
    ) -> None:
        self._page, self._packed = page, gzip.compress(page)
        self._wake = wake
        self._arrived: SimpleQueue[tuple[PhoneVisitor, dict[str, Any] | None]] = SimpleQueue()
        self._socket = _listen(listen, port)
        self.port: int = self._socket.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = start_thread(self._run, "phones")
        if self._thread is None:
            self._socket.close()
            self._loop.close()
            raise NoThread

    def poll(self) -> list[tuple[PhoneVisitor, dict[str, Any] | None]]:
        """Return the words that arrived, in order; None is a visitor who has gone."""
        arrived: list[tuple[PhoneVisitor, dict[str, Any] | None]] = []
        with contextlib.suppress(Empty):
            while len(arrived) < MOST_WAITING:
                arrived.append(self._arrived.get_nowait())
        return arrived

    def send(self, visitor: PhoneVisitor, value: dict[str, Any], *, is_state: bool = False) -> None:
        """Send a note, or a state in the place of one that was not sent yet."""
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))

        def put() -> None:
            if is_state:
                visitor.state = text
            else:
                visitor.notes = [*visitor.notes, text][-MOST_NOTES:]
            visitor.has_news.set()

        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(put)

    def close(self) -> None:
        """Close all pages and stop listening."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._stop.set)
        if self._thread is not None:
            self._thread.join(3)

    # the server's thread

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        kind = type("_CountedConnection", (_BoundedConnection,), {"open": Counter()})
        async with serve(
            self._meet, sock=self._socket, process_request=self._answer, logger=_LOG,
            create_connection=kind, max_size=LONGEST_WORD, max_queue=4, compression=None,
            open_timeout=5, close_timeout=1, ping_interval=10, ping_timeout=15, server_header=None,
        ):  # fmt: skip
            await self._stop.wait()

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer every plain request with the page; a socket is opened at /socket alone."""
        if request.path == "/socket":
            # Another site's page, open in a browser of the house, must not play.
            origin, host = request.headers.get("Origin"), request.headers.get("Host", "")
            if origin is not None and origin != f"http://{host}":
                return connection.respond(HTTPStatus.FORBIDDEN, "")
            return None
        is_icon = request.path.endswith((".ico", ".png"))
        is_packed = "gzip" in request.headers.get("Accept-Encoding", "") and not is_icon
        body = b"" if is_icon else self._packed if is_packed else self._page
        headers = Headers({
            "Content-Type": "text/html; charset=utf-8",
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Connection": "close",
        } | ({"Content-Encoding": "gzip"} if is_packed else {}))  # fmt: skip
        status = HTTPStatus.NOT_FOUND if is_icon else HTTPStatus.OK
        return Response(status, status.phrase, headers, body)

    async def _meet(self, connection: ServerConnection) -> None:
        visitor = PhoneVisitor(str(connection.remote_address[0]))
        sending = asyncio.create_task(self._send(connection, visitor))
        try:
            await self._hear(connection, visitor)
        except ConnectionClosed:
            pass
        finally:
            sending.cancel()
            self._put(visitor, None)

    def _put(self, visitor: PhoneVisitor, word: dict[str, Any] | None) -> None:
        self._arrived.put((visitor, word))
        # The window empties the queue: behind the first word no other needs to wake it.
        if self._arrived.qsize() <= 1:
            self._wake()

    async def _hear(self, connection: ServerConnection, visitor: PhoneVisitor) -> None:
        left, since, strikes = WORDS_AT_ONCE, time.monotonic(), 0
        async for text in connection:
            now = time.monotonic()
            left, since = min(WORDS_AT_ONCE, left + (now - since) * WORDS_A_SECOND), now
            if left < 1:
                # A flood waits alone: the connection's queue is full, so TCP holds the sender.
                await asyncio.sleep((1 - left) / WORDS_A_SECOND)
            left -= 1
            word = None
            if isinstance(text, str):
                with contextlib.suppress(ValueError, RecursionError):
                    word = json.loads(text)
            if not isinstance(word, dict):
                strikes += 1
                await connection.send('{"error":"bad"}')
                if strikes > STRIKES:
                    return
            elif self._arrived.qsize() > MOST_WAITING:
                await connection.send('{"error":"busy"}')
            else:
                self._put(visitor, word)

    async def _send(self, connection: ServerConnection, visitor: PhoneVisitor) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                # A phone notices a dead connection by its silence: iOS may not report it.
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(visitor.has_news.wait(), BEAT_SECONDS)
                visitor.has_news.clear()
                notes, state = visitor.notes, visitor.state
                visitor.notes, visitor.state = [], None
                for text in (*notes, state) if notes or state else ("{}",):
                    if text is not None:
                        await connection.send(text)
