"""Open climbs: resumed at every act, refused where they were changed; swaps (K7, K22)."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.climb.aces import CLIMB_VERSIONS, AceName
from game.climb.open_climb import (
    BuyRope,
    ClimbAct,
    FinishStage,
    NextStage,
    OpenClimb,
    OrderSlots,
    Reroll,
    TakeCard,
    begin_climb,
    parse_act,
    parse_open_climb,
    print_act,
    print_open_climb,
)
from game.climb.stage import SwapTile, begin_climb_stage
from game.climb.state import ClimbState
from game.rules.boards import CLASSIC
from game.rules.errors import FormatError, IllegalMove
from game.rules.match import Player
from game.rules.moves import Call, Place, TakeBack
from game.rules.tiles import Tile
from tests.climb.boards import slots
from tests.climb.plays import next_act, play_climb
from tests.each import each

Ace = AceName


@pytest.mark.slow
def test_a_climb_is_resumed_exactly_at_every_act() -> None:
    """K22"""
    random, bot = Random(3), make_bot("greedy")
    words = set[str]()
    for seed in ("resume 12", "resume 13"):
        climb = begin_climb(seed, "Ana")
        while not climb.state.is_over and len(climb.steps) < 5:
            climb = climb.act(next_act(climb, bot, random))
            climb = climb.take_time(climb.milliseconds + random.randrange(3000))
            text = print_open_climb(climb)
            words.update(act.split(" ")[0] for act in json.loads(text)["acts"])
            assert parse_open_climb(text) == climb
            climb = parse_open_climb(text)
    assert {"call", "0", "take", "reroll", "order"} <= words


def test_a_changed_text_is_refused() -> None:
    """K22"""
    climb = play_climb("changed", make_bot("greedy"), Random(1), 2)
    text = print_open_climb(climb)
    for old, new in (
        ("Ana", "Eva"),
        (f'"version":{CLIMB_VERSIONS[-1]}', f'"version":{CLIMB_VERSIONS[-1] + 1}'),
        ("open-run", "open"),
        (text[-8:-4], "0000"),
    ):
        assert old in text
        with pytest.raises(FormatError):
            parse_open_climb(text.replace(old, new))
    for broken in (text[:-1], "", "{}", text.replace('"acts"', '"act"')):
        with pytest.raises(FormatError):
            parse_open_climb(broken)


def test_a_stage_with_swaps_counts_those_that_are_left() -> None:
    """K7"""
    state = ClimbState("swaps", slots=slots(Ace.NINES, Ace.SWAP))
    climb = OpenClimb("Ana", state, stage=begin_climb_stage("swaps", 1, Player("Ana")))
    assert (climb.swaps_left, climb.can_swap) == (3, False)
    for left in (2, 1, 0):
        stage = climb.stage
        assert stage is not None
        if left == 2:
            climb = climb.act(Call(stage.next_call))
        assert climb.can_swap
        assert climb.stage is not None
        climb = climb.act(SwapTile(climb.stage.match.round.calls[0][0]))
        assert (climb.swaps_left, climb.facts.swaps_used) == (left, 3 - left)
    assert not climb.can_swap


def test_a_choice_shows_what_it_leaves_and_the_next_stage_begins_with_that() -> None:
    """K14, K15, K18: crystals, ropes, cards and slots after each act."""
    climb = play_climb("choice", make_bot("greedy"), Random(1), 1)
    held = slots(Ace.NINES, Ace.SCRAP, Ace.CROWN, (Ace.MISER, 2), Ace.ROOTS)
    state = replace(climb.state, crystals=30, ropes=2, ropes_bought=1, slots=held)
    climb = replace(climb, state=state)
    names = [slot.ace for slot in held]
    for act, crystals, ropes, rerolls in (
        (Reroll(), 29, 2, 1),
        (BuyRope(), 20, 3, 1),
        (Reroll(), 19, 3, 2),
        (BuyRope(), 7, 4, 2),
        (OrderSlots((*names[1:], names[0])), 7, 4, 2),
    ):
        climb = climb.act(act)
        shown = (climb.crystals, climb.ropes, climb.cards)
        assert shown == (crystals, ropes, state.cards(rerolls))
    assert climb.slots == (*held[1:], held[0])
    card = next(card for card in climb.cards if card not in names)
    taken = climb.act(TakeCard(card, Ace.CROWN))
    assert taken.slots == (held[1], *slots(card), *held[3:], held[0])
    assert (taken.cards, taken.crystals, taken.ropes) == ((), 7, 4)
    assert (climb.state.crystals, climb.state.slots) == (30, held), "until the next stage"
    for refused in (Reroll(), TakeCard(card, Ace.CROWN), OrderSlots(tuple(names))):
        with pytest.raises(FormatError):
            taken.act(refused)


def test_no_other_cards_are_bought_once_a_card_is_taken() -> None:
    """K15: not even those that offer the taken card again."""
    climb = play_climb("choice", make_bot("greedy"), Random(1), 1)
    card = next(card for card in climb.state.cards(1) if card in climb.cards)
    assert climb.crystals > 1
    with pytest.raises(FormatError):
        climb.act(TakeCard(card)).act(Reroll())


def test_the_next_stage_keeps_what_was_chosen() -> None:
    climb = play_climb("choice", make_bot("greedy"), Random(1), 1)
    card = climb.cards[1]
    chosen = climb.act(TakeCard(card)).act(NextStage())
    state, before = chosen.state, climb.state
    assert state.slots == slots(card)
    assert (state.stage, state.total, state.ropes) == (2, before.total, before.ropes)
    assert (chosen.choice, chosen.acts, chosen.player) == (None, (), "Ana")
    assert (chosen.cards, chosen.crystals) == ((), before.crystals)
    (step,) = chosen.steps
    assert step.entry.choice is not None
    assert (step.entry.choice.card, step.entry.choice.order) == (card, (card,))


@each(
    [
        ("swap 294", SwapTile(Tile.parse("294"))),
        ("reroll", Reroll()),
        ("rope", BuyRope()),
        ("take streak", TakeCard(Ace.STREAK)),
        ("take streak scrap", TakeCard(Ace.STREAK, Ace.SCRAP)),
        ("order streak echo", OrderSlots((Ace.STREAK, Ace.ECHO))),
        ("call 294", Call((Tile.parse("294"),))),
        ("0 294@a1", Place(0, Tile.parse("294"), 0)),
        ("0 back", TakeBack(0)),
    ]
)
def test_an_act_has_a_text_that_reads_back(text: str, act: ClimbAct) -> None:
    assert (print_act(CLASSIC, act), parse_act(CLASSIC, text)) == (text, act)


@each(["swap", "swap 999", "take", "take joker", "take nines joker", "order joker", "reroll 2", ""])
def test_other_texts_are_no_acts(text: str) -> None:
    with pytest.raises(FormatError):
        parse_act(CLASSIC, text)


def test_calls_are_those_of_the_deck() -> None:
    """K19"""
    stage = begin_climb_stage("calls", 1, Player("Ana"))
    with pytest.raises(FormatError):
        stage.play(Call((stage.deck[1],)), 0)
    opened = stage.play(Call(stage.next_call), 0)
    with pytest.raises(IllegalMove):
        opened.play(Call(opened.next_call), 0)


def test_a_stage_ends_when_its_board_is_full_and_not_before() -> None:
    climb = begin_climb("x", "Ana")
    with pytest.raises(FormatError):
        climb.act(FinishStage())
    assert climb.score.total == 0
    bot, random = make_bot("greedy"), Random(2)
    while not climb.steps:
        stage = climb.stage
        assert stage is not None
        seat = stage.match.round.seats[0]
        if seat.hand:
            chosen = bot.choose(stage.match, 0, random)
            place = Place(0, chosen.tile, chosen.space)
            seen = climb.preview(place)
            climb = climb.act(place)
            assert climb.score == seen
        elif stage.next_call:
            climb = climb.act(Call(stage.next_call))
        else:
            last = climb.score
            climb = climb.take_time(1234).act(FinishStage())
    assert climb.steps[0].end.score == last
    assert (climb.steps[0].entry.milliseconds, climb.milliseconds) == (1234, 0)
    assert climb.cards == climb.state.cards()


def test_time_never_goes_back() -> None:
    climb = begin_climb("x", "Ana").take_time(500)
    assert climb.take_time(300).milliseconds == 500
