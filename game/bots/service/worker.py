"""Does tasks one after another, in a process of its own or in the caller's.

`runner` beside this gives them; they and the messages are in `tasks`.
"""

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Lock, Thread

from game.bots.coach.review import Cancelled
from game.bots.service.tasks import IsStopped, Reply, Request


def answer(request: Request, send: Callable[[Reply], None], is_stopped: IsStopped) -> None:
    """Send the replies to a request; nothing more once it is stopped.

    Whatever goes wrong, a library that is missing or weights that cannot be read, is sent too.
    """
    ticket, task = request.ticket, request.task
    if task is None or is_stopped():
        return
    try:
        value = task.run(lambda progress: send(Reply(ticket, progress=progress)), is_stopped)
    except Cancelled:
        return
    except Exception as error:
        # Not every error can be pickled.
        send(Reply(ticket, error=RuntimeError(f"{type(error).__name__}: {error}")))
        return
    send(Reply(ticket, value=value))


def serve(receive: Callable[[], Request | None], send: Callable[[Reply], None]) -> None:
    """Answer until `receive`, which waits, gives None; a thread hears what is withdrawn."""
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

    Thread(target=listen, daemon=True).start()
    while (request := requests.get()) is not None:

        def is_stopped(ticket: int = request.ticket) -> bool:
            return ticket in withdrawn or is_over.is_set()

        answer(request, send, is_stopped)


def main() -> None:
    """Serve over standard input and output until the input ends."""
    # Load the engines while nobody waits for them yet; a task will say what is wrong.
    with suppress(Exception):
        import game.bots.judge  # noqa: F401
    # Whatever a library prints must not get between the messages.
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

    # A window that has closed, or a machine without threads: the runner notices that this ends.
    with suppress(OSError, RuntimeError):
        serve(receive, send)


if __name__ == "__main__":
    main()
