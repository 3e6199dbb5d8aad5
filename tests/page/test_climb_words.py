"""The Climb in words: short cards, present numbers, and what `score` prints of a record."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.climb.aces import ACES, AceEffect, AceName
from game.climb.ending import climb_squares
from game.climb.moments import EndMoment
from game.climb.open_climb import NextStage, OpenClimb, TakeCard
from game.climb.record import ClimbRecord, print_climb
from game.climb.score import AcePart, GoldState
from game.climb.sharing import with_climber
from game.climb.stage_rules import Boss
from game.climb.state import ClimbState, StageEnd, day_seed, end_stage
from game.locale import Language, load_catalogue
from game.page.climb_words import (
    describe_climb,
    describe_climb_result,
    describe_shortfall,
    name_ace,
    name_stage,
    word_boss,
    word_card,
    word_end,
    word_gold,
    word_offer,
)
from tests import terminal
from tests.climb.boards import board, scored, slots
from tests.climb.plays import play_climb

Ace = AceName
ENGLISH = load_catalogue(Language.ENGLISH)


@cache
def squirrels_climb(*most: int) -> OpenClimb:
    """Return a climb of Squirrel's, up to its end or to the choice after so many stages."""
    return play_climb("words 1", make_bot("squirrel"), Random(1), *most)


@pytest.mark.parametrize("language", list(Language))
def test_cards_are_short(language: Language) -> None:
    catalogue = load_catalogue(language)
    most = 12 if language is Language.ENGLISH else 16
    names = [name_ace(catalogue, ace) for ace in AceName]
    assert len(set(names)) == len(AceName)
    for ace in AceName:
        text = word_card(catalogue, slots(ace), 0)
        assert len(text.split()) <= most, text
        part = scored(board((9, 3, 5)), ace).parts[0]
        if part.effect is AceEffect.GOLD:
            words = word_gold(catalogue, part).replace("\u00a0:", ":").split()
            assert len(words) <= 4, words
    for boss in Boss:
        name, short, rule = word_boss(catalogue, boss)
        assert name
        assert len(short.split()) <= 4
        assert len(rule.split()) <= 16
    assert {f"climb.moment.{moment}" for moment in EndMoment} <= set(catalogue)


def test_cards_print_the_present_number() -> None:
    held = slots((Ace.NINES, 2), Ace.ECHO, (Ace.FORK, 2), Ace.SWAP, (Ace.LAST_WORD, 2))
    texts = [word_card(ENGLISH, held, index) for index in range(5)]
    assert texts == [
        "Multiplier +31.5 for each line of 9s",
        "The ace on its left counts 50\u00a0% more",
        "Multiplier +30 when one tile completes two lines, +60 for three",
        "Swaps per stage: 3. Multiplier +2 for each one left over",
        "×3 if your last tile completes a line",
    ]
    assert word_offer(ENGLISH, held, Ace.FORK).endswith(
        "+60 when one tile completes two lines, +120 for three"
    )
    assert word_offer(ENGLISH, held, Ace.LAST_WORD) == "×4 if your last tile completes a line"
    assert word_offer(ENGLISH, held, Ace.CROWN) == "The points of your best line count 3 times"
    assert {ACES[slot.ace].effect for slot in held} >= {AceEffect.GOLD, AceEffect.ECHO}


def test_a_gold_card_has_its_progress() -> None:
    def words(ace: Ace, count: int, wanted: int) -> str:
        return word_gold(ENGLISH, AcePart(ace, AceEffect.GOLD, count, wanted=wanted))

    assert words(Ace.LAST_WORD, 3, 19) == "tile 19"
    assert words(Ace.TWO_PAIRS, 1, 2) == "1 of 2 pairs"
    assert words(Ace.HIGH_LIFE, 1, 0) == "1 low line"
    assert words(Ace.HIGH_LIFE, 0, 0) == "0 low lines"
    assert words(Ace.FULL_BLOOM, 3, 5) == "3 of 5"


