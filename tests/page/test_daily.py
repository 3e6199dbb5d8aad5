"""The page for every day against the desktop's calendar: the same deals, totals, medals and texts.

`TAKE_IT_EASY_DAYS=10000 pytest tests/page/test_daily.py -k same_deals` compares ten thousand dates
and seeds; without it there are three hundred.
"""

from __future__ import annotations

import json
import os
from calendar import monthrange
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from selenium.webdriver import Chrome

from game.bots.players.playing import play_rounds
from game.bots.players.registry import make_bot
from game.locale import Language, load_catalogue
from game.page import daily
from game.page.daily import daily_page_data
from game.page.data import ToBeat
from game.page.document import DAILY_SCRIPTS, SCRIPTS, make_page, make_worker
from game.page.possible import Possible, possible_of
from game.page.result import describe_result
from game.page.tables import tables_of
from game.progress.daily import FIRST_DAY, STANDARD_EDITION, days_in_a_row, deal_on, medal_of
from game.progress.days_code import MadeDay, read_days_code, write_days_code
from game.resources import asset
from game.rules.deal import deal_order
from game.rules.errors import FormatError
from game.rules.match import Match, Player, apply, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.ruleset import Ruleset
from tests.page.games import keys_in
from tests.page.server import serve
from tests.page.test_holders import unpack
from tests.page.test_layout import FIRST_LEGAL, REST, shows_whole
from tests.page.test_looks import axe_findings
from tests.page.visitor import Visitor
from tests.terminal import run

FIRST = date(2026, 11, 20)
DAYS = 3
COMPARED = int(os.environ.get("TAKE_IT_EASY_DAYS", "300"))
PLAY = REST % FIRST_LEGAL
BOOK = "take-it-easy daily"
"""The key under which the browser stores all days."""


@cache
def _data() -> dict[str, Any]:
    return daily_page_data(FIRST, DAYS, Language.ENGLISH)


def page() -> str:
    """The page for every day that knows the totals of three of them."""
    return make_page(_data())


@contextmanager
def on_day(visitor: Visitor, day: date, clock: str = "12:00:00") -> Iterator[None]:
    """Set the browser's clock for every page that is opened meanwhile."""
    script = f"""
        window.clock = '{day}T{clock}';
        const Real = Date;
        Date = class extends Real {{
            constructor(...parts) {{ super(...(parts.length ? parts : [window.clock])); }}
        }};
    """
    with visitor.prepares(script):
        yield


def test_the_totals_of_days_are_those_from_the_first_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "_totals_on", lambda day: (day.toordinal(), day.day))
    shares: list[float] = []
    first = date(2026, 11, 29)
    data = daily.daily_page_data(
        first, 4, Language.ROMANIAN, beat=ToBeat.SENDER, worker="w.js", on_progress=shares.append
    )
    days = [first.toordinal() + n for n in range(4)]
    assert unpack(data["daily"]["totals"]) == [[day, date.fromordinal(day).day] for day in days]
    assert shares == [0.25, 0.5, 0.75, 1]
    assert (data["daily"]["first"], data["daily"]["from"]) == ("2026-01-01", "2026-11-29")
    assert (data["daily"]["beat"], data["daily"]["worker"]) == (True, "w.js")
    for language in Language:
        text = load_catalogue(language).text
        assert data["about"][language.value] == {"title": text("daily.heading")}
        assert data["summary"][language.value] == text("page.challenge")
    assert (data["language"], data["medals"][-1]) == ("ro", ["bronze", 50])
    none = daily.daily_page_data(first, 0, Language.ENGLISH, beat=ToBeat.NONE)
    assert (none["daily"]["beat"], none["daily"]["worker"]) == (False, None)
    last = daily.daily_page_data(date(9999, 12, 30), 31, Language.ENGLISH)
    assert [day for _, day in unpack(last["daily"]["totals"])] == [30, 31]


def calls_of(visitor: Visitor) -> list[str]:
    """The tiles of the deal that the page deals now."""
    script = "return deal[0].map(([tile]) => tables.tiles[tile].text)"
    found: list[str] = visitor.runs(script)
    return found


def test_the_page_has_every_sentence_that_it_says() -> None:
    names = (*SCRIPTS, *DAILY_SCRIPTS)
    program = "".join(asset("page", name).read_text(encoding="utf-8") for name in names)
    for texts in daily_page_data(FIRST, 0, Language.ENGLISH)["texts"].values():
        assert keys_in(program) <= set(texts)


