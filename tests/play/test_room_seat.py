"""A window's seat at a room: whole matches, lost lines, and rooms that say what is not true."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bots.players.game_master import master_placements
from game.play.own_seats import own_seats
from game.play.phone_room import Word
from game.play.room_seat import RoomFlow, RoomSeat, SeatControl
from game.play.table import LONGEST_ANSWER, TableSetup
from game.play.table_control import LAST_PAUSE, BoardShown, MovesApplied, TableSignal, TimeUp
from game.play.table_game import Phase
from game.rules.marks import Mark
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.meta import (
    ROOM_KEY,
    SUBSTITUTES_KEY,
    Substitute,
    read_meta,
    read_substitutes,
    with_field,
)
from game.rules.moves import Call, Called, Miss, Place
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.rules.seat import Seat, answer_next_call, choose_finish, new_seat, place_tile
from tests.play.engines import ScriptedEngines
from tests.play.phones import RULES, House
from tests.play.room_guest import Guest

CUT: Final = [
    pytest.param(rules, 0.15, marks=pytest.mark.slow if number % 7 else ())
    for number, rules in enumerate(RULES)
]
"""All rules on a line that is cut now and then; some of them whenever tests are run."""


@pytest.mark.parametrize(("rules", "cuts"), [(RULES[0], 0.0), (RULES[10], 0.0), *CUT])
def test_a_window_plays_whole_matches_at_a_room(rules: str, cuts: float) -> None:
    house = House("Anna", "Björn")
    guest = Guest(house)
    assert guest.seat.waiting[-1] == "Gast"
    house.phones.append(guest.line.phone)
    game = house.begins(rules, bots=1, has_hidden_boards=True)
    house.phones.pop()
    kills = 0

    def watch() -> None:
        nonlocal kills
        guest.poll()
        if guest.random.random() < cuts:
            guest.line.cut()
        elif guest.seat.has_table and guest.random.random() < cuts / 3:
            guest.come_back()
            kills += 1
        guest.plays()

    house.plays(game, watch)
    house.room.poll()
    guest.poll()
    seat = guest.seat
    assert seat.end == ""
    assert seat.match.is_complete
    assert [r.calls for r in seat.match.rounds] == [r.calls for r in game.match.rounds]
    assert [r.seats for r in seat.match.rounds] == [r.seats for r in game.match.rounds]
    assert score_match(seat.match) == score_match(game.match)
    # It is in the history as a match on phones is kept there, and names neither key nor address.
    assert own_seats(seat.match) == (2,)
    assert ROOM_KEY not in read_meta(seat.match.meta)
    assert parse_record(print_record(guest.home.saved[-1])) == seat.match
    assert not any(seat.key in json.dumps(read_meta(m.meta).text("id")) for m in guest.home.saved)
    assert bool(kills) == bool(cuts)
    assert cuts or not [word for word in guest.line.phone.words if "error" in word]


# hostile rooms


AGAIN = "the tile of the first call"


def hostile(rules: str = "classic free single none", calls: int = 3) -> tuple[Guest, Match]:
    """A guest with some tiles on the board at a room that is honest so far, and its match there."""
    house = House("Anna")
    guest = Guest(house)
    house.phones.append(guest.line.phone)
    game = house.begins(rules)
    house.phones.pop()
    game.begin_round()
    for call in range(calls):
        if call:
            game.call_next()
            house.room.poll()
        guest.poll()
        while guest.seat.match.round.seats[1].hand and call < calls - 1:
            guest.plays()
        while call < calls - 1 and 0 in game.awaited():
            house.answers(house.phones[0], guest.random)
    assert guest.seat.end == ""
    guest.line.house = None
    return guest, parse_record(house.room.seats.record(1, bytes(32)))  # type: ignore[union-attr]


def told(guest: Guest, **word: object) -> RoomSeat:
    """Let the room say a word, and the guest hear it."""
    guest.line.phone.words.append(json.loads(json.dumps(word)))
    guest.poll()
    return guest.seat


def state_of(guest: Guest, **values: object) -> dict[str, object]:
    """The last honest state, with other values."""
    return guest.line.phone.state | values


def asks(guest: Guest, record: Match | str, *, is_new: bool = False) -> RoomSeat:
    """Let the room say that something is new, and answer the question with a record."""
    guest.seat.error = ""
    if is_new:
        told(guest, table={})
    else:
        told(guest, state=state_of(guest, call=99))
    assert guest.line.said[-1] == {"do": "keep"}
    text = record if isinstance(record, str) else print_record(record)
    return told(guest, record=text, file="x")


def with_seat(match: Match, seat: Seat, index: int = 1) -> Match:
    """The match with another board."""
    seats = tuple(seat if i == index else one for i, one in enumerate(match.round.seats))
    return replace(match, rounds=(replace(match.round, seats=seats),))


@pytest.mark.parametrize(
    "state",
    [
        {"call": 4, "called": [99]},
        {"call": 4, "called": [-1]},
        {"call": 4, "called": [True]},
        {"call": 4, "called": ["294"]},
        {"call": 4, "called": []},
        {"call": 4, "called": [0, 1, 2]},
        {"call": 4, "called": [AGAIN]},
        {"call": 4, "called": "x", "players": "y", "board": 7, "left": "z", "you": {}},
        {"call": 10**30, "round": -5, "left": 10**30, "at": ["1"]},
        {"do": "over", "last_round": True, "count": [{"name": "x", "total": 9999}]},
        {"points": 9999, "board": {"tiles": [5] * 19, "aside": [], "lines": [[9, 9]] * 99}},
    ],
)
def test_an_untrue_state_changes_nothing_and_is_asked_about(state: dict[str, object]) -> None:
    guest, _ = hostile()
    guest.plays()
    before, points = guest.seat.match.rounds, guest.seat.game and guest.seat.game.total_now()
    tiles = before[0].seats[1].position.tiles
    laid = {"tiles": [-1 if tile is None else tile.index for tile in tiles], "aside": []}
    if state.get("called") == [AGAIN]:
        state = state | {"called": [before[0].calls[0][0].index]}
    told(guest, state=state_of(guest, board=laid) | state)
    assert guest.seat.match.rounds == before
    assert guest.seat.game
    assert guest.seat.game.total_now() == points
    assert guest.line.said[-1] == {"do": "keep"}
    assert guest.home.filed == []


def test_a_record_that_breaks_the_rules_ends_the_seat_and_counts_nothing() -> None:
    for lie in ("a tile twice", "two on a space", "a foreign tile", "no json", "no seat", "number"):
        guest, match = hostile()
        record = json.loads(print_record(match))
        played = record["rounds"][0]
        if lie == "a tile twice":
            played["calls"][2] = played["calls"][0]
        elif lie == "two on a space":
            space = played["boards"][1]["turns"][0][0].split("@")[1]
            tile = played["boards"][1]["turns"][1][0].split("@")[0]
            played["boards"][1]["turns"][1] = [f"{tile}@{space}"]
        elif lie == "a foreign tile":
            played["calls"][2] = ["999"]
        elif lie == "no seat":
            record["meta"]["table"]["owner"] = 7
        text = "[" * 5000 if lie == "no json" else json.dumps(record)
        if lie == "number":
            told(guest, state=state_of(guest, call=99))
            seat = told(guest, record=7)
        else:
            seat = asks(guest, text, is_new=lie == "no seat")
        assert seat.end == "false", lie
        assert not guest.line.is_open
        assert not guest.home.filed


def test_a_room_cannot_change_what_was_played_or_whose_seat_it_is() -> None:
    guest, match = hostile()
    turns = match.round.seats[1].turns
    free = next(i for i, tile in enumerate(match.round.seats[1].position.tiles) if tile is None)
    moved = json.loads(print_record(match))
    name = match.rules.grid.name_of(free)
    moved["rounds"][0]["boards"][1]["turns"][0] = [f"{turns[0].placements[0].tile}@{name}"]
    assert asks(guest, json.dumps(moved)).end == "false"

    guest, match = hostile()
    other = json.loads(print_record(match))
    other["meta"]["table"]["owner"] = 0
    other["rounds"][0]["boards"].reverse()
    assert asks(guest, json.dumps(other)).end == "false"

    guest, match = hostile()
    back = replace(match.round, calls=match.round.calls[:2])
    shorter = with_seat(replace(match, rounds=(back,)), new_seat(match.rules))
    assert asks(guest, shorter).end == "false"

    guest, match = hostile()
    newer = json.loads(print_record(match)) | {"version": 2}
    assert asks(guest, json.dumps(newer)).end == "version"

    # Nothing is known of a record without an owner, or of a board that lacks an answer.
    for owner in (None, -1, 2):
        guest, match = hostile()
        unowned = json.loads(print_record(match))
        unowned["meta"]["table"]["owner"] = owner
        assert asks(guest, json.dumps(unowned), is_new=True).end == "false", owner
    guest, match = hostile()
    lagging = answer_next_call(new_seat(match.rules), match.round.calls)
    assert asks(guest, with_seat(match, lagging), is_new=True).end == "false"

    # Another ruleset or number of players is another match.
    for players in (match.players, (*match.players, Player("Zoe"))):
        guest, match = hostile()
        other_match = new_match(Ruleset.parse("classic free pairs none"), match.players, match.meta)
        if len(players) > 2:
            other_match = new_match(match.rules, players, match.meta)
        assert asks(guest, other_match).end == "false"

    # A room seats six; only a real table has eight boards (V6).
    crowd = newer | {"players": [{"name": f"P{i}", "kind": "human"} for i in range(8)]}
    played = crowd["rounds"][0]
    played["boards"] += played["boards"][:1] * (8 - len(played["boards"]))
    guest, _ = hostile()
    assert asks(guest, json.dumps(crowd)).end == "false"


def test_a_match_that_was_not_played_here_is_nobodys() -> None:
    guest, _ = hostile()
    house = House("Anna", "Gast")
    whole = house.begins("classic free single none")
    house.plays(whole)
    invented = parse_record(house.room.seats.record(1, bytes(32)))  # type: ignore[union-attr]
    seat = asks(guest, invented, is_new=True)
    assert seat.match.is_complete
    assert own_seats(seat.match) == ()
    # It has an identity of its own: no match of this window is lost to it.
    assert read_meta(seat.match.meta).text("id") != read_meta(invented.meta).text("id")
    assert guest.home.filed == [], "the match that was played here was not over"
    # A match that is over here is over at the room too, and is not stored again.
    saved, said = len(guest.home.saved), len(guest.line.said)
    told(guest, state=state_of(guest, do="over", round=1))
    assert len(guest.line.said) == said
    tiles = [tile.index for tile in seat.match.round.seats[1].position.tiles if tile is not None]
    board = {"tiles": tiles, "aside": []}
    told(guest, state=state_of(guest, do="wait", round=1, call=19, board=board))
    assert guest.line.said[said:] == [{"do": "keep"}]
    told(guest, record=print_record(invented), file="x")
    assert (len(guest.home.saved), guest.home.filed, seat.end) == (saved, [], "")
    # Another match is: the one before it is filed, and the next one is another.
    over = seat.match
    asks(guest, new_match(Ruleset(), invented.players, invented.meta), is_new=True)
    assert guest.home.filed == [over]
    assert (seat.end, seat.match.rounds) == ("", ())
    assert guest.control is not None
    assert guest.control.advance(0.1, is_moving=False) == [TableSignal.OVER]
    assert read_meta(seat.match.meta).text("id") != read_meta(over.meta).text("id")


def test_names_and_lists_without_end_are_cut() -> None:
    guest, match = hostile()
    long = replace(
        match, players=tuple(replace(p, name="\u202e" + "W" * 9999) for p in match.players)
    )
    seat = asks(guest, long, is_new=True)
    assert [player.name for player in seat.match.players] == ["W" * 19] * 2
    told(guest, waiting=["x" * 9999] * 99)
    assert {len(name) for name in seat.waiting} == {20}
    assert len(seat.waiting) <= 12
    for count in (11, 12, 13):
        told(guest, waiting=[f"P{index}" for index in range(count)])
        assert len(seat.waiting) == min(count, 12), "six who sit, six who ask"
    told(guest, state=state_of(guest, players=[{"name": "y" * 3000, "done": False}] * 99))
    assert len(seat.awaited) <= 6
    assert {len(name) for name in seat.awaited} == {20}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda one: st.lists(one, max_size=4) | st.dictionaries(st.text(max_size=6), one, max_size=4),
    max_leaves=12,
)
FIELDS = st.sampled_from((
    *("at", "do", "round", "call", "called", "players", "board", "left", "you", "tiles", "aside"),
    *("name", "done", "rounds", "last_round"),
))  # fmt: skip
WORDS = st.dictionaries(
    st.sampled_from(("state", "table", "record", "error", "waiting", "key", "name", "asks", "")),
    VALUES
    | st.dictionaries(FIELDS, VALUES, max_size=8)
    | st.sampled_from(("late", "left", "unknown", "code", "bad")),
    max_size=3,
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS, max_size=12), st.integers(0, 9))
def test_no_words_of_a_room_end_the_game_with_an_error(words: list[Word], seed: int) -> None:
    guest, _ = hostile(calls=2)
    before = guest.seat.match.rounds
    for word in words:
        guest.line.phone.words.append(word)
        guest.plays()
    first = guest.seat.match.rounds[0]
    assert first.calls[:2] == before[0].calls
    assert not guest.home.filed


def test_a_seat_rests_only_while_a_computer_plays_that_very_seat() -> None:
    guest, _ = hostile()
    for mine, theirs in ((False, True), (True, False), (False, False)):
        players = [{"name": "Anna", "bot": theirs}, {"name": "Gast", "bot": mine}]
        assert told(guest, state=state_of(guest, players=players, you=1)).is_resting is mine


def test_a_place_is_given_up_before_the_match_and_kept_in_it() -> None:
    house = House("Anna")
    early, late = Guest(house), Guest(house, "Zoe")
    assert len(house.room.guests) == 3
    refused = Guest(house, "Zoe")
    assert refused.seat.error == "taken"
    refused.seat.leave()
    assert (refused.line.said[-1]["do"], refused.line.is_open) == ("join", False)
    early.seat.leave()
    assert [one.name for one in house.room.guests] == ["Anna", "Zoe"]
    house.phones.append(late.line.phone)
    house.begins("classic free single none").begin_round()
    house.room.poll()
    late.poll()
    late.seat.leave()
    assert {"do": "leave"} not in late.line.said
    assert not early.line.is_open
    assert not late.line.is_open
    assert len(house.room.guests) == 2


def test_a_seat_that_a_computer_plays_is_taken_again_by_any_act() -> None:
    house = House("Anna")
    guest = Guest(house)
    house.phones.append(guest.line.phone)
    game = house.begins("classic free single none")
    game.begin_round()
    house.room.poll()
    guest.plays()
    assert guest.seat.has_table
    house.room.rest(1)
    house.room.poll()
    guest.poll()
    assert guest.seat.is_resting
    assert guest.control
    assert guest.control.flow.goes_on_by_click
    for _ in range(9):
        guest.control.advance(LAST_PAUSE, is_moving=False)
    guest.poll()
    assert guest.seat.is_resting, "and not by itself"
    guest.control.go_on()
    guest.poll()
    assert not guest.seat.is_resting
    assert game.name_of(1) == "Gast"
    assert 1 in game.apart.elsewhere


def test_a_state_says_who_is_awaited_for_how_long_and_no_negative_time() -> None:
    guest, _ = hostile()
    seat, now = guest.seat, [100.0]
    seat._now = lambda: now[0]
    anna: dict[str, object] = {"name": "Anna", "done": False}
    players = [anna, {"name": "Gast"}, {"name": "Ben", "done": True}]
    told(guest, state=state_of(guest, players=players, you=1, left=7))
    assert (seat.awaited, seat.seconds_left()) == (("Anna",), 7)
    assert seat.apart.answered == frozenset(), "of the seats at this table"
    now[0] += 3
    assert seat.seconds_left() == 4
    now[0] += 30
    assert seat.seconds_left() == 0
    anna["done"] = True
    for left, seconds in ((LONGEST_ANSWER, LONGEST_ANSWER), (0, 0), (-1, None), (None, None)):
        told(guest, state=state_of(guest, players=players, you=1, left=left))
        assert (seat.awaited, seat.seconds_left()) == ((), seconds)
        assert seat.apart.answered == {0}
    told(guest, state=state_of(guest, left=LONGEST_ANSWER + 1))
    assert seat.seconds_left() is None


def test_a_window_at_a_room_has_what_the_room_plays_with() -> None:
    for is_hidden in (False, True):
        house = House("Anna")
        guest = Guest(house)
        assert (guest.seat.company, guest.seat.is_late) == (("Anna", "Gast"), False)
        house.phones.append(guest.line.phone)
        game = house.begins(
            "classic free single none",
            bots=1,
            has_hidden_boards=is_hidden,
            edition="ro",
            answer_seconds=45,
            colours=("grey", "red", "blue"),
            avatars=("cat", "", ""),
        )
        guest.poll()
        assert (guest.seat.has_table, guest.seat.game is not None) == (False, True), "no round yet"
        said = len(guest.line.said)
        told(guest, state=state_of(guest, round=0))
        assert guest.line.said[said:] == [{"do": "keep"}]
        game.begin_round()
        house.room.poll()
        guest.poll()
        seat = guest.seat
        assert seat.game is not None
        setup = seat.game.setup
        assert (setup.edition, setup.answer_seconds) == ("ro", None), "its clock is the room's"
        assert (setup.colours, setup.avatars) == (game.setup.colours, game.setup.avatars)
        assert (setup.phones, setup.has_hidden_boards) == (frozenset({0, 2}), True)
        assert (seat.has_coach, seat.you, seat.company) == (
            not is_hidden,
            1,
            ("Anna", "Gast", "Fox 0"),
        )
        stored = TableSetup.from_match(guest.home.saved[-1])
        assert (stored.edition, stored.answer_seconds) == ("ro", 45)
        note = read_meta(guest.home.saved[-1].meta).object(ROOM_KEY)
        assert (note.text("at"), note.text("key")) == (guest.address.text, seat.key)
        assert note.is_true("mine")
        # A mark of this window stays on the match.
        seat.game.mark(Mark.COACHED)
        guest.plays()
        told(guest, table={})
        guest.poll()
        house.room.poll()
        assert Mark.COACHED in TableSetup.from_match(guest.home.saved[-1]).marks


def test_a_refusal_is_known_until_the_next_act_and_an_odd_one_counts_as_bad() -> None:
    for error, known in (
        ("late", "late"),
        ("illegal", "illegal"),
        ("dance", "bad"),
        ("bad", "bad"),
    ):
        guest, match = hostile()
        guest.plays()
        assert told(guest, error=error).error == known
        assert guest.line.said[-1] == {"do": "keep"}, "what is on the board is asked for"
        seat = told(guest, record=print_record(match), file="x")
        assert (seat.error, seat.end) == (known, "")
        guest.plays()
        assert seat.error == "", "a tile was placed"
    for error, end in (
        ("left", "left"),
        ("away", "away"),
        ("moved", "moved"),
        ("unknown", "unknown"),
    ):
        guest, _ = hostile()
        seat = told(guest, error=error)
        assert (seat.end, seat.has_table, guest.line.is_open) == (end, False, False)
    # Before the match a key that is not known any more is followed by the name and the letters.
    for key, letters, error, end, do in (
        ("k", "ABCD", "unknown", "", "join"),
        ("k", "", "unknown", "unknown", ""),
        ("", "ABCD", "unknown", "unknown", ""),
        ("k", "ABCD", "full", "", ""),
        ("k", "ABCD", "left", "left", ""),
    ):
        guest = Guest(None)
        guest.address = guest.address._replace(letters=letters)
        guest.seat = guest._sit(name="Kim", key=key)
        guest.poll()
        said = len(guest.line.said)
        told(guest, error=error)
        assert (guest.seat.end, [word["do"] for word in guest.line.said[said:]]) == (
            end,
            [do] if do else [],
        ), (key, letters, error)
        assert guest.seat.error == ("full" if error == "full" else "")
    # Nobody without a name or letters asks for a seat, and nobody on a closed line.
    for name, letters, opened, acts in (
        ("Kim", "ABCD", True, ["join"]),
        ("", "ABCD", True, []),
        ("Kim", "", True, []),
        ("Kim", "ABCD", False, []),
    ):
        guest = Guest(None, "")
        guest.line.said.clear()
        guest.line.is_open = opened
        guest.address = guest.address._replace(letters=letters)
        guest._sit(name=name).poll()
        assert [word["do"] for word in guest.line.said] == acts, (name, letters, opened)
    # What is refused while the record is asked for is refused as ever.
    guest, match = hostile()
    told(guest, state=state_of(guest, call=99))
    assert (told(guest, error="late").end, guest.seat.error) == ("", "late")
    # A record that was not asked for is not read.
    guest, match = hostile()
    before = guest.seat.match
    said = len(guest.line.said)
    told(guest, record="no record")
    assert (guest.seat.end, guest.seat.match, guest.seat.is_held) == ("", before, False)
    assert len(guest.line.said) == said
    # A record that takes back what was placed shows the board; one that is known shows nothing.
    guest.seat.news.clear()
    asks(guest, match)
    assert guest.seat.news == []
    guest.plays()
    asks(guest, match)
    assert guest.seat.news == [BoardShown(1)]
    # An older room does not know the question for the record.
    guest, _ = hostile()
    told(guest, state=state_of(guest, call=99))
    assert told(guest, error="bad").end == "version"


def test_whoever_waits_for_a_seat_is_told_so_and_asks_with_another_name() -> None:
    house = House("Anna")
    house.begins("classic free single none", bots=1).begin_round()
    late = Guest(house, "Anna")
    assert (late.seat.error, late.seat.waiting, late.seat.key) == ("taken", (), "")
    late.seat.join("Zoe", house.room.code)
    late.poll()
    seat = late.seat
    assert (seat.error, seat.waiting, seat.is_late) == ("", ("Anna",), True)
    assert (seat.name, seat.has_table, seat.company) == ("Zoe", False, ("Anna",))
    house.room.let_in(house.room.asking[0])
    house.room.poll()
    late.poll()
    assert (seat.has_table, seat.you, seat.end) == (True, 1, "")
    # The key of an earlier evening is asked with once; then like anybody.
    other = House("Anna")
    again = Guest(other, "")
    again.line.said.clear()
    back = again._sit(name="Kim", key="an old key")
    back.poll()
    back.poll()
    assert [word["do"] for word in again.line.said] == ["sit", "join"]
    assert [guest.name for guest in other.room.guests] == ["Anna", "Kim"]
    # The key of the link is the seat's, unless the window has another one.
    for key, used in (("", "of the link"), ("own", "own")):
        again.line.said.clear()
        again.address = again.address._replace(key="of the link")
        again._sit(name="Kim", key=key).poll()
        assert again.line.said[0] == {"do": "sit", "key": used}


def test_nothing_is_placed_while_the_room_does_not_hear_it() -> None:
    guest, _ = hostile()
    guest.plays()
    game, seat = guest.seat.game, guest.seat
    assert game is not None
    flow = RoomFlow(seat, game)
    control = SeatControl(game, ScriptedEngines(), lambda: 0.0, flow)
    assert flow.can_place(control)
    assert not flow.goes_on_by_click
    said = len(guest.line.said)
    for spoil in ("is_open", "is_held", "peek"):
        seat.line.is_open, seat.is_held = spoil != "is_open", spoil == "is_held"
        control.is_peeking = spoil == "peek"
        assert not flow.can_place(control), spoil
        assert control.take_back() == []
    seat.line.is_open, seat.is_held, control.is_peeking = True, False, False
    assert flow.go_on(control) == []
    assert len(guest.line.said) == said, "no seat is taken again that is not resting"
    seat.end = "left"
    assert flow.advance(control, 0.1, is_moving=True) == [TableSignal.OVER]


def test_news_is_shown_once_and_the_count_after_the_last_tile_was_seen() -> None:
    house = House("Anna")
    guest = Guest(house)
    house.phones.append(guest.line.phone)
    game = house.begins("classic free single none rounds=2")
    house.phones.pop()
    game.begin_round()
    house.room.poll()
    guest.poll()
    seat = guest.seat
    assert seat.game is not None
    flow = RoomFlow(seat, seat.game)
    control = SeatControl(seat.game, ScriptedEngines(), lambda: 0.0, flow)
    assert flow.advance(control, 0.1, is_moving=True) == []
    (called,) = flow.advance(control, 0.1, is_moving=False)
    assert isinstance(called, MovesApplied)
    assert flow.advance(control, 0.1, is_moving=False) == []
    while game.phase() is not Phase.ROUND_OVER:
        guest.plays()
        if 0 in game.awaited():
            house.answers(house.phones[0], guest.random)
        if game.phase() is Phase.CALL:
            game.call_next()
        house.room.poll()
    guest.poll()
    flow.advance(control, 0.1, is_moving=False)
    assert (seat.game.phase(), seat.has_table) == (Phase.ROUND_OVER, False)
    told(guest, waiting=["Zoe"])
    assert flow.advance(control, 0.1, is_moving=False) == [TableSignal.STEP]
    news = [flow.advance(control, s, is_moving=False) for s in (0.0, LAST_PAUSE - 0.1, 0.2)]
    assert news == [[], [], [TableSignal.OVER]]
    assert flow.go_on(control) == [TableSignal.OVER]
    # The count is shown by a line that is closed too.
    seat.line.is_open = False
    assert control.close_or_go_on() == [TableSignal.OVER]


def test_a_tile_that_was_tried_here_is_ones_own_and_one_that_the_room_placed_is_not() -> None:
    """The word that takes it back comes too late: the call is closed with the tile."""
    for is_tried in (True, False):
        guest, match = hostile()
        seat = guest.seat
        assert seat.game is not None
        guest.plays()
        control = guest.control
        assert control is not None
        (placed,) = seat.match.round.seats[1].turns[-1].placements
        control.take_back()
        assert seat.match.round.seats[1].hand == (placed.tile,)
        legal = legal_placements(match, 1)
        there = placed if is_tried else next(p for p in legal if p.space != placed.space)
        closed, _ = apply(match, Place(1, there.tile, there.space))
        called = [tile for call in closed.round.calls for tile in call]
        tile = next(tile for tile in closed.rules.grid.tile_set if tile not in called)
        first = new_seat(closed.rules)
        for _ in closed.round.calls:
            first = answer_next_call(first, closed.round.calls)
            free = next(i for i, one in enumerate(first.position.tiles) if one is None)
            first = place_tile(closed.rules, first, first.hand[0], free)
        closed, _ = apply(with_seat(closed, first, 0), Call((tile,)))
        seat.news.clear()
        asks(guest, closed)
        assert seat.end == ""
        assert [news for news in seat.news if isinstance(news, TimeUp)] == (
            [] if is_tried else [TimeUp((there,))]
        )
        note = read_meta(guest.home.saved[-1].meta).object(ROOM_KEY)
        assert note.is_true("mine") is is_tried
        # A window that comes back knows it, and asks for what was played meanwhile.
        guest.come_back()
        mine = guest.seat.match.round.seats[1].position
        laid = [-1 if tile is None else tile.index for tile in mine.tiles]
        known = {"round": 1, "call": 4, "do": "place", "board": {"tiles": laid, "aside": []}}
        said = len(guest.line.said)
        told(guest, state=known)
        told(guest, record=print_record(closed))
        told(guest, state=known)
        assert guest.line.said[said:] == [{"do": "keep"}], "once"
        asks(guest, closed)
        assert (guest.seat.end, guest.seat.news) == ("", [])
        note = read_meta(guest.seat.match.meta).object(ROOM_KEY)
        assert note.is_true("mine") is is_tried


def test_a_state_that_agrees_asks_for_no_record_and_any_other_does() -> None:
    """Each is told to a window with two tiles placed, before and after the third."""
    for is_placed in (False, True):
        guest, _ = hostile()
        called = {tile for call in guest.seat.match.round.calls for tile in call}
        new = next(t for t in guest.seat.match.rules.grid.tile_set if t not in called)
        following = {"call": 4, "called": [new.index]}
        empty = {"tiles": [-1] * 19, "aside": []}
        for change, is_known in (
            ({}, True),
            ({"round": 2}, False),
            ({"round": 0}, False),
            ({"do": "over"}, False),
            ({"do": "close", "board": empty}, False),
            ({"call": 2}, False),
            ({"call": 5, "called": [new.index]}, False),
            ({"board": {"aside": [5]}}, False),
            ({"board": empty}, False),
            (following | {"called": [new.index, new.index]}, False),
            (following | {"board": empty}, False),
            (following, is_placed),
        ):
            guest, _ = hostile()
            if is_placed:
                guest.plays()
            mine = guest.seat.match.round.seats[1]
            laid = [-1 if tile is None else tile.index for tile in mine.position.tiles]
            state = change | {"board": {"tiles": laid, "aside": []} | change.get("board", {})}  # type: ignore[operator]
            said, calls = len(guest.line.said), len(guest.seat.match.round.calls)
            told(guest, state=state_of(guest, **state))
            asked = [] if is_known else [{"do": "keep"}]
            assert guest.line.said[said:] == asked, (is_placed, change)
            is_called = change is following and is_known
            assert len(guest.seat.match.round.calls) == calls + is_called
            # A state that says the same again asks no second time.
            told(guest, state=state_of(guest, **state))
            assert guest.line.said[said:] == asked


@pytest.mark.parametrize(
    "rules", ["classic free pairs none rounds=2", "daffodil-4 free pairs none"]
)
def test_a_match_that_the_room_played_on_is_shown_and_is_nobodys(rules: str) -> None:
    guest, _ = hostile(rules, calls=1)
    house = House("Anna", "Gast")
    house.plays(house.begins(rules))
    whole = parse_record(house.room.seats.record(1, bytes(32)))  # type: ignore[union-attr]
    seat = guest.seat
    assert whole.rounds[0].calls[:1] == seat.match.round.calls
    assert bool(whole.round.seats[1].finish) is whole.rules.has_aside
    seat.news.clear()
    left = {"after_call": 3, "left": "Zoe", "came": "fox", "why": "left"}
    changes = [{"seat": number, **left} for number in (0, 1)]
    asks(guest, replace(whole, meta=with_field(whole.meta, SUBSTITUTES_KEY, changes)))
    assert seat.end == ""
    theirs = Substitute(0, 3, "Zoe", "fox", "fox")
    assert read_substitutes(seat.match.meta) == (theirs,), "this seat has had one player"
    assert [r.calls for r in seat.match.rounds] == [r.calls for r in whole.rounds]
    placed: list[Placement] = []
    for played in whole.rounds:
        placed += [p for turn in played.seats[1].turns for p in turn.placements]
        placed += played.seats[1].finish or ()
    assert seat.news == [TimeUp(tuple(placed)), BoardShown(1)]
    assert own_seats(seat.match) == ()


def at_an_open_close() -> tuple[Guest, House]:
    """A guest before the closing moves, and its room."""
    house = House("Anna")
    guest = Guest(house)
    house.phones.append(guest.line.phone)
    game = house.begins("daffodil-4 free single none")
    anna = house.phones[0]
    game.begin_round()
    while not (guest.seat.game and guest.seat.game.phase() is Phase.CLOSE):
        house.room.poll()
        guest.plays()
        if anna.state["do"] == "place":
            house.answers(anna, guest.random)
        if game.phase() is Phase.CALL:
            game.call_next()
    return guest, house


def at_the_close() -> tuple[Guest, Match]:
    """A guest before the closing moves, at a room that says nothing more, and its match there."""
    guest, house = at_an_open_close()
    guest.line.house = None
    return guest, parse_record(house.room.seats.record(1, bytes(32)))  # type: ignore[union-attr]


def test_closing_moves_take_the_place_of_those_that_a_killed_window_had_said() -> None:
    """The line was lost before the last word, so that the room has tiles in trial."""
    for count in (0, 1):
        guest, house = at_an_open_close()
        mine = guest.seat.match.round.seats[1]
        first, second, *_ = (tile for tile in mine.position.aside if not tile.is_wild)
        stamens, phone = guest.seat.match.rules.grid.stamens, guest.line.phone
        at = f"1.{len(guest.seat.match.round.calls)}"
        for tile, stamen in ((first, stamens[0]), (second, stamens[1])):
            word = {"do": "place", "tile": tile.index, "space": stamen, "at": at}
            assert house.says(phone, **word) == ""
        guest.come_back()
        guest.control = SeatControl(
            guest.seat.game,  # type: ignore[arg-type]
            ScriptedEngines(),
            lambda: 0.0,
            RoomFlow(guest.seat, guest.seat.game),  # type: ignore[arg-type]
        )
        for _ in range(count):
            guest.control.place(second, stamens[0])
        guest.control.close_or_go_on()
        guest.poll()
        closed = (Placement(second, stamens[0]),) * count
        assert house.room.seats is not None
        assert house.room.seats.game.match.round.seats[1].finish == closed
        assert guest.seat.match.round.seats[1].finish == closed
        assert (guest.seat.end, guest.seat.error) == ("", "")


@pytest.mark.parametrize("is_over", [False, True])
def test_closing_moves_that_come_too_late_are_those_of_the_room(*, is_over: bool) -> None:
    """The clock ran out there while the player closed here."""
    guest, house = at_an_open_close()
    seats, control = house.room.seats, guest.control
    assert seats is not None
    assert control is not None
    tile = next(tile for tile in control.game.hand() if not tile.is_wild)
    control.place(tile, control.game.legal(tile)[0])
    for closing in (1, 0)[: 1 + is_over]:
        assert seats.act(closing, "finish", seats.at(), 0, 0) == ""
    control.close_or_go_on()
    assert guest.seat.match.round.seats[1].finish
    guest.poll()
    assert (guest.seat.end, guest.seat.error) == ("", "illegal" if not is_over else "late")
    assert guest.seat.match.round.seats[1].finish == ()
    assert guest.seat.match.is_complete is is_over


def test_who_is_alone_at_a_table_has_ended_it_once_the_room_says_so() -> None:
    """The line may be lost before the last placement, which then is not the room's."""
    house = House()
    guest = Guest(house)
    house.phones.append(guest.line.phone)
    game = house.begins("classic free single none")
    house.phones.pop()
    control = house.control(game, lambda: 0.0)
    seat = guest.seat
    for _ in range(200):
        control.advance(0.1, is_moving=False)
        house.room.poll()
        is_last = len(game.match.rounds[-1].calls) == 19
        guest.line.house = None if is_last else house
        guest.plays()
        if seat.game is not None and seat.match.is_complete:
            break
    assert game.awaited() == (0,)
    assert guest.control is not None
    for _ in range(30):
        assert guest.control.advance(0.1, is_moving=False) in ([], [TableSignal.STEP])
    guest.line.cut(house)
    guest.poll()
    assert (seat.end, seat.match.round.seats, seat.has_table) == ("", game.match.round.seats, True)
    for _ in range(20):
        guest.plays()
        control.advance(0.1, is_moving=False)
        house.room.poll()
    guest.poll()
    assert seat.match.round.seats == game.match.round.seats
    assert not read_meta(seat.match.meta).is_object(ROOM_KEY)
    assert own_seats(seat.match) == (0,)
    while TableSignal.OVER not in guest.control.advance(0.1, is_moving=False):
        pass


