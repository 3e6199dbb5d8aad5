"""The line from a window to the room where it is a guest: one socket in one thread.

The room is a program that nobody here knows. What it can cost is bounded: bytes, depth, words that
wait. A lost line is opened again. Nothing here knows the game.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import logging
import socket
import ssl
from collections.abc import Callable
from hashlib import sha256
from queue import Empty, SimpleQueue
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from game.net.phones import NoThread
from game.play.room_address import RoomAddress
from game.rules.errors import FormatError
from game.rules.json_shape import load_json
from game.threads import start_thread

_LONGEST_WORD: Final = 1 << 18
"""Bytes of a word: a record of a hundred rounds has room."""

_MOST_WAITING: Final = 16
"""Words that wait for the window; behind them the room waits."""

_STRIKES: Final = 12
"""Words that are no JSON object, after which the line is closed."""

QUIET_SECONDS: Final = 12.0
"""Seconds without a word after which a line is dead: a room says one each four."""

_PAUSES: Final = (0.3, 3.0)
"""Seconds before a lost line is opened again, at first and at most."""

_LOG: Final = logging.getLogger("game.room_line")
_LOG.addHandler(logging.NullHandler())
_LOG.propagate = False


class _WrongCertificate(OSError):
    """The certificate is not the one that the address names."""


class _Connect(connect):
    """A connection to the address that was given, and to no other one."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


class RoomLine:
    """Keeps a line to a room open until it is closed; `wake` is called in its thread at news.

    Raises `NoThread` where the system starts no thread.
    """

    def __init__(self, address: RoomAddress, wake: Callable[[], object] = lambda: None) -> None:
        self._address, self._wake = address, wake
        self._arrived: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.opened = 0
        """How often the line was opened."""
        self.is_open = False
        self.trouble = ""
        """Why the line could not be opened last, "" for no reason yet."""
        self._loop = asyncio.new_event_loop()
        self._out: asyncio.Queue[str] = asyncio.Queue()
        self._task = self._loop.create_task(self._keep_open())
        self._thread = start_thread(self._run, "room line")
        if self._thread is None:
            self._task.cancel()
            self._run()
            raise NoThread

    def poll(self) -> list[dict[str, Any]]:
        """Return the words that arrived, in order."""
        arrived: list[dict[str, Any]] = []
        with contextlib.suppress(Empty):
            while len(arrived) < _MOST_WAITING:
                arrived.append(self._arrived.get_nowait())
        return arrived

    def send(self, word: dict[str, Any], opened: int) -> None:
        """Send a word on the line of this number; on a closed or later one it is dropped."""
        text = json.dumps(word, ensure_ascii=False)

        def put() -> None:
            if opened == self.opened:
                self._out.put_nowait(text)

        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(put)

    def close(self) -> None:
        """Close the line for good."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._task.cancel)
        if self._thread is not None:
            self._thread.join(3)

    # the line's thread

    def _run(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)
        self._loop.close()

    async def _keep_open(self) -> None:
        pause, most = _PAUSES
        secure = _secure(self._address) if self._address.is_secure else None
        url = (
            f"ws{'s' * self._address.is_secure}://{self._address.place}{self._address.folder}socket"
        )
        while True:
            try:
                async with _Connect(
                    url, ssl=secure, max_size=_LONGEST_WORD, max_queue=4, compression=None,
                    open_timeout=8, close_timeout=1, proxy=None, user_agent_header=None,
                    logger=_LOG,
                ) as line:  # fmt: skip
                    _check_certificate(line, self._address.certificate)
                    pause, self.trouble = _PAUSES[0], ""
                    await self._talk(line)
            except (OSError, WebSocketException, ValueError) as error:
                self.trouble = _trouble_of(error)
            self.is_open = False
            self._wake()
            await asyncio.sleep(pause)
            pause = min(most, pause * 1.6)

    async def _talk(self, line: ClientConnection) -> None:
        self._out = asyncio.Queue()
        self.opened, self.is_open = self.opened + 1, True
        self._wake()
        sending = asyncio.create_task(self._send(line))
        try:
            await self._hear(line)
        finally:
            sending.cancel()

    async def _send(self, line: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await line.send(await self._out.get())

    async def _hear(self, line: ClientConnection) -> None:
        strikes = 0
        while strikes <= _STRIKES:
            text = await asyncio.wait_for(line.recv(), QUIET_SECONDS)
            word = None
            with contextlib.suppress(FormatError):
                word = load_json(text, _LONGEST_WORD) if isinstance(text, str) else None
            strikes += not isinstance(word, dict)
            # A flood waits alone: the connection's queue is full, so TCP holds the sender.
            while self._arrived.qsize() >= _MOST_WAITING:
                await asyncio.sleep(0.05)
            if isinstance(word, dict) and word:
                self._arrived.put(word)
                self._wake()
        raise ValueError("no room")


def _secure(address: RoomAddress) -> ssl.SSLContext:
    """Return what a secure line needs; a certificate that the address names is compared later."""
    context = ssl.create_default_context()
    if address.certificate:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _check_certificate(line: ClientConnection, wanted: str) -> None:
    """Raise `_WrongCertificate` unless the line's certificate is the `wanted` one, if any."""
    if wanted:
        secure = line.transport.get_extra_info("ssl_object")
        shown = b"" if secure is None else secure.getpeercert(binary_form=True) or b""
        if not hmac.compare_digest(sha256(shown).hexdigest(), wanted):
            raise _WrongCertificate


def _trouble_of(error: Exception) -> str:
    """Return why a line cannot be opened: the last part of a key of the catalogue."""
    if isinstance(error, socket.gaierror | UnicodeError):
        return "no-name"
    if isinstance(error, _WrongCertificate | ssl.SSLCertVerificationError):
        return "certificate"
    if isinstance(error, OSError) and not isinstance(error, ssl.SSLError):
        return "no-answer"
    return "no-room"
