"""The game master of a room without a window: whole matches, somebody silent, a new start.

A room that plays for who is absent hides that it refuses who is there: boards are compared, not
ends.
"""

from __future__ import annotations

from concurrent.futures import Future
from random import Random

import pytest

from game.page.tables import tables_of
from game.play.phone_room import PhoneRoom
from game.play.room_master import RoomMaster, RoomPlan
from game.play.table_game import Phase
from game.progress.engine_client import EngineClient
from game.rules.match import Match, Player, PlayerKind
from game.rules.placement import Placement
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from tests.each import some
from tests.play.phones import RULES, MemoryServer, Phone

CALL = 30
"""Seconds of a call; a step is half a second."""


class EnginesHere(EngineClient):
    """Computers that have answered before they are asked for it again."""

    def ask_choice(
        self, match: Match, seat: int, bot: str, seed: str
    ) -> Future[tuple[Placement, ...]]:
        answer = Future[tuple[Placement, ...]]()
        answer.set_result(self.choose_now(match, seat, bot, seed))
        return answer


class Elsewhere:
    """A room without a window, its master, and phones in memory."""

    def __init__(
        self, rules: str, people: int, *bots: Player, stored: Match | None = None, code: str = ""
    ) -> None:
        self.server, self.saved = MemoryServer(), list[Match]()
        self.room = PhoneRoom(self.server, tables_of)
        self.room.code = code or self.room.code
        plan = RoomPlan(Ruleset.parse(rules), people, bots, CALL)
        self.master = RoomMaster(self.room, plan, EnginesHere(), self.saved.append, stored)
        self.lies: dict[tuple[str, int, int], int] = {}
        """The space on which each phone put a tile last, by name, round and tile."""

    def says(self, phone: Phone, **word: object) -> str:
        """Let a phone say a word; return the error that it is answered with."""
        count = len(phone.words)
        self.server.arrived.append((phone, word))
        self.room.poll()
        return next((w["error"] for w in phone.words[count:] if "error" in w), "")

    def sits_down(self, *names: str) -> list[Phone]:
        """Let phones join."""
        phones = [Phone(name) for name in names]
        for phone in phones:
            assert self.says(phone, do="join", name=phone.name, code=self.room.code) == ""
        return phones

    def answers(self, phone: Phone, random: Random) -> None:
        """Let a phone answer what it is asked, and note where its tile lies."""
        state = phone.state
        if state.get("do") == "close" and (not state["hand"] or random.random() < 0.4):
            assert self.says(phone, do="finish", at=state["at"]) == ""
        elif state.get("do") in ("place", "close"):
            tile = random.choice(state["hand"])
            space = int(random.choice([*tile["spaces"]]))
            word = {"do": "place", "at": state["at"], "tile": tile["tile"], "space": space}
            assert self.says(phone, **word) == ""
            self.lies[phone.name, state["round"], tile["tile"]] = space

    def steps(self, *seconds: float) -> None:
        """Let so much time pass, a step each."""
        for dt in seconds:
            self.master.step(dt)

    def asks_for_time(self, phones: list[Phone]) -> bool:
        """Whether any of these phones has something to do."""
        return any(phone.state.get("do") in ("place", "close") for phone in phones)

    def plays(self, phones: list[Phone], until: int = 10**6, seed: int = 3) -> Match:
        """Play to the end, or to a call; time passes only while none of `phones` must act."""
        random, calls = Random(seed), 0
        for _ in range(20_000):
            self.master.step(0.0 if self.asks_for_time(phones) else 0.5)
            match = self.master.match
            calls = 0 if match is None else sum(len(each.calls) for each in match.rounds)
            if match is not None and (match.is_complete or calls >= until):
                return match
            for phone in phones:
                self.answers(phone, random)
        raise AssertionError("it never ends")

    def compare(self, match: Match, name: str, least: int) -> None:
        """Check that every tile lies where its phone has put it, and that there were so many."""
        seat = next(i for i, player in enumerate(match.players) if player.name == name)
        known = 0
        for number, played in enumerate(match.rounds, 1):
            position = played.seats[seat].position
            for space, tile in enumerate(position.tiles):
                if tile is not None and (name, number, tile.index) in self.lies:
                    assert self.lies[name, number, tile.index] == space
                    known += 1
        assert known >= least


