"""The queue of engine tasks; their answers are futures.

Engines run in another process, because numpy's small computations hold Python's lock and in a
thread would delay frames. If no process can be started, a thread runs them; without threads (a
browser's Python), `ask` runs the task itself.

`ProcessPoolExecutor` is not used: it cannot stop a running task, waits for it at exit, reports no
progress, blocks the frame that starts it for 28 ms instead of 2, and imports modules from the
current folder.
"""

import errno
import pickle
import subprocess
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from queue import SimpleQueue
from threading import RLock
from typing import Any, Protocol, TypeAlias, TypeVar

from game.bots.service.answer import EngineAnswer
from game.bots.service.process import engine_command
from game.bots.service.tasks import EngineTask, Reply, Request
from game.processes import NO_CONSOLE
from game.threads import start_thread

_T = TypeVar("_T")


class EngineRunner:
    """Runs tasks in order; `ask` returns at once if threads are available.

    Cancelling an answer stops its task, and later replies to it are ignored.
    """

    def __init__(self, *, in_process: bool = True) -> None:
        self._in_process = in_process
        self._link: _Link | None = None
        self._tickets = count(1)
        self._open: dict[int, tuple[EngineTask[Any], EngineAnswer[Any]]] = {}
        # One thread asks and another receives; without threads, replies arrive inside `ask`.
        self._lock = RLock()

    def ask(self, task: EngineTask[_T]) -> EngineAnswer[_T]:
        """Queue a task and return its answer; the first task starts the engines."""
        answer = EngineAnswer[_T]()
        with self._lock:
            link = self._connected()
            ticket = next(self._tickets)
            self._open[ticket] = task, answer
            answer.add_done_callback(lambda done: self._finish(ticket, is_stopped=done.cancelled()))
            link.send(Request(ticket, task))
        return answer

    def warm_up(self) -> None:
        """Start the engines before the first task."""
        with self._lock:
            self._connected()

    def close(self) -> None:
        """Cancel all open tasks and end the process."""
        with self._lock:
            link, self._link = self._link, None
            answers = [answer for _, answer in self._open.values()]
            self._open.clear()
        for answer in answers:
            answer.cancel()
        if link is not None:
            link.close()

    def _connected(self) -> "_Link":
        if self._link is None:
            command = engine_command() if self._in_process else None
            with suppress(OSError):
                self._link = _Process(command, self._receive) if command is not None else None
            self._link = self._link or _Inside(self._receive)
        return self._link

    def _receive(self, link: "_Link", reply: Reply | None) -> None:
        """Handle a link's reply; None means its end, after which a thread runs the open tasks."""
        with self._lock:
            if link is not self._link:
                return
            if reply is None:
                self._in_process = False
                self._link = _Inside(self._receive)
                for ticket, (task, _) in list(self._open.items()):
                    self._link.send(Request(ticket, task))
                return
            _, answer = self._open.get(reply.ticket, (None, None))
        if answer is None:
            return
        if reply.progress is not None:
            answer.progress = reply.progress
        elif reply.error is not None:
            answer.fail(reply.error)
        else:
            answer.give(reply.value)

    def _finish(self, ticket: int, *, is_stopped: bool) -> None:
        with self._lock:
            if self._open.pop(ticket, None) is not None and is_stopped and self._link is not None:
                self._link.send(Request(ticket, None))


class _Link(Protocol):
    """A connection to a worker; replies are passed to its `_Receive`."""

    def send(self, request: Request) -> None: ...

    def close(self) -> None: ...


_Receive: TypeAlias = Callable[[_Link, Reply | None], None]


class _Inside:
    """Runs tasks in this process: in a thread, or without threads inside `send`."""

    def __init__(self, receive: _Receive) -> None:
        self._receive = receive
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        self._withdrawn: set[int] = set()
        self._is_closed = False
        self._has_thread = start_thread(self._serve) is not None

    def send(self, request: Request) -> None:
        if request.task is None:
            self._withdrawn.add(request.ticket)
        elif self._has_thread:
            self._requests.put(request)
        else:
            self._answer(request)

    def close(self) -> None:
        self._is_closed = True
        self._requests.put(None)

    def _serve(self) -> None:
        while (request := self._requests.get()) is not None:
            self._answer(request)

    def _answer(self, request: Request) -> None:
        # Imported here, so that engines are loaded in this process only if they run in it.
        from game.bots.service.worker import answer_request

        answer_request(
            request,
            lambda reply: self._receive(self, reply),
            lambda: self._is_closed or request.ticket in self._withdrawn,
        )


class _Process:
    def __init__(self, command: list[str], receive: _Receive) -> None:
        self._receive = receive
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            creationflags=NO_CONSOLE,
        )
        if start_thread(self._listen) is None:
            self.close()
            raise OSError(errno.EAGAIN, "no thread can be started")

    def send(self, request: Request) -> None:
        assert self._process.stdin is not None
        # The listener notices the end of the process and reports it.
        with suppress(OSError, ValueError):
            pickle.dump(request, self._process.stdin)
            self._process.stdin.flush()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        # After the process's end, or an invalid reply, a thread takes over.
        with suppress(Exception):
            while True:
                reply = pickle.load(self._process.stdout)
                assert isinstance(reply, Reply)
                self._receive(self, reply)
        self._receive(self, None)
