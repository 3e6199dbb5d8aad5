"""Distributes long work to this machine's cores or a Dask cluster, with the same results."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Final, TypeVar

from game.rules.errors import Fault, FormatError
from game.threads import start_thread

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

AHEAD: Final = 4
"""Tasks queued for each worker, so that no worker is idle."""
_KILLED: Final = "A process of --jobs was killed; the usual cause: not enough memory for so many."

PATIENCE: Final = 10.0
"""Seconds to wait for a scheduler's answer."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The workers: a number of processes on this machine (0 for all cores), or a cluster.

    `dask` is a scheduler's address, such as `tcp://192.0.2.7:8786`; its workers need the game
    installed in the same version.
    """

    jobs: int = 1
    dask: str | None = None

    @property
    def is_here(self) -> bool:
        """Whether this process does everything itself."""
        return self.dask is None and self.jobs == 1

    def map(
        self, function: Callable[[_Task], _Result], tasks: Iterable[_Task]
    ) -> Iterator[_Result]:
        """Yield `function` of every task, in the order of the tasks, which are read as needed.

        The function, its argument and its result must be picklable unless `is_here`. Raises
        `FormatError` if the cluster does not answer or a process was killed, and the function's
        exceptions.
        """
        # Every executor needs a thread of this process, which a busy system can refuse.
        if self.is_here or start_thread(lambda: None) is None:
            yield from map(function, tasks)
            return
        with self._executor() as (executor, workers):
            open_tasks: deque[Future[_Result]] = deque()
            try:
                for task in tasks:
                    with _interrupts_held():
                        open_tasks.append(executor.submit(function, task))
                    if len(open_tasks) >= AHEAD * workers:
                        yield open_tasks.popleft().result()
                while open_tasks:
                    yield open_tasks.popleft().result()
            except BrokenExecutor:
                raise FormatError(_KILLED) from None
            finally:
                for future in open_tasks:
                    future.cancel()

    @contextmanager
    def _executor(self) -> Iterator[tuple[Executor, int]]:
        if self.dask is not None:
            with _cluster(self.dask) as cluster:
                yield cluster
            return
        workers = self.jobs or _cores()
        # Forked processes would inherit threads' locks; spawned ones import what they need, and
        # would take a `random.py` in the current folder for Python's own.
        before = os.environ.get(_SAFE_PATH)
        os.environ[_SAFE_PATH] = "1"
        executor: Executor
        try:
            begin = partial(_begin_worker, before)
            executor = ProcessPoolExecutor(workers, get_context("spawn"), begin)
        except (OSError, NotImplementedError, ImportError):
            # Some containers have no memory that processes could share.
            _set_safe_path(before)
            executor = ThreadPoolExecutor(1)
        try:
            with executor:
                yield executor, workers
        finally:
            _set_safe_path(before)


HERE: Final = Spread()
"""All work in this process."""


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    from distributed import Client

    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise FormatError(Fault.NO_CLUSTER, address=address) from None
    with client:
        threads = sum(client.nthreads().values())
        yield client.get_executor(pure=False), max(1, threads)


def _cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_SAFE_PATH: Final = "PYTHONSAFEPATH"
"""Keeps modules in the current folder from being imported, as `-P` does."""


def _set_safe_path(value: str | None) -> None:
    if value is None:
        os.environ.pop(_SAFE_PATH, None)
    else:
        os.environ[_SAFE_PATH] = value


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl+C back from this thread, and from the processes that it starts meanwhile.

    They would print an error each if it reached them while they load.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_interrupted: list[int] = []
"""The numbers of the interrupts that this worker has noted."""


def is_interrupted() -> bool:
    """Whether Ctrl+C was pressed while this process is a worker: a long task then ends early."""
    return bool(_interrupted)


def _begin_worker(safe_path: str | None) -> None:
    """Note Ctrl+C in a worker; the parent process handles it and ends the work.

    The bots that it starts get the parent's variable: they may import the files beside them.
    """
    signal.signal(signal.SIGINT, lambda number, frame: _interrupted.append(number))
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _set_safe_path(safe_path)
