"""Runs engines beside the frame loop: questions go out, the window polls for answers.

Engines run in a process of their own, because numpy's small computations hold Python's lock and
a thread would make frames wait for it. Where no process can be started, a thread must do; where
there are no threads either (a browser's Python), a question is answered when it is asked.
"""

import pickle
import subprocess
from contextlib import suppress
from itertools import count
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Protocol

from game.bots.service.messages import (
    AskAdvice,
    AskBest,
    AskChoice,
    AskLevel,
    AskOutside,
    AskOwed,
    AskReview,
    Cancel,
    EngineAnswer,
    EngineMessage,
    Failure,
    Question,
    Request,
)
from game.bots.service.process import engine_command
from game.rules.match import Match
from game.rules.record import print_record


class EngineRunner:
    """Asks engines and collects what they say; methods return at once where there are threads.

    Questions are answered in order. A ticket that was cancelled is never heard of again, and an
    answer comes with its ticket, so that stale ones are easily told.
    """

    def __init__(self, *, in_process: bool = True) -> None:
        self._in_process = in_process
        self._link: _Link | None = None
        self._tickets = count(1)
        self._open: dict[int, Question] = {}

    def ask_choice(self, match: Match, seat: int, bot: str, seed: str) -> int:
        """Ask for a bot's next placement, or its closing moves once its hand is empty."""
        return self._ask(AskChoice(print_record(match), seat, bot, seed))

    def ask_outside(self, match: Match, seat: int, bot: str, seed: str) -> int:
        """Return the same of a bot from outside, which the player has named."""
        return self._ask(AskOutside(print_record(match), seat, bot, seed))

    def ask_owed(self, match: Match, seat: int) -> int:
        """Ask for the game master's placements for a seat that misses this call (M4)."""
        return self._ask(AskOwed(print_record(match), seat))

    def ask_advice(self, match: Match, seat: int, *, deeply: bool = False) -> int:
        """Ask the coach."""
        return self._ask(AskAdvice(print_record(match), seat, deeply))

    def ask_review(self, match: Match, round_index: int, seat: int) -> int:
        """Ask for a review; progress comes before the answer."""
        return self._ask(AskReview(print_record(match), seat, round_index))

    def ask_level(self, match: Match, seat: int) -> int:
        """Ask for the points of a seat, and how many of them the calls brought."""
        return self._ask(AskLevel(print_record(match), seat))

    def ask_best(self, match: Match, round_index: int) -> int:
        """Ask for the best board of a round's calls; bounds come before the answer."""
        return self._ask(AskBest(print_record(match), round_index))

    def cancel(self, ticket: int) -> None:
        """Forget a question, answered or not; harmless for any ticket."""
        if self._open.pop(ticket, None) is not None and self._link is not None:
            self._link.send(Cancel(ticket))

    def poll(self) -> list[EngineMessage]:
        """Return the messages since the last call, in order, without those of cancelled
        questions.
        """
        if self._link is None:
            return []
        heard: list[EngineMessage] = []
        while not self._link.inbox.empty():
            message = self._link.inbox.get()
            if message is None:
                self._start_again()
                break
            if message.ticket not in self._open:
                continue
            if isinstance(message, EngineAnswer | Failure):
                del self._open[message.ticket]
            heard.append(message)
        return heard

    def warm_up(self) -> None:
        """Start the engines before they are needed."""
        if self._link is None:
            self._link = _connect(self._in_process)

    def close(self) -> None:
        """Forget everything and end the process."""
        self._open.clear()
        if self._link is not None:
            self._link.close()
            self._link = None

    def _ask(self, question: Question) -> int:
        self.warm_up()
        assert self._link is not None
        ticket = next(self._tickets)
        self._open[ticket] = question
        self._link.send(Request(ticket, question))
        return ticket

    def _start_again(self) -> None:
        """The process has died: ask a thread what is still open."""
        self._in_process = False
        self._link = _connect(False)
        for ticket, question in self._open.items():
            self._link.send(Request(ticket, question))


class _Link(Protocol):
    """The way to a worker; `inbox` holds its messages, None once it has died."""

    @property
    def inbox(self) -> SimpleQueue[EngineMessage | None]: ...

    def send(self, message: Request | Cancel) -> None: ...

    def close(self) -> None: ...


def _connect(in_process: bool) -> _Link:
    command = engine_command() if in_process else None
    if command is not None:
        with suppress(OSError, RuntimeError):
            return _Process(command)
    return _Inside()


class _Inside:
    """Answers in this process: in a thread, or while it is asked where none can be started."""

    def __init__(self) -> None:
        self.inbox: SimpleQueue[EngineMessage | None] = SimpleQueue()
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        self._cancelled: set[int] = set()
        self._is_closed = False
        self._has_thread = True
        try:
            Thread(target=self._serve, daemon=True).start()
        except RuntimeError:
            self._has_thread = False

    def send(self, message: Request | Cancel) -> None:
        if isinstance(message, Cancel):
            self._cancelled.add(message.ticket)
        elif self._has_thread:
            self._requests.put(message)
        else:
            self._answer(message)

    def close(self) -> None:
        self._is_closed = True
        self._requests.put(None)

    def _serve(self) -> None:
        while (request := self._requests.get()) is not None:
            self._answer(request)

    def _answer(self, request: Request) -> None:
        # The engines are loaded in this process only if they have to run in it.
        from game.bots.service.worker import answer

        answer(
            request, self.inbox.put, lambda: self._is_closed or request.ticket in self._cancelled
        )


class _Process:
    def __init__(self, command: list[str]) -> None:
        self.inbox: SimpleQueue[EngineMessage | None] = SimpleQueue()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._lock = Lock()
        try:
            Thread(target=self._listen, daemon=True).start()
        except RuntimeError:
            self.close()
            raise

    def send(self, message: Request | Cancel) -> None:
        assert self._process.stdin is not None
        # A dead process is noticed by the listener, which then says so.
        with self._lock, suppress(OSError, ValueError):
            pickle.dump(message, self._process.stdin)
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
        # However it ends, by its death or by something that is no message: a thread takes over.
        with suppress(Exception):
            while True:
                self.inbox.put(pickle.load(self._process.stdout))
        self.inbox.put(None)
