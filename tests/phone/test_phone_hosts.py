"""The page of a phone in every window and in odd browsers: a match is played from form to count."""

from __future__ import annotations

import time

import pytest

from tests.page.test_hosts import NARROWEST, PRESSED, SIZES, SMALLEST
from tests.page.visitor import Visitor
from tests.phone.conftest import Host
from tests.phone.test_phone import joins, lies, plays, sits, until

IS_WHOLE = """
    const tall = document.querySelector('.play .board').getBoundingClientRect().height;
    return tall <= Math.max(innerHeight, 272);
"""
"""The board is seen whole, where a window is not too low for spaces that a finger can touch."""

CUT = """
    const isCut = (e) => e.scrollWidth > e.clientWidth + 1
        && getComputedStyle(e).overflowX !== 'visible';
    return [...document.querySelectorAll('main *:not(input)')].filter((e) => e.checkVisibility())
        .filter((e) => !e.closest('.hidden-text') && isCut(e)).map((e) => e.outerHTML.slice(0, 99));
"""
"""Parts whose words do not fit into them."""


LARGE = """
    addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.setProperty('font-size', '32px', 'important');
    });
"""


def shows_all(visitor: Visitor) -> None:
    """Something is to be seen, nothing is cut, and what is pressed is large enough for a finger."""
    assert visitor.runs("return document.querySelector('main').innerText.trim().length") > 20
    assert visitor.runs("return document.documentElement.scrollWidth <= innerWidth")
    assert visitor.runs(SMALLEST, f"{PRESSED}, main input") >= 24
    assert visitor.runs(CUT) == []


def plays_a_match(visitor: Visitor, host: Host, *, has_room: bool = True) -> None:
    """Play from the form to the count."""
    visitor.browser.get(host.address)
    until(lambda: visitor.sees("#name"))
    shows_all(visitor)
    joins(visitor, host, "Großmutter H")
    shows_all(visitor)
    game = host.begins()
    until(lambda: visitor.runs("return state !== null && screen === 'play'"))
    shows_all(visitor)
    assert visitor.runs(IS_WHOLE) or not has_room
    assert visitor.runs(NARROWEST, ".play .target") >= (44 if has_room else 24)
    plays(visitor, host, game)
    until(lambda: visitor.runs("return screen") == "count")
    shows_all(visitor)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_in_every_window_a_match_is_played(
    visitor: Visitor, host: Host, size: tuple[int, int]
) -> None:
    """The first is a window of 1280×1024 at 400 %."""
    visitor.looks_through(size)
    plays_a_match(visitor, host, has_room=size[0] >= 320)


def test_in_forced_colours_a_match_is_played_and_its_signs_have_edges(
    visitor: Visitor, host: Host
) -> None:
    visitor.holds_a_phone()
    with visitor.forces_colours():
        plays_a_match(visitor, host)


def test_with_large_letters_a_match_is_played(visitor: Visitor, host: Host) -> None:
    """A browser's smallest size of letters, set to twice the usual."""
    visitor.looks_through((390, 844))
    with visitor.prepares(LARGE):
        plays_a_match(visitor, host, has_room=False)
        assert visitor.runs("return getComputedStyle(document.documentElement).fontSize") == "32px"


def test_the_way_back_shows_the_match_as_it_is(visitor: Visitor, host: Host) -> None:
    game = sits(visitor, host)
    visitor.presses("[data-space=c3]")
    lies(visitor, 1)
    visitor.browser.get("data:text/html,<p>Other")
    until(lambda: not host.room.is_here(0))
    host.does(game.call_next)
    visitor.browser.back()
    until(lambda: visitor.runs("return screen === 'play' && isOpen && state.call") == 2)
    time.sleep(0.5)
    visitor.presses("[data-space=a1]")
    lies(visitor, 2)
