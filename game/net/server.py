"""A NATS JetStream server as a road ("Roads"): a bucket that only grows.

Every entry is one message of its own subject, written once and never changed, deleted or purged.
The library's loop runs in a thread; the table's program asks and is answered as for a folder.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Coroutine, Iterable
from hashlib import sha256
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js.api import DiscardPolicy, StorageType, StreamConfig
from nats.js.client import JetStreamContext
from nats.js.errors import APIError, NotFoundError

from game.net.entries import MAX_LINE_BYTES, Entry, read_entry
from game.net.invitations import MAX_URL, Invitation
from game.net.keys import decrypt, encrypt_always_alike
from game.net.refusals import refused_at
from game.rules.errors import Fault, FormatError

__all__ = ["BUCKET", "STREAM", "ServerRoad", "is_server_url", "make_bucket"]

BUCKET: Final = "take-it-easy"
STREAM: Final = f"KV_{BUCKET}"
MAX_VALUE_BYTES: Final = MAX_LINE_BYTES + 64
MAX_LISTENERS: Final = 10_000
"""Homes that hear a server at one time, each in about 0.2 MB of its memory; some servers stop at a
thousand where nothing is said."""

PATIENCE: Final = 5.0
"""Seconds that a program waits for the server before it says that there is none."""

AT_ONCE: Final = 64
"""Messages on their way to the server that are not acknowledged yet."""

HELD_ALREADY: Final = 10_077
"""The server's number for a subject that has its one message."""

_T = TypeVar("_T")


