"""The list of editions at the left of a page; digits choose them too."""

from collections.abc import Callable, Iterator
from functools import partial

from game.play.editions import Edition, all_editions
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation
from game.ui.parts import ListRow, Widget
from game.ui.scenes.editions.topics import fact_words
from game.ui.widgets import PressResult

OWN_DIGIT = len(all_editions()) + 1
"""The digit of the player's own rules, which follow the editions."""


class EditionRow(ListRow):
    """An edition's row: its name and what is special; hovering explains it."""

    def __init__(
        self,
        context: Context,
        edition: Edition,
        choose: Callable[[Edition], PressResult],
        *,
        is_chosen: bool,
        is_low: bool,
    ) -> None:
        text = context.text
        name = text(f"editions.{edition.name}.name")
        facts = fact_words(context, edition)
        super().__init__(
            partial(choose, edition),
            name,
            "" if is_low else text(f"editions.{edition.name}.short"),
            is_chosen=is_chosen,
            name_lines=1 if is_low else 2,
            reads=name,
            tooltip="\n".join((text(f"editions.{edition.name}.about"), *facts)),
            id=("card", edition.name),
            group="edition",
        )
        self.edition = edition


def edition_rows(
    context: Context,
    choose: Callable[[Edition], PressResult],
    chosen: str = "",
    *,
    is_low: bool = False,
) -> Iterator[EditionRow]:
    """Yield a row for each edition; `is_low` rows have one line."""
    for card in all_editions():
        yield EditionRow(context, card, choose, is_chosen=card.name == chosen, is_low=is_low)


def press_digit(context: Context, root: Widget, digit: int) -> Navigation | None:
    """Press the row of a digit, if the page has it, and announce it."""
    for part in root.walk():
        if isinstance(part, EditionRow) and part.edition.place == digit:
            name = context.text(f"editions.{part.edition.name}.name")
            context.speak(f"{name}, {context.text('heard.spoken.is_chosen')}.")
            return part.press()
    return Ignored()
