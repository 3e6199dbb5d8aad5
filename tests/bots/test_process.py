"""The engine's process, and a game without one: no foreign program runs, no error reaches the
window, and arithmetic stays in one thread.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from game.bots.service.process import ENGINE_ARGUMENT, engine_command, module_command
from game.bots.service.runner import EngineRunner
from game.bots.service.tasks import ChoiceTask
from tests.bots.asking import PATIENCE, called

TOP = Path(__file__).parents[2]
HOSTILE = ("numpy", "platform", "pickle", "runpy", "game/__init__", "sitecustomize")


@pytest.fixture
def hostile_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, full of modules that leave a mark when they are run."""
    for name in HOSTILE:
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"open({str(tmp_path / 'was-run')!r}, 'w'); raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return tmp_path


def test_nothing_from_the_current_folder_is_run(hostile_folder: Path) -> None:
    runner = EngineRunner()
    assert runner.ask(ChoiceTask(called(), 0, "master", "")).result(PATIENCE)
    assert runner._in_process, "a thread had to take over"
    runner.close()
    assert not (hostile_folder / "was-run").exists()


def test_a_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert engine_command() == [sys.executable, ENGINE_ARGUMENT]
    monkeypatch.setattr(sys, "executable", "")
    assert engine_command() is None
    monkeypatch.undo()
    command = module_command("game", ENGINE_ARGUMENT)
    monkeypatch.setattr("game.bots.service.runner.engine_command", lambda: command)
    runner = EngineRunner()
    assert runner.ask(ChoiceTask(called(), 0, "fox", "")).result(PATIENCE)
    assert runner._in_process, "a thread had to take over"
    runner.close()


def _answers(monkeypatch: pytest.MonkeyPatch, stop: int) -> None:
    """With the `stop`th thread and all later ones refused, questions are answered all the same."""
    started: list[Thread] = []
    start = Thread.start

    def refuse(thread: Thread) -> None:
        started.append(thread)
        if len(started) >= stop:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(Thread, "start", refuse)
    runner = EngineRunner()
    first = runner.ask(ChoiceTask(called(), 0, "duckling", ""))
    second = runner.ask(ChoiceTask(called(), 0, "squirrel", ""))
    first.cancel()
    assert second.result(PATIENCE)
    assert runner.ask(ChoiceTask(called(), 0, "nobody", "")).exception(PATIENCE)
    runner.close()


def test_without_threads_answers_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    _answers(monkeypatch, 1)


def test_without_a_process_and_threads_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.bots.service.runner.engine_command", lambda: None)
    _answers(monkeypatch, 1)


@pytest.mark.parametrize(
    "command",
    [
        ["/nonexistent"],
        module_command("json.tool", "nowhere.json"),
        [sys.executable, "-c", "import sys; sys.stdout.buffer.write(b'hello' * 99)"],
        [sys.executable, "-c", "import os; os.close(1); os.close(0)"],
    ],
    ids=["none", "ends", "babbles", "closes"],
)
def test_a_thread_takes_over_from_what_is_no_engine(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.bots.service.runner.engine_command", lambda: command)
    runner = EngineRunner()
    assert runner.ask(ChoiceTask(called(), 0, "duckling", "")).result(PATIENCE)
    runner.close()


@pytest.mark.parametrize("in_process", [True, False])
def test_without_numpy_the_strong_fail_and_the_others_play(
    in_process: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('No module named numpy')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    code = f"""
from game.bots.service.runner import EngineRunner
from game.bots.service.tasks import ChoiceTask
from tests.bots.asking import PATIENCE, called
runner = EngineRunner(in_process={in_process})
strong = runner.ask(ChoiceTask(called(), 0, "master", ""))
print(strong.exception(PATIENCE))
print(runner._in_process)
weak = runner.ask(ChoiceTask(called(), 0, "beaver", ""))
print(len(weak.result(PATIENCE)))
runner.close()
"""
    asked = subprocess.run([sys.executable, "-c", code], cwd=TOP, stdout=subprocess.PIPE, text=True)
    assert asked.stdout.splitlines()[1:] == [str(in_process), "1"]
    assert "numpy" in asked.stdout.splitlines()[0]
    assert capfd.readouterr().err == ""


COUNT = """
import os, sys
from random import Random
assert not any(name.split(".")[0] == "numpy" for name in sys.modules)
{first}
import numpy
left = numpy.ones((600, 600)) @ numpy.ones((600, 600))
print(len(os.listdir("/proc/self/task")), os.environ["OPENBLAS_NUM_THREADS"])
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="counts threads in /proc")
@pytest.mark.parametrize(
    "first",
    [
        "from game.__main__ import main; main(['play', '--bot', 'fox', '--games', '1'])",
        "from game.bots import evaluate",
        "from game.bots.training import __main__",
        "from game.bots.best import __main__",
        "import game.bots.service.worker, game.bots.judge",
    ],
)
def test_arithmetic_keeps_to_one_thread(first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.endswith("_THREADS"):
            monkeypatch.delenv(name)
    counted = subprocess.run(
        [sys.executable, "-c", COUNT.format(first=first)],
        capture_output=True,
        text=True,
        cwd=TOP,
        check=False,
    )
    # `play` prints its games first.
    assert counted.stdout.splitlines()[-1] == "1 1", counted.stderr
