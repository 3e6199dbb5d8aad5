"""The look of a page: read by axe in both looks, on a small screen, in print."""

from __future__ import annotations

import base64
import re
from importlib.resources import files

import pytest

from game.locale import Language
from tests.page.games import challenge_of, page_of
from tests.page.visitor import Visitor

CLASSIC = "classic free single none"
DAFFODIL = "daffodil-4 adjacent-symbol pairs rays"

AXE = files("selenium_axe_python") / "axe-core" / "axe.min.js"

SCREENS = {
    "start": "at('how').open = true",
    "placed": "begin(); place(3); onward(); place(4); at('kept').open = true",
    "refused": "begin(); update(text('page.no'))",
    "counted": "begin(); PLAY",
    "own end": "begin(); PLAY; reveal()",
    "end": "reveal(); for (const fold of document.querySelectorAll('details')) fold.open = true",
}
PLAY = """
    while (game.screen === 'play') {
        if (turn().isAnswered) onward(); else place(legalSpaces(turn())[0]);
    }
"""


def shows(visitor: Visitor, screen: str) -> None:
    """Bring a page that has just been opened to one of its screens."""
    visitor.runs(SCREENS[screen].replace("PLAY", PLAY))


def axe_findings(visitor: Visitor) -> list[list[str]]:
    """Return the rules that the shown page breaks, each with the elements that break it."""
    visitor.runs(AXE.read_text(encoding="utf-8"))
    found: list[list[str]] = visitor.browser.execute_async_script("""
        const words = ({ id, nodes }) => [id, ...nodes.map((node) => node.html.slice(0, 120))];
        axe.run({ resultTypes: ['violations'] })
            .then(({ violations }) => arguments[0](violations.map(words)));
    """)
    return found


@pytest.mark.parametrize(("scheme", "is_phone"), [("dark", False), ("light", True)])
def test_axe_finds_nothing(visitor: Visitor, scheme: str, is_phone: bool) -> None:
    (visitor.holds_a_phone if is_phone else visitor.sits_at_a_desktop)(scheme)
    league = page_of("classic free mail best-ray", players=3)
    screens = (
        ("start", "own end", "end")
        if is_phone
        else ("start", "refused", "counted", "own end", "end")
    )
    pages = [(page_of(with_review=True), screen) for screen in screens]
    pages += [(page_of(DAFFODIL), "placed"), (league, "end")]
    for page, screen in pages:
        visitor.opens(page)
        shows(visitor, screen)
        if screen == "own end":
            visitor.runs("navigator.clipboard.writeText = () => Promise.reject(Error('no'))")
            visitor.presses("#share")
            # Every medal is worn at once.
            visitor.runs("""
                for (const medal of ['bronze', 'silver', 'gold', 'master']) {
                    const worn = html('p', { class: `medal ${medal}` }, medal);
                    document.querySelector('main').append(worn);
                }
                for (const verdict of ['best', 'good', 'inaccurate', 'costly']) {
                    const said = html('span', { class: `verdict ${verdict}` }, verdict);
                    document.querySelector('.why').append(said);
                }
            """)
        assert axe_findings(visitor) == [], screen


def pages_printed(visitor: Visitor) -> int:
    """Return the number of A4 sheets that a page needs."""
    size = {"paperWidth": 8.27, "paperHeight": 11.69, "preferCSSPageSize": True}
    printed = visitor.browser.execute_cdp_cmd("Page.printToPDF", size)
    return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed["data"])))


@pytest.mark.parametrize(
    ("rules", "players"),
    [(CLASSIC, 1), (DAFFODIL, 1), ("classic free mail best-ray", 3)],
)
def test_every_screen_is_printed_on_one_sheet(visitor: Visitor, rules: str, players: int) -> None:
    for screen in ("start", "placed", "counted", "own end", "end")[0 if rules == CLASSIC else 3 :]:
        visitor.opens(page_of(rules, players))
        shows(visitor, screen)
        assert pages_printed(visitor) == 1, screen
    visitor.holds_a_phone()
    visitor.runs("document.querySelector('.card details').open = false")
    assert pages_printed(visitor) == 1
    folds = "return [unfolded.length, ...unfolded.map((fold) => fold.open)]"
    assert visitor.runs(folds) == [1, False], "it was open on the sheet alone"
    visitor.prints()
    assert visitor.sees("button, select, summary, input") == []
    assert visitor.reads("#total")


@pytest.mark.parametrize("language", list(Language))
def test_the_head_is_one_line_on_a_phone(visitor: Visitor, language: Language) -> None:
    visitor.holds_a_phone()
    visitor.prefers(language.value)
    visitor.opens(challenge_of(CLASSIC))
    for screen in ("start", "placed"):
        shows(visitor, screen)
        box = "return document.querySelector('header').getBoundingClientRect().toJSON()"
        assert visitor.runs(box)["height"] < 60
        # All of the board, and what to do next, without scrolling.
        bottom = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom"
        assert visitor.runs(bottom, "#play" if screen == "start" else "#next") < 844


def test_a_focus_that_only_guides_a_reader_has_no_ring(visitor: Visitor) -> None:
    visitor.opens(page_of())
    visitor.runs("at('show').focus()")
    visitor.types("\ue007")
    script = "return [document.activeElement.id, getComputedStyle(document.activeElement).outline]"
    focused, outline = visitor.runs(script)
    assert focused == "verdict"
    assert "none" in outline


@pytest.mark.parametrize("size", [(900, 700), (1000, 700), (1280, 860)])
def test_no_stripe_covers_the_choice_of_the_language(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    visitor.looks_through(size)
    visitor.opens(page_of())
    (chooser,) = visitor.sees("#language")
    shown = chooser.screenshot_as_png
    visitor.runs("document.querySelector('.doors').style.visibility = 'hidden'")
    assert chooser.screenshot_as_png == shown
