"""The aces as a table: rarity, number, and the effects of levels and echoes (K4-K8).

Every figure printed on a card is computed here from the formula that scores it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import Final

from game.rules.deal import SplitMix64


class AceName(StrEnum):
    """An ace; values are catalogue keys and the record's names."""

    NINES = "nines"
    LOW_ROAD = "low-road"
    MIDDLE_WAY = "middle-way"
    LONG_HAUL = "long-haul"
    SHORT_CUTS = "short-cuts"
    RAINBOW = "rainbow"
    TWINS = "twins"
    EARLY_BIRD = "early-bird"
    SCRAP = "scrap"
    SWAP = "swap"
    FINALE = "finale"
    FORK = "fork"
    STREAK = "streak"
    SUN_AND_MOON = "sun-and-moon"
    GOLD_MINE = "gold-mine"
    CROWN = "crown"
    ROOTS = "roots"
    MISER = "miser"
    LAST_WORD = "last-word"
    TWO_PAIRS = "two-pairs"
    FULL_BLOOM = "full-bloom"
    HIGH_LIFE = "high-life"
    SEVEN_COLOURS = "seven-colours"
    ECHO = "echo"


class Rarity(StrEnum):
    """The rarity of an ace, in order from the commonest; values are catalogue keys."""

    COMMON = "common"
    SILVER = "silver"
    GOLD = "gold"


class AceEffect(StrEnum):
    """The part of the score that an ace changes."""

    MULTIPLIER = "multiplier"
    POINTS = "points"
    GOLD = "gold"
    ECHO = "echo"


@dataclass(frozen=True, slots=True)
class AceRule:
    """An ace's row of the table; `number` is what it adds at level 1, for gold the excess over
    1. Its card is offered in climbs of version `since` and later (K20).
    """

    rarity: Rarity
    effect: AceEffect
    number: int
    since: int = 1


ACES: Final[Mapping[AceName, AceRule]] = {
    AceName.NINES: AceRule(Rarity.COMMON, AceEffect.MULTIPLIER, 7),
    AceName.LOW_ROAD: AceRule(Rarity.COMMON, AceEffect.MULTIPLIER, 4),
    AceName.MIDDLE_WAY: AceRule(Rarity.COMMON, AceEffect.MULTIPLIER, 3),
    AceName.LONG_HAUL: AceRule(Rarity.COMMON, AceEffect.MULTIPLIER, 5),
    AceName.SHORT_CUTS: AceRule(Rarity.COMMON, AceEffect.MULTIPLIER, 2),
    AceName.RAINBOW: AceRule(Rarity.COMMON, AceEffect.MULTIPLIER, 3),
    AceName.TWINS: AceRule(Rarity.COMMON, AceEffect.MULTIPLIER, 10),
    AceName.EARLY_BIRD: AceRule(Rarity.COMMON, AceEffect.MULTIPLIER, 5),
    AceName.SCRAP: AceRule(Rarity.COMMON, AceEffect.MULTIPLIER, 3),
    AceName.SWAP: AceRule(Rarity.COMMON, AceEffect.MULTIPLIER, 3),
    AceName.FINALE: AceRule(Rarity.SILVER, AceEffect.MULTIPLIER, 3),
    AceName.FORK: AceRule(Rarity.SILVER, AceEffect.MULTIPLIER, 10),
    AceName.STREAK: AceRule(Rarity.SILVER, AceEffect.MULTIPLIER, 3),
    AceName.SUN_AND_MOON: AceRule(Rarity.SILVER, AceEffect.MULTIPLIER, 3),
    AceName.GOLD_MINE: AceRule(Rarity.SILVER, AceEffect.POINTS, 20),
    AceName.CROWN: AceRule(Rarity.SILVER, AceEffect.POINTS, 2),
    AceName.ROOTS: AceRule(Rarity.SILVER, AceEffect.MULTIPLIER, 2),
    AceName.MISER: AceRule(Rarity.SILVER, AceEffect.MULTIPLIER, 2),
    AceName.LAST_WORD: AceRule(Rarity.GOLD, AceEffect.GOLD, 1),
    AceName.TWO_PAIRS: AceRule(Rarity.GOLD, AceEffect.GOLD, 1),
    AceName.FULL_BLOOM: AceRule(Rarity.GOLD, AceEffect.GOLD, 1),
    AceName.HIGH_LIFE: AceRule(Rarity.GOLD, AceEffect.GOLD, 1),
    AceName.SEVEN_COLOURS: AceRule(Rarity.GOLD, AceEffect.GOLD, 1),
    AceName.ECHO: AceRule(Rarity.GOLD, AceEffect.ECHO, 1),
}

SLOTS: Final = 5
CARDS: Final = 3

SWAP_PAY: Final = 2
"""Multiplier for each unused swap, at every level."""

