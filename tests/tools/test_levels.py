"""The file of the computers' levels: what is measured, written, and read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.bots.coach.level import measure_attempt
from game.bots.players.registry import LEVELS
from game.progress.level import LevelMark, find_level_scale
from game.resources import seed_file
from game.rules.deal import deal_calls
from game.rules.ruleset import Ruleset
from game.tools.levels import RULES, known_levels, measure_level, play_level, write_levels
from tests.each import each

STANDARD = "classic free single none"


@each(RULES)
def test_each_measured_ruleset_has_a_scale(text: str) -> None:
    assert [mark.level for mark in find_level_scale(Ruleset.parse(text))]


def test_the_stored_file_is_what_is_written_of_its_results(tmp_path: Path) -> None:
    stored = seed_file("levels.toml")
    means = known_levels(stored)
    assert write_levels(means) == stored.read_text(encoding="utf-8")
    rows = means[STANDARD].items()
    scale = [LevelMark(name, mean, error, int(games)) for name, (mean, error, games) in rows]
    assert tuple(scale) == find_level_scale(Ruleset())
    assert [mark.level for mark in scale] == list(LEVELS)


def test_results_of_other_values_are_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "levels.toml"
    assert known_levels(file) == {}
    means = {STANDARD: {"fox": [166.126, 0.994, 200], "duckling": [60, 1.5, 9], "magpie": []}}
    text = write_levels(means)
    head, table = text.split("\n\n")
    assert head.splitlines()[1].startswith('values = "')
    assert table == f'["{STANDARD}"]\nduckling = [60.00, 1.50, 9]\nfox = [166.13, 0.99, 200]\n'
    file.write_text(text, encoding="utf-8")
    found = {"duckling": [60.0, 1.5, 9], "fox": [166.13, 0.99, 200]}
    assert known_levels(file) == {STANDARD: found}
    file.write_text(text.replace('values = "', 'values = "x'), encoding="utf-8")
    assert known_levels(file) == {}


@pytest.mark.parametrize(("rules", "seats"), [(STANDARD, 1), ("classic free single best-ray", 2)])
def test_a_level_has_a_rival_where_rules_compare_players(rules: str, seats: int) -> None:
    match = play_level(Ruleset.parse(rules), "duckling", 3)
    assert (len(match.players), match.is_complete) == (seats, True)
    assert match.round.calls == deal_calls(Ruleset.parse(rules), "level 3")
    if rules == STANDARD:
        sums = measure_attempt(match, 0)
        assert measure_level(rules, "duckling", 3) == sums["total"] - sums["luck"]
