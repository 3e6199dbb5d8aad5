"""The setup of a boxed game, and the caller that it starts; no pygame."""

from dataclasses import replace
from typing import Any, Final

from game.bots.players.registry import LEVELS
from game.play.caller import PACES, CallerGame, Pace
from game.play.choices import Choices, SeatChoice, add_seat
from game.play.editions import Edition, all_editions, find_edition
from game.rules.ruleset import MOST_BOARDS
from game.storage.codes import new_seed
from game.storage.store import with_identity
from game.ui.frame.context import Context
from game.ui.scenes.shared.choosing import choices_of_edition, last_choices, table_of, troubles

PACE_SECONDS: Final = (None, *PACES)
"""Seconds from call to call; None for calls by hand."""

COMPANIONS: Final = ("", *LEVELS)
"""The computer that plays along; "" for none."""


class BoxControl:
    """The edition, its rules, the people, the pace, and the computer that plays along."""

    def __init__(self, context: Context) -> None:
        self._context = context
        last = last_choices(context)
        people = tuple(seat for seat in last.seats if not seat.bot)
        # The rules of the last setup would apply without being shown, so the card's do.
        card = find_edition(last.edition) or all_editions()[0]
        choices = choices_of_edition(context, card)
        self.choices: Choices = _by_hand(choices, people)
        self.companion = ""
        self.pace = Pace()

    @property
    def people(self) -> int:
        """The number of people at the table."""
        return len(self.choices.seats)

    @property
    def most_people(self) -> int:
        """Most people at the table: eight (V6), less the computer."""
        return MOST_BOARDS - bool(self.companion)

    @property
    def has_room(self) -> bool:
        """Whether a seat is free for a computer."""
        return self.people < MOST_BOARDS

    @property
    def table(self) -> Choices:
        """The choices including the computer that plays along."""
        if not self.companion:
            return self.choices
        seats = add_seat(self.choices.seats, self.companion, MOST_BOARDS)
        return replace(self.choices, seats=seats)

    @property
    def troubles(self) -> tuple[str, ...]:
        """Sentences about the reasons against playing these choices; empty if playable."""
        return troubles(self._context, self.table, MOST_BOARDS)

    def take_card(self, card: Edition) -> None:
        """Choose all rules of an edition, with the same people."""
        self.choices = _by_hand(choices_of_edition(self._context, card), self.choices.seats)

    def choose(self, key: str, value: Any) -> None:
        """Change one field of the choices."""
        self.choices = replace(self.choices, **{key: value})

    def seat(self, count: int) -> None:
        """Set the number of people; remaining seats keep their names."""
        seats = self.choices.seats[:count]
        while len(seats) < count:
            seats = add_seat(seats, most=MOST_BOARDS)
        self.choices = replace(self.choices, seats=seats)

    def name(self, seat: int, name: str) -> None:
        """Name a person; "" restores the default name."""
        seats = list(self.choices.seats)
        seats[seat] = replace(seats[seat], name=name)
        self.choices = replace(self.choices, seats=tuple(seats))

    def accompany(self, level: str) -> None:
        """Add a computer of this level if a seat is free; "" removes it."""
        self.companion = level if self.has_room else ""

    def start(self) -> CallerGame:
        """Return the caller's game, already saved. Raises `RulesetError`."""
        context, store = self._context, self._context.store
        setup = table_of(context, self.table, new_seed())
        store.file_waiting()
        meta = with_identity(None)
        return CallerGame.start(setup, self.pace, context.engines, store.save_match, meta)


def _by_hand(choices: Choices, seats: tuple[SeatChoice, ...]) -> Choices:
    """Return the choices for people with boards on a real table.

    There no deadline is missed (M1), and a screen cannot hide tiles.
    """
    return replace(
        choices, seats=seats, answer_seconds=None, is_blind=False, has_hidden_boards=False
    )
