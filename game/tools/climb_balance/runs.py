"""Climbs of computers, many at once: every stage by the rules, a choice of cards after each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random
from typing import Final

import numpy as np

from game.bots.arrays import Float32s
from game.climb.aces import (
    ACES,
    SLOTS,
    AceName,
    Rarity,
    Slots,
    needs_slot,
    slot_of,
    with_card,
)
from game.climb.ending import card_gain
from game.climb.open_climb import (
    BuyRope,
    FinishStage,
    NextStage,
    OpenClimb,
    OrderSlots,
    Reroll,
    TakeCard,
    begin_climb,
)
from game.climb.stage import SwapTile
from game.climb.stage_rules import FACTORS, REROLL_PRICE, boss_of, rope_price, rules_at
from game.climb.state import deck_of
from game.rules.moves import Call, Place
from game.rules.tiles import TILES
from game.tools.climb_balance.hands import hands_of
from game.tools.climb_balance.playing import AceJudge, Act, QuickJudge, SideStages

_RARITIES: Final = list(Rarity)
_ROPES_WANTED: Final = 2
_CLOSE: Final = 50
"""Added to a score before its logarithm, so that very low ones differ little."""
_LITTLE: Final = 0.16
"""A gain in the logarithm below which another three cards are paid for."""
_AHEAD: Final = 2
"""Stages of growth that Roots is credited with in advance."""


class CardManner(StrEnum):
    """A manner of choosing cards: none, at random, by the number on the card, a held one or else
    the rarest, or weighed.
    """

    NONE = "none"
    RANDOM = "random"
    NUMBER = "number"
    SHINY = "shiny"
    ROUGH = "rough"
    CAREFUL = "careful"


@dataclass(frozen=True, slots=True)
class Weighing:
    """The effort of weighing a card: stages played, error of the logarithm, most rerolls."""

    stages: int
    error: float
    rerolls: int


WEIGHED: Final = {CardManner.ROUGH: Weighing(14, 0.2, 1), CardManner.CAREFUL: Weighing(24, 0.05, 3)}


@dataclass
class Climber:
    """A computer's climb, with the cards of first sets, offered and wanted."""

    climb: OpenClimb
    random: Random
    offered: list[AceName] = field(default_factory=list)
    wanted: list[AceName] = field(default_factory=list)


class ClimbingParty:
    """Climbs of one player and manner, played together stage by stage."""

    def __init__(self, player: str, manner: CardManner, seeds: Sequence[str], most: int) -> None:
        self._player, self._manner, self._most = player, manner, most
        self.climbers = [Climber(begin_climb(s, player), Random(f"{s} {manner}")) for s in seeds]
        self._random = np.random.default_rng([len(seeds), *seeds[0].encode(), *manner.encode()])

    def climb(self) -> list[Climber]:
        """Play all climbs to their ends, or to the highest stage allowed."""
        for stage in range(1, self._most + 1):
            going = [one for one in self.climbers if not one.climb.state.is_over]
            if not going:
                break
            self._play_stage(stage, going)
            going = [one for one in going if not one.climb.state.is_over]
            if going and stage < self._most:
                self._choose(stage, going)
        return self.climbers

    def _play_stage(self, stage: int, going: list[Climber]) -> None:
        rules = rules_at(stage)
        states = [one.climb.state for one in going]
        decks = np.array([[t.index for t in deck_of(s.seed, stage)] for s in states])
        hands = hands_of([(state.slots, state.crystals) for state in states])
        judge = AceJudge(self._player, rules, self._random)
        stages = SideStages(rules, decks, hands, judge, self._random, has_acts=True)
        expected = stages.play().total
        for one, acts, total in zip(going, stages.acts, expected, strict=True):
            one.climb = play_acts(one.climb, acts)
            score = one.climb.steps[-1].end.score
            assert abs(float(total) - score.total) < 2 + score.total / 1e4, (total, score)

    def _choose(self, stage: int, going: list[Climber]) -> None:
        weighing = WEIGHED.get(self._manner)
        if weighing is None:
            for one in going:
                self._take(one, *self._pick(one))
        else:
            Weigher(weighing, stage, self._random).choose(going)
        for one in going:
            climb = one.climb
            while self._manner is not CardManner.NONE and _can_buy(climb):
                climb = climb.act(BuyRope())
            one.climb = climb.act(NextStage())

    def _pick(self, one: Climber) -> tuple[AceName | None, AceName | None]:
        """Return the card to take, and the ace that it replaces where no slot is free."""
        cards, slots = one.climb.cards, one.climb.slots
        one.offered += cards
        match self._manner:
            case CardManner.NONE:
                return None, None
            case CardManner.RANDOM:
                card = one.random.choice(cards)
                return card, one.random.choice(slots).ace if needs_slot(slots, card) else None
            case CardManner.NUMBER:
                number, card, replaced = max(_numbers(one.climb), key=lambda each: each[0])
                return (card, replaced) if number >= 0 else (None, None)
            case _:
                card = max(cards, key=lambda c: (slot_of(slots, c) is not None, _rarity(c)))
                rarest = min(slots, key=lambda s: (_rarity(s.ace), s.level), default=None)
                needs = rarest is not None and needs_slot(slots, card)
                return card, rarest.ace if needs and rarest is not None else None

    def _take(self, one: Climber, card: AceName | None, replaced: AceName | None) -> None:
        if card is None:
            return
        one.wanted.append(card)
        take_card(one, card, replaced)