def test_the_same_deals_by_date_and_by_seed_as_the_core(browser: Chrome) -> None:
    """Dates from the first to decades on, and seeds of every length and alphabet."""
    browser.get("about:blank")
    program = asset("page", DAILY_SCRIPTS[0]).read_text(encoding="utf-8")
    random = Random(45)
    days = [FIRST_DAY + timedelta(days=n * 3 % 20_000) for n in range(COMPARED)]
    letters = "0123456789abcXYZ éß漢🜁/-"
    seeds = ["".join(random.choices(letters, k=1 + n % 128)) for n in range(COMPARED)]
    for rules in (
        Ruleset.parse("classic free single none"),
        Ruleset.parse("daffodil-4 free pairs rays"),
    ):
        tables = tables_of(rules)
        script = """
            const [tables, days, seeds] = arguments;
            return [
                days.map((day) => daySeed('standard', day)),
                seeds.map((seed) => dealOrder(tables, seed)),
            ];
        """
        told = [str(day) for day in days]
        found, orders = browser.execute_script(program + script, tables, told, seeds)
        assert found == [deal_on(day, STANDARD_EDITION).seed for day in days]
        assert orders == [[tile.index for tile in deal_order(rules.grid, seed)] for seed in seeds]


def test_each_day_has_the_desktop_s_deal_and_its_totals(visitor: Visitor) -> None:
    for day in (FIRST, FIRST + timedelta(days=2), date(2027, 2, 28)):
        with on_day(visitor, day):
            visitor.opens(page())
            deal = deal_on(day, STANDARD_EDITION)
            assert calls_of(visitor) == [str(tile) for (tile,) in deal.calls[0]]
            assert visitor.reads("#day").startswith(f"Daily deal {deal.number} · {day.day} ")
            assert bool(visitor.sees(".beat")) is (day < FIRST + timedelta(days=DAYS))
    deal = deal_on(FIRST, STANDARD_EDITION)
    match = new_match(deal.rules, (Player("Master"),))
    master = play_rounds(match, [make_bot("master")], deal.seed, [Random(0)])
    possible = possible_of(master, 0)
    assert unpack(_data()["daily"]["totals"])[0] == [possible.best, possible.master]
    assert possible.master == score_match(master).players[0].total


def played_on_the_first_spaces(day: date) -> Match:
    """Return the match of a player who puts every tile on the first empty space."""
    deal = deal_on(day, STANDARD_EDITION)
    match, _ = apply(new_match(deal.rules, (Player("Ana"),)), BeginRound())
    for space, tiles in enumerate(deal.calls[0]):
        match, _ = apply(match, Call(tiles))
        match, _ = apply(match, Place(0, tiles[0], space))
    return match


@cache
def _possible() -> Possible:
    """Return the possible scores on the first day, which take half a second to compute."""
    return possible_of(played_on_the_first_spaces(FIRST), 0)


@pytest.mark.parametrize("language", list(Language))
def test_the_text_is_the_desktop_s(visitor: Visitor, language: Language) -> None:
    visitor.prefers(language.value)
    match = played_on_the_first_spaces(FIRST)
    with on_day(visitor, FIRST):
        visitor.opens(page())
        text = visitor.runs(f"begin(); {PLAY} reveal(); return resultText()")
    possible = _possible()
    lines = describe_result(
        match,
        0,
        load_catalogue(language),
        possible=possible,
        daily=deal_on(FIRST, STANDARD_EDITION),
    )
    assert text.splitlines() == list(lines)


CELLS = """
    const read = ['data-day', 'aria-label', 'aria-current', 'aria-pressed'];
    return [...document.querySelectorAll('.days button')].map((cell) => [
        ...read.map((name) => cell.getAttribute(name)), cell.disabled, cell.getAttribute('class'),
        cell.querySelector('small')?.textContent ?? null,
    ]);
"""


