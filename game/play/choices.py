"""The choices of the setup screen as one value, filled from a card or from the last match.

Choices for another board or call rule are stored while they do not apply, so that switching back
restores them; `Choices.rules` leaves them out.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from game.play.editions import CallerRule, Edition, find_edition
from game.play.table import SEAT_COLOURS, TableSetup, handicaps_of, known_avatar
from game.rules.boards import BoardName
from game.rules.errors import Fault, FormatError, RulesError
from game.rules.marks import Mark
from game.rules.names import clean_name
from game.rules.ruleset import (
    MAX_PLAYERS,
    MOST_BOARDS,
    MOST_ROUNDS,
    BonusRule,
    CallRule,
    PlacementRule,
    RayRule,
    Ruleset,
)

CLOCKS: Final = (None, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600)
"""The time limits to choose from: seconds for one answer, None for no limit."""

MAX_NAME: Final = 24
"""Most characters of a player's name."""


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat of the setup: `bot` is a computer's name, "" for a person.

    An empty `name` means the default one; `avatar` is "" if none was chosen.
    """

    colour: str
    name: str = ""
    bot: str = ""
    avatar: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """All choices of the setup except the deal (V1).

    `edition` is a card's name, "" for own rules. `board`, `daffodil` (the variant, used on that
    board only), `placement`, `call`, `rays`, `bonus` (used with `mail` only) and `rounds` are those
    of a `Ruleset`. `caller` draws the tiles; `answer_seconds` limits each answer, None is no limit.
    `has_hidden_boards` hides the others' boards at one screen. `seats` are the players in order; in
    a game that `is_blind` people's tiles are face down.
    """

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
    is_blind: bool = False

    @property
    def rules(self) -> Ruleset:
        """The ruleset of these choices."""
        return Ruleset(
            board=self.board,
            placement=self.placement,
            call=self.call,
            rays=self.rays,
            daffodil=self.daffodil if self.board is BoardName.DAFFODIL else None,
            bonus=self.bonus if self.call is CallRule.MAIL else None,
            rounds=self.rounds,
        )

    @property
    def handicaps(self) -> frozenset[Mark]:
        """The handicaps it will be played with: the clock, blind, or both."""
        return handicaps_of(self.call, self.answer_seconds, is_blind=self.is_blind)

    @property
    def is_of_card(self) -> bool:
        """Whether players, rules and caller are still the card's; variant and clock may differ."""
        card = find_edition(self.edition)
        if card is None:
            return False
        fewest, most = card.players
        # A card for as many as fit at a screen is for as many as there are boards (V6).
        most = MOST_BOARDS if most == MAX_PLAYERS else most
        if not fewest <= len(self.seats) <= most:
            return False
        variant = card.rules.daffodil
        rules = self.rules if variant is None else replace(self, daffodil=variant).rules
        return (card.rules, card.caller) == (rules, self.caller)


def with_rules(choices: Choices, rules: Ruleset) -> Choices:
    """Return the choices with other rules; choices outside the rules stay.

    Rounds are limited to `MOST_ROUNDS`.
    """
    return replace(
        choices,
        board=rules.board,
        daffodil=rules.daffodil or choices.daffodil,
        placement=rules.placement,
        call=rules.call,
        rays=rules.rays,
        bonus=rules.bonus or choices.bonus,
        rounds=min(rules.rounds, MOST_ROUNDS),
    )


def add_seat(
    seats: tuple[SeatChoice, ...], bot: str = "", most: int = MAX_PLAYERS
) -> tuple[SeatChoice, ...]:
    """Return the seats and one more, in the first free colour; the same seats if all are taken.

    There are `most` seats: `MOST_BOARDS` at a real table (V6).
    """
    if len(seats) >= most:
        return seats
    taken = {seat.colour for seat in seats}
    colour = next(c for c in SEAT_COLOURS if c not in taken)
    return (*seats, SeatChoice(colour, bot=bot))


def remove_seat(seats: tuple[SeatChoice, ...], index: int) -> tuple[SeatChoice, ...]:
    """Return the seats without one.

    A person with a default name is named by the place: moving up into the place of such a person
    takes over its name, colour and avatar.
    """
    left = [*seats[:index], *seats[index + 1 :]]
    for place in range(index, len(left)):
        if any(seat.bot or seat.name for seat in (left[place], seats[place])):
            break
        old = seats[place]
        left[place] = replace(left[place], colour=old.colour, avatar=old.avatar)
    return tuple(left)


def next_colour(seats: tuple[SeatChoice, ...], index: int) -> tuple[SeatChoice, ...]:
    """Return the seats with the next colour for one; the seat with that colour swaps with it."""
    old = seats[index].colour
    wanted = SEAT_COLOURS[(SEAT_COLOURS.index(old) + 1) % MAX_PLAYERS]
    colours = {old: wanted, wanted: old}
    return tuple(replace(seat, colour=colours.get(seat.colour, seat.colour)) for seat in seats)


