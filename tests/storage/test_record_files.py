"""However records are printed into a file, each is found, and a broken one spoils no other."""

from __future__ import annotations

import io
import json
import os
import sys
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.errors import Fault
from game.rules.json_shape import MAX_RECORD_BYTES
from game.rules.record import print_record
from game.storage.record_files import BadRecord, ReadRecord, RecordText, read_records, read_texts
from tests.storage.matches import play_match

MATCHES = [play_match(str(n), names=("{Ana}", 'Z[o"e\\')) for n in range(3)]
TREES = [json.loads(print_record(match)) for match in MATCHES]


def spread(tree: object) -> str:
    return json.dumps(tree, indent=1)


WAYS = {
    "lines": "\n".join(map(print_record, MATCHES)),
    "one line": "".join(map(print_record, MATCHES)),
    "spread": "\n".join(map(spread, TREES)),
    "spread, one behind the other": "".join(map(spread, TREES)),
    "spread and flat": "\n".join((spread(TREES[0]), print_record(MATCHES[1]), spread(TREES[2]))),
    "flat and spread": "\n".join((print_record(MATCHES[0]), spread(TREES[1]), spread(TREES[2]))),
    "without indent": "\n".join(json.dumps(tree, indent=0) for tree in TREES),
    "array": json.dumps(TREES),
    "array, spread": json.dumps(TREES, indent=4),
    "array of lines": "[\n" + ",\n".join(map(print_record, MATCHES)) + "\n]\n",
    "arrays": "\n".join(json.dumps([tree]) for tree in TREES),
}


def read(folder: Path, text: str) -> list[ReadRecord | BadRecord]:
    path = folder / "file"
    path.write_text(text, encoding="utf-8")
    return list(read_records([str(path)]))


@pytest.mark.parametrize("way", WAYS)
def test_records_are_read_however_they_are_printed(tmp_path: Path, way: str) -> None:
    records = read(tmp_path, WAYS[way])
    assert [getattr(record, "match", record) for record in records] == MATCHES
    lines = [record.line for record in records]
    first = [2] * (way == "array of lines") or [1]
    assert lines[:1] == ([2] if way == "array, spread" else first)
    assert None not in lines


def test_of_other_lines_in_a_row_the_first_is_refused_in_each_place(tmp_path: Path) -> None:
    one, other = map(print_record, MATCHES[:2])
    records = read(tmp_path, f"a\nb\n{one}\nc\n\nd\n{other}\ne\n")
    assert [(type(record), record.line) for record in records] == [
        (BadRecord, 1), (ReadRecord, 3), (BadRecord, 4), (ReadRecord, 7), (BadRecord, 8)
    ]  # fmt: skip


def test_one_record_has_no_line_to_be_named_by(tmp_path: Path) -> None:
    for text in (spread(TREES[0]), print_record(MATCHES[0]), json.dumps(TREES[:1])):
        assert [record.line for record in read(tmp_path, text)] == [None]


@pytest.mark.parametrize("way", ["lines", "spread", "array, spread", "array of lines"])
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    ("old", "new"),
    [('"rules"', "rules"), ('"boards"', '"boards'), ("]", ""), ("{", "{["), ("}", "")],
)
def test_a_broken_record_is_refused_alone(
    tmp_path: Path, way: str, place: int, old: str, new: str
) -> None:
    text = WAYS[way]
    # The broken mark is in the record at that place.
    at = text.index(old, [i for i in range(len(text)) if text.startswith('"format"', i)][place])
    records = read(tmp_path, text[:at] + new + text[at + len(old) :])
    good = [record.match for record in records if isinstance(record, ReadRecord)]
    assert [match for match in MATCHES if match in good] == good
    lost = [number for number, match in enumerate(MATCHES) if match not in good]
    assert place in lost
    # A bracket too few is seen where the next record begins, in a line of its own.
    assert lost == [place], records
    assert len(records) == 3


