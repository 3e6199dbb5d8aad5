"""The goals that one stored match has earned, read from all of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from game.bots.evaluate import Measured
from game.bots.players.simple import GreedyBot
from game.cli.play import play_match, seeded_deals
from game.play.table import TableSetup
from game.progress.daily import STANDARD_EDITION, deal_on
from game.progress.goals import PastMatch
from game.progress.match_goals import goals_of, read_past_matches
from game.rules.match import Match, Player
from game.rules.ruleset import Ruleset
from game.storage.store import Storage, with_identity
from tests.progress.earned import earned_goals

DAY = date(2026, 11, 17)


def played(seed: str) -> Match:
    """Return a game that a simple computer player has played in a person's place."""
    (deal,) = seeded_deals(Ruleset(), 1, seed)
    match = play_match(Ruleset(), (Player("Ana"),), [GreedyBot()], deal, [Measured()])
    return replace(match, meta=with_identity(None))


def test_each_match_has_the_goals_that_none_before_it_had_earned() -> None:
    profile = Storage.in_memory().profile
    matches = [played(str(seed)) for seed in range(8)]
    for number, match in enumerate(matches):
        profile.add_match(match, datetime(2026, 11, 17, tzinfo=UTC) + timedelta(hours=number))
    earned = earned_goals(PastMatch.from_match(match) for match in matches)
    assert len({each.place for each in earned}) > 1
    for place, match in enumerate(matches):
        *steps, goals = goals_of(profile, match, DAY)
        assert goals == tuple(each.goal for each in earned if each.place == place)
        assert steps == [None] * (place + 1), "one for every match that was read"


def test_a_match_has_the_day_of_its_deal_only_if_it_was_begun_on_that_day() -> None:
    deal = deal_on(DAY, STANDARD_EDITION)
    found = []
    for seed, days in ((deal.seed, -1), (deal.seed, 0), (deal.seed, 1), ("7", 0)):
        begun = datetime.combine(DAY + timedelta(days=days), time(23, 59), UTC)
        match = played(seed)
        setup = TableSetup(match.rules, match.players, seed, begun=begun)
        store = Storage.in_memory().profile
        store.add_match(replace(match, meta=with_identity(setup.to_meta())))
        ((_, past),) = read_past_matches(store, store.last_matches(), DAY + timedelta(days=9))
        found.append(past.day)
        ((_, past),) = read_past_matches(store, store.last_matches(), DAY - timedelta(days=1))
        assert past.day is None, "its day is still to come"
    assert found == [None, DAY, None, None]


def test_a_match_that_is_not_stored_has_none() -> None:
    profile = Storage.in_memory().profile
    profile.add_match(played("1"))
    assert [*goals_of(profile, played("1"), DAY)] == []
