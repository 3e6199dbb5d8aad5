"""The file of `-o`: what is refused before the work, and how the file is written."""

from __future__ import annotations

import errno
import io
import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from game.cli.output import PAGE_MARK, open_output
from game.rules.errors import Fault, FormatError

posix = pytest.mark.skipif(os.name == "nt", reason="needs the permissions and pipes of Unix")


def output(path: Path | str, *inputs: Path | str, force: bool = False, mark: bytes = b"") -> Any:
    """The function that writes to a path."""
    return open_output(Namespace(output=str(path), force=force), *inputs, mark=mark)


def refusal(path: Path | str, *inputs: Path | str, **options: Any) -> FormatError:
    """The error by which a path is refused."""
    with pytest.raises(FormatError) as refused:
        output(path, *inputs, **options)
    return refused.value


def test_a_hyphen_is_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-").touch()
    assert output("-")(b"\xff\n") == 0
    assert capsysbinary.readouterr().out == b"\xff\n"
    assert (tmp_path / "-").read_bytes() == b""


@posix
def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write = output(tmp_path / "new")
        assert not (tmp_path / "new").exists()
        assert write(b"page") == 0
    finally:
        os.umask(before)
    assert (tmp_path / "new").read_bytes() == b"page"
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640
    assert [*tmp_path.iterdir()] == [tmp_path / "new"]


def test_a_file_is_written_over_by_force_or_by_its_mark(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(b"mine")
    error = refusal(file, mark=PAGE_MARK)
    assert (error.fault, error.values, error.where) == (
        Fault.IN_THE_WAY,
        {"option": "--force"},
        str(file),
    )
    assert refusal(file).fault is Fault.IN_THE_WAY, "no mark is in no file"
    file.chmod(0o604)
    assert output(file, force=True)(b"by force") == 0
    assert file.read_bytes() == b"by force"
    assert os.name == "nt" or file.stat().st_mode & 0o777 == 0o604
    room = 1 << 16
    for before, is_found in ((room - len(PAGE_MARK), True), (room - len(PAGE_MARK) + 1, False)):
        file.write_bytes(b" " * before + PAGE_MARK)
        if is_found:
            assert output(file, mark=PAGE_MARK)(b"by its mark") == 0
            assert file.read_bytes() == b"by its mark"
        else:
            refusal(file, mark=PAGE_MARK)


def test_a_file_that_appears_during_the_work_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    write = output(file, mark=PAGE_MARK)
    file.write_bytes(b"mine")
    with pytest.raises(FormatError):
        write(b"page")
    assert file.read_bytes() == b"mine"


def test_what_is_read_is_never_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, link, gone = (tmp_path / name for name in ("match.json", "link", "gone"))
    source.write_bytes(PAGE_MARK)
    link.hardlink_to(source)
    for path in (source, link):
        for force in (False, True):
            error = refusal(path, "\0", gone, source, force=force, mark=PAGE_MARK)
            assert (error.fault, error.where) == (Fault.IS_THE_INPUT, str(path))
    with source.open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert refusal(link, "-", force=True).fault is Fault.IS_THE_INPUT
        other = tmp_path / "other"
        other.touch()
        assert output(other, "-", force=True)(b"page") == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert output(other, "-", gone, force=True)(b"a stream of no file") == 0


def test_a_place_that_cannot_be_written_is_an_error_before_the_work(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for path, reason in (
        (tmp_path / "nowhere" / "x", errno.ENOENT),
        (file / "x", errno.ENOTDIR),
        (tmp_path, errno.EISDIR),
    ):
        with pytest.raises(OSError, match=r".") as failed:
            output(path, force=True)
        assert (failed.value.errno, failed.value.filename) == (reason, str(path))
    write = output("a\0b")
    with pytest.raises(FormatError) as refused:
        write(b"")
    assert (refused.value.fault, refused.value.where) == (Fault.NOT_A_FILE_NAME, repr("a\0b"))


@posix
def test_a_folder_without_the_right_to_write_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: (path, mode) != (tmp_path, os.W_OK))
    with pytest.raises(PermissionError) as failed:
        output(tmp_path / "x")
    assert failed.value.filename == str(tmp_path / "x")


@posix
def test_links_keep_leading_to_their_files(tmp_path: Path) -> None:
    target, link, loose = (tmp_path / name for name in ("target", "link", "loose"))
    target.write_bytes(b"mine")
    link.symlink_to(target)
    loose.symlink_to(tmp_path / "nowhere")
    for path in (link, loose):
        assert refusal(path, mark=PAGE_MARK).fault is Fault.IN_THE_WAY
        assert output(path, force=True)(b"page") == 0
        assert (path.is_symlink(), path.read_bytes()) == (True, b"page")
    assert (tmp_path / "nowhere").stat().st_mode & 0o777 == 0o600


@posix
def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert output(pipe)(b"page") == 0
        assert os.read(reader, 9) == b"page"
        assert pipe.is_fifo()
    finally:
        os.close(reader)


def test_a_new_file_that_cannot_be_filled_is_deleted_and_an_old_one_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("game.cli.output.write_atomically", refuse)
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_bytes(b"mine")
    for path in (new, old):
        with pytest.raises(OSError, match="No space") as failed:
            output(path, force=True)(b"page")
        assert failed.value.filename == str(path)
    assert [*tmp_path.iterdir()] == [old]
    assert old.read_bytes() == b"mine"
