"""What is chosen at the setup, as one value: from a card or the last time, to a table.

Choices that belong to the other board or another way of calling are kept while they do not
apply, so that switching back brings them back; `Choices.rules` leaves them out.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from game.bots.players.registry import LEVELS
from game.play.editions import Edition
from game.play.session import CallerRule
from game.play.table import SEAT_COLOURS, TableSetup
from game.rules.boards import BoardName
from game.rules.errors import RulesError
from game.rules.match import Player, PlayerKind
from game.rules.ruleset import (
    MAX_PLAYERS,
    BonusRule,
    CallRule,
    PlacementRule,
    RayRule,
    Ruleset,
)
from game.ui.frame.preferences import change_settings
from game.ui.scenes.shared.names import all_editions, bot_name, find_edition

if TYPE_CHECKING:
    from game.ui.frame.context import Context

__all__ = [
    "CLOCKS",
    "Choices",
    "SeatChoice",
    "add_seat",
    "choices_of_edition",
    "default_name",
    "first_choices",
    "last_choices",
    "player_names",
    "remember_choices",
    "table_of",
    "troubles",
    "with_rules",
]

CLOCKS: Final = (None, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600)
"""The clocks to choose from: seconds for one answer (M1), `None` for none."""

USUAL_LEVEL: Final = LEVELS[len(LEVELS) // 3]


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """Who sits there: `bot` is a computer's name or empty for a person, whose `name` may be
    empty for the usual one.
    """

    colour: str
    name: str = ""
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything that can be chosen (V1) but the deal."""

    edition: str
    board: BoardName
    daffodil: int
    placement: PlacementRule
    call: CallRule
    rays: RayRule
    bonus: BonusRule
    rounds: int
    caller: CallerRule
    answer_seconds: int | None
    has_hidden_boards: bool
    seats: tuple[SeatChoice, ...]

    @property
    def rules(self) -> Ruleset:
        """The rules that these choices make."""
        return Ruleset(
            self.board,
            self.placement,
            self.call,
            self.rays,
            self.daffodil if self.board is BoardName.DAFFODIL else None,
            self.bonus if self.call is CallRule.MAIL else None,
            self.rounds,
        )

    @property
    def is_of_card(self) -> bool:
        """Whether rules, caller and clock are still those of the card."""
        card = find_edition(self.edition)
        return card is not None and (card.rules, card.caller, card.answer_seconds) == (
            self.rules,
            self.caller,
            self.answer_seconds if self.call is CallRule.MAIL else card.answer_seconds,
        )


def with_rules(choices: Choices, rules: Ruleset) -> Choices:
    """The choices with other rules; what these do not say stays."""
    return replace(
        choices,
        board=rules.board,
        daffodil=rules.daffodil or choices.daffodil,
        placement=rules.placement,
        call=rules.call,
        rays=rules.rays,
        bonus=rules.bonus or choices.bonus,
        rounds=rules.rounds,
    )


def choices_of_edition(context: Context, card: Edition, old: Choices | None = None) -> Choices:
    """A card's choices. Who sits at the table stays as in `old` where the card has room for
    as many; otherwise seats are added, or left, until it fits.
    """
    seats = old.seats if old is not None else (SeatChoice(SEAT_COLOURS[0]),)
    wanted = len(seats) if old is not None else card.usual
    wanted = min(card.players[1], max(card.players[0], wanted))
    while len(seats) < wanted:
        seats = add_seat(seats, USUAL_LEVEL)
    plain = Choices(
        card.name,
        card.rules.board,
        1,
        card.rules.placement,
        card.rules.call,
        card.rules.rays,
        BonusRule.CALL,
        card.rules.rounds,
        card.caller,
        card.answer_seconds,
        context.preferences.has_hidden_boards,
        seats[:wanted],
    )
    return with_rules(plain, card.rules)


def add_seat(seats: tuple[SeatChoice, ...], bot: str = "") -> tuple[SeatChoice, ...]:
    """One seat more, in the first colour that is free; the same seats where all are taken."""
    if len(seats) >= MAX_PLAYERS:
        return seats
    taken = {seat.colour for seat in seats}
    colour = next(c for c in SEAT_COLOURS if c not in taken)
    return (*seats, SeatChoice(colour, bot=bot))


def default_name(context: Context, seat: int) -> str:
    """What a person is called who gave no name."""
    own = context.preferences.player_name if seat == 0 else ""
    return own or context.text("setup.name_of", number=seat + 1)