def test_one_attempt_counts_and_days_make_a_row(visitor: Visitor) -> None:
    english = load_catalogue(Language.ENGLISH).text
    totals = unpack(_data()["daily"]["totals"])
    visitor.browser.get("about:blank")
    made: dict[date, float] = {}
    for number in range(DAYS):
        day = FIRST + timedelta(days=number)
        with on_day(visitor, day):
            (visitor.returns_to if number else visitor.opens)(page())
            assert visitor.reads("#state") == "One attempt counts"
            assert visitor.reads("#play") == "Play this deal"
            visitor.presses("#play")
            visitor.runs("place(3); onward(); place(4)")
            # It goes on after a reload, and from the calendar.
            visitor.browser.refresh()
            assert visitor.reads("#call") == "Call 2 of 19"
            visitor.runs("daily.looks()")
            assert visitor.reads("#state") == "Your attempt is waiting"
            visitor.presses("#play")
            assert visitor.reads("#call") == "Call 2 of 19"
            visitor.runs(PLAY)
            made[day] = visitor.runs("return madeOn(daily.day)")
            visitor.runs("reveal()")
            best, master = totals[number]
            medal = medal_of(made[day], best, master)
            assert visitor.runs("return medalOn(daily.day)") == (medal and medal.value)
            visitor.presses("#calendar")
            row = days_in_a_row(made, day)
            assert visitor.reads("#row") == f"{row} day{'s' * (row > 1)} in a row"
            points = english("terms.count.points", count=made[day])
            medals = [english(f"daily.medal.{medal.value}")] if medal else []
            assert visitor.reads("#state") == " ".join([points, *medals])
            assert visitor.reads("#play") == "Practise"
            assert [e.get_attribute("id") for e in visitor.sees(".door.main")] == ["result"]
            # What follows is practice.
            visitor.presses("#play")
            visitor.runs(
                "let space = 18;"
                "while (!turn().isLast) { place(space--); onward(); } place(0); onward()"
            )
            assert visitor.runs("return madeOn(daily.day)") == made[day]
    # A day of the archive is played later and belongs to no row.
    day = FIRST + timedelta(days=DAYS + 1)
    with on_day(visitor, day):
        visitor.returns_to(page())
        assert not visitor.sees("#row")
        visitor.presses(f"[data-day='{day - timedelta(days=1)}']")
        assert visitor.runs("return document.activeElement.id") == "day"
        assert visitor.reads("#state").startswith("It can earn a medal")
        visitor.presses("#play")
        visitor.runs(f"{PLAY} daily.looks()")
        assert visitor.reads("#state").endswith("points")
        assert not visitor.sees("#row")
        made[day - timedelta(days=1)] = visitor.runs("return madeOn(daily.day)")
        expected: list[list[Any]] = []
        for one in (date(2026, 11, number) for number in range(1, 31)):
            words = english("daily.not_yet", date=f"{one.day} November 2026")
            worn = None
            if (total := made.get(one)) is not None:
                points = english("terms.count.points", count=total)
                worn = (
                    medal_of(total, *totals[(one - FIRST).days])
                    if one < day - timedelta(days=1)
                    else None
                )
                words = f"{one.day} November 2026: {points}"
                if worn:
                    words += f", {english(f'daily.medal.{worn.value}')}"
            kind = worn.value if worn else None if total is None else "played"
            small = None if total is None else f"{total:g}"
            is_shown = one == day - timedelta(days=1)
            expected.append([str(one), words, "date" if one == day else None, str(is_shown).lower(),
                             one > day, kind, small])  # fmt: skip
        expected[0][1] = expected[0][1].replace(
            "1 November", f"{english('format.date.first')} November"
        )
        assert visitor.runs(CELLS) == expected
        assert visitor.runs("return document.querySelectorAll('.days > span').length") == 7 + 6
        visitor.presses("#result")
        assert visitor.reads("#total") == f"{made[day - timedelta(days=1)]:g}"
        visitor.runs("daily.looks()")
        # Nothing of tomorrow, and the months before.
        assert not visitor.sees(f"[data-day='{day + timedelta(days=1)}']")[0].is_enabled()
        assert not visitor.sees("[data-act=next]")[0].is_enabled()
        turns = [visitor.sees(f"[data-act={act}]")[0] for act in ("previous", "next")]
        assert [turn.get_attribute("aria-label") for turn in turns] == [
            english("daily.earlier", month="October 2026"),
            english("daily.later", month="December 2026"),
        ]
        for _ in range(10):
            visitor.runs("document.querySelector('[data-act=previous]').click()")
        assert visitor.reads("#month") == "January 2026"
        assert not visitor.sees("[data-act=previous]")[0].is_enabled()