_CHANCES: Final = ((60, Rarity.COMMON), (88, Rarity.SILVER), (100, Rarity.GOLD))
"""Rarities by the upper bound of a number from 0 to 99."""

CLIMB_VERSIONS: Final = (1,)
"""The versions of climbs that can be played, ascending; each has its own cards (K20)."""

_OFFERED: Final[Mapping[tuple[int, Rarity], tuple[AceName, ...]]] = {
    (version, rarity): tuple(
        sorted(name for name, ace in ACES.items() if ace.rarity is rarity and ace.since <= version)
    )
    for version in CLIMB_VERSIONS
    for rarity in Rarity
}


@dataclass(frozen=True, slots=True)
class AceSlot:
    """A held ace: its level, and for Roots the lines of five completed since it was taken."""

    ace: AceName
    level: int = 1
    grown: int = 0


Slots = tuple[AceSlot, ...]
"""The held aces from left to right."""


def force_of(slots: Slots, index: int) -> Fraction:
    """Return the factor of a held ace's number: its level's, raised by an Echo on its right (K6).

    Levels count 1, 3, 6, 10 ..., of gold and Echo 1, 2, 3 ...; halves are exact.
    """
    slot = slots[index]
    level = slot.level
    rises = ACES[slot.ace].effect in (AceEffect.MULTIPLIER, AceEffect.POINTS)
    force = level * (level + 1) // 2 if rises else level
    after = slots[index + 1] if index + 1 < len(slots) else None
    if after is None or after.ace is not AceName.ECHO or slot.ace is AceName.ECHO:
        return Fraction(force)
    return Fraction(force * (2 + after.level), 2)


def swaps_of(slots: Slots) -> int:
    """Return the swaps of a stage: 3, 9, 18 ... by level, a half of an Echo's rounded up (K7)."""
    for index, slot in enumerate(slots):
        if slot.ace is AceName.SWAP:
            number = ACES[AceName.SWAP].number * force_of(slots, index)
            return -int(-number // 1)
    return 0


def printed_number(slots: Slots, index: int) -> Fraction:
    """Return the number on a held ace's card.

    It is the ace's addition; for Crown the weight of its line, for gold the factor, for Swap the
    swaps, for Echo the share by which it raises its neighbour.
    """
    slot = slots[index]
    rule, force = ACES[slot.ace], force_of(slots, index)
    match slot.ace:
        case AceName.CROWN:
            return 1 + rule.number * force
        case AceName.SWAP:
            return Fraction(swaps_of(slots))
        case AceName.ECHO:
            return force / 2
        case _:
            return 1 + force if rule.effect is AceEffect.GOLD else rule.number * force


def slot_of(slots: Slots, ace: AceName) -> int | None:
    """Return the slot of a held ace, from 0; None if it is not held."""
    return next((i for i, slot in enumerate(slots) if slot.ace is ace), None)


def with_card(slots: Slots, ace: AceName, replaced: AceName | None = None) -> Slots:
    """Return the slots after taking a card, without checks (K6, K15).

    It raises a held ace by a level, fills a free slot on the right, or takes the slot of
    `replaced`.
    """
    slots_after = []
    for slot in slots:
        if slot.ace is ace:
            slots_after.append(AceSlot(ace, slot.level + 1, slot.grown))
        elif slot.ace is replaced:
            slots_after.append(AceSlot(ace))
        else:
            slots_after.append(slot)
    if all(slot.ace is not ace for slot in slots_after):
        slots_after.append(AceSlot(ace))
    return tuple(slots_after)


def needs_slot(slots: Slots, ace: AceName) -> bool:
    """Return whether an ace can only be taken in another's slot: five others are held."""
    return len(slots) >= SLOTS and slot_of(slots, ace) is None


def offer_cards(
    seed: str, stage: int, reroll: int, *, has_gold: bool, version: int
) -> tuple[AceName, ...]:
    """Return the three cards after a stage, which do not depend on held aces (K16, K20).

    `reroll` counts the sets before this one; `has_gold` makes the first card gold; `version` is
    the climb's.
    """
    digest = sha256(f"take-it-easy run cards\n{seed}\n{stage}\n{reroll}".encode()).digest()
    random = SplitMix64(int.from_bytes(digest[:8], "big"))
    cards: list[AceName] = []
    while len(cards) < CARDS:
        rarity = Rarity.GOLD if has_gold and not cards else _draw_rarity(random)
        names = _OFFERED[version, rarity]
        card = names[random.below(len(names))]
        while card in cards:
            card = names[random.below(len(names))]
        cards.append(card)
    return tuple(cards)


def _draw_rarity(random: SplitMix64) -> Rarity:
    number = random.below(100)
    return next(rarity for bound, rarity in _CHANCES if number < bound)


def same_aces(order: Sequence[AceName], slots: Slots) -> bool:
    """Return whether an order names each held ace once."""
    return sorted(order) == sorted(slot.ace for slot in slots)
