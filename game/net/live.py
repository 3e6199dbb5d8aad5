"""A NATS server with JetStream as a table's transport.

Each line of a journal is a message on its own subject, which the server announces once it is
stored; guests fetch lines by number and need no consumer. Only the last program that took the lead
can write: the server compares the sequence that a line must follow. Each guest has one message with
all its requests; the next one replaces it.
"""

from __future__ import annotations

import contextlib
import json
import re
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlsplit

from game.net.events import MAX_JOURNAL_BYTES, MAX_LINE_BYTES, fence_of
from game.net.keys import derive
from game.net.transport import LedElsewhere
from game.net.trouble import (
    TransportError,
    Trouble,
    trouble_of_code,
    with_user,
)
from game.net.wire import NatsLink, NatsMessage

JOURNALS: Final = "TIE_JOURNAL"
REQUESTS: Final = "TIE_REQUESTS"
ANNOUNCED: Final = "tie.news"
HANDED_IN: Final = "tie.asked"
MAX_JOURNAL_LINE: Final = 1 << 16
MAX_PENDING_BYTES: Final = 1 << 14
"""Most bytes of one guest's pending requests."""

NOBODY: Final = "guest"
"""The user for guests without a name, at a club without named users."""


FETCHED_AT_ONCE: Final = 64
MOST_ANNOUNCED: Final = 1_024
"""Most announced lines that wait to be read."""

PAGE: Final = 500
MOST_REMEMBERED: Final = 4_096
GET: Final = "$JS.API.DIRECT.GET"
MAX_SERVER_URL: Final = 255
REST_SECONDS: Final = 0.5
"""Seconds between two tries to reach a server that is away."""

_EXPECTED: Final = "Nats-Expected-Last-Subject-Sequence"
_WRONG_SEQUENCE: Final = 10_071
_FROM: Final = re.compile(r'"from":\s*"([0-9a-f]{16})')


def journal_subject(table: str, name: int | str) -> str:
    """Return the subject of a journal's line, or of its leader ("lead"); "*" for all of a table."""
    return f"tie.journal.{table}.{name}"


def request_subject(table: str, guest: str, user: str = "*") -> str:
    """Return the subject of a guest's requests: `guest` is the start of its public key.

    `user` is "own" where the server has a user for this very guest, else "all"; "*" in either
    place means any.
    """
    return f"tie.request.{table}.{user}.{guest}"


def seat_user(key: bytes, shared: bytes) -> tuple[str, str]:
    """Return name and password of a guest's own user at a club, from the key shared with the
    leader.
    """
    return f"s{key.hex()[:16]}", derive(shared, b"server").hex()[:32]


def is_seat_user(name: str) -> bool:
    """Whether a server's user is one guest's own."""
    return re.fullmatch("s[0-9a-f]{16}", name) is not None


