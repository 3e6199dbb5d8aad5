"""The Climb in words: cards with their current numbers, bosses, moments, results of stages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from game.climb.aces import (
    SLOTS,
    SWAP_PAY,
    AceEffect,
    AceName,
    Slots,
    printed_number,
    slot_of,
    with_card,
)
from game.climb.ending import FailedGold, climb_squares, shortfall_of
from game.climb.moments import EndMoment
from game.climb.record import ClimbRecord, ClimbStep
from game.climb.score import AcePart, ClimbScore, GoldState
from game.climb.stage_rules import Boss, boss_of
from game.climb.state import StageEnd
from game.locale import Catalogue, write_date
from game.rules.names import show_name


def name_ace(catalogue: Catalogue, ace: AceName) -> str:
    """Return the name of an ace."""
    return catalogue.text(f"climb.ace.{ace}")


def word_card(catalogue: Catalogue, slots: Slots, index: int) -> str:
    """Return the text of a held ace's card, with its current number."""
    ace, number = slots[index].ace, printed_number(slots, index)
    values: dict[str, float] = {"number": _plain(number)}
    match ace:
        case AceName.ECHO:
            values = {"percent": _plain(100 * number)}
        case AceName.FORK:
            values["double"] = _plain(2 * number)
        case AceName.SWAP:
            values["pay"] = SWAP_PAY
        case _:
            pass
    return catalogue.text(f"climb.card.{ace}", **values)


def word_offer(catalogue: Catalogue, slots: Slots, ace: AceName) -> str:
    """Return the text of an offered card, with the number that it would have."""
    held = slots if len(slots) < SLOTS or slot_of(slots, ace) is not None else slots[:-1]
    taken = with_card(held, ace)
    place = slot_of(taken, ace)
    assert place is not None
    return word_card(catalogue, taken, place)


def word_gold(catalogue: Catalogue, part: AcePart) -> str:
    """Return the state of a gold ace, in at most three words."""
    count, wanted = part.count, part.wanted
    key = f"climb.gold.{part.ace}"
    if part.ace is AceName.LAST_WORD:
        return catalogue.text(key, wanted=wanted)
    if part.ace in (AceName.HIGH_LIFE, AceName.TWO_PAIRS):
        return catalogue.text(key, count=count)
    return catalogue.text(key, count=count, wanted=wanted)


def word_end(catalogue: Catalogue, moment: EndMoment, end: StageEnd) -> str:
    """Return the words for a stage's end."""
    key = f"climb.moment.{moment}"
    match moment:
        case EndMoment.BOSS:
            return catalogue.text(key, boss=catalogue.text(f"climb.boss.{boss_of(end.stage)}"))
        case EndMoment.OVER:
            return catalogue.text(key, stage=str(end.stage))
        case _:
            return catalogue.text(key)


def word_boss(catalogue: Catalogue, boss: Boss) -> tuple[str, str, str]:
    """Return a boss's name, its rule in one or two words, and its rule as a sentence."""
    name, short = catalogue.text(f"climb.boss.{boss}"), catalogue.text(f"climb.boss_short.{boss}")
    return name, short, catalogue.text(f"climb.boss_rule.{boss}")


def name_stage(catalogue: Catalogue, stage: int) -> str:
    """Return a stage's number, and its boss's name."""
    boss = boss_of(stage)
    if boss is None:
        return catalogue.text("climb.score.stage", stage=str(stage))
    name = catalogue.text(f"climb.boss.{boss}")
    return catalogue.text("climb.score.boss", stage=str(stage), boss=name)


def write_product(catalogue: Catalogue, score: ClimbScore) -> str:
    """Return points x multiplier, and x gold if it is not 1."""
    factors = [score.points, score.multiplier, *([score.gold] if score.gold > 1 else [])]
    return " × ".join(write_factor(catalogue, factor) for factor in factors)


def write_factor(catalogue: Catalogue, number: Fraction) -> str:
    """Return a factor as displayed: whole, or with its half."""
    return catalogue.number(_plain(number))


