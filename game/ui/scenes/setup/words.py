"""What the setup says: which card it is, what is known about it, and what will be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.locale import write_list
from game.play.choices import Choices
from game.play.editions import find_edition
from game.storage.codes import CodeError, Deal, read_deal
from game.ui.scenes.shared.choosing import player_names
from game.ui.scenes.shared.names import edition_name

if TYPE_CHECKING:
    from game.ui.frame.context import Context

__all__ = ["about_words", "code_trouble", "deal_in", "edition_words", "fact_words", "status_words"]


def deal_in(code: str) -> Deal | None:
    """The deal of a code, `None` where the text is a mere seed or no good (`code_trouble`)."""
    try:
        deal = read_deal(code)
    except CodeError:
        return None
    return deal if isinstance(deal, Deal) else None


def code_trouble(context: Context, code: str) -> str:
    """Why this is neither a deal code nor a seed, in words; empty if it is one."""
    try:
        read_deal(code)
    except CodeError as error:
        return context.text(f"storage.code.{error.mistake.value}", **error.values)
    return ""


def edition_words(context: Context, choices: Choices) -> str:
    """The card's name, and whether it was changed."""
    name = edition_name(context, choices.edition)
    if choices.is_of_card or find_edition(choices.edition) is None:
        return name
    return context.text("setup.changed", edition=name)


def about_words(context: Context, choices: Choices) -> str:
    """What the card is about; what own rules are where it was changed."""
    return context.text(f"editions.{choices.edition if choices.is_of_card else 'custom'}.about")


def fact_words(context: Context, choices: Choices) -> list[str]:
    """What is known about the card as it is, the most telling first."""
    card = find_edition(choices.edition)
    if card is None or not choices.is_of_card:
        return []
    text = context.text
    words = []
    if card.facts.maximum is not None and card.facts.maximum_boards is not None:
        points = text("terms.count.points", count=card.facts.maximum)
        words.append(text("editions.fact.maximum", count=card.facts.maximum_boards, points=points))
    fewest, most = card.players
    words.append(text("editions.fact.players", fewest=fewest, most=most))
    for example in card.facts.examples[:1]:
        parts = [str(example.before)] if example.before else []
        parts += [f"{length}\u00a0×\u00a0{number}" for length, number in example.lines]
        words.append(text("editions.fact.example", sum=" + ".join(parts), points=example.points))
    return words


def status_words(context: Context, choices: Choices, code: str) -> str:
    """Who plays, and where the tiles come from."""
    if deal_in(code) is not None:
        source = context.text("setup.code_taken")
    elif code:
        source = context.text("setup.code_seed", seed=code)
    else:
        source = context.text("setup.code_random")
    return f"{write_list(context.catalogue, player_names(context, choices))}\n{source}"