def test_a_call_that_was_missed_by_post_is_shown_at_once() -> None:
    """The board is as it was; only the hand is not."""
    house = House("Anna")
    guest = Guest(house)
    house.phones.append(guest.line.phone)
    game = house.begins("classic free mail none", answer_seconds=30)
    house.phones.pop()
    game.begin_round()
    house.room.poll()
    guest.poll()
    assert guest.seat.match.round.seats[1].hand
    game.perform(Miss(1, ()))
    house.room.poll()
    guest.poll()
    assert guest.seat.match.round.seats[1] == game.match.round.seats[1]
    assert guest.seat.match.round.seats[1].turns[0].is_missed


def test_nothing_is_said_on_a_new_line_before_the_greeting() -> None:
    """A room answers that it knows nobody there, and the seat would be over."""
    guest, _ = hostile()
    seat = guest.seat
    flow = RoomFlow(seat, seat.game)  # type: ignore[arg-type]
    control = SeatControl(seat.game, ScriptedEngines(), lambda: 0.0, flow)  # type: ignore[arg-type]
    guest.line.opened += 1
    said = len(guest.line.said)
    tile = seat.match.round.seats[1].hand[0]
    space = seat.game.legal(tile)[0]  # type: ignore[union-attr]
    assert not seat.is_heard
    assert control.place(tile, space) == []
    # The line may also be lost and opened between the question above and the move.
    seat.perform(Place(1, tile, space))
    seat.come_back()
    assert guest.line.said[said:] == []
    seat.poll()
    assert [word["do"] for word in guest.line.said[said:]] == ["sit"]
    assert seat.is_heard


