"""Protects a club's server from one user's flood of messages or connections."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from game.net.host import ADMIN, SYSTEM, ServerSecrets
from game.net.live import write_json
from game.net.wire import NatsLink

MOST_MESSAGES: Final = 1_000
"""Messages a second that one connection may send on average."""
MOST_AT_ONCE: Final = 20_000
"""Messages beyond that at which the user is shut out. A new guest reads the whole journal, a
message a line; a hundred rounds of five players have 13,300."""
BANNED_SECONDS: Final = 300.0
MOST_CONNECTIONS: Final = 64
"""Connections of one table's guests, or of one user."""
CONNECTIONS_AT_ONCE: Final = 1_000


class FloodGuard:
    """Ends connections that send more than any player does, and those beyond a user's limit."""

    def __init__(self) -> None:
        self.counts: dict[int, tuple[int, float, float]] = {}
        """Each connection's messages so far, those beyond the limit, and the UTC second of that
        count."""
        self._banned: dict[str, float] = {}

    @property
    def banned(self) -> frozenset[str]:
        """The users who are shut out now."""
        now = time.monotonic()
        return frozenset(name for name, until in tuple(self._banned.items()) if until > now)

    def check(self, server_secrets: ServerSecrets) -> frozenset[str]:
        """Count messages, end excessive connections, and return the names of users who flood.

        Errors of the connection are ignored: the next call counts on.
        """
        counts, users = dict[int, tuple[int, float, float]](), Counter[str]()
        flooding = set[str]()
        link = server_secrets.link(SYSTEM)
        with (
            contextlib.suppress(OSError, TypeError, KeyError, ValueError),
            contextlib.closing(link),
        ):
            link.reach()
            server = f"$SYS.REQ.SERVER.{link.server}"
            ended: list[int] = []
            now = time.time()
            for row in _connections(link, server):
                id, user, sent = row["cid"], row.get("authorized_user", ""), row["in_msgs"]
                if user in (ADMIN, SYSTEM):
                    continue
                users[user] += 1
                start = datetime.fromisoformat(f"{row['start'][:19]}+00:00").timestamp()
                before, excess, since = self.counts.get(id, (0, 0.0, start))
                # A busy machine looks late: seconds that have passed count, not looks.
                allowed = MOST_MESSAGES * max(0.0, now - since)
                excess = max(0.0, excess + sent - before - allowed)
                counts[id] = (sent, excess, now)
                is_flood = excess > MOST_AT_ONCE
                if is_flood:
                    self._banned[user] = time.monotonic() + BANNED_SECONDS
                    flooding.add(user)
                if is_flood or users[user] > MOST_CONNECTIONS:
                    ended.append(id)
            self.counts = counts
            for cid in ended:
                link.ask(f"{server}.KICK", write_json(cid=cid))
        return frozenset(flooding)


def _connections(link: NatsLink, server: str) -> Iterator[dict[str, Any]]:
    """Yield a server's connections in pages: a thousand are 370 KB, and the link reads at most 1
    MB.
    """
    offset = 0
    while offset % CONNECTIONS_AT_ONCE == 0:
        wanted = write_json(auth=True, limit=CONNECTIONS_AT_ONCE, offset=offset)
        page = link.ask(f"{server}.CONNZ", wanted).json()["data"]["connections"]
        yield from page
        offset += len(page)
        if not page:
            return
