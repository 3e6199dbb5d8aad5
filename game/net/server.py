"""A NATS JetStream server as a transport ("Roads"): a bucket that only grows.

Every entry is one message of its own subject, written once and never changed, deleted or purged.
The library's loop runs in a thread; the table's program asks and is answered as for a folder.
"""

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Coroutine, Iterable
from concurrent.futures import CancelledError
from hashlib import sha256
from typing import Any, Final, TypeVar
from urllib.parse import unquote, urlsplit

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.errors import ProtocolError
from nats.js.api import DiscardPolicy, StorageType, StreamConfig, StreamConsumerLimits
from nats.js.client import JetStreamContext
from nats.js.errors import APIError, NotFoundError

from game.net.entries import MAX_LINE_BYTES, Entry, read_entry
from game.net.invitations import MAX_URL, Invitation
from game.net.keys import decrypt, encrypt_always_alike
from game.net.refusals import refused_at
from game.net.trouble import Trouble, TroubleError, public_address, trouble_of, with_user
from game.rules.errors import Fault, FormatError

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

MAX_QUEUED_BYTES: Final = 48 << 20
"""What is held of a server's messages until they are read: more than a road may have."""

MAX_WIRE_BYTES: Final = 1 << 20
"""Of one message, or of one line of the server's protocol; the library itself knows no bound."""

IDLE_SECONDS: Final = 300
"""After which a server forgets a listener that nobody hears any more."""

_T = TypeVar("_T")

# At the end of every connection with TLS the library makes asyncio warn of nothing.
logging.getLogger("asyncio").addFilter(lambda told: "eof_received" not in told.getMessage())


