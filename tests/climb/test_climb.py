"""Climbs: the ladder, the cards, what nothing may depend on, and a referee who agrees (K9-K20)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.climb.aces import ACES, CLIMB_VERSIONS, AceName, AceSlot, Rarity, offer_cards
from game.climb.facts import StageFacts
from game.climb.open_climb import (
    BuyRope,
    ClimbAct,
    NextStage,
    OpenClimb,
    OrderSlots,
    Reroll,
    TakeCard,
    begin_climb,
)
from game.climb.record import ClimbRecord, climb_json, parse_climb, print_climb
from game.climb.score import GoldState, adding_up, score_stage_facts
from game.climb.stage_rules import (
    Boss,
    boss_of,
    rules_at,
)
from game.climb.state import (
    ClimbChoice,
    ClimbState,
    day_seed,
    deck_of,
    end_stage,
    make_choice,
)
from game.rules.deal import deal_order
from game.rules.errors import FormatError
from tests.climb.boards import board, scored, slots
from tests.climb.many import judge_many
from tests.climb.plays import play_climb
from tests.climb.referee import judge_climb

Ace = AceName
GOLDEN = Path(__file__).parents[1] / "golden/climbs.jsonl"


def test_who_cannot_pay_falls() -> None:
    """K12"""
    for ropes, points, left, is_over in (
        *((1, 30, 0, True), (1, 40, 0, False), (2, 30, 0, False), (0, 69, 0, True)),
        *((0, 70, 0, False), (3, 40, 2, False), (3, 80, 3, False)),
    ):
        facts = board((1, 1, 1))
        facts = replace(facts, printed=points)
        end, after = end_stage(ClimbState("x", ropes=ropes), facts)
        assert (after.ropes, after.is_over, after.chooses) == (left, is_over, not is_over)
        assert end.is_passed == (points >= 70)
        assert end.shortfall == max(0, 700 - 10 * points)
        assert after.total == 10 * points


@pytest.mark.slow
def test_a_second_referee_agrees_with_every_climb() -> None:
    """A few here; `python -m tests.climb.many 1000` makes many (K1-K20)."""
    stages, held = judge_many(range(20))
    assert stages > 70
    assert set(held) == set(AceName)


def deep(seed: str, stages: int) -> OpenClimb:
    """Return a climb that a careless player continues for so many stages, whatever the scores."""
    return play_climb(seed, make_bot("greedy"), Random(seed), stages)


@pytest.fixture
def ropes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Climbs begin with forty ropes, so that every boss is met."""
    begun = partial(ClimbState, ropes=40)
    for module in ("record", "open_climb"):
        monkeypatch.setattr(f"game.climb.{module}.ClimbState", begun)


@pytest.mark.usefixtures("ropes")
def test_a_second_referee_agrees_high_up() -> None:
    """K10, K11"""
    for seed in ("high 1", "high 2"):
        climb = deep(seed, 19)
        record = json.loads(print_climb(climb.record))
        judged = judge_climb(record, ropes=40)
        totals = [step.end.score.total for step in climb.steps]
        assert [stage["score"] for stage in judged["stages"]] == totals
        assert len(climb.steps) > 12


def test_a_days_climb_has_one_seed_and_no_seed_deals_its_stages() -> None:
    """K19"""
    assert len({day_seed(date(2026, 11, day)) for day in range(1, 31)}) == 30
    for stage in range(1, 7):
        deck = deck_of("42", stage)
        grid = rules_at(stage).grid
        assert set(deck) == set(grid.tile_set)
        others = ("42", f"42/{stage}", f"42/run {stage}")
        assert all(deck[: len(grid)] != deal_order(grid, seed) for seed in others)
    assert " ".join(map(str, deck_of("42", 1)[:4])) == "618 693 253 258"
    golden = (Ace.SEVEN_COLOURS, Ace.EARLY_BIRD, Ace.LOW_ROAD)
    assert offer_cards("42", 3, 1, has_gold=True, version=1) == golden


def test_cards_have_the_chances_of_the_design_and_are_all_different() -> None:
    """K16"""
    count: Counter[Rarity] = Counter()
    cards: Counter[AceName] = Counter()
    for number in range(2000):
        offered = offer_cards(str(number), 2, 0, has_gold=False, version=CLIMB_VERSIONS[-1])
        assert len(set(offered)) == 3
        count[ACES[offered[0]].rarity] += 1
        cards.update(offered)
        after_boss = ClimbState(str(number), stage=3, chooses=True).cards(number % 3)
        assert ACES[after_boss[0]].rarity is Rarity.GOLD
    shares = [count[rarity] / 2000 for rarity in Rarity]
    assert shares == pytest.approx([0.6, 0.28, 0.12], abs=0.03)
    assert set(cards) == set(AceName)


