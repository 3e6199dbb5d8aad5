"""The turns that the leader's computers choose: whole ones, the same after every restart."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.net.journal.table import Table, TurnText, play_turn
from game.net.post.computers import choose_turn, place_for_absent
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from tests.net.lines import begun, call_next, close
from tests.net.worlds import CLASSIC, MAIL, RandomEngines

SECRET = bytes(32)


class Noted(RandomEngines):
    """Notes which computers are asked for, and the chances that they get."""

    def __init__(self) -> None:
        self.names: list[str | None] = []
        self.drawn: list[float] = []

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        self.drawn.append(random.random())
        return super().choose(match, seat, random)

    def engine(self, name: str | None) -> RandomEngines:
        self.names.append(name)
        return super().engine(name)

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[()]:
        assert not match.round.seats[seat].hand
        return ()


def at_call(rules: Ruleset, number: int) -> Table:
    table = begun(rules)
    while table.calls < number - 1:
        table = close(call_next(table))
    return call_next(table)


@pytest.mark.parametrize("rules", [CLASSIC, MAIL, Ruleset.parse("daffodil-4 free single none")])
def test_a_turn_is_whole_and_follows_from_secret_table_call_and_seat(rules: Ruleset) -> None:
    engines, last = Noted(), len(rules.call_sizes)
    table = at_call(rules, last)
    turns = [choose_turn(table, seat, SECRET, engines, "fox") for seat in (0, 1)]
    assert engines.names == ["fox", "fox"]
    for seat, text in enumerate(turns):
        assert play_turn(table, seat, text).round.seats[seat].is_done(rules)
        assert (TurnText.read(rules.grid, text).finish is not None) is rules.has_aside
        assert choose_turn(table, seat, SECRET, engines, "fox") == text
    first = at_call(rules, 1)
    second, drawn = at_call(rules, 2), list[float]()
    elsewhere = replace(first, opened=replace(first.opened, table=bytes([9]) * 16))
    for table, seat, secret in (
        *((first, 0, SECRET), (first, 1, SECRET), (first, 0, bytes([1]) * 32)),
        *((second, 0, SECRET), (elsewhere, 0, SECRET)),
    ):
        engines.drawn.clear()
        choose_turn(table, seat, secret, engines, None)
        drawn.append(engines.drawn[0])
    assert len({*drawn}) == len(drawn), "by table, call, seat and secret"


def test_for_an_absent_player_the_substitute_places_and_in_a_league_the_game_master() -> None:
    for rules, asked in ((CLASSIC, [None]), (MAIL, [None])):
        engines, table = Noted(), at_call(rules, 2)
        text = place_for_absent(table, 1, SECRET, engines)
        assert engines.names == asked
        match = play_turn(table, 1, text, is_missed=True)
        turn = match.round.seats[1].turns[-1]
        assert turn.is_missed is (rules == MAIL)
        if rules == MAIL:
            assert table.match is not None
            assert turn.placements == engines.place_owed(table.match, 1)