@pytest.mark.parametrize("rules", some(RULES, 2))
def test_a_match_in_every_ruleset_is_as_the_phones_have_placed(rules: str) -> None:
    bots = (Player("greedy", PlayerKind.BOT, "greedy"),)
    room = Elsewhere(rules, 2, *bots)
    phones = room.sits_down("Anna", "Björn")
    match = room.plays(phones)
    assert len(match.rounds) == match.rules.rounds
    for phone in phones:
        seats = [played.seats[phones.index(phone)] for played in match.rounds]
        tiles = sum(seat.position.filled.bit_count() for seat in seats)
        room.compare(match, phone.name, tiles)
        assert not any(turn.is_missed for seat in seats for turn in seat.turns)
    # What was counted stays: nothing is taken back or moved behind the count.
    for phone in phones:
        assert room.says(phone, do="back", at=phone.state["at"]) == "late"
    assert room.master.match is match
    # Everything is stored, with what the match needs to go on.
    assert room.saved[-1].rounds == match.rounds


@pytest.mark.parametrize("rules", some(RULES, 2))
def test_for_a_silent_phone_the_room_places_and_the_others_lose_nothing(rules: str) -> None:
    room = Elsewhere(rules, 2)
    anna, silent = room.sits_down("Anna", "Silent")
    room.plays([anna, silent], until=4)
    early = dict(room.lies)
    match = room.plays([anna])
    tiles = sum(played.seats[0].position.filled.bit_count() for played in match.rounds)
    room.compare(match, "Anna", tiles)
    # What the silent one had placed lies where it was.
    assert any(name == "Silent" for name, *_ in early)
    room.compare(match, "Silent", 1)
    assert all(seat.is_done(match.rules) for played in match.rounds for seat in played.seats)


def test_after_three_misses_a_computer_plays_until_the_guest_is_back() -> None:
    for rules in ("classic free single none", "classic free mail none"):
        room = Elsewhere(rules, 2)
        anna, björn = room.sits_down("Anna", "Björn")
        room.plays([anna, björn], until=2)
        match = room.plays([anna], until=7)
        game = room.master.game
        assert game is not None
        assert game.successor(1) == "beaver"
        # The page is reloaded: the seat is Björn's again, and what he places lies there.
        back = Phone("Björn")
        assert room.says(back, do="sit", key=björn.key) == ""
        assert game.successor(1) == ""
        assert game.apart.elsewhere == {0, 1}
        match = room.plays([anna, back])
        room.compare(match, "Björn", 8)
        assert match.rounds[0].seats[1].turns[-1].is_missed is False


def test_killed_it_goes_on_and_a_resting_guest_still_finds_the_seat() -> None:
    room = Elsewhere("classic free pairs none", 2)
    anna, björn = room.sits_down("Anna", "Björn")
    room.plays([anna, björn], until=3)
    room.plays([anna], until=8)
    stored = parse_record(print_record(room.saved[-1]))
    again = Elsewhere("classic free pairs none", 2, stored=stored)
    again.lies = room.lies
    assert again.room.code == room.room.code
    # Nobody is there yet: nothing is called, nobody misses anything.
    for _ in range(200):
        again.master.step(1.0)
    assert again.master.match is not None
    assert again.master.match.rounds == stored.rounds
    for phone in (anna, björn):
        phone.words.clear()
        assert again.says(phone, do="sit", key=phone.key) == ""
    match = again.plays([anna, björn])
    again.compare(match, "Anna", 19)
    again.compare(match, "Björn", 8)
    assert [player.name for player in match.players] == ["Anna", "Björn"]


def test_it_waits_for_everybody_and_for_a_sleeping_phone_as_long_as_for_a_call() -> None:
    room = Elsewhere("classic free single none", 2)
    (anna,) = room.sits_down("Anna")
    for _ in range(500):
        room.master.step(0.5)
    assert room.master.match is None
    assert anna.words[-1]["waiting"] == ["Anna"]
    room.server.arrived.append((anna, None))
    room.sits_down("Björn")
    for _ in range(2 * CALL - 2):
        room.master.step(0.5)
    assert room.master.match is None
    room.steps(1.0, 1.0)
    assert room.master.match is not None
    # Where a guest leaves meanwhile, the wait begins anew with the next one.
    room = Elsewhere("classic free single none", 2)
    anna, björn = room.sits_down("Anna", "Björn")
    room.server.arrived.append((anna, None))
    room.steps(*[1.0] * (CALL - 1))
    assert room.says(björn, do="leave") == "left"
    room.steps(1.0, 1.0)
    room.sits_down("Carla")
    room.steps(*[1.0] * (CALL - 1))
    assert room.master.match is None
    room.steps(1.0, 1.0)
    assert room.master.match is not None


