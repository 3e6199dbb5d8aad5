"""The worker that runs tasks in the engine process."""

from __future__ import annotations

import threading

from game.bots.service.tasks import (
    Reply,
    Request,
)
from game.bots.service.worker import serve
from tests.bots.asking import PATIENCE, EndlessTask


def test_a_worker_stops_its_task_when_the_input_ends() -> None:
    requests, replies = [Request(1, EndlessTask()), None], list[Reply]()
    worker = threading.Thread(
        target=serve, args=(lambda: requests.pop(0), replies.append), daemon=True
    )
    worker.start()
    worker.join(PATIENCE)
    assert not worker.is_alive()
