"""The page of a phone in a real browser: joins, places, moves, comes back, counts.

The last tests say each state themselves, and compare all that is drawn and spoken of it.
"""

from __future__ import annotations

import gzip
import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from selenium.webdriver import Keys

from game.locale import Language, load_catalogue
from game.page.phone import phone_page
from game.page.tables import tables_of
from game.play.phones import board_view
from game.play.table_game import Phase, TableGame
from game.progress.engine_client import EngineClient
from game.resources import asset
from game.rules.match import legal_placements
from game.rules.moves import Place
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
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


# Words of a window, said by the test itself

LINE = """
    window.out = [];
    window.WebSocket = class {
        constructor(address) { this.readyState = 1; setTimeout(() => this.onopen(), 0); }
        send(word) { out.push(JSON.parse(word)); }
        close() { this.readyState = 3; this.onclose?.(); }
    };
"""
"""A connection that opens at once and notes what is sent; a test says the window's words."""

SHOWN = """
    const words = (id) => at(id)?.textContent;
    return {
        call: words('call'), spoken: words('spoken'), message: words('message'),
        warns: at('message').classList.contains('warn'), score: words('score'),
        hand: [...at('hand').children].map((e) =>
            [e.getAttribute('aria-label'), e.getAttribute('aria-pressed')]),
        answered: at('hand').classList.contains('answered'),
        bands: [...document.querySelectorAll('#harvest .band')].map((e) =>
            e.querySelector('span').textContent + ' ' + e.querySelector('b').textContent),
        faces: [...at('faces').children].map((e) =>
            e.className + ': ' + e.querySelector('.hidden-text').textContent),
        buttons: ['finish', 'back', 'aside'].map((id) => at(id)
            && (at(id).hidden ? 'hidden' : at(id).disabled ? 'off' : 'on')),
    };
"""
LABELS = """
    return [...document.querySelectorAll('.play .target')].map((e) => e.getAttribute('aria-label'));
"""
WORTHS = "return [...document.querySelectorAll('.worth')].map((e) => e.textContent)"

PLAIN = Ruleset.parse("classic free single none")
DAFFODIL = Ruleset.parse("daffodil-4 free pairs rays")


def hears(visitor: Visitor, **word: Any) -> str:
    """Let the window say something; return what is spoken of it."""
    visitor.runs("at('said').textContent = ''; hear(JSON.parse(arguments[0]))", json.dumps(word))
    return visitor.hears()


def tile(text: str) -> int:
    return Tile.parse(text).index


def board(rules: Ruleset, **placed: str) -> dict[str, Any]:
    """A board with tiles on named spaces."""
    position = empty_position(rules.grid)
    for space, text in placed.items():
        index = [one.name for one in rules.grid.spaces].index(space)
        position = put_unchecked(position, Tile.parse(text), index, False)
    return board_view(rules, position)


def state_of(rules: Ruleset = PLAIN, **more: Any) -> dict[str, Any]:
    """The first call of a match of Anna, whose page this is, with Ben and a computer."""
    gains = {"0": {"gain": 0, "lines": None}, "1": {"gain": 15, "lines": None}}
    return {
        "at": "1.1", "do": "place", "round": 1, "rounds": 1, "call": 1,
        "calls": 19, "called": [tile("618")], "back": False, "you": 0, "last_round": False,
        "left": None, "board": board(rules), "points": 0, "last": None, "moves": [],
        "hand": [{"tile": tile("618"), "spaces": gains}],
        "players": [
            {"name": "Anna", "done": False, "bot": False},
            {"name": "Ben", "done": True, "bot": False},
            {"name": "Fox", "done": False, "bot": True},
        ],
        **more,
    }  # fmt: skip


@pytest.fixture
def phone(visitor: Visitor) -> Iterator[Visitor]:
    """A page whose line to the window is played by the test."""
    with visitor.prepares(LINE):
        visitor.opens(phone_page(Language.ENGLISH).decode())
        # On a slow machine a test takes longer than a page waits for an answer.
        visitor.runs("renew = () => {}")
        yield visitor


