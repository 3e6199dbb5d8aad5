"""The editions as a row of cards, each with the digit that chooses it."""

from collections.abc import Callable, Sequence
from functools import partial

from game.play.editions import Edition, all_editions
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Transition
from game.ui.widgets import Answer
from game.ui.widgets.cards import NumberedCard


def edition_cards(
    context: Context, choose: Callable[[Edition], Answer], *, has_tooltips: bool = True
) -> list[NumberedCard]:
    """A card for each edition, in their order."""

    def card(edition: Edition) -> NumberedCard:
        return NumberedCard(
            edition.place,
            lambda: context.text(f"editions.{edition.name}.name"),
            lambda: choose(edition),
            tooltip=partial(context.text, f"editions.{edition.name}.about") if has_tooltips else "",
        )

    return [card(edition) for edition in all_editions()]


def press_digit(cards: Sequence[NumberedCard], digit: str) -> Transition | None:
    """Press the card of that digit."""
    found = [card for card in cards if str(card.number) == digit]
    return found[0].press() if found else Ignored()
