"""The data of a page: its sender, the totals to beat, its steps, and a review's curve."""

from __future__ import annotations

import re
from dataclasses import fields
from random import Random

import pytest

from game.bots.best.result import BestResult
from game.bots.coach.review import Review
from game.bots.coach.verdicts import Cause, CurvePoint, ReviewedPlacement, Verdict
from game.bots.protocol import Worth
from game.locale import Language, load_catalogue
from game.locale.plurals import PLURALS
from game.locale.terms import word_rules
from game.page.data import ToBeat, page_data, texts_of
from game.page.possible import Possible
from game.resources import asset
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.ruleset import Ruleset
from tests.gallery.records import play_out
from tests.page.test_holders import left_by_the_first, unpack
from tests.rules.random_matches import random_match


def totals_of(match: Match) -> list[float]:
    return [player.total for player in score_match(match).players]


@pytest.mark.parametrize("seat", [0, 1])
def test_whom_to_beat_is_all_the_sender_or_none(seat: int) -> None:
    match = play_out(Ruleset(rounds=2), ("Ana", "Ben"), "7")
    rows = list(zip(("Ana", "Ben"), totals_of(match), strict=True))
    for beat, expected in ((ToBeat.ALL, rows), (ToBeat.SENDER, [rows[seat]]), (ToBeat.NONE, [])):
        data = page_data(match, seat, Language.FRENCH, beat=beat)
        assert [(names["name"], total) for names, total in data["beat"]] == expected
        assert data["sender"]["name"] == ("Ana", "Ben")[seat]
        assert (data["language"], data["bonus"]) == ("fr", False)
        for language in Language:
            words = load_catalogue(language).text("page.sent", name=("Ana", "Ben")[seat])
            assert data["summary"][language.value] == words
        secret = unpack(data["secret"])
        assert (secret["seat"], secret["best"], secret["master"]) == (seat, None, None)
        assert len(secret["players"]) == 2


def test_a_page_of_a_code_names_nobody_but_master() -> None:
    match = play_out(Ruleset(), ("Ana",), "7")
    played = match.round.seats[0].position.tiles
    best = BestResult(300, True, (None, *played[1:]), 300)
    possible = Possible((best,), 300, 190)
    data = page_data(match, 0, Language.ENGLISH, code="0000-1AHW", possible=possible)
    assert (data["sender"], "Ana" in str({**data, "secret": unpack(data["secret"])})) == (
        None,
        False,
    )
    ((names, total),) = data["beat"]
    assert (names, [total]) == ({"name": "", "key": "page.master", "then": []}, totals_of(match))
    assert data["summary"]["en"] == load_catalogue(Language.ENGLISH).text("page.challenge")
    assert data["about"]["en"] == {
        "title": "Standard game",
        "rules": "Code 0000-1AHW",
        "line": "Code 0000-1AHW",
    }
    rules = Ruleset.parse("daffodil-1 free single none")
    about = page_data(play_out(rules, ("Ana",), "7"), 0, Language.ENGLISH)["about"]["en"]
    words = word_rules(load_catalogue(Language.ENGLISH), rules)
    assert about["rules"] == " · ".join([*words, about["line"]])
    secret = unpack(data["secret"])
    assert secret["best"] == [[-1, *(tile.index for tile in played[1:] if tile)]]
    assert secret["master"] == 190
    sent = page_data(match, 0, Language.ENGLISH)
    assert sent["id"] != data["id"]
    assert sent["id"] == page_data(match, 0, Language.GERMAN)["id"]


def test_steps_closing_moves_and_extras_are_the_seat_s() -> None:
    for text, players, seed in (
        ("classic free mail best-ray bonus=call rounds=2", 3, 1),
        ("daffodil-4 adjacent-symbol pairs rays", 2, 3),
    ):
        match = random_match(Ruleset.parse(text), players, Random(seed))
        data = page_data(match, 0, Language.ENGLISH)
        calls = unpack(data["deal"])
        assert data["bonus"] is ("bonus" in text)
        for number, played in enumerate(match.rounds):
            called = [[tile.index for tile in tiles] for tiles in played.calls]
            assert calls[number] == called
            for index, seat in enumerate(played.seats):
                made = unpack(data["secret"])["players"][index]["rounds"][number]
                earned = score_match(match).players[index].rounds[number]
                assert len(made["steps"]) == len(played.called)
                placed = [
                    [call, p.tile.index, p.space, seat.position.is_late(p.tile)]
                    for call, turn in enumerate(seat.turns)
                    for p in turn.placements
                ]
                assert made["steps"] == placed
                known = [called[: step[0] + 1] for step in made["steps"]]
                for step, tiles in zip(made["steps"], known, strict=True):
                    assert any(step[1] in call for call in tiles)
                assert made["finish"] == [[p.tile.index, p.space] for p in seat.finish or ()]
                extras = {
                    "best_sun_ray": earned.best_sun,
                    "best_moon_ray": earned.best_moon,
                    "bonus": earned.bonus,
                }
                assert dict(made["extras"]) == {k: v for k, v in extras.items() if v}


