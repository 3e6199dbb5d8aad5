"""The deal of a day: pinned, by date and edition alone, and what its medals ask for."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from hashlib import sha256

import pytest

from game.play.editions import Edition, read_editions
from game.progress.daily import (
    EDITION_DAYS,
    FIRST_DAY,
    MASTER_PERCENT,
    Medal,
    daily_deal,
    days_in_a_row,
    days_with_deals,
    deal_on,
    editions_on,
    find_daily,
    medal_of,
    next_medal,
    parse_day,
)
from game.resources import ResourceError, seed_file
from game.rules.deal import deal_order
from game.rules.errors import FormatError
from game.rules.match import Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Place
from tests.each import each
from tests.golden.daily import DAILY, daily_lines

EDITIONS = {edition.name: edition for edition in read_editions(seed_file("editions"))}


def test_every_pinned_deal_is_dealt_again() -> None:
    assert list(daily_lines()) == DAILY.read_text(encoding="utf-8").splitlines()


def test_another_process_with_another_hash_seed_deals_the_same() -> None:
    code = "from tests.golden.daily import *; print(*daily_lines(), sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "77", "LC_ALL": "C", "TZ": "Pacific/Kiritimati", "PYTHONUTF8": "1"},
    )
    assert done.stdout == DAILY.read_text(encoding="utf-8")


def test_the_seed_is_what_the_documentation_says() -> None:
    digest = sha256(b"take-it-easy daily 1\nstandard\n2026-11-21").hexdigest()
    deal = daily_deal(date(2026, 11, 21), EDITIONS["standard"])
    assert deal.seed == str(int(digest[:8], 16) >> 2)
    assert deal.calls[0] == tuple((t,) for t in deal_order(deal.rules.grid, deal.seed))
    assert deal.number == 325


def test_no_two_days_and_no_two_editions_share_a_deal() -> None:
    days = [FIRST_DAY + timedelta(days=n) for n in range(4000)]
    seeds = Counter(daily_deal(day, e).seed for day in days[:800] for e in EDITIONS.values())
    assert max(seeds.values()) == 1
    standard = Counter(daily_deal(day, EDITIONS["standard"]).seed for day in days)
    assert max(standard.values()) == 1


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda e: e.name)
def test_rules_are_the_cards_but_for_what_changes_by_the_week(edition: Edition) -> None:
    seen = set()
    for n in range(200):
        deal = daily_deal(FIRST_DAY + timedelta(days=n), edition)
        assert deal.rules.board == edition.rules.board
        assert deal.rules.call == edition.rules.call
        assert deal.rules.rounds == edition.rules.rounds == len(deal.calls)
        assert not deal.rules.conflicts(edition.players[0])
        seen.add(deal.rules)
    assert len(seen) == (4 if edition.name in ("daffodil", "french") else 1)
    week = [date(2026, 11, 16) + timedelta(days=n) for n in range(7)]
    assert len({daily_deal(day, edition).rules for day in week}) == 1


def test_every_other_edition_has_a_weekday_of_its_own() -> None:
    assert set(EDITION_DAYS) == set(EDITIONS) - {"standard"}
    assert len(set(EDITION_DAYS.values())) == len(EDITION_DAYS)
    week = [editions_on(date(2026, 11, 16) + timedelta(days=n)) for n in range(7)]
    assert all(names[0] == "standard" for names in week)
    others = [names[1:] for names in week]
    assert others == [(), ("french",), ("daffodil",), (), ("league",), (), ("four-rounds",)]


def test_days_with_deals_go_back_to_the_first() -> None:
    assert days_with_deals(FIRST_DAY) == (FIRST_DAY,)
    days = days_with_deals(date(2026, 11, 21))
    assert days[0] == date(2026, 11, 21)
    assert days[-1] == FIRST_DAY
    assert len(days) == 325


@pytest.mark.parametrize("today", [date(1970, 1, 1), date(1999, 12, 31), date(2025, 12, 31)])
def test_a_clock_before_the_first_day_has_no_deals(today: date) -> None:
    assert days_with_deals(today) == ()


@each(
    [
        ("", "not a date such as"),
        ("today", "not a date such as"),
        ("21.11.2026", "not a date such as"),
        ("2026-11-21T00:00", "not a date such as"),
        ("20261121", "not a date such as"),
        ("٢٠٢٦-١١-٢١", "not a date such as"),
        ("2026-W47-6", "not a date such as"),
        ("2026-02-29", "no such day"),
        ("2026-13-01", "no such day"),
        ("0000-01-01", "no such day"),
        ("2025-12-31", "the first daily deal is that of 2026-01-01"),
    ]
)
def test_bad_dates_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        parse_day(text)


def test_there_is_no_deal_before_the_first() -> None:
    with pytest.raises(FormatError, match="not of 2025-12-31"):
        daily_deal(date(2025, 12, 31), EDITIONS["standard"])


def test_a_day_reads_back() -> None:
    assert parse_day("2028-02-29") == date(2028, 2, 29)


@pytest.mark.parametrize(
    ("total", "medal"),
    [
        (99.5, None),
        (100, Medal.BRONZE),
        (119.5, Medal.BRONZE),
        (120, Medal.SILVER),
        (139, Medal.SILVER),
        (140, Medal.GOLD),
        (189.5, Medal.GOLD),
        (190, Medal.MASTER),
        (200, Medal.MASTER),
    ],
)
def test_medals(total: float, medal: Medal | None) -> None:
    assert medal_of(total, best=200, master=190) is medal


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda e: e.name)
def test_a_match_on_a_daily_deal_is_found_again(edition: Edition) -> None:
    day = date(2026, 11, 21)
    deal = daily_deal(day, edition)
    match = new_match(deal.rules, (Player("Ana"), Player("Bob")))
    days = [day - timedelta(days=n) for n in range(5, -5, -1)]
    assert find_daily(match, EDITIONS.values(), days) is None
    match, _ = apply(match, BeginRound())
    match, _ = apply(match, Call(deal.calls[0][0]))
    for seat in (0, 1):
        for tile in deal.calls[0][0]:
            space = legal_placements(match, seat)[-1].space
            match, _ = apply(match, Place(seat, tile, space))
    match, _ = apply(match, Call(deal.calls[0][1]))
    assert find_daily(match, EDITIONS.values(), days) == deal
    assert find_daily(match, EDITIONS.values(), days[:5]) is None
    other = [card for card in EDITIONS.values() if card is not edition]
    assert find_daily(match, other, days) is None


@pytest.mark.parametrize(
    ("ago", "count"),
    [((), 0), ((0,), 1), ((1,), 1), ((2,), 0), ((0, 1, 2), 3), ((1, 2), 2), ((0, 2, 3), 1)],
)
def test_days_in_a_row(ago: tuple[int, ...], count: int) -> None:
    today = date(2026, 3, 1)
    assert days_in_a_row({today - timedelta(days=n) for n in ago}, today) == count


def test_who_matches_a_weak_master_has_matched_it() -> None:
    assert medal_of(90, best=200, master=90) is Medal.MASTER


@pytest.mark.parametrize(
    ("total", "missing"),
    [
        (0, (Medal.BRONZE, 100)),
        (119.5, (Medal.SILVER, 0.5)),
        (134, (Medal.GOLD, 6)),
        (140, (Medal.MASTER, 15)),
        (155, None),
    ],
)
def test_the_next_medal_begins_where_it_is_given(
    total: float, missing: tuple[Medal, float] | None
) -> None:
    assert next_medal(total, 200, 155) == missing
    if missing is not None:
        medal, points = missing
        assert medal_of(total + points, 200, 155) is medal
        assert medal_of(total + points - 0.5, 200, 155) is not medal


def test_master_may_come_before_gold() -> None:
    assert next_medal(120, 200, 125) == (Medal.MASTER, 5)
    assert next_medal(50, None, 136) == (Medal.BRONZE, 50)


def test_the_deal_of_a_day_is_found_by_the_edition_s_name() -> None:
    day = date(2026, 11, 21)
    for name, edition in EDITIONS.items():
        assert deal_on(day, name) == daily_deal(day, edition)
    with pytest.raises(ResourceError):
        deal_on(day, "nothing")
    with pytest.raises(FormatError):
        deal_on(FIRST_DAY - timedelta(days=1), "standard")


def test_without_a_best_board_medals_are_by_master_s_share_of_it() -> None:
    master = 2.0 * MASTER_PERCENT
    totals = [half / 2 for half in range(round(2 * master) + 4)]
    medals = [medal_of(total, None, master) for total in totals]
    assert medals == [medal_of(total, 200, master) for total in totals]
    assert {None, Medal.SILVER, Medal.MASTER} <= set(medals)
    assert [next_medal(total, None, master) for total in totals] == [
        next_medal(total, 200, master) for total in totals
    ]