def seated(visitor: Visitor, rules: Ruleset = PLAIN, **more: Any) -> str:
    """Sit down and hear a first state; return what is spoken of it."""
    hears(visitor, key="k" * 30, name="Anna")
    hears(visitor, table=tables_of(rules))
    return hears(visitor, state=state_of(rules, **more))


def test_ones_own_link_stays_open_while_others_come_and_the_match_begins(phone: Visitor) -> None:
    hears(phone, key="k" * 30, name="Anna")
    hears(phone, waiting=["Anna"])
    is_open = "return document.querySelector('#own').open"
    assert not phone.runs(is_open)
    phone.runs("document.querySelector('#own').open = true")
    hears(phone, waiting=["Anna", "Ben"])
    assert phone.runs(is_open)
    hears(phone, table=tables_of(PLAIN))
    hears(phone, state=state_of())
    assert phone.runs(is_open)
    phone.runs("document.querySelector('#own').open = false")
    hears(phone, waiting=["Anna"])
    assert not phone.runs(is_open)


def test_a_call_a_placement_a_line_and_the_next_call_are_drawn_and_spoken(phone: Visitor) -> None:
    assert seated(phone, at="0.0", do="wait", call=0, called=[], hand=[]) == ""
    assert hears(phone, state=state_of()) == "6 – 1 – 8. Call 1 of 19."
    faces = [
        "waits me: Anna is still thinking",
        "done: Ben has placed",
        "waits: Fox is a computer",
    ]
    first = {
        "call": "Call 1 of 19", "spoken": "6 – 1 – 8", "message": "Choose a space for the tile.",
        "warns": False, "score": "0", "hand": [[None, None]], "answered": False, "bands": [],
        "faces": faces, "buttons": ["hidden", "off", None],
    }  # fmt: skip
    assert phone.runs(SHOWN) == first
    assert phone.runs(LABELS)[:3] == ["a1, free", "a2, free, 15 points", "a3, not allowed now"]
    assert phone.runs(WORTHS) == ["+15"]
    # The same state again: a tile that another player placed is not spoken.
    assert hears(phone, state=state_of()) == ""
    placed = state_of(
        do="wait",
        hand=[],
        last=1,
        moves=[3, 7],
        back=True,
        points=15,
        board=board(PLAIN, a1="213", a2="618", a3="614"),
    )
    placed["board"]["scored"] = [[0, 5, 15]]
    assert hears(phone, state=placed) == "6 – 1 – 8 on a2. Vertical a1–a3: +15."
    assert phone.runs(SHOWN) == first | {
        "message": "Tap another space to move your tile until the next call.",
        "score": "15",
        "answered": True,
        "bands": ["3×5 15"],
        "buttons": ["hidden", "on", None],
    }
    labels = phone.runs(LABELS)
    assert labels[:4] == ["a1, 2 – 1 – 3", "a2, 6 – 1 – 8", "a3, 6 – 1 – 4", "b1, free"]
    assert [element.get_attribute("data-space") for element in phone.sees(".movable")] == ["a2"]
    assert hears(phone, state=placed | {"moves": []}) == ""
    assert phone.reads("#message") == "Wait for the others."
    assert hears(phone, state=state_of()) == "Taken back."
    assert phone.runs(SHOWN) == first
    later = placed | {
        "at": "2.3", "do": "place", "call": 3, "round": 2, "rounds": 3, "last": None, "back": False,
        "hand": state_of()["hand"], "left": 75, "points": 1200,
    }  # fmt: skip
    assert hears(phone, state=later) == "6 – 1 – 8. Call 3 of 19."
    shown = phone.runs(SHOWN)
    assert (shown["call"], shown["score"]) == ("Round 2 of 3 · Call 3 of 19 · 1:15 left", "1,200")
    assert hears(phone, state=later | {"left": 9.5}) == "0:10 left"
    assert hears(phone, state=later | {"left": 8.5}) == "", "once in a call"
    again = later | {"at": "2.4", "call": 4, "left": 9.5}
    assert hears(phone, state=again).endswith("0:10 left")
    # A tap so soon after a new call was meant for the tile before.
    phone.runs("calledAt = performance.now(); out.length = 0; choose(1)")
    assert phone.runs("return out") == []
    phone.runs("navigator.vibrate = null; calledAt = performance.now() - TOO_SOON; choose(1)")
    placed = {"do": "place", "at": "2.4", "tile": tile("618"), "space": 1}
    assert phone.runs("return out") == [placed]
    hears(phone, state=later)
    # A computer that plays for the seat is spoken once, above all other hints.
    resting = later | {"players": [{"name": "Anna", "done": False, "bot": True}]}
    words = "A computer plays for you: tap anywhere, or press a key, to play on."
    assert hears(phone, state=resting) == words
    assert hears(phone, state=resting) == ""
    assert phone.reads("#message") == words
    phone.runs("out.length = 0")
    phone.presses("#call")
    assert phone.runs("return out") == [{"do": "sit", "key": "k" * 30}]


