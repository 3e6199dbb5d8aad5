"""The library that other programs use: names, checked placements, replays, texts of reasons."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from dataclasses import fields
from random import Random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import game.bots.coach.coach
import game.bots.protocol
import game.rules
from game.bots.coach.reasons import Reason, ReasonKind
from game.rules import (
    ASIDE_INDEX,
    BOARDS,
    Conflict,
    FormatError,
    IllegalMove,
    IllegalReason,
    Ruleset,
    RulesetError,
    Symbol,
    all_rulesets,
    apply,
    empty_position,
    legal_spaces,
    new_match,
    parse_record,
    put_unchecked,
    replay,
)
from tests.rules.random_matches import random_match, walk


def mentioned_types(annotation: object) -> Iterator[type]:
    """The classes in an annotation, those inside unions and containers too."""
    for part in typing.get_args(annotation):
        yield from mentioned_types(part)
    if isinstance(annotation, type):
        yield annotation


def public_annotations(module: ModuleType) -> Iterator[tuple[str, object]]:
    """The annotations of a module's public functions, and of its classes' members, by place."""
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isfunction(value):
            yield from ((name, hint) for hint in typing.get_type_hints(value).values())
        if inspect.isclass(value):
            yield from ((name, hint) for hint in typing.get_type_hints(value).values())
            for member_name, member in inspect.getmembers(value):
                function = member.fget if isinstance(member, property) else member
                if not member_name.startswith("_") and inspect.isfunction(function):
                    place = f"{name}.{member_name}"
                    yield from ((place, hint) for hint in typing.get_type_hints(function).values())


def test_each_type_that_a_public_name_mentions_is_public() -> None:
    exported = [getattr(game.rules, name) for name in game.rules.__all__]
    hidden = {
        f"{place} mentions {kind.__name__}"
        for place, annotation in public_annotations(game.rules)
        for kind in mentioned_types(annotation)
        if kind.__module__.startswith("game.") and kind not in exported
    }
    assert hidden == set()


@given(st.sampled_from(all_rulesets()), st.integers(0, 10**6))
def test_a_checked_placement_is_refused_exactly_where_the_rules_refuse_it(
    rules: Ruleset, seed: int
) -> None:
    """P1-P7: `Position.place` agrees with `legal_spaces`, by index and by text."""
    random = Random(seed)
    position = empty_position(rules.grid)
    tiles = random.sample(rules.grid.tile_set, random.randint(1, len(rules.grid)))
    for tile in tiles[:-1]:
        position = put_unchecked(position, tile, random.choice(legal_spaces(rules, position, tile)))
    legal = legal_spaces(rules, position, tiles[-1])
    for space in range(ASIDE_INDEX, len(rules.grid)):
        text = "x" if space == ASIDE_INDEX else rules.grid.name_of(space)
        if space in legal:
            placed = position.place(tiles[-1], space, rules)
            assert placed == put_unchecked(position, tiles[-1], space)
            assert position.place(str(tiles[-1]), text, rules) == placed
        else:
            with pytest.raises(IllegalMove):
                position.place(tiles[-1], text, rules)


@pytest.mark.parametrize(
    ("tile", "space", "reason"),
    [
        ("293", "c3", IllegalReason.OCCUPIED),
        ("294", "a1", IllegalReason.ALREADY_PLACED),
        ("***", "a1", IllegalReason.NOT_IN_TILE_SET),
        ("293", 99, IllegalReason.NO_SUCH_SPACE),
        ("293", "x", IllegalReason.NO_DAFFODIL),
    ],
)
def test_a_placement_without_rules_is_checked_too(
    tile: str, space: str | int, reason: IllegalReason
) -> None:
    position = empty_position(game.rules.CLASSIC).place("294", "c3")
    with pytest.raises(IllegalMove) as refused:
        position.place(tile, space)
    assert refused.value.reason is reason


@pytest.mark.parametrize(("tile", "space"), [("29x", "a1"), ("294", "c9"), ("294", "")])
def test_a_text_that_names_nothing_is_named(tile: str, space: str) -> None:
    with pytest.raises(FormatError, match="no such"):
        empty_position(game.rules.CLASSIC).place(tile, space)


@pytest.mark.parametrize("rules", all_rulesets()[::7], ids=str)
def test_a_replay_ends_with_the_match(rules: Ruleset) -> None:
    match = random_match(rules, 2, Random(str(rules)))
    steps = list(replay(match))
    assert steps[-1][1] == match
    assert [move for move, _, _ in steps] == list(match.moves())
    before = new_match(rules, match.players)
    for move, after, events in steps:
        assert apply(before, move) == (after, events)
        before = after


def test_all_rulesets_are_different() -> None:
    assert len(all_rulesets()) == len(set(all_rulesets())) == 5 * 3 * 4 * 3


def test_the_sweeps_over_all_rulesets_know_every_choice() -> None:
    for field in fields(Ruleset):
        values = {getattr(rules, field.name) for n in (1, 2) for rules in all_rulesets(n)}
        assert len(values) > 1, field.name


def test_a_replay_ends_with_an_unfinished_match() -> None:
    for rules in all_rulesets()[::11]:
        for i, (_, _, match) in enumerate(walk(rules, 2, Random(str(rules)))):
            if i % 9 == 0:
                *_, (_, last, _) = replay(match)
                assert last == match


def test_a_seat_that_lags_behind_the_calls_is_refused() -> None:
    text = (
        '{"format": "take-it-easy", "version": 1, "rules": {"board": "classic", "placement": '
        '"free", "call": "single", "rays": "none"}, "players": [{"name": "A", "kind": "human"}], '
        '"rounds": [{"caller": null, "calls": [["294"], ["753"]], "boards": [{"turns": []}]}]}'
    )
    with pytest.raises(IllegalMove) as refused:
        list(replay(parse_record(text)))
    assert refused.value.reason is IllegalReason.SEATS_NOT_READY


def test_a_position_is_a_picture() -> None:
    for board in BOARDS.values():
        position = empty_position(board).place("294", "b2")
        assert position.svg() == position._repr_svg_()
        assert position.svg().count("<title>") == len(board)


def test_refused_rules_say_what_they_need() -> None:
    with pytest.raises(RulesetError, match="needs the Daffodil board; a bonus needs the mail call"):
        Ruleset(daffodil=1, bonus=game.rules.BonusRule.CALL)
    assert all(conflict.words for conflict in Conflict)


def test_each_reason_has_words() -> None:
    line = game.rules.CLASSIC.lines[0]
    words = {
        kind: str(Reason(kind, line, 9, 27.0, 1, 4, Symbol.SUN if "ray" in kind else None))
        for kind in ReasonKind
        if kind is not ReasonKind.SETS_ASIDE
    } | {ReasonKind.SETS_ASIDE: str(Reason(ReasonKind.SETS_ASIDE))}
    assert len(set(words.values())) == len(ReasonKind)
    assert words[ReasonKind.KILLS] == "breaks a1-a3 as a line of 9: 27 points; needs 1, 4 left"
    assert not any("(" in text or "_" in text for text in words.values())


def test_one_word_says_what_a_placement_gives_away() -> None:
    fields = set(game.bots.coach.coach.Advised.__dataclass_fields__)
    assert fields == {"placement", "value", "cost", "reasons"}
    assert set(game.bots.protocol.Worth.__dataclass_fields__) == {"placement", "value"}