def test_the_end_of_a_stage_is_worded_by_its_moment() -> None:
    def end(stage: int) -> StageEnd:
        return end_stage(ClimbState("x", stage=stage), board((9, 5, 5)))[0]

    assert [word_end(ENGLISH, moment, end(3)) for moment in EndMoment] == [
        "Passed!",
        "Magnificent!",
        "Only just!",
        "The rope holds",
        "Two ropes gone",
        "Sunrise climbed",
        "The summit",
        "You fell at stage 3",
    ]
    assert word_end(ENGLISH, EndMoment.BOSS, end(6)) == "The Ridge climbed"
    assert word_end(ENGLISH, EndMoment.OVER, end(7)) == "You fell at stage 7"
    names = [name_stage(ENGLISH, stage) for stage in (1, 3, 4)]
    assert names == ["Stage 1", "Stage 3 · Sunrise", "Stage 4"]
    assert word_boss(ENGLISH, Boss.RIDGE)[:2] == ("The Ridge", "touching tiles")
    assert word_boss(ENGLISH, Boss.RIDGE)[2].count(" ") > 3


def test_a_missed_stage_has_the_points_the_gold_and_the_line_that_it_lacked() -> None:
    (step, *_) = squirrels_climb(1).steps
    for broken, gold in ((0, False), (1, False), (0, True), (1, True)):
        held = slots(Ace.LAST_WORD) if gold else ()
        before = ClimbState("x", stage=1, slots=held)
        facts = board((9, 1, 5), broken=broken)
        score = scored(facts, *(slot.ace for slot in held))
        end = replace(step.end, target=130, facts=facts, score=score)
        words = ["90 of 130: short by 40"]
        words += ["Last Word missed; with it: 180"] * gold
        words += ["One more line of 5s"] * broken
        assert list(describe_shortfall(ENGLISH, replace(step, before=before, end=end))) == words


@pytest.mark.parametrize("language", list(Language))
def test_a_climb_is_described_stage_by_stage(language: Language) -> None:
    catalogue = load_catalogue(language)
    climb = squirrels_climb()
    lines = list(describe_climb(climb.record, catalogue))
    for step in climb.steps:
        total = catalogue.number(step.end.score.total)
        assert any(f"= {total} " in line for line in lines)
        for part in step.end.score.parts:
            assert any(name_ace(catalogue, part.ace) in line for line in lines)
    last = climb.steps[-1].end.stage
    over = catalogue.text("climb.score.over", stage=str(last), total=climb.state.total)
    assert lines[-1] == over
    climb = squirrels_climb(1)
    for begun in (climb, climb.act(NextStage())):
        so_far = begun.steps[0].end.score.total
        text = catalogue.text("climb.score.goes_on", stage="2", total=so_far)
        assert list(describe_climb(begun.record, catalogue))[-1] == text
    waiting = list(describe_climb(ClimbRecord("x"), catalogue))
    assert len(waiting) == 3
    shared = list(describe_climb_result(climb.record, catalogue, None))
    assert "words 1" in shared[-1]
    assert "@" not in "\n".join(shared)


def test_a_shared_climb_has_its_player_stage_total_and_aces() -> None:
    begun = squirrels_climb(2)
    chosen = begun.act(TakeCard(begun.cards[0], None))
    taken = chosen.act(NextStage()).record
    *_, step = taken.steps()
    assert step.chosen.slots != step.before.slots
    for climb in (begun.record, taken):
        last = list(climb.steps())[-1]
        shared = list(describe_climb_result(climb, ENGLISH, None))
        title, player, squares, aces, seed = shared
        assert title == "Take It Easy! The Climb"
        name, *stage, total = player.split(" · ")
        assert name == last.entry.match.players[0].name
        assert stage == name_stage(ENGLISH, last.end.stage).split(" · ")
        assert total == f"{last.chosen.total:,}"
        assert squares == climb_squares(list(climb.steps()))
        assert aces == " · ".join(name_ace(ENGLISH, slot.ace) for slot in last.chosen.slots)
        assert "words 1" in seed
        daily = list(describe_climb_result(climb, ENGLISH, date(2026, 11, 21)))
        assert daily == [daily[0], *shared[1:-1]]
        assert "21 November 2026" in daily[0]


