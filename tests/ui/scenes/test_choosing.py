"""The defaults of a new table: the people, the rules and the last setups."""

from __future__ import annotations

from dataclasses import replace

from game.locale import Language, load_catalogue
from game.play.choices import SeatChoice, add_seat
from game.play.table import SEAT_COLOURS, TableSetup
from game.rules.marks import Mark
from game.rules.match import Player, PlayerKind, new_match
from game.rules.ruleset import (
    MOST_BOARDS,
    RayRule,
    Ruleset,
)
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.shared.choosing import (
    computer_name,
    default_name,
    evening_choices,
    known_people,
    last_choices,
    name_computers,
    note_whose,
    own_choice,
    player_names,
    remember_choices,
    troubles,
)
from tests.ui.scenes.setup_stage import choices_of
from tests.ui.scenes.table_stage import bots, people


def test_friends_find_their_seats_and_names_again(player: Context) -> None:
    choices = evening_choices(player)
    named = tuple(replace(s, name=n) for s, n in zip(choices.seats, ("Ana", "Ben"), strict=True))
    remember_choices(player, replace(choices, seats=(named[0], replace(named[1], colour="orange"))))
    remember_choices(player, replace(choices, seats=named[:1]))
    assert len(last_choices(player).seats) == 1
    again = evening_choices(player).seats
    assert [(seat.name, seat.colour) for seat in again][1] == ("Ben", "orange")


def test_the_last_setup_s_people_come_first_and_the_player_keeps_the_name(player: Context) -> None:
    choices = evening_choices(player)
    first, second = choices.seats
    friends = (replace(first, name="Ana", avatar="frog"), replace(second, name="Ben"))
    remember_choices(player, replace(choices, seats=friends))
    assert player.preferences.player_name == "Ana"
    assert own_choice(player) == replace(friends[0], name="")
    alone = replace(first, name="Ben", colour="orange", avatar="sun")
    remember_choices(player, replace(choices, seats=(alone,)))
    assert player.preferences.player_name == "Ana", "a guest in the first seat is another"
    assert [*known_people(player).items()] == [("Ben", alone), ("Ana", friends[0])]
    computers = add_seat(add_seat((), "fox"), "fox")
    remember_choices(player, replace(choices, seats=computers))
    assert own_choice(player) == SeatChoice(SEAT_COLOURS[0])
    fox = player.text("bots.fox.name")
    seats = (*computers, replace(second, name=" Eva "), replace(second, name=""))
    named = player_names(player, replace(choices, seats=seats))
    assert named == (fox, f"{fox} 2", "Eva", default_name(player, 3))


def test_a_table_is_marked_while_its_first_person_is_not_the_player(player: Context) -> None:
    other, plain = {Mark.OTHER_NAME}, {Mark.COACHED}
    for name, players, phones, is_other in (
        ("Ana", people("Ana", "Ben"), (), False),
        ("Ana", people("ANA"), (), False),
        ("Ana", people("Ben", "Ana"), (), True),
        ("Ana", (*bots("Otto"), *people("Ana")), (), False),
        ("Ana", (*bots("Otto"), *people("Ben")), (), True),
        ("Ana", people("Ben", "Ana"), (0,), False),
        ("Ana", bots("Otto"), (), False),
        ("", people("Ben"), (), False),
    ):
        change_settings(player, player_name=name)
        setup = TableSetup(Ruleset(), players, "1", phones=frozenset(phones))
        for marks in (plain, plain | other):
            noted = note_whose(player, replace(setup, marks=frozenset(marks))).marks
            assert noted == (plain | other if is_other else plain)


def test_each_reason_against_choices_is_shown(player: Context) -> None:
    choices, text = choices_of(player, "standard"), player.text
    ana, ben = SeatChoice("red", "Ana"), SeatChoice("blue", "Ben")
    twice = text("setup.name_twice", name="Ana")
    ray = text("errors.conflict.best-ray-needs-opponents")
    for seats, rays, reasons in (
        ((ana,), RayRule.NONE, ()),
        ((ana, ben), RayRule.BEST_RAY, ()),
        ((ana,), RayRule.BEST_RAY, (ray,)),
        ((ana, replace(ben, name="Ana")), RayRule.NONE, (twice,)),
        ((ana, ben, replace(ben, name=" Ana")), RayRule.NONE, (twice,)),
    ):
        assert troubles(player, replace(choices, seats=seats, rays=rays)) == reasons
    many = tuple(replace(ana, name=str(number)) for number in range(7))
    assert troubles(player, replace(choices, seats=many)) != ()
    assert troubles(player, replace(choices, seats=many), MOST_BOARDS) == ()
    change_settings(player, player_name="Eva")
    named = [default_name(player, seat) for seat in (0, 1)]
    assert named == ["Eva", text("setup.name_of", number=2)]
    change_settings(player, player_name="")
    assert default_name(player, 0) == text("setup.name_of", number=1)


def test_computers_have_the_language_s_names_and_given_ones_stay(player: Context) -> None:
    fox = player.text("bots.fox.name")
    german = load_catalogue(Language.GERMAN).text("bots.fox.name")
    for name, bot, shown in (
        (german, "fox", fox),
        (f"{german} 2", "fox", f"{fox} 2"),
        (f"{german}x", "fox", f"{german}x"),
        (f"{german} b", "fox", f"{german} b"),
        ("Karl", "fox", "Karl"),
        (german, "", german),
        (german, "own-engine", german),
    ):
        assert computer_name(player, name, bot or None) == shown


def test_two_people_find_the_standard_game_or_their_last_evening(player: Context) -> None:
    """Never the league, nor computers, whatever one of them played alone before."""
    standard = choices_of(player, "standard")
    league = choices_of(player, "league")
    bots = [seat.bot for seat in league.seats if seat.bot]
    assert len(bots) == len(set(bots)) > 1, "no animal sits twice"
    remember_choices(player, league)
    two = evening_choices(player)
    assert (two.rules, two.is_of_card, len(two.seats)) == (standard.rules, True, 2)
    assert not any(seat.bot for seat in two.seats)
    named = tuple(replace(s, name=n) for s, n in zip(two.seats, ("Ana", "Ben"), strict=True))
    rays = replace(two, seats=named, rays=RayRule.RAYS, rounds=3, is_blind=True)
    remember_choices(player, replace(rays, seats=add_seat(named, "beaver")))
    remember_choices(player, league)
    evening = evening_choices(player)
    assert evening == replace(rays, has_hidden_boards=evening.has_hidden_boards)
    remember_choices(player, replace(league, seats=named))
    assert evening_choices(player) == replace(two, seats=named)


def test_computers_bear_their_names_in_the_language_in_which_one_goes_on(context: Context) -> None:
    names = [load_catalogue(Language.GERMAN).text(f"bots.{bot}.name") for bot in ("beaver", "fox")]
    players = (
        Player("Biber"),
        Player(names[0], PlayerKind.BOT, "beaver"),
        Player(f"{names[0]} 2", PlayerKind.BOT, "beaver"),
        Player("Reineke", PlayerKind.BOT, "fox"),
    )
    match = name_computers(context, new_match(Ruleset(), players))
    assert [p.name for p in match.players] == ["Biber", "Beaver", "Beaver 2", "Reineke"]
    assert name_computers(context, match) is match