def test_a_pair_is_chosen_set_aside_moved_and_closed_by_keys(phone: Visitor) -> None:
    wild, other = tile("***"), tile("213")
    gains = {"-1": {"gain": 0, "lines": None}, "0": {"gain": -7, "lines": None}}
    hand = [{"tile": wild, "spaces": gains}, {"tile": other, "spaces": {"1": gains["-1"]}}]
    spoken = seated(phone, DAFFODIL, hand=hand, called=[wild, other], back=True, rounds=2)
    assert spoken == "Triple wild, 2 – 1 – 3. Call 1 of 19."
    picked = [["Triple wild", "true"], ["2 – 1 – 3", "false"]]
    shown = phone.runs(SHOWN)
    assert (shown["hand"], shown["spoken"]) == (picked, "Triple wild")
    assert shown["call"] == "Round 1 of 2 · Call 1 of 19"
    assert shown["buttons"] == ["hidden", "on", "on"]
    assert phone.runs(WORTHS) == ["−7"]
    assert phone.runs(LABELS)[-1] == "Daffodil, 3 free"
    phone.runs("calledAt = -Infinity; board.focus(0)")
    phone.types("t")
    shown = phone.runs(SHOWN)
    assert [pressed for _, pressed in shown["hand"]] == ["false", "true"]
    assert (shown["spoken"], shown["buttons"][2]) == ("2 – 1 – 3", "off")
    assert phone.open_spaces() == ["a2"]
    where = "return document.activeElement.dataset.space"
    seen = []
    for key in ("\ue015", "\ue014", "\ue013", "\ue012", "c5", "c9", "\ue003"):
        phone.types(*key)
        seen.append(phone.runs(where))
    assert seen == ["a2", "c2", "c1", "a1", "c5", "c5", "c5"]
    assert phone.runs("return out.pop()") == {"do": "back", "at": "1.1"}
    phone.types("\ue007")
    assert phone.reads("#message") == "Not there: this space is not allowed now."
    assert phone.hears() == "Not there: this space is not allowed now."
    phone.types("a", "2", " ")
    assert phone.runs("return out.pop()") == {"do": "place", "at": "1.1", "tile": other, "space": 1}
    # The tile that is left in the hand is the one that is placed next.
    left = state_of(DAFFODIL, hand=hand[:1], called=[wild, other], last=1, back=True, rounds=2)
    left["board"] = board(DAFFODIL, a2="213")
    phone.runs("aim.picked = 1")
    hears(phone, state=left)
    shown = phone.runs(SHOWN)
    assert (shown["hand"], shown["spoken"]) == ([[None, None]], "Triple wild")
    assert phone.runs("return aim.picked") == 0
    hears(phone, state=state_of(DAFFODIL, hand=hand, called=[wild, other], back=True, rounds=2))
    phone.runs("aim.picked = 1; choose(1)")
    # Until the window has answered nothing more is placed.
    phone.runs("out.length = 0; aim.picked = 0; choose(0)")
    assert phone.runs("return out") == []
    aside = state_of(DAFFODIL, do="wait", hand=[], last=-1)
    aside["board"]["aside"] = [wild]
    assert hears(phone, state=aside) == "Triple wild set aside."
    closing = aside | {
        "at": "1.9", "do": "close", "call": 9, "last": None, "back": True,
        "hand": [{"tile": wild, "spaces": {"3": gains["-1"]}}], "called": [],
    }  # fmt: skip
    hears(phone, state=closing)
    shown = phone.runs(SHOWN)
    assert (shown["call"], shown["buttons"]) == ("Closing moves", ["on", "on", "off"])
    assert shown["message"] == "Move tiles from the daffodil to the stamens, or leave them."
    assert phone.runs(LABELS)[3] == "b2, free stamen"
    assert phone.runs(LABELS)[-1] == "Daffodil, 2 free"
    for button, word in (("finish", "finish"), ("back", "back")):
        hears(phone, state=closing)
        phone.runs("out.length = 0")
        # A double tap is one wish: the second word would be refused.
        for _ in range(2):
            phone.presses(f"#{button}")
        assert phone.runs("return out") == [{"do": word, "at": "1.9"}]
    hears(phone, error="busy")
    phone.presses("#back")
    assert phone.runs("return out.length") == 2


