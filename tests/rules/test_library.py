"""The library that other programs use: names, checked placements, replays, texts of reasons."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from dataclasses import fields
from types import ModuleType

import pytest

import game.bots.coach.coach
import game.bots.protocol
import game.rules
from game.bots.coach.reasons import Reason, ReasonKind
from game.rules import Ruleset, Symbol, all_rulesets
from game.rules.tiles import Tile


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


def test_all_rulesets_are_different() -> None:
    assert len(all_rulesets()) == len(set(all_rulesets())) == 5 * 3 * 4 * 3


def test_the_sweeps_over_all_rulesets_know_every_choice() -> None:
    for field in fields(Ruleset):
        values = {getattr(rules, field.name) for n in (1, 2) for rules in all_rulesets(n)}
        assert len(values) > 1, field.name


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


def test_the_rules_give_their_names_and_no_others() -> None:
    assert game.rules.__getattr__("Tile") is Tile
    with pytest.raises(AttributeError, match="nothing"):
        game.rules.__getattr__("nothing")
