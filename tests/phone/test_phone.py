"""The page of a phone in a real browser: joins, places, moves, comes back, counts."""

from __future__ import annotations

import gzip
import json
import re
import time
from collections.abc import Callable

import pytest
from selenium.webdriver import Keys

from game.locale import Language, load_catalogue
from game.page.phone import phone_page
from game.play.table_game import Phase, TableGame
from game.progress.engine_client import EngineClient
from game.resources import asset
from game.rules.match import legal_placements
from game.rules.moves import Place
from tests.page.test_looks import axe_findings
from tests.page.visitor import Visitor
from tests.phone.conftest import Host

SIZES = ((390, 844), (320, 568), (844, 390), (568, 320))


def until(is_so: Callable[[], object], seconds: float = 15) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.03)


def joins(visitor: Visitor, host: Host, name: str = "Anna") -> None:
    """Open the square's link, and sit down under a name."""
    joins_at(visitor, host.address, name)


def joins_at(visitor: Visitor, link: str, name: str) -> None:
    """Open a link with a room's letters, and sit down under a name."""
    visitor.browser.get(link)
    until(lambda: visitor.sees("#name"))
    visitor.runs("at('name').focus()")
    visitor.types(name)
    visitor.presses("#join")
    until(lambda: visitor.runs("return waiting !== null"))


def sits(visitor: Visitor, host: Host, rules: str = "classic free single none") -> TableGame:
    """Join alone, and begin."""
    joins(visitor, host)
    game = host.begins(rules)
    until(lambda: visitor.runs("return state !== null && screen === 'play'"))
    time.sleep(0.4)
    return game


def lies(visitor: Visitor, count: int) -> None:
    """Wait until the window has answered with so many tiles on the board."""
    until(
        lambda: (
            visitor.runs("return !sent && state.board.tiles.filter((t) => t >= 0).length") == count
        )
    )


def answers(visitor: Visitor) -> None:
    """Place at random, as quickly as the page allows, without the time of real taps."""
    visitor.runs(
        "calledAt = -Infinity; if (!sent && state.do === 'place') choose(openSpaces()[0]);"
        " else if (state.do === 'close') act('finish');"
    )


def plays(visitor: Visitor, host: Host, game: TableGame, rounds: int = 1) -> None:
    """Play to the count of the last round."""
    end = time.monotonic() + 120
    while not game.match.is_complete:
        assert time.monotonic() < end
        phase = host.does(game.phase)
        if phase is Phase.CALL:
            host.does(game.call_next)
        elif phase is Phase.ROUND_OVER:
            until(lambda: visitor.runs("return screen") == "count")
            host.does(game.begin_round)
        elif visitor.runs("return screen") == "play":
            answers(visitor)
        time.sleep(0.02)
    until(lambda: visitor.runs("return screen") == "count")


def test_a_phone_joins_places_moves_takes_back_and_counts(visitor: Visitor, host: Host) -> None:
    visitor.holds_a_phone()
    game = sits(visitor, host)
    visitor.presses("[data-space=c3]")
    lies(visitor, 1)
    time.sleep(0.5)
    visitor.presses("[data-space=a1]")
    until(lambda: visitor.runs("return state.last === spaceNamed('a1')"))
    assert host.does(lambda: game.match.round.seats[0].position.filled.bit_count()) == 1
    time.sleep(0.5)
    visitor.presses("#back")
    lies(visitor, 0)
    assert "Taken back." in visitor.hears()
    # A tile is dragged, too.
    visitor.drags("#hand > *", "[data-space=b2]")
    lies(visitor, 1)
    assert visitor.runs("return state.last === spaceNamed('b2')")
    host.does(game.call_next)
    until(lambda: visitor.runs("return state.at") == "1.2")
    assert "Call 2 of 19" in visitor.hears()
    # A tap that comes with the call was meant for the tile before.
    visitor.runs("calledAt = performance.now(); choose(spaceNamed('d3'))")
    assert not visitor.runs("return sent")
    plays(visitor, host, game)
    assert visitor.runs("return state.count[0].total") == host.does(
        lambda: game.score().players[0].total
    )


