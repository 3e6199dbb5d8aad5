"""Answers questions one after another, in a process of its own or in the caller's.

`runner` beside this asks it; what is said is in `messages`.
"""

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event, Lock, Thread

from game.bots.best.result import BestResult
from game.bots.coach.coach import Advice, advise
from game.bots.coach.level import measure_attempt
from game.bots.coach.review import Cancelled, Review, review_round
from game.bots.players.game_master import master_placements
from game.bots.players.outside import OutsideBot, OutsideBotError
from game.bots.players.registry import make_bot
from game.bots.protocol import Bot
from game.bots.service.messages import (
    AskAdvice,
    AskBest,
    AskLevel,
    AskOutside,
    AskOwed,
    AskReview,
    Bound,
    Cancel,
    EngineAnswer,
    EngineMessage,
    Failure,
    Question,
    Request,
    ReviewProgress,
)
from game.rules.placement import Placement
from game.rules.record import parse_record


def answer(
    request: Request, send: Callable[[EngineMessage], None], is_cancelled: Callable[[], bool]
) -> None:
    """Send the answer to a request; nothing more once it is cancelled.

    Whatever goes wrong, a library that is missing or weights that cannot be read, is sent too.
    """
    if is_cancelled():
        return
    try:
        value = _find(request.ticket, request.question, send, is_cancelled)
    except Cancelled:
        return
    except OutsideBotError as error:
        send(Failure(request.ticket, str(error), error))
        return
    except Exception as error:
        send(Failure(request.ticket, f"{type(error).__name__}: {error}"))
        return
    send(EngineAnswer(request.ticket, value))


def _find(
    ticket: int,
    question: Question,
    send: Callable[[EngineMessage], None],
    is_cancelled: Callable[[], bool],
) -> tuple[Placement, ...] | Advice | Review | dict[str, float] | BestResult:
    match = parse_record(question.record)
    if isinstance(question, AskAdvice):
        return advise(match, question.seat, deeply=question.deeply)
    if isinstance(question, AskOwed):
        return master_placements(match, question.seat)
    if isinstance(question, AskReview):
        return review_round(
            match,
            question.round_index,
            question.seat,
            on_progress=lambda share: send(ReviewProgress(ticket, share)),
            is_cancelled=is_cancelled,
        )
    if isinstance(question, AskLevel):
        return measure_attempt(match, question.seat, is_cancelled=is_cancelled)
    if isinstance(question, AskBest):
        # The weaker players answer where numpy is missing.
        from game.bots.best.solver import best_of_round

        best = best_of_round(
            match.rules,
            match.rounds[question.round_index].called,
            on_progress=lambda found: send(Bound(ticket, found.bound)),
            should_stop=is_cancelled,
        )
        if is_cancelled():
            raise Cancelled
        return best
    is_outside = isinstance(question, AskOutside)
    bot = _outside_bot(question.bot) if is_outside else make_bot(question.bot)
    random = Random(question.seed)
    if match.round.seats[question.seat].hand:
        return (bot.choose(match, question.seat, random),)
    return bot.choose_finish(match, question.seat, random)


@cache
def _outside_bot(name: str) -> Bot:
    """One for all its questions: it would take long to start another for each.

    It starts from home: where the game was started from, anything may lie under its name.
    """
    return OutsideBot(name, folder=Path.home())


def serve(
    receive: Callable[[], Request | Cancel | None], send: Callable[[EngineMessage], None]
) -> None:
    """Answer until `receive`, which waits, gives None; a thread hears what is cancelled."""
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

        def is_cancelled(ticket: int = request.ticket) -> bool:
            return ticket in cancelled or is_over.is_set()

        if isinstance(request.question, AskOutside):
            # Nobody else need wait for whoever wrote it.
            Thread(target=answer, args=(request, send, is_cancelled), daemon=True).start()
        else:
            answer(request, send, is_cancelled)


def main() -> None:
    """Serve over standard input and output until the input ends."""
    # Load the engines while nobody waits for them yet; a question will say what is wrong.
    with suppress(Exception):
        import game.bots.judge  # noqa: F401
    # Whatever a library prints must not get between the messages.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(5)

    def receive() -> Request | Cancel | None:
        try:
            message: Request | Cancel | None = pickle.load(sys.stdin.buffer)
        except (EOFError, pickle.UnpicklingError):
            return None
        return message

    lock = Lock()

    def send(message: EngineMessage) -> None:
        with lock:
            pickle.dump(message, output)
            output.flush()

    # A window that has closed, or a machine without threads: the runner notices that this ends.
    with suppress(OSError, RuntimeError):
        serve(receive, send)


if __name__ == "__main__":
    main()