def _numbers(climb: OpenClimb) -> Iterator[tuple[int, AceName, AceName | None]]:
    """Yield the number on each card with the card, and the ace that it would replace."""
    step, slots = climb.steps[-1], climb.slots
    held = {slot.ace for slot in step.before.slots}
    for card in climb.cards:
        for replaced in [slot.ace for slot in slots] if needs_slot(slots, card) else [None]:
            lost = replaced if replaced in held else None
            yield card_gain(step.before.slots, step.end, card, lost), card, replaced


def _rarity(ace: AceName) -> int:
    return _RARITIES.index(ACES[ace].rarity)


def _can_buy(climb: OpenClimb) -> bool:
    assert climb.choice is not None
    price = rope_price(climb.state.ropes_bought + climb.choice.ropes)
    return climb.ropes < _ROPES_WANTED and climb.crystals >= price


def take_card(one: Climber, card: AceName, replaced: AceName | None) -> None:
    """Take a card; Echo moves to the right end, where it has a neighbour."""
    one.climb = one.climb.act(TakeCard(card, replaced))
    order = [slot.ace for slot in one.climb.slots]
    if AceName.ECHO in order[:-1]:
        order.remove(AceName.ECHO)
        one.climb = one.climb.act(OrderSlots((*order, AceName.ECHO)))


def play_acts(climb: OpenClimb, acts: Sequence[Act]) -> OpenClimb:
    """Return the climb after a stage's acts; raises if the rules refuse one."""
    for word, tile, space in acts:
        assert climb.stage is not None
        match word:
            case "call":
                climb = climb.act(Call(climb.stage.next_call))
            case "swap":
                climb = climb.act(SwapTile(TILES[tile]))
            case _:
                climb = climb.act(Place(0, TILES[tile], space))
    return climb.act(FinishStage())


@dataclass
class _Option:
    """A hand that a choice can lead to; `card` None for the unchanged hand."""

    climber: int
    card: AceName | None
    replaced: AceName | None
    slots: Slots
    crystals: int
    worth: float = 0.0


