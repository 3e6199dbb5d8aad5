"""Answers: a turn's text, its commitment and its seal ("Answers")."""

from __future__ import annotations

from dataclasses import dataclass

from game.net.encoding import HASH_BYTES, tagged_hash
from game.net.entries import MAX_TURN_TEXT, SEALED_BYTES, Answer
from game.net.keys import Card, seal
from game.rules.boards import Board
from game.rules.errors import Fault, FormatError
from game.rules.moves import format_placement, parse_placement
from game.rules.placement import Placement

CLOSING = "/"
"""What stands before the closing moves."""


@dataclass(frozen=True, slots=True)
class TurnText:
    """The text of all that a seat does in one call.

    `finish` is None except in a Daffodil 4 round's last call, where it holds the closing moves,
    perhaps none (P6).
    """

    placements: tuple[Placement, ...]
    finish: tuple[Placement, ...] | None = None

    def write(self, board: Board) -> str:
        """`294@c3 753@x`, `294@c3 / 753@b2`, or `294@c3 /` where no closing move is wanted."""
        words = [format_placement(board, p) for p in self.placements]
        if self.finish is not None:
            words += [CLOSING, *(format_placement(board, p) for p in self.finish)]
        return " ".join(words)

    @classmethod
    def read(cls, board: Board, text: str) -> TurnText:
        """Return the turn that `write` wrote; there is no other spelling. Raises `FormatError`."""
        words = text.split(" ") if text else []
        finish: tuple[Placement, ...] | None = None
        if CLOSING in words:
            at = words.index(CLOSING)
            finish = tuple(parse_placement(board, word) for word in words[at + 1 :])
            words = words[:at]
        return cls(tuple(parse_placement(board, word) for word in words), finish)


@dataclass(frozen=True, slots=True)
class Opened:
    """The content of an opened answer: the turn's text and what proves it."""

    salt: bytes
    text: str


def salt_for(card: Card, call: bytes) -> bytes:
    """Return the salt of this card's answer to `call`: unknown to others, known again
    after a restart.
    """
    return tagged_hash("salt", card.secret, call)


def commit_to(table: bytes, call: bytes, author: bytes, opened: Opened) -> bytes:
    """Return the commitment that binds an author to one text in one call."""
    return tagged_hash("answer", table, call, author, opened.salt, opened.text.encode("ascii"))


def make_answer(
    card: Card, table: bytes, call: bytes, box: bytes, after: tuple[bytes, ...], text: str
) -> Answer:
    """Return a card's answer to the call with this hash, sealed for `box`."""
    opened = Opened(salt_for(card, call), text)
    if len(text) > MAX_TURN_TEXT:
        raise FormatError(Fault.TOO_MANY_CHARACTERS, most=MAX_TURN_TEXT)
    data = (opened.salt + text.encode("ascii")).ljust(SEALED_BYTES)
    commit = commit_to(table, call, card.author, opened)
    return Answer(call, after, commit, seal(box, data))


def open_answer(master: Card, table: bytes, author: bytes, answer: Answer) -> Opened | None:
    """Return what `answer` holds; None where it does not open to what its author committed to."""
    data = master.open(answer.seal)
    if data is None:
        return None
    padded = data[HASH_BYTES:]
    if not padded.isascii():
        return None
    opened = Opened(data[:HASH_BYTES], padded.decode("ascii").rstrip(" "))
    is_bound = commit_to(table, answer.call, author, opened) == answer.commit
    return opened if is_bound else None
