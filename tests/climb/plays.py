"""Whole climbs played at random, by acts, with every ace and act used often."""

from __future__ import annotations

from random import Random

from game.bots.protocol import Bot
from game.climb.aces import needs_slot
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
)
from game.climb.stage import SwapTile
from game.climb.stage_rules import REROLL_PRICE, rope_price
from game.rules.moves import Call, Place, TakeBack

MOST_STAGES = 20


def next_act(climb: OpenClimb, bot: Bot, random: Random) -> ClimbAct:
    """Something that can be done now in a climb that is not over."""
    stage = climb.stage
    if stage is None:
        return choice_act(climb, random)
    seat = stage.match.round.seats[0]
    if climb.can_swap and random.random() < 0.4:
        return SwapTile(random.choice(stage.match.round.calls[-1]))
    is_last = not seat.hand
    if seat.can_take_back() and random.random() < (0.1 if is_last else 0.02):
        return TakeBack(0)
    if seat.hand:
        chosen = bot.choose(stage.match, 0, random)
        return Place(0, chosen.tile, chosen.space)
    return Call(stage.next_call) if stage.next_call else FinishStage()


def choice_act(climb: OpenClimb, random: Random) -> ClimbAct:
    """An act of the choice; seldom none is taken."""
    choice = climb.choice
    assert choice is not None
    chance = random.random()
    bought = climb.state.ropes_bought + choice.ropes
    if choice.card is None and climb.crystals >= REROLL_PRICE and chance < 0.3:
        return Reroll()
    if climb.crystals >= rope_price(bought) and chance < 0.5:
        return BuyRope()
    if len(climb.slots) > 1 and chance < 0.65:
        order = [slot.ace for slot in climb.slots]
        random.shuffle(order)
        return OrderSlots(tuple(order))
    if choice.card is None and chance < 0.97:
        card = random.choice(climb.cards)
        if needs_slot(climb.slots, card):
            return TakeCard(card, random.choice(climb.slots).ace)
        return TakeCard(card)
    return NextStage()


def play_climb(seed: str, bot: Bot, random: Random, most: int = MOST_STAGES) -> OpenClimb:
    """A climb to its end, or to so many stages."""
    climb = begin_climb(seed, "Ana")
    while not climb.state.is_over and len(climb.steps) < most:
        climb = climb.act(next_act(climb, bot, random))
        if climb.stage is not None:
            climb = climb.take_time(climb.milliseconds + random.randrange(5000))
    return climb