def test_closing_moves_are_said_after_what_the_room_has_lost_and_are_ones_own() -> None:
    guest, record = at_the_close()
    seat, control = guest.seat, guest.control
    assert control is not None
    assert seat.game is not None
    match, mine = seat.match, seat.match.round.seats[1]
    first, *_ = (tile for tile in mine.position.aside if not tile.is_wild)
    rest = [tile.index for tile in mine.position.aside]
    stamen = match.rules.grid.stamens[1]
    laid = [-1 if tile is None else tile.index for tile in mine.position.tiles]
    board = {"tiles": laid, "aside": rest[1:]}
    said = len(guest.line.said)
    told(guest, state=state_of(guest, do="wait", board=board))
    told(guest, record=print_record(record))
    assert guest.line.said[said:] == [{"do": "keep"}], "the moves that close are not asked for"
    control.place(first, stamen)
    said = len(guest.line.said)
    # While it is not heard nothing is said; and what it tried to close with is not asked about.
    told(guest, state=state_of(guest, do="close", board=board))
    guest.line.is_open = False
    assert control.close_or_go_on() == []
    guest.line.is_open = True
    assert guest.line.said[said:] == []
    control.close_or_go_on()
    at = f"1.{len(match.round.calls)}"
    assert guest.line.said[said:] == [
        {"do": "place", "tile": rest[0], "space": ASIDE_INDEX, "at": at},
        {"do": "place", "tile": first.index, "space": stamen, "at": at},
        {"do": "finish", "at": at},
    ]
    closed = (Placement(first, stamen),)
    assert seat.match.round.seats[1].finish == closed
    said = len(guest.line.said)
    told(guest, state=state_of(guest, do="close", board=board))
    assert guest.line.said[said:] == [{"do": "keep"}], "it is closed here"
    told(guest, record=print_record(record))
    # A room that has closed otherwise is believed until the round is over.
    shut = record
    for finish, is_over, end in (
        (closed, False, ""),
        ((), False, ""),
        ((), True, ""),
        (closed, True, "false"),
    ):
        shut = with_seat(shut, choose_finish(match.rules, mine, finish))
        if is_over:
            shut = with_seat(shut, choose_finish(match.rules, mine, ()), 0)
        seat.news.clear()
        asks(guest, shut)
        assert (seat.end, [one for one in seat.news if isinstance(one, TimeUp)]) == (end, [])


