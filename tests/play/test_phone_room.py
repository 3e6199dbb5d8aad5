"""The seats in a room of phones: who may have one, and that strangers cost the others nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.page.tables import tables_of
from game.play.phone_room import (
    LEAST_KEY,
    LETTERS,
    MAX_GUEST_NAME,
    MOST_ASKING,
    MOST_COUNTED,
    SENT_AWAY,
    WRONG_CODES,
    PhoneRoom,
)
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Player, PlayerKind
from game.rules.meta import ROOM_KEY, with_field
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from tests.each import each
from tests.play.phones import House, Phone

VALUES = st.one_of(
    *(st.none(), st.booleans(), st.integers(-200, 200), st.floats(), st.text(max_size=9)),
    *(st.lists(st.integers()), st.dictionaries(st.text(max_size=3), st.integers())),
    *(st.integers(), st.just("1.1"), st.just("place"), st.just("\ud800")),
)
KEYS = st.sampled_from(("at", "tile", "space", "key", "name", "code"))
ACTS = st.sampled_from(("join", "sit", "place", "back", "finish", "leave", "keep", "", "dance"))


def test_whoever_has_the_letters_sits_down_and_is_named_to_all() -> None:
    house = House("Anna", "Björn")
    assert len(house.room.code) == 4
    assert set(house.room.code) <= set(LETTERS)
    assert [phone.words[-1]["waiting"] for phone in house.phones] == [["Anna", "Björn"]] * 2
    # Small letters and spaces around them are the same letters.
    cleo = Phone()
    assert house.says(cleo, do="join", name="  Cleo ", code=f" {house.room.code.lower()} ") == ""
    assert house.room.guests[-1].name == "Cleo"


@each(
    [
        ({"name": "Eva", "code": "XXXXX"}, "code"),
        ({"name": "Eva"}, "code"),
        ({"name": " \u200b "}, "name"),
        ({"name": 7}, "name"),
        ({"name": "ANNA"}, "taken"),
    ]
)
def test_who_cannot_join_is_told_so_in_one_word(word: dict[str, Any], error: str) -> None:
    house = House("Anna")
    code = {} if "code" in word or error == "code" else {"code": house.room.code}
    assert house.says(Phone(), do="join", **word, **code) == error
    assert len(house.room.guests) == 1


def test_a_room_has_six_places_with_those_of_the_big_screen() -> None:
    house = House("Anna")
    house.room.here = ("Ben",)
    for index in range(4):
        assert house.says(Phone(), do="join", name=f"P{index}", code=house.room.code) == ""
    assert house.says(Phone(), do="join", name="ben", code=house.room.code) == "taken"
    assert house.says(Phone(), do="join", name="Eva", code=house.room.code) == "full"
    long = Phone()
    house.goes(house.phones[0])
    house.room.send_away(house.room.guests[0])
    assert house.says(long, do="join", name="x" * 99, code=house.room.code) == ""
    assert house.room.guests[-1].name == "x" * MAX_GUEST_NAME


def test_guessing_letters_closes_the_room_to_that_address_alone() -> None:
    house, guesser = House(), Phone(address="192.0.2.66")
    for _ in range(WRONG_CODES):
        assert house.says(guesser, do="join", name="Eva", code="XXXXX") == "code"
    assert house.says(guesser, do="join", name="Eva", code=house.room.code) == "shut"
    assert house.says(Phone("Anna"), do="join", name="Anna", code=house.room.code) == ""
    # Addresses are counted up to a number; with one more all of them start again.
    for index in range(MOST_COUNTED):
        assert house.says(guesser, do="join", name="Eva", code=house.room.code) == "shut", index
        house.says(Phone(address=f"192.0.2.{index}x"), do="join", name="Eva", code="XXXXX")
    assert house.says(guesser, do="join", name="Eva", code=house.room.code) == ""


def test_somebody_who_is_sent_away_may_err_once() -> None:
    house = House("Anna")
    stranger = Phone(address="192.0.2.66")
    for _ in range(SENT_AWAY):
        assert house.says(stranger, do="join", name="Eva", code=house.room.code) == ""
        house.room.send_away(house.room.guests[-1])
        assert stranger.error == "away"
        assert house.says(stranger, do="place", at="1.1", tile=0, space=0) == "unknown"
    assert house.says(stranger, do="join", name="Eva", code=house.room.code) == "shut"
    assert [guest.name for guest in house.room.guests] == ["Anna"]


def test_a_second_page_takes_the_place_and_a_closed_one_keeps_it() -> None:
    house = House("Anna")
    (anna,) = house.phones
    second = Phone()
    assert house.says(second, do="sit", key=anna.key) == ""
    assert anna.error == "moved"
    assert house.says(anna, do="leave") == "unknown"
    # The same page may ask again, and is not closed for it.
    assert house.says(second, do="sit", key=anna.key) == ""
    assert "moved" not in str(second.words)
    assert second.is_known
    changes = house.room.changes
    house.goes(anna)
    assert house.room.changes == changes
    house.goes(second)
    assert not house.room.guests[0].is_here
    assert house.says(Phone(), do="sit", key=anna.key) == ""
    assert house.room.guests[0].is_here


def test_a_line_that_was_given_up_takes_nothing_from_the_next_one() -> None:
    """Its words can arrive late, after the first word of the new line."""
    house = House("Anna")
    before, after = Phone(), Phone()
    assert before.rank < after.rank
    for line, error in ((after, ""), (before, "moved"), (after, "")):
        assert house.says(line, do="sit", key=house.phones[0].key) == error
    assert "moved" not in str(after.words)
    house.goes(before)
    assert house.room.guests[0].visitor is after
    # Once the new line is gone, another one may sit.
    house.goes(after)
    assert house.says(before, do="sit", key=house.phones[0].key) == ""


@pytest.mark.parametrize("is_late", [False, True])
def test_who_asks_again_because_the_answer_was_lost_has_one_place(*, is_late: bool) -> None:
    house, key = House("Anna"), "k" * LEAST_KEY
    if is_late:
        house.begins("classic free single none", bots=1).begin_round()
    word = {"do": "join", "name": "Eva", "code": house.room.code, "key": key}
    for has_parted in (False, True):
        lost, again = Phone(), Phone()
        assert house.says(lost, **word) == ""
        if has_parted:
            house.goes(lost)
        # A form may be sent twice, too.
        for _ in range(2):
            assert house.says(again, **word) == ""
        assert {"key": key, "name": "Eva"} in again.words
        assert again.words[-1]["waiting"]
        names = [guest.name for guest in (*house.room.guests, *house.room.asking)]
        assert names == ["Anna", "Eva"]
        # Another guest of that name, or a key that could be guessed, is not the same.
        assert house.says(Phone(), **word | {"key": "x" * 22}) == "taken"
    short = Phone()
    assert house.says(short, **word | {"name": "Ida", "key": key[1:]}) == ""
    assert len(short.key) > len(key)


def test_a_guest_who_is_sent_away_is_shown_no_table_after_it() -> None:
    """A state that was not sent yet would follow the word that sends away."""
    house, kinds = House("Anna", "Björn"), list[bool]()
    house.begins("classic free single none").begin_round()
    sends = house.server.send

    def send(visitor: Phone, value: dict[str, Any], *, is_state: bool = False) -> None:
        kinds.append(is_state)
        sends(visitor, value, is_state=is_state)

    house.server.send = send  # type: ignore[method-assign]
    assert house.room.seats is not None
    house.room.leave(0)
    assert (house.phones[0].error, kinds) == ("left", [True])


def test_a_page_that_takes_another_seat_leaves_its_first_one_empty() -> None:
    house = House("Anna", "Ben")
    anna, ben = house.phones
    house.goes(ben)
    assert [guest.is_here for guest in house.room.guests] == [True, False]
    changes = house.room.changes
    assert house.says(anna, do="sit", key=ben.key) == ""
    assert [guest.is_here for guest in house.room.guests] == [False, True]
    assert house.room.changes > changes
    house.goes(anna)
    assert [guest.is_here for guest in house.room.guests] == [False, False]


def test_each_address_of_the_machine_is_shown_in_turn() -> None:
    house = House()
    room = PhoneRoom(house.server, tables_of, ("192.0.2.1", "fe80::1", "192.0.2.3"))
    shown = []
    for _ in range(4):
        shown.append((room.host, room.link))
        room.next_address()
    hosts = ("192.0.2.1:4242", "[fe80::1]:4242", "192.0.2.3:4242", "192.0.2.1:4242")
    assert shown == [(host, f"http://{host}/#{room.code}") for host in hosts]


def test_whoever_is_let_in_comes_back_after_the_program_s_end() -> None:
    house, cleo = House("Anna"), Phone("Cleo")
    game = house.begins("classic free single none", bots=1)
    game.begin_round()
    assert house.says(cleo, do="join", name="Cleo", code=house.room.code) == ""
    house.room.let_in(house.room.asking[0])
    again = House()
    match = parse_record(print_record(house.saved[-1]))
    again.room.seat(TableGame.start(TableSetup.from_match(match), again.saved.append, match.meta))
    assert again.says(Phone("Cleo"), do="sit", key=cleo.key) == ""
    house.room.leave(1)
    assert house.says(Phone("Cleo"), do="sit", key=cleo.key) == "unknown"


def test_a_rematch_has_no_owner_who_has_left() -> None:
    for leaver, owner in ((0, 1), (1, None)):
        house = House("Anna", "Björn")
        game = house.begins("classic free single none", owner=1)
        game.begin_round()
        house.room.poll()
        house.room.leave(leaver)
        again = house.room.seats_again(game.setup)
        assert (again.owner, again.phones) == (owner, frozenset({0, 1} - {leaver}))
        assert again.players[leaver] == Player("beaver", PlayerKind.BOT, "beaver")
        assert again.players[1 - leaver].kind is PlayerKind.HUMAN


def test_who_joins_late_waits_to_be_let_in_and_costs_nobody_anything() -> None:
    house = House("Anna", "Björn")
    game = house.begins("classic free single none", bots=1)
    game.begin_round()
    house.room.poll()
    count = len(house.phones[0].words)
    late = [Phone(address=f"192.0.2.{i}") for i in range(MOST_ASKING)]
    for index, phone in enumerate(late):
        assert house.says(phone, do="join", name=f"L{index}", code=house.room.code) == ""
        assert house.says(phone, do="place", at="1.1", tile=0, space=0) == "wait"
        assert "state" not in str(phone.words)
    assert house.says(Phone(), do="join", name="Eva", code=house.room.code) == "full"
    # A page that is closed asks no longer.
    house.goes(late[0])
    assert len(house.room.asking) == MOST_ASKING - 1
    house.room.let_in(house.room.asking[0])
    house.room.poll()
    assert late[1].state["you"] == 2
    # With the last free seat taken, letting another guest in does nothing.
    house.room.let_in(house.room.asking[0])
    assert len(house.room.guests) == 3
    assert game.match is house.saved[-1]
    assert len(house.phones[0].words) > count


@settings(max_examples=100, deadline=None)
@given(word=st.dictionaries(KEYS, VALUES), act=st.one_of(ACTS, VALUES), is_seated=st.booleans())
@example(word={"key": "\ud800"}, act="sit", is_seated=False)
def test_no_word_raises_or_changes_a_board_that_is_not_the_speakers(
    word: dict[str, Any], act: Any, *, is_seated: bool
) -> None:
    house = House("Anna", "Björn")
    game = house.begins("classic free single none", bots=1)
    game.begin_round()
    house.room.poll()
    phone = house.phones[0] if is_seated else Phone(address="192.0.2.66")
    before = game.match
    error = house.says(phone, **{**word, "do": act})
    assert error == error.strip()
    assert " " not in error
    after = game.match
    assert after.round.seats[1:] == before.round.seats[1:]
    if not is_seated:
        assert after is before


@pytest.mark.parametrize("seed", range(3))
def test_phones_that_come_and_go_lose_nothing(seed: int) -> None:
    house, random = House("Anna", "Björn", "Cleo"), Random(seed)
    game = house.begins("classic free pairs none")

    def watch() -> None:
        for index, phone in enumerate(house.phones):
            if random.random() < 0.2:
                before = phone.state
                house.goes(phone)
                fresh = house.phones[index] = Phone(phone.name, key=phone.key)
                assert house.says(fresh, do="sit", key=phone.key) == ""
                assert fresh.state["board"] == before["board"]

    house.plays(game, watch)
    assert game.match.is_complete


def test_whoever_is_let_in_has_the_seat_that_a_resting_guest_has_lost() -> None:
    house = House("Anna", "Björn")
    game = house.begins("classic free single none")
    game.begin_round()
    house.room.poll()
    anna, björn = house.phones
    changes = house.room.changes
    house.room.rest(1)
    assert (house.room.changes, house.room.free_seats()) == (changes, ()), "the page is open"
    house.goes(björn)
    assert house.room.free_seats() == (1,)
    cleo, dora = Phone(), Phone()
    for phone, name in ((cleo, "Cleo"), (dora, "Dora")):
        assert house.says(phone, do="join", name=name, code=house.room.code) == ""
        assert phone.words[-1] == {"waiting": ["Anna", "Björn"], "asks": True}
    house.room.let_in(house.room.asking[0])
    house.room.poll()
    assert [(guest.name, guest.seat) for guest in house.room.guests] == [("Anna", 0), ("Cleo", 1)]
    assert (cleo.state["you"], game.name_of(1)) == (1, "Cleo")
    assert "tiles" in str(next(word for word in cleo.words if "table" in word))
    assert house.says(Phone(), do="sit", key=björn.key) == "unknown"
    # The other one still asks, and may go again.
    house.says(dora, do="leave")
    assert (dora.error, house.room.asking, dora.is_known) == ("left", [], False)
    assert house.says(anna, do="leave", at="1.1") == "illegal", "of a match nobody goes by that"


def test_the_names_of_a_room_that_is_opened_again_are_the_latest() -> None:
    house = House("Anna", "Björn")
    game = house.begins("classic free single none")
    game.begin_round()
    house.room.poll()
    for name in ("Cleo", "Dora"):
        house.room.leave(1)
        phone = Phone(name)
        assert house.says(phone, do="join", name=name, code=house.room.code) == ""
        house.room.let_in(house.room.asking[0])
    for is_resting in (False, True):
        if is_resting:
            house.room.rest(1)
        match = parse_record(print_record(house.saved[-1]))
        again, setup = House(), TableSetup.from_match(match)
        again.room.seat(TableGame.start(setup, again.saved.append, match.meta))
        assert [guest.name for guest in again.room.guests] == ["Anna", "Dora"]
    assert again.room.code == house.room.code
    assert not any(guest.is_here for guest in again.room.guests)


def test_guests_who_wait_are_found_by_names_that_look_alike() -> None:
    house = House("Anna", "Björn")
    places = [house.room.guest_named(name) for name in ("Anna", "BJÖRN", "\u0410nna", "Eva", "")]
    assert places == [0, 1, 0, None, None]
    assert house.says(house.phones[0], do="place", at="1.1", tile=0, space=0) == "wait"
    house.says(house.phones[0], do="leave")
    assert [guest.name for guest in house.room.guests] == ["Björn"]
    assert house.phones[1].words[-1] == {"waiting": ["Björn"], "asks": False}
    count = len(house.phones[1].words)
    house.room.poll()
    assert len(house.phones[1].words) == count, "shown once"


def test_before_a_match_a_room_has_no_seats_and_the_table_is_as_it_was() -> None:
    house = House("Anna")
    setup = TableSetup(Ruleset(), (Player("Anna"), Player("Ben")), "1", phones=frozenset({0}))
    assert house.room.free_seats() == ()
    assert house.room.seats_again(setup) is setup
    house.room.store()
    assert house.saved == []
    house.room.close()
    assert house.server.is_closed


def test_a_word_of_another_shape_is_bad_and_who_misses_three_calls_goes() -> None:
    house = House("Anna")
    game = house.begins("classic free single none", answer_seconds=10)
    game.begin_round()
    house.room.poll()
    (anna,) = house.phones
    word = {"do": "place", "at": "1.1", "tile": anna.state["called"][0], "space": 3}
    for field, value in (
        ("do", 5),
        ("do", ["place"]),
        ("at", 1.1),
        ("at", None),
        ("tile", "5"),
        ("tile", True),
        ("space", 3.0),
        ("space", 100),
        ("space", -100),
    ):
        assert house.says(anna, **(word | {field: value})) == "bad", (field, value)
    for field, value in (("do", "dance"), ("tile", 26), ("space", 99), ("space", -99)):
        assert house.says(anna, **(word | {field: value})) == "illegal", (field, value)
    assert house.says(anna, **word) == ""
    assert house.room.seats is not None
    house.room.seats.on_out(0)
    assert (anna.error, house.room.guests) == ("left", [])


def test_a_guest_whose_seat_rests_has_it_again_by_coming_back_or_by_any_act() -> None:
    house = House("Anna", "Björn")
    game = house.begins("classic free single none")
    game.begin_round()
    house.room.poll()
    björn = house.phones[1]
    for comes_back in (True, False):
        house.room.rest(1)
        assert (game.successor(1), game.apart.elsewhere) == ("beaver", frozenset({0}))
        house.room.poll()
        assert björn.state["players"][1]["bot"] is True
        if comes_back:
            house.goes(björn)
            björn = Phone("Björn", key=björn.key)
            assert house.says(björn, do="sit", key=björn.key) == ""
        else:
            assert house.says(björn, do="keep") == ""
            assert game.successor(1) == "beaver", "reading is no act"
            assert house.says(björn, do="back", at="1.1") == "illegal"
        assert (game.successor(1), game.apart.elsewhere) == ("", frozenset({0, 1}))
        assert björn.state["do"] == "place"
        assert game.name_of(1) == "Björn"


def test_a_guest_is_sent_these_words_and_no_others() -> None:
    house = House("Anna", "Björn")
    anna, björn = house.phones
    assert anna.words == [
        {"key": anna.key, "name": "Anna"},
        {"waiting": ["Anna"], "asks": False},
        {"waiting": ["Anna", "Björn"], "asks": False},
    ]
    anna.words.clear()
    game = house.begins("classic free single none")
    tables = json.loads(json.dumps(tables_of(game.match.rules)))
    assert anna.words == [{"table": tables}, {"state": anna.state}]
    assert (anna.state["do"], anna.state["you"], björn.state["you"]) == ("wait", 0, 1)
    game.begin_round()
    anna.words.clear()
    house.room.poll()
    house.room.poll()
    assert anna.words == [{"state": anna.state}], "once for each change"
    assert anna.state["do"] == "place"
    again = Phone()
    house.goes(anna)
    assert house.says(again, do="sit", key=anna.key) == ""
    named = [{"key": anna.key, "name": "Anna"}, {"table": tables}, {"state": anna.state}]
    assert again.words[:3] == named
    again.words.clear()
    assert house.says(again, do="keep") == ""
    seats = house.room.seats
    assert seats is not None
    assert again.words == [
        {"record": seats.record(0, house.room.secret), "file": "take-it-easy.json"}
    ]
    again.words.clear()
    assert house.says(again, do="place", at="1.0" + "x" * 20, tile=0, space=0) == "late"
    late = {"error": "late", "late": "1.0xxxxxxxxx", "at": "1.1"}
    assert again.words == [{"state": again.state}, late]
    again.words.clear()
    assert house.says(again, do="dance", at="1.1") == "illegal"
    assert again.words == [{"state": again.state}, {"error": "illegal"}]


def test_a_name_of_anyone_at_the_table_is_taken_and_a_table_without_computers_is_full() -> None:
    house = House("Anna")
    house.begins("classic free single none", bots=2, people=1).begin_round()
    code = house.room.code
    assert house.says(Phone(), do="join", name="Zoe", code=code) == ""
    for name in ("Here 0", "anna", "FOX 0", "Fox 1", "zoe"):
        assert house.says(Phone(), do="join", name=name, code=code) == "taken", name
    assert [guest.name for guest in house.room.asking] == ["Zoe"]
    (zoe,) = house.room.asking
    for _ in range(2):
        house.room.let_in(zoe)
    assert [(guest.name, guest.seat) for guest in house.room.guests] == [("Anna", 1), ("Zoe", 2)]
    assert house.says(Phone(), do="join", name="Eva", code=code) == ""
    house.room.let_in(house.room.asking[0])
    assert house.room.free_seats() == ()
    assert house.says(Phone(), do="join", name="Ben", code=code) == "full"
    assert house.says(Phone(), do="join", name="Zoe", code=code) == "taken"


def test_each_change_of_the_guests_is_counted_once_or_more() -> None:
    house = House("Anna")
    room, (anna,), zoe = house.room, house.phones, Phone()
    game = None
    for act in (
        lambda: house.says(Phone(address="192.0.2.9"), do="join", name="Ben", code=room.code),
        lambda: room.send_away(room.guests[1]),
        lambda: house.begins("classic free single none", bots=1),
        lambda: house.says(zoe, do="join", name="Zoe", code=room.code),
        lambda: room.let_in(room.asking[0]),
        lambda: house.goes(anna),
        lambda: house.says(Phone(), do="sit", key=anna.key),
        lambda: room.leave(1),
    ):
        before = room.changes
        game = act() or game
        assert room.changes > before
    assert [guest.name for guest in room.guests] == ["Anna"]
    before = room.changes
    house.says(zoe, do="dance")
    room.poll()
    assert room.changes == before


def test_the_match_is_stored_with_what_opens_its_room_again() -> None:
    house = House("Anna", "Björn")
    room, (anna, björn) = house.room, house.phones
    house.begins("classic free single none", bots=1).begin_round()

    def stored() -> dict[str, Any]:
        value: dict[str, Any] = json.loads(house.saved[-1].meta or "")[ROOM_KEY]
        return value

    digests = [sha256(phone.key.encode()).hexdigest() for phone in (anna, björn)]
    keys = {"0": digests[0], "1": digests[1]}
    assert stored() == {"code": room.code, "port": 4242, "keys": keys}
    room.leave(1)
    assert stored()["keys"] == {"0": digests[0]}
    match = house.saved[-1]
    # A seat of a phone without a key, as in a file that was edited, is nobody's.
    meta = with_field(match.meta, ROOM_KEY, {"code": "WXYZ", "keys": {"1": digests[1]}})
    edited = replace(match, meta=meta)
    again = House()
    again.room.seat(TableGame.start(TableSetup.from_match(edited), again.saved.append, meta))
    assert [(guest.name, guest.seat) for guest in again.room.guests] == [("Anna", 0), ("Björn", 1)]
    assert again.room.code == "WXYZ"
    for key in (None, 5, ""):
        assert again.says(Phone(), do="sit", key=key) == "unknown"
    assert again.says(Phone(), do="sit", key=anna.key) == "unknown"


def test_another_match_in_the_same_room_is_shown_to_the_guests_who_are_seated() -> None:
    house = House("Anna", "Björn")
    house.begins("classic free single none").begin_round()
    house.room.poll()
    house.goes(house.phones[1])
    anna = house.phones[0]
    anna.words.clear()
    game = house.begins("daffodil-4 free pairs none")
    assert [sorted(word) for word in anna.words] == [["table"], ["state"]]
    assert anna.words[0] == {"table": json.loads(json.dumps(tables_of(game.match.rules)))}
    assert (anna.state["calls"], anna.state["round"]) == (len(game.match.rules.call_sizes), 0)
    assert house.room.seats is not None
    assert house.room.seats.game is game
    seats = house.room.seats
    house.room.seat(game)
    assert (house.room.seats is seats, house.room.is_here(0)) == (True, True)
    house.room.leave(1)
    setup = house.room.seats_again(game.setup)
    assert [player.name for player in setup.players] == ["Anna", "beaver"]