def test_whoever_comes_late_gets_a_computers_seat_never_that_of_a_guest_who_is_there() -> None:
    room = Elsewhere("classic free single none", 2, Player("fox", PlayerKind.BOT, "fox"))
    anna, björn = room.sits_down("Anna", "Björn")
    room.plays([anna, björn], until=2)
    room.plays([anna], until=7)
    # Björn's page is open, though he misses calls: the computer's seat is the free one.
    (carla,) = room.sits_down("Carla")
    room.steps(0.5, 0.5)
    assert carla.state["you"] == 2
    assert room.says(Phone("Eve"), do="join", name="Eve", code=room.room.code) == "full"
    # He is gone, and without his key: as Bo he has the seat that a computer plays.
    room.server.arrived.append((björn, None))
    (bo,) = room.sits_down("Bo")
    room.steps(0.5, 0.5)
    assert bo.state["you"] == 1
    assert room.says(Phone("Björn"), do="sit", key=björn.key) == "unknown"
    match = room.plays([anna, carla, bo])
    room.compare(match, "Anna", 19)


def test_a_machine_that_slept_costs_nobody_a_call() -> None:
    room = Elsewhere("classic free single none", 1)
    (anna,) = room.sits_down("Anna")
    room.steps(0.5, 0.5, 3600.0, 3600.0)
    assert anna.state["do"] == "place"
    game = room.master.game
    assert game is not None
    assert game.phase() is not Phase.CALL


def test_the_calls_to_come_cannot_be_guessed_from_the_seed() -> None:
    room = Elsewhere("classic free single none", 1)
    room.sits_down("Anna")
    room.master.step(0.5)
    game = room.master.game
    assert game is not None
    # 128 random bits; a deal of the window has 30.
    assert len(bytes.fromhex(game.setup.seed)) == 16


def test_a_match_goes_on_while_anybody_is_there_and_waits_when_all_have_gone() -> None:
    room = Elsewhere("classic free single none", 2)
    anna, björn = room.sits_down("Anna", "Björn")
    room.plays([anna, björn], until=2)
    room.server.arrived.append((björn, None))
    assert len(room.plays([anna], until=3).round.calls) == 3
    room.server.arrived.append((anna, None))
    for _ in range(4 * CALL):
        room.master.step(0.5)
    assert room.master.match is not None
    assert len(room.master.match.round.calls) == 3


def test_the_match_is_of_the_people_in_their_order_with_the_computers_behind() -> None:
    bots = (Player("Fox", PlayerKind.BOT, "fox"), Player("Owl", PlayerKind.BOT, "owl"))
    room = Elsewhere("classic free single none", 2, *bots)
    assert room.room.here == ("Fox", "Owl")
    assert room.master.match is None
    room.sits_down("Anna", "Björn")
    room.master.step(0.5)
    game = room.master.game
    assert game is not None
    assert [player.name for player in game.match.players] == ["Anna", "Björn", "Fox", "Owl"]
    assert (game.setup.phones, game.apart.elsewhere) == (frozenset({0, 1}), frozenset({0, 1}))
    assert (game.setup.answer_seconds, game.match.rules) == (CALL, room.master.plan.rules)
    assert [guest.seat for guest in room.room.guests] == [0, 1]
    assert room.saved[-1] is game.match


def test_each_count_is_shown_for_as_long_as_the_first() -> None:
    room = Elsewhere("classic free single none rounds=3", 1)
    phones, random, waits = room.sits_down("Anna"), Random(3), dict[int, int]()
    while (match := room.master.match) is None or not match.is_complete:
        room.steps(0.0 if room.asks_for_time(phones) else 5.0)
        match = room.master.match
        if match is not None and match.rounds and match.round.seats[0].is_done(match.rules):
            waits[len(match.rounds)] = waits.get(len(match.rounds), 0) + 1
        for phone in phones:
            room.answers(phone, random)
    assert waits[1] == waits[2] > 1
