"""Work shared out, to processes and to a real Dask cluster, gives the same, bit for bit."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from typing import Any

import psutil
import pytest

import game.bots.spread as spread_module
from game.__main__ import main
from game.bots.evaluate import measure_engine
from game.bots.spread import AHEAD, HERE, Spread, is_interrupted
from game.rules.errors import FormatError
from game.rules.ruleset import Ruleset
from tests.bots.asking import PATIENCE

pytestmark = pytest.mark.slow

RULES = Ruleset.parse("classic free single best-ray")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of two processes, spoken to by TCP."""
    # Loading it takes half a second, in every worker that collects the tests.
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2,
        threads_per_worker=2,
        host="127.0.0.1",
        protocol="tcp://",
        dashboard_address=None,
    ) as found:
        yield found.scheduler_address


@pytest.fixture(params=["jobs", "dask"])
def spread(request: pytest.FixtureRequest, cluster: str) -> Spread:
    return Spread(jobs=2) if request.param == "jobs" else Spread(dask=cluster)


def test_the_order_is_that_of_the_tasks(spread: Spread) -> None:
    numbers = [3, 1, 4, 1, 5] * 10
    assert list(spread.map(str, numbers)) == list(HERE.map(str, numbers))


def test_what_is_raised_comes_back(spread: Spread) -> None:
    with pytest.raises(FormatError, match="at least four words"):
        list(spread.map(Ruleset.parse, ["classic free single none", "chess"]))


def test_bots_are_measured_alike(spread: Spread) -> None:
    here, there = (
        measure_engine("magpie", RULES, 2, "s", "fox", s, level=True) for s in (HERE, spread)
    )
    assert (here.totals, here.levels) == (there.totals, there.levels)
    assert len(there.seconds) == len(here.seconds)


def options(spread: Spread) -> list[str]:
    """The command line's words for it."""
    return ["--jobs", str(spread.jobs)] if spread.dask is None else ["--dask", spread.dask]


def test_play_and_best_print_the_same(
    spread: Spread, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play = ["play", "--bot", "squirrel", "--bot", "random", "--games", "3", "--json"]
    assert main(play) == 0
    records = capsys.readouterr().out
    assert main([*play, *options(spread)]) == 0
    assert capsys.readouterr().out == records
    file, bad = tmp_path / "records.jsonl", tmp_path / "bad.json"
    file.write_text(records, encoding="utf-8")
    bad.write_text("{", encoding="utf-8")
    best = ["best", str(file), str(bad), str(bad)]
    assert main(best) == 2
    found = capsys.readouterr()
    assert main([*best, *options(spread)]) == 2
    shared = capsys.readouterr()
    assert shared.out == found.out
    assert shared.err.count(f"{bad}: ") == found.err.count(f"{bad}: ") == 2


def test_a_cluster_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--bot", "random", "--dask", "what://ever"]) == 2
    assert capsys.readouterr().err == ("take-it-easy: no Dask cluster answers at what://ever\n")


@pytest.mark.parametrize("before", [None, "yes"])
def test_files_named_as_python_s_modules_do_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    """A folder of one's own bots may have such files, since a bot imports the files beside it."""
    for name in ("random", "types", "queue", "numpy", "typing"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(__file__)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    if before is not None:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    assert list(Spread(jobs=2).map(os.getenv, ["PYTHONSAFEPATH"] * 3)) == [before] * 3
    assert os.environ.get("PYTHONSAFEPATH") == before


def test_a_process_that_is_killed_ends_the_work_with_an_error() -> None:
    with pytest.raises(FormatError, match="A process of --jobs was killed"):
        list(Spread(jobs=2).map(os._exit, [1, 1, 1]))


def press_ctrl_c(times: int) -> tuple[bool, bool]:
    """Whether this process is interrupted, before and after Ctrl+C."""
    before = is_interrupted()
    for _ in range(times):
        signal.raise_signal(signal.SIGINT)
    return before, is_interrupted()


def test_a_worker_only_notes_ctrl_c_and_no_task_of_this_process_does() -> None:
    assert list(Spread(jobs=2).map(press_ctrl_c, [2])) == [(False, True)]
    assert not is_interrupted()


@pytest.mark.skipif(os.name == "nt", reason="needs the signal masks of Unix")
def test_ctrl_c_is_held_back_while_processes_are_started(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[int]()

    class Threads(ThreadPoolExecutor):
        def submit(self, function: Any, /, *args: Any, **options: Any) -> Any:
            signal.raise_signal(signal.SIGINT)
            begun.append(len(begun))
            return super().submit(function, *args, **options)

    def refuse(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(spread_module, "ProcessPoolExecutor", refuse)
    monkeypatch.setattr(spread_module, "ThreadPoolExecutor", Threads)
    # A shell lets what it starts in the background ignore Ctrl+C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(Spread(jobs=2).map(str, [1, 2]))
    finally:
        signal.signal(signal.SIGINT, before)
    assert begun == [0]
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()


@pytest.mark.parametrize("error", [OSError(38, "no semaphores"), NotImplementedError, ImportError])
def test_without_shared_memory_the_work_is_done_here(
    monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    asked: list[object] = []

    def refuse(workers: int, *_: object) -> None:
        asked.append(workers)
        raise error

    monkeypatch.setattr(spread_module, "ProcessPoolExecutor", refuse)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    numbers = [*range(20)]
    assert list(Spread(jobs=3).map(str, numbers)) == [str(number) for number in numbers]
    assert list(Spread(jobs=0).map(os.getenv, ["PYTHONSAFEPATH"])) == [None]
    assert asked == [3, len(psutil.Process().cpu_affinity())]


def test_tasks_are_read_a_few_ahead_and_what_is_not_begun_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, read, is_over = list[int](), list[int](), Event()

    class Threads(ThreadPoolExecutor):
        """A thread whose first task is answered, and whose second one lasts to the end."""

        def __exit__(self, *args: Any) -> None:
            is_over.set()
            super().__exit__(*args)

    def refuse(*_: object) -> None:
        raise NotImplementedError

    def work(number: int) -> int:
        begun.append(number)
        assert number == 0 or is_over.wait(PATIENCE)
        return number

    def tasks() -> Iterator[int]:
        for number in range(100):
            read.append(number)
            yield number

    monkeypatch.setattr(spread_module, "ProcessPoolExecutor", refuse)
    monkeypatch.setattr(spread_module, "ThreadPoolExecutor", Threads)
    results = Spread(jobs=3).map(work, tasks())
    assert next(results) == 0
    assert read == [*range(3 * AHEAD)]
    del results
    gc.collect()
    assert begun in ([0], [0, 1])


def test_one_job_and_no_cluster_is_work_here() -> None:
    assert [s.is_here for s in (HERE, Spread(0), Spread(2), Spread(dask="tcp://a:1"))] == [
        True, False, False, False,
    ]  # fmt: skip
    read = list[int]()
    results = HERE.map(read.append, iter([1, 2, 3]))
    next(results)
    assert read == [1], "each task is read when its result is asked for"


def test_without_a_thread_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    numbers = [*range(20)]
    assert list(Spread(jobs=2).map(str, numbers)) == [str(number) for number in numbers]
