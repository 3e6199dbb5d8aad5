"""Players who left a seat, when they left, and who came (M5), from a record alone."""

from __future__ import annotations

import pytest

from game.bots.players.game_master import master_placements
from game.play.pending_choices import SUBSTITUTE, substitute_for
from game.play.table import TableSetup
from game.rules.deal import deal_calls
from game.rules.match import Departure, Match, Player, apply, find_departures, new_match
from game.rules.moves import BeginRound, Call, Miss
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset

ANA, BEN = Player("Ana"), Player("Ben")


def _nobody_answers(setup: TableSetup, calls: int) -> Match:
    match = new_match(setup.rules, setup.players, setup.to_meta())
    match, _ = apply(match, BeginRound())
    for tiles in deal_calls(setup.rules, setup.seed)[:calls]:
        match, _ = apply(match, Call(tiles))
        for seat in range(len(setup.players)):
            match, _ = apply(match, Miss(seat, master_placements(match, seat)))
    return match


@pytest.mark.parametrize(
    ("substitutes", "bots"),
    [((), (SUBSTITUTE, SUBSTITUTE)), (("fox", "magpie"), ("fox", "magpie"))],
)
def test_m5_who_left_when_and_who_came_are_kept(
    substitutes: tuple[str, ...], bots: tuple[str, str]
) -> None:
    rules = Ruleset.parse("classic free mail none")
    setup = TableSetup(rules, (ANA, BEN), "42", substitutes=substitutes)
    assert find_departures(_nobody_answers(setup, 2)) == ()
    # Read back, as a screen that shows a kept match does.
    match = parse_record(print_record(_nobody_answers(setup, 6)))
    # The substitutes left in their turn, three misses of their own later.
    departures = (Departure(0, 2, 0), Departure(0, 2, 1), Departure(0, 5, 0), Departure(0, 5, 1))
    assert find_departures(match) == departures
    assert [substitute_for(TableSetup.from_match(match), d.seat).bot for d in departures] == [
        *bots,
        *bots,
    ]
