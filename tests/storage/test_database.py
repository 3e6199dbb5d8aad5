"""The rows of a finished match, and the keys of the deals that a player has seen."""

from __future__ import annotations

import json
from dataclasses import replace

from game.play.table import TableSetup
from game.rules.deal import deal_calls, deal_order, round_seed
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.ruleset import Ruleset
from game.storage.database import dealt_keys, order_key, read_numbers, seen_rounds
from game.storage.profile import Profile
from tests.each import each
from tests.gallery.records import play_out


def called(rules: Ruleset, seed: str, calls: int, *, placed: bool, noted: str | None) -> Match:
    """Return a match of one round with so many calls, the last one placed or not."""
    match, _ = apply(new_match(rules, (Player("Ana"),)), BeginRound(None, noted))
    for number, call in enumerate(deal_calls(rules, seed)[:calls], 1):
        match, _ = apply(match, Call(call))
        for tile in call if placed or number < calls else ():
            (placement, *_) = (p for p in legal_placements(match, 0) if p.tile == tile)
            match, _ = apply(match, Place(0, tile, placement.space))
    return match


def test_a_deal_is_seen_from_its_first_placement_or_its_second_call() -> None:
    rules, key = Ruleset(), order_key(deal_order(Ruleset().grid, "7"))
    for calls, placed, is_seen in (
        (0, False, False),
        (1, False, False),
        (1, True, True),
        (2, False, True),
        (18, True, True),
        (19, True, True),
    ):
        match = called(rules, "7", calls, placed=placed, noted="7")
        assert dealt_keys(match) == ((key,) if is_seen else ())
        assert len(seen_rounds(match)) == is_seen


def test_a_round_without_a_seed_is_known_by_its_table_s_or_once_it_is_whole() -> None:
    rules = Ruleset()
    key = order_key(deal_order(rules.grid, "7"))
    for calls, whole in ((2, False), (18, False), (19, True)):
        match = called(rules, "7", calls, placed=True, noted=None)
        assert seen_rounds(match) == (whole,)
        assert dealt_keys(match) == ((key,) if whole else ())
        for seed, is_dealt in (("7", True), ("8", False)):
            meta = TableSetup(rules, match.players, seed).to_meta()
            known = dealt_keys(replace(match, meta=meta))
            assert known == ((key,) if is_dealt or whole else ())
    other = called(rules, "7", 5, placed=True, noted="8")
    assert dealt_keys(other) == (), "its calls are not those of its seed"
    two = play_out(Ruleset(rounds=2), ("Ana",), "7")
    assert dealt_keys(two) == tuple(
        order_key(deal_order(rules.grid, round_seed("7", number))) for number in range(2)
    )
    assert seen_rounds(two) == (False, False)


def test_the_lines_of_a_match_are_stored_by_length_and_number() -> None:
    match = play_out(Ruleset(rounds=2), ("Ana", "Ben"), "7")
    profile = Profile(None)
    profile.add_match(match)
    (listed,) = profile.last_matches()
    for result, player in zip(listed.results, score_match(match).players, strict=True):
        assert result.lines == tuple(
            f"{len(one.line)}x{one.number}" for each in player.rounds for one in each.lines
        )
        assert result.lines


@each(
    [
        ({"a": 1, "b": -2.5, "c": 0}, {"a": 1, "b": -2.5, "c": 0}),
        ({"a": 1e6, "b": -1e6, "c": 999_999, "d": -999_999.5}, {"c": 999_999, "d": -999_999.5}),
        ({"a": "1", "b": None, "c": [1], "d": 3}, {"d": 3}),
        ([1], {}),
        (7, {}),
    ]
)
def test_findings_are_numbers_of_a_size_that_a_game_writes(tree: object, numbers: object) -> None:
    assert read_numbers(json.dumps(tree)) == numbers


def test_what_is_no_text_has_no_numbers() -> None:
    assert [read_numbers(text) for text in ("{", "", None, 7, "[" * 9999)] == [{}] * 5