def test_cards_depend_on_seed_stage_and_reroll_only() -> None:
    """K20"""
    state = ClimbState("x", stage=4, chooses=True)
    other = replace(
        *(state,), ropes=3, crystals=99, ropes_bought=2, total=5, slots=slots(Ace.ECHO, Ace.NINES)
    )
    assert [state.cards(n) for n in range(9)] == [other.cards(n) for n in range(9)]
    sets = [state.cards(n) for n in range(9)]
    sets += [replace(state, seed=f"{n}").cards() for n in range(9)]
    sets += [replace(state, stage=n).cards() for n in (5, 7, 8)]
    assert len(set(sets)) == len(sets)


@pytest.mark.parametrize("number", range(4))
def test_no_ace_changes_the_boards_printed_score(number: int) -> None:
    """K2"""
    climb = deep(f"printed {number}", 6)
    for step in climb.steps:
        score = score_stage_facts(step.before.slots, step.end.facts)
        bare = score_stage_facts((), step.end.facts)
        assert bare.points == step.end.facts.printed
        assert bare.total == 10 * step.end.facts.printed
        assert score.points >= bare.points


@pytest.mark.parametrize("number", range(4))
def test_only_echo_cares_for_the_order_of_the_slots(number: int) -> None:
    """K6"""
    random = Random(number)
    (step, *_) = deep(f"order {number}", 2).steps
    names = random.sample([ace for ace in AceName if ace is not Ace.ECHO], 4)
    held = [AceSlot(ace, random.randrange(1, 4)) for ace in names]
    scores = {score_stage_facts(tuple(o), step.end.facts).total for o in permutations(held)}
    assert len(scores) == 1


def at_choice(**fields: object) -> OpenClimb:
    """A climb at a choice, with a state of one's own."""
    climb = deep("choice", 1)
    assert climb.choice is not None
    state = replace(climb.state, **fields)  # type: ignore[arg-type]
    return replace(climb, state=state)


def test_no_order_of_acts_but_that_of_the_slots_matters() -> None:
    """K18"""
    climb = at_choice(crystals=20, slots=slots(Ace.NINES, Ace.SCRAP))
    first, second, *_ = climb.state.cards(2)
    order = (Ace.SCRAP, Ace.NINES)
    acts: list[ClimbAct] = [Reroll(), Reroll(), BuyRope(), OrderSlots(order)]
    found = set()
    for made in permutations(acts):
        after = climb
        for act in made:
            after = after.act(act)
        assert after.cards[:2] == (first, second)
        found.add((after.act(TakeCard(first)).slots, after.crystals, after.ropes))
    ((held, crystals, ropes_held),) = found
    assert [slot.ace for slot in held][:2] == list(order)
    assert (crystals, ropes_held) == (20 - 2 - 6, climb.state.ropes + 1)


def test_what_cannot_be_paid_or_is_not_offered_is_refused() -> None:
    """K14, K15, K18"""
    poor = at_choice(crystals=0)
    five = at_choice(slots=slots(Ace.NINES, Ace.SCRAP, Ace.CROWN, Ace.MISER, Ace.ROOTS))
    card = next(c for c in five.cards if c not in [slot.ace for slot in five.slots])
    other = next(ace for ace in AceName if ace not in poor.cards)
    refused: list[tuple[OpenClimb, ClimbAct]] = [
        (poor, Reroll()),
        (poor, BuyRope()),
        (poor, TakeCard(other)),
        (poor, TakeCard(poor.cards[0], Ace.ECHO)),
        (poor, OrderSlots((Ace.ECHO,))),
        (five, TakeCard(card)),
        (five, TakeCard(card, other if other not in [s.ace for s in five.slots] else Ace.ECHO)),
        (poor.act(TakeCard(poor.cards[0])), TakeCard(poor.cards[1])),
        (at_choice(crystals=9).act(TakeCard(poor.cards[0])), Reroll()),
        (begin_climb("x", "Ana"), Reroll()),
        (begin_climb("x", "Ana"), NextStage()),
    ]
    for climb, act in refused:
        with pytest.raises(FormatError):
            climb.act(act)
    taken = five.act(TakeCard(card, Ace.CROWN))
    assert [slot.ace for slot in taken.slots] == [
        *(Ace.NINES, Ace.SCRAP, card, Ace.MISER, Ace.ROOTS)
    ]
    with pytest.raises(FormatError):
        make_choice(ClimbState("x"), ClimbChoice())


def test_golden_climbs_score_what_they_always_scored() -> None:
    """K21: two climbs, one beyond the last new boss, one with swaps."""
    bosses, swaps = set(), 0
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        value = json.loads(line)
        climb = parse_climb(json.dumps(value["record"]))
        assert climb_json(climb) == value["scored"]
        assert json.loads(print_climb(climb)) == value["record"]
        judged = judge_climb(value["record"])
        assert judged["total"] == value["scored"]["total"]
        bosses |= {boss_of(stage["stage"]) for stage in value["scored"]["stages"]}
        swaps += sum(len(entry.swaps) for entry in climb.stages)
    unplayed = {"seed": "42", "total": 0, "over": False, "stages": []}
    assert climb_json(ClimbRecord("42")) == unplayed
    (begun, *_) = climb.stages
    assert climb_json(replace(climb, stages=(replace(begun, choice=None),)))["over"] is False
    assert bosses == {None, *Boss}
    assert swaps > 8


