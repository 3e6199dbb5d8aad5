"""Texts from outside: every way to save a file, every way to paste a code."""

from __future__ import annotations

import io
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.names import clean_name
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.rules.texts import (
    decode_text,
    normalise,
    pasted_text,
    strip_marks,
    text_stream,
    typed_text,
    without_references,
)
from game.storage.codes import Deal, format_code, read_deal
from game.storage.record_files import ReadRecord, read_records
from game.storage.settings import SettingsStore
from tests.storage.matches import play_match

ENCODINGS = (
    *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"),
    *("utf-32", "utf-32-le", "utf-32-be"),
)
ENDS = ("\n", "\r\n", "\r")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ENDS)
def test_every_way_to_save_a_file_gives_the_same(tmp_path: Path, encoding: str, end: str) -> None:
    mark = "\ufeff" if encoding.endswith("e") else ""
    matches = [play_match(seed, names=("Zoë", "Анна")) for seed in "12"]
    text = "".join(print_record(match) + "\n" for match in matches)

    def save(text: str) -> Path:
        path = tmp_path / "file"
        path.write_bytes((mark + text.replace("\n", end)).encode(encoding))
        return path

    read = list(read_records([str(save(text))]))
    assert [one.match for one in read if isinstance(one, ReadRecord)] == matches
    assert [one.line for one in read] == [1, 2]
    assert parse_record(save(print_record(matches[0])).read_bytes()) == matches[0]
    settings, problems = SettingsStore(save('{\n"player_name": "Zoë"\n}\n')).load()
    assert (settings.player_name, problems) == ("Zoë", ())


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r\x00")))
def test_any_text_is_read_as_it_was_written(text: str) -> None:
    for encoding in ENCODINGS[:3]:
        raw = text.encode(encoding)
        if not text.startswith("\ufeff"):
            assert decode_text(raw) == text
        with text_stream(io.BytesIO(raw)) as stream:
            assert stream.read() == text.removeprefix("\ufeff")


@pytest.mark.parametrize("encoding", [one for one in ENCODINGS if one.endswith(("-le", "-be"))])
@pytest.mark.parametrize("text", ['{"a": "ț"}', "a", "1 2"])
def test_a_file_without_a_mark_is_known_by_its_first_letter(encoding: str, text: str) -> None:
    raw = text.encode(encoding)
    assert decode_text(raw) == text
    with text_stream(io.BytesIO(raw)) as stream:
        assert stream.read() == text


def test_every_end_of_a_line_is_a_line_feed_and_zeros_alone_are_no_wide_letters() -> None:
    lines = "a\rb\r\nc\n\r\n\rd"
    for encoding in ("utf-8", "utf-16", "utf-32-le"):
        assert decode_text(lines.encode(encoding)) == "a\nb\nc\n\n\nd", encoding
    for raw in (b"\0", b"\0\0", b"\0\0\0", b"\0\0a", b"\0\0\0\0"):
        assert decode_text(raw) == raw.decode()


def test_a_bad_byte_stays_one_behind_a_mark_too_and_a_bad_pair_becomes_a_sign() -> None:
    read = []
    for raw in (b"a\xffb", b"\xef\xbb\xbfa\xffb", b"\xff\xfea\0\0\xd8b\0"):
        with text_stream(io.BytesIO(raw)) as stream:
            read.append(stream.read())
    assert read == ["a\udcffb", "a\udcffb", "a\ufffdb"]


def test_a_stream_of_any_kind_stays_open() -> None:
    for file in (io.BytesIO(b"a"), io.BufferedReader(io.BytesIO(b"a"))):
        with text_stream(file) as stream:
            assert stream.read() == "a"
        assert not file.closed


def test_a_bad_line_is_refused_for_itself(tmp_path: Path) -> None:
    path = tmp_path / "file"
    good = print_record(play_match("1")).encode()
    path.write_bytes(good + b"\n\xff{}\n" + good)
    assert [isinstance(one, ReadRecord) for one in read_records([str(path)])] == [
        True, False, True,
    ]  # fmt: skip


CODE = format_code(Deal(Ruleset.parse("daffodil-4 free mail rays"), "42"))


@pytest.mark.parametrize(
    "pasted",
    [
        CODE, f" {CODE}\n", f"‹{CODE}›", f"“{CODE}”.", f"> {CODE}", f"> > {CODE}", f"<{CODE}>",
        f"\ufeff{CODE}", f"\u200b{CODE}\u200b", CODE.replace("-", "\u2011"), f"({CODE}),",
        "\u2066".join(CODE), f"\u00a0{CODE}\u202f!",
    ],
)  # fmt: skip
def test_a_deal_code_is_found_in_what_was_pasted(pasted: str) -> None:
    assert read_deal(pasted) == read_deal(CODE)


def test_what_programs_put_around_a_text_goes() -> None:
    assert strip_marks("  “tie-A”!") == "tie-A"
    assert pasted_text("> a\n>> b\n| c\r\nd > e") == "a\nb\nc\nd > e"


@pytest.mark.parametrize("word", ["café", "Zoë", "Ångström", "각"])
def test_what_people_type_is_one_in_either_form(word: str) -> None:
    forms = [unicodedata.normalize(form, word) for form in ("NFC", "NFD")]
    assert len(set(forms)) == 2
    assert len({read_deal(form) for form in forms}) == 1
    assert len({clean_name(form) for form in forms}) == 1


def test_a_typed_text_has_plain_blanks_and_line_ends_and_nothing_invisible() -> None:
    assert typed_text("a\u00a0b\tc\r\nd\re\u200b\u00ad") == "a b c\nd\ne"
    assert pasted_text("  > a\u2010b\u2011c\n|| d | e") == "a-b-c\nd | e"
    assert typed_text("> a\u2010b") == "> a\u2010b", "nothing is quoted in what is typed"
    assert strip_marks("> [`tie-A`](*x*)...") == "tie-A`](*x"


def test_a_web_page_s_references_are_their_characters_and_impossible_ones_a_sign() -> None:
    for text, plain in (
        ("tie&#45;A &amp; &lt;b&gt; &eacute;", "tie-A & <b> é"),
        ("&#x2D; &#1114112;", "- \ufffd"),
        (f"a&#{'9' * 5000};b", "a\ufffdb"),
        (f"a&#x{'f' * 5000};b", "a\ufffdb"),
        ("no & reference", "no & reference"),
    ):
        assert without_references(text) == plain


def test_a_run_of_marks_ends_after_thirty() -> None:
    mark = "\u0316"
    for count, left in ((30, 30), (31, 30), (99, 30)):
        assert normalise("NFC", f"x{mark * count}y{mark}") == f"x{mark * left}y{mark}"
    assert normalise("NFD", "é") == "e\u0301"
    assert normalise("NFKC", "ﬁ") == "fi"
