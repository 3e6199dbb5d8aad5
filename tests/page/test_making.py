"""The data of a match's page and of a deal's: its seat, its reviews, the best totals, progress."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game.bots.coach.review import Review
from game.bots.coach.verdicts import Cause
from game.bots.players.playing import play_rounds
from game.bots.players.registry import make_bot
from game.bots.protocol import Bot
from game.locale import Language, load_catalogue
from game.page import making
from game.page.data import ToBeat
from game.page.making import challenge_data, match_data
from game.page.possible import Possible
from game.rules.match import Match, Player, PlayerKind, new_match
from game.rules.match_score import score_match, score_round
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal
from tests.page.test_data import review_of
from tests.page.test_holders import unpack
from tests.rules.random_matches import random_match


def prepare(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Replace the engine's work, which takes seconds; return the list of its requests."""
    requests: list[Any] = []

    def review(match: Match, number: int, seat: int, **options: Any) -> Review:
        requests.append((number, seat, options.pop("with_master")))
        options.pop("on_progress")(0.5)
        found = review_of(replace(match, rounds=match.rounds[number:]), seat, [(-1, Cause.START)])
        value = found.curve[0].value + number
        return replace(found, curve=(replace(found.curve[0], value=value),))

    def solve(
        match: Match, seat: int, on_progress: Callable[[float], None] = lambda share: None
    ) -> Possible:
        requests.append(seat)
        on_progress(0.5)
        return Possible((), 300, 190)

    monkeypatch.setattr(making, "review_round", review)
    monkeypatch.setattr(making, "possible_of", solve)
    return requests


@pytest.mark.parametrize(
    ("rays", "with_review", "expected", "shares"),
    [
        ("rays", True, [(0, 1, False), (1, 1, False), 1], [0.125, 0.375, 0.75]),
        ("rays", False, [1], [0.5]),
        ("best-ray", True, [(0, 1, False), (1, 1, False)], [0.125, 0.375]),
        ("best-ray", False, [], []),
    ],
)
def test_the_best_person_s_rounds_are_reviewed_and_solved_where_totals_are_their_own(
    monkeypatch: pytest.MonkeyPatch,
    rays: str,
    with_review: bool,
    expected: list[Any],
    shares: list[float],
) -> None:
    """The computer in the first seat has more points."""
    match = random_match(Ruleset.parse(f"classic free single {rays} rounds=2"), 2, Random(3))
    bot, person = match.players[::-1]
    match = replace(match, players=(bot, person))
    assert person.kind is PlayerKind.HUMAN
    requests, found = prepare(monkeypatch), list[float]()
    data = match_data(
        match,
        Language.FRENCH,
        with_review=with_review,
        beat=ToBeat.SENDER,
        on_progress=found.append,
    )
    assert (requests, found) == (expected, shares)
    secret = unpack(data["secret"])
    solved = (300, 190) if 1 in expected else (None, None)
    assert (secret["seat"], secret["master"]) == (1, solved[1])
    assert (secret["best"] is None) is (1 not in expected)
    assert [
        [played["review"]["curve"][0]["value"] for played in player["rounds"] if "review" in played]
        for player in secret["players"]
    ] == [[], [100.1, 101.1] if with_review else []]
    assert data["language"] == "fr"
    assert [total for _, total in data["beat"]] == [score_match(match).players[1].total]


def test_a_deal_s_page_has_its_code_and_master_s_play_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    greedy, requests = make_bot("greedy"), prepare(monkeypatch)

    def choose_bot(name: str) -> Bot:
        requests.append(name)
        return greedy

    monkeypatch.setattr(making, "make_bot", choose_bot)
    data = challenge_data(Deal(Ruleset(), "7"), Language.ENGLISH)
    assert requests == ["master", 0]
    secret = unpack(data["secret"])
    code = load_catalogue(Language.ENGLISH).text("daily.code", code="0000-7FX")
    assert (data["about"]["en"]["line"], data["sender"]) == (code, None)
    ((names, total),) = data["beat"]
    assert names == {"name": "", "key": "page.master", "then": []}
    assert (secret["seat"], secret["master"], secret["best"]) == (0, 190, [])
    (player,) = secret["players"]
    (played,) = play_rounds(new_match(Ruleset(), (Player("x"),)), [greedy], "7", [Random(0)]).rounds
    steps = [
        [call, placement.tile.index, placement.space, False]
        for call, turn in enumerate(played.seats[0].turns)
        for placement in turn.placements
    ]
    assert [one["steps"] for one in player["rounds"]] == [steps]
    assert total == score_round(Ruleset(), played)[0].total


def test_a_deal_s_page_has_no_total_to_beat_where_none_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    requests = prepare(monkeypatch)
    monkeypatch.setattr(making, "make_bot", lambda name: make_bot("greedy"))
    deal = Deal(Ruleset.parse("classic free mail none"), "7")
    data = [challenge_data(deal, Language.ROMANIAN, beat) for beat in ToBeat]
    assert [len(one["beat"]) for one in data] == [1, 1, 0]
    assert {one["language"] for one in data} == {"ro"}
    assert not requests, "a bonus depends on other boards"


def test_a_seat_with_a_substitute_has_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    match = random_match(Ruleset(), 1, Random(3))
    change = {"seat": 0, "after_call": 2, "left": "Ana", "came": "Cem", "why": "left"}
    left = replace(match, meta=json.dumps({"apart": {"substitutes": [change]}}))
    requests = prepare(monkeypatch)
    for one in (match, left):
        match_data(one, Language.ENGLISH, with_review=True)
    assert requests == [(0, 0, False), 0, 0]
    # What counts is the seat that is shown first.
    people = (Player("Ana"), Player("Ben"))
    apart = {"apart": {"own": [0, 1], "substitutes": [change]}}
    pair = replace(random_match(Ruleset(), 2, Random(3)), players=people, meta=json.dumps(apart))
    requests.clear()
    match_data(pair, Language.ENGLISH, with_review=True)
    assert requests == [(0, 1, False), 1]