def test_days_travel_to_another_browser_and_the_window_and_the_first_result_stays(
    visitor: Visitor,
) -> None:
    first, second, third = (FIRST + timedelta(days=n) for n in range(3))
    english = load_catalogue(Language.ENGLISH).text
    mine = (MadeDay(first, first, 120), MadeDay(second, third, 90), MadeDay(third, third, None))
    with on_day(visitor, third):
        visitor.opens(page())
        book = {f"{day}": {"begun": f"{begun}", "total": total} for day, begun, total in mine}
        visitor.runs(f"localStorage.setItem(BOOK, {json.dumps(json.dumps(book))}); start()")
        visitor.presses(".travel summary")
        code = visitor.runs("return document.querySelector('#days').value")
        assert read_days_code(code, third) == mine
        visitor.runs("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        visitor.presses("#copy-days")
        assert visitor.reads(".travel [role=status]") == "Copied."
        assert visitor.runs("return copied") == code
        # Another browser: another first day, and an attempt that never ended.
        theirs = {f"{first}": {"begun": f"{first}", "total": 80}, f"{third}": {"begun": f"{third}"}}
        visitor.runs(f"localStorage.setItem(BOOK, {json.dumps(json.dumps(theirs))}); start()")

        def take(pasted: str) -> str:
            visitor.runs("document.querySelector('.travel').open = true")
            visitor.runs(f"document.querySelector('#days').value = {json.dumps(pasted)}")
            visitor.presses("#take-days")
            assert visitor.runs("return document.activeElement.id") == "days"
            return visitor.reads(".travel [role=status]")

        for bad in (code[:-1], code.replace(".", "!", 1), code[:-3] + "AAA", ""):
            assert take(bad) == english("daily.travel_bad")
        brought = english("daily.days_brought", count=1)
        assert take(f"look:\n{code}\nbye") == brought
        assert take(code) == english("daily.days_known")
        made = [visitor.runs(f"return madeOn('{day}')") for day in (first, second, third)]
        assert made == [80, 90, None]
        # What the window writes is taken, and a later attempt that ended beats one that did not.
        window = write_days_code([MadeDay(third, third, 77), MadeDay(first, second, 200)])
        assert take(window) == brought
        assert visitor.runs(f"return [madeOn('{first}'), madeOn('{third}')]") == [80, 77]
        assert visitor.reads("#row") == "1 day in a row"
        tomorrow = third + timedelta(days=2)
        ahead = write_days_code([MadeDay(tomorrow, tomorrow, 9)])
        assert take(ahead) == english("daily.travel_bad")
        assert not axe_findings(visitor)


def test_a_day_that_another_tab_has_stored_is_neither_lost_nor_counted_twice(
    visitor: Visitor,
) -> None:
    yesterday = str(FIRST - timedelta(days=1))
    theirs = {yesterday: {"begun": yesterday, "total": 111}}
    store = "localStorage.setItem(BOOK, JSON.stringify(arguments[0]));"
    stored = "return JSON.parse(localStorage.getItem(BOOK));"
    small = "return document.querySelector(`[data-day='${arguments[0]}'] small`)?.textContent"
    with on_day(visitor, FIRST):
        visitor.opens(page())
        # What another tab stores is shown as soon as the browser says so.
        visitor.runs(store, theirs)
        for key, total in (("other", None), (BOOK, "111"), ("other", "111"), (None, "222")):
            visitor.runs("dispatchEvent(new StorageEvent('storage', { key: arguments[0] }))", key)
            assert visitor.runs(small, yesterday) == total
            if total == "111":
                visitor.runs(store, {yesterday: {"begun": yesterday, "total": 222}})
        visitor.runs("localStorage.removeItem(BOOK); book = {}; start()")
        assert visitor.runs(small, yesterday) is None
        # What was stored meanwhile stays when this tab stores a day.
        visitor.runs(store + "begin()", theirs)
        book = visitor.runs(stored)
        assert book == theirs | {str(FIRST): {"begun": str(FIRST)}}
        more = {str(FIRST - timedelta(days=2)): {"begun": yesterday}}
        visitor.runs(store + PLAY, book | more)
        total = visitor.runs("return scoreOf(game.rounds[0], 0)")
        ended = {str(FIRST): {"begun": str(FIRST), "total": total}}
        assert visitor.runs(stored) == book | more | ended
        # A game that is played is not drawn anew for it.
        visitor.runs("begin(); board.focus(5)")
        visitor.runs("dispatchEvent(new StorageEvent('storage', { key: BOOK }))")
        assert visitor.runs(
            "return document.activeElement === document.querySelectorAll('.target')[5]"
        )
        # An attempt that another tab has ended meanwhile stays as it ended.
        visitor.runs("localStorage.clear(); book = {}; start(); begin()")
        other = {str(FIRST): {"begun": str(FIRST), "total": 99}}
        visitor.runs(store + PLAY, other)
        assert visitor.runs(stored) == other


def test_days_make_the_same_row_as_in_the_window(visitor: Visitor) -> None:
    """Only days that ended, begun on their own day, up to today or yesterday."""
    random = Random(8)
    days = [FIRST - timedelta(days=n) for n in range(6)]
    books: list[dict[str, Any]] = []
    expected: list[int] = []
    for _ in range(60):
        chosen = [day for day in days if random.random() < 0.75]
        begun = {day: day + timedelta(days=random.choice((0, 0, 0, 0, 1))) for day in chosen}
        totals = {day: random.choice((None, 0, 80, 90, 100)) for day in chosen}
        books.append({str(day): {"begun": str(begun[day]), "total": totals[day]} for day in chosen})
        counts = [d for d in chosen if begun[d] == d and totals[d] is not None]
        expected.append(days_in_a_row(counts, FIRST))
    assert {*expected} >= {0, 1, 2, 3}
    visitor.opens(page())
    script = "return arguments[0].map((one) => { book = one; return daysInARow(arguments[1]); })"
    assert visitor.runs(script, books, str(FIRST)) == expected


def test_a_code_of_days_is_written_and_refused_as_in_the_window(visitor: Visitor) -> None:
    last = date(2026, 1, 9)
    with on_day(visitor, last):
        visitor.opens(page())
    # The days of a book in any order; those before the first deal are none.
    book = {
        "2026-01-05": {"begun": "2026-01-07", "total": 120},
        "2026-01-02": {"begun": "2026-01-02"},
        "2025-12-31": {"begun": "2025-12-31", "total": 9},
        "2026-01-03": {"begun": "2026-01-01", "total": 9},
        "2026-01-04": {"begun": "2026-01-04", "total": 0},
    }
    code = visitor.runs(
        "localStorage.setItem(BOOK, JSON.stringify(arguments[0])); return writeDays()", book
    )
    assert read_days_code(code, last) == (
        MadeDay(date(2026, 1, 2), date(2026, 1, 2), None),
        MadeDay(date(2026, 1, 4), date(2026, 1, 4), 0),
        MadeDay(date(2026, 1, 5), date(2026, 1, 7), 120),
    )
    # A clock that was ahead for a while spoils no code.
    for ahead in ("2999-01-01", "2026-01-06"):
        later = {ahead: {"begun": "2999-01-01", "total": 5}, **book}
        code = visitor.runs(
            "localStorage.setItem(BOOK, JSON.stringify(arguments[0])); return writeDays()", later
        )
        days = read_days_code(code, date.today()) or ()
        assert len(days) == 3 + (ahead < "2999"), ahead
    contents = [
        "", "1 0", "1 0 0", "1 0 999", "1 0 1000", "0 0", "1 0\n1 1", "2 0\n1 0", "9 1 5", "10 0",
        "10 1", "11 0", "9 2", "1", "1 0 5 5", "1 0 5\n", "x", "1  0", "-1 0", "99999 0",
        "1 0 7\n3 2\n5 0 307",
    ]  # fmt: skip
    codes = visitor.runs(
        """
        return arguments[0].map((content) => {
            const signs = btoa(content + sumOf(content)).replace(/[+]/g, '-')
                .replace(/[/]/g, '_').replace(/=+$/, '');
            return `${DAYS}.${signs.length}.${signs}`;
        });
        """,
        contents,
    )
    read = """
        const RealDate = Date;
        Date = class extends RealDate {
            constructor(...parts) { super(...(parts.length ? parts : ['2026-01-09T12:00:00'])); }
        };
        const found = arguments[0].map((code) => readDays(code));
        Date = RealDate;
        return found;
    """
    for content, code, found in zip(contents, codes, visitor.runs(read, codes), strict=True):
        known: Any = None
        with suppress(FormatError):
            known = [
                [str(day), {"begun": str(begun)} | ({} if total is None else {"total": total})]
                for day, begun, total in read_days_code(code, last) or ()
            ]
        assert found == known, content


def test_every_month_of_the_calendar_has_its_days_below_their_weekdays(visitor: Visitor) -> None:
    with on_day(visitor, date(2028, 3, 1)):
        visitor.opens(page())
        months = [date(year, month, 1) for year in (2026, 2028) for month in (1, 2, 3, 6)]
        found = visitor.runs(
            """
            return arguments[0].map((month) => {
                daily.month = month;
                draw();
                const cells = [...document.querySelectorAll('.days > *')];
                const shut = (act) => document.querySelector(`[data-act=${act}]`).disabled;
                return [cells.map((cell) => cell.textContent), shut('previous'), shut('next'),
                    at('month').textContent];
            });
            """,
            [str(month) for month in months],
        )
    english = load_catalogue(Language.ENGLISH).text
    weekdays = [english(f"format.weekday_short.{i}") for i in range(7)]
    for month, (cells, is_first, is_last, name) in zip(months, found, strict=True):
        before, days = monthrange(month.year, month.month)
        numbers = [str(day) for day in range(1, days + 1)]
        assert cells == [*weekdays, *[""] * before, *numbers], month
        assert is_first is (month == date(2026, 1, 1))
        assert is_last is (month >= date(2028, 3, 1))
        words = english(f"format.month.{month.month}")
        assert name == english("daily.month", month=words, year=str(month.year))


def test_a_page_without_totals_to_beat_names_none_and_a_file_installs_nothing(
    visitor: Visitor,
) -> None:
    data = _data()
    with on_day(visitor, FIRST):
        for is_named in (True, False):
            visitor.opens(make_page(data | {"daily": data["daily"] | {"beat": is_named}}))
            assert bool(visitor.sees(".beat")) is is_named
            assert visitor.runs("return document.querySelector('link[rel=manifest]')") is None


def test_a_game_that_is_given_up_was_the_attempt(visitor: Visitor) -> None:
    with on_day(visitor, FIRST):
        visitor.opens(page())
        visitor.presses("#play")
        visitor.runs("place(3); forget()")
        assert visitor.reads("#state") == "Attempts no longer count"
        visitor.presses("#play")
        visitor.runs(f"{PLAY} daily.looks()")
        assert visitor.runs("return madeOn(daily.day)") is None


def test_the_next_day_begins_while_the_page_is_open(visitor: Visitor) -> None:
    with on_day(visitor, FIRST, "23:59:59"):
        visitor.opens(page())
        visitor.presses("#play")
        visitor.runs("place(3)")
        visitor.runs(f"window.clock = '{FIRST + timedelta(days=1)}T00:00:01'")
        visitor.runs("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
        assert visitor.reads("#state") == "One attempt counts"
        assert "21 November" in visitor.reads("#day")
        # The day before is where it was, and still counts for its own day.
        visitor.presses(f"[data-day='{FIRST}']")
        visitor.presses("#play")
        assert visitor.reads("#call") == "Call 1 of 19"
        visitor.runs(f"{PLAY} daily.looks()")
        assert visitor.reads("#row") == "1 day in a row"


def test_the_next_month_begins_while_the_page_is_open(visitor: Visitor) -> None:
    with on_day(visitor, date(2026, 11, 30), "23:59:59"):
        visitor.opens(page())
        visitor.runs("document.querySelector('[data-act=previous]').click()")
        assert visitor.reads("#month") == "October 2026"
        visitor.runs("window.clock = '2026-12-01T00:00:01'")
        visitor.runs("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
        assert visitor.reads("#month") == "December 2026"
        assert "1 December" in visitor.reads("#day")


def test_before_the_first_deal_the_clock_is_named(visitor: Visitor) -> None:
    with on_day(visitor, FIRST_DAY - timedelta(days=1)):
        visitor.opens(page())
        assert visitor.reads("#day") == "No daily deal yet"
        assert not visitor.sees("#play")


def test_what_is_stored_but_is_no_calendar_is_passed_over(visitor: Visitor) -> None:
    for text in ("", "7", "[]", '{"2026-11-20": 7}', '{"2026-11-20": null}', "{"):
        with on_day(visitor, FIRST):
            visitor.opens(page())
            visitor.runs("localStorage.setItem(BOOK, arguments[0]); location.reload()", text)
            assert visitor.sees("#play")


def test_the_calendar_is_whole_on_every_screen(visitor: Visitor) -> None:
    with on_day(visitor, FIRST):
        visitor.opens(page())
        shows_whole(visitor, "calendar", "0", ["#play", "#day", "#state"])
        script = f"begin(); {PLAY} reveal()"
        shows_whole(visitor, "result", script, ["#total", "#verdict", "#share", "#calendar"])
    for scheme in ("dark", "light"):
        visitor.sits_at_a_desktop(scheme)
        with on_day(visitor, FIRST):
            visitor.returns_to(page())
            visitor.runs("""
                const medals = ['bronze', 'silver', 'gold', 'master', 'played'];
                daily.looks();
                medals.forEach((medal, i) => {
                    document.querySelectorAll('.days button')[i].className = medal;
                });
            """)
            assert axe_findings(visitor) == []


def test_it_is_one_small_file_that_is_installed_from_a_web_server(
    visitor: Visitor, address: tuple[Path, str]
) -> None:
    assert len(page().encode()) < 400_000
    folder, root = address
    (folder / "daily.html").write_text(page(), encoding="utf-8")
    visitor.browser.get(f"{root}daily.html")
    assert visitor.fetched() == []
    command = visitor.browser.execute_cdp_cmd
    manifest = command("Page.getAppManifest", {})
    assert manifest["errors"] == []
    where = f"{root}daily.html"
    told = json.loads(manifest["data"])
    (icon,) = told.pop("icons")
    assert icon["src"].startswith("data:image/svg+xml")
    names = {"name": "Take It Easy!", "short_name": "Take It Easy!", "display": "standalone"}
    colours = {"background_color": "#14102e", "theme_color": "#14102e"}
    assert told == names | colours | {"id": where, "start_url": where, "scope": where}
    assert command("Page.getInstallabilityErrors", {})["installabilityErrors"] == []
    visitor.runs(f"begin(); {PLAY} reveal()")
    assert visitor.runs("return resultText()").splitlines()[-1] == f"{root}daily.html"


def test_from_a_web_server_it_opens_without_a_network_where_its_worker_lies_beside_it(
    visitor: Visitor, tmp_path: Path
) -> None:
    data = _data() | {"daily": _data()["daily"] | {"worker": "daily.worker.js"}}
    (tmp_path / "daily.html").write_text(make_page(data), encoding="utf-8")
    (tmp_path / "daily.worker.js").write_text(make_worker("daily.html"), encoding="utf-8")
    with serve(tmp_path) as root:
        visitor.browser.get(f"{root}daily.html")
        ready = "navigator.serviceWorker.ready.then(() => arguments[0]())"
        visitor.browser.execute_async_script(ready)
        visitor.presses("#play")
        visitor.runs("place(3)")
    visitor.browser.get(f"{root}daily.html")
    assert visitor.reads("#call") == "Call 1 of 19"
    assert len(visitor.board(".stage")) == 1


def test_the_command_writes_it_or_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(daily, "_totals_on", lambda day: (day.toordinal(), day.day))
    out = tmp_path / "daily.html"
    command = ("page", "--daily", "--from", "2026-11-21", "--days", "1", "-o", str(out))
    assert run(capsys, *command) == (0, "", "")
    assert not list(tmp_path.glob("*.js"))
    assert run(capsys, *command, "--worker") == (0, "", "")
    worker = (tmp_path / "daily.worker.js").read_text(encoding="utf-8")
    assert worker == make_worker("daily.html")
    text = out.read_text(encoding="utf-8")
    assert all(asset("page", name).read_text(encoding="utf-8").strip()[-200:] in text
               for name in (*SCRIPTS, *DAILY_SCRIPTS))  # fmt: skip
    cases = [
        (("page", "--daily", "--days", "0", "-o", str(out)), "--days"),
        (("page", "--daily", "--from", "2025-11-21", "-o", str(out)), "2026-01-01"),
        (("page", "--daily", "K7QX", "-o", str(out)), "--daily"),
    ]
    for arguments, reason in cases:
        status, told, err = run(capsys, *arguments)
        assert (status, told, err.count("\n")) == (2, "", 1), arguments
        assert reason in err
