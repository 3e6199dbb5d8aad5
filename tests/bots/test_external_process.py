"""The process of an external bot: its output, and its end with all that it started."""

from __future__ import annotations

import gc
import shlex
import sys
import threading
import time
from pathlib import Path
from queue import Empty
from random import Random

import psutil
import pytest

from game.bots.players.external import ExternalBot
from game.bots.players.external_process import MAX_STDERR, Allowance, BotProcess
from game.rules.match import legal_placements
from tests.bots.asking import PATIENCE, called
from tests.bots.test_external import PROGRAM, program


def test_standard_error_is_marked_harmless_and_bounded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flood = "import os\nfor _ in range(200): os.write(2, b'\\x1b[2Jhello\\r\\n' * 500)\n" + PROGRAM
    bot = ExternalBot(program(tmp_path / "loud.py", flood))
    for _ in range(3):
        bot.choose(called(), 0, Random(1))
        bot.close()
    _, err = capsys.readouterr()
    lines = err.splitlines()
    name = Path(sys.executable).stem
    assert lines[0] == f"{name}:  [2Jhello"
    assert all(line.startswith(f"{name}: ") for line in lines)
    assert lines[-1].endswith(" …")
    assert MAX_STDERR / 10 < len(err) < 3 * MAX_STDERR


def test_a_bot_may_write_errors_where_the_program_s_own_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loud = "import os\nfor _ in range(99): os.write(2, b'hello\\n' * 1000)\n" + PROGRAM
    bot = ExternalBot(program(tmp_path / "loud.py", loud))
    with open(tmp_path / "errors", "w") as closed:
        monkeypatch.setattr(sys, "stderr", closed)
    assert bot.choose(called(), 0, Random(1)) in legal_placements(called(), 0)
    bot.close()


FAMILY = """
import os, subprocess, sys
TICK = "import sys, time\\nwhile True:\\n open(sys.argv[1], 'a').write('.'); time.sleep(0.01)"
tick, folder = [sys.executable, "-c", TICK], sys.argv[1]
subprocess.Popen([*tick, folder + "/child"], stdout=subprocess.DEVNULL)
subprocess.Popen([*tick, folder + "/bare"], env={}, start_new_session=True)
subprocess.Popen([*tick, folder + "/session"], start_new_session=True)
if not os.fork():
    os.setsid()
    if not os.fork():
        os.execv(tick[0], [*tick, folder + "/detached"])
    os._exit(0)
os.wait()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the test's bot forks")
@pytest.mark.parametrize("is_closed", [True, False])
def test_all_that_it_started_ends_with_it(tmp_path: Path, is_closed: bool) -> None:
    ticks = [tmp_path / name for name in ("child", "bare", "session", "detached")]
    name = program(tmp_path / "parent.py", FAMILY + PROGRAM)
    bot = ExternalBot(f"{name} {shlex.quote(str(tmp_path))}")
    bot.choose(called(), 0, Random(1))
    while not all(path.exists() for path in ticks):
        time.sleep(0.01)
    if is_closed:
        bot.close()
    # A bot that is dropped, or lives when the program ends, ends all the same.
    del bot
    gc.collect()
    sizes = [path.stat().st_size for path in ticks]
    time.sleep(0.2)
    assert [path.stat().st_size for path in ticks] == sizes


def started(text: str) -> BotProcess:
    return BotProcess([sys.executable, "-c", text], "bot", Allowance())


def test_each_line_is_read_once_and_at_the_end_what_has_no_newline() -> None:
    process = started("import sys; print('one'); print('two', end=''); print(input(), end='')")
    assert process.read_line(PATIENCE) == b"one"
    process.send_line(b" three\n")
    assert [process.read_line(PATIENCE) for _ in range(2)] == [b"two three", None]
    process.end()
    process.send_line(b"to a process that has ended\n")


@pytest.mark.parametrize("ending", ["\n", ""])
def test_a_flood_of_lines_and_a_line_without_end_are_not_read_on(
    tmp_path: Path, ending: str
) -> None:
    """The program notices it by its pipe, which is closed."""
    mark = tmp_path / "closed"
    process = started(
        f"import os\ntry:\n    while True: os.write(1, b'x' * 9_999 + {ending.encode()!r})\n"
        f"except OSError: open({str(mark)!r}, 'w')"
    )
    end = time.monotonic() + PATIENCE
    while not mark.exists() and time.monotonic() < end:
        time.sleep(0.005)
    assert mark.exists()
    lines = list(iter(lambda: process.read_line(PATIENCE), None))
    assert {*b"".join(lines)} == {ord("x")}
    process.end()


def test_a_line_is_waited_for_and_one_that_is_begun_is_noticed() -> None:
    process = started("print('be', end='', flush=True); input(); print('gun')")
    end = time.monotonic() + PATIENCE
    while not process.has_begun_a_line and time.monotonic() < end:
        time.sleep(0.005)
    assert process.has_begun_a_line
    with pytest.raises(Empty):
        process.read_line(0.01)
    process.send_line(b"\n")
    assert process.read_line(PATIENCE) == b"begun"
    assert not process.has_begun_a_line
    process.end()


def test_a_line_longer_than_the_pipe_does_not_wait_for_a_process_that_reads_nothing() -> None:
    process = started("import time; time.sleep(2)")
    process.send_line(b"x" * 1_000_000 + b"\n")
    with pytest.raises(Empty):
        process.read_line(0.01)
    process.end()


@pytest.mark.parametrize("refused", [1, 2, 3])
def test_a_process_without_its_threads_is_ended(
    refused: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    children, count, start = {*psutil.Process().children()}, 0, threading.Thread.start

    def refuse(thread: threading.Thread) -> None:
        nonlocal count
        count += 1
        if count >= refused:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(OSError, match="no thread can be started"):
        started("input()")
    assert {*psutil.Process().children()} <= children