def player_names(context: Context, choices: Choices) -> tuple[str, ...]:
    """The names at the table; computers of one strength are numbered."""
    names: list[str] = []
    seen: dict[str, int] = {}
    for index, seat in enumerate(choices.seats):
        if not seat.bot:
            names.append(seat.name.strip() or default_name(context, index))
            continue
        count = seen[seat.bot] = seen.get(seat.bot, 0) + 1
        name = bot_name(context, seat.bot)
        names.append(name if count == 1 else f"{name} {count}")
    return tuple(names)


def troubles(context: Context, choices: Choices) -> tuple[str, ...]:
    """Why this cannot be played, each in words (V1); empty if it can."""
    found = [
        context.text(f"errors.conflict.{conflict.value}")
        for conflict in choices.rules.conflicts(len(choices.seats))
    ]
    names = player_names(context, choices)
    doubles = dict.fromkeys(name for name in names if names.count(name) > 1)
    found += [context.text("setup.name_twice", name=name) for name in doubles]
    return tuple(found)


def table_of(context: Context, choices: Choices, seed: str) -> TableSetup:
    """The table to play at."""
    players = tuple(
        Player(name, PlayerKind.BOT, seat.bot) if seat.bot else Player(name)
        for seat, name in zip(choices.seats, player_names(context, choices), strict=True)
    )
    return TableSetup(
        choices.rules,
        players,
        seed,
        choices.edition if choices.is_of_card else "",
        choices.caller,
        tuple(seat.colour for seat in choices.seats),
        choices.answer_seconds if choices.call is CallRule.MAIL else None,
        choices.has_hidden_boards,
    )


def remember_choices(context: Context, choices: Choices) -> None:
    """Store the choices as the last ones."""
    table = {
        "seats": [{"colour": s.colour, "name": s.name, "bot": s.bot} for s in choices.seats],
        "caller": choices.caller.value,
        "seconds": choices.answer_seconds,
        "daffodil": choices.daffodil,
    }
    first = choices.seats[0]
    name = first.name.strip() if not first.bot else ""
    change_settings(
        context,
        edition=choices.edition,
        rules=str(choices.rules),
        seats=json.dumps(table, ensure_ascii=False),
        has_hidden_boards=choices.has_hidden_boards,
        player_name=name or context.preferences.player_name,
    )


def last_choices(context: Context) -> Choices:
    """The choices of the last time, or the first card's where there are none to be read."""
    settings = context.preferences
    card = find_edition(settings.edition) or all_editions()[0]
    choices = choices_of_edition(context, card)
    if not settings.rules:
        return choices
    try:
        table: Any = json.loads(settings.seats)
        choices = with_rules(choices, Ruleset.parse(settings.rules))
        seconds = table["seconds"]
        return replace(
            choices,
            seats=_read_seats(table["seats"]),
            caller=CallerRule(table["caller"]),
            answer_seconds=seconds if seconds in CLOCKS else None,
            daffodil=choices.rules.daffodil or min(4, max(1, int(table["daffodil"]))),
        )
    except (RulesError, ValueError, LookupError, TypeError, AttributeError):
        return choices_of_edition(context, card)


def first_choices(context: Context, edition: str = "") -> Choices:
    """What the setup starts from: an edition's card with the people of the last time as far
    as it has room for them, or all of the last choice where no edition is named.
    """
    last = last_choices(context)
    card = find_edition(edition)
    if card is None:
        return last
    fresh = choices_of_edition(context, card)
    if last.edition == card.name or len(fresh.seats) <= len(last.seats) <= card.players[1]:
        return choices_of_edition(context, card, last)
    return fresh


def _read_seats(table: Any) -> tuple[SeatChoice, ...]:
    seats: tuple[SeatChoice, ...] = ()
    for entry in table[:MAX_PLAYERS]:
        bot = str(entry["bot"])
        seats = add_seat(seats, bot if bot in LEVELS else "")
        taken = {seat.colour for seat in seats[:-1]}
        colour = str(entry["colour"])
        if colour not in SEAT_COLOURS or colour in taken:
            colour = seats[-1].colour
        name = "" if seats[-1].bot else str(entry["name"])[:24]
        seats = (*seats[:-1], replace(seats[-1], colour=colour, name=name))
    if not seats:
        raise ValueError("nobody sits there")
    return seats
