"""Every screen fits the devices that people hold: no element leaves its card, covers another, or
has to be scrolled to before it can be used.
"""

from __future__ import annotations

from typing import Any

import pytest

from game.locale import Language, load_catalogue
from game.page.league import report_page, standings_page
from game.play.league import league_standings, report_round
from tests.page.games import match_of, page_of
from tests.page.test_looks import axe_findings
from tests.page.visitor import Visitor

CLASSIC = "classic free single none"
DAFFODIL = "daffodil-4 adjacent-symbol pairs rays"
PLAIN = pytest.param(CLASSIC, marks=pytest.mark.sweep)
"""The smaller board, which has fewer words: by the command of the sweeps."""
SIZES = [(320, 568), (390, 844), (768, 1024), (1280, 800)]

MEASURE = """
    const wanted = arguments[0];
    const wide = document.documentElement.clientWidth;
    const box = (element) => element.getBoundingClientRect();
    const name = (element) => `${element.tagName} ${element.id} ${element.className}`;
    const shown = (root, selector) => [...root.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility() && !element.closest('.hidden-text'));
    const found = [];
    if (document.documentElement.scrollWidth > wide) found.push(`the page is wider than ${wide}`);
    for (const card of shown(document, '.panel')) {
        const [outer, widest] = [box(card), card.clientWidth];
        if (outer.width < 60 || outer.height < 40) found.push(`${name(card)} is a sliver`);
        for (const part of shown(card, '*:not(svg *)')) {
            const inner = box(part);
            const isOut = inner.left < outer.left - 1 || inner.right > outer.right + 1
                || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
            if (isOut) found.push(`${name(part)} hangs out of ${name(card)}`);
            if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth && part.matches('button, p, h2, h3, li')) {
                found.push(`${name(part)} is cut off`);
            }
        }
    }
    // What stands beside or below something else, screen by screen and card by card.
    for (const group of shown(document, 'main, .panel, .tools, .tools .buttons, header, .harvest')) {
        const parts = [...group.children].filter((part) => part.checkVisibility()
            && !part.matches('.hidden-text, .to-beat:not(.high)'));
        parts.forEach((one, i) => parts.slice(i + 1).forEach((other) => {
            const [a, b] = [box(one), box(other)];
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (across > 1 && down > 1) found.push(`${name(one)} lies on ${name(other)}`);
        }));
    }
    for (const selector of wanted) {
        const [element] = shown(document, selector);
        if (!element) { found.push(`${selector} is missing`); continue; }
        const { top, bottom, left, right, width, height } = box(element);
        if (top < 0 || left < 0 || right > wide + 1 || bottom > innerHeight) {
            found.push(`${selector} ends at ${Math.round(bottom)} of ${innerHeight}`);
        }
        if (element.matches('.board') && Math.min(width, height) < 180) found.push(`${selector} is tiny`);
    }
    return found;
"""  # noqa: E501

REST = "while (game.screen === 'play') { if (turn().isAnswered) onward(); else place(%s); }"
FIRST_LEGAL = "legalSpaces(turn())[0]"
BEST = "unpack(data.secret).best[0].indexOf(turn().hand[0])"
"""The tile's space on the best board, which has the longest list of lines."""


def shows_whole(visitor: Visitor, screen: str, script: str, wanted: list[str]) -> None:
    """Check one screen at every size, in every language on the smallest and the largest."""
    for size in SIZES:
        visitor.looks_through(size)
        visitor.browser.refresh()
        visitor.runs(script)
        is_outer = size in (SIZES[0], SIZES[-1])
        for language in Language if is_outer else (Language.GERMAN,):
            visitor.speaks(language)
            visitor.runs("scrollTo(0, 0)")
            assert visitor.runs(MEASURE, wanted) == [], (screen, size, language)


@pytest.mark.parametrize("rules", [PLAIN, DAFFODIL])
def test_the_count_is_whole_on_every_screen(visitor: Visitor, rules: str) -> None:
    visitor.opens(page_of(rules))
    places = BEST if rules == CLASSIC else FIRST_LEGAL
    script = f"begin(); {REST % places}"
    shows_whole(visitor, "count", script, ["#counted", "#onward", ".count .board", ".count h2"])


@pytest.mark.parametrize(
    ("rules", "players"), [(CLASSIC, 1), (DAFFODIL, 1), ("classic free mail best-ray", 3)]
)
def test_the_result_is_whole_on_every_screen(visitor: Visitor, rules: str, players: int) -> None:
    visitor.opens(page_of(rules, players, with_review=rules == CLASSIC))
    script = f"begin(); {REST % FIRST_LEGAL} reveal()"
    shows_whole(visitor, "result", script, ["#total", "#verdict", "#again", "#share"])


@pytest.mark.parametrize("rules", [PLAIN, DAFFODIL])
def test_the_game_is_whole_on_every_screen(visitor: Visitor, rules: str) -> None:
    visitor.opens(page_of(rules))
    shows_whole(visitor, "start", "0", ["#play", ".lead"])
    script = "begin(); place(legalSpaces(turn())[0])"
    shows_whole(visitor, "play", script, ["#next", "#back", "#hand", "#score", ".play .board"])