def test_what_each_space_would_earn_is_in_its_well_and_in_its_name(
    visitor: Visitor, host: Host
) -> None:
    game = sits(visitor, host)
    while not visitor.sees(".worth"):
        answers(visitor)
        until(lambda: visitor.runs("return !sent && state.do !== 'place'"))
        host.does(game.call_next)
        until(lambda: visitor.runs("return state.do === 'place'"))
    worth = visitor.sees(".worth")[0].text
    assert re.fullmatch(r"\+\d+", worth)
    labels = """
        return [...document.querySelectorAll('.target')].map((t) => t.getAttribute('aria-label'))
    """
    assert any(label.endswith(f", {worth[1:]} points") for label in visitor.runs(labels))


@pytest.mark.slow
@pytest.mark.parametrize("language", [one.value for one in Language])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_screen_fits_a_phone_in_every_language(
    visitor: Visitor, host: Host, size: tuple[int, int], language: str
) -> None:
    visitor.prefers(language)
    visitor.looks_through(size)
    text = load_catalogue(Language(language)).text
    joins(visitor, host, "Großmutter Hildegard")
    assert visitor.runs("return document.documentElement.lang") == language
    assert text("phone.waiting") in visitor.reads("main")
    game = host.begins(bots=2)
    until(lambda: visitor.runs("return state !== null && screen === 'play'"))
    assert visitor.runs("return document.documentElement.scrollWidth <= innerWidth")
    height = "return board.element.getBoundingClientRect().height <= innerHeight"
    assert visitor.runs(height)
    widths = """
        return [...document.querySelectorAll('.target')].map((t) => t.getBoundingClientRect().width)
    """
    assert min(visitor.runs(widths)) >= 40
    assert text("page.call_of", call=1, calls=19) == visitor.reads("#call")
    assert host.does(lambda: game.match.players[0].name) == "Großmutter Hildegard"[:20]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_on_any_screen(visitor: Visitor, host: Host, scheme: str) -> None:
    visitor.holds_a_phone(scheme)
    visitor.browser.get(host.address)
    until(lambda: visitor.sees("#name"))
    assert axe_findings(visitor) == []
    game = sits(visitor, host)
    assert axe_findings(visitor) == []
    plays(visitor, host, game)
    assert axe_findings(visitor) == []


def test_the_time_that_is_left_is_shown_and_said_once_when_it_is_little(
    visitor: Visitor, host: Host
) -> None:
    joins(visitor, host)
    game = host.begins(answer_seconds=75)
    until(lambda: visitor.runs("return state !== null && screen === 'play'"))
    # Before the clock of the call runs, its whole time is left.
    assert visitor.reads("#call") == "Call 1 of 19 · 1:15 left"
    seats = host.room.seats
    assert seats is not None
    until(lambda: visitor.reads("#call") == "Call 1 of 19 · 1:13 left")
    visitor.hears()
    host.does(lambda: seats.take_events(66.5, EngineClient()))
    host.does(lambda: host.room.seat(game))
    until(lambda: "0:09 left" in visitor.hears())
    until(lambda: visitor.reads("#call").endswith("0:07 left"))
    assert "left" not in visitor.hears().partition("0:09 left")[2]


@pytest.mark.parametrize("is_touched", [True, False], ids=["touch", "key"])
def test_whoever_a_computer_plays_for_is_told_and_comes_back_by_a_touch_or_a_key(
    visitor: Visitor, host: Host, is_touched: bool
) -> None:
    game = sits(visitor, host)
    host.does(lambda: host.room.rest(0))
    until(lambda: "A computer plays for you" in visitor.reads("#message"))
    assert "A computer plays for you" in visitor.hears()
    if is_touched:
        visitor.presses("h1 ~ .called")
    else:
        visitor.types("x")
    until(lambda: host.does(lambda: game.successor(0)) == "")
    until(lambda: "A computer plays for you" not in visitor.reads("#message"))
    answers(visitor)
    lies(visitor, 1)