GOLD_CASES: tuple[tuple[AceName, StageFacts, GoldState], ...] = (
    (Ace.LAST_WORD, board((9, 3, 19)), GoldState.SURE),
    (Ace.LAST_WORD, board((9, 3, 18)), GoldState.LOST),
    (Ace.LAST_WORD, board((9, 3, 5), tiles=5, living=((1,),)), GoldState.OPEN),
    (Ace.TWO_PAIRS, board((9, 3, 1), (9, 4, 2), (1, 3, 3), (1, 3, 4)), GoldState.SURE),
    (Ace.TWO_PAIRS, board((9, 3, 1), (9, 4, 2), (9, 3, 3), (9, 3, 4)), GoldState.LOST),
    (
        Ace.TWO_PAIRS,
        board((9, 3, 1), (9, 4, 2), (1, 3, 3), tiles=5, living=((1, 5),)),
        GoldState.OPEN,
    ),
    (Ace.FULL_BLOOM, board(*((5, 3, n) for n in range(1, 9))), GoldState.SURE),
    (Ace.FULL_BLOOM, board(*((5, 3, n) for n in range(1, 8))), GoldState.LOST),
    (Ace.FULL_BLOOM, board(*((5, 3, n) for n in range(1, 11)), spaces=21), GoldState.LOST),
    (Ace.FULL_BLOOM, board(*((5, 3, n) for n in range(1, 12)), spaces=21), GoldState.SURE),
    (Ace.FULL_BLOOM, board(*((5, 3, 1),) * 7, tiles=9, living=((9,),)), GoldState.OPEN),
    (Ace.HIGH_LIFE, board((3, 3, 1), (9, 4, 2)), GoldState.SURE),
    (Ace.HIGH_LIFE, board((3, 3, 1), (1, 4, 2)), GoldState.LOST),
    (Ace.HIGH_LIFE, board((3, 3, 1), tiles=9, living=((2, 6),)), GoldState.OPEN),
    (Ace.HIGH_LIFE, board((3, 3, 1), tiles=9, living=((6, 7), (9,))), GoldState.SURE),
    (Ace.SEVEN_COLOURS, board(*((n, 3, n) for n in range(1, 8))), GoldState.SURE),
    (Ace.SEVEN_COLOURS, board(*((n, 3, n) for n in range(1, 7))), GoldState.LOST),
    (
        Ace.SEVEN_COLOURS,
        board(*((n, 3, n) for n in range(1, 7)), tiles=9, living=((8,),)),
        GoldState.OPEN,
    ),
)


@pytest.mark.parametrize(("ace", "facts", "state"), GOLD_CASES)
def test_gold_multiplies_once_its_condition_cannot_fail(
    ace: AceName, facts: StageFacts, state: GoldState
) -> None:
    """K2, K8"""
    for level in (1, 2, 3):
        score = scored(facts, (ace, level))
        (part,) = score.parts
        assert part.state is state
        assert part.factor == 1 + level
        assert score.gold == (1 + level if state is GoldState.SURE else 1)
        assert score.open_gold == (1 + level if state is GoldState.OPEN else 1)
        plain = scored(facts).total
        assert score.total_with(part) == plain * (1 + level) or state is GoldState.SURE


def test_a_score_adds_up_from_the_board_to_its_total() -> None:
    """K1, K6: slot by slot, gold last, an Echo as a part of its neighbour."""
    facts = board((9, 3, 19), (5, 2, 18))
    held = slots(Ace.LAST_WORD, Ace.NINES, Ace.ECHO, Ace.CROWN)
    score = score_stage_facts(held, facts)
    steps = adding_up(score)
    assert [[part.ace for part in step.parts] for step in steps] == [
        [], [Ace.NINES], [Ace.NINES, Ace.CROWN], [Ace.NINES, Ace.CROWN, Ace.LAST_WORD],
    ]  # fmt: skip
    assert steps[0].points == 37
    assert steps[0].multiplier == scored(facts).multiplier
    assert steps[-1].total == score.total == score.total_with_open
    open_score = score_stage_facts(slots(Ace.LAST_WORD), board((9, 3, 5), tiles=5, living=((1,),)))
    assert open_score.total_with_open == 2 * open_score.total


def test_swaps_that_were_used_pay_nothing_and_none_is_owed() -> None:
    """K7: what a stage has used of an ace that was weaker then."""
    assert [scored(board((9, 3, 1), swaps_used=used), Ace.SWAP).parts[0].count
            for used in (0, 2, 3, 5)] == [3, 1, 0, 0]  # fmt: skip
