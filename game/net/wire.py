"""Speaks the NATS protocol with one server; a thread reads the messages.

If the address demands TLS, it is established before anything is sent. An address may end with the
SHA-256 of the server's certificate (`#` and hex): then exactly that certificate is demanded, by
whichever authority it is signed. Addresses that a server recommends are ignored. Data that is not
NATS, or too long, ends the connection.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from game.net.trouble import TransportError, Trouble, public_address, trouble_of
from game.threads import start_thread

PORT: Final = 4222
CONNECT_SECONDS: Final = 4.0
ANSWER_SECONDS: Final = 5.0
"""Seconds that a request waits for its answer."""
RETRY_SECONDS: Final = 0.5
TRY_SHARES: Final = ((0.2, 0.02), (0.2, 0.1), (0.6, 0.4), (1.0, 0.0))
"""Shares of that patience for one try after another, and seconds between them."""
PING_SECONDS: Final = 15.0
MAX_PROTOCOL_LINE: Final = 1 << 16
MAX_MESSAGE_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class NatsMessage:
    """One message of a server: subject, headers as they arrived, data."""

    subject: str
    head: str
    data: bytes

    @property
    def status(self) -> str:
        """The status that replaces data: "404" for a missing message; "" without one."""
        words = self.head.partition("\r\n")[0].split()
        return words[1] if len(words) > 1 else ""

    def header(self, name: str) -> str:
        """Return a header's value, "" without it; the server appends its own to the sender's."""
        _, label, rest = self.head.rpartition(f"\r\n{name}: ")
        return rest.partition("\r\n")[0] if label else ""

    @property
    def sequence(self) -> int:
        """The message's sequence in its stream, 0 if the server does not say."""
        number = self.header("Nats-Sequence")
        return int(number) if number.isascii() and number.isdecimal() else 0

    @property
    def time(self) -> float:
        """The UTC second at which the server stored it, 0 if the server does not say."""
        try:
            return datetime.fromisoformat(
                f"{self.header('Nats-Time-Stamp')[:19]}+00:00"
            ).timestamp()
        except ValueError:
            return 0.0

    def json(self) -> Mapping[str, Any]:
        """Return the data as a JSON object; empty if it is invalid."""
        try:
            value = json.loads(self.data)
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}


@dataclass(slots=True)
class _Asked:
    """One request under way."""

    subject: str
    many: bool
    replies: list[NatsMessage] = field(default_factory=list)
    is_done: threading.Event = field(default_factory=threading.Event)
    trouble: Trouble = Trouble.NO_ANSWER


Ask = tuple[str, bytes, Mapping[str, str]]
"""Subject, data and headers of a request."""