class ServerRoad:
    """One table's entries on a server. `close` it at the end.

    After every reconnection everything is read anew: a watch left alone may be blind, and a server
    that came back may lack what it had, which `send` puts in again.
    """

    def __init__(self, url: str, invitation: Invitation) -> None:
        self.url = url
        self.held: set[bytes] = set()
        self._invitation = invitation
        self._prefix = f"$KV.{BUCKET}.{invitation.road.hex()}."
        self._came: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        self._stirred = threading.Event()
        self._is_synced = threading.Event()
        self._own: set[str] = set()
        self._client: Client | None = None
        self._stream: JetStreamContext | None = None
        self._watching: JetStreamContext.PushSubscription | None = None
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._connecting = asyncio.run_coroutine_threadsafe(self._connect(), self._loop)

    def receive(self, *, again: bool = False) -> tuple[tuple[Entry, ...], tuple[FormatError, ...]]:
        """What came since last time, and what was refused of it.

        Raises `OSError` while the server cannot be reached or has not told all it holds.
        """
        if again:
            self._own.clear()
            self._ask(self._watch())
        if not self._is_synced.wait(PATIENCE):
            raise OSError(f"no answer from {self.url}")
        self._stirred.clear()
        entries: list[Entry] = []
        refused: list[FormatError] = []
        while True:
            try:
                subject, value = self._came.get_nowait()
            except queue.Empty:
                return tuple(entries), tuple(refused)
            try:
                entry = self._read(subject, value)
            except FormatError as error:
                refused.append(refused_at(subject[-8:], error))
                continue
            self.held.add(entry.hash)
            entries.append(entry)

    def send(self, entries: Iterable[Entry]) -> None:
        """Put in whatever the server lacks, and wait until it is acknowledged. Raises `OSError`."""
        missing = [entry for entry in entries if entry.hash not in self.held]
        if missing:
            self._ask(self._publish(missing))
            self.held.update(entry.hash for entry in missing)

    def wait(self, seconds: float) -> None:
        """Until something comes, but no longer than that."""
        self._stirred.wait(seconds)

    def close(self) -> None:
        """Leave the server."""
        with contextlib.suppress(OSError):
            self._ask(self._leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)

    def _read(self, subject: str, value: bytes) -> Entry:
        if subject != self._prefix + _key_of(value):
            raise FormatError(Fault.OTHER_NAME)
        line = decrypt(self._invitation.key, value)
        if line is None:
            raise FormatError(Fault.DAMAGED)
        return read_entry(line)

    def _ask(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Let the library's thread do something. Raises `OSError`."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(2 * PATIENCE)
        except (NatsError, TimeoutError, OSError) as error:
            future.cancel()
            raise OSError(f"{self.url}: {error or 'no answer'}") from None

    async def _connect(self) -> None:
        while True:
            try:
                client = await nats.connect(
                    self.url,
                    reconnected_cb=self._watch,
                    disconnected_cb=self._lost,
                    error_cb=_ignore,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=1,
                    connect_timeout=2,
                )
                break
            except (NatsError, OSError, TimeoutError):
                await asyncio.sleep(0.5)
        self._client, self._stream = client, client.jetstream(timeout=PATIENCE)
        await self._watch()

    async def _lost(self) -> None:
        self._is_synced.clear()

    async def _watch(self) -> None:
        """Read everything from the beginning, and on."""
        self._is_synced.clear()
        self.held.clear()
        task = asyncio.ensure_future(self._watch_until_it_holds())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch_until_it_holds(self) -> None:
        stream, client = self._stream, self._client
        assert stream is not None
        assert client is not None
        if self._watching is not None:
            with contextlib.suppress(NatsError, OSError, TimeoutError):
                await self._watching.unsubscribe()
        while not client.is_closed:
            try:
                self._watching = found = await stream.subscribe(
                    f"{self._prefix}>", stream=STREAM, ordered_consumer=True, cb=self._take
                )
                info = await found.consumer_info()
                if not info.num_pending and not (info.delivered and info.delivered.consumer_seq):
                    self._is_synced.set()
                return
            except (NatsError, OSError, TimeoutError):
                await asyncio.sleep(0.5)

    async def _take(self, message: Msg) -> None:
        key = message.subject.removeprefix(self._prefix)
        if len(message.data) <= MAX_VALUE_BYTES and key not in self._own:
            self._came.put((message.subject, bytes(message.data)))
        if message.metadata.num_pending == 0:
            self._is_synced.set()
        self._stirred.set()

    async def _publish(self, entries: list[Entry]) -> None:
        stream = self._stream
        if stream is None:
            raise OSError("not connected")
        for start in range(0, len(entries), AT_ONCE):
            some = entries[start : start + AT_ONCE]
            await asyncio.gather(*(self._publish_one(stream, entry) for entry in some))

    async def _publish_one(self, stream: JetStreamContext, entry: Entry) -> None:
        value = encrypt_always_alike(self._invitation.key, entry.line.encode("ascii"))
        key = _key_of(value)
        self._own.add(key)
        try:
            await stream.publish(self._prefix + key, value, timeout=PATIENCE)
        except APIError as error:
            if error.err_code != HELD_ALREADY:
                raise

    async def _leave(self) -> None:
        self._connecting.cancel()
        if self._client is not None:
            await self._client.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


def is_server_url(url: str) -> bool:
    """Whether an invitation's road is a server of this kind."""
    try:
        parts = urlsplit(url)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    is_plain = url.isascii() and url.isprintable() and len(url) <= MAX_URL
    return is_plain and has_port and parts.scheme in ("nats", "tls") and bool(parts.hostname)


async def make_bucket(client: Client, copies: int = 1) -> None:
    """Make the bucket on a server, unless it is there: one message a subject, for ever."""
    stream = client.jetstream(timeout=PATIENCE)
    try:
        await stream.stream_info(STREAM)
    except NotFoundError:
        await stream.add_stream(
            StreamConfig(
                name=STREAM,
                subjects=[f"$KV.{BUCKET}.>"],
                max_msgs_per_subject=1,
                max_msg_size=MAX_VALUE_BYTES,
                max_consumers=MAX_LISTENERS,
                discard=DiscardPolicy.NEW,
                discard_new_per_subject=True,
                deny_delete=True,
                deny_purge=True,
                allow_rollup_hdrs=False,
                storage=StorageType.FILE,
                num_replicas=copies,
            )
        )


def _key_of(value: bytes) -> str:
    return sha256(value).hexdigest()[:32]


async def _ignore(error: Exception) -> None:
    """The library would print what it reconnects from."""
