"""One window has the folder: the lock dies with its program, and a second start calls it."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

import game.storage.files
from game.storage.one_window import OneWindow

HOLD = """
import sys
from pathlib import Path
from game.storage.one_window import OneWindow
print(OneWindow(Path(sys.argv[1])).is_ours, flush=True)
sys.stdin.read()
"""


def hold(folder: Path) -> subprocess.Popen[str]:
    """Another program that tries to have the folder, until it is ended."""
    command = [sys.executable, "-c", HOLD, str(folder)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def answer_of(other: subprocess.Popen[str]) -> str:
    assert other.stdout is not None
    return other.stdout.readline().strip()


def test_a_second_one_waits_for_the_end_of_the_first_however_that_is(tmp_path: Path) -> None:
    for is_killed in (False, True):
        other = hold(tmp_path)
        assert answer_of(other) == "True"
        assert not OneWindow(tmp_path).is_ours
        if is_killed:
            other.kill()
        other.communicate()
        one = OneWindow(tmp_path)
        assert one.is_ours
        one.close()
        one.close()


def test_of_two_starts_at_once_one_has_the_folder(tmp_path: Path) -> None:
    both = [hold(tmp_path / "new") for _ in range(2)]
    assert sorted(map(answer_of, both)) == ["False", "True"]
    for other in both:
        other.communicate()


def test_the_first_one_is_called_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.1
    monkeypatch.setattr("game.storage.one_window.time.monotonic", lambda: now)
    (tmp_path / ".window.call").touch()
    first = OneWindow(tmp_path)
    now += 1
    assert not first.is_called(), "an earlier window was called"
    now += 1
    OneWindow(tmp_path).call()
    OneWindow(tmp_path).close()
    assert first.is_called()
    now += 1
    assert not first.is_called()
    OneWindow(tmp_path).call()
    first.close()
    # A request to a window that has closed goes to no other one.
    later = OneWindow(tmp_path)
    now += 1
    assert later.is_ours
    assert not later.is_called()
    later.close()


def test_the_folder_is_polled_only_from_time_to_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("game.storage.one_window.time.monotonic", lambda: now)
    first = OneWindow(tmp_path)
    answers = []
    for seconds in (0.1, 0.1, 0.3, 0.1, 0.1, 0.3):
        OneWindow(tmp_path).call()
        now += seconds
        answers.append(first.is_called())
    assert answers == [False, False, True, False, False, True]
    now += 1
    assert not first.is_called()
    OneWindow(tmp_path).call()
    now += 0.1
    assert not first.is_called(), "a poll without a call counts as well"
    first.close()


def test_a_call_that_cannot_be_deleted_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = OneWindow(tmp_path / "folder")
    monkeypatch.setattr("game.storage.one_window.time.monotonic", lambda: 1e9)
    (tmp_path / "folder" / ".window.call").mkdir()
    assert first.is_called()
    first.close()


@pytest.mark.parametrize("kind", ["stale", "directory", "unwritable"])
def test_a_lock_that_nobody_holds_locks_nobody_out(tmp_path: Path, kind: str) -> None:
    lock = tmp_path / ".window.lock"
    if kind == "directory":
        lock.mkdir()
    else:
        lock.write_text("4711")
        lock.chmod(0o400 if kind == "unwritable" else 0o600)
    one = OneWindow(tmp_path)
    assert one.is_ours
    one.close()


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL])
def test_where_the_file_system_has_no_locks_all_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def refuse(_: int) -> None:
        raise OSError(code, "no locks")

    monkeypatch.setattr(game.storage.files, "lock_file", refuse)
    assert OneWindow(tmp_path).is_ours
    assert OneWindow(tmp_path).is_ours


@pytest.mark.parametrize("code", [errno.EACCES, errno.EAGAIN, errno.EIO, errno.EBUSY, errno.ESTALE])
def test_a_lock_that_is_refused_for_any_other_reason_is_another_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def refuse(_: int) -> None:
        raise OSError(code, "refused")

    monkeypatch.setattr(game.storage.files, "lock_file", refuse)
    assert not OneWindow(tmp_path).is_ours


def test_where_nothing_can_be_written_one_plays_on(tmp_path: Path) -> None:
    (tmp_path / "in the way").write_text("")
    one = OneWindow(tmp_path / "in the way")
    assert one.is_ours
    one.call()
    one.close()
