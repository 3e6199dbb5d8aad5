"""The worker that runs tasks in the engine process."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from threading import Event

from game.bots.coach.review import Cancelled
from game.bots.service.tasks import IsStopped, Reply, Report, Request
from game.bots.service.worker import answer_request, serve
from tests.bots.asking import PATIENCE, EndlessTask


def test_a_worker_stops_its_task_when_the_input_ends() -> None:
    requests, replies = [Request(1, EndlessTask()), None], list[Reply]()
    worker = threading.Thread(
        target=serve, args=(lambda: requests.pop(0), replies.append), daemon=True
    )
    worker.start()
    worker.join(PATIENCE)
    assert not worker.is_alive()


@dataclass(frozen=True)
class _Failing:
    """Reports a half, then fails with `error`, or returns 7."""

    error: BaseException | None = None

    def run(self, report: Report, is_stopped: IsStopped) -> int:
        report(0.5)
        if self.error is not None:
            raise self.error
        return 7


def replies_to(task: _Failing | None, *, is_stopped: bool = False) -> list[Reply]:
    replies: list[Reply] = []
    answer_request(Request(3, task), replies.append, lambda: is_stopped)
    return replies


def test_a_task_is_answered_with_its_progress_and_its_value_or_error() -> None:
    half = Reply(3, progress=0.5)
    assert replies_to(_Failing()) == [half, Reply(3, value=7)]
    assert replies_to(_Failing(Cancelled())) == [half]
    assert replies_to(_Failing(), is_stopped=True) == replies_to(None) == []
    first, second = replies_to(_Failing(KeyError("fox")))
    assert (first, second.ticket, second.value) == (half, 3, None)
    assert repr(second.error) == repr(RuntimeError("KeyError: 'fox'"))


def test_a_withdrawn_task_is_left_out_and_the_others_are_answered_in_order() -> None:
    requests = [Request(1, EndlessTask()), Request(2, _Failing()), Request(3, _Failing())]
    withdrawals, replies, done = [Request(2, None), Request(1, None)], list[Reply](), Event()

    def receive() -> Request | None:
        if requests:
            return requests.pop(0)
        if withdrawals:
            return withdrawals.pop(0)
        done.wait(PATIENCE)
        return None

    def send(reply: Reply) -> None:
        replies.append(reply)
        if reply.ticket == 3 and reply.value is not None:
            done.set()

    serve(receive, send)
    assert [reply.ticket for reply in replies if reply.value is not None and reply.ticket > 1] == [
        3
    ]
    assert not any(reply.ticket == 2 for reply in replies)