class ServerTransport:
    """One table on a server; the program that `leads` writes it, guests send requests and read.

    With `link` it shares a connection, as a club's tables do, and calls `stirred` when a message
    arrives. `seat` gives name and password of this guest's own user at a club, used where the
    invitation's user is refused.
    """

    is_prompt = True

    def __init__(
        self,
        url: str,
        table: bytes,
        *,
        leads: bool,
        link: NatsLink | None = None,
        stirred: Callable[[], None] | None = None,
        keep_days: int = 0,
        seat: Callable[[], tuple[str, str]] | None = None,
    ) -> None:
        self._table = table.hex()
        self._every_line = journal_subject(self._table, "*")
        other = None if seat is None else lambda: with_user(url, *seat())
        self._link = NatsLink(url, other=other) if link is None else link
        self._is_own_link = link is None
        self._stirred = stirred
        self._news = threading.Event()
        self._lines: dict[int, str] = {}
        self._level = 0
        """The number of the first line that does not exist yet and will be announced."""
        self._epoch = self._asked_epoch = 0
        self._came: deque[NatsMessage] = deque()
        self._listed = 0
        """The sequence up to which the server has listed the requests that still count."""
        self._read: set[bytes] = set()
        self._guest = ""
        self._sent: str = ""
        self._sent_epoch = 0
        self._last = self._written = self._written_epoch = 0
        self._keep_days = keep_days
        self._newest = 0.0
        self._link.on_loss.append(self._stir)
        subject = f"{HANDED_IN}.{self._table}.*.*" if leads else f"{ANNOUNCED}.{self._table}.*"
        heard = self._hear_request if leads else self._hear_line
        self._number = self._link.subscribe(subject, heard)

    @property
    def goes_at(self) -> int:
        """The UTC second at which the server removes the table, 0 for never."""
        has_end = self._keep_days and self._newest
        return int(self._newest + self._keep_days * 86_400) if has_end else 0

    # the guest

    def send(self, requests: Sequence[str]) -> None:
        """Replace this guest's requests on the server by these."""
        if not requests:
            return
        text = "\n".join(requests)
        epoch = self._link.reach()
        if text == self._sent and epoch == self._sent_epoch:
            return
        user, match = self._link.user, _FROM.search(text)
        # One subject for all seats here, as each message replaces the one before.
        self._guest = self._guest or (match[1] if match else "0" * 16)
        subject = request_subject(self._table, self._guest, "all")
        if is_seat_user(user):
            subject = request_subject(self._table, user[1:], "own")
        # After a new connection: a server that came back may lack what was sent.
        if text != self._sent or get(self._link, REQUESTS, subject).data != text.encode():
            store_message(self._link, subject, text.encode())
        self._sent, self._sent_epoch = text, epoch

    def read_journal(self, after: int) -> Sequence[str]:
        """Return the lines after that many that the server has."""
        epoch = self._link.reach()
        if epoch != self._epoch:
            self._lines.clear()
            self._epoch, self._level = epoch, 0
        try:
            return self._read_on(after)
        except TransportError:
            # The lines that were announced and taken are fetched by the next attempt.
            self._level = 0
            raise

    def _read_on(self, after: int) -> Sequence[str]:
        lines: list[str] = []
        at_once, size = 4, 0
        # A journal refuses more, and says so.
        while size <= MAX_JOURNAL_BYTES:
            number = after + len(lines) + 1
            line = self._lines.pop(number, None)
            if line is not None:
                lines.append(line)
                size += len(line)
                # The lines after an announced one will be announced too.
                self._level += number == self._level
                continue
            # A later line that is here says that one between was not announced.
            if number == self._level and not self._lines:
                break
            more = self._fetch(number, at_once)
            lines += more
            size += sum(map(len, more))
            if len(more) < at_once:
                self._level = number + len(more)
                if self._level not in self._lines:
                    break
            at_once = FETCHED_AT_ONCE
        # Announced lines that were fetched meanwhile are dropped.
        for old in [n for n in tuple(self._lines) if n <= after + len(lines)]:
            self._lines.pop(old, None)
        return lines

    def _fetch(self, first: int, count: int) -> list[str]:
        names = [*range(first, first + count), *(["lead"] if first == 1 else [])]
        subjects = (journal_subject(self._table, name) for name in names)
        replies = self._link.ask_all([(f"{GET}.{JOURNALS}.{one}", b"", {}) for one in subjects])
        if first == 1:
            self._note_lead(replies.pop())
        lines: list[str] = []
        for reply in replies:
            if reply.status:
                break
            self._newest = max(self._newest, reply.time)
            # One byte more than a line may have is enough to be refused.
            lines.append(reply.data[: MAX_LINE_BYTES + 1].decode(errors="replace"))
        return lines

    def _note_lead(self, message: NatsMessage) -> None:
        keep = message.json().get("keep_days")
        self._keep_days = keep if type(keep) is int else self._keep_days

    def _hear_line(self, message: NatsMessage) -> None:
        number = message.subject.rpartition(".")[2]
        if number == "lead":
            self._note_lead(message)
        is_short = len(message.data) <= MAX_LINE_BYTES and len(self._lines) < MOST_ANNOUNCED
        if number.isascii() and number.isdecimal() and is_short:
            self._newest = max(self._newest, message.time)
            self._lines[int(number)] = message.data.decode(errors="replace")
        self._stir()

    # the leader

    def read_requests(self) -> Sequence[str]:
        """Return the requests that this object has not returned yet."""
        epoch = self._link.reach()
        came: list[NatsMessage] = []
        if epoch != self._asked_epoch:
            self._came.clear()
            came = list(pages(self._link, REQUESTS, request_subject(self._table, "*")))
            self._listed = came[-1].sequence if came else 0
            self._asked_epoch = epoch
        if len(self._read) > MOST_REMEMBERED:
            self._read.clear()
        while self._came:
            message = self._came.popleft()
            # An older one that arrives after the list is in it, or was withdrawn before it.
            if message.sequence > self._listed:
                came.append(message)
        lines: list[str] = []
        for message in came:
            for line in message.data.decode(errors="replace").split("\n"):
                mark = sha256(line.encode()).digest()[:16]
                if mark not in self._read:
                    self._read.add(mark)
                    lines.append(line)
        return lines

    def _hear_request(self, message: NatsMessage) -> None:
        self._came.append(message)
        self._stir()

    def take_lead(self, fence: int) -> int:
        """Become the leader, with a fence above all earlier ones; return it."""
        if self._link.ask(f"$JS.API.STREAM.INFO.{JOURNALS}").json().get("error"):
            # On an ordinary server the leader creates the streams.
            make_streams(self._link)
        while True:
            last, lead = self._look()
            mine = max(fence, lead) + 1
            with contextlib.suppress(OutrunError):
                self._put_lead(mine, last)
                return mine

    def _look(self) -> tuple[int, int]:
        """Return the sequence of the table's last message, and the leader's fence.

        They are read in this order, so that the server refuses a message after any later one.
        """
        last = last_of(self._link, JOURNALS, self._every_line)
        lead = get(self._link, JOURNALS, journal_subject(self._table, "lead"))
        return last.sequence, fence_of(lead.json().get("fence"))

    def _put_lead(self, fence: int, last: int) -> None:
        self._write("lead", json.dumps({"fence": fence, "keep_days": self._keep_days}), last)

    def _write(self, name: int | str, text: str, last: int) -> None:
        """Publish a message if `last` is still the sequence of the table's last one."""
        subject = journal_subject(self._table, name)
        self._last = put(self._link, subject, text.encode(), last, self._every_line)

    def write_journal(self, lines: Sequence[str], fence: int) -> None:
        """Publish the lines of the whole journal that the server lacks. Raises `LedElsewhere`."""
        epoch = self._link.reach()
        if epoch != self._written_epoch:
            self._written = self._count_stored(lines)
            self._written_epoch = epoch
        for number, line in enumerate(lines[self._written :], self._written + 1):
            while True:
                try:
                    self._write(number, line, self._last)
                    break
                except OutrunError:
                    if self._is_there(number, line, fence):
                        break
            self._written = number

    def _count_stored(self, lines: Sequence[str]) -> int:
        """Return the number of leading lines on the server; usually all, so the last is read
        first.
        """
        if lines and self._fetch(len(lines), 1) == [lines[-1]]:
            return len(lines)
        count = 0
        while count < len(lines):
            there = self._fetch(count + 1, FETCHED_AT_ONCE)
            alike = [a == b for a, b in zip(there, lines[count:], strict=False)]
            count += alike.index(False) if False in alike else len(alike)
            if len(there) < FETCHED_AT_ONCE or False in alike:
                break
        return count

    def _is_there(self, number: int, line: str, fence: int) -> bool:
        """Whether the server has the line after a refusal: it had acknowledged, or lost its store.

        Raises `LedElsewhere`.
        """
        last, lead = self._look()
        if lead > fence:
            raise LedElsewhere
        if lead < fence:
            with contextlib.suppress(OutrunError):
                self._put_lead(fence, last)
            return False
        self._last = last
        return self._fetch(number, 1) == [line]

    # waiting

    def wait(self, seconds: float) -> None:
        """Wait until a message may have arrived, but no longer than that."""
        self._news.wait(seconds if self._link.is_up else min(seconds, REST_SECONDS))
        self._news.clear()

    def wake(self) -> None:
        """End a wait, from another thread."""
        self._news.set()

    def _stir(self) -> None:
        self._news.set()
        if self._stirred is not None:
            self._stirred()

    def close(self) -> None:
        """Unsubscribe from the table."""
        if self._stir in self._link.on_loss:
            self._link.on_loss.remove(self._stir)
        self._link.unsubscribe(self._number)
        if self._is_own_link:
            self._link.close()


