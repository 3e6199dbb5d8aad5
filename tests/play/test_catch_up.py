"""From any beginning of a match to the whole of it: the events are those of playing it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from game.bots.players.game_master import master_placements
from game.bots.players.registry import make_bot
from game.play.catch_up import catch_up
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Event, Finish, Miss, Place, TakenBack
from game.rules.ruleset import CallRule, Ruleset
from tests.each import each

RULES = (
    "classic free single none",
    "classic free mail none bonus=call",
    "daffodil-4 free pairs none",
    "daffodil-2 adjacent mail rays bonus=game",
    "classic free single none rounds=2",
)


def play(rules: Ruleset, seed: str) -> list[Match]:
    """A match of two by seats in turn, misses among them: as it stood after each call's end."""
    random, bot = Random(seed), make_bot("random")
    match = new_match(rules, (Player("Ana"), Player("Ben")))
    stood: list[Match] = []
    for number in range(rules.rounds):
        match, _ = apply(match, BeginRound())
        calls = deal_calls(rules, f"{seed}/{number}")
        for call, tiles in enumerate(calls):
            match, _ = apply(match, Call(tiles))
            stood.append(match)
            for seat in range(2):
                if rules.call is CallRule.MAIL and random.random() < 0.3:
                    match, _ = apply(match, Miss(seat, master_placements(match, seat)))
                while legal_placements(match, seat):
                    p = bot.choose(match, seat, random)
                    match, _ = apply(match, Place(seat, p.tile, p.space))
                if rules.has_aside and call == len(calls) - 1:
                    moves = bot.choose_finish(match, seat, random)
                    match, _ = apply(match, Finish(seat, moves))
                    stood.append(match)
            stood.append(match)
    return stood


def without_order(events: list[Event]) -> list[str]:
    return sorted(map(repr, events))


@each([(text, seed) for text in RULES for seed in "123"])
def test_what_is_told_does_not_depend_on_how_it_came(text: str, seed: str) -> None:
    stood = play(Ruleset.parse(text), seed)
    told = [event for a, b in pairwise(stood) for event in catch_up(a, b)]
    assert told
    for index in range(0, len(stood), 3):
        pairs = pairwise(stood[: index + 1])
        before = [event for a, b in pairs for event in catch_up(a, b)]
        assert without_order([*catch_up(stood[0], stood[index])]) == without_order(before)
        rest = catch_up(stood[index], stood[-1])
        assert without_order([*before, *rest]) == without_order(told)
    assert catch_up(stood[-1], stood[-1]) == ()
    # Nothing leads to another deal.
    assert catch_up(stood[5], play(Ruleset.parse(text), "other")[-1]) == ()


def test_what_was_only_tried_here_is_taken_back_where_another_turn_counts() -> None:
    rules = Ruleset.parse("classic free mail none bonus=call")
    match = new_match(rules, (Player("Ana"), Player("Ben")))
    match, _ = apply(match, BeginRound())
    match, _ = apply(match, Call(deal_calls(rules, "7")[0]))
    tile = match.round.calls[0][0]
    tried, _ = apply(match, Place(0, tile, 4))
    missed, _ = apply(match, Miss(0))
    events = catch_up(tried, missed)
    assert TakenBack(0, tile, 4) in events
    answered, _ = apply(match, Place(0, tile, 9))
    for other in match.round.calls[0][1:]:
        answered, _ = apply(answered, Place(0, other, 0 if other is match.round.calls[0][1] else 1))
    events = catch_up(tried, answered)
    assert TakenBack(0, tile, 4) in events
    assert [type(e).__name__ for e in events].count("Placed") == 3
    # Nothing of an open call that is not known to be whole is taken back.
    assert catch_up(tried, match) == ()


def test_a_whole_turn_on_another_space_is_taken_back_and_placed_again() -> None:
    match = new_match(Ruleset(), (Player("Ana"), Player("Ben")))
    match, _ = apply(match, BeginRound())
    match, _ = apply(match, Call(deal_calls(Ruleset(), "7")[0]))
    tile = match.round.calls[0][0]
    here, _ = apply(match, Place(0, tile, 4))
    there, placed = apply(match, Place(0, tile, 9))
    assert catch_up(here, there) == (TakenBack(0, tile, 4), *placed)
    assert catch_up(there, there) == ()
