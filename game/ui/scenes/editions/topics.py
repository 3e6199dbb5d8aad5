"""The explanations of an edition and of its rules, shown beside a picture."""

from dataclasses import dataclass, replace
from typing import Any

from game.play.choices import Choices
from game.play.editions import Edition, find_edition
from game.ui.frame.context import Context
from game.ui.scenes.editions.options import explain, option_keys, row_name, value_words
from game.ui.scenes.shared.choosing import conflict_words


@dataclass(frozen=True, slots=True)
class RuleTopic:
    """A rule's name and value, an explanation, and any conflict with other rules (`trouble`).

    `key` is the rule's field in `choices`, which have the value.
    """

    key: str
    choices: Choices
    title: str
    words: str
    trouble: str = ""


def topic_of(context: Context, choices: Choices, key: str, value: Any) -> RuleTopic:
    """Return the explanation of `value`, as if it were chosen for the field `key`."""
    changed = replace(choices, **{key: value})
    title = named_value(context, key, value)
    trouble = "" if key != "rays" else "\n".join(conflict_words(context, changed))
    return RuleTopic(key, changed, title, explain(context, key, changed), trouble)


def named_value(context: Context, key: str, value: Any) -> str:
    """Return a rule's name with its value."""
    return context.text(
        "setup.topic", name=row_name(context, key), value=value_words(context, key, value)
    )


def changed_rules(context: Context, choices: Choices, card_choices: Choices) -> str:
    """Return the rules in which `choices` differ from the edition's `card_choices`."""
    changed = (
        value_words(context, key, getattr(choices, key))
        if key == "rounds"
        else named_value(context, key, getattr(choices, key))
        for key in option_keys(choices)
        if getattr(choices, key) != getattr(card_choices, key)
    )
    return " · ".join(changed)


def fact_words(context: Context, card: Edition) -> tuple[str, ...]:
    """Return facts about an edition, the most telling first."""
    text, words = context.text, list[str]()
    if card.facts.maximum is not None and card.facts.maximum_boards is not None:
        points = text("terms.count.points", count=card.facts.maximum)
        words.append(text("editions.fact.maximum", count=card.facts.maximum_boards, points=points))
    fewest, most = card.players
    words.append(text("editions.fact.players", fewest=fewest, most=most))
    return tuple(words)


def wrong_seats(context: Context, choices: Choices) -> str:
    """Return that an edition needs another number of players; "" if other rules differ as well."""
    card = find_edition(choices.edition)
    if card is None or choices.is_of_card:
        return ""
    usual = replace(choices, seats=choices.seats[:1] * card.usual)
    if not usual.is_of_card:
        return ""
    name, (fewest, most) = context.text(f"editions.{card.name}.name"), card.players
    return context.text("setup.own_seats", edition=name, fewest=fewest, most=most)
