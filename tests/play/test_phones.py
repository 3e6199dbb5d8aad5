"""Seats on phones: what each is shown, what it may do, and what it never learns."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from game.page.holders import find_holders
from game.play.own_seats import own_seats, people_here
from game.play.phones import board_view
from game.play.public_boards import public_board
from game.play.signing import SECRET_BYTES
from game.play.table import TableSetup
from game.play.table_game import Phase, TableGame
from game.progress.engine_client import EngineClient
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.meta import ROOM_KEY, read_meta, read_substitutes
from game.rules.moves import Place, Placed
from game.rules.placement import ASIDE_INDEX, empty_position, legal_spaces, put_unchecked
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.rules.scoring import LineState, score_position
from game.rules.tiles import Tile
from tests.each import some
from tests.play.phones import RULES, House, Phone
from tests.play.playing import play_step
from tests.rules.referee import judge


@pytest.mark.parametrize("rules", some(RULES, 4))
def test_every_ruleset_is_played_from_the_words_that_phones_are_sent(rules: str) -> None:
    house = House("Anna", "Björn", "Ștefan")
    game = house.begins(rules)

    def watch() -> None:
        for seat, phone in enumerate(house.phones):
            check_worth(game, seat, phone)

    house.plays(game, watch)
    assert game.match.is_complete
    judge(json.loads(print_record(game.match)))
    score = score_match(game.match)
    for seat, phone in enumerate(house.phones):
        position = game.match.round.seats[seat].position
        assert phone.state["do"] == "over"
        board = json.loads(json.dumps(board_view(game.match.rules, position)))
        assert phone.state["board"] == board
        totals = [one["total"] for one in phone.state["count"]]
        assert totals == [player.total for player in score.players]
        won = {seat for seat, one in enumerate(phone.state["count"]) if one["won"]}
        assert won == set(score.winners)
    # Every placement was stored before it was shown.
    assert house.saved[-1] is game.match


def check_worth(game: TableGame, seat: int, phone: Phone) -> None:
    """Compare the spaces of a hand, and what each earns, with the rules themselves."""
    state = phone.state
    if state.get("do") != "place":
        return
    rules, position = game.match.rules, game.match.round.seats[seat].position
    before = score_position(rules, position).total
    for held in state["hand"]:
        tile = rules.grid.tile_set[held["tile"]]
        spaces = {int(space): worth["gain"] for space, worth in held["spaces"].items()}
        assert set(spaces) == set(legal_spaces(rules, position, tile))
        for space, gain in spaces.items():
            after = game.match
            if space == ASIDE_INDEX:
                assert gain == 0
                continue
            after = placed(game.match, seat, held["tile"], space)
            total = score_position(rules, after.round.seats[seat].position).total
            assert gain == pytest.approx(total - before)


def placed(match: Match, seat: int, tile: int, space: int) -> Match:
    """A match after one placement."""
    from game.rules.match import apply

    return apply(match, Place(seat, match.rules.grid.tile_set[tile], space))[0]


@pytest.mark.parametrize("rules", some(sorted({each.partition(" rounds")[0] for each in RULES}), 4))
def test_no_state_of_a_seat_changes_with_another_seats_hidden_board(rules: str) -> None:
    """Two matches of the same calls, in which the others place elsewhere."""
    houses = [House("Anna", "Björn", "Cleo"), House("Anna", "Björn", "Cleo")]
    games = [house.begins(rules, has_hidden_boards=True) for house in houses]
    for game in games:
        game.begin_round()
    randoms, own, differed = [Random(1), Random(2)], Random(3), False
    while games[0].phase() not in (Phase.ROUND_OVER, Phase.MATCH_OVER):
        for house in houses:
            house.room.poll()
        views = [json.dumps(house.phones[0].state, sort_keys=True) for house in houses]
        assert views[0] == views[1]
        # Neither does the record that a seat may have; it names no seed before the end.
        records = [
            house.room.seats.record(0, bytes(SECRET_BYTES)) for house in houses if house.room.seats
        ]
        assert records[0] == records[1]
        assert not parse_record(records[0]).round.seed
        assert "42" not in TableSetup.from_match(parse_record(records[0])).seed
        boards = [game.match.round.seats[1].position.tiles for game in games]
        differed |= boards[0] != boards[1]
        if not games[0].awaited():
            for game in games:
                game.call_next()
            continue
        for phone in range(3):
            seed = own.random()
            for house, random in zip(houses, randoms, strict=True):
                while house.phones[phone].state["do"] in ("place", "close"):
                    before = house.phones[phone].state
                    house.answers(house.phones[phone], random if phone else Random(seed))
                    if not phone and house.phones[0].state["at"] == before["at"]:
                        break
    assert differed
    match = parse_record(houses[0].room.seats.record(1, bytes(SECRET_BYTES)))  # type: ignore[union-attr]
    assert match.is_complete
    assert people_here(match) == (1,)
    assert match.rounds == games[0].match.rounds


def test_a_tile_moves_by_a_second_tap_and_is_taken_back_until_the_next_call() -> None:
    house = House("Anna", "Björn")
    game = house.begins("classic free single none")
    game.begin_round()
    house.room.poll()
    anna = house.phones[0]
    tile, at = anna.state["hand"][0]["tile"], anna.state["at"]
    assert house.says(anna, do="place", at=at, tile=tile, space=4) == ""
    assert anna.state["last"] == 4
    assert anna.state["do"] == "wait"
    assert house.says(anna, do="place", at=at, tile=tile, space=7) == ""
    assert anna.state["board"]["tiles"].index(tile) == 7
    assert house.says(anna, do="back", at=at) == ""
    assert [one["tile"] for one in anna.state["hand"]] == [tile]
    # Without a tile on the board there is nothing to take back, and no space is taken twice.
    assert house.says(anna, do="back", at=at) == "illegal"
    assert house.says(anna, do="place", at=at, tile=tile, space=40) == "illegal"
    assert house.says(anna, do="place", at=at, tile=26 - tile, space=3) == "illegal"
    for phone in house.phones:
        assert house.says(phone, do="place", at=at, tile=tile, space=0) == ""
    game.call_next()
    assert house.says(anna, do="back", at=at) == "late"
    late = next(word for word in reversed(anna.words) if "error" in word)
    assert (late["late"], late["at"]) == (at, anna.state["at"])
    assert house.says(anna, do="place", at=at, tile=tile, space=1) == "late"
    assert anna.state["at"] == "1.2"


def test_the_big_screen_shows_what_was_placed_after_the_call() -> None:
    house = House("Anna", "Björn")
    game = house.begins("classic free single none", people=1)
    game.begin_round()
    house.room.poll()
    anna = house.phones[0]
    tile, at = anna.state["hand"][0]["tile"], anna.state["at"]
    house.says(anna, do="place", at=at, tile=tile, space=4)
    assert game.match.round.seats[1].position.filled
    # While anybody is awaited, who sits at the screen sees no tile of the open call; nor the title.
    game.place(game.hand()[0], 3)
    assert not game.position(1).filled
    assert not public_board(game.match, 1).position.filled
    house.says(house.phones[1], do="place", at=at, tile=tile, space=5)
    assert game.position(1).filled
    assert game.phase() is Phase.CALL


def test_hidden_boards_on_phones_are_hidden_from_the_screen() -> None:
    house = House("Anna")
    game = house.begins("classic free single none", people=1, has_hidden_boards=True)
    assert [game.is_hidden(seat) for seat in (0, 1)] == [False, True]


def test_closing_moves_that_two_phones_try_are_stored_apart() -> None:
    house = House("Anna", "Björn")
    game = house.begins("daffodil-4 free single none")
    game.begin_round()
    while game.awaited() != (0, 1) or game.match.round.seats[0].hand:
        house.room.poll()
        for phone in house.phones:
            state = phone.state
            if state["do"] == "place":
                tile = state["hand"][0]
                spaces = sorted(map(int, tile["spaces"]))
                word = {"do": "place", "at": state["at"], "tile": tile["tile"], "space": spaces[0]}
                house.says(phone, **word)
        if not game.awaited():
            game.call_next()
    tried = []
    for phone in house.phones:
        assert phone.state["do"] == "close"
        tile = next(one for one in phone.state["hand"] if one["spaces"])
        space = int(next(iter(tile["spaces"])))
        word = {"do": "place", "at": phone.state["at"], "tile": tile["tile"], "space": space}
        assert house.says(phone, **word) == ""
        tried.append((space, tile["tile"]))
    # Another window opens the stored match: both trials are there.
    again = House()
    match = parse_record(print_record(house.saved[-1]))
    saved = TableGame(TableSetup.from_match(match), type(game.keeper)(match))  # type: ignore[call-arg]
    again.room.seat(saved)
    for phone, (space, tile) in zip(house.phones, tried, strict=True):
        other = Phone(phone.name)
        assert again.says(other, do="sit", key=phone.key) == ""
        assert other.state["board"]["tiles"][space] == tile
        assert again.says(other, do="back", at=other.state["at"]) == ""
        assert again.says(other, do="finish", at=other.state["at"]) == ""
    assert saved.match.is_complete
    assert "closing" not in str(saved.match.meta)


def test_a_computer_takes_a_phones_seat_and_somebody_else_takes_it_again() -> None:
    house = House("Anna", "Zoé")
    game = house.begins("classic free single none", bots=1)
    game.begin_round()
    house.room.poll()
    zoe = house.phones[1]
    house.room.leave(1)
    assert zoe.error == "left"
    assert game.engine_of(1) == "beaver"
    assert game.apart.elsewhere == {0}
    # She may ask again, with the letters; the window lets her in.
    assert house.says(zoe, do="join", name="Zoé 2", code=house.room.code) == ""
    assert zoe.words[-1]["asks"] is True
    house.room.let_in(house.room.asking[0])
    house.room.poll()
    assert zoe.state["you"] == 1
    assert zoe.state["do"] == "place"
    # A third one gets the seat of the computer that sat there from the beginning.
    dora = Phone("Dora")
    house.says(dora, do="join", name="Dora", code=house.room.code)
    house.room.let_in(house.room.asking[0])
    house.room.poll()
    house.phones.append(dora)
    assert dora.state["you"] == 2
    assert [one["name"] for one in dora.state["players"]] == ["Anna", "Zoé 2", "Dora"]
    assert house.says(Phone("Eva"), do="join", name="Eva", code=house.room.code) == "full"
    house.plays(game)
    holders = [[holder.name for holder in seat] for seat in find_holders(game.match)]
    assert holders == [["Anna"], ["Zoé", "beaver", "Zoé 2"], ["Fox 0", "Dora"]]
    assert [one.bot for one in read_substitutes(game.match.meta)] == ["beaver", "", ""]
    # The table for a rematch has those who sit there now.
    again = house.room.seats_again(game.setup)
    assert [player.name for player in again.players] == ["Anna", "Zoé 2", "Dora"]
    assert again.phones == {0, 1, 2}


def test_seats_of_guests_belong_to_nobody_here_but_for_the_players_own() -> None:
    for owner, mine in ((None, ()), (1, (1,))):
        house = House("Anna", "Björn")
        game = house.begins("classic free single none", owner=owner)
        house.plays(game)
        assert people_here(game.match) == own_seats(game.match) == mine
    house = House("Anna", "Björn")
    game = house.begins("classic free single none", people=1)
    assert people_here(game.match) == (0,)


def test_a_room_opens_again_with_its_letters_port_and_secrets() -> None:
    house = House("Anna", "Björn")
    game = house.begins("classic free pairs none")
    game.begin_round()
    house.room.poll()
    anna = house.phones[0]
    tile = anna.state["hand"][1]
    space = int(next(iter(tile["spaces"])))
    house.says(anna, do="place", at="1.1", tile=tile["tile"], space=space)
    before = anna.state
    again = House()
    match = parse_record(print_record(house.saved[-1]))
    again.room.seat(TableGame(TableSetup.from_match(match), type(game.keeper)(match)))  # type: ignore[call-arg]
    assert again.room.code == house.room.code
    assert read_meta(match.meta).object(ROOM_KEY).whole("port") == 4242
    back = Phone("Anna")
    assert again.says(back, do="sit", key=anna.key) == ""
    assert back.state == before
    # The match keeps no secret, only its digest.
    assert anna.key not in print_record(match)
    assert again.says(Phone("Eva"), do="sit", key=match.meta) == "unknown"


@pytest.mark.parametrize("rules", ["classic free single none", "classic free mail none"])
def test_a_call_that_a_phone_lets_pass_is_missed(rules: str) -> None:
    """V4; after the third in a row a computer takes the seat."""
    house = House("Anna", "Björn")
    game = house.begins(rules, answer_seconds=10)
    game.begin_round()
    house.room.poll()
    seats, (anna, bjorn), engines = house.room.seats, house.phones, EngineClient()
    assert seats is not None
    for call in range(1, 4):
        house.room.poll()
        while anna.state["do"] == "place":
            house.answers(anna, Random(call))
        seats.take_events(4, engines)
        assert seats.left == 6
        assert game.awaited() == (1,)
        assert bjorn.state["do"] == "place"
        assert seats.take_events(6, engines)
        assert seats.left == 0
        assert game.awaited() == ()
        house.room.poll()
        is_out = bjorn.error == "left"
        assert is_out is (call == 3)
        game.call_next()
        if call == 1:
            # Whoever answers again begins to count anew; this one does not.
            assert house.says(bjorn, do="back", at="1.1") == "late"
    assert game.engine_of(1) == "beaver"
    assert game.apart.elsewhere == {0}


@pytest.mark.parametrize("does", ["nothing", "places", "moves"])
def test_whoever_answers_after_two_missed_calls_has_missed_none_in_a_row(does: str) -> None:
    """V4; moving the tile that was placed for one is an answer too."""
    house = House("Anna", "Björn")
    game = house.begins("classic free single none", answer_seconds=10)
    game.begin_round()
    seats, (anna, bjorn), engines = house.room.seats, house.phones, EngineClient()
    assert seats is not None
    for call in range(1, 5):
        house.room.poll()
        if does == "places" and call == 3:
            tile = bjorn.state["hand"][0]
            word = {"do": "place", "at": bjorn.state["at"], "tile": tile["tile"]}
            assert house.says(bjorn, **word, space=int(next(iter(tile["spaces"])))) == ""
        while anna.state["do"] == "place":
            house.answers(anna, Random(call))
        for _ in range(3):
            seats.take_events(5, engines)
        house.room.poll()
        if does == "moves" and call == 2:
            (tile,) = bjorn.state["called"]
            word = {"do": "place", "at": bjorn.state["at"], "tile": tile}
            assert house.says(bjorn, **word, space=bjorn.state["moves"][0]) == ""
        is_out = 1 not in game.apart.elsewhere
        assert is_out is (does == "nothing" and call == 3)
        if is_out:
            break
        seats.left = None
        game.call_next()


def test_all_phones_miss_a_call_at_the_same_time_and_see_whole_seconds() -> None:
    """V4"""
    house = House("Anna", "Björn", "Cleo")
    game = house.begins("classic free single none", answer_seconds=10)
    game.begin_round()
    house.room.poll()
    seats, engines = house.room.seats, EngineClient()
    assert seats is not None
    left = []
    for seconds in (0.5, 0.5, 8.5, 0.25):
        assert seats.take_events(seconds, engines) == ()
        left.append(seats.view(0)["left"])
    assert left == [10, 9, 1, 1]
    house.answers(house.phones[1], Random(1))
    events = seats.take_events(0.25, engines)
    assert {event.seat for event in events if isinstance(event, Placed)} == {0, 1, 2}
    assert game.awaited() == ()
    assert seats.view(0)["left"] is None


def test_a_phone_is_shown_who_has_answered_and_which_seats_computers_play() -> None:
    house = House("Anna", "Björn")
    game = house.begins("classic free single none rounds=2", people=1, bots=1)
    assert house.room.seats is not None
    assert house.room.seats.at() == "0.0"
    game.begin_round()

    def shown() -> dict[str, list[Any]]:
        house.room.poll()
        players = house.phones[0].state["players"]
        return {key: [one[key] for one in players] for key in ("name", "done", "bot")}

    names = ["Here 0", "Anna", "Björn", "Fox 0"]
    assert shown() == {"name": names, "done": [False] * 4, "bot": [False, False, False, True]}
    game.place(game.hand()[0], 3)
    house.answers(house.phones[1], Random(1))
    assert shown()["done"] == [True, False, True, False]
    assert [phone.state["do"] for phone in house.phones] == ["place", "wait"]
    assert [phone.state["back"] for phone in house.phones] == [False, True]
    house.room.rest(2)
    assert shown() == {
        "name": names,
        "done": [True, False, True, False],
        "bot": [False, False, True, True],
    }
    state = house.phones[0].state
    assert (state["round"], state["rounds"], state["call"], state["calls"]) == (1, 2, 1, 19)
    assert (state["you"], state["at"], state["left"]) == (1, "1.1", None)
    assert state["called"] == [tile.index for tile in game.match.round.calls[0]]


def test_the_count_of_a_round_names_a_winner_at_the_end_alone() -> None:
    house = House("Anna", "Björn")
    game = house.begins("classic free single none rounds=2")
    (anna, björn), totals = house.phones, list[list[float]]()
    for number in (1, 2):
        game.begin_round()
        while game.phase() not in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            house.room.poll()
            for seat, phone in enumerate((anna, björn)):
                before = phone.state["points"]
                assert before == game.points_before(seat) + game.points_now(seat)
                house.answers(phone, Random(number))
            if game.phase() is Phase.CALL:
                game.call_next()
        house.room.poll()
        state, match = anna.state, game.match
        assert (state["do"], state["back"], state["last_round"]) == ("over", False, number == 2)
        assert house.says(anna, do="back", at=state["at"]) == "late", "the count is seen"
        assert game.match is match
        score = score_match(game.match)
        totals.append([one["total"] for one in state["count"]])
        assert totals[-1] == [player.total for player in score.players]
        won = [one["won"] for one in state["count"]]
        assert won == [number == 2 and seat in score.winners for seat in range(2)]
        assert state["points"] == totals[-1][0]


def test_the_clock_of_a_call_begins_anew_with_each_call_and_stands_for_nobody() -> None:
    """V4"""
    house = House("Anna", "Björn")
    game = house.begins("classic free single none", answer_seconds=10, people=1)
    seats, engines = house.room.seats, EngineClient()
    assert seats is not None
    game.begin_round()
    assert seats.view(1)["left"] == 10, "before the clock runs"
    seats.take_events(3.5, engines)
    assert (seats.left, seats.view(1)["left"]) == (6.5, 7)
    house.room.poll()
    for phone in house.phones:
        house.answers(phone, Random(1))
    # The person at the screen alone is awaited: no phone's time runs.
    seats.take_events(99, engines)
    assert (seats.left, seats.view(1)["left"], game.awaited()) == (None, None, (0,))
    game.place(game.hand()[0], 3)
    game.call_next()
    assert seats.view(1)["left"] == 10
    seats.take_events(1, engines)
    assert seats.left == 9
    house.room.poll()
    for phone in house.phones:
        house.answers(phone, Random(2))
    seats.take_events(99, engines)
    assert seats.left is None
    # Whoever takes a tile back has the rest of the time, and makes nobody wait for ever.
    assert house.says(house.phones[0], do="back", at=house.phones[0].state["at"]) == ""
    assert (seats.left, seats.view(1)["left"]) == (None, 9), "before the clock runs on"
    seats.take_events(2, engines)
    assert (seats.left, seats.view(1)["left"]) == (7, 7)
    free = House("Anna")
    open_end = free.begins("classic free single none")
    open_end.begin_round()
    assert free.room.seats is not None
    assert free.room.seats.take_events(999, engines) == ()
    assert (free.room.seats.left, free.room.seats.view(0)["left"]) == (None, None)


def test_closing_moves_that_a_phone_lets_pass_are_those_it_tried_and_no_missed_call() -> None:
    """P6, V4"""
    house = House("Anna")
    game = house.begins("daffodil-4 free single none rounds=2", answer_seconds=10, bots=1)
    last = len(game.match.rules.call_sizes)
    while not game.match.rounds or game.awaited() != (0, 1) or len(game.match.round.calls) < last:
        play_step(game)
    while any(seat.hand for seat in game.match.round.seats):
        play_step(game)
    house.room.poll()
    seats, (anna,) = house.room.seats, house.phones
    assert seats is not None
    assert anna.state["do"] == "close"
    tile = next(one for one in anna.state["hand"] if one["spaces"])
    space = int(next(iter(tile["spaces"])))
    word = {"do": "place", "at": anna.state["at"], "tile": tile["tile"], "space": space}
    assert house.says(anna, **word) == ""
    seats.take_events(10, EngineClient())
    finish = game.match.round.seats[0].finish
    assert finish is not None
    assert [(p.tile.index, p.space) for p in finish] == [(tile["tile"], space)]
    assert seats._misses[0] == 0


def test_a_line_is_drawn_by_its_state_and_its_one_number() -> None:
    rules = Ruleset.parse("classic free single none")
    board, position = rules.grid, empty_position(rules.grid)
    states = board_view(rules, position)["lines"]
    assert states == [[LineState.EMPTY.value, 0]] * len(board.lines)
    column = next(line for line in board.lines if len(line.spaces) == 3)
    column_index, tiles = board.lines.index(column), [Tile.parse(t) for t in ("294", "293", "298")]
    for count, state in ((1, LineState.ALIVE), (2, LineState.ALIVE), (3, LineState.COMPLETE)):
        position = put_unchecked(position, tiles[count - 1], column.spaces[count - 1])
        view = board_view(rules, position)
        number = tiles[0].number(column.direction) or 0
        assert view["lines"][column_index] == [state.value, number]
        through = [line.index for i in column.spaces[:count] for line in board.lines_through[i]]
        for index, line in enumerate(view["lines"]):
            assert (line == [LineState.EMPTY.value, 0]) is (index not in through)
    assert view["scored"] == [[column_index, number, 3 * number]]
    assert [tile for tile in view["tiles"] if tile >= 0] == [tile.index for tile in tiles]
    broken = put_unchecked(empty_position(board), tiles[0], column.spaces[0])
    other = next(t for t in board.tile_set if t.number(column.direction) != number)
    broken = put_unchecked(broken, other, column.spaces[1])
    assert board_view(rules, broken)["lines"][column_index] == [LineState.DEAD.value, 0]


def test_what_is_tried_as_a_closing_move_is_on_the_board_until_it_is_taken_back() -> None:
    house = House("Anna")
    game = house.begins("daffodil-4 free single none")
    anna, random = house.phones[0], Random(1)
    game.begin_round()
    house.room.poll()
    at = anna.state["at"]
    for do in ("finish", "back", "dance", ""):
        assert house.says(anna, do=do, at=at) == "illegal", do
    while anna.state["do"] != "close":
        if anna.state["do"] == "place":
            house.answers(anna, random)
        if game.phase() is Phase.CALL:
            game.call_next()
        house.room.poll()
    at = anna.state["at"]
    held = next(tile for tile in anna.state["hand"] if tile["spaces"])
    stamen = int(next(iter(held["spaces"])))
    word = {"do": "place", "at": at, "tile": held["tile"], "space": stamen}
    before = anna.state["hand"], anna.state["board"]
    assert house.says(anna, **word) == ""
    assert held["tile"] not in [tile["tile"] for tile in anna.state["hand"]]
    assert anna.state["board"]["tiles"][stamen] == held["tile"]
    assert held["tile"] not in anna.state["board"]["aside"]
    assert house.says(anna, **word | {"space": ASIDE_INDEX}) == ""
    assert (anna.state["hand"], anna.state["board"]) == before
    assert house.says(anna, **word | {"space": ASIDE_INDEX}) == "illegal", "it lies there"
    # It may go from one stamen to another.
    assert house.says(anna, **word) == ""
    other = next(int(space) for space in held["spaces"] if int(space) != stamen)
    assert house.says(anna, **word | {"space": other}) == ""
    tiles = anna.state["board"]["tiles"]
    assert (tiles[stamen], tiles[other]) == (-1, held["tile"])
    assert house.says(anna, do="back", at=at) == ""
    assert (anna.state["hand"], anna.state["board"]) == before
    # What was tried ends with the seat.
    assert house.says(anna, **word) == ""
    assert f"closing.{anna.state['you']}" in (game.match.meta or "")
    house.room.leave(anna.state["you"])
    assert "closing" not in (game.match.meta or "")
