"""The program's entry: what each argument starts, and the status and words of each end."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

import game.__main__ as program
from game.bots.service.process import BOT_ARGUMENT, ENGINE_ARGUMENT, PICTURE_ARGUMENT
from game.cli.arguments import UsageError, read_arguments
from game.locale import Language
from game.resources import ResourceError
from game.rules.errors import Fault, FormatError
from game.ui.frame.title import LaunchOptions
from game.ui.frame.window import NoDisplayError


def test_the_options_of_the_window_are_passed_on() -> None:
    for words, options in (
        (["--mute"], LaunchOptions(is_muted=True)),
        (["--fullscreen"], LaunchOptions(is_fullscreen=True)),
        (["--windowed"], LaunchOptions(window_size=(0, 0))),
        (["--windowed", "1100x700"], LaunchOptions(window_size=(1100, 700))),
        (["--lang", "ro"], LaunchOptions(language=Language.ROMANIAN)),
        (["--seed", "7"], LaunchOptions(seed="7")),
        (["--edition", "four-rounds"], LaunchOptions(edition="four-rounds")),
        (["--open", "game.json"], LaunchOptions(record="game.json")),
    ):
        assert program._launch_options_in(read_arguments(words)) == options, words


def test_each_command_has_a_function_of_its_own() -> None:
    for name in ("score", "deal", "play", "check-bot", "best", "page", "room"):
        assert program._load_command(name).__name__ == f"run_{name.replace('-', '_')}"


def test_each_way_to_end_has_its_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(signal.SIGINT)

    def ends(error: BaseException) -> tuple[int, str]:
        def fail(_: object) -> int:
            raise error

        monkeypatch.setattr(program, "_read_and_do", fail)
        status = program.main(["deal"])
        assert signal.getsignal(signal.SIGINT) is before
        return status, capsys.readouterr().err

    lost = OSError(errno.ENOSPC, "No space left on device")
    for error, status, words in (
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 141, ""),
        (ResourceError("a file is missing"), 1, "a file is missing"),
        (FormatError(Fault.NO_SUCH_FILE, "x.json"), 2, "x.json"),
        (lost, 1, "The output could not be written:"),
        (ImportError("no", name="pygame.font"), 1, "pygame-ce is missing: python -m pip install"),
        (ImportError("no", name="rich"), 1, "rich is missing: python -m pip install rich"),
        (ImportError("a cycle"), 1, "a cycle is missing"),
    ):
        found, said = ends(error)
        assert found == status, error
        assert words in said
        assert bool(said) is bool(words)
        assert said.count("\n") == bool(words)


def test_help_and_wrong_arguments_have_the_status_of_the_parser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for error, status in (
        (SystemExit(0), 0),
        (SystemExit(3), 3),
        (SystemExit(None), 0),
        (UsageError("no such deal"), 2),
    ):

        def refuse(_: object, error: BaseException = error) -> Any:
            raise error

        monkeypatch.setattr("game.cli.arguments.read_arguments", refuse)
        assert program.main(["deal"]) == status
    assert "no such deal (--help shows what is possible)" in capsys.readouterr().err


def test_helpers_get_their_arguments_and_others_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[object] = []

    def start(name: str) -> Any:
        def note(*given: object) -> int:
            started.append((name, *given))
            return 0

        return note

    monkeypatch.setattr("game.bots.service.worker.main", start("engine"))
    monkeypatch.setattr("game.bots.players.external_host.main", start("bot"))
    monkeypatch.setattr("game.ui.exports.process.draw_picture", start("picture"))
    monkeypatch.setattr(program, "_read_and_do", start("command"))
    monkeypatch.setattr(program, "_open_game", start("window"))
    for words, expected in (
        ([ENGINE_ARGUMENT], ("engine",)),
        ([BOT_ARGUMENT, "a.py", "b"], ("bot", "a.py", "b")),
        ([PICTURE_ARGUMENT, "x"], ("picture", ["x"])),
        (["deal", "7"], ("command", ["deal", "7"])),
        ([], ("window", None)),
    ):
        assert program.main(words) == 0
        assert started == [expected]
        started.clear()


def test_the_icon_is_put_among_the_applications_and_taken_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("game.cli.desktop.install_desktop", lambda: Path("/in"))
    monkeypatch.setattr("game.cli.desktop.remove_desktop", lambda: Path("/out"))
    for is_added, words in ((True, "is now among your applications (/in)."), (False, "no longer")):
        assert program._change_desktop(is_added=is_added) == 0
        assert words in capsys.readouterr().out
    monkeypatch.setattr(sys, "platform", "darwin")
    assert program._change_desktop(is_added=True) == 1
    assert "macOS" in capsys.readouterr().err


def test_a_refusal_is_one_plain_line_and_a_dialog_where_nobody_reads_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("game.cli.alert.show_alert", shown.append)
    for is_unread in (False, True):
        monkeypatch.setattr(program, "_is_unread", is_unread)
        assert program._refuse("two\nlines \x1b[31m here", 5) == 5
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("take-it-easy: two lines ")
        assert "\x1b" not in line
    assert shown == ["two\nlines \x1b[31m here"]


def test_streams_that_the_system_did_not_give_are_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        with monkeypatch.context() as patch:
            patch.setattr(sys, name, None)
            program._open_closed_streams()
            stream = getattr(sys, name)
            assert stream.mode == mode
            stream.close()
    assert os.fstat(1)


def test_the_options_of_the_system_start_no_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[object] = []

    def check(file: Path, streams: str) -> None:
        started.append((file, streams))

    monkeypatch.setattr("game.ui.check_here.check_here", check)
    monkeypatch.setattr("game.cli.alert.describe_streams", lambda: "three streams")
    monkeypatch.setattr(program, "_streams", "")
    monkeypatch.setattr(program, "_change_desktop", lambda *, is_added: started.append(is_added))
    monkeypatch.setattr(program, "_open_game", started.append)
    assert program.main(["--check-here", "out.txt"]) == 0
    assert capsys.readouterr() == ("out.txt\n", "")
    for words in (["--install-desktop"], ["--remove-desktop"], ["--mute"]):
        program.main(words)
    *known, options = started
    assert known == [(Path("out.txt"), "three streams"), True, False]
    assert getattr(options, "mute", False)


def test_a_check_without_a_display_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise NoDisplayError

    monkeypatch.setattr("game.ui.check_here.check_here", fail)
    assert program.main(["--check-here", "out.txt"]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_windows_has_another_word_for_a_reader_that_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for system, number, name, status in (
        ("win32", errno.EINVAL, None, 141),
        ("win32", errno.EINVAL, "x.json", 1),
        ("win32", errno.ENOSPC, None, 1),
        ("linux", errno.EINVAL, None, 1),
    ):
        failure = OSError(number, "it failed", name)

        def fail(_: object, error: OSError = failure) -> int:
            raise error

        monkeypatch.setattr(program, "_read_and_do", fail)
        monkeypatch.setattr(program, "_notice_who_reads", lambda words: None)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "platform", system)
            assert program.main(["deal"]) == status, (system, number, name)
        assert bool(capsys.readouterr().err) is (status == 1)


def test_letters_that_a_stream_lacks_are_written_plainly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "ascii"))
    program._open_closed_streams()
    sys.stdout.write("a ș½→ b\n")
    sys.stdout.flush()
    assert raw.getvalue() == b"a s/-> b\n"


def test_an_error_that_nobody_can_read_ends_with_its_status(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.EBADF, "it is closed")

    monkeypatch.setattr(sys, "stderr", Closed())
    assert program._refuse("no such deal", 2) == 2