class OutrunError(Exception):
    """Another message was stored meanwhile."""


def put(link: NatsLink, subject: str, data: bytes, last: int, among: str = "") -> int:
    """Publish if the last sequence on a subject, or on all that match `among`, is `last`.

    Returns the new sequence. Raises `OutrunError` if it is another, and `TransportError`.
    """
    expected = {_EXPECTED: str(last)} | ({f"{_EXPECTED}-Subject": among} if among else {})
    return store_message(link, subject, data, expected)


def store_message(
    link: NatsLink, subject: str, data: bytes, headers: Mapping[str, str] = {}
) -> int:
    """Publish to a stream; return the message's sequence once it is on the disk."""
    reply = link.ask(subject, data, headers).json()
    error = reply.get("error")
    if isinstance(error, dict):
        if error.get("err_code") == _WRONG_SEQUENCE:
            raise OutrunError
        raise TransportError(trouble_of_code(error.get("err_code")), link.address)
    if type(reply.get("seq")) is not int:
        raise TransportError(Trouble.NO_TABLES, link.address)
    return int(reply["seq"])


def get(link: NatsLink, stream: str, subject: str) -> NatsMessage:
    """Return the message on a subject; its `status` is "404" without one."""
    return link.ask(f"{GET}.{stream}.{subject}")