def test_by_keys_alone(visitor: Visitor, host: Host) -> None:
    game = sits(visitor, host)
    visitor.runs("board.focus(aim.current)")
    visitor.types("a", "1", "\ue007")
    lies(visitor, 1)
    assert host.does(lambda: game.match.round.seats[0].position.tiles[0]) is not None
    visitor.types("\ue003")
    lies(visitor, 0)


def test_by_keys_alone_from_the_link_to_the_kept_record(visitor: Visitor, host: Host) -> None:
    """A screen that comes leaves the keys at its title, from which Tab leads on."""
    visitor.browser.get(host.address)
    until(lambda: visitor.sees("#name"))
    focus = "const a = document.activeElement; return a.id || a.dataset.space || a.tagName"

    def tabs_to(name: str) -> None:
        for _ in range(40):
            if visitor.runs(focus) == name:
                return
            visitor.types(Keys.TAB)
        raise AssertionError((name, visitor.runs(focus)))

    tabs_to("name")
    visitor.types("Anna", Keys.ENTER)
    until(lambda: visitor.runs("return screen") == "waiting")
    assert visitor.runs(focus) == "H1"
    assert axe_findings(visitor) == []
    game = host.begins()
    until(lambda: visitor.runs("return screen") == "play")
    assert visitor.runs(focus) == "H1"
    tabs_to(visitor.runs("return tables.spaces[aim.current].name"))
    placed = lambda: game.match.rounds[0].seats[0].position.filled.bit_count()  # noqa: E731
    for number in range(19):
        if number:
            until(lambda: host.does(game.phase) is Phase.CALL)
            host.does(game.call_next)
        until(lambda: visitor.runs("return !sent && state.do === 'place'"))
        # A press so soon after a call was meant for the tile before.
        time.sleep(0.4)
        visitor.types(*visitor.runs("return tables.spaces[openSpaces()[0]].name"), Keys.ENTER)
        until(lambda n=number: host.does(placed) == n + 1)  # type: ignore[misc]
    until(lambda: visitor.runs("return screen") == "count")
    assert visitor.runs(focus) == "H1"
    tabs_to("keep")
    visitor.types(Keys.ENTER)


def test_a_tab_is_closed_and_opened_and_another_browser_has_the_link(
    visitor: Visitor, host: Host
) -> None:
    game = sits(visitor, host)
    answers(visitor)
    lies(visitor, 1)
    visitor.browser.get("about:blank")
    until(lambda: not host.room.is_here(0))
    visitor.browser.get(f"http://{host.room.host}/")
    until(lambda: visitor.runs("return screen === 'play' && state.board.tiles.some((t) => t >= 0)"))
    link = visitor.runs("return document.querySelector('#own input').value")
    # Another browser: it has nothing but the link.
    visitor.runs("localStorage.clear()")
    visitor.browser.get("about:blank")
    visitor.browser.get(link)
    until(lambda: visitor.runs("return screen === 'play'"))
    assert "#" not in visitor.runs("return location.href")
    assert host.does(lambda: game.match.round.seats[0].position.filled.bit_count()) == 1


def test_a_line_that_dies_is_opened_again_and_nothing_is_placed_twice(
    visitor: Visitor, host: Host
) -> None:
    game = sits(visitor, host)
    # The seat is back when the window has said its state anew, not as soon as the line is open.
    visitor.runs("state.isOld = true; socket.close()")
    until(lambda: visitor.runs("return isOpen && !state.isOld && screen === 'play'"))
    # A connection that takes words and answers none: the tile is in the hand again, then placed.
    visitor.runs("state.isOld = true; socket.send = () => {}")
    answers(visitor)
    assert visitor.runs("return sent !== null")
    until(lambda: visitor.runs("return isOpen && !state.isOld && state.hand.length === 1"))
    assert visitor.runs("return sent === null")
    answers(visitor)
    lies(visitor, 1)
    assert host.does(lambda: game.match.round.seats[0].position.filled.bit_count()) == 1


def test_a_join_before_the_line_is_open_is_sent_once_it_opens(visitor: Visitor, host: Host) -> None:
    visitor.browser.get(host.address)
    until(lambda: visitor.runs("return isOpen"))
    visitor.runs("at('name').focus()")
    visitor.types("Ann")
    # A closed line opens again after a pause; the press comes before.
    visitor.runs("socket.close(); at('join').click()")
    until(lambda: visitor.runs("return waiting !== null"))
    assert [guest.name for guest in host.room.guests] == ["Ann"]


