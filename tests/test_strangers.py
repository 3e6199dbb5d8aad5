"""A text of a stranger takes a time that grows with its length, whatever is in it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from game.climb.sharing import read_climb_seed
from game.rules.names import clean_name
from game.rules.texts import normalise, without_references
from game.storage.codes import CodeError, read_deal
from game.storage.pasted import MAX_CODES, CodeKind, find_codes, write_code

MOST: int = 6
"""The greatest factor of cost for a text of four times the length: 4 in proportion, 16 if squared.
"""


@pytest.mark.slow
def test_each_reader_s_steps_grow_with_the_length_of_the_text() -> None:
    command = [sys.executable, "-m", "tests.steps", "tests.strangers"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert sum(map(len, found.values())) > 1_000
    slow = {
        f"{reader}: {text}": steps
        for reader, texts in found.items()
        for text, steps in texts.items()
        if steps[2] > MOST * steps[0] + 4_000
    }
    assert slow == {}


def test_a_run_of_marks_is_cut_before_it_is_sorted() -> None:
    marks = "\u0315\u0300" * 5_000
    assert len(normalise("NFC", "a" + marks)) == 30
    assert len(clean_name("a" + marks)) < 10
    assert len(normalise("NFKD", "a" + "\u0f73" * 10_000)) == 61
    whole = "e\u0301" * 100 + "\u0315\u0300" * 14
    assert len(normalise("NFC", whole)) == 128


def test_a_reference_to_no_character_is_no_error() -> None:
    huge = f"&#{'9' * 5_000};"
    assert without_references(f"a{huge}&amp;&#45;") == "a\ufffd&-"
    assert find_codes(huge) == ()
    for read in (read_deal, read_climb_seed):
        with pytest.raises(CodeError):
            read(huge)


def test_a_code_ends_where_another_begins_and_so_many_are_read() -> None:
    code = write_code(CodeKind.INVITATION, b"7" * 40)
    cut = code[:-9]
    found = find_codes(f"{cut} {code}\n")
    assert [(one.data, one.damage) for one in found] == [(b"7" * 40, None)]
    others = (write_code(CodeKind.INVITATION, b"%d" % n) for n in range(MAX_CODES + 5))
    assert len(find_codes("\n".join(others))) == MAX_CODES
