"""Answers of the engines, and what becomes of them once they are cancelled."""

from __future__ import annotations

from game.bots.service.answer import EngineAnswer


def test_an_answer_has_a_value_or_an_error() -> None:
    given, failed = EngineAnswer[int](), EngineAnswer[int]()
    assert (given.progress, given.done(), given.running()) == (None, False, False)
    given.give(7)
    assert (given.result(0), given.exception(0), given.cancel()) == (7, None, False)
    error = RuntimeError("no")
    failed.fail(error)
    assert (failed.exception(0), failed.cancel()) == (error, False)


def test_a_cancelled_answer_takes_neither() -> None:
    given, failed = EngineAnswer[int](), EngineAnswer[int]()
    assert given.cancel()
    assert failed.cancel()
    given.give(7)
    failed.fail(RuntimeError("late"))
    assert given.cancelled()
    assert failed.cancelled()