class NatsLink:
    """A connection to one server, opened when it is needed and reopened after a loss.

    `epoch` counts the connections. Subscriptions are repeated in each, but messages between two are
    lost: readers compare epochs. Where its user is refused it tries the address of `other`. All
    methods may be called from any thread and raise `TransportError`.
    """

    def __init__(
        self,
        url: str,
        trust: ssl.SSLContext | None = None,
        other: Callable[[], str] | None = None,
    ) -> None:
        self.address = public_address(url)
        self.epoch = 0
        self.on_loss: list[Callable[[], None]] = []
        self._url, self._trust, self._other = url, trust, other
        self._connecting = threading.Lock()
        self._turn = threading.Lock()
        """Held to use the socket: TLS may not be read and written at once."""
        self._numbers = itertools.count(1)
        self._heard: dict[int, tuple[str, Callable[[NatsMessage], None]]] = {}
        self._asked: dict[str, _Asked] = {}
        self._socket: socket.socket | None = None
        self._is_closed = False
        self._failed_at = 0.0
        self.trouble = Trouble.NO_ANSWER
        """The reason why the last connection failed."""
        self._inbox = "_INBOX"
        self.user = ""
        self.server = ""
        """The id of the server that it is connected to."""

    @property
    def is_up(self) -> bool:
        """Whether it is connected."""
        return self._socket is not None

    def reach(self) -> int:
        """Connect unless connected; return the epoch."""
        with self._connecting:
            if self._socket is not None:
                return self.epoch
            if self._is_closed or time.monotonic() < self._failed_at + RETRY_SECONDS:
                raise TransportError(self.trouble, self.address)
            try:
                self._connect()
            # A malformed reply counts as no reply; the caller retries.
            except Exception as error:
                self._failed_at, self.trouble = time.monotonic(), trouble_of(error)
                if self.trouble is Trouble.USER_REFUSED and self._other is not None:
                    before = self._url
                    self._url, self._other = self._other(), lambda: before
                raise TransportError(self.trouble, self.address) from None
            return self.epoch

    def go_to(self, url: str, trust: ssl.SSLContext | None) -> None:
        """Use another address from now on."""
        if url == self._url:
            return
        self.address, self._url, self._trust = public_address(url), url, trust
        self._failed_at = 0.0
        self._lose(self._socket)

    def subscribe(self, subject: str, heard: Callable[[NatsMessage], None]) -> int:
        """Call a function with each message on a subject, also after each reconnection."""
        number = next(self._numbers)
        self._heard[number] = (subject, heard)
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._write(f"SUB {subject} {number}\r\n".encode())
        return number

    def unsubscribe(self, number: int) -> None:
        """End a subscription."""
        if self._heard.pop(number, None) and self._socket is not None:
            with contextlib.suppress(OSError):
                self._write(f"UNSUB {number}\r\n".encode())

    def publish(self, subject: str, data: bytes) -> None:
        """Publish without an answer."""
        self.reach()
        self._write(_pub(subject, "", data, {}))

    def ask(self, subject: str, data: bytes = b"", headers: Mapping[str, str] = {}) -> NatsMessage:
        """Return the answer to a request."""
        return self.ask_all([(subject, data, headers)])[0]

    def ask_all(self, asks: Iterable[Ask]) -> list[NatsMessage]:
        """Return the answers to requests that are under way together."""
        return [replies[0] for replies in self._ask(asks, many=False)]

    def ask_many(self, subject: str, data: bytes) -> list[NatsMessage]:
        """Return the messages that answer one request, up to the one that marks their end."""
        return self._ask([(subject, data, {})], many=True)[0][:-1]

    def leave(self) -> None:
        """End the connection until the next request."""
        self._lose(self._socket)

    def close(self) -> None:
        """End the connection for good."""
        self._is_closed = True
        self.leave()

    def _ask(self, asks: Iterable[Ask], *, many: bool) -> list[list[NatsMessage]]:
        asks = list(asks)
        for share, pause in TRY_SHARES:
            try:
                replies = self._ask_once(asks, ANSWER_SECONDS * share, many=many)
            except TransportError as error:
                # A server that is just reloading may lose what it is asked; twice is once.
                if error.trouble is not Trouble.NO_ANSWER or not self.is_up or not pause:
                    raise
                continue
            if all(those[0].status != "503" for those in replies):
                return replies
            time.sleep(pause)
        raise TransportError(Trouble.NO_TABLES, self.address)

    def _ask_once(self, asks: list[Ask], seconds: float, *, many: bool) -> list[list[NatsMessage]]:
        self.reach()
        under_way = {f"{self._inbox}.{next(self._numbers)}": _Asked(a[0], many) for a in asks}
        self._asked.update(under_way)
        end = time.monotonic() + seconds
        try:
            pairs = zip(under_way, asks, strict=True)
            self._write(b"".join(_pub(ask[0], inbox, *ask[1:]) for inbox, ask in pairs))
            for asked in under_way.values():
                if not asked.is_done.wait(max(0.0, end - time.monotonic())) or not asked.replies:
                    raise TransportError(asked.trouble, self.address)
        finally:
            for inbox in under_way:
                self._asked.pop(inbox, None)
        return [asked.replies for asked in under_way.values()]

    # connecting

    def _connect(self) -> None:
        parts = urlsplit(self._url)
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        deadline = time.monotonic() + CONNECT_SECONDS
        where = (parts.hostname or "", parts.port or PORT)
        sock = socket.create_connection(where, CONNECT_SECONDS)
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            info = json.loads(_read_line(sock, deadline).removeprefix(b"INFO "))
            has_tls = info.get("tls_required") is True or info.get("tls_available") is True
            wants_tls = parts.scheme == "tls" or bool(parts.fragment)
            if wants_tls and not has_tls:
                raise TransportError(Trouble.NO_TLS, self.address)
            if wants_tls or info.get("tls_required") is True:
                trust = trust_in_any() if parts.fragment else ssl.create_default_context()
                secured = (self._trust or trust).wrap_socket(sock, server_hostname=parts.hostname)
                sock, shown = secured, secured.getpeercert(binary_form=True) or b""
                if parts.fragment not in ("", sha256(shown).hexdigest()):
                    raise TransportError(Trouble.NOT_TRUSTED, self.address)
            options: dict[str, Any] = {"verbose": False, "headers": True, "no_responders": True}
            options |= {"user": user, "pass": password} if user else {}
            sock.sendall(b"CONNECT " + json.dumps(options).encode() + b"\r\nPING\r\n")
            while not (line := _read_line(sock, deadline)).startswith(b"PONG"):
                if line.startswith(b"-ERR") and b"authorization" in line.lower():
                    raise TransportError(Trouble.USER_REFUSED, self.address)
            sock.setblocking(False)
        except BaseException:
            sock.close()
            raise
        self.user, self._inbox = user, f"_INBOX.{user or 'guest'}"
        self.trouble = Trouble.NO_ANSWER
        self.server = str(info.get("server_id", ""))
        self.epoch += 1
        self._socket = sock
        wire = f"SUB {self._inbox}.> 0\r\n" + "".join(
            f"SUB {subject} {number}\r\n" for number, (subject, _) in tuple(self._heard.items())
        )
        self._write(wire.encode())
        if start_thread(partial(self._read, sock)) is None:
            raise TransportError(Trouble.NO_ANSWER, self.address)

    def _lose(self, sock: socket.socket | None) -> None:
        """Drop a lost connection, and wake all that wait for an answer."""
        if sock is None or sock is not self._socket:
            return
        self._socket = None
        with self._turn, contextlib.suppress(OSError):
            sock.close()
        for asked in tuple(self._asked.values()):
            if not asked.is_done.is_set():
                # An incomplete series of messages counts as no answer.
                asked.replies.clear()
                asked.is_done.set()
        for tell in tuple(self.on_loss):
            tell()

    # lines sent and received

    def _write(self, data: bytes) -> None:
        sock, view = self._socket, memoryview(data)
        end = time.monotonic() + ANSWER_SECONDS
        try:
            if sock is None:
                raise OSError
            # One writer at a time, and the reader between the pieces of what does not fit.
            while view:
                with self._turn:
                    try:
                        view = view[sock.send(view) :]
                        continue
                    except (BlockingIOError, ssl.SSLWantWriteError, ssl.SSLWantReadError):
                        pass
                    if time.monotonic() > end:
                        raise TimeoutError
                    select.select([], [sock], [], 0.05)
        except (OSError, ValueError):
            self._lose(sock)
            raise TransportError(self.trouble, self.address) from None

    def _read(self, sock: socket.socket) -> None:
        buffer = b""
        try:
            quiet = 0
            while sock is self._socket:
                with self._turn:
                    try:
                        data = sock.recv(1 << 16)
                    except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                        data = None
                if data is None:
                    if select.select([sock], [], [], PING_SECONDS)[0]:
                        continue
                    quiet += 1
                    if quiet > 2:
                        break
                    self._write(b"PING\r\n")
                elif not data:
                    break
                else:
                    quiet = 0
                    buffer = self._parse(buffer + data)
        # Whatever a server sends, it can only end its own connection.
        except Exception:
            pass
        finally:
            self._lose(sock)

    def _parse(self, buffer: bytes) -> bytes:
        """Dispatch the complete messages; return the rest. Raises `ValueError`."""
        at = 0
        while (end := buffer.find(b"\r\n", at)) >= 0:
            kind = buffer[at : at + 4].upper()
            if kind in (b"MSG ", b"HMSG"):
                words = buffer[at:end].decode().split()
                size = int(words[-1])
                if not 0 <= size <= MAX_MESSAGE_BYTES:
                    raise ValueError("too much at once")
                body = buffer[end + 2 : end + 2 + size]
                if len(buffer) < end + size + 4:
                    break
                head = int(words[-2]) if kind == b"HMSG" else 0
                self._dispatch(int(words[2]), NatsMessage(
                    words[1], body[:head].decode(errors="replace"), body[head:]))  # fmt: skip
                at = end + size + 4
                continue
            if kind == b"PING":
                self._write(b"PONG\r\n")
            elif kind == b"-ERR":
                self._refuse(buffer[at:end].decode(errors="replace"))
            elif kind not in (b"PONG", b"INFO", b"+OK\r"):
                raise ValueError("no NATS")
            at = end + 2
        if len(buffer) - at > MAX_MESSAGE_BYTES + MAX_PROTOCOL_LINE:
            raise ValueError("too much at once")
        return buffer[at:]

    def _dispatch(self, number: int, message: NatsMessage) -> None:
        if number:
            known = self._heard.get(number)
            if known is not None:
                known[1](message)
            return
        asked = self._asked.get(message.subject)
        if asked is not None:
            asked.replies.append(message)
            if not asked.many or message.status:
                asked.is_done.set()

    def _refuse(self, line: str) -> None:
        """End the requests that the server says its user may not make."""
        # Just after a server's reload even allowed requests may be refused: they are retried.
        if "for Subscription" in line:
            raise ValueError(line)
        if "ermissions" in line:
            for asked in tuple(self._asked.values()):
                if f'"{asked.subject}"' in line:
                    asked.trouble = Trouble.NOT_ALLOWED
                    asked.is_done.set()


def trust_in_any() -> ssl.SSLContext:
    """Return a TLS context that accepts any certificate, whose fingerprint the caller checks."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _pub(subject: str, reply: str, data: bytes, headers: Mapping[str, str]) -> bytes:
    if not headers:
        return f"PUB {subject} {reply} {len(data)}\r\n".encode() + data + b"\r\n"
    fields = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = f"NATS/1.0\r\n{fields}\r\n".encode()
    sizes = f"{len(head)} {len(head) + len(data)}"
    return f"HPUB {subject} {reply} {sizes}\r\n".encode() + head + data + b"\r\n"


def _read_line(sock: socket.socket, deadline: float) -> bytes:
    """Return one line, read byte by byte: what follows may be TLS already. Raises `ValueError`."""
    line = bytearray()
    while not line.endswith(b"\r\n"):
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        sock.settimeout(left)
        byte = sock.recv(1)
        if not byte or len(line) > MAX_PROTOCOL_LINE:
            raise ValueError("no NATS server")
        line += byte
    return bytes(line)
