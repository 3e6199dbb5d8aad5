"""Answers questions one after another, in a process of its own or in a thread.

The process is `python -m game.bots.service.worker`; `runner` beside this asks it, and nothing but
`runner` need import this; what is said is in `messages`.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from typing import BinaryIO

from game.bots.best.result import BestResult
from game.bots.best.solver import best_of_round
from game.bots.coach.coach import Advice, advise
from game.bots.coach.review import Cancelled, Review, review_round
from game.bots.players.registry import make_bot
from game.bots.service.messages import (
    Answer,
    AskAdvice,
    AskBest,
    AskReview,
    Bound,
    Cancel,
    Failure,
    Message,
    Progress,
    Question,
    Request,
)
from game.rules.placement import Placement
from game.rules.record import parse_record

__all__ = ["Answer", "Failure", "Progress", "main", "serve"]


def serve(receive: Callable[[], Request | Cancel | None], send: Callable[[Message], None]) -> None:
    """Answer until `receive`, which waits, gives None."""
    requests: SimpleQueue[Request | None] = SimpleQueue()
    cancelled: set[int] = set()
    is_over = Event()

    def listen() -> None:
        while (message := receive()) is not None:
            if isinstance(message, Cancel):
                cancelled.add(message.ticket)
            else:
                requests.put(message)
        is_over.set()
        requests.put(None)

    Thread(target=listen, daemon=True).start()
    while (request := requests.get()) is not None:
        ticket = request.ticket

        def is_cancelled(ticket: int = ticket) -> bool:
            return ticket in cancelled or is_over.is_set()

        if is_cancelled():
            continue
        try:
            value = _answer(ticket, request.question, send, is_cancelled)
        except Cancelled:
            continue
        except Exception as error:
            # Whatever goes wrong here must reach the screen rather than end the worker.
            send(Failure(ticket, f"{type(error).__name__}: {error}"))
            continue
        send(Answer(ticket, value))


def _answer(
    ticket: int,
    question: Question,
    send: Callable[[Message], None],
    is_cancelled: Callable[[], bool],
) -> tuple[Placement, ...] | Advice | Review | BestResult:
    match = parse_record(question.record)
    if isinstance(question, AskAdvice):
        return advise(match, question.seat, deeply=question.deeply)
    if isinstance(question, AskReview):
        return review_round(
            match,
            question.round_index,
            question.seat,
            on_progress=lambda share: send(Progress(ticket, share)),
            is_cancelled=is_cancelled,
        )
    if isinstance(question, AskBest):
        best = best_of_round(
            match.rules,
            match.rounds[question.round_index].called,
            on_progress=lambda found: send(Bound(ticket, found.bound)),
            should_stop=is_cancelled,
        )
        if is_cancelled():
            raise Cancelled
        return best
    bot, random = make_bot(question.bot), Random(question.seed)
    if match.round.seats[question.seat].hand:
        return (bot.choose(match, question.seat, random),)
    return bot.choose_finish(match, question.seat, random)


def main() -> None:
    """Serve over standard input and output until the input ends."""
    # Load the engines while nobody waits for them yet.
    import game.bots.judge  # noqa: F401

    # Whatever a library prints must not get between the messages.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(5)
    source: BinaryIO = sys.stdin.buffer

    def receive() -> Request | Cancel | None:
        try:
            message: Request | Cancel | None = pickle.load(source)
        except (EOFError, pickle.UnpicklingError):
            return None
        return message

    def send(message: Message) -> None:
        pickle.dump(message, output)
        output.flush()

    serve(receive, send)


if __name__ == "__main__":
    # Messages name the classes of the imported module, not of `__main__`.
    from game.bots.service.worker import main as imported_main

    imported_main()
