"""Every reader of texts that strangers write, and texts that are made to keep it busy.

Run by `python -m tests.steps tests.strangers`: prints, as JSON, how many steps each reader takes
for each text and for the text at twice and four times its length.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile
from typing import Final

from game.climb.record import parse_climb
from game.climb.sharing import read_climb_seed
from game.net.journal.events import read_line
from game.net.journal.invitations import Invitation, read_invitation
from game.net.journal.journal import Journal
from game.net.journal.requests import read_request
from game.net.post.turn_files import has_damaged_file, read_turn_files, text_of_mail
from game.page.result import read_daily_result
from game.rules.errors import RulesError
from game.rules.names import clean_name, isolate_name, look_of, show_name
from game.rules.record import parse_record
from game.rules.ruleset import Ruleset
from game.rules.texts import decode_text, pasted_text, strip_marks, typed_text
from game.storage.codes import CodeError, Deal, format_code, read_deal
from game.storage.pasted import CodeKind, find_codes, write_code
from game.storage.record_files import read_records
from tests import steps
from tests.climb.codes import climb_code


def read_file(text: str) -> object:
    """Read a file of records."""
    with NamedTemporaryFile() as file:
        Path(file.name).write_bytes(text.encode("utf-8", "surrogatepass"))
        return [*read_records([file.name])]


READERS: Final[dict[str, Callable[[str], object]]] = {
    "typed": typed_text,
    "pasted": pasted_text,
    "stripped": strip_marks,
    "decoded": lambda text: decode_text(text.encode("utf-8", "surrogatepass")),
    "mail": lambda text: text_of_mail(text.encode("utf-8", "surrogatepass")),
    "codes": find_codes,
    "deal": read_deal,
    "climb's code": read_climb_seed,
    "result of a day": lambda text: read_daily_result(text, date(2026, 11, 28)),
    "name": clean_name,
    "shown name": show_name,
    "isolated name": isolate_name,
    "look of a name": look_of,
    "record": parse_record,
    "climb": parse_climb,
    "records": read_file,
    "invitation": read_invitation,
    "turn file": read_turn_files,
    "damage": has_damaged_file,
    "line": read_line,
    "request": read_request,
    "journal": lambda text: Journal.in_memory(bytes(16), text.split("\n")),
}

_CODES: Final = (
    str(Invitation(bytes(16), bytes(32), "nats://a.example:4222")),
    write_code(CodeKind.TURN_FILE, bytes(range(200))),
    write_code(CodeKind.CLIMB, b"{}"),
    format_code(Deal(Ruleset(), "42")),
    climb_code("42"),
)

PIECES: Final = (
    *(code + " " for code in _CODES),
    *(code[:-2] + "\n" for code in _CODES),
    *(
        "TIE1I.9999.\n",
        "TIE1I.9999.",
        "x TIE1T.99999999.\nabc\n",
        "TIE1I.5.AAAAA ",
        "> TIE1R.80.\n",
    ),
    *("TIE1I", "TIE1I .", "TIE1I.9", "TIE1I.9 ", "CLIMB-", "CLIMB-A ", "0ABC-", "0", "-", "1 2 "),
    *(
        "=",
        "=\n",
        "=20",
        "<",
        "<a",
        "<a>",
        "&",
        "&#",
        "&#45;",
        "&#9",
        "&#x2d;",
        "&amp;",
        "\\",
        "\\-",
    ),
    *(
        ">",
        "> ",
        "|",
        " ",
        "\t",
        "\n",
        "\r",
        "A",
        "A" * 40 + "\n",
        "A" * 76 + "\n",
        "A" * 50 + "\n\n",
    ),
    *("{", "[", '{"a":', "[],", '"', "7", "1e", "null,", "\0", "\ufeff"),
    *("é", "\u0301", "\u0315\u0300", "\u0f73", "\ufdfa", "\u200b", "\u200d", "\u2068", "\u2212"),
    *("\ufe0f", "a\ufe0f", "a\u200d", "\u3000", "\ud800", "א", "\U000e0100", "a b", "⬢"),
)
"""Pieces of hostile texts, which are repeated over and over."""

_SIZE: Final = 300
"""Characters of the shortest texts."""


def texts() -> dict[str, tuple[str, str, str]]:
    """Return each text, by its name, in three lengths."""
    random = Random(7)
    mixed = ("".join(random.choices(PIECES, k=random.randint(2, 5))) for _ in range(15))
    found = {}
    for piece in (*PIECES, *mixed):
        count = max(2, _SIZE // len(piece))
        short, middle, long = (piece * count * times for times in (1, 2, 4))
        found[repr(piece)] = short, middle, long
    return found


def count(read: Callable[[str], object], text: str) -> int:
    """Return the steps that a reader takes for a text."""
    before = steps.total
    with suppress(RulesError, CodeError, UnicodeDecodeError):
        read(text)
    return steps.total - before


def main() -> None:
    """Print the steps of each reader for each text."""
    known = texts()
    found = {
        reader: {name: [count(read, text) for text in three] for name, three in known.items()}
        for reader, read in READERS.items()
    }
    print(json.dumps(found))
