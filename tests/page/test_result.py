"""A result as a text: its bar, medal and names, and what is read back of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from game.locale import Language, load_catalogue
from game.page.possible import Possible
from game.page.result import (
    FULL,
    HOLLOW,
    DailyResult,
    code_of,
    daily_deal_of,
    daily_result_of,
    describe_result,
    edition_of,
    name_of,
    read_daily_result,
)
from game.play.table import TableSetup
from game.progress.daily import FIRST_DAY, STANDARD_EDITION, deal_on, editions_on
from game.rules.deal import deal_calls
from game.rules.marks import Mark
from game.rules.match import Match, Player, new_match
from game.rules.match_score import score_match
from game.rules.placement import empty_position
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal, format_code
from tests.gallery.records import play_out
from tests.storage.matches import play_match

ENGLISH = load_catalogue(Language.ENGLISH)
DAY = date(2026, 11, 17)
"""A Tuesday, on which the French edition's deal is offered too."""


def total_of(match: Match, seat: int = 0) -> float:
    return score_match(match).players[seat].total


def daily_match(day: date = DAY, edition: str = STANDARD_EDITION, *marks: Mark) -> Match:
    """Return a finished match on a day's deal, begun on that day."""
    deal = deal_on(day, edition)
    match = play_out(deal.rules, ("Ana",), deal.seed, edition, *marks)
    setup = TableSetup.from_match(match)
    begun = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
    return replace(match, meta=replace(setup, daily=day, begun=begun).to_meta())


@pytest.mark.parametrize(
    ("share", "full", "medal"),
    [(0.499, 4, None), (0.5, 5, "bronze"), (0.599, 5, "bronze"), (0.6, 6, "silver"),
     (0.699, 6, "silver"), (0.7, 7, "gold"), (0.999, 9, "gold"), (1, 10, "gold")],
)  # fmt: skip
def test_the_bar_has_a_hexagon_for_each_tenth(share: float, full: int, medal: str | None) -> None:
    match = play_out(Ruleset(rounds=2), ("Ana",), "7")
    total = total_of(match)
    for master in (total + 1, total):
        possible = Possible((), total / share, master)
        told = list(describe_result(match, 0, ENGLISH, possible=possible, daily=None))
        points, bar, lines = told[-3:]
        assert bar == FULL * full + HOLLOW * (10 - full)
        named = "master" if master == total else medal
        words = [ENGLISH.text(f"daily.medal.{named}")] if named else []
        found = points.split(" · ")
        assert found[0] == ENGLISH.text("result.of_best", points=total, best=total / share)
        assert found[1:] == [*words, ENGLISH.text("result.master", points=master)]
        count = sum(len(played.lines) for played in score_match(match).players[0].rounds)
        assert lines == ENGLISH.text("result.lines", lines=count, all=30)
    nothing = Possible((), 0, 0)
    assert list(describe_result(match, 0, ENGLISH, possible=nothing, daily=None))[-2] == FULL * 10


def test_several_are_named_with_their_totals_in_seat_order() -> None:
    match = play_match("7", ("Ana", "Ben"))
    assert total_of(match, 0) != total_of(match, 1)
    for seat in (0, 1):
        *_, points, lines, names = describe_result(match, seat, ENGLISH, possible=None, daily=None)
        assert points == ENGLISH.text("terms.count.points", count=total_of(match, seat))
        count = len(score_match(match).players[seat].rounds[0].lines)
        assert lines == ENGLISH.text("result.lines", lines=count, all=15)
        assert names == " · ".join(
            ENGLISH.text("breakdown.named", name=name, points=total_of(match, one))
            for one, name in enumerate(("Ana", "Ben"))
        )
    alone = play_out(Ruleset(), ("Ana",), "7")
    assert "Ana" not in "".join(describe_result(alone, 0, ENGLISH, possible=None, daily=None))


def test_a_match_without_a_seed_has_no_code_and_one_with_a_substitute_names_both() -> None:
    match = play_out(Ruleset(), ("Ana",), "7")
    whole = list(describe_result(match, 0, ENGLISH, possible=None, daily=None))
    lines = len(score_match(match).players[0].rounds[0].lines)
    code = format_code(Deal(Ruleset(), "7"))
    assert whole == [
        "Take It Easy! Standard game",
        f"Code {code}",
        f"{total_of(match):g} points",
        f"{lines} of 15 lines",
    ]
    entered = replace(match, rounds=(replace(match.round, seed=None),))
    told = list(describe_result(entered, 0, ENGLISH, possible=None, daily=None))
    assert told == [whole[0], *whole[2:]]
    left = {"seat": 0, "after_call": 3, "left": "Ana", "came": "fox", "why": "left"}
    shared = replace(match, meta=json.dumps({"substitutes": [left]}))
    told = list(describe_result(shared, 0, ENGLISH, possible=None, daily=None))
    assert told == [*whole, f"Ana, then Fox: {total_of(match):g}"]