def review_of(match: Match, seat: int, causes: list[tuple[int, Cause]]) -> Review:
    """Return a review whose curve has these events, by call; each best placement is the next."""
    turns = match.rounds[0].seats[seat].turns
    placed = [p for turn in turns if not turn.is_missed for p in turn.placements]
    rows = tuple(
        ReviewedPlacement(0, p, 0, 1.234 + i, Verdict.COSTLY, (Worth(placed[i - 1], 0.0),))
        for i, p in enumerate(placed)
    )
    curve = tuple(CurvePoint(call, cause, 100.06 + i, 0) for i, (call, cause) in enumerate(causes))
    return Review(rows, curve, 0, 0, 0, 0, (), None)


def test_a_curve_s_points_count_the_placements_before_them() -> None:
    missed = left_by_the_first()
    aside = random_match(Ruleset.parse("daffodil-4 adjacent-symbol pairs rays"), 1, Random(5))
    closing = len(aside.rounds[0].seats[0].finish or ())
    for match, causes, steps in (
        (
            missed,
            # The master places three owed tiles at the second call, two at the third (M4).
            [(-1, Cause.START), (1, Cause.CALL), (1, Cause.MISSED), (2, Cause.MISSED)],
            [0, 0, 3, 5],
        ),
        (
            aside,
            [(-1, Cause.START), (0, Cause.PLACEMENT), (0, Cause.TABLE), (9, Cause.CLOSING)],
            [0, 1, 1, 1 + closing],
        ),
    ):
        review = review_of(match, 0, causes)
        data = page_data(match, 0, Language.ENGLISH, reviews=[review])
        first, *others = unpack(data["secret"])["players"]
        assert not any("review" in other["rounds"][0] for other in others)
        found = first["rounds"][0]["review"]
        assert [point["steps"] for point in found["curve"]] == steps
        assert [point["luck"] for point in found["curve"]] == [
            cause in (Cause.CALL, Cause.TABLE) for _, cause in causes
        ]
        assert [point["value"] for point in found["curve"]] == [100.1, 101.1, 102.1, 103.1]
        turns = match.rounds[0].seats[0].turns
        rows = iter(review.placements)
        expected = [
            None if turn.is_missed else next(rows) for turn in turns for _ in turn.placements
        ]
        for step, row in zip(found["steps"], expected, strict=True):
            assert step == (
                row
                and {
                    "cost": round(row.cost, 2),
                    "verdict": "costly",
                    "best": [row.best.placement.tile.index, row.best.placement.space],
                }
            )


def test_each_rule_that_can_be_chosen_is_explained_on_the_page() -> None:
    """All but the board, the tiles of a call and the rounds, which the page shows by itself."""
    page = asset("page", "page.js").read_text(encoding="utf-8")
    (notes,) = re.findall(r"function howItGoes\(\) \{(.*?)\n\}", page, re.DOTALL)
    explained = {*re.findall(r"\b(?:tables|data)\.(\w+)", notes)}
    assert {field.name for field in fields(Ruleset)} - {"board", "call", "rounds"} <= explained


def test_a_sentence_is_a_text_unless_it_has_several_forms() -> None:
    for language in Language:
        catalogue = load_catalogue(language)
        texts = texts_of(catalogue, ("review.verdict.",), {"terms.title", "terms.count.points"})
        assert {"terms.title", "terms.count.points"} < set(texts)
        assert texts["terms.title"] == catalogue.text("terms.title")
        for key, text in texts.items():
            assert isinstance(text, dict) is catalogue.messages[key].is_plural
        assert {*texts["terms.count.points"]} == {form.value for form in PLURALS[language]}
        assert not any(key.startswith("review.legend") for key in texts)
