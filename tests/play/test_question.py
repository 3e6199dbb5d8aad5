"""One question at a time: its own answer, once, and none of an earlier one."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

from game.play.question import Question, QuestionFailed


def test_an_answer_is_given_once() -> None:
    question, answer = Question[int](), Future[int]()
    assert question.poll() is None
    question.ask(answer)
    assert question.is_open
    assert question.poll() is None
    answer.set_result(7)
    assert question.is_open, "until it is polled"
    assert question.poll() == 7
    assert question.poll() is None
    assert not question.is_open


def test_a_failure_is_raised_once_and_says_why() -> None:
    question, answer = Question[int](), Future[int]()
    question.ask(answer)
    answer.set_exception(KeyError("weights"))
    with pytest.raises(QuestionFailed, match="weights"):
        question.poll()
    assert question.poll() is None
    assert not question.is_open


def test_the_next_question_withdraws_the_one_before() -> None:
    question, first, second = Question[int](), Future[int](), Future[int]()
    question.ask(first)
    question.ask(second)
    assert first.cancelled()
    assert question.poll() is None
    second.set_result(2)
    assert question.poll() == 2


def test_an_answer_that_came_too_late_reaches_nobody() -> None:
    question, first, second = Question[int](), Future[int](), Future[int]()
    question.ask(first)
    first.set_result(1)
    question.ask(second)
    assert question.poll() is None


def test_a_stopped_question_is_closed_and_cancelled() -> None:
    question, answer = Question[int](), Future[int]()
    question.stop()
    question.ask(answer)
    question.stop()
    assert answer.cancelled()
    assert not question.is_open
    assert question.poll() is None


def test_an_answer_that_somebody_else_cancelled_is_a_failure() -> None:
    question, answer = Question[int](), Future[int]()
    question.ask(answer)
    answer.cancel()
    with pytest.raises(QuestionFailed):
        question.poll()


def test_the_progress_is_that_of_the_open_answer() -> None:
    class Counting(Future[int]):
        progress = 0.25

    question = Question[int]()
    assert question.progress is None
    question.ask(Future[int]())
    assert question.progress is None
    question.ask(Counting())
    assert question.progress == 0.25