def test_a_window_that_has_forgotten_its_match_does_not_count_it_as_its_own() -> None:
    """Its key opens the seat, and the tile that is placed there was placed elsewhere."""
    for is_placed in (False, True):
        house = House("Anna")
        guest = Guest(house)
        house.phones.append(guest.line.phone)
        house.begins("classic free single none").begin_round()
        house.room.poll()
        guest.poll()
        if is_placed:
            guest.plays()
        key = guest.seat.key
        guest.line.cut()
        guest.seat = guest._sit(key=key)
        guest.poll()
        assert guest.seat.has_table
        note = read_meta(guest.home.saved[-1].meta).object(ROOM_KEY)
        assert note.is_true("mine") is not is_placed


def test_tiles_of_the_open_call_and_those_of_a_missed_one_leave_a_match_ones_own() -> None:
    """The first can still be taken back, and the league itself places the others (M4)."""
    for rules, calls in (("classic free single none", 3), ("classic free mail none", 1)):
        guest, match = hostile(rules, calls=calls)
        for number in range(2 if calls == 1 else 0):
            first = match.round.seats[0] if number else new_seat(match.rules)
            first = first if number else answer_next_call(first, match.round.calls)
            for tile in first.hand:
                space = first.position.tiles.index(None)
                first = place_tile(match.rules, first, tile, space)
            match, _ = apply(with_seat(match, first, 0), Miss(1, master_placements(match, 1)))
            left = [tile for tile in match.rules.grid.tile_set if tile not in match.round.called]
            size = match.rules.call_sizes[number + 1]
            match, _ = apply(match, Call(tuple(left[:size])))
        if calls == 1:
            assert match.round.seats[1].turns[1].placements
        else:
            one = legal_placements(match, 1)[0]
            match, _ = apply(match, Place(1, one.tile, one.space))
        seat = guest.seat
        seat.news.clear()
        asks(guest, match)
        assert seat.end == ""
        called = MovesApplied((Called(2, match.round.calls[-1]),))
        assert seat.news == [called if calls == 1 else BoardShown(1)]
        assert read_meta(seat.match.meta).object(ROOM_KEY).is_true("mine")