MOST = 1 << 15
"""The most bytes of a record, and the characters read at once, where `small` is a fixture."""
PIECE = 1 << 11


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records and pieces be shorter, which is read sooner."""
    for name, value in (("MAX_RECORD_BYTES", MOST), ("MOST_SKIPPED", 64 * MOST), ("_PIECE", PIECE)):
        monkeypatch.setattr(f"game.storage.record_files.{name}", value)
    monkeypatch.setattr("game.rules.record.MAX_RECORD_BYTES", MOST)


def test_what_is_too_long_is_refused_and_the_next_is_read(tmp_path: Path, small: None) -> None:
    # In the last one each piece of the line but the first begins as an object does.
    for first in (
        json.dumps({"x": "y" * MOST}),
        spread({"x": ["y" * 100] * (MOST // 100)}),
        '{"x": "'.ljust(PIECE, "y") + ("{" + "y" * (PIECE - 1)) * 40 + '"}',
    ):
        one, other = read(tmp_path, f"{first}\n{print_record(MATCHES[0])}\n")
        assert isinstance(one, BadRecord)
        assert one.error.fault is Fault.TOO_MANY_BYTES
        assert getattr(other, "match", None) == MATCHES[0]


def test_an_array_of_any_length_is_read(tmp_path: Path, small: None) -> None:
    path = tmp_path / "file"
    path.write_text(json.dumps(TREES[:1] * 100), encoding="utf-8")
    assert path.stat().st_size > 2 * MOST
    texts = list(read_texts([str(path)]))
    assert len(texts) == 100
    assert {text.raw for text in texts if isinstance(text, RecordText)} == {
        json.dumps(TREES[0]).encode()
    }


def test_bytes_that_are_no_text_are_handed_on_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b'{"a": "\xff"}\n{}\n')
    assert list(read_texts([str(path)])) == [
        RecordText(str(path), 1, b'{"a": "\xff"}'),
        RecordText(str(path), 2, b"{}"),
    ]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.slow
@settings(max_examples=40)
@given(
    st.lists(st.dictionaries(st.text(), VALUES), min_size=1, max_size=4),
    st.sampled_from([None, 0, 1, 3]),
    st.sampled_from(["", " ", "\n", "\n\n"]),
    st.booleans(),
)
def test_any_objects_are_parted_where_they_end(
    tmp_path_factory: pytest.TempPathFactory,
    objects: list[object],
    indent: int | None,
    between: str,
    is_array: bool,
) -> None:
    path = tmp_path_factory.getbasetemp() / "objects"
    texts = [json.dumps(one, indent=indent, ensure_ascii=False) for one in objects]
    text = json.dumps(objects, indent=indent) if is_array else between.join(texts)
    path.write_text(text, encoding="utf-8")
    read = [json.loads(one.raw) for one in read_texts([str(path)]) if isinstance(one, RecordText)]
    assert read == objects


def test_blanks_between_records_end_nothing_until_there_are_more_than_a_record_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.storage.record_files.MAX_RECORD_BYTES", 1_000)
    path = tmp_path / "file"
    for blanks, count in ((900, 5), (1_200, 1)):
        path.write_text((" " * blanks + "\n").join(["{}"] * 5))
        others = [one for one in read_texts([str(path)]) if one.raw != b"{}"]  # type: ignore[union-attr]
        assert len(others) == (count == 1), "the blanks are refused"
        assert sum(one.raw == b"{}" for one in read_texts([str(path)])) == count  # type: ignore[union-attr]


ENDLESS = ["y\n", "\n", "[", "]\n", '"', "{\n", '{"a":\n', "[{}"]


@pytest.mark.parametrize("text", [*ENDLESS, pytest.param("{[", marks=pytest.mark.slow)])
def test_nothing_is_read_without_an_end(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    most = MAX_RECORD_BYTES // 16
    monkeypatch.setattr("game.storage.record_files.MAX_RECORD_BYTES", most)
    monkeypatch.setattr("game.storage.record_files.MOST_SKIPPED", 64 * most)

    class Endless:
        """A stream in which the text comes again and again."""

        read = 0

        def readline(self, most: int) -> str:
            self.read += len(text)
            assert self.read < 70 * most
            return text

    from game.storage.record_files import _Splitter

    found = chain.from_iterable([_Splitter(Endless()).split()])  # type: ignore[arg-type]
    for number, _ in enumerate(found):
        if number > 100:
            break


def test_files_are_read_in_order_and_each_that_cannot_be_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, empty, none = (str(tmp_path / name) for name in ("one", "empty", "none"))
    Path(one).write_text(print_record(MATCHES[0]), encoding="utf-8")
    Path(empty).write_text(" \n", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}{}")))
    for in_window in (False, True):
        found = read_records([one, empty, none, "a\0b", str(tmp_path), one], in_window=in_window)
        read, *bad, again = found
        assert read == again == ReadRecord(one, None, MATCHES[0])
        assert [
            (each.name, each.line, each.error.fault) for each in bad if isinstance(each, BadRecord)
        ] == [
            (empty, None, Fault.EMPTY),
            (none, None, Fault.NO_SUCH_FILE),
            (repr("a\0b"), None, Fault.NOT_A_FILE_NAME),
            (str(tmp_path), None, Fault.IS_A_DIRECTORY),
        ]
    texts = [("-", 1, b"{}"), ("-", 1, b"{}")]
    assert list(read_texts(["-"])) == [RecordText(*text) for text in texts]
    (lost,) = read_texts(["-"], in_window=True)
    assert isinstance(lost, BadRecord), "a window reads no standard input"
    assert lost.error.fault is Fault.NO_SUCH_FILE


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes")
def test_a_window_waits_for_no_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (refused,) = read_records([str(pipe)], in_window=True)
    assert isinstance(refused, BadRecord)
    assert refused.name == str(pipe)