def free_level(seats: Sequence[SeatChoice], levels: Sequence[str]) -> str:
    """Return the first computer of `levels` without a seat; the first one if all have one."""
    taken = {seat.bot for seat in seats}
    return next((level for level in levels if level not in taken), levels[0])


def choices_from(
    card: Edition,
    levels: Sequence[str],
    old: Choices | None = None,
    *,
    has_hidden_boards: bool = False,
) -> Choices:
    """Return a card's choices, with the seats of `old` if their number fits the card.

    Otherwise computers are added, each of `levels` once and in this order, or seats removed.
    """
    seats = old.seats if old is not None else (SeatChoice(SEAT_COLOURS[0]),)
    wanted = len(seats) if old is not None else card.usual
    wanted = min(card.players[1], max(card.players[0], wanted))
    while len(seats) < wanted:
        seats = add_seat(seats, free_level(seats, levels))
    return Choices(
        card.name,
        card.rules.board,
        card.rules.daffodil or 1,
        card.rules.placement,
        card.rules.call,
        card.rules.rays,
        card.rules.bonus or BonusRule.CALL,
        card.rules.rounds,
        card.caller,
        card.answer_seconds,
        has_hidden_boards,
        seats[:wanted],
    )


def table_from(choices: Choices, names: tuple[str, ...], seed: str) -> TableSetup:
    """Return the table of these choices; `names` are the players' in seat order."""
    from game.rules.names import MAX_NAME_LENGTH
    from game.rules.state import Player, PlayerKind

    players = tuple(
        Player(name, PlayerKind.BOT, seat.bot[:MAX_NAME_LENGTH]) if seat.bot else Player(name)
        for seat, name in zip(choices.seats, names, strict=True)
    )
    avatars = tuple("" if seat.bot else seat.avatar for seat in choices.seats)
    return TableSetup(
        choices.rules,
        players,
        seed,
        choices.edition if choices.is_of_card else "",
        choices.caller,
        tuple(seat.colour for seat in choices.seats),
        choices.answer_seconds,
        choices.has_hidden_boards,
        is_blind=choices.is_blind,
        avatars=avatars if any(avatars) else (),
    )


def print_seats(choices: Choices) -> str:
    """Return the choices that the rules' text does not hold, as a text for `parse_choices`."""
    table = {
        "seats": [
            {"colour": s.colour, "name": s.name, "bot": s.bot}
            | ({"avatar": s.avatar} if s.avatar else {})
            for s in choices.seats
        ],
        "caller": choices.caller.value,
        "seconds": choices.answer_seconds,
        "daffodil": choices.daffodil,
        "blind": choices.is_blind,
    }
    return json.dumps(table, ensure_ascii=False)


_FOREIGN: Final = (
    RulesError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
)
"""The errors that a text of another kind may raise."""


def parse_choices(plain: Choices, rules: str, seats: str, levels: tuple[str, ...]) -> Choices:
    """Return `plain` with stored rules and seats; a computer not in `levels` becomes a person.

    `seats` is the text of `print_seats`. Raises `FormatError`.
    """
    try:
        table: Any = json.loads(seats)
        choices = with_rules(plain, Ruleset.parse(rules))
        seconds = table["seconds"]
        return replace(
            choices,
            seats=_read_seats(table["seats"], levels),
            caller=CallerRule(table["caller"]),
            answer_seconds=seconds if seconds in CLOCKS else None,
            daffodil=choices.rules.daffodil or min(4, max(1, int(table["daffodil"]))),
            is_blind=bool(table.get("blind", False)),
        )
    except _FOREIGN as error:
        raise FormatError(Fault.UNREADABLE, seats, text=str(error)) from None


def read_seats(seats: str, levels: tuple[str, ...]) -> tuple[SeatChoice, ...]:
    """Parse the seats that `print_seats` wrote; () if that fails."""
    try:
        return _read_seats(json.loads(seats)["seats"], levels)
    except _FOREIGN:
        return ()


def _read_seats(table: Any, levels: tuple[str, ...]) -> tuple[SeatChoice, ...]:
    seats: tuple[SeatChoice, ...] = ()
    for entry in table[:MAX_PLAYERS]:
        bot = str(entry["bot"])
        seats = add_seat(seats, bot if bot in levels else "")
        taken = {seat.colour for seat in seats[:-1]}
        colour = str(entry["colour"])
        if colour not in SEAT_COLOURS or colour in taken:
            colour = seats[-1].colour
        name = "" if seats[-1].bot else clean_name(str(entry["name"]), MAX_NAME)
        avatar = "" if seats[-1].bot else known_avatar(entry.get("avatar"))
        seats = (*seats[:-1], replace(seats[-1], colour=colour, name=name, avatar=avatar))
    if not seats:
        raise ValueError("nobody sits there")
    return seats