class Weigher:
    """Weighs cards by simulated stages: ordinary ones and the next boss."""

    def __init__(self, weighing: Weighing, stage: int, random: np.random.Generator) -> None:
        self._weighing, self._stage, self._random = weighing, stage, random

    def choose(self, going: list[Climber]) -> None:
        """Take the best card of each climb, or none; reroll while the gain is small."""
        replaced = self._worst_aces(going)
        asking = list(range(len(going)))
        for reroll in range(self._weighing.rerolls + 1):
            options = [o for i in asking for o in self._options(i, going[i], replaced)]
            self._weigh(options)
            again = []
            for i in asking:
                one = going[i]
                stays, *cards = [o for o in options if o.climber == i]
                for option in cards:
                    option.worth += one.random.gauss(0, self._weighing.error)
                best = max(cards, key=lambda option: option.worth)
                gain = best.worth - stays.worth
                if not reroll:
                    one.offered += one.climb.cards
                    # Count a card as wanted if it is the best of the first set and gains.
                    one.wanted += [best.card] if gain > 0 and best.card else []
                can_pay = one.climb.crystals >= REROLL_PRICE
                if gain < _LITTLE and can_pay and reroll < self._weighing.rerolls:
                    one.climb = one.climb.act(Reroll())
                    again.append(i)
                elif gain > 0 and best.card is not None:
                    take_card(one, best.card, best.replaced)
            asking = again

    def _options(self, climber: int, one: Climber, replaced: dict[int, AceName]) -> list[_Option]:
        climb = one.climb
        options = [_Option(climber, None, None, climb.slots, climb.crystals)]
        for card in climb.cards:
            gives = replaced[climber] if needs_slot(climb.slots, card) else None
            slots = _echo_last(with_card(climb.slots, card, gives))
            options.append(_Option(climber, card, gives, slots, climb.crystals))
        return options

    def _worst_aces(self, going: list[Climber]) -> dict[int, AceName]:
        """Return for each full hand its least valuable ace."""
        options = []
        for i, one in enumerate(going):
            slots = one.climb.slots
            if len(slots) == SLOTS:
                for slot in slots:
                    rest = tuple(other for other in slots if other is not slot)
                    options.append(_Option(i, slot.ace, None, rest, one.climb.crystals))
        self._weigh(options)
        worst: dict[int, _Option] = {}
        for option in options:
            if option.climber not in worst or option.worth > worst[option.climber].worth:
                worst[option.climber] = option
        return {i: option.card for i, option in worst.items() if option.card is not None}

    def _weigh(self, options: list[_Option]) -> None:
        if not options:
            return
        boss = next(s for s in range(self._stage + 1, self._stage + 4) if boss_of(s))
        plain = next(s for s in range(self._stage + 1, self._stage + 4) if not boss_of(s))
        count = self._weighing.stages
        logs = [self._logs(options, plain, count)]
        logs.append(self._logs(options, boss, max(4, count // 4)))
        for option, worth in zip(options, np.concatenate(logs, axis=1).mean(axis=1), strict=True):
            option.worth = float(worth)

    def _logs(self, options: list[_Option], stage: int, count: int) -> Float32s:
        """Return (options, count): logarithms of scores, a boss's scaled to an ordinary stage's."""
        rules = rules_at(stage)
        tiles = len(rules.grid.tile_set)
        # All options of a climb are weighed on the same deals.
        deals = {
            i: np.argsort(self._random.random((count, tiles)), axis=1)
            for i in sorted({option.climber for option in options})
        }
        decks = np.concatenate([deals[option.climber] for option in options])
        held = [(_grown(option.slots), option.crystals) for option in options]
        rows = np.repeat(np.arange(len(options)), count)
        hands = hands_of(held).take(rows)
        totals = SideStages(rules, decks, hands, QuickJudge(), self._random).play().total
        logs = np.log(totals / np.float32(_ease(stage)) + _CLOSE)
        return np.asarray(logs, np.float32).reshape(-1, count)


def _ease(stage: int) -> float:
    """Return the factor of a stage's target for its boss, 1 for an ordinary stage."""
    boss = boss_of(stage)
    return 1.0 if boss is None else float(FACTORS[boss])


def _echo_last(slots: Slots) -> Slots:
    return tuple(sorted(slots, key=lambda slot: slot.ace is AceName.ECHO))


def _grown(slots: Slots) -> Slots:
    return tuple(
        replace(slot, grown=slot.grown + _AHEAD) if slot.ace is AceName.ROOTS else slot
        for slot in slots
    )
