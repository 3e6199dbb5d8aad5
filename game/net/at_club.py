"""Requests to a club: open a table there, or list its open tables."""

from __future__ import annotations

import contextlib
import json
import queue
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from game.net.events import MAX_SECONDS, MAX_TITLE, check_whole
from game.net.invitations import Invitation, read_invitation
from game.net.live import NOBODY, request_subject, store_message
from game.net.trouble import TransportError, Trouble, without_user
from game.net.wire import NatsLink, NatsMessage
from game.rules.errors import FormatError, RulesError
from game.rules.json_shape import fields_of, list_of, text_of
from game.rules.names import MAX_NAME_LENGTH, clean_name
from game.rules.ruleset import MAX_PLAYERS, Ruleset

CLUB_TRIES: Final = 3
CLUB_SECONDS: Final = 2.0
"""Seconds that a club may take to answer, at each try."""
MAX_LISTED: Final = 200
MAX_ANSWER: Final = 60_000
"""Bytes of a club's answer; a server's message has room for half as much again."""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table that a club lists for its users: `names` asked for its seats, some seats are free.

    `title` is the league that it counts for, `seconds` the time for a call.
    """

    invitation: Invitation
    rules: Ruleset
    seats: int
    seconds: int
    title: str
    names: tuple[str, ...]

    @property
    def free(self) -> int:
        """The number of seats without an applicant."""
        return max(0, self.seats - len(self.names))

    def write(self) -> dict[str, object]:
        """Return the JSON object that `read` parses."""
        return {
            "invitation": str(self.invitation),
            "rules": str(self.rules),
            "seats": self.seats,
            "seconds": self.seconds,
            "title": self.title,
            "names": list(self.names),
        }

    @classmethod
    def read(cls, value: object) -> ListedTable:
        """Parse the JSON object that `write` returned. Raises `RulesError`."""
        f = fields_of(value, "", ("invitation", "rules", "seats", "seconds", "title", "names"), ())
        names = (
            clean_name(text_of(name, "names")) for name in list_of(f["names"], "names", MAX_PLAYERS)
        )
        return cls(
            read_invitation(text_of(f["invitation"], "invitation")),
            Ruleset.parse(text_of(f["rules"], "rules", 200)),
            check_whole(f["seats"], "seats", 1, MAX_PLAYERS),
            check_whole(f["seconds"], "seconds", 1, MAX_SECONDS),
            clean_name(text_of(f["title"], "title", MAX_TITLE)),
            tuple(name[:MAX_NAME_LENGTH] for name in names),
        )


def open_at_club(
    url: str,
    rules: Ruleset,
    seats: int,
    seconds: int,
    bots: Sequence[tuple[str, str]] = (),
    substitute: str | None = None,
    title: str = "",
    *,
    is_listed: bool = False,
) -> Invitation:
    """Have the club at that address open and lead a table; return its invitation.

    Raises `TransportError`.
    """
    answer = _ask(
        url, rules=str(rules), seats=seats, seconds=seconds, bots=list(map(list, bots)),
        substitute=substitute, title=title, listed=is_listed, address=without_user(url),
    )  # fmt: skip
    try:
        return read_invitation(str(answer.get("invitation")))
    except FormatError:
        known = {kind.value: kind for kind in Trouble}
        trouble = known.get(str(answer.get("trouble")), Trouble.NO_CLUB)
        raise TransportError(trouble, NatsLink(url).address) from None


def list_at_club(url: str) -> tuple[ListedTable, ...]:
    """Return the tables that the club at that address lists for its users. Raises `TransportError`.

    Tables at another address are left out.
    """
    listed: list[ListedTable] = []
    rows = _ask(url, list=True).get("tables")
    for row in rows[:MAX_LISTED] if isinstance(rows, list) else ():
        with contextlib.suppress(RulesError):
            table = ListedTable.read(row)
            if _place(table.invitation.url) == _place(url):
                listed.append(table)
    return tuple(listed)


def _place(url: str) -> tuple[str | None, int | None]:
    with contextlib.suppress(ValueError):
        parts = urlsplit(url)
        return parts.hostname, parts.port
    return None, None


def _ask(url: str, **wanted: object) -> Mapping[str, Any]:
    """Send a request and return the club's answer. Raises `TransportError`.

    The retries carry one id, so that the club opens one table.
    """
    user = unquote(urlsplit(url).username or "") or NOBODY
    nonce = secrets.token_hex(16)
    answers: queue.SimpleQueue[NatsMessage] = queue.SimpleQueue()
    data = json.dumps({"id": nonce, **wanted}).encode()
    with contextlib.closing(NatsLink(url)) as link:
        link.subscribe(f"_INBOX.{user}.{nonce}", answers.put)
        try:
            for _ in range(CLUB_TRIES):
                store_message(link, request_subject("open", user, "own"), data)
                with contextlib.suppress(queue.Empty):
                    return answers.get(timeout=CLUB_SECONDS).json()
            raise TransportError(Trouble.NO_CLUB, link.address)
        except TransportError as error:
            if error.trouble is Trouble.NO_TABLES:
                raise TransportError(Trouble.NO_CLUB, link.address) from None
            raise