def describe_climb(climb: ClimbRecord, catalogue: Catalogue) -> Iterator[str]:
    """Yield the lines of a climb: for each stage the product and each ace's part.

    Raises `FormatError` for a climb that breaks the rules.
    """
    text = catalogue.text
    yield text("climb.score.title", name=text("menu.climb"), seed=climb.seed)
    step: ClimbStep | None = None
    for step in climb.steps():
        yield ""
        yield name_stage(catalogue, step.end.stage)
        yield from (f"  {line}" for line in _describe_step(step, catalogue))
    yield ""
    total = 0 if step is None else step.chosen.total
    if step is not None and step.chosen.is_over:
        yield text("climb.score.over", stage=str(step.end.stage), total=total)
    else:
        stage = 1 if step is None else step.chosen.stage + step.chosen.chooses
        yield text("climb.score.goes_on", stage=str(stage), total=total)


def _describe_step(step: ClimbStep, catalogue: Catalogue) -> Iterator[str]:
    text, end = catalogue.text, step.end
    product = write_product(catalogue, end.score)
    yield text("climb.score.of", product=product, score=end.score.total, target=end.target)
    for part in end.score.parts:
        yield _describe_part(catalogue, part, end.score)
    if not end.is_passed:
        yield from describe_shortfall(catalogue, step)
    held = step.chosen
    yield text("climb.score.held", crystals=held.crystals, ropes=held.ropes)
    choice = step.entry.choice
    if choice is not None and choice.card is not None:
        yield text("climb.score.taken", ace=name_ace(catalogue, choice.card))


def _describe_part(catalogue: Catalogue, part: AcePart, score: ClimbScore) -> str:
    name = name_ace(catalogue, part.ace)
    match part.effect:
        case AceEffect.ECHO:
            return name
        case AceEffect.GOLD if part.state is GoldState.SURE:
            return catalogue.text("climb.score.gold", ace=name, number=_plain(part.factor))
        case AceEffect.GOLD:
            return catalogue.text("climb.score.failed", ace=name, total=score.total_with(part))
        case _:
            key = f"climb.score.{part.effect}"
            return catalogue.text(key, ace=name, number=_plain(part.added))


def describe_shortfall(catalogue: Catalogue, step: ClimbStep) -> Iterator[str]:
    """Yield sentences on the cause of a missed stage: points short, failed gold aces, a line."""
    end, short = step.end, shortfall_of(step.before.slots, step.end)
    yield catalogue.text(
        "climb.end.short", score=end.score.total, target=end.target, short=short.short
    )
    yield from (word_failed(catalogue, gold) for gold in short.failed)
    if short.line is not None:
        yield catalogue.text("climb.end.line", number=str(short.line.number))


def word_failed(catalogue: Catalogue, gold: FailedGold) -> str:
    """Return that a gold ace failed, and what it would have made."""
    return catalogue.text("climb.end.failed", ace=name_ace(catalogue, gold.ace), total=gold.total)


def describe_climb_result(
    climb: ClimbRecord, catalogue: Catalogue, day: date | None
) -> Iterator[str]:
    """Yield the lines of a text to share: name, stage, a square for each stage, aces; no tile.

    `day` is the day of a daily climb; any other climb has its seed, so that it can be repeated.
    """
    text, steps = catalogue.text, list(climb.steps())
    yield text("result.title", game=text("terms.title"), what=climb_title(catalogue, day))
    if not steps:
        return
    last = steps[-1]
    total = catalogue.number(last.chosen.total)
    player = show_name(last.entry.match.players[0].name)
    yield f"{player} · {name_stage(catalogue, last.end.stage)} · {total}"
    yield climb_squares(steps)
    yield " · ".join(name_ace(catalogue, slot.ace) for slot in last.chosen.slots)
    if day is None:
        yield text("score.seed", seed=climb.seed)


def climb_title(catalogue: Catalogue, day: date | None) -> str:
    """Return the title of a day's climb, or of a free one."""
    name = catalogue.text("menu.climb")
    if day is None:
        return name
    return catalogue.text("climb.score.of_day", name=name, date=write_date(catalogue, day))


def _plain(number: Fraction) -> float:
    return int(number) if number.denominator == 1 else float(number)
