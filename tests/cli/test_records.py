"""Records of files for commands: their order, what is refused, and the one match of a page."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from game.__main__ import main
from game.cli.records import UNFINISHED, ReadClimb, Records, read_finished
from game.climb.record import print_climb
from game.locale import Language, load_catalogue
from game.rules.errors import FormatError
from game.rules.json_shape import MAX_RECORD_BYTES
from game.rules.record import print_record
from game.storage.record_files import ReadRecord
from tests.gallery.climb import play_climb
from tests.storage.matches import play_match
from tests.terminal import SPOILT, run

ENGLISH = load_catalogue(Language.ENGLISH)


def test_matches_and_climbs_are_read_in_order_and_others_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match, climb = play_match(), play_climb("7", most=1).record
    one, many = str(tmp_path / "one.json"), str(tmp_path / "many.jsonl")
    Path(one).write_text(print_climb(climb), encoding="utf-8")
    texts = [print_record(match), "{", print_climb(climb), print_record(match)]
    Path(many).write_text("\n".join(texts), encoding="utf-8")
    records = Records([one, "a\x1b", many], ENGLISH)
    assert records.status == 0
    assert list(records) == [
        ReadClimb(one, None, climb),
        ReadRecord(many, 1, match),
        ReadClimb(many, 3, climb),
        ReadRecord(many, 4, match),
    ]
    assert records.status == 2
    missing, broken = capsys.readouterr().err.splitlines()
    assert missing == "a\ufffd: no such file"
    assert broken.startswith(f"{many}: line 2: not JSON")
    matches = Records([one, many], ENGLISH)
    assert [record.line for record in matches.matches()] == [1, 4]
    refused = [line.partition(": ")[0] for line in capsys.readouterr().err.splitlines()]
    assert (matches.status, refused) == (2, [one, many, many])


def test_a_closed_standard_error_does_not_end_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Closed:
        def write(self, text: str) -> None:
            raise OSError(9, "Bad file descriptor")

    file = tmp_path / "match.json"
    file.write_text(print_record(play_match()), encoding="utf-8")
    monkeypatch.setattr(sys, "stderr", Closed())
    records = Records(["a", str(file), "b"], ENGLISH)
    assert [record.name for record in records] == [str(file)]
    assert records.status == 2
    assert not isinstance(sys.stderr, Closed)
    sys.stderr.close()


def test_the_only_match_of_a_file_is_read_or_refused(tmp_path: Path) -> None:
    match, begun = play_match(), play_match(placements=9)
    one, two, open_one, bad = (str(tmp_path / name) for name in ("1", "2", "open", "bad"))
    Path(one).write_text(print_record(match), encoding="utf-8")
    Path(two).write_text(f"{print_record(match)}\n{print_record(match)}", encoding="utf-8")
    Path(open_one).write_text(print_record(begun), encoding="utf-8")
    Path(bad).write_text("{}\n{}", encoding="utf-8")
    assert read_finished(one, ENGLISH) == match
    for file, place, reason in (
        (two, two, "It holds several matches; a page is of one."),
        (open_one, open_one, UNFINISHED),
        (bad, f"{bad}: line 1", "no 'format'"),
        ("none", "none", "no such file"),
    ):
        with pytest.raises(FormatError) as refused:
            read_finished(file, ENGLISH)
        assert refused.value.where == place
        assert reason in str(refused.value)


def test_bad_records_spoil_nothing_else(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Path
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(SPOILT, encoding="utf-8")
    missing = tmp_path / "missing.json"
    status, out, err = run(capsys, "score", "--json", str(bad), str(record), str(missing))
    assert status == 2
    assert len(out.splitlines()) == 1
    first, second = err.splitlines()
    assert first.startswith(f"{bad}: ")
    assert second.startswith(f"{missing}: ")


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_bad_line_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, place: int
) -> None:
    lines = [print_record(play_match(str(n))) for n in range(3)]
    lines[place] = "{not json"
    path = tmp_path / "many.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    status, out, err = run(capsys, "score", "--json", str(path))
    assert (status, len(out.splitlines())) == (2, 2)
    assert err.startswith(f"{path}: line {place + 1}: ")


@pytest.mark.parametrize(
    "content",
    [b"", b"\n\n", b"\xff\xfe\x00", b"[" * 5000, b" " * MAX_RECORD_BYTES + b"{}"],
    ids=["empty", "blank", "bytes", "deep", "large"],
)
def test_files_that_hold_no_record(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "odd"
    path.write_bytes(content)
    status, out, err = run(capsys, "score", str(path), "--json")
    assert (status, out) == (2, "")
    assert err.startswith(f"{path}: ")
    assert err.count("\n") == 1


def test_directories_and_impossible_names(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, err = run(capsys, "score", str(tmp_path), "a\0b")
    assert (status, out) == (2, "")
    assert err.count("\n") == 2


def test_an_error_comes_after_the_records_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Output to a file is written late, errors at once."""
    file = tmp_path / "match.json"
    file.write_text(print_record(play_match()), encoding="utf-8")
    both = io.BytesIO()
    with monkeypatch.context() as patch:
        out = io.TextIOWrapper(io.BufferedWriter(both))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", io.TextIOWrapper(both, write_through=True))
        assert main(["score", "--json", str(file), "none", str(file)]) == 2
        out.flush()
        first, error, second = both.getvalue().decode().splitlines()
    assert (first, error) == (second, "none: no such file")
