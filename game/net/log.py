"""The entries of a table that have arrived, in any order, from any transport ("The idea").

Entries are looked up by hash and by author. An entry counts only when its author's entries before
it are here, back to the first; until then it waits.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from game.net.entries import (
    Begin,
    Body,
    Close,
    Entry,
    NewSeat,
    Open,
    PlacedFor,
    Receipt,
    Sit,
)

MAX_AUTHORS: Final = 256
"""Strangers that a table remembers: whoever has the invitation may write."""

MAX_ENTRIES_OF_AUTHOR: Final = 8_192
"""More than the longest match's game master writes."""

MAX_ENTRIES_OF_STRANGER: Final = 16
"""Of who has no seat: a request, and what may come before it is granted."""


class AddResult(StrEnum):
    """The result of adding an entry; all but the first leave the log unchanged."""

    NEW = "new"
    KNOWN = "known"
    OTHER_TABLE = "other-table"
    TOO_MANY = "too-many"


class Log:
    """The entries of one table. Adding is all that can be done."""

    def __init__(self, table: bytes) -> None:
        self.table = table
        self._by_hash: dict[bytes, Entry] = {}
        self._by_author: dict[bytes, dict[int, list[Entry]]] = {}
        self._counts: dict[bytes, int] = {}
        self._chained: set[bytes] = set()
        self._waiting: dict[bytes, list[Entry]] = {}
        self._wanted: set[bytes] = set()
        self._named: set[bytes] = set()
        self._places: dict[bytes, int] = {}
        self._receipts: dict[bytes, set[bytes]] = {}
        self._receipted: dict[bytes, list[bytes]] = {}
        self._guest_sits: set[bytes] = set()
        self._guests: set[bytes] = set()

    def __len__(self) -> int:
        return len(self._by_hash)

    def __iter__(self) -> Iterator[Entry]:
        """All entries in the order they came."""
        return iter(self._by_hash.values())

    def __contains__(self, hash: bytes) -> bool:
        return hash in self._by_hash

    @property
    def opening(self) -> Entry | None:
        """The `Open` that the table is named after, once it is here."""
        return self._by_hash.get(self.table)

    def add(self, entry: Entry) -> AddResult:
        """Put one more entry in, if it belongs here and there is room.

        What the game master's entries name is taken however much there is already: a flood by
        whoever has the invitation keeps nothing out that counts.
        """
        if entry.hash in self._by_hash:
            return AddResult.KNOWN
        if entry.table != self.table or (isinstance(entry.body, Open) and entry.hash != self.table):
            return AddResult.OTHER_TABLE
        if not self._has_room(entry):
            return AddResult.TOO_MANY
        self._places[entry.hash] = len(self._by_hash)
        self._by_hash[entry.hash] = entry
        numbers = self._by_author.setdefault(entry.author, {})
        numbers.setdefault(entry.number, []).append(entry)
        self._counts[entry.author] = self._counts.get(entry.author, 0) + 1
        if isinstance(entry.body, Receipt):
            self._receipts.setdefault(entry.body.close, set()).add(entry.author)
            self._receipted.setdefault(entry.author, []).append(entry.body.close)
        self._want(entry)
        before = self._by_hash.get(entry.before) if entry.before in self._chained else None
        if entry.number == 1 or (before is not None and _follows(entry, before)):
            self._chain(entry)
        elif before is None:
            self._waiting.setdefault(entry.before, []).append(entry)
        return AddResult.NEW

    def get(self, hash: bytes) -> Entry | None:
        """Return the entry with this hash, if it and all before it of its author are here."""
        return self._by_hash[hash] if hash in self._chained else None

    def by(self, author: bytes) -> Iterator[Entry]:
        """An author's entries that count, by number, those of one number in the order they came."""
        numbers = self._by_author.get(author, {})
        for number in sorted(numbers):
            yield from (e for e in numbers[number] if e.hash in self._chained)

    def at(self, author: bytes, number: int) -> tuple[Entry, ...]:
        """Everything that an author signed with this number, waiting or not."""
        return tuple(self._by_author.get(author, {}).get(number, ()))

    def last_by(self, author: bytes) -> Entry | None:
        """Return where an author's log goes on: the highest number that counts."""
        return max(self.by(author), key=lambda entry: entry.number, default=None)

    def has_written_since(self, author: bytes, hash: bytes) -> bool:
        """Whether something of an author came after the entry with this hash, counting or not."""
        place = self._places.get(hash, 0)
        numbers = self._by_author.get(author, {})
        return any(self._places[e.hash] > place for found in numbers.values() for e in found)

    def is_whole(self, author: bytes) -> bool:
        """Whether no entry of this author is missing before one that is here.

        Only then may its owner write on: the missing one exists already, somewhere.
        """
        numbers = self._by_author.get(author, {})
        last = self.last_by(author)
        return not numbers or (last is not None and last.number == max(numbers))

    def receipts(self) -> dict[bytes, set[bytes]]:
        """Return who has receipted, by the hash of the close that is named, whatever the number."""
        return self._receipts

    def receipted_by(self, author: bytes) -> tuple[bytes, ...]:
        """Return the closes that an author's receipts name, as they came; more than one
        is shown.
        """
        return tuple(self._receipted.get(author, ()))

    def has_forks_of(self, author: bytes) -> bool:
        """Whether there are two entries of one number of an author."""
        return len(self._by_author.get(author, {})) < self._counts.get(author, 0)

    def first_fork_of(self, author: bytes) -> int | None:
        """Return the lowest number of which an author signed two entries."""
        numbers = self._by_author.get(author, {})
        return min((n for n, entries in numbers.items() if len(entries) > 1), default=None)

    def _has_room(self, entry: Entry) -> bool:
        if entry.hash == self.table or entry.hash in self._wanted:
            return True
        author, opening = entry.author, self.opening
        count = self._counts.get(author, 0)
        if opening is not None and (author == opening.author or author in self._named):
            return count < MAX_ENTRIES_OF_AUTHOR
        if author not in self._by_author:
            return len(self._by_author) < MAX_AUTHORS
        # Until the opening is here nobody can be told from the game master.
        return count < (MAX_ENTRIES_OF_AUTHOR if opening is None else MAX_ENTRIES_OF_STRANGER)

    def _want(self, entry: Entry) -> None:
        """Note which missing entries a new entry makes worth having."""
        opening = self.opening
        if opening is None:
            return
        if entry is opening:
            for held in self._by_hash.values():
                if held.author == opening.author:
                    self._want_named(held)
        elif entry.author == opening.author:
            self._want_named(entry)
        elif entry.hash in self._wanted:
            self._named.add(entry.author)
            self._want_all((entry.before,))
        if entry.hash in self._guest_sits:
            self._note_guests((entry.hash,))
        if isinstance(entry.body, Receipt) and entry.author in self._guests:
            self._want_all((entry.body.close,))

    def _want_named(self, entry: Entry) -> None:
        """Want an entry of the game master, and what it names."""
        self._want_all((entry.hash, entry.before, *_named_in(entry.body)))
        sits = _guest_sits_in(entry.body)
        self._guest_sits.update(sits)
        self._note_guests(sits)

    def _note_guests(self, sits: tuple[bytes, ...]) -> None:
        """Want what those who sit as guests have receipted."""
        held = (self._by_hash[hash] for hash in sits if hash in self._by_hash)
        for author in [entry.author for entry in held if isinstance(entry.body, Sit)]:
            self._guests.add(author)
            self._want_all(self.receipted_by(author))

    def _want_all(self, hashes: tuple[bytes, ...]) -> None:
        """Want these, and what their authors wrote before as far as it is here."""
        left = list(hashes)
        while left:
            hash = left.pop()
            if hash not in self._wanted:
                self._wanted.add(hash)
                if hash in self._by_hash:
                    self._named.add(self._by_hash[hash].author)
                    left.append(self._by_hash[hash].before)

    def _chain(self, entry: Entry) -> None:
        """Count an entry, and those that waited for it."""
        ready = [entry]
        while ready:
            current = ready.pop()
            self._chained.add(current.hash)
            for waiting in self._waiting.pop(current.hash, ()):
                if _follows(waiting, current):
                    ready.append(waiting)


def _follows(entry: Entry, before: Entry) -> bool:
    """Whether `before`, which `entry` names, is indeed its author's entry before it."""
    return entry.author == before.author and entry.number == before.number + 1


def _guest_sits_in(body: Body) -> tuple[bytes, ...]:
    """Return the requests with which an entry of the game master seats guests, not the house."""
    match body:
        case Begin():
            return tuple(sit for i, sit in enumerate(body.sits) if i not in body.house)
        case NewSeat():
            return () if body.is_house else (body.sit,)
        case _:
            return ()


def _named_in(body: Body) -> tuple[bytes, ...]:
    match body:
        case Begin():
            return body.sits
        case Close():
            named = [seat.answer for seat in body.seats]
            named += [seat.leave for seat in body.seats if isinstance(seat, PlacedFor)]
            return tuple(hash for hash in named if hash is not None)
        case NewSeat():
            return (body.sit,) if body.leave is None else (body.sit, body.leave)
        case _:
            return ()
