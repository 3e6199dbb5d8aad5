"""A request to the tables' threads, and its answer."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

from game.net.journal.store import StoreBusy
from game.ui.frame.context import Context
from game.ui.scenes.apart.pending_request import PendingRequest, report_saved


def test_an_answer_or_a_failure_arrives_once(context: Context) -> None:
    busy = "Another window or command is using your tables. Close it and come back."
    for error, answer in ((None, "21 twice"), (StoreBusy(), busy)):
        request: PendingRequest[str] = PendingRequest(context)
        assert (request.is_open, request.poll()) == (False, None)
        future: Future[int] = Future()
        request.ask(future, lambda number: f"{number} twice")
        assert [request.poll() for _ in range(2)] == [None, None]
        assert request.is_open
        if error is None:
            future.set_result(21)
        else:
            future.set_exception(error)
        assert (request.poll(), request.is_open, request.poll()) == (answer, False, None)


def test_a_later_request_replaces_an_unanswered_one(context: Context) -> None:
    request: PendingRequest[str] = PendingRequest(context)
    earlier, later = Future[str](), Future[str]()
    request.ask(earlier, str.upper)
    request.ask(later, str.lower)
    earlier.set_result("Earlier")
    assert request.poll() is None
    later.set_result("Later")
    assert request.poll() == "later"


def test_a_stored_report_is_named_with_its_path(context: Context) -> None:
    path = Path("reports") / "0101-1-9.html"
    assert report_saved(context, path) == context.text("together.report_saved", path=str(path))
    assert str(path) in report_saved(context, path)