def test_the_count_is_ranked_and_kept(phone: Visitor) -> None:
    seated(phone)
    names = [("Anna", 90, False), ("Ben", 120.5, True), ("Cem", 90, False), ("Dora", 7, False)]
    count = [
        {"name": name, "total": total, "won": won, "board": board(PLAIN, a1="618")}
        for name, total, won in names
    ]
    shown = """
        return [document.querySelector('main h1').textContent, Boolean(at('keep')),
            ...[...document.querySelectorAll('.ranks .row')].map((e) =>
                e.className + ': ' + [...e.children].map((part) => part.textContent).join(' '))];
    """
    rows = [
        "row won: 1. Ben 120.5",
        "row me: 2. Anna 90",
        "row: 2. Cem 90",
        "row: 4. Dora 7",
    ]
    over = state_of(do="over", count=count)
    assert hears(phone, state=over) == ""
    assert phone.runs(shown) == ["Round over", False, *rows]
    hears(phone, state=over | {"last_round": True, "you": 1})
    rows[:2] = ["row won me: 1. Ben 120.5", "row: 2. Anna 90"]
    assert phone.runs(shown) == ["Total", True, *rows]
    assert phone.sees("[role=img], svg.board, .ranks svg")[0].get_attribute("aria-label") == (
        "Ben’s board"
    )
    phone.presses("#keep")
    assert phone.runs("return out.pop()") == {"do": "keep"}
    saved = phone.runs("""
        let file = null;
        URL.createObjectURL = (sent) => { file = sent; return 'blob:it'; };
        let link = null;
        HTMLAnchorElement.prototype.click = function () { link = [this.href, this.download]; };
        hear({ record: '{"a": 1}', file: 'take-it-easy.json' });
        return file.text().then((text) => [...link, file.type, text]);
    """)
    assert saved == ["blob:it", "take-it-easy.json", "application/json", '{"a": 1}']


