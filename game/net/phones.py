"""The server of a room: one page for every browser in the network, and a socket for each phone.

One thread with one event loop serves them all. The window asks `poll` for the words that arrived
and answers with `send`. What a visitor can cost is bounded: connections, bytes, words a second, and
one state that waits to be sent. Where all connections are in use, a new one ends the oldest that no
guest has: strangers cannot keep a guest out by staying. Nothing here knows the game.
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
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import count
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from game.threads import start_thread

if TYPE_CHECKING:
    from ssl import SSLContext

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
    """One open page. `state` waits to be sent: a newer one replaces it.

    `is_known` is set by the room while the visitor is one of its guests. A later page has a higher
    `rank`.
    """

    address: str
    is_known: bool = False
    rank: int = field(default_factory=count().__next__)
    notes: list[str] = field(default_factory=list)
    state: str | None = None
    has_news: asyncio.Event = field(default_factory=asyncio.Event)


def one_address(text: str) -> str:
    """Return the address that a visitor is counted by; "" for a text that is none.

    A household has a whole network of IPv6 addresses, which counts as one.
    """
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(ip_network((address, 64), strict=False)) if mapped is None else str(mapped)


@dataclass(eq=False)
class _Lines:
    """All open connections, the oldest first, and how many each address has."""

    is_behind_proxy: bool
    has_nameless: bool = False
    """Whether the proxy has passed on a visitor without an address."""
    open: dict[_BoundedConnection, None] = field(default_factory=dict)
    of_address: Counter[str] = field(default_factory=Counter)

    def has_room(self, address: str) -> bool:
        """Whether another connection of an address may open; where all are in use, end one."""
        if address and self.of_address[address] >= LINES_OF_ADDRESS:
            return False
        if len(self.open) < MOST_LINES:
            return True
        oldest = next((line for line in self.open if not line.is_known), None)
        if oldest is not None:
            oldest.transport.abort()
            oldest.leave()
        return oldest is not None

    def uncount(self, address: str) -> None:
        """Count one connection less for an address."""
        self.of_address[address] -= 1
        if not self.of_address[address]:
            del self.of_address[address]


class _BoundedConnection(ServerConnection):
    """A connection that counts from its first packet, before it has sent anything.

    Behind a proxy its address is known from its request on.
    """

    lines: _Lines
    address = ""
    visitor: PhoneVisitor | None = None

    @property
    def is_known(self) -> bool:
        """Whether one of the room's guests has this connection."""
        return self.visitor is not None and self.visitor.is_known

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        address = str(transport.get_extra_info("peername", ("?",))[0])
        self.peer = one_address(address) or address
        counted = "" if self.lines.is_behind_proxy else self.peer
        if not self.lines.has_room(counted):
            transport.abort()  # type: ignore[attr-defined]
            return
        self.lines.open[self] = None
        self._count_for(counted)
        super().connection_made(transport)

    def name(self, request: Request) -> bool:
        """Count the connection for the address that the proxy names; whether it may stay.

        The last one named is our proxy's word: a visitor can have written all others.
        """
        named = ",".join(request.headers.get_all("X-Forwarded-For")).rpartition(",")[2]
        address = one_address(named.strip())
        self.lines.has_nameless = self.lines.has_nameless or not address
        address = address or self.peer
        if self.lines.of_address[address] >= LINES_OF_ADDRESS:
            return False
        if self in self.lines.open:
            self.lines.uncount(self.address)
            self._count_for(address)
        return True

    def _count_for(self, address: str) -> None:
        self.address = address
        self.lines.of_address[address] += 1

    def leave(self) -> None:
        """Count the connection no longer; safe to repeat."""
        if self in self.lines.open:
            del self.lines.open[self]
            self.lines.uncount(self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        if hasattr(self, "transport"):
            super().connection_lost(exc)


def _listen(address: str, port: int) -> socket.socket:
    """Return a listening socket: at one address, or at all of this machine, of both families."""
    is_everywhere = address in ("", "::")
    if is_everywhere and socket.has_dualstack_ipv6():
        with contextlib.suppress(OSError):
            family = socket.AF_INET6
            return socket.create_server(("", port), family=family, dualstack_ipv6=True)
    family = socket.AF_INET6 if ":" in address and not is_everywhere else socket.AF_INET
    return socket.create_server(("" if is_everywhere else address, port), family=family)


class _GreetingSocket(socket.socket):
    """A listening socket whose visitors count while they greet by TLS, before `_Lines` sees them.

    Windows' event loop opens no door by `accept`; there the greeting's time alone is bounded.
    """

    greeting: set[tuple[socket.socket, str]]

    def accept(self) -> tuple[socket.socket, Any]:
        line, place = super().accept()
        address = one_address(str(place[0]))
        self.greeting = {pair for pair in self.greeting if pair[0].fileno() >= 0}
        of_address = sum(other == address for _, other in self.greeting)
        if of_address >= LINES_OF_ADDRESS or len(self.greeting) >= 2 * MOST_LINES:
            line.close()
            # The event loop takes this for a visitor who has left, and waits for the next.
            raise ConnectionAbortedError
        self.greeting.add((line, address))
        return line, place


class NoThread(OSError):
    """The system starts no further thread for this program."""


class PhoneServer:
    """Serves `page` at every path until it is closed.

    `wake` is called in the server's thread when a word arrived. `tls` has a certificate; with
    `is_behind_proxy` a proxy is trusted to name each visitor's address. Raises `OSError` where it
    cannot listen at `port` (0 for any), or has no thread.
    """

    def __init__(
        self,
        page: bytes,
        port: int = 0,
        listen: str = "",
        wake: Callable[[], object] = lambda: None,
        *,
        tls: SSLContext | None = None,
        is_behind_proxy: bool = False,
    ) -> None:
        self._page, self._packed = page, gzip.compress(page)
        self._tls, self._lines = tls, _Lines(is_behind_proxy)
        self._wake = wake
        self._arrived: SimpleQueue[tuple[PhoneVisitor, dict[str, Any] | None]] = SimpleQueue()
        self._socket = _listen(listen, port)
        if tls is not None:
            self._socket = _GreetingSocket(fileno=self._socket.detach())
            self._socket.greeting = set()
        self.port: int = self._socket.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = start_thread(self._run, "phones")
        if self._thread is None:
            self._socket.close()
            self._loop.close()
            raise NoThread

    @property
    def has_nameless(self) -> bool:
        """Whether the proxy passed on a visitor without an address; such visitors count as one."""
        return self._lines.has_nameless

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
        # An error on a stranger's line is logged in one line, without a traceback.
        self._loop.set_exception_handler(lambda _, what: _LOG.error("%s", what.get("message")))
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        kind = type("_CountedConnection", (_BoundedConnection,), {"lines": self._lines})
        patience = None if self._tls is None else 5
        async with serve(
            self._meet, sock=self._socket, process_request=self._answer, logger=_LOG,
            create_connection=kind, max_size=LONGEST_WORD, max_queue=4, compression=None,
            open_timeout=5, close_timeout=1, ping_interval=10, ping_timeout=15, server_header=None,
            ssl=self._tls, ssl_handshake_timeout=patience,
        ):  # fmt: skip
            await self._stop.wait()

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer every plain request with the page; a socket is opened at /socket alone."""
        assert isinstance(connection, _BoundedConnection)
        if self._lines.is_behind_proxy and not connection.name(request):
            return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, "")
        # A proxy may have several rooms, each below a path of its own.
        if request.path.endswith("/socket"):
            # Another site's page, open in a browser of the house, must not play.
            origin, host = request.headers.get("Origin"), request.headers.get("Host", "")
            if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
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
        assert isinstance(connection, _BoundedConnection)
        visitor = connection.visitor = PhoneVisitor(connection.address)
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
                    value = json.loads(text)
                    # Half a character, which JSON allows, has no UTF-8: nothing could store it.
                    json.dumps(value, ensure_ascii=False).encode()
                    word = value
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
