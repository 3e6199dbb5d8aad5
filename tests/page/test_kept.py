"""A page stores the game on the device, for itself alone, and deletes it on request."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from game.locale import Language, load_catalogue
from tests.page.games import challenge_of, page_of
from tests.page.visitor import Visitor

CLASSIC = "classic free single none"
DAFFODIL = "daffodil-4 adjacent-symbol pairs rays"

PLAY_TO_THE_END = """
    while (game.screen === 'play') { if (turn().isAnswered) onward(); else place(legalSpaces(turn())[0]); }
"""  # noqa: E501
"""Every tile of the round on the first space that is open."""


def shown(visitor: Visitor) -> dict[str, Any]:
    """Return what a player sees of a game that is being played."""
    return {
        "board": visitor.board(".stage"),
        "score": visitor.reads("#score"),
        "call": visitor.reads("#call"),
        "tiles": visitor.runs("return turn().hand"),
        "back": visitor.sees("#back")[0].is_enabled(),
        "next": visitor.sees("#next")[0].is_enabled(),
    }


@pytest.mark.parametrize("rules", [pytest.param(CLASSIC, marks=pytest.mark.sweep), DAFFODIL])
def test_a_game_goes_on_where_it_was_after_every_step(visitor: Visitor, rules: str) -> None:
    page = challenge_of(rules)
    visitor.opens(page)
    visitor.presses("#play")
    steps = ["place(legalSpaces(turn())[0])", "takeBack()", "place(legalSpaces(turn()).at(-1))"]
    if rules == DAFFODIL:
        steps += ["place(ASIDE)"]
    steps += ["onward()", "place(legalSpaces(turn())[0])"]
    for step in steps:
        visitor.runs(step)
        before = shown(visitor)
        visitor.browser.refresh()
        assert shown(visitor) == before
    assert "Your game continues." in visitor.hears()
    # It was left for another page, the program was closed, the way led back.
    before = shown(visitor)
    visitor.browser.get("about:blank")
    visitor.browser.back()
    assert shown(visitor) == before
    visitor.browser.switch_to.new_window("tab")
    visitor.sits_at_a_desktop()
    visitor.returns_to(page)
    assert shown(visitor) == before
    visitor.browser.close()
    visitor.browser.switch_to.window(visitor.browser.window_handles[0])


def test_rounds_the_count_and_the_end_are_kept(visitor: Visitor) -> None:
    page = page_of("classic free single none rounds=2")
    visitor.opens(page)
    visitor.presses("#play")
    visitor.runs(PLAY_TO_THE_END)
    counted = visitor.reads("#counted")
    visitor.browser.refresh()
    assert visitor.reads("#counted") == counted
    visitor.presses("#onward")
    visitor.browser.refresh()
    assert visitor.reads("#call") == "Round 2 of 2 · Call 1 of 19"
    assert visitor.reads("#score") == counted
    visitor.runs(PLAY_TO_THE_END)
    visitor.presses("#onward")
    verdict, total = visitor.reads("#verdict"), visitor.reads("#total")
    visitor.browser.refresh()
    assert (visitor.reads("#verdict"), visitor.reads("#total")) == (verdict, total)
    visitor.presses("#again")
    visitor.browser.refresh()
    assert visitor.reads("#call") == "Round 1 of 2 · Call 1 of 19"


def test_two_pages_do_not_mix(visitor: Visitor) -> None:
    pages = [page_of(), challenge_of(CLASSIC), challenge_of("classic adjacent single none")]
    for number, page in enumerate(pages):
        if number:
            visitor.returns_to(page, f"{number}.html")
        else:
            visitor.opens(page, "0.html")
        assert visitor.reads("#play")
        visitor.presses("#play")
        visitor.runs("for (let i = 0; i < arguments[0]; i += 1) { place(i); onward(); }", number)
    for number, page in enumerate(pages):
        visitor.returns_to(page, f"{number}.html")
        assert visitor.reads("#call") == f"Call {number + 1} of 19"


def test_the_same_page_in_two_windows_plays_one_game(visitor: Visitor) -> None:
    page = challenge_of(CLASSIC)
    visitor.opens(page)
    visitor.presses("#play")
    first = visitor.browser.current_window_handle
    visitor.browser.switch_to.new_window("tab")
    visitor.returns_to(page)
    visitor.runs("place(3); onward()")
    visitor.browser.close()
    visitor.browser.switch_to.window(first)
    visitor.waits_for("#call", "Call 2 of 19")


def test_a_game_is_forgotten(visitor: Visitor) -> None:
    visitor.opens(challenge_of(CLASSIC))
    assert not visitor.sees("#forget")
    text = load_catalogue(Language.ENGLISH).text
    note = "return document.querySelector('#kept p').textContent"
    assert visitor.runs(note) == text("page.kept_nothing")
    visitor.presses("#play")
    visitor.runs("place(3)")
    visitor.presses("#kept summary")
    assert visitor.runs(note) == text("page.kept_here")
    visitor.presses("#forget")
    assert visitor.hears() == "Forgotten: nothing is kept any longer."
    assert visitor.runs("return document.activeElement.className") == "lead"
    assert visitor.runs(note) == text("page.kept_nothing")
    assert visitor.runs("return [localStorage.length, history.state]") == [0, None]
    visitor.browser.refresh()
    assert visitor.reads("#play")


def test_the_language_and_calls_by_themselves_are_kept_with_the_game(visitor: Visitor) -> None:
    visitor.opens(challenge_of(CLASSIC))
    visitor.presses("#play")
    visitor.presses(".switch")
    visitor.speaks(Language.GERMAN)
    assert visitor.runs("return document.activeElement.id") == "language"
    visitor.browser.refresh()
    assert visitor.reads("#call") == "Ansage 1 von 19"
    assert visitor.runs("return at('auto').checked")


def test_what_is_kept_but_cannot_be_this_page_s_begins_anew(visitor: Visitor) -> None:
    visitor.opens(challenge_of(CLASSIC))
    visitor.presses("#play")
    visitor.runs("place(3); onward(); place(4)")
    kept = json.loads(visitor.runs("return localStorage.getItem(storeKey)"))
    key = visitor.runs("return storeKey")
    (own,) = kept["rounds"]
    moves = own["moves"]
    rounds: list[Any] = [
        None, 7, {}, [{}], [own, own], [own | {"called": 3}], [own | {"called": -1}],
        [own | {"called": 0}], [own | {"isOver": True}], [own | {"called": "1"}],
        [own | {"moves": [moves[0], [moves[1][0], 3]]}], [own | {"moves": moves[::-1]}],
        [own | {"moves": [moves[0], moves[0]]}], [own | {"moves": [[99, 3]]}],
        [own | {"moves": [moves[0], [moves[1][0], 77]]}], [own | {"moves": "x"}],
        [own | {"moves": [None, None]}],
    ]  # fmt: skip
    texts = [json.dumps(kept | {"rounds": entry}) for entry in rounds]
    texts += ["", "null", "[]", "{", json.dumps(kept)[:-9], json.dumps(kept | {"language": "xx"})]
    texts += [json.dumps(kept | {"screen": screen}) for screen in ("count", "end", "?", None)]
    for text in texts:
        visitor.runs("localStorage.setItem(arguments[0], arguments[1]); start()", key, text)
        assert visitor.runs("return game.screen") == "intro", text
        assert visitor.reads("#play")
    visitor.runs("localStorage.setItem(arguments[0], arguments[1])", key, json.dumps(kept))
    visitor.browser.refresh()
    assert visitor.reads("#call") == "Call 2 of 19"


def test_where_storage_is_forbidden_a_reload_still_goes_on(visitor: Visitor) -> None:
    with visitor.prepares(
        "Object.defineProperty(window, 'localStorage',"
        "{ get() { throw new DOMException('no', 'SecurityError'); } })"
    ):
        visitor.opens(challenge_of(CLASSIC))
        visitor.presses("#play")
        visitor.runs("place(3); onward(); place(7)")
        before = shown(visitor)
        visitor.browser.refresh()
        assert shown(visitor) == before
        visitor.browser.get("about:blank")
        visitor.browser.back()
        assert shown(visitor) == before
        visitor.presses("#kept summary")
        assert "as long as its tab" in visitor.reads("#kept")
        visitor.presses("#forget")
        visitor.browser.refresh()
        assert visitor.reads("#play")


def test_a_page_without_an_origin_is_played(visitor: Visitor) -> None:
    page = base64.b64encode(challenge_of(CLASSIC).encode()).decode()
    visitor.browser.get(f"data:text/html;base64,{page}")
    forbidden = "try { localStorage; return 'open'; } catch (error) { return error.name; }"
    assert visitor.runs(forbidden) == "SecurityError"
    visitor.presses("#play")
    visitor.runs(PLAY_TO_THE_END)
    visitor.presses("#onward")
    assert visitor.reads("#total")