def test_a_word_said_since_the_record_was_asked_for_holds_the_seat_until_the_next() -> None:
    guest, match = hostile()
    seat = guest.seat
    guest.plays()
    told(guest, state=state_of(guest, call=99))
    before = seat.match
    assert guest.control is not None
    guest.control.take_back()
    said = len(guest.line.said)
    told(guest, record=print_record(match))
    assert (seat.is_held, guest.line.said[said:]) == (True, [{"do": "keep"}])
    assert seat.match.rounds != before.rounds, "the tile is in the hand"
    told(guest, record=print_record(match))
    assert (seat.is_held, seat.end, len(guest.line.said)) == (False, "", said + 1)


def test_a_line_that_opens_again_greets_and_asks_for_the_record_anew() -> None:
    guest, _ = hostile()
    seat = guest.seat
    told(guest, state=state_of(guest, call=99))
    said = len(guest.line.said)
    guest.line.opened += 1
    guest.poll()
    assert guest.line.said[said:] == [{"do": "sit", "key": seat.key}]
    told(guest, table={})
    assert guest.line.said[said + 1 :] == [{"do": "keep"}], "the answer to the first is lost"


def test_a_seat_asks_with_the_name_and_letters_that_are_typed_and_wakes_at_once() -> None:
    guest = Guest(None)
    guest.seat.error = "code"
    guest.seat.join("Zoe", "WXYZ")
    said = guest.line.said[-1]
    assert said == {"do": "join", "name": "Zoe", "code": "WXYZ", "key": said["key"]}
    assert (guest.seat.name, guest.seat.error) == ("Zoe", "")
    guest, _ = hostile()
    players = [{"name": "Anna"}, {"name": "Gast", "bot": True}]
    assert told(guest, state=state_of(guest, players=players, you=1)).is_resting
    guest.seat.come_back()
    assert not guest.seat.is_resting
    assert guest.line.said[-1] == {"do": "sit", "key": guest.seat.key}


def test_each_refusal_keeps_its_word_and_is_over_with_the_next_call() -> None:
    for error in ("code", "full", "name", "shut", "taken", "illegal", "late"):
        guest = Guest(None)
        assert told(guest, error=error).error == error
        assert guest.seat.end == ""
    guest, match = hostile()
    seat = guest.seat
    guest.plays()
    (placed,) = seat.match.round.seats[1].turns[-1].placements
    told(guest, error="late")
    told(guest, record=print_record(apply(match, Place(1, placed.tile, placed.space))[0]))
    called = {tile for call in match.round.calls for tile in call}
    new = next(tile for tile in match.rules.grid.tile_set if tile not in called)
    laid = [-1 if t is None else t.index for t in seat.match.round.seats[1].position.tiles]
    seat.news.clear()
    state = {"call": 4, "called": [new.index], "board": {"tiles": laid, "aside": []}}
    assert seat.error == "late"
    told(guest, state=state_of(guest, **state))
    assert (seat.error, seat.news) == ("", [MovesApplied((Called(3, (new,)),))])
