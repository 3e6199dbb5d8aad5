"""Review and findings ask the engines once, and show no answer to another question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.service.tasks import BestBoardTask, ReviewTask
from game.progress.review_steps import rounded_sum
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.storage.profile import Profile
from game.ui.scenes.records.control import RecordsControl, RecordsPage
from game.ui.scenes.review.control import ReviewControl, ReviewEvent
from tests.gallery.guests import reviewed
from tests.gallery.records import play_out
from tests.gallery.review import PatientEngines, ReadyEngines


@pytest.fixture(scope="module")
def pair() -> Match:
    """A match of two."""
    return play_out(Ruleset(), ("Ana", "Zoe"), "7")


def test_a_review_never_shows_another_seats_answer(pair: Match) -> None:
    engines = PatientEngines()
    control = ReviewControl(pair, 0, 0, engines)
    ReadyEngines.reply(engines, engines.tasks[0], engines.answers[0])
    assert control.poll() is ReviewEvent.REVIEW
    review = control.review
    control.choose_seat(1)
    assert engines.tasks[-2:] == [ReviewTask(pair, 1, 0), BestBoardTask(pair, 0)]
    # Back to a seat whose review is known: what was asked for the other one is withdrawn.
    control.choose_seat(0)
    assert control.review is review
    assert ReviewTask(pair, 1, 0) in engines.withdrawn
    assert control.poll() is not ReviewEvent.REVIEW
    assert control.review is review


def test_a_review_that_was_left_asks_for_all_of_it_again(pair: Match) -> None:
    engines = PatientEngines()
    control = ReviewControl(pair, 0, 0, engines)
    wanted = [ReviewTask(pair, 0, 0), BestBoardTask(pair, 0)]
    control.stop()
    assert engines.tasks == engines.withdrawn == wanted
    control.go_on()
    assert engines.tasks == wanted * 2


def test_one_walks_through_a_review_and_from_mistake_to_mistake() -> None:
    match, engines = play_out(Ruleset(rounds=2), ("Ana", "Zoe"), "7"), PatientEngines()
    first, second = match.rounds
    masters = tuple(replace(turn, is_missed=True) for turn in second.seats[1].turns)
    absent = replace(second, seats=(second.seats[0], replace(second.seats[1], turns=masters)))
    control = ReviewControl(replace(match, rounds=(first, absent)), 0, 1, engines)
    placed = tuple(p for turn in first.seats[1].turns for p in turn.placements)
    control.go_on()
    assert len(engines.tasks) == 2, "nothing is asked for while it is still to come"
    engines.answers[0].give(reviewed(placed, {3: 2.0, 6: 3.0, 9: 5.0, 12: 1.9}))
    assert control.poll() is ReviewEvent.REVIEW
    control.go_on()
    assert len(engines.tasks) == 2
    control.toggle_best()
    went = []
    for by in (1, -1, -1, 1, 1):
        control.walk(by)
        went.append(control.at)
    assert (went, control.shows_best) == ([0, None, 18, None, 0], False)
    control.go_to(None)
    mistakes = [(control.next_mistake(by), control.at) for by in (1, 1, 1, 1, -1, -1, -1)]
    there = [(True, 3), (True, 6), (True, 9), (False, 9)]
    assert mistakes == [*there, (True, 6), (True, 3), (False, 3)]
    control.go_to(None)
    assert control.next_mistake(-1)
    assert control.at == 9
    control.choose_round(1)
    assert control.seat == 0, "the game master placed for her"
    odd = replace(reviewed(placed, {}), start=100.4, luck=10.4, skill=-20.2, total=90.6)
    assert rounded_sum(odd) == (100, 11, -20, 91), "whole points add up"


def test_records_withdraw_what_they_have_asked() -> None:
    profile, engines = Profile(None), PatientEngines()
    profile.add_match(play_out(Ruleset(), ("Ana",), "7"))
    control = RecordsControl(profile, engines)
    control.poll()
    control.show(control.groups[1])
    control.page = RecordsPage.LINES
    control.poll()
    control.show(control.groups[0])
    assert engines.withdrawn == engines.tasks[1:]
    control.stop()
    assert len(engines.withdrawn) == len(engines.tasks) == 2