def test_what_others_have_placed_is_no_answer(visitor: Visitor, host: Host) -> None:
    joins(visitor, host)
    game = host.begins(bots=1)
    until(lambda: visitor.runs("return state !== null && screen === 'play'"))
    # The line is slow, and the page does not give it up.
    visitor.runs("renew = () => {}; window.late = []; socket.send = (word) => late.push(word)")
    answers(visitor)
    p = legal_placements(game.match, 1)[0]
    host.does(lambda: game.perform(Place(1, p.tile, p.space)))
    until(lambda: visitor.runs("return state.players[1].done"))
    assert visitor.runs("return sent !== null")
    visitor.runs("delete socket.send; late.forEach((word) => socket.send(word))")
    lies(visitor, 1)


def test_a_refusal_stays_to_be_read_until_the_next_call(visitor: Visitor, host: Host) -> None:
    game = sits(visitor, host)
    illegal = load_catalogue(Language.ENGLISH).text("phone.error.illegal")
    visitor.runs("send({ do: 'finish', at: state.at })")
    until(lambda: visitor.reads("#message") == illegal)
    # A state that comes behind it changes nothing.
    host.does(lambda: setattr(host.room, "changes", host.room.changes + 1))
    time.sleep(0.3)
    assert visitor.reads("#message") == illegal
    visitor.runs("send({ do: 'place', at: state.at, tile: held().tile, space: 3 })")
    lies(visitor, 1)
    host.does(game.call_next)
    until(lambda: visitor.runs("return state.at") == "1.2")
    assert visitor.reads("#message") != illegal


def test_closing_moves_and_rounds_on_a_phone(visitor: Visitor, host: Host) -> None:
    game = sits(visitor, host, "daffodil-4 free single rays rounds=2")
    plays(visitor, host, game)
    assert len(game.match.rounds) == 2
    assert visitor.runs("return state.count[0].total") == host.does(
        lambda: game.score().players[0].total
    )


@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_a_page_is_fetched_in_no_time(is_elsewhere: bool) -> None:
    for language in Language:
        page = phone_page(language, is_elsewhere=is_elsewhere)
        assert len(gzip.compress(page)) < 60_000


def test_every_key_that_the_script_names_is_sent() -> None:
    script = asset("phone", "phone.js").read_text(encoding="utf-8")
    page = phone_page(Language.ENGLISH).decode()
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    keys = set(re.findall(r'"((?:phone|page)\.\w+)"', script))
    sent = set(data["texts"]["en"])
    assert keys <= sent
    named = keys | {f"phone.error.{name}" for name in re.findall(r'"(\w+)"', script)}
    assert {key for key in sent if key.startswith("phone.")} <= named


@pytest.mark.parametrize(
    "rules", ["classic free single rays", "daffodil-4 free single rays", "classic free single none"]
)
def test_a_phone_draws_a_board_as_the_page_with_the_rules_does(
    visitor: Visitor, host: Host, rules: str
) -> None:
    """The phone draws a board's lines as the offline page's own rules do."""
    game = sits(visitor, host, rules)
    draw = f"""
        {asset("page", "rules.js").read_text(encoding="utf-8").replace("const ASIDE", "const OWN")}
        const more = {{ colours: data.colours, hasSymbols, label: "x" }};
        const boards = [makeBoard(makeRules(tables), more), newBoard("x")];
        const position = {{ ...state.board, late: [] }};
        boards[0].show(position);
        boards[1].show(state.board);
        return boards.map((board) => board.element.outerHTML);
    """
    for _ in range(12):
        answers(visitor)
        until(lambda: visitor.runs("return !sent && state.do !== 'place'"))
        one, other = visitor.runs(draw)
        assert one == other
        if host.does(game.phase) is Phase.CALL:
            host.does(game.call_next)
            until(lambda: visitor.runs("return state.do === 'place'"))