def test_a_league_s_pages_fit_every_screen_and_axe_finds_nothing(visitor: Visitor) -> None:
    match = match_of("classic free mail best-ray", players=3)
    report = report_round(match, is_open=False)
    assert report is not None
    wide = """
        const wide = document.documentElement.clientWidth;
        return [...document.querySelectorAll('body, body *:not(svg *)')]
            .filter((e) => e.getBoundingClientRect().right > wide
                || (e.matches('p, h1, h2, li, td, th') && e.scrollWidth > e.clientWidth + 1))
            .map((e) => e.outerHTML.slice(0, 80));
    """
    pages: list[str] = []
    for language in Language:
        catalogue = load_catalogue(language)
        pages = [
            report_page(catalogue, "Donaudampfschifffahrtsliga " * 3, match.rules, report),
            standings_page(catalogue, "Sonntagsliga", league_standings([match] * 40)),
        ]
        for page in pages:
            visitor.opens(page)
            for size in SIZES:
                visitor.looks_through(size)
                assert visitor.runs(wide) == [], (size, language)
            assert "Dora" in visitor.reads("main")
            assert language is not Language.GERMAN or axe_findings(visitor) == []
    visitor.opens(pages[0])
    digits = """
        return [...document.querySelectorAll('section svg')]
            .map((board) => board.querySelectorAll('text').length);
    """
    assert visitor.runs(digits) == [3 * 19] * 3


def test_the_measure_sees_what_is_wrong(visitor: Visitor) -> None:
    """Each of the mistakes that a page could have is found where it is made on purpose."""
    visitor.looks_through(SIZES[1])
    cases: list[tuple[str, str]] = [
        (
            ".count > .stage { grid-area: stage; }",
            "lies on|ends at|hangs out|tiny|sliver|cut off|wider",
        ),
        (".count .panel { height: 30px; padding: 0; }", "hangs out"),
        (".count .panel { margin-top: -80px; }", "lies on"),
        (".count .board { max-height: none; height: 900px; }", "ends at"),
        (".count .total { margin-right: -900px; }", "hangs out"),
    ]
    for style, mistake in cases:
        visitor.opens(page_of())
        visitor.runs(f"begin(); {REST % BEST}")
        assert visitor.runs(MEASURE, ["#onward", ".count .board"]) == []
        insert = "const [s] = document.styleSheets; s.insertRule(arguments[0], s.cssRules.length)"
        visitor.runs(insert, style)
        found: Any = visitor.runs(MEASURE, ["#onward", ".count .board"])
        assert any(word in line for line in found for word in mistake.split("|")), (style, found)


def test_of_six_players_the_marks_beside_a_harvest_cover_nothing(visitor: Visitor) -> None:
    """Words of the totals above the reader's own: apart from each other and from the bands."""
    visitor.looks_through(SIZES[-1])
    visitor.opens(page_of(CLASSIC, 6))
    visitor.runs(f"begin(); {REST % FIRST_LEGAL} reveal()")
    edges = """
        return ['.to-beat:not(.high)', '.band'].map((kind) =>
            [...document.querySelectorAll(`.harvest > ${kind}`)]
                .map((part) => part.getBoundingClientRect())
                .map(({ top, bottom }) => [top, bottom]));
    """
    marks, bands = visitor.runs(edges)
    assert marks
    for i, (top, bottom) in enumerate(marks):
        for above, below in [*marks[i + 1 :], *bands]:
            assert min(bottom, below) - max(top, above) <= 1
    # Of each harvest: its bands and their marks, each with its share of the whole height.
    draw = """
        const [points, totals] = arguments;
        const rows = points.map((p, i) => (i ? { points: p, number: i, line: i, short: `${i} of` }
            : { points: p, colour: '#ffd65c', line: 0, short: '☀☀' }));
        const element = html('div');
        showHarvest(element, rows, totals.map((p) => [`at ${p}`, p, p % 2 ? 'best' : '']), 'sum');
        return [...element.childNodes].map((part) => (part.style
            ? [part.className, part.textContent, Number(part.style.getPropertyValue('--share')),
                part.style.background, part.style.color] : part.textContent));
    """
    dark, light = "rgb(24, 14, 40)", "rgb(255, 255, 255)"
    assert visitor.runs(draw, [9, 30, 60], [99, 100, 120, 149]) == [
        ["band other", "☀☀9", 0.06, "", "rgb(255, 214, 92)"],
        ["band vertical", "1 of30", 0.2, "rgb(24, 24, 32)", light],
        ["band vertical", "2 of60", 0.4, "rgb(244, 244, 250)", dark],
        "sum",
        ["to-beat best", "at 149", pytest.approx(149 / 150), "", ""],
        ["to-beat ", "at 120", 0.8, "", ""],
        ["to-beat ", "at 100", pytest.approx(100 / 150), "", ""],
    ]

    def shares(points: list[int], totals: list[int]) -> list[list[Any]]:
        drawn = visitor.runs(draw, points, totals)
        return [part[:3] for part in drawn if part != "sum"]

    assert shares([7], []) == [["band other thin", "☀☀7", pytest.approx(7 / 150)]]
    assert shares([100], [150, 151])[0][2] == 100 / 200, "a total half as high again is near"
    assert shares([136], [205])[0][2] == 136 / 150
    assert shares([137], [206])[0][2] == 137 / 200
    assert shares([500], [])[0][2] == 500 / 600
    marks = shares([10], [20, 32, 33, 400, 600, 800])[1:]
    assert [words for _, words, _ in marks] == ["↑ at 600", "↑ at 400", "at 33", "at 20"]
    assert [kind for kind, _, _ in marks] == [
        "to-beat  high", "to-beat  high", "to-beat best", "to-beat ",
    ]  # fmt: skip
