"""The program beside a club's server: it counts messages, ends listeners, and limits tables."""

import asyncio
import contextlib
import re
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.api import ConsumerInfo
from nats.js.client import JetStreamContext

from game.net.host import CONFIGURATION, GUEST, HostedServer
from game.net.server import BUCKET, STREAM, close_client

SWEEP_SECONDS: Final = 5.0
LISTENERS_OF_USER: Final = 500
LISTENERS_OF_GUESTS: Final = 4_000
"""All who came by invitations share one user: members find room whatever these do."""

_PREFIX: Final = f"$KV.{BUCKET}."


@dataclass(frozen=True, slots=True)
class Quota:
    """The most that one table's entries may take on the server."""

    messages: int = 20_000
    bytes: int = 20 << 20


@dataclass(frozen=True, slots=True)
class ClubStatus:
    """The use of a club: messages by table, the largest first, and listeners by user.

    Of the `room` so many `bytes` are used.
    """

    bytes: int
    room: int
    keep_days: int
    roads: tuple[tuple[str, int], ...]
    listeners: tuple[tuple[str, int], ...]


class ClubKeeper:
    """Sweeps listeners and counts tables' messages every few seconds, in a thread, until closed."""

    def __init__(self, server: HostedServer, quota: Quota | None = None) -> None:
        self._server, self._quota = server, quota or Quota()
        self._is_ending = threading.Event()
        self._counts: Counter[str] = Counter()
        self._sizes: Counter[str] = Counter()
        self.closed_roads: set[str] = set()
        """The names (ROAD) of tables that are past their quota."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._is_ending.set()
        self._thread.join(2 * SWEEP_SECONDS)

    def _run(self) -> None:
        while not self._is_ending.is_set():
            with contextlib.suppress(NatsError, OSError, TimeoutError):
                asyncio.run(self._keep())
            self._is_ending.wait(1.0)

    async def _keep(self) -> None:
        client = await self._server.connect()
        try:
            await client.subscribe(f"{_PREFIX}>", cb=self._count)
            stream = client.jetstream(timeout=5)
            unheard: set[str] = set()
            while not self._is_ending.is_set() and client.is_connected:
                unheard = await sweep_listeners(stream, unheard)
                await self._close_full_roads(stream)
                await asyncio.to_thread(self._is_ending.wait, SWEEP_SECONDS)
        finally:
            await close_client(client)

    async def _count(self, message: object) -> None:
        """Count what comes for each table, held already or not."""
        subject, data = getattr(message, "subject", ""), getattr(message, "data", b"")
        road = subject.removeprefix(_PREFIX).partition(".")[0]
        self._counts[road] += 1
        self._sizes[road] += len(data)

    async def _close_full_roads(self, stream: JetStreamContext) -> None:
        """Close the tables over their quota; ask the server exactly only where the count is near
        it.
        """
        most, size = self._quota.messages, self._quota.bytes
        suspects = [
            road
            for road, count in self._counts.items()
            if road not in self.closed_roads and (count > most / 4 or self._sizes[road] > size / 4)
        ]
        for road in suspects:
            held = await _messages_of(stream, f"{_PREFIX}{road}.>")
            whole = sum(held.values())
            if whole >= most or self._sizes[road] >= size:
                self.closed_roads.add(road)
        if suspects and self.closed_roads:
            self._server.close_roads(sorted(self.closed_roads))


async def sweep_listeners(
    stream: JetStreamContext, unheard: set[str], *, at_once: bool = False
) -> set[str]:
    """End listeners whose program no longer reads, and those beyond what one user may have.

    `unheard` were without a hearer last time already; those of this time are returned. With
    `at_once` they end now.
    """
    found = await _listeners(stream)
    now_unheard = {info.name for info in found if not info.push_bound}
    ended = now_unheard if at_once else now_unheard & unheard
    by_user: Counter[str] = Counter()
    for info in found:
        user = _user_of(info)
        by_user[user] += 1
        most = LISTENERS_OF_GUESTS if user == GUEST else LISTENERS_OF_USER
        if by_user[user] > most and user:
            ended = ended | {info.name}
    for name in ended:
        with contextlib.suppress(NatsError, TimeoutError):
            await stream.delete_consumer(STREAM, name)
    return now_unheard - ended


async def read_status(client: Client, folder: Path) -> ClubStatus:
    """Return how the club's server of that folder stands. Raises `nats.errors.Error`, and
    `OSError`.
    """
    stream = client.jetstream(timeout=10)
    info = await stream.stream_info(STREAM)
    # Its own account has no bound: the server's is in what it was started with.
    room = re.search(r"max_file_store: (\d+)MB", (folder / CONFIGURATION).read_text("utf-8"))
    roads = Counter[str]()
    for subject, count in (await _messages_of(stream, f"{_PREFIX}>")).items():
        roads[subject.removeprefix(_PREFIX).partition(".")[0]] += count
    users = Counter(_user_of(one) or "-" for one in await _listeners(stream))
    return ClubStatus(
        info.state.bytes,
        int(room[1]) << 20 if room else 0,
        round((info.config.max_age or 0) / 86_400),
        tuple(roads.most_common()),
        tuple(users.most_common()),
    )


async def _messages_of(stream: JetStreamContext, subjects: str) -> dict[str, int]:
    """By subject how many messages the bucket holds."""
    info = await stream.stream_info(STREAM, subjects_filter=subjects)
    return info.state.subjects or {}


async def _listeners(stream: JetStreamContext) -> list[ConsumerInfo]:
    found: dict[str, ConsumerInfo] = {}
    while True:
        page = await stream.consumers_info(STREAM, offset=len(found))
        before = len(found)
        found.update((info.name, info) for info in page)
        if not page or len(found) == before:
            return list(found.values())


def _user_of(info: ConsumerInfo) -> str:
    """Whose inbox a listener sends to; "" where everybody is a guest."""
    parts = (info.config.deliver_subject or "").split(".")
    return parts[1] if len(parts) > 2 else ""