def test_a_guest_joins_waits_leaves_and_reads_each_refusal(visitor: Visitor) -> None:
    for is_elsewhere in (False, True):
        with visitor.prepares(LINE):
            visitor.opens(phone_page(Language.ENGLISH, is_elsewhere=is_elsewhere).decode())
        assert visitor.runs("return [isOpen, screen, out]") == [True, "enter", []]
        codes = ["The four letters on the big screen", "The letters at the end of the address"]
        labels = [element.text for element in visitor.sees("label")]
        assert labels == ["Your name", codes[is_elsewhere]]
        visitor.runs("at('name').focus()")
        visitor.types("Anna", "\ue004", "wxyz", "\ue007")
        asked = visitor.runs("return out.pop()")
        key = asked.pop("key")
        assert asked == {"do": "join", "name": "Anna", "code": "wxyz"}
        # Asked for again, also after the page was closed, it is the same place.
        assert re.fullmatch("[0-9a-f]{32}", key)
        visitor.presses("#join")
        assert visitor.runs("return [out.pop().key, localStorage.getItem(WISH)]") == [key, key]
        words = {
            "code": (
                "These are not the letters on the big screen.",
                "These are not the letters of this room: open the whole address that you were "
                "sent.",
            ),
            "shut": (
                "Nobody can join from this phone any more: ask at the big screen.",
                "Nobody can join from your address any more: ask whoever invited you.",
            ),
            "name": ("Please type a name.",) * 2,
            "taken": ("Somebody already has this name.",) * 2,
            "full": ("All seats are taken.",) * 2,
            "strange": ("That did not work.",) * 2,
        }
        for error, texts in words.items():
            assert hears(visitor, error=error) == texts[is_elsewhere]
            assert visitor.reads("#why") == texts[is_elsewhere]
        hears(visitor, key="k" * 30, name="Anna")
        assert visitor.runs("return keyOfWish()") != key
        assert visitor.runs("return [recall(SEAT), recall('name'), screen]") == [
            "k" * 30,
            "Anna",
            "looking",
        ]
        for asks, lead in (
            (False, "You are in. The game begins on the big screen."),
            (True, "You have asked for a seat. The big screen lets you in."),
        ):
            hears(visitor, waiting=["Anna", "Ben"], asks=asks)
            if is_elsewhere and not asks:
                lead = "You are in. The game begins as soon as everybody is here."
            assert visitor.reads(".lead") == lead
            assert [element.text for element in visitor.sees(".faces li")] == ["Anna", "Ben"]
        warns = "Whoever runs this room could see the tiles to come and every board."
        assert (warns in visitor.reads("main")) is is_elsewhere
        link = visitor.runs("return document.querySelector('#own input').value")
        assert link.endswith("#" + "k" * 30)
        visitor.presses("#leave")
        assert visitor.runs("return out.pop()") == {"do": "leave"}
        # Whoever has left, or whose seat was freed, is asked for a name again.
        for error, text in (
            ("left", "You have left. With the letters you can ask for a seat again."),
            ("away", "The big screen has freed your seat: the players did not know you."),
        ):
            hears(visitor, key="k" * 30)
            assert hears(visitor, error=error) == text
            assert visitor.runs("return [recall(SEAT), screen]") == [None, "enter"]
        hears(visitor, key="k" * 30)
        assert hears(visitor, error="unknown") == ""
        assert visitor.runs("return [recall(SEAT), screen]") == [None, "enter"]
        assert visitor.runs("return typed.name") == "Anna"


def test_a_refusal_is_read_until_the_next_call_and_another_page_ends_this_one(
    phone: Visitor,
) -> None:
    seated(phone)
    for error, text in (
        ("late", "The next tile has been called."),
        ("illegal", "Not there."),
    ):
        assert hears(phone, error=error) == text
        shown = phone.runs(SHOWN)
        assert (shown["message"], shown["warns"]) == (text, True)
    hears(phone, state=state_of())
    assert phone.reads("#message") == "Not there."
    hears(phone, state=state_of(at="1.2", call=2))
    assert phone.reads("#message") == "Choose a space for the tile."
    # A line that is cut is named, and opened again with the seat's key.
    phone.runs("navigator.vibrate = null; calledAt = -Infinity; choose(1)")
    assert phone.runs("return out.pop().do") == "place"
    cut = phone.runs("""
        out.length = 0;
        pause = 20;
        socket.close();
        return [at('cut').textContent, root.className];
    """)
    assert cut == ["The connection is lost: trying again…", "cut-off"]
    phone.runs("return new Promise((done) => { setTimeout(done, 120); })")
    assert phone.runs("return [out, at('cut').textContent]") == [
        [{"do": "sit", "key": "k" * 30}],
        "",
    ]
    # What was on its way is lost: the tile is in the hand again.
    phone.runs("out.length = 0; choose(1)")
    assert phone.runs("return out.map((word) => word.do)") == ["place"]
    phone.runs("out.length = 1")
    assert hears(phone, error="moved") == "You are playing on another page."
    assert phone.reads(".lead") == "You are playing on another page."
    phone.runs("connect(); return new Promise((done) => { setTimeout(done, 60); })")
    assert phone.runs("return [isOpen, out.length, at('cut').textContent]") == [False, 1, ""]
