"""Choices become a table, travel as text, and fit the card they come from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.play.choices import (
    CLOCKS,
    MAX_NAME,
    SeatChoice,
    add_seat,
    choices_from,
    free_level,
    next_colour,
    parse_choices,
    print_seats,
    read_seats,
    remove_seat,
    table_from,
    with_rules,
)
from game.play.editions import CallerRule, all_editions
from game.play.table import SEAT_COLOURS
from game.rules.errors import FormatError
from game.rules.marks import Mark
from game.rules.match import PlayerKind
from game.rules.ruleset import MAX_PLAYERS, MOST_BOARDS, MOST_ROUNDS, Ruleset, all_rulesets

LEVELS = ("mild", "wild")
CARDS = all_editions()


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_a_card_becomes_its_own_table(card: object) -> None:
    assert card in CARDS
    chosen = choices_from(next(c for c in CARDS if c is card), ("mild",))
    names = tuple(f"P{i}" for i in range(len(chosen.seats)))
    setup = table_from(chosen, names, "42")
    assert setup.edition == chosen.edition
    assert setup.rules == chosen.rules
    assert chosen.rules.conflicts(len(chosen.seats)) == ()
    assert {p.bot for p in setup.players if p.kind is PlayerKind.BOT} <= {"mild"}
    assert tuple(p.name for p in setup.players) == names


def test_all_rules_can_be_chosen_and_stay_as_they_are() -> None:
    for rules in all_rulesets(rounds=2):
        assert with_rules(choices_from(CARDS[0], ("mild",)), rules).rules == rules
        assert choices_from(CARDS[0]._replace(rules=rules), ("mild",)).rules == rules


def test_own_rules_belong_to_no_card() -> None:
    chosen = replace(choices_from(CARDS[0], ("mild",)), rounds=7)
    assert not chosen.is_of_card
    assert table_from(chosen, ("Ana",), "42").edition == ""


def test_who_sits_there_stays_as_far_as_the_card_has_room() -> None:
    four = next(card for card in CARDS if card.players == (1, 4))
    seats = tuple(SeatChoice(colour) for colour in SEAT_COLOURS[:5])
    crowd = replace(choices_from(four, ("mild",)), seats=seats)
    assert not crowd.is_of_card
    assert choices_from(four, ("mild",), crowd).seats == seats[:4]
    assert choices_from(CARDS[0], ("mild",), crowd).seats == seats
    league = next(card for card in CARDS if card.players[0] > 1)
    assert len(choices_from(league, ("mild",), replace(crowd, seats=seats[:1])).seats) > 1


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_choices_come_back_from_text(card: object) -> None:
    plain = choices_from(next(c for c in CARDS if c is card), ("mild",))
    seats = (SeatChoice("purple", "Zoë", avatar="frog"), SeatChoice("red", bot="wild"))
    chosen = replace(plain, seats=seats, caller=CallerRule.FIRST, answer_seconds=60)
    assert parse_choices(plain, str(chosen.rules), print_seats(chosen), LEVELS) == chosen


def test_a_computer_that_is_gone_and_a_colour_taken_twice_are_mended() -> None:
    plain = choices_from(CARDS[0], ("mild",))
    seats = (SeatChoice("blue", "Ana"), SeatChoice("blue", bot="ghost"))
    text = print_seats(replace(plain, seats=seats))
    found = parse_choices(plain, str(plain.rules), text, LEVELS).seats
    assert [seat.bot for seat in found] == ["", ""]
    assert len({seat.colour for seat in found}) == 2
    named = '{"seats": [{"colour": "red", "name": "Ana", "bot": "mild"}]}'
    assert read_seats(named, LEVELS) == (SeatChoice("red", bot="mild"),)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"seats": []}', '{"seats": 3}', "null", "[" * 100_000],
    ids=lambda text: text[:20],
)
def test_other_text_is_refused(text: str) -> None:
    plain = choices_from(CARDS[0], ("mild",))
    assert read_seats(text, LEVELS) == ()
    with pytest.raises(FormatError):
        parse_choices(plain, str(plain.rules), text, LEVELS)
    endless = print_seats(plain).replace('"daffodil": 1', '"daffodil": 1e999')
    with pytest.raises(FormatError):
        parse_choices(plain, str(plain.rules), endless, LEVELS)


def test_an_unknown_picture_is_none_and_old_text_without_any_is_read() -> None:
    text = '{"seats": [{"colour": "red", "name": "", "bot": "", "avatar": %s}]}'
    for avatar in ('"unicorn"', "3", '["sun"]', "null", '""'):
        assert read_seats(text % avatar, LEVELS) == (SeatChoice("red"),)
    assert read_seats(text % '"sun"', LEVELS) == (SeatChoice("red", avatar="sun"),)
    assert read_seats(text.replace(', "avatar": %s', ""), LEVELS) == (SeatChoice("red"),)
    assert read_seats("", LEVELS) == ()


def test_the_next_colour_is_taken_in_exchange() -> None:
    seats = (SeatChoice("red", "Ana", avatar="sun"), SeatChoice("blue"), SeatChoice("orange"))
    after = next_colour(seats, 0)
    assert [seat.colour for seat in after] == ["blue", "red", "orange"]
    assert [seat.colour for seat in next_colour(seats, 2)] == ["orange", "blue", "red"]
    assert [replace(seat, colour="") for seat in after] == [replace(s, colour="") for s in seats]


def test_seats_end_where_colours_do() -> None:
    seats: tuple[SeatChoice, ...] = ()
    for _ in range(MAX_PLAYERS + 2):
        seats = add_seat(seats)
    assert len({seat.colour for seat in seats}) == len(seats) == MAX_PLAYERS


def test_the_ways_of_a_game_leave_the_edition_as_it_is_and_come_back_from_text() -> None:
    plain = choices_from(CARDS[0], ("mild",))
    chosen = replace(plain, answer_seconds=10, is_blind=True)
    assert chosen.is_of_card
    assert parse_choices(plain, str(chosen.rules), print_seats(chosen), LEVELS) == chosen
    setup = table_from(chosen, ("Ana",), "42")
    assert setup.edition == plain.edition
    assert setup.handicaps == chosen.handicaps == {Mark.TIMED, Mark.BLIND}
    assert setup.avatars == ()
    seats = (SeatChoice("red", avatar="sun"), SeatChoice("blue", bot="mild"))
    assert table_from(replace(plain, seats=seats), ("Ana", "Bo"), "42").avatars == ("sun", "")


@pytest.mark.parametrize(("daffodil", "found"), [(0, 1), (3, 3), (9, 4)])
def test_what_another_board_is_played_by_is_kept_and_odd_values_are_mended(
    daffodil: int, found: int
) -> None:
    plain = choices_from(CARDS[0], ("mild",))
    odd = print_seats(replace(plain, daffodil=daffodil, answer_seconds=11))
    read = parse_choices(plain, str(plain.rules), odd, LEVELS)
    assert (read.daffodil, read.answer_seconds) == (found, None)
    assert with_rules(read, plain.rules).daffodil == found


def test_more_rounds_than_can_be_chosen_are_as_many_as_can() -> None:
    plain = choices_from(CARDS[0], ("mild",))
    rules = str(replace(plain.rules, rounds=MOST_ROUNDS + 400))
    found = parse_choices(plain, rules, print_seats(plain), LEVELS)
    assert found.rounds == MOST_ROUNDS


def test_what_a_setup_can_be_told() -> None:
    """Panels are measured for names of 24 letters; a clock gives five seconds to ten minutes."""
    assert MAX_NAME == 24
    none, *clocks = CLOCKS
    assert none is None
    assert clocks == sorted(set(clocks))
    assert (clocks[0], clocks[-1]) == (5, 600)


def test_who_moves_up_into_a_place_without_a_name_takes_its_colour() -> None:
    red, blue, green = (SeatChoice(colour) for colour in ("red", "blue", "green"))
    otto, eva = SeatChoice("yellow", bot="greedy"), SeatChoice("purple", name="Eva")
    assert remove_seat((red, blue, green), 0) == (red, blue)
    assert remove_seat((red, blue, otto, green), 0) == (red, otto, green)
    assert remove_seat((red, eva, blue), 0) == (eva, blue)
    assert remove_seat((red, otto, eva), 1) == (red, eva)
    assert remove_seat((eva, blue), 0) == remove_seat((otto, blue), 0) == (blue,)
    assert remove_seat((red, otto, blue, green), 0) == (otto, blue, green)


def test_a_picture_moves_with_the_place_it_belongs_to_and_a_name_with_its_player() -> None:
    red, blue = SeatChoice("red", avatar="sun"), SeatChoice("blue", avatar="moon")
    eva = SeatChoice("purple", name="Eva", avatar="cat")
    assert remove_seat((red, blue), 0) == (red,)
    assert remove_seat((red, blue, eva), 0) == (red, eva)
    assert remove_seat((red, eva), 0) == (eva,)


def test_each_level_has_a_seat_before_one_has_two() -> None:
    levels = ("mild", "wild", "wise")
    seats = tuple(SeatChoice(colour) for colour in SEAT_COLOURS[:2])
    taken: list[str] = []
    for _ in range(4):
        taken.append(free_level(seats, levels))
        seats = add_seat(seats, taken[-1])
    assert taken == ["mild", "wild", "wise", "mild"]
    assert [seat.bot for seat in seats] == ["", "", *taken]
    assert [seat.colour for seat in seats] == [*SEAT_COLOURS[:6]]
    assert add_seat(seats) is seats
    gap = (SeatChoice("red"), SeatChoice("green"))
    assert add_seat(gap)[-1] == SeatChoice("blue"), "the first free colour"
    crowd = tuple(SeatChoice(colour) for colour in SEAT_COLOURS[:6])
    assert len(add_seat(crowd, most=MOST_BOARDS)) == 7


def test_a_table_has_as_many_seats_as_before_where_the_card_allows_it() -> None:
    seats = tuple(SeatChoice(colour) for colour in SEAT_COLOURS[:6])
    for card in CARDS:
        fewest, most = card.players
        assert len(choices_from(card, LEVELS).seats) == card.usual
        plain = choices_from(card, LEVELS, has_hidden_boards=True)
        assert (plain.caller, plain.answer_seconds) == (card.caller, card.answer_seconds)
        assert (plain.edition, plain.has_hidden_boards) == (card.name, True)
        for count in range(1, 7):
            chosen = choices_from(card, LEVELS, replace(plain, seats=seats[:count]))
            assert len(chosen.seats) == min(most, max(fewest, count))
            assert chosen.is_of_card
            assert not chosen.has_hidden_boards
        # As many as there are boards play with the box of a card for as many as fit at a screen.
        for count in (7, MOST_BOARDS):
            crowd = tuple(SeatChoice(colour) for colour in SEAT_COLOURS[:count])
            assert replace(plain, seats=crowd).is_of_card is (most == MAX_PLAYERS)
        assert not replace(plain, seats=seats[: fewest - 1]).is_of_card


def test_rules_of_another_board_or_call_are_kept_while_they_do_not_apply() -> None:
    daffodil = Ruleset.parse("daffodil-3 free mail rays bonus=game")
    chosen = with_rules(choices_from(CARDS[0], LEVELS), daffodil)
    classic = with_rules(chosen, Ruleset())
    assert classic.rules == Ruleset()
    assert (classic.daffodil, classic.bonus) == (3, daffodil.bonus)
    back = replace(classic, board=daffodil.board, call=daffodil.call, rays=daffodil.rays)
    assert back.rules == daffodil
    text = print_seats(replace(classic, daffodil=2))
    assert parse_choices(classic, str(daffodil), text, LEVELS).daffodil == 3, "the rules' own"
    assert parse_choices(classic, str(Ruleset()), text, LEVELS).daffodil == 2


def test_names_and_pictures_belong_to_people_alone() -> None:
    seats = (SeatChoice("red", "Ana", avatar="sun"), SeatChoice("blue", bot="mild", avatar="cat"))
    chosen = replace(choices_from(CARDS[0], LEVELS), seats=seats, has_hidden_boards=True)
    setup = table_from(replace(chosen, caller=CallerRule.FIRST), ("Ana", "Bo"), "42")
    assert [(one.name, one.bot) for one in setup.players] == [("Ana", None), ("Bo", "mild")]
    assert (setup.colours, setup.avatars) == (("red", "blue"), ("sun", ""))
    assert (setup.seed, setup.caller, setup.has_hidden_boards) == ("42", CallerRule.FIRST, True)
    long = '{"seats": [{"colour": "red", "name": "%s", "bot": ""}]}' % ("x" * (MAX_NAME + 9))
    assert read_seats(long, LEVELS) == (SeatChoice("red", "x" * MAX_NAME),)
    many = print_seats(replace(chosen, seats=(SeatChoice("red"),) * (MAX_PLAYERS + 2)))
    assert len(read_seats(many, LEVELS)) == MAX_PLAYERS