def last_of(link: NatsLink, stream: str, among: str) -> NatsMessage:
    """Return the last stored message on all subjects that match `among`."""
    return link.ask(f"{GET}.{stream}", write_json(last_by_subj=among))


def pages(link: NatsLink, stream: str, among: str) -> Iterator[NatsMessage]:
    """Yield all messages on the subjects that match `among`, in the order they were stored."""
    first = 1
    while True:
        wanted = write_json(seq=first, batch=PAGE, next_by_subj=among)
        page = link.ask_many(f"{GET}.{stream}", wanted)
        yield from page
        if len(page) < PAGE:
            return
        first = page[-1].sequence + 1


def purge(link: NatsLink, stream: str, subject: str) -> None:
    """Remove all messages on a subject, or on all that match it."""
    link.ask(f"$JS.API.STREAM.PURGE.{stream}", write_json(filter=subject))


def write_json(**fields: Any) -> bytes:
    """Return a JSON object as the data of a message."""
    return json.dumps(fields).encode()


def make_streams(link: NatsLink, megabytes: int = 0) -> None:
    """Create the streams, or update their settings. Raises `TransportError`.

    A quarter of `megabytes` is for requests; 0 sets no limit.
    """
    room = (megabytes << 20) or -4
    make_stream(
        link, JOURNALS, journal_subject("*", "*"), max_bytes=room * 3 // 4,
        max_msg_size=MAX_JOURNAL_LINE, republish={"src": "tie.journal.>", "dest": f"{ANNOUNCED}.>"},
    )  # fmt: skip
    make_stream(
        link, REQUESTS, request_subject("*", "*"), max_bytes=room // 4,
        max_msg_size=MAX_PENDING_BYTES,
        republish={"src": "tie.request.>", "dest": f"{HANDED_IN}.>"},
    )  # fmt: skip


def make_stream(link: NatsLink, name: str, subject: str, **more: Any) -> None:
    """Create one stream, or update its settings. Raises `TransportError`."""
    usual = {
        "name": name, "subjects": [subject], "retention": "limits", "storage": "file",
        "num_replicas": 1, "max_msgs_per_subject": 1, "discard": "new", "allow_direct": True,
    }  # fmt: skip
    for act in ("CREATE", "UPDATE"):
        reply = link.ask(f"$JS.API.STREAM.{act}.{name}", write_json(**usual | more)).json()
        if reply and not reply.get("error"):
            return
    raise TransportError(Trouble.NO_TABLES, link.address)


def is_server_url(url: str) -> bool:
    """Whether an address names a server of this kind."""
    try:
        parts = urlsplit(url)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    is_plain = url.isascii() and url.isprintable() and len(url) <= MAX_SERVER_URL
    is_plain = is_plain and re.fullmatch("([0-9a-f]{64})?", parts.fragment) is not None
    return is_plain and has_port and parts.scheme in ("nats", "tls") and bool(parts.hostname)
