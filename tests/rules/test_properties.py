"""Properties of every legal match, whatever the rules (V1)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.rules.errors import IllegalMove, IllegalReason
from game.rules.match import Match, apply, legal_placements
from game.rules.moves import Move, Place, TakeBack, format_move, parse_move
from game.rules.placement import ASIDE_INDEX
from game.rules.record import parse_record, print_record
from game.rules.ruleset import MOST_BOARDS, Ruleset, all_rulesets
from game.rules.score_json import score_json
from game.rules.tiles import TILES
from tests.each import each
from tests.rules.random_matches import (
    random_match,
    random_move,
    truncate,
    walk,
)
from tests.rules.referee import judge, ordered

slowly = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def tables(draw: st.DrawFn) -> tuple[Ruleset, int]:
    """A ruleset with a number of players that it allows."""
    rules = draw(st.sampled_from(all_rulesets(draw(st.integers(1, 3)))))
    return rules, draw(st.integers(1, 8).filter(lambda n: not rules.conflicts(n, MOST_BOARDS)))


@st.composite
def walks(draw: st.DrawFn) -> Iterator[tuple[Match, Move, Match]]:
    """Some steps in the middle of a random match."""
    rules, count = draw(tables())
    rules = Ruleset.parse(str(rules).partition(" rounds=")[0])
    steps = list(walk(rules, count, Random(draw(st.integers(0, 2**32)))))
    start = draw(st.integers(0, len(steps) - 1))
    return iter(steps[start : start + 12])


def agree(match: Match, text: str) -> None:
    assert ordered(score_json(match)) == ordered(judge(json.loads(text)))


@each(all_rulesets())
def test_v1_every_combination_is_played_and_scored_like_the_referee(rules: Ruleset) -> None:
    """S1-S7 and M1-M6, whatever comes; S3 where stamens stay empty."""
    random = Random(str(rules))
    match = random_match(rules, 3, random)
    text = print_record(match)
    assert match.is_complete
    assert parse_record(text) == match
    agree(match, text)
    cut = json.dumps(truncate(json.loads(text), random))
    agree(parse_record(cut), cut)


@pytest.mark.slow
@slowly
@given(tables(), st.integers(0, 2**32))
def test_any_number_of_seats_and_rounds_scores_like_the_referee(
    table: tuple[Ruleset, int], seed: int
) -> None:
    match = random_match(*table, Random(seed))
    text = print_record(match)
    assert parse_record(text) == match
    agree(match, text)


@pytest.mark.slow
@settings(slowly, max_examples=30)
@given(tables(), st.integers(0, 2**32))
def test_a_record_cut_short_is_valid_and_can_be_played_on(
    table: tuple[Ruleset, int], seed: int
) -> None:
    random = Random(seed)
    whole = json.loads(print_record(random_match(*table, random)))
    for _ in range(3):
        text = json.dumps(truncate(deepcopy(whole), random))
        match = parse_record(text)
        agree(match, text)
        assert parse_record(print_record(match)) == match
        agree(match, print_record(match))
    while (move := random_move(match, random)) is not None:
        match, _ = apply(match, move)
    agree(match, print_record(match))


@slowly
@given(walks())
def test_every_unfinished_match_survives_its_record(
    steps: Iterator[tuple[Match, Move, Match]],
) -> None:
    for _, move, after in steps:
        assert parse_record(print_record(after)) == after
        assert parse_move(after.rules.grid, format_move(after.rules.grid, move)) == move


@slowly
@given(walks())
def test_c4_taking_back_restores_the_match(steps: Iterator[tuple[Match, Move, Match]]) -> None:
    for before, move, after in steps:
        if isinstance(move, Place) and after.rounds[-1].seats[move.seat].can_take_back():
            restored, _ = apply(after, TakeBack(move.seat))
            assert restored == before
            assert score_json(restored) == score_json(before)


@slowly
@given(walks())
def test_p1_every_legal_placement_applies_and_every_other_is_refused(
    steps: Iterator[tuple[Match, Move, Match]],
) -> None:
    for _, _, match in islice(steps, 2):
        for seat in {0, len(match.players) - 1}:
            legal = {(p.tile, p.space) for p in legal_placements(match, seat)}
            for tile in TILES:
                for space in range(ASIDE_INDEX - 1, len(match.rules.grid) + 1):
                    move = Place(seat, tile, space)
                    assert is_refused(match, move) is ((tile, space) not in legal)


def is_refused(match: Match, move: Move) -> bool:
    try:
        after, events = apply(match, move)
    except IllegalMove as error:
        return error.reason in IllegalReason
    assert after != match
    assert events
    return False


@slowly
@given(walks())
def test_reading_a_match_changes_nothing(steps: Iterator[tuple[Match, Move, Match]]) -> None:
    for before, move, after in steps:
        copy, score = repr(before), score_json(before)
        apply(before, move)
        print_record(before)
        legal_placements(before, 0)
        assert repr(before) == copy
        assert score_json(before) == score
        assert score_json(after) == score_json(after)