def test_a_climb_goes_on_after_a_missed_stage_that_a_rope_has_saved() -> None:
    climb = squirrels_climb()
    number, step = next((i, one) for i, one in enumerate(climb.steps, 1) if not one.end.is_passed)
    assert not step.chosen.is_over
    record = replace(climb.record, stages=climb.record.stages[:number])
    *_, last = describe_climb(record, ENGLISH)
    stage, total = str(step.chosen.stage + step.chosen.chooses), step.chosen.total
    assert last == ENGLISH.text("climb.score.goes_on", stage=stage, total=total)


def test_a_shared_climb_shows_its_players_name_safely() -> None:
    record = with_climber(squirrels_climb(1).record, "\u202eAna")
    _, player, *_ = describe_climb_result(record, ENGLISH, None)
    assert player.startswith("Ana · ")


def test_each_stage_has_its_figures_in_order() -> None:
    climb = squirrels_climb()
    text = "\n".join(describe_climb(climb.record, ENGLISH))
    title, *blocks, over = text.split("\n\n")
    assert title == "The Climb · seed words 1"
    assert f"{climb.state.total:,}" in over
    for step, block in zip(climb.steps, blocks, strict=True):
        name, product, *parts = block.splitlines()
        score, end = step.end.score, step.end
        assert name.startswith(f"Stage {end.stage}")
        factors = product.partition(" = ")[0].replace(",", "").split(" × ")
        gold = [score.gold] if score.gold > 1 else []
        assert [float(one) for one in factors] == [score.points, score.multiplier, *gold]
        assert product.endswith(f" = {score.total:,} of {end.target:,}")
        choice = step.entry.choice
        taken = [] if choice is None or choice.card is None else [choice.card]
        assert parts[len(parts) - len(taken) :] == [
            f"  Card taken: {name_ace(ENGLISH, card)}" for card in taken
        ]
        parts = parts[: len(parts) - len(taken)]
        assert parts.pop() == f"  Crystals {step.chosen.crystals}, ropes {step.chosen.ropes}"
        short = f"  {score.total:,} of {end.target:,}: short by {end.target - score.total:,}"
        assert (short in parts) is not end.is_passed
        for part in score.parts:
            (line, *_) = (one for one in parts if name_ace(ENGLISH, part.ace) in one)
            number = re.search(r"([+×])?(\d[\d,.]*)", line)
            if part.effect is AceEffect.ECHO:
                assert number is None
                continue
            assert number is not None
            is_sure = part.state is GoldState.SURE
            gold_figure = part.factor if is_sure else score.total_with(part)
            figure = gold_figure if part.effect is AceEffect.GOLD else part.added
            assert float(number[2].replace(",", "")) == figure
            if part.effect is AceEffect.GOLD:
                assert (number[1] == "×", "missed" in line) == (is_sure, not is_sure)


def test_score_prints_and_refuses_climbs_beside_matches(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    climb = play_climb(day_seed.__name__, make_bot("greedy"), Random(2))
    text = print_climb(climb.record)
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(text, encoding="utf-8")
    broken = json.loads(text)
    broken["stages"][1]["milliseconds"] = -1
    bad.write_text(json.dumps(broken) + "\n" + text, encoding="utf-8")
    status, out, err = terminal.run(capsys, "score", str(good), str(bad))
    assert status == 2
    assert "stages[1].milliseconds" in err
    assert out.count("The Climb · seed day_seed") == 2
    status, out, _ = terminal.run(capsys, "score", "--json", str(good))
    value = json.loads(out)
    assert status == 0
    assert [stage["score"] for stage in value["stages"]] == [
        step.end.score.total for step in climb.steps
    ]
    assert (value["total"], value["over"]) == (climb.state.total, True)
