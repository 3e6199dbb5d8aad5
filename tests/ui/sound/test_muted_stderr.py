"""Standard error off while libraries complain, and on again afterwards."""

from __future__ import annotations

import os

import pytest

from game.ui.sound.muted_stderr import muted_stderr


def write(words: str) -> None:
    """Write to the process's standard error, as a library of C does."""
    os.write(2, words.encode())


@muted_stderr()
def fail() -> None:
    """Write and fail meanwhile."""
    write("meanwhile ")
    raise ValueError("wrong")


def test_nothing_is_written_meanwhile_and_all_before_and_after(
    capfd: pytest.CaptureFixture[str],
) -> None:
    write("before ")
    for _ in range(2):
        with muted_stderr():
            write("meanwhile ")
    with pytest.raises(ValueError, match="wrong"):
        fail()
    write("after")
    assert capfd.readouterr().err == "before after"


def test_no_file_stays_open() -> None:
    def count() -> int:
        return sum(os.path.exists(f"/dev/fd/{number}") for number in range(64))

    before = count()
    for _ in range(3):
        with muted_stderr():
            pass
    assert count() == before


def test_without_a_standard_error_the_work_is_done_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(number: int) -> int:
        raise OSError("there is none")

    monkeypatch.setattr(os, "dup", refuse)
    done = []
    with muted_stderr():
        done.append(True)
    assert done
