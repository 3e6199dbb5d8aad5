"""Computers that climb: by the rules, as expected, noted once, and the days' data (K23)."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from random import Random

import numpy as np
import pytest

from game.bots.players.registry import make_bot
from game.bots.values.boards import boards_from
from game.climb.days import format_day
from game.climb.score import score_stage_facts
from game.resources import read_words, seed_file
from game.rules.tiles import TILES
from game.tools.climb_balance.days import rules_fingerprint, write_days
from game.tools.climb_balance.hands import hands_of
from game.tools.climb_balance.hopes import Crowd, hope_of
from game.tools.climb_balance.runs import CardManner, ClimbingParty
from game.tools.climb_balance.table import climb_rows, describe
from tests.climb.plays import play_climb
from tests.each import some

BOTS = ("duckling", "beaver")


@pytest.mark.parametrize("manner", some(CardManner, 2))
def test_climbs_are_played_by_the_rules(manner: CardManner) -> None:
    """Each stage's acts pass the rules and score what was expected of the full board."""
    party = ClimbingParty("beaver", manner, ["a", "b"], 4)
    for one in party.climb():
        assert 1 <= len(one.climb.steps) <= 4
        assert one.climb.state.is_over or len(one.climb.steps) == 4
        assert set(one.wanted) <= set(one.offered) or manner is CardManner.RANDOM


def test_full_boards_are_expected_to_score_what_they_score() -> None:
    """K1: on boards of random climbs, with whatever aces are held."""
    for number in range(12):
        for step in play_climb(f"hope {number}", make_bot("greedy"), Random(number)).steps:
            match, facts = step.entry.match, step.end.facts
            seat = match.round.seats[0]
            boards = boards_from(match.rules, [seat.position])
            order = [p.space for turn in seat.turns for p in turn.placements]
            done = np.zeros((1, boards.grid.lines), np.int8)
            for line in match.rules.grid.lines:
                if boards.bits[0, line.index]:
                    done[0, line.index] = 1 + max(map(order.index, line.spaces))
            bags = np.ones((1, 31), np.bool_)
            bags[0, [t.index for t in match.round.called]] = False
            bags[0, len(match.rules.grid.tile_set) :] = False
            hands = hands_of([(step.before.slots, step.before.crystals)])
            swaps = hands.swaps - facts.swaps_used
            crowd = Crowd(match.rules, boards, done, bags, hands, swaps, len(order))
            hope, score = hope_of(crowd), score_stage_facts(step.before.slots, facts)
            assert float((hope.printed + hope.added)[0]) == pytest.approx(float(score.points))
            assert float(hope.multiplier[0]) == pytest.approx(float(score.multiplier))
            assert float(hope.gold[0]) == pytest.approx(float(score.gold))
    assert len(TILES) == 31


def test_climbs_are_noted_once_and_described(tmp_path: Path) -> None:
    file = tmp_path / "climbs.jsonl"
    rows = climb_rows(file, "magpie", CardManner.SHINY, 3)
    text = file.read_text("utf-8")
    assert climb_rows(file, "magpie", CardManner.SHINY, 3) == rows
    assert climb_rows(file, "magpie", CardManner.SHINY, 2) == rows[:2]
    assert file.read_text("utf-8") == text
    assert next(describe(rows)).startswith("magpie shiny: 3 climbs, stage ")


def test_the_days_climbs_are_written_a_line_a_day(tmp_path: Path) -> None:
    notes, file, first = tmp_path / "notes", tmp_path / "climbs.txt", date(2026, 12, 1)
    write_days(notes, first, 2, file, BOTS)
    lines = file.read_text("utf-8").splitlines()
    days = [line for line in lines if not line.startswith("#")]
    assert [line.split(" ")[0] for line in days] == ["2026-12-01", "2026-12-02"]
    assert {len(line.split(" ")) for line in days} == {1 + len(BOTS)}
    before = notes.read_text("utf-8")
    write_days(notes, first, 2, file, BOTS)
    assert notes.read_text("utf-8") == before
    assert format_day(first, [[35, 36], [0]]) == "2026-12-01 z.10 0"


def test_the_shipped_climbs_were_played_by_todays_rules() -> None:
    """Else they are to be made anew: `python -m game.tools.climb_balance NOTES --days 400`."""
    head = read_words(seed_file("climbs.txt")).splitlines()[:4]
    assert f"# {rules_fingerprint()}" in head
