"""The state of a climb between two acts, and its changes by a stage and a choice (K12-K16)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256

from game.climb.aces import (
    CLIMB_VERSIONS,
    AceName,
    AceSlot,
    Slots,
    needs_slot,
    offer_cards,
    same_aces,
    slot_of,
    with_card,
)
from game.climb.facts import StageFacts
from game.climb.score import ClimbScore, score_stage_facts
from game.climb.stage_rules import (
    FIRST_ROPES,
    REROLL_PRICE,
    boss_of,
    crystals_for,
    rope_price,
    ropes_lost,
    rules_at,
    target_at,
)
from game.rules.deal import shuffle_by
from game.rules.errors import Fault, FormatError
from game.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class ClimbState:
    """A climb before or in stage `stage` (from 1), at the choice after it, or over.

    `crystals` and `ropes` are those held, `ropes_bought` those bought in this climb, `total` the
    sum of its stages' scores; `version` decides which cards are offered (K20).

    `seed` decides deals and cards, `slots` has the aces held. `chooses` is the choice after a
    stage; `is_over` the end.
    """

    seed: str
    stage: int = 1
    ropes: int = FIRST_ROPES
    crystals: int = 0
    ropes_bought: int = 0
    slots: Slots = ()
    total: int = 0
    chooses: bool = False
    is_over: bool = False
    version: int = CLIMB_VERSIONS[-1]

    @property
    def target(self) -> int:
        """The target of the stage."""
        return target_at(self.stage)

    def cards(self, rerolls: int = 0) -> tuple[AceName, ...]:
        """Return the three cards after the stage and a number of rerolls (K15, K16)."""
        has_gold = boss_of(self.stage) is not None
        return offer_cards(self.seed, self.stage, rerolls, has_gold=has_gold, version=self.version)


@dataclass(frozen=True, slots=True)
class StageEnd:
    """The end of a stage: its facts, its score, the ropes lost and the crystals earned."""

    stage: int
    target: int
    facts: StageFacts
    score: ClimbScore
    ropes_lost: int
    crystals: int

    @property
    def is_passed(self) -> bool:
        """Whether the score reached the target."""
        return not self.ropes_lost

    @property
    def shortfall(self) -> int:
        """The score missing to the target; 0 if it was passed."""
        return max(0, self.target - self.score.total)


@dataclass(frozen=True, slots=True)
class ClimbChoice:
    """The choice after a stage: rerolls, bought ropes, and the card taken.

    `replaced` is the ace whose slot the card took; the order has the held aces from left to right.
    """

    rerolls: int = 0
    ropes: int = 0
    card: AceName | None = None
    replaced: AceName | None = None
    order: tuple[AceName, ...] = ()


def day_seed(day: date) -> str:
    """Return the seed of a day's climb, the same for all players."""
    digest = sha256(f"take-it-easy run daily 1\n{day.isoformat()}".encode()).digest()
    return str(int.from_bytes(digest[:4], "big") >> 2)


def deck_of(seed: str, stage: int) -> tuple[Tile, ...]:
    """Return all tiles of a stage in the order in which they are called (K19).

    No code or seed field produces the same digest, so a stage cannot be practised as a match.
    """
    digest = sha256(f"take-it-easy run deal\n{seed}\n{stage}".encode()).digest()
    return shuffle_by(rules_at(stage).grid, digest)


def end_stage(state: ClimbState, facts: StageFacts) -> tuple[StageEnd, ClimbState]:
    """Return the end of a stage from the facts of its full board, and the state after it.

    The state is at the choice, or over if there are too few ropes (K12, K13).
    """
    score = score_stage_facts(state.slots, facts)
    lost = ropes_lost(state.stage, score.total)
    crystals = crystals_for(state.stage, score.total)
    is_over = lost > state.ropes
    slots = tuple(
        replace(slot, grown=slot.grown + facts.fives) if slot.ace is AceName.ROOTS else slot
        for slot in state.slots
    )
    after = replace(
        state,
        ropes=max(0, state.ropes - lost),
        crystals=state.crystals + crystals,
        slots=slots,
        total=state.total + score.total,
        chooses=not is_over,
        is_over=is_over,
    )
    return StageEnd(state.stage, state.target, facts, score, lost, crystals), after


def price_of(state: ClimbState, choice: ClimbChoice) -> int:
    """Return the crystals that a choice costs (K14)."""
    ropes = (rope_price(state.ropes_bought + n) for n in range(choice.ropes))
    return REROLL_PRICE * choice.rerolls + sum(ropes)


def slots_after(state: ClimbState, choice: ClimbChoice) -> Slots:
    """Return the held aces after a choice, in its order, or without one in the order of taking."""
    slots = state.slots
    if choice.card is not None:
        slots = with_card(slots, choice.card, choice.replaced)
    return in_order(slots, choice.order) if choice.order else slots


def in_order(slots: Slots, order: Sequence[AceName]) -> Slots:
    """Return the slots in another order."""
    by_name: dict[AceName, AceSlot] = {slot.ace: slot for slot in slots}
    return tuple(by_name[ace] for ace in order)


def check_choice(state: ClimbState, choice: ClimbChoice) -> None:
    """Raise `FormatError` unless the choice is valid: affordable, on offer, with a slot.

    Its order may be empty.
    """
    if not state.chooses:
        raise FormatError(Fault.NOT_OFFERED, ace=choice.card or "-")
    price = price_of(state, choice)
    if price > state.crystals:
        raise FormatError(Fault.NOT_PAID, price=price, held=state.crystals)
    card, replaced = choice.card, choice.replaced
    if card is not None and card not in state.cards(choice.rerolls):
        raise FormatError(Fault.NOT_OFFERED, ace=card)
    is_needed = card is not None and needs_slot(state.slots, card)
    is_held = replaced is not None and slot_of(state.slots, replaced) is not None
    if is_needed != (replaced is not None) or is_needed != is_held:
        raise FormatError(Fault.NOT_HELD, ace=replaced or "-")
    if choice.order:
        _check_order(state, choice)


def _check_order(state: ClimbState, choice: ClimbChoice) -> None:
    if not same_aces(choice.order, slots_after(state, replace(choice, order=()))):
        raise FormatError(Fault.NOT_HELD, ace=", ".join(choice.order) or "-")


def make_choice(state: ClimbState, choice: ClimbChoice) -> ClimbState:
    """Return the state before the next stage; the choice orders every held ace.

    Raises `FormatError` for an invalid choice.
    """
    check_choice(state, choice)
    _check_order(state, choice)
    return replace(
        state,
        stage=state.stage + 1,
        ropes=state.ropes + choice.ropes,
        crystals=state.crystals - price_of(state, choice),
        ropes_bought=state.ropes_bought + choice.ropes,
        slots=slots_after(state, choice),
        chooses=False,
    )
