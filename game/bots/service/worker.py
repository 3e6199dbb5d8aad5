"""The worker, which runs tasks one by one, as a process or inside the caller's."""

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Lock

from game.bots.coach.review import Cancelled
from game.bots.service.tasks import IsStopped, Reply, Request
from game.threads import start_thread


def answer_request(request: Request, send: Callable[[Reply], None], is_stopped: IsStopped) -> None:
    """Run a request and send its replies, none after it is stopped.

    All exceptions are sent too, such as a missing library or unreadable weights.
    """
    ticket, task = request.ticket, request.task
    if task is None or is_stopped():
        return
    try:
        value = task.run(lambda progress: send(Reply(ticket, progress=progress)), is_stopped)
    except Cancelled:
        return
    except Exception as error:
        # Not every exception can be pickled.
        send(Reply(ticket, error=RuntimeError(f"{type(error).__name__}: {error}")))
        return
    send(Reply(ticket, value=value))


def serve(receive: Callable[[], Request | None], send: Callable[[Reply], None]) -> None:
    """Run requests until the blocking `receive` returns None; a thread handles cancellations."""
    requests: SimpleQueue[Request | None] = SimpleQueue()
    withdrawn: set[int] = set()
    is_over = Event()

    def listen() -> None:
        while (request := receive()) is not None:
            if request.task is None:
                withdrawn.add(request.ticket)
            else:
                requests.put(request)
        is_over.set()
        requests.put(None)

    if start_thread(listen) is None:
        # After the end of this process the game runs the tasks itself.
        return
    while (request := requests.get()) is not None:

        def is_stopped(ticket: int = request.ticket) -> bool:
            return ticket in withdrawn or is_over.is_set()

        answer_request(request, send, is_stopped)


def main() -> None:
    """Serve over standard input and output until the input ends."""
    # Load the engines before the first task, which would report an error of the import.
    with suppress(Exception):
        import game.bots.judge  # noqa: F401
    # Libraries' output must not mix with the messages.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(5)

    def receive() -> Request | None:
        try:
            request: Request | None = pickle.load(sys.stdin.buffer)
        except (EOFError, pickle.UnpicklingError):
            return None
        return request

    lock = Lock()

    def send(reply: Reply) -> None:
        with lock:
            pickle.dump(reply, output)
            output.flush()

    # The window has closed, or no thread can be started: the runner notices the end.
    with suppress(OSError, RuntimeError):
        serve(receive, send)


if __name__ == "__main__":
    main()
