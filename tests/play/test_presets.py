"""A player's own mixtures of rules: named, stored, chosen again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.play.choices import choices_from, with_rules
from game.play.editions import CallerRule, all_editions
from game.play.presets import MOST_PRESETS, Preset, parse_presets, print_presets
from game.rules.ruleset import PlacementRule, RayRule, Ruleset

PLAIN = choices_from(all_editions()[0], ("beaver",))
RULES = Ruleset(placement=PlacementRule.ADJACENT, rays=RayRule.RAYS, rounds=3)


def test_a_mixture_comes_back_as_it_was_saved() -> None:
    preset = Preset('Küche; "am" Abend', RULES, CallerRule.FIRST, 30, is_blind=True)
    (again,) = parse_presets(print_presets([preset]))
    assert again == preset
    filled = again.fill(PLAIN)
    assert (filled.rules, filled.seats) == (RULES, PLAIN.seats)
    assert again.is_chosen(filled)
    assert not again.is_chosen(PLAIN)
    assert not again.is_chosen(replace(filled, answer_seconds=60))
    assert (filled.answer_seconds, filled.is_blind) == (30, True)
    (odd,) = parse_presets(print_presets([preset]).replace("30", "31"))
    assert odd.answer_seconds is None
    assert parse_presets(print_presets([replace(preset, name="")])) == ()
    assert Preset.of(again.name, filled) == again
    for other in (
        replace(filled, caller=CallerRule.COMPUTER),
        replace(filled, is_blind=False),
        replace(filled, rounds=2),
    ):
        assert not again.is_chosen(other)
    assert Preset.of(f" \0{'x' * 30} ", PLAIN).name == "x" * 24
    long = print_presets([replace(preset, name="y" * 30)])
    assert [one.name for one in parse_presets(long)] == ["y" * 24]


@pytest.mark.parametrize("text", ["", "{", "7", '{"a": 1}', '[1, null, {"name": "x"}]', "[" * 9000])
def test_what_makes_no_sense_is_left_out(text: str) -> None:
    assert parse_presets(text) == ()


def test_no_name_stands_twice_and_no_more_than_there_is_room_for() -> None:
    for count in (3, 7):
        many = [Preset(f"{i % count}", with_rules(PLAIN, RULES).rules) for i in range(20)]
        names = [p.name for p in parse_presets(print_presets(many))]
        assert names == ["0", "1", "2", "3"][:count]
    assert MOST_PRESETS == 4