def test_a_total_of_four_digits_is_read_with_its_mark() -> None:
    deal = deal_on(DAY, STANDARD_EDITION)
    for language in Language:
        catalogue = load_catalogue(language)
        match = daily_match()
        title, name, _, *rest = describe_result(match, 0, catalogue, possible=None, daily=deal)
        for total in (0, 7, 999, 1000, 1234):
            points = catalogue.text("terms.count.points", count=total)
            text = "\n".join((title, name, points, *rest))
            assert read_daily_result(text, DAY) == DailyResult(deal, total)
        assert read_daily_result("\n".join((title, name, "12345", *rest)), DAY) is None


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("edition", editions_on(DAY))
def test_a_day_s_text_is_read_back_in_any_language(language: Language, edition: str) -> None:
    deal, match = deal_on(DAY, edition), daily_match(DAY, edition)
    total = total_of(match)
    for possible in (None, Possible((), 300, 290)):
        told = describe_result(match, 0, load_catalogue(language), possible=possible, daily=deal)
        text = "\n".join(told)
        found = DailyResult(deal, int(total))
        for today in (DAY, DAY + timedelta(days=99)):
            assert read_daily_result(text, today) == found
        assert read_daily_result(text, DAY - timedelta(days=1)) is None, "it is still to come"
        title, *rest = text.split("\n")
        assert read_daily_result("\n".join(["  " + title + " ", *rest]), DAY) == found
        for spoilt in (rest, [title.replace("321", "322"), *rest], [title, "x", *rest], [title],
                       [title, rest[0]]):  # fmt: skip
            assert read_daily_result("\n".join(spoilt), DAY) is None
        assert read_daily_result(f"Look:\n{text}", DAY) is None


def test_the_first_day_s_text_is_read_and_none_before_it() -> None:
    deal = deal_on(FIRST_DAY, STANDARD_EDITION)
    match = daily_match(FIRST_DAY)
    text = "\n".join(describe_result(match, 0, ENGLISH, possible=None, daily=deal))
    assert read_daily_result(text, FIRST_DAY) == DailyResult(deal, int(total_of(match)))
    assert read_daily_result(re.sub(r"\d+", "0", text, count=1), FIRST_DAY) is None
    assert read_daily_result("", FIRST_DAY) is None


def test_a_record_is_a_day_s_result_only_unaided_and_up_to_today() -> None:
    match, deal = daily_match(), deal_on(DAY, STANDARD_EDITION)
    assert daily_result_of(match, DAY) == DailyResult(deal, total_of(match), "Ana")
    assert daily_deal_of(match) == deal
    assert daily_result_of(match, DAY - timedelta(days=1)) is None
    for mark in (Mark.AGAIN, Mark.COACHED):
        assert daily_result_of(daily_match(DAY, STANDARD_EDITION, mark), DAY) is None
    bot = replace(match, players=play_out(Ruleset(), ("Ana", "Fox"), "7").players[1:])
    assert daily_result_of(bot, DAY) is None
    pair = play_out(deal.rules, ("Ana", "Fox"), deal.seed, STANDARD_EDITION)
    first, second = pair.round.seats
    bare = replace(first, position=empty_position(pair.rules.grid))
    rounds = (replace(pair.round, seats=(bare, second)),)
    behind = replace(pair, players=pair.players[::-1], rounds=rounds)
    assert daily_result_of(behind, DAY) == DailyResult(deal, total_of(pair, 1), "Ana")
    assert daily_result_of(replace(match, rounds=()), DAY) is None
    other = play_out(Ruleset(), ("Ana",), "7")
    assert (daily_result_of(other, DAY), daily_deal_of(other)) == (None, None)
    # Other calls under the day's seed are another deal.
    false = replace(other, rounds=(replace(other.round, seed=deal.seed),))
    assert daily_result_of(false, DAY) is None
    setup = TableSetup.from_match(match)
    for changed in (
        replace(setup, daily=DAY - timedelta(days=1)),
        replace(setup, daily=None),
        replace(setup, edition="daffodil"),
    ):
        assert daily_deal_of(replace(match, meta=changed.to_meta())) is None


def test_a_match_is_named_by_its_card_and_its_deal_by_a_code() -> None:
    own = Ruleset.parse("daffodil-2 adjacent single rays rounds=3")
    for rules, noted, edition in (
        (Ruleset(), "", "standard"),
        (Ruleset(), "french", "french"),
        (own, "", ""),
        (own, "chess", ""),
    ):
        match = play_out(rules, ("Ana",), "7", noted)
        assert edition_of(match) == edition
        key = f"editions.{edition}.name" if edition else "terms.deal"
        assert name_of(match, ENGLISH) == ENGLISH.text(key)
        assert code_of(match) == format_code(Deal(rules, "7"))
    match = play_out(own, ("Ana",), "7")
    first, second, third = match.rounds
    assert code_of(replace(match, rounds=(first, third, second))) is None
    assert code_of(replace(match, rounds=(replace(first, seed=None), second, third))) is None
    assert code_of(replace(match, rounds=(replace(first, seed="8"), second, third))) is None
    assert code_of(new_match(own, (Player("Ana"),))) is None
    calls = (*third.calls[:-2], third.calls[-1], third.calls[-2])
    assert code_of(replace(match, rounds=(first, second, replace(third, calls=calls)))) is None
    begun = play_match("7", placements=4)
    assert begun.rounds[0].calls == deal_calls(Ruleset(), "7")[: len(begun.rounds[0].calls)]
    assert code_of(begun) == format_code(Deal(Ruleset(), "7"))
