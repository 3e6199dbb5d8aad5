"""The explanations in the setup's middle panel: the card, or what is pointed at or focused."""

from dataclasses import dataclass, replace
from typing import Any

from game.bots.players.registry import STRENGTH
from game.play.choices import Choices
from game.play.editions import Edition, find_edition
from game.ui.frame.context import Context
from game.ui.scenes.shared.choosing import choices_of_edition, conflict_words
from game.ui.scenes.shared.names import bot_name, edition_name
from game.ui.scenes.shared.option_rows import explain, row_name, value_words


@dataclass(frozen=True, slots=True)
class SetupTopic:
    """A name, sentences and facts about it; `key` says which picture shows `choices`.

    `key` is "card", "bot", or the field of `choices` that is explained; `level` the computer that
    is spoken of; `trouble` what stands against it.
    """

    key: str
    choices: Choices
    title: str
    words: str
    facts: tuple[str, ...] = ()
    trouble: str = ""
    level: str = ""


def topic_of(
    context: Context, choices: Choices, key: str = "card", value: Any = None
) -> SetupTopic:
    """Return what there is to say about `value`, as if it were chosen for the field `key`.

    For the key "card" the value is an edition's card, or None for the choices as they are; for
    "bot" it is a computer player's name.
    """
    match key:
        case "card":
            return _card_topic(context, choices, value)
        case "bot":
            return _bot_topic(context, choices, value)
        case "has_hidden_boards":
            about = context.text("setup.explain.hidden")
            return SetupTopic(key, choices, context.text("setup.hidden"), about)
    changed = replace(choices, **{key: value})
    name = row_name(context, key)
    title = context.text("setup.topic", name=name, value=value_words(context, key, value))
    trouble = "" if key != "rays" else "\n".join(conflict_words(context, changed))
    return SetupTopic(key, changed, title, explain(context, key, changed), trouble=trouble)


def _card_topic(context: Context, choices: Choices, card: Edition | None) -> SetupTopic:
    """The chosen card, perhaps changed, or another `card` as it would be."""
    if card is not None:
        choices = choices_of_edition(context, card, choices)
    name = choices.edition if choices.is_of_card else "custom"
    about, facts = context.text(f"editions.{name}.about"), fact_words(context, choices)
    return SetupTopic("card", choices, title_of(context, choices), about, facts)


def _bot_topic(context: Context, choices: Choices, level: str) -> SetupTopic:
    """A computer player: who it is, and what it makes of the standard game."""
    strength = context.text("setup.strength", points=round(STRENGTH[level]))
    about = context.text(f"bots.{level}.character")
    return SetupTopic("bot", choices, bot_name(context, level), about, (strength,), level=level)


def title_of(context: Context, choices: Choices) -> str:
    """Return the name of what will be played, the same as at the table."""
    return edition_name(context, choices.edition if choices.is_of_card else "", choices.rules)


def fact_words(context: Context, choices: Choices) -> tuple[str, ...]:
    """Return what is known about the card as it is, the most telling first."""
    card = find_edition(choices.edition)
    if card is None or not choices.is_of_card or choices.rules.daffodil != card.rules.daffodil:
        return ()
    text = context.text
    words = []
    if card.facts.maximum is not None and card.facts.maximum_boards is not None:
        points = text("terms.count.points", count=card.facts.maximum)
        words.append(text("editions.fact.maximum", count=card.facts.maximum_boards, points=points))
    fewest, most = card.players
    words.append(text("editions.fact.players", fewest=fewest, most=most))
    return tuple(words)