class ServerTransport:
    """One table's entries on a server. `close` it at the end.

    After every reconnection everything is read anew: a watch left alone may be blind, and a server
    that came back may lack what it had, which `send` puts in again.
    """

    def __init__(self, url: str, invitation: Invitation) -> None:
        self.address = public_address(url)
        self._url = url
        self.held: set[bytes] = set()
        self._invitation = invitation
        self._prefix = f"$KV.{BUCKET}.{invitation.road.hex()}."
        self._came: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        self._stirred = threading.Event()
        self._is_synced = threading.Event()
        self._own: set[str] = set()
        self._queued = 0
        self._sequence = 0
        self._is_flooded = False
        self._newest = self._keep_seconds = 0.0
        self._trouble = Trouble.NO_ANSWER
        self._client: Client | None = None
        self._stream: JetStreamContext | None = None
        self._watching: JetStreamContext.PushSubscription | None = None
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._connecting = asyncio.run_coroutine_threadsafe(self._connect(), self._loop)

    @property
    def goes_at(self) -> int:
        """When the server removes what it holds of the table (UTC seconds), 0 for never."""
        has_end = self._keep_seconds and self._newest
        return int(self._newest + self._keep_seconds) if has_end else 0

    def receive(
        self, *, again: bool = False, to_the_end: bool = False
    ) -> tuple[tuple[Entry, ...], tuple[FormatError, ...]]:
        """Return what came since last time, and what was refused of it.

        With `to_the_end` the server is asked whether that is all. Raises `TroubleError` while it
        cannot be reached or has not told all it holds.
        """
        if again:
            self._own.clear()
            self._ask(self._watch())
        if not self._is_synced.wait(PATIENCE):
            raise TroubleError(self._trouble, self.address)
        if to_the_end:
            self._ask(self._catch_up())
        self._stirred.clear()
        entries: list[Entry] = []
        refused: list[FormatError] = []
        while True:
            try:
                subject, value = self._came.get_nowait()
            except queue.Empty:
                if self._is_flooded:
                    self._is_flooded = False
                    self._ask(self._watch())
                return tuple(entries), tuple(refused)
            self._queued -= len(value)
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
        """Run a coroutine in the library's thread. Raises `OSError`."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(2 * PATIENCE)
        except (NatsError, OSError, CancelledError) as error:
            future.cancel()
            told = trouble_of(error)
            known = self._trouble if told is Trouble.NO_ANSWER else told
            raise TroubleError(known, self.address) from None

    async def _connect(self) -> None:
        while True:
            try:
                client = await nats.connect(
                    self._url,
                    reconnected_cb=self._watch,
                    disconnected_cb=self._lost,
                    error_cb=self._note,
                    inbox_prefix=_inbox_of(self._url),
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=1,
                    connect_timeout=2,
                )
                break
            except (NatsError, OSError, TimeoutError) as error:
                await self._note(error)
                await asyncio.sleep(0.5)
        _bound_wire(client)
        self._client, self._stream = client, client.jetstream(timeout=PATIENCE)
        await self._watch()

    async def _lost(self) -> None:
        self._is_synced.clear()

    async def _note(self, error: Exception) -> None:
        """Store the library's message, which says why nothing comes."""
        told = trouble_of(error)
        if told is not Trouble.NO_ANSWER:
            self._trouble = told

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
                self._sequence = 0
                self._watching = found = await stream.subscribe(
                    f"{self._prefix}>",
                    stream=STREAM,
                    ordered_consumer=True,
                    cb=self._take,
                    pending_bytes_limit=MAX_QUEUED_BYTES,
                    inactive_threshold=IDLE_SECONDS,
                )
                kept = (await stream.stream_info(STREAM)).config.max_age
                self._keep_seconds = kept or 0.0
                info = await found.consumer_info()
                if not info.num_pending and not (info.delivered and info.delivered.consumer_seq):
                    self._is_synced.set()
                self._trouble = Trouble.NO_ANSWER
                return
            except (NatsError, OSError, TimeoutError) as error:
                await self._note(error)
                if isinstance(error, NotFoundError):
                    # An ordinary server: whoever may make the bucket makes it.
                    with contextlib.suppress(NatsError, OSError, TimeoutError):
                        await make_bucket(client)
                        continue
                    self._trouble = Trouble.NO_BUCKET
                await asyncio.sleep(0.5)

    async def _catch_up(self) -> None:
        """Wait until all is here that the server holds now."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while self._watching is not None:
            info = await self._watching.consumer_info()
            delivered = 0 if info.delivered is None else info.delivered.consumer_seq
            if not info.num_pending and self._sequence >= delivered:
                return
            if asyncio.get_running_loop().time() > end:
                break
            await asyncio.sleep(0.01)
        raise TimeoutError

    async def _take(self, message: Msg) -> None:
        key = message.subject.removeprefix(self._prefix)
        self._sequence = message.metadata.sequence.consumer
        self._newest = max(self._newest, message.metadata.timestamp.timestamp())
        if self._queued > MAX_QUEUED_BYTES:
            # It goes on when all that is held has been read.
            self._is_flooded, self._trouble = True, Trouble.TOO_MUCH
            if self._watching is not None:
                with contextlib.suppress(NatsError):
                    await self._watching.unsubscribe()
        elif len(message.data) <= MAX_VALUE_BYTES and key not in self._own:
            self._queued += len(message.data)
            self._came.put((message.subject, bytes(message.data)))
        if message.metadata.num_pending == 0:
            self._is_synced.set()
        self._stirred.set()

    async def _publish(self, entries: list[Entry]) -> None:
        stream = self._stream
        if stream is None:
            raise TroubleError(self._trouble, self.address)
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
            await close_client(self._client)
        # What is cancelled while the library connects anew may have begun something else.
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)


def is_server_url(url: str) -> bool:
    """Whether an invitation names a server of this kind."""
    try:
        parts = urlsplit(url)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    is_plain = url.isascii() and url.isprintable() and len(url) <= MAX_URL
    return is_plain and has_port and parts.scheme in ("nats", "tls") and bool(parts.hostname)


async def close_client(client: Client) -> None:
    """Disconnect from a server, whatever error the library raises.

    Closing while it connects anew, it may end by a cancellation of its own, or by an error of the
    connection that is given up anyway.
    """
    with contextlib.suppress(asyncio.CancelledError, NatsError, OSError):
        await client.close()


async def make_bucket(
    client: Client, copies: int = 1, *, guest: str = "", keep_days: int = 0
) -> None:
    """Make the bucket on a server, or let it be as it should: one message a subject.

    `guest` are name and password of a club's guest, which invitations carry. What nobody has
    touched for `keep_days` goes, with 0 nothing.
    """
    stream = client.jetstream(timeout=PATIENCE)
    wanted = _bucket(copies, guest, keep_days)
    try:
        found = (await stream.stream_info(STREAM)).config
        if not guest and not keep_days:
            return
        if (found.metadata or {}).get("guest") != guest or found.max_age != wanted.max_age:
            await stream.update_stream(wanted)
    except NotFoundError:
        await stream.add_stream(wanted)


def _bucket(copies: int, guest: str, keep_days: int) -> StreamConfig:
    return StreamConfig(
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
        max_age=keep_days * 86_400.0,
        consumer_limits=StreamConsumerLimits(inactive_threshold=IDLE_SECONDS),
        metadata={"guest": guest} if guest else None,
    )


def invitation_address(url: str) -> str:
    """Return the address that an invitation may carry: a club's guest's, else nobody's.

    The server is asked who its guest is; where it does not answer, the address alone stays.
    """
    if public_address(url) == url:
        return url

    async def ask() -> str:
        client = await nats.connect(
            url,
            allow_reconnect=False,
            connect_timeout=2,
            reconnect_time_wait=0,
            max_reconnect_attempts=1,
            error_cb=_ignore,
            inbox_prefix=_inbox_of(url),
        )
        try:
            found = await client.jetstream(timeout=2).stream_info(STREAM)
            return (found.config.metadata or {}).get("guest", "")
        finally:
            await close_client(client)

    try:
        name, _, password = asyncio.run(asyncio.wait_for(ask(), PATIENCE)).partition(":")
    except (NatsError, OSError, TimeoutError):
        name = ""
    return with_user(url, name, password) if name else public_address(url)


def _inbox_of(url: str) -> str:
    """Return where a user hears answers: no other user may listen there."""
    name = unquote(urlsplit(url).username or "")
    return f"_INBOX.{name}" if name else "_INBOX"


def _bound_wire(client: Client) -> None:
    """Limit messages and lines, so that a server which sends endless ones is left."""
    parser = client._ps
    parse = parser.parse

    async def parse_bounded(data: bytes = b"") -> None:
        if parser.needed > MAX_WIRE_BYTES or len(parser.buf) + len(data) > 2 * MAX_WIRE_BYTES:
            parser.reset()
            raise ProtocolError("too much at once")
        await parse(data)

    parser.parse = parse_bounded  # type: ignore[method-assign]


def _key_of(value: bytes) -> str:
    return sha256(value).hexdigest()[:32]


async def _ignore(error: Exception) -> None:
    """Ignore errors from which the library reconnects."""
