"""The calendar of daily deals for the gallery: a month with played days."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Final

from game.bots.players.registry import LEVELS
from game.bots.values.fingerprint import sign
from game.play.table import TableSetup
from game.progress.daily import STANDARD_EDITION, deal_on
from game.progress.deal_totals import key_of
from game.rules.marks import Mark
from game.rules.match import Match, Player
from game.rules.match_score import score_match
from game.storage.database import deal_of
from game.storage.store import Storage, with_identity
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.daily.scene import DailyScene
from tests.gallery import NOW
from tests.gallery.records import play_table

TODAY: Final = NOW.date()

SHARES: Final = (61, 52, 57, 0, 64, 71, 0, 53, 62, 67, 99, 56, 65, 72, 63, 58, 73, 99, 74)
"""The percentages of the best possible score, from the second of the month on; 0 is a day off."""


@cache
def play_deal(day: date, edition: str = "standard", marks: frozenset[Mark] = frozenset()) -> Match:
    """The deal of a day as a simple computer player would play it."""
    deal = deal_on(day, edition)
    begun = datetime.combine(day, time(20), UTC)
    setup = TableSetup(
        deal.rules, (Player("Ana"),), deal.seed, edition, marks=marks, daily=day, begun=begun
    )
    return play_table(setup, with_identity(setup.to_meta()))


def keep_share(store: Storage, day: date, share: int, edition: str = "standard") -> None:
    """Keep the deal of a day as played, with that share of the best possible."""
    match = play_deal(day, edition)
    store.profile.add_match(match, datetime.combine(day, time(20, 5), UTC))
    total = score_match(match).players[0].total
    if share:
        findings = {
            "best:0": round(total * 100 / share),
            sign("master:0"): total + (5 if share < 99 else 0),
        }
        for level, made in zip(LEVELS, (62, 97, 131, 150, 168), strict=False):
            findings[key_of(level, 0)] = made
        store.profile.store_findings(deal_of(match), findings)


def daily(context: Context, day: date | None = None, edition: str = STANDARD_EDITION) -> DailyScene:
    """A month of daily deals, on a day of it."""
    for number, share in enumerate(SHARES):
        if share:
            keep_share(context.store, date(2026, 11, 2) + timedelta(days=number), share)
    keep_share(context.store, date(2026, 11, 18), 66, "daffodil")
    scene = DailyScene(context)
    if day is not None:
        scene.control.choose(day, edition)
        scene.enter()
    return scene


def helped(context: Context) -> Scene:
    """An attempt that does not count, and one for practice after it."""
    scene = daily(context)
    day = date(2026, 11, 5)
    coached = play_deal(day, marks=frozenset({Mark.COACHED}))
    context.store.profile.add_match(coached, NOW)
    again = replace(coached, meta=with_identity(None))
    context.store.profile.add_match(again, NOW + timedelta(hours=1))
    context.store.profile.store_findings(deal_of(coached), {"best:0": 240, sign("master:0"): 171})
    scene.control.choose(day)
    scene.enter()
    return scene
