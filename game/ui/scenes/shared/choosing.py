"""The defaults of a new table: the people of the last tables, and the last setup."""

from contextlib import suppress
from dataclasses import replace
from typing import Final

from game.bots.players.registry import LEVELS
from game.locale import Language, load_catalogue
from game.play.choices import (
    Choices,
    SeatChoice,
    add_seat,
    choices_from,
    parse_choices,
    print_seats,
    read_seats,
    table_from,
)
from game.play.editions import Edition, all_editions, find_edition
from game.play.table import SEAT_COLOURS, TableSetup
from game.rules.errors import FormatError
from game.rules.marks import Mark
from game.rules.match import Match
from game.rules.names import clean_name, look_of
from game.rules.ruleset import MAX_PLAYERS, CallRule
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.shared.names import bot_name

USUAL_LEVEL: Final = LEVELS[len(LEVELS) // 3]

USUAL_LEVELS: Final = tuple(
    sorted(LEVELS, key=lambda level: abs(LEVELS.index(level) - LEVELS.index(USUAL_LEVEL)))
)
"""The levels of computers in the order in which they are offered as opponents."""


def choices_of_edition(context: Context, card: Edition, old: Choices | None = None) -> Choices:
    """Return an edition's choices with as many people of `old` as it has seats for, whose boards
    stay hidden or open.
    """
    if old is not None:
        is_hidden = old.has_hidden_boards
        return choices_from(card, USUAL_LEVELS, old, has_hidden_boards=is_hidden)
    is_hidden = context.preferences.has_hidden_boards
    fresh = choices_from(card, USUAL_LEVELS, has_hidden_boards=is_hidden)
    seats: tuple[SeatChoice, ...] = (own_choice(context),)
    for seat in fresh.seats[1:]:
        seats = add_seat(seats, seat.bot)
    return replace(fresh, seats=seats)


def known_people(context: Context) -> dict[str, SeatChoice]:
    """Return the people of the last setups with colours and pictures, by name, the latest first."""
    people: dict[str, SeatChoice] = {}
    settings = context.preferences
    for seats in (settings.seats, settings.friends):
        for index, seat in enumerate(read_seats(seats, LEVELS)):
            if not seat.bot:
                people.setdefault(seat.name or default_name(context, index), seat)
    return people


def own_choice(context: Context) -> SeatChoice:
    """Return a seat with the colour and picture of the first person of the last setup."""
    first = next(iter(read_seats(context.preferences.seats, LEVELS)), None)
    if first is None or first.bot:
        return SeatChoice(SEAT_COLOURS[0])
    return replace(first, name="")


def default_name(context: Context, seat: int) -> str:
    """Return the default name of the person in a seat."""
    name = context.preferences.player_name if seat == 0 else ""
    return name or context.text("setup.name_of", number=seat + 1)


def note_whose(context: Context, setup: TableSetup) -> TableSetup:
    """Mark the table with `OTHER_NAME` if its first person is not the player, else remove the mark.

    A friend's game does not count among the player's own.
    """
    name, guests = context.preferences.player_name, setup.phones - {setup.owner}
    people = (p.name for i, p in enumerate(setup.players) if p.bot is None and i not in guests)
    first = next(people, name)
    is_other = bool(name) and look_of(first).casefold() != look_of(name).casefold()
    marks = setup.marks - {Mark.OTHER_NAME}
    return replace(setup, marks=marks | {Mark.OTHER_NAME} if is_other else marks)


def player_names(context: Context, choices: Choices) -> tuple[str, ...]:
    """Return the names at the table; computers of the same level are numbered."""
    names: list[str] = []
    counts: dict[str, int] = {}
    for index, seat in enumerate(choices.seats):
        if not seat.bot:
            names.append(clean_name(seat.name) or default_name(context, index))
            continue
        count = counts[seat.bot] = counts.get(seat.bot, 0) + 1
        name = bot_name(context, seat.bot)
        names.append(name if count == 1 else f"{name} {count}")
    return tuple(names)


def conflict_words(context: Context, choices: Choices, most: int = MAX_PLAYERS) -> list[str]:
    """Return a sentence for each rule that cannot be combined with these seats (V1).

    There are `most` seats: `MOST_BOARDS` at a real table (V6).
    """
    conflicts = choices.rules.conflicts(len(choices.seats), most)
    return [context.text(f"errors.conflict.{conflict.value}") for conflict in conflicts]


def troubles(context: Context, choices: Choices, most: int = MAX_PLAYERS) -> tuple[str, ...]:
    """Return a sentence for each reason against these choices; empty if they are playable."""
    reasons = conflict_words(context, choices, most)
    names = player_names(context, choices)
    looks = [look_of(name) for name in names]
    doubles = {look: name for look, name in zip(looks, names, strict=True) if looks.count(look) > 1}
    reasons += [context.text("setup.name_twice", name=name) for name in doubles.values()]
    return tuple(reasons)


def table_of(context: Context, choices: Choices, seed: str) -> TableSetup:
    """Return the table for these choices and a seed."""
    return table_from(choices, player_names(context, choices), seed)


def remember_choices(context: Context, choices: Choices) -> None:
    """Store the choices as the last ones; the first name typed becomes the player's name."""
    first = choices.seats[0]
    name = clean_name(first.name) if not first.bot else ""
    change_settings(
        context,
        edition=choices.edition,
        rules=str(choices.rules),
        seats=print_seats(choices),
        **_friends_of(choices),
        has_hidden_boards=choices.has_hidden_boards,
        player_name=context.preferences.player_name or name,
    )


def _people(choices: Choices) -> int:
    return sum(not seat.bot for seat in choices.seats)


def _friends_of(choices: Choices) -> dict[str, str]:
    """Return the settings that store a table of several people for next time; {} for one person."""
    if _people(choices) < 2:
        return {}
    return {
        "friends": print_seats(choices),
        "friends_edition": choices.edition,
        "friends_rules": str(choices.rules),
    }


def evening_choices(context: Context) -> Choices:
    """Return the people and rules of the last table with several people, without computers.

    Without such a table: two people and the standard game. The league is replaced, since it
    lasts many evenings.
    """
    settings = context.preferences
    standard = choices_of_edition(context, all_editions()[0])
    choices = standard
    with suppress(FormatError):
        card = find_edition(settings.friends_edition) or all_editions()[0]
        rules = settings.friends_rules or str(standard.rules)
        plain = choices_of_edition(context, card)
        choices = parse_choices(plain, rules, settings.friends, LEVELS)
    if choices.call is CallRule.MAIL:
        choices = replace(standard, seats=choices.seats)
    seats = tuple(seat for seat in choices.seats if not seat.bot)
    while len(seats) < 2:
        seats = add_seat(seats)
    return replace(choices, seats=seats)


def last_choices(context: Context, people: int = 1) -> Choices:
    """Return the last choices, with seats added until there are `people` of them.

    The first edition's, if none are stored or readable.
    """
    settings = context.preferences
    choices = choices_of_edition(context, find_edition(settings.edition) or all_editions()[0])
    if settings.rules:
        with suppress(FormatError):
            choices = parse_choices(choices, settings.rules, settings.seats, LEVELS)
    while _people(choices) < people:
        choices = replace(choices, seats=add_seat(choices.seats))
    return choices


def name_computers(context: Context, match: Match) -> Match:
    """Return a match with its computers' default names in the player's language.

    Names given by a player stay.
    """
    players = tuple(
        replace(player, name=computer_name(context, player.name, player.bot))
        for player in match.players
    )
    return match if players == match.players else replace(match, players=players)


def computer_name(context: Context, name: str, bot: str | None) -> str:
    """Return a player's name; a computer's default name of any language is translated."""
    if bot in LEVELS:
        key = f"bots.{bot}.name"
        # Most names are in the player's language, and other catalogues take time to load.
        for language in (context.catalogue.language, *Language):
            usual = load_catalogue(language).text(key)
            rest = name.removeprefix(usual)
            if name.startswith(usual) and (not rest or rest[1:].isdecimal()):
                return context.text(key) + rest
    return name
