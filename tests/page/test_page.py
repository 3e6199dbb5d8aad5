"""The page by what a visitor does and sees."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from game.locale import Language, load_catalogue
from game.page.data import ToBeat, page_data
from game.page.document import SCRIPTS, make_page
from game.page.making import match_data
from game.resources import asset
from game.rules.boards import Line
from game.rules.match import Match
from game.rules.match_score import RoundScore, score_match
from game.rules.numbers import BOX_COLOURS
from game.rules.placement import Position, empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.scoring import BoardScore, score_position
from game.rules.tiles import Tile
from game.ui.draw.theme import STRIPES
from game.ui.sound.voices import WILD_KEYS
from tests.page.games import challenge_of, keys_in, match_of, page_of
from tests.page.visitor import Visitor

ENGLISH = load_catalogue(Language.ENGLISH).text
CLASSIC = "classic free single none"
DAFFODIL = "daffodil-4 adjacent-symbol pairs rays"


def called(match: Match) -> list[str]:
    """Return the texts of the tiles of the first round, as the page displays them."""
    return [" – ".join(str(tile)) for tile in match.rounds[0].called]


def position_of(rules: Ruleset, placed: dict[str, str]) -> Position:
    """A board from tiles by space's name."""
    position = empty_position(rules.grid)
    for space, tile in placed.items():
        position = put_unchecked(position, Tile.parse(tile), rules.grid.index_of(space))
    return position


def line_words(rules: Ruleset, line: Line) -> str:
    """Return a line's direction and ends in English."""
    ends = "–".join(rules.grid.name_of(line.spaces[end]) for end in (0, -1))
    return f"{line.direction.value.capitalize()} {ends}"


def rows_of(rules: Ruleset, score: BoardScore | RoundScore) -> list[str]:
    """Return each line, ray and bonus of a score in English, each followed by its sum."""
    rows: list[str] = []
    for line in score.lines:
        half = " ÷ 2" if line.is_late else ""
        rows += [
            line_words(rules, line.line),
            f"{len(line.line)} × {line.number}{half} = {line.points:g}",
        ]
    for ray in score.rays:
        _, _, ends = line_words(rules, ray.line).partition(" ")
        worth = ray.points // len(ray.line)
        rows += [
            f"{ray.symbol.value.capitalize()} ray {ends}",
            f"{len(ray.line)} × {worth} = {ray.points}",
        ]
    return rows


def play_by_mouse(visitor: Visitor, match: Match) -> dict[str, str]:
    """Place every tile on the first space that is open; what was placed where."""
    placed: dict[str, str] = {}
    for tile in called(match):
        assert visitor.reads("#spoken") == tile
        space = visitor.open_spaces()[0]
        visitor.presses(f"[data-space='{space}']")
        visitor.presses("#next")
        placed[space] = tile.replace(" – ", "")
    return placed


def labels(visitor: Visitor) -> dict[str, str]:
    """Return the words of all spaces, as a screen reader speaks them."""
    script = """
        const targets = [...document.querySelectorAll('.target')];
        return targets.map((target) => [target.dataset.space, target.getAttribute('aria-label')]);
    """
    return dict(visitor.runs(script))


def test_a_deal_is_played_by_mouse_and_both_boards_are_shown(visitor: Visitor) -> None:
    match = match_of()
    visitor.opens(page_of())
    assert visitor.sees("[data-tile]") == []
    assert "Ana <i>" in visitor.reads(".lead")
    wells = "return document.querySelectorAll('.intro .board [fill=\"url(#wellOpen)\"]').length"
    assert visitor.runs(wells) == 19
    visitor.presses("#play")
    placed = play_by_mouse(visitor, match)
    own = score_position(match.rules, position_of(match.rules, placed)).total
    assert visitor.reads("#counted") == str(own)
    visitor.presses("#onward")
    sent = score_match(match).players[0].total
    assert visitor.reads("#total") == str(own)
    key = "page.won" if own > sent else "page.lost"
    points = ENGLISH("terms.count.points", count=abs(sent - own))
    assert visitor.reads("#verdict") == ENGLISH(key, name="Ana <i>", points=points)
    best = int(visitor.reads("[data-board=best] .points"))
    marks = [f"Ana <i> {sent}", f"Best possible {best}"]
    (harvest,) = visitor.sees(".harvest")
    assert harvest.get_attribute("aria-label") == ", ".join([f"You {own}", *marks])
    assert sorted(e.text.removeprefix("↑ ") for e in visitor.sees(".to-beat")) == sorted(marks)
    assert visitor.reads("#steps .choice [aria-pressed=true]") == "You"
    cards = visitor.sees("[data-board]")
    assert [e.get_attribute("aria-label") for e in cards] == [
        "Your board", "Ana <i>’s board", "Best possible board",
    ]  # fmt: skip
    assert [e.text for e in visitor.sees(".card h3")] == ["You", "Ana <i>", "Best possible"]
    counts = [len(score_position(match.rules, position_of(match.rules, placed)).lines),
              len(score_match(match).players[0].rounds[0].lines)]  # fmt: skip
    assert [e.text for e in visitor.sees(".card summary")][:2] == [
        ENGLISH("terms.count.lines", count=count) for count in counts
    ]
    # The mouse on a line of the list leaves it alone in its light.
    quiet = "return document.querySelectorAll('[data-board=sender] .beam.quiet').length"
    visitor.points_at("[data-board=sender] .rows li:first-child")
    assert visitor.runs(quiet) == counts[1] - 1
    visitor.points_at("h1")
    assert visitor.runs(quiet) == 0
    assert visitor.reads("[data-board=you] .points") == str(own)
    assert visitor.reads("[data-board=sender] .points") == str(sent)
    tiles = match.rounds[0].seats[0].position.tiles
    assert sorted(visitor.board("[data-board=you]").values()) == sorted(placed.values())
    assert sorted(visitor.board("[data-board=sender]").values()) == sorted(map(str, tiles))
    places = [visitor.board(f"[data-board={which}]") for which in ("you", "sender", "best")]
    assert places[0].keys() == places[1].keys() == places[2].keys()
    assert places[0] != places[1]
    assert int(visitor.reads("[data-board=best] .points")) >= max(sent, own)
    assert visitor.fetched() == []


def test_the_sender_s_board_is_nowhere_before_the_end(visitor: Visitor) -> None:
    match = match_of()
    page = page_of()
    position = match.rounds[0].seats[0].position
    total = str(score_match(match).players[0].total)
    visitor.opens(page)
    script = "return [typeof players, players.length, secret]"
    tiles = [str(tile) for tile in match.rounds[0].called]
    # The file has neither the order of the tiles nor a placement in clear text.
    assert not re.search(r"@[a-f][1-5]", page)
    assert " ".join(tiles) not in page
    assert ",".join(str(Tile.parse(tile).index) for tile in tiles[:5]) not in page
    visitor.presses("#play")
    for tile in called(match)[:-1]:
        assert visitor.runs(script) == ["object", 0, None]
        assert visitor.sees("[data-board]") == []
        words = visitor.runs("return document.getElementById('page').textContent")
        assert total not in words.replace(visitor.reads("#score"), "")
        assert visitor.reads("#spoken") == tile
        visitor.presses(f"[data-space='{visitor.open_spaces()[-1]}']")
        visitor.presses("#next")
    shown = visitor.runs("return [...document.querySelectorAll('[data-tile]')].length")
    assert shown == len(tiles) - 1 < len(position.tiles)


def test_a_challenge_is_played_by_keyboard_alone(visitor: Visitor) -> None:
    rules = Ruleset.parse(DAFFODIL)
    visitor.opens(challenge_of(DAFFODIL))
    visitor.runs("document.getElementById('play').focus()")
    visitor.types(Keys.ENTER)
    placed: dict[str, str] = {}
    aside: list[str] = []
    finish = 0
    while not visitor.sees("#counted"):
        if visitor.runs("return turn().isAnswered && !turn().isClosing"):
            # Enter once more on the tile that was placed last calls the next.
            visitor.types(Keys.ENTER)
            continue
        tile = visitor.runs("return tables.tiles[turn().hand[aim.picked]].text")
        spaces = visitor.open_spaces()
        if visitor.runs("return turn().isClosing"):
            assert visitor.reads("#next") == "Done"
            visitor.types(*spaces[0], Keys.ENTER)
            placed[spaces[0]] = tile
            aside.remove(tile)
            finish += 1
            visitor.types("n")
        elif "x" in spaces and len(placed) % 5 == 4:
            visitor.types("x")
            aside.append(tile)
            assert "set aside" in visitor.hears()
        else:
            space = next(name for name in reversed(spaces) if name != "x")
            visitor.types(*space)
            assert visitor.runs("return document.activeElement.dataset.space") == space
            visitor.types(Keys.ENTER)
            placed[space] = tile
        assert len(placed) + len(aside) <= 21
    assert finish == 1
    position = position_of(rules, placed)
    total = str(score_position(rules, position).total)
    assert visitor.reads("#counted") == total
    rows = rows_of(rules, score_position(rules, position))
    assert visitor.reads(".rows").splitlines() == (rows or ["No line scored."])
    assert visitor.hears() == f"Total: {total}"
    visitor.runs("document.getElementById('onward').focus()")
    visitor.types(Keys.ENTER)
    assert visitor.reads("#total") == total
    assert "Master" in visitor.reads("[data-board=sender] h3")
    # The opponent to beat wears no medal.
    visitor.runs("game.rounds = []; reveal()")
    assert visitor.reads(".hero .label") == "Master"
    assert not visitor.sees(".hero .medal")


def test_a_deal_is_played_by_touch_on_a_phone(visitor: Visitor) -> None:
    match = match_of()
    visitor.holds_a_phone()
    visitor.opens(page_of())
    visitor.presses("#play")
    placed: dict[str, str] = {}
    for number, tile in enumerate(called(match)):
        space = visitor.open_spaces()[-1]
        visitor.presses(f"[data-space='{space}']")
        assert len(visitor.sees("[data-tile]")) == number + 1
        # A second touch of the same space goes on.
        visitor.presses(f"[data-space='{space}']" if number < 3 else "#next")
        placed[space] = tile.replace(" – ", "")
    assert visitor.runs("return document.documentElement.scrollWidth") <= 390
    own = score_position(match.rules, position_of(match.rules, placed)).total
    assert visitor.reads("#counted") == str(own)
    visitor.presses("#onward")
    assert visitor.reads("#total") == str(own)
    assert len(visitor.sees("[data-board]")) == 3
    # Long lists are folded.
    assert not visitor.sees("[data-board=you] .rows")
    assert visitor.runs("return document.documentElement.scrollHeight") < 1400
    visitor.presses("[data-board=you] summary")
    assert visitor.reads("[data-board=you] .sum b") == str(own)


@pytest.mark.parametrize("rules", [CLASSIC, DAFFODIL])
def test_what_is_touched_is_large_enough(visitor: Visitor, rules: str) -> None:
    visitor.holds_a_phone()
    visitor.opens(page_of(rules, with_review=rules == CLASSIC))
    measure = """
        const touched = 'button, select, summary, label, input[type=range], .target > polygon';
        const seen = [...document.querySelectorAll(touched)].filter((e) => e.checkVisibility());
        return seen.map((e) => {
            const box = e.getBoundingClientRect();
            return [e.id || e.textContent || e.parentNode.dataset.space, box.width, box.height];
        }).filter(([, width, height]) => width < 43.9 || height < 43.9);
    """
    assert visitor.runs(measure) == []
    visitor.presses("#play")
    assert visitor.runs(measure) == []
    visitor.opens(page_of(rules, with_review=rules == CLASSIC))
    visitor.presses("#show")
    assert visitor.runs(measure) == []


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
def test_every_language_says_everything_and_nothing_sticks_out(
    visitor: Visitor, is_phone: bool
) -> None:
    if is_phone:
        visitor.holds_a_phone()
    overflow = """
        const wide = document.documentElement.clientWidth;
        return [...document.querySelectorAll('#page *:not(svg *):not(.hidden-text)')]
            .filter((e) => e.getBoundingClientRect().right > wide + 1
                || (e.scrollWidth > e.clientWidth + 1 && e.clientWidth
                    && e.matches('button, p, h2, h3, li')))
            // On a phone the boards are pushed along sideways.
            .filter((e) => !e.closest('.boards') || wide > 860)
            .map((e) => e.outerHTML.slice(0, 120));
    """
    for screen in ("intro", "play", "end"):
        visitor.opens(page_of(with_review=True) if screen == "end" else page_of(DAFFODIL))
        if screen == "play":
            visitor.presses("#play")
        if screen == "end":
            visitor.presses("#show")
        for language in Language:
            visitor.speaks(language)
            text = load_catalogue(language).text
            assert visitor.runs("return document.documentElement.lang") == language.value
            words = visitor.runs("return document.getElementById('page').textContent")
            said = {"intro": "page.play", "play": "page.score", "end": "page.curve"}[screen]
            assert text(said) in words
            assert text("page.about") in words
            assert "{" not in words
            assert "undefined" not in words
            assert "null" not in words
            assert visitor.runs(overflow) == [], (screen, language)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("is_asked_for", [True, False])
def test_the_page_opens_in_the_reader_s_language_else_in_the_sender_s(
    visitor: Visitor, language: Language, is_asked_for: bool
) -> None:
    visitor.prefers(*(("it", f"{language.value}-XX", "en") if is_asked_for else ("it", "ja")))
    made_in = Language.ROMANIAN if is_asked_for else language
    visitor.opens(challenge_of(CLASSIC, language=made_in))
    text = load_catalogue(language).text
    assert visitor.reads("#play").startswith(text("page.play"))
    assert text("editions.standard.name") in visitor.browser.title
    assert visitor.runs("return document.getElementById('language').value") == language.value


def test_everything_that_can_be_used_has_a_name(visitor: Visitor) -> None:
    nameless = """
        const used = 'button, [role=button], [role=img], [role=group], input[type=range], summary';
        return [...document.querySelectorAll(used)]
            .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim()))
            .map((e) => e.outerHTML.slice(0, 80));
    """
    for act in ("#play", "#show"):
        visitor.opens(page_of(DAFFODIL))
        assert visitor.runs(nameless) == []
        visitor.presses(act)
        assert visitor.runs(nameless) == []
    assert len(visitor.sees("main h2")) >= 1


BANDS = """
    const bands = [...document.querySelectorAll('#harvest .band')].map((band) => band.textContent);
    return [bands, document.querySelectorAll('.play .beam.fresh').length];
"""


def test_a_screen_reader_hears_the_calls_and_the_lines(visitor: Visitor) -> None:
    match = match_of()
    visitor.opens(page_of())
    visitor.presses("#play")
    assert visitor.hears() == f"{called(match)[0]}. Call 1 of 19."
    labels = {e.get_attribute("data-space"): e.get_attribute("aria-label")
              for e in visitor.sees(".target")}  # fmt: skip
    assert labels["c3"] == "c3, free"
    heard: list[str] = []
    finished: list[str] = []
    position = empty_position(match.rules.grid)
    for turn in match.rounds[0].seats[0].turns:
        (placement,) = turn.placements
        name = match.rules.grid.name_of(placement.space)
        script = "place(tables.spaces.findIndex((s) => s.name === arguments[0]))"
        visitor.runs(script, name)
        heard.append(visitor.hears())
        before = score_position(match.rules, position)
        position = put_unchecked(position, placement.tile, placement.space)
        lines = score_position(match.rules, position).lines
        gained = [line for line in lines if line not in before.lines]
        told = [f"{' – '.join(str(placement.tile))} on {name}."]
        told += [f"{line_words(match.rules, one.line)}: +{one.points}." for one in gained]
        assert heard[-1] == " ".join([*told, ENGLISH("page.may_change")])
        gain = "return document.querySelector('.gain')?.textContent ?? null"
        points = sum(one.points for one in gained)
        assert visitor.runs(gain) == (f"+{points}" if points else None)
        finished += [f"{len(one.line)}×{one.number}{one.points}" for one in gained]
        assert visitor.runs(BANDS) == [finished, len(gained)]
        visitor.runs("onward()")
        assert visitor.runs(BANDS) in ([finished, 0], [[], 0]), "no line is new any more"
        if len(heard) == 1:
            assert visitor.hears() == f"{called(match)[1]}. Call 2 of 19."
    assert sum(words.count("+") for words in heard) > 3


def test_a_space_that_is_closed_is_refused_with_a_word(visitor: Visitor) -> None:
    visitor.opens(challenge_of("classic adjacent single none"))
    visitor.presses("#play")
    tile = visitor.reads("#spoken")
    visitor.presses("[data-space=a1]")
    assert visitor.reads("#next") == "Next call"
    answered = "return document.getElementById('hand').classList.contains('answered')"
    assert visitor.runs(answered)
    visitor.presses("#next")
    assert not visitor.runs(answered)
    assert visitor.runs("return document.activeElement.dataset.space") == "a1"
    visitor.presses("[data-space=e3]")
    assert "not allowed" in visitor.reads("#message")
    assert len(visitor.sees("[data-tile]")) == 1
    assert visitor.hears() == visitor.reads("#message") == ENGLISH("page.no")
    warned = "return document.getElementById('message').classList.contains('warn')"
    assert visitor.runs(warned)
    assert labels(visitor) == {
        name: f"a1, {tile}" if name == "a1" else f"{name}, free" if name in ("a2", "b1", "b2")
        else f"{name}, not allowed now" for name in labels(visitor)
    }  # fmt: skip
    assert visitor.open_spaces() == ["a2", "b1", "b2"]
    # A tile in the way needs no word.
    visitor.presses("[data-space=a1]")
    assert visitor.reads("#message") == ENGLISH("page.place_hint")
    assert not visitor.runs(warned)


def test_c4_a_slip_is_moved_or_taken_back_until_the_next_call(visitor: Visitor) -> None:
    visitor.opens(challenge_of("classic adjacent single none"))
    visitor.presses("#play")
    tile = visitor.reads("#spoken")
    assert not any(visitor.sees(name)[0].is_enabled() for name in ("#next", "#back"))
    visitor.presses("[data-space=a1]")
    label = visitor.sees("[data-space=a1]")[0].get_attribute("aria-label")
    assert label == f"a1, {tile}, just placed; press again to continue"
    assert len(visitor.open_spaces()) == 19, "and a1 is pressed again"
    # The first tile may go anywhere (P2), and so it may move anywhere.
    visitor.presses("[data-space=e3]")
    assert "on e3" in visitor.hears()
    assert list(visitor.board(".stage").values()) == [tile.replace(" – ", "")]
    visitor.presses("#back")
    assert visitor.board(".stage") == {}
    assert visitor.reads("#spoken") == tile
    assert visitor.hears().startswith("Taken back.")
    visitor.presses("[data-space=b2]")
    visitor.presses("#next")
    assert visitor.reads("#spoken") != tile
    assert not visitor.sees("#back")[0].is_enabled()
    visitor.types(Keys.BACKSPACE)
    assert len(visitor.board(".stage")) == 1
    visitor.presses("[data-space=a1]")
    # Where the second one may not lie it is not moved to either.
    visitor.presses("[data-space=e3]")
    assert "not allowed" in visitor.reads("#message")
    assert len(visitor.board(".stage")) == 2
    visitor.presses("[data-space=b1]")
    visitor.types(Keys.BACKSPACE)
    assert len(visitor.board(".stage")) == 1


def test_c4_what_was_placed_last_is_taken_back_before_the_count(visitor: Visitor) -> None:
    visitor.opens(challenge_of("daffodil-4 free single none"))
    visitor.presses("#play")
    visitor.runs("at('aside').focus(); at('aside').click()")
    assert visitor.runs("return document.activeElement.dataset.space") == "x"
    visitor.runs("takeBack()")
    visitor.runs("""
        while (!turn().isClosing) {
            if (turn().isAnswered) onward(); else place(legalSpaces(turn())[0]);
        }
    """)
    lying = visitor.board(".stage")
    assert visitor.reads("#call") == "Closing moves"
    assert not visitor.runs("return at('hand').classList.contains('answered')")
    assert visitor.hears().endswith(ENGLISH("page.closing"))
    assert visitor.reads("#message") == ENGLISH("page.closing")
    told = labels(visitor)
    assert told.pop("x") == "Daffodil, 0 free"
    stamens = {name for name, words in told.items() if words == f"{name}, free stamen"}
    assert stamens == set(visitor.open_spaces()) == {"b2", "c4", "e2"}
    lie = """
        return tables.spaces.map(({ name }, space) => [name, turn().position.tiles[space]])
            .filter(([, tile]) => tile >= 0)
            .map(([name, tile]) => [name, `${name}, ${spoken(tile)}`]);
    """
    assert {name: told[name] for name in told.keys() - stamens} == dict(visitor.runs(lie))
    visitor.presses(f"[data-space='{visitor.open_spaces()[0]}']")
    assert visitor.board(".stage") != lying
    visitor.presses("#back")
    assert visitor.board(".stage") == lying
    visitor.presses("#back")
    assert len(visitor.board(".stage")) == 17
    assert not visitor.sees("#back")[0].is_enabled()


def test_p6_the_last_closing_tile_goes_to_another_stamen_but_not_onto_the_daffodil(
    visitor: Visitor,
) -> None:
    visitor.opens(challenge_of("daffodil-4 free single none"))
    visitor.presses("#play")
    visitor.runs("""
        while (!turn().isClosing) {
            const now = turn(), isWild = now.hand.length && tables.tiles[now.hand[0]].wild;
            if (now.isAnswered) onward(); else place(legalSpaces(now)[isWild ? 1 : 0]);
        }
        while (turn().isClosing) place(legalSpaces(turn())[0]);
    """)
    assert visitor.open_spaces() == ["e2"]
    lying = visitor.board(".stage")
    visitor.presses("[data-space=x]")
    assert visitor.reads("#message") == ENGLISH("page.no")
    assert visitor.board(".stage") == lying
    visitor.runs("start()")
    assert visitor.board(".stage") == lying


def test_a_pair_can_be_taken_back_and_the_other_tile_taken_first(visitor: Visitor) -> None:
    visitor.opens(challenge_of("classic free pairs none"))
    visitor.presses("#play")
    first = visitor.reads("#spoken")
    visitor.presses("#hand button[aria-pressed=false]")
    second = visitor.reads("#spoken")
    assert first != second
    hand = [e.get_attribute("aria-label") for e in visitor.sees("#hand button")]
    assert hand == [first, second]
    visitor.presses("[data-space=c3]")
    assert visitor.reads("#spoken") == first
    assert not visitor.sees("#next")[0].is_enabled()
    visitor.presses("#back")
    assert visitor.sees("[data-tile]") == []
    assert len(visitor.sees("#hand button")) == 2
    assert not visitor.sees("#back")[0].is_enabled()
    focused = "return document.activeElement.dataset.space"
    assert visitor.runs(focused) == "c3"
    # T takes the other tile, and a letter is spent with its digit.
    for tile in (second, first):
        visitor.types("t")
        assert visitor.reads("#spoken") == tile
    visitor.types("b", "2", "4")
    assert visitor.runs(focused) == "b2"
    for key, space in (
        (Keys.ARROW_UP, "b1"),
        (Keys.ARROW_RIGHT, "d1"),
        (Keys.ARROW_DOWN, "d2"),
        (Keys.ARROW_LEFT, "b2"),
    ):
        visitor.types(key)
        assert visitor.runs(focused) == space
    for key in ("n", "x", Keys.BACKSPACE):
        visitor.types(key)
    assert visitor.reads("#call") == "Call 1 of 10"
    press = "press(0, new KeyboardEvent('keydown', { key: arguments[0], ...arguments[1] }))"
    for held in ("ctrlKey", "altKey", "metaKey", "repeat"):
        visitor.runs(press, "Enter", {held: True})
    assert visitor.board(".stage") == {}
    visitor.runs(press, " ", {})
    assert visitor.board(".stage") != {}
    visitor.runs("place(5)")
    assert visitor.reads("#spoken") == second


def test_the_next_call_comes_by_itself_where_it_is_asked_for(visitor: Visitor) -> None:
    visitor.opens(challenge_of(CLASSIC))
    visitor.presses("#play")
    visitor.presses(".switch")
    visitor.presses("[data-space=c3]")
    assert visitor.reads("#call") == "Call 1 of 19"
    visitor.presses("#back")
    time.sleep(1.4)
    assert visitor.reads("#call") == "Call 1 of 19"
    visitor.presses("[data-space=c3]")
    visitor.waits_for("#call", "Call 2 of 19")


def test_a_game_is_stored_at_every_step_resumed_and_forgotten(visitor: Visitor) -> None:
    """The browser's storage after each step, in full, and the page's words for it."""
    visitor.opens(challenge_of("classic free single none rounds=2"))
    tiles = visitor.runs("return deal.map((calls) => calls.flat())")
    stored = "return JSON.parse(localStorage.getItem(storeKey))"
    rounds: list[dict[str, Any]] = []
    game = {"screen": "play", "isAuto": False, "language": "en"}
    assert visitor.runs(stored) is None

    def after(act: str, **more: Any) -> None:
        game.update(more)
        assert visitor.runs(f"{act}; {stored}") == game | {"rounds": rounds}

    def add(number: int, space: int) -> None:
        moves = rounds[-1]["moves"]
        moves.append([tiles[len(rounds) - 1][number], space])

    rounds.append({"moves": [], "called": 0, "isOver": False})
    after("begin()")
    add(0, 3)
    after("place(3)")
    rounds[0]["moves"][0][1] = 7
    after("choose(7)")
    rounds[0]["moves"].pop()
    after("takeBack()")
    add(0, 18)
    after("place(18)")
    rounds[0]["called"] = 1
    after("onward()")
    after("at('auto').click()", isAuto=True)
    after("at('auto').click()", isAuto=False)
    visitor.speaks(Language.GERMAN)
    after("", language="de")
    visitor.speaks(Language.ENGLISH)
    after("", language="en")
    # The page is opened again.
    visitor.browser.refresh()
    assert visitor.hears() == (
        f"Your game continues. {' – '.join(tile_texts(visitor)[tiles[0][1]])}. Call 2 of 19."
    )
    assert list(visitor.board(".stage").values()) == [tile_texts(visitor)[tiles[0][0]]]
    after("")
    for number in range(1, 19):
        add(number, number - 1)
    rounds[0] |= {"called": 18, "isOver": True}
    after("while (game.screen === 'play') { place(turn().position.tiles.indexOf(-1)); onward(); }",
          screen="count")  # fmt: skip
    rounds.append({"moves": [], "called": 0, "isOver": False})
    after("at('onward').click()", screen="play")
    for number in range(19):
        add(number, number)
    rounds[1] |= {"called": 18, "isOver": True}
    after("while (game.screen === 'play') { place(turn().position.tiles.indexOf(-1)); onward(); }",
          screen="count")  # fmt: skip
    after("at('onward').click()", screen="end")
    rounds[:] = [{"moves": [], "called": 0, "isOver": False}]
    after("at('again').click()", screen="play")
    note = "return document.querySelector('#kept p').textContent"
    assert visitor.runs(note) == ENGLISH("page.kept_here")
    visitor.runs("at('forget').click()")
    assert visitor.hears() == ENGLISH("page.forgotten")
    assert visitor.runs("return document.activeElement.className") == "lead"
    assert visitor.runs(note) == ENGLISH("page.kept_nothing")
    assert visitor.runs("return [localStorage.length, at('forget')]") == [0, None]
    # Where the browser stores nothing the tab does.
    visitor.runs("Storage.prototype.setItem = () => { throw Error('full'); }; begin()")
    assert visitor.runs(note) == ENGLISH("page.kept_never")
    assert visitor.runs("return [localStorage.length, history.state[storeKey]]") == [
        0,
        visitor.runs("return JSON.stringify(game)"),
    ]


def tile_texts(visitor: Visitor) -> list[str]:
    """Return the texts of all tiles in the order of the page's tables."""
    texts: list[str] = visitor.runs("return tables.tiles.map(({ text }) => text)")
    return texts


def test_calls_by_themselves_end_before_the_count(visitor: Visitor) -> None:
    visitor.opens(challenge_of(CLASSIC))
    visitor.presses("#play")
    visitor.presses(".switch")
    runs = visitor.runs("""
        const found = [];
        window.setTimeout = (act, ms) => { window.act = ms > 1000 ? act : window.act; return 0; };
        for (let space = 0; space < 19; space += 1) {
            window.act = null;
            place(space);
            const next = at('next');
            found.push([next.classList.contains('runs'), Boolean(window.act),
                at('call').textContent, next.disabled]);
            (window.act ?? (() => {}))();
        }
        return [...found, at('next').textContent, game.screen];
    """)
    assert runs == [
        *([True, True, f"Call {call} of 19", False] for call in range(1, 19)),
        [False, False, "Call 19 of 19", False],
        ENGLISH("page.to_count"),
        "play",
    ]


def test_a_key_is_a_ghost_for_a_mouse_but_none_for_a_finger(visitor: Visitor) -> None:
    for is_phone in (False, True):
        (visitor.holds_a_phone if is_phone else visitor.sits_at_a_desktop)()
        visitor.opens(challenge_of("classic adjacent single none"))
        visitor.presses("#play")
        visitor.runs("place(0); onward()")
        ghosts = visitor.runs("""
            const ghost = () => document.querySelectorAll('.ghost').length;
            const current = () => tables.spaces[aim.current].name;
            return [['key', 1], ['key', 18], ['mouse', 3], ['touch', 1], ['mouse', null]].map(
                ([pointerType, space]) => {
                    hover(space, { pointerType });
                    return [ghost(), current()];
                });
        """)
        # A space that is closed shows no tile in the air.
        assert ghosts == [[int(not is_phone), "a2"], *([n, "e3"] for n in (0, 1, 1, 0))]


@pytest.mark.parametrize("language", list(Language))
def test_t4_wild_tiles_are_read_by_their_names(visitor: Visitor, language: Language) -> None:
    visitor.prefers(language.value)
    visitor.opens(challenge_of(DAFFODIL))
    spoken = visitor.runs("return tables.tiles.map((_, i) => [tables.tiles[i].text, spoken(i)])")
    text = load_catalogue(language).text
    names = {name: words for name, words in spoken if "*" in name}
    assert names == {name: text(key) for name, key in WILD_KEYS.items()}
    assert not [words for _, words in spoken if "*" in words]
    visitor.presses("#play")
    told = """
        const labels = [...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel);
        return [document.getElementById('page').innerText, ...labels].join();
    """
    assert "*" not in visitor.runs("place(3); onward(); place(4);" + told)


def test_several_rounds_are_played_one_after_another(visitor: Visitor) -> None:
    rules = "classic free single none rounds=2"
    match = match_of(rules)
    visitor.opens(page_of(rules))
    visitor.presses("#play")
    totals = []
    for number, played in enumerate(match.rounds, 1):
        assert f"Round {number} of 2" in visitor.reads("#call")
        placed = {}
        script = "const [space] = openSpaces(turn()); place(space); onward(); return space"
        for tile in played.called:
            placed[match.rules.grid.name_of(visitor.runs(script))] = str(tile)
        totals.append(score_position(match.rules, position_of(match.rules, placed)).total)
        assert visitor.reads("#counted") == str(totals[-1])
        visitor.presses("#onward")
    assert visitor.reads("#total") == str(sum(totals))
    visitor.runs("for (const fold of document.querySelectorAll('.card details')) fold.open = false")
    for number, played in enumerate(match.rounds):
        visitor.runs("view.step = 3")
        visitor.presses(f"[data-act=round{number}]")
        pressed = visitor.reads("[aria-pressed=true][data-act^=round]")
        assert pressed == f"Round {number + 1} of 2"
        assert visitor.reads("#step").startswith("Call 19: ")
        assert not visitor.sees(".card .rows"), "what was folded stays so"
        tiles = sorted(map(str, played.seats[0].position.tiles))
        assert sorted(visitor.board("[data-board=sender]").values()) == tiles


def test_the_count_moves_on_by_itself_unless_motion_is_unwanted(visitor: Visitor) -> None:
    visitor.sits_at_a_desktop(motion="no-preference")
    visitor.opens(page_of())
    visitor.presses("#play")
    steps = "unpack(data.secret).players[0].rounds[0].steps"
    clock = """
        window.setTimeout = (act, ms) => { if (ms > 99) window.act = act; else act(); return 7; };
        window.clearTimeout = (timer) => { if (timer === 7) window.act = null; };
    """
    visitor.runs(f"{clock} for (const [, , space] of {steps}) {{ place(space); onward(); }}")
    assert visitor.reads("#onward") == "Skip"
    counted = "return [at('counted').textContent, document.querySelectorAll('.rows li').length]"
    points = [line.points for line in score_match(match_of()).players[0].rounds[0].lines]
    lit = "return document.querySelectorAll('.beam:not(.quiet)').length"
    for number in range(3):
        assert visitor.runs(counted) == [str(sum(points[:number])), number]
        assert visitor.runs(lit) == number
        visitor.runs("act()")
    shown = len(visitor.reads(".rows").splitlines()) // 2 if visitor.sees(".rows li") else 0
    assert shown < visitor.runs("return document.querySelectorAll('.beam').length")
    visitor.presses("#onward")
    assert visitor.reads("#onward") == "See the result"
    assert visitor.runs("return window.act === null"), "no step follows any more"
    score = score_match(match_of()).players[0].rounds[0]
    assert visitor.reads(".rows").splitlines() == rows_of(match_of().rules, score)
    assert visitor.runs(lit) == len(score.lines)
    total = str(score_match(match_of()).players[0].total)
    assert visitor.reads("#counted") == total
    visitor.presses("#onward")
    assert visitor.reads("#verdict").startswith("You and Ana <i>")


@pytest.mark.parametrize("beat", list(ToBeat))
def test_whom_to_beat_is_named_first_as_the_sender_chooses(visitor: Visitor, beat: ToBeat) -> None:
    match = match_of("classic free single none", players=3)
    visitor.opens(make_page(match_data(match, Language.ENGLISH, with_review=False, beat=beat)))
    totals = [player.total for player in score_match(match).players]
    names = ["Ana <i>", "Bob", "Dora"]
    named = {ToBeat.ALL: 3, ToBeat.SENDER: 1, ToBeat.NONE: 0}[beat]
    expected = [f"{name} to beat: {total:g}" for name, total in zip(names, totals, strict=True)]
    assert [e.text for e in visitor.sees(".beat li")] == expected[:named]
    # Who held a seat in turn is named as everywhere.
    told = visitor.runs("""
        const then = [{ name: '', key: 'page.master' }];
        data.beat = [[{ name: 'Ana', key: '', then }, 1234.5]];
        return beatList().textContent;
    """)
    both = ENGLISH("breakdown.two_names", name="Ana", substitute="Master")
    assert told == f"{ENGLISH('page.to_beat', name=both)} 1,234.5"
    # Afterwards the player is listed among all of them.
    visitor.runs(
        "begin(); while (game.screen === 'play') { if (turn().isAnswered) onward();"
        " else place(legalSpaces(turn())[0]); } reveal()"
    )
    told = [e.text for e in visitor.sees("#standings tbody th")]
    assert sorted(told) == sorted([*names, "You"])


def test_the_page_that_is_passed_on_is_the_same_page(visitor: Visitor) -> None:
    page = page_of()
    visitor.opens(page)
    source = visitor.runs("return source")
    visitor.returns_to(source, "copy.html")
    assert visitor.runs("return source") == source
    visitor.presses("#play")
    assert visitor.reads("#call") == "Call 1 of 19"
    # It carries nothing of the game that is played on it.
    assert visitor.runs("return source") == source
    passed = visitor.runs("""
        let [file, link] = [];
        URL.createObjectURL = (sent) => { file = sent; return 'blob:it'; };
        HTMLAnchorElement.prototype.click = function () { link = [this.href, this.download]; };
        at('pass').click();
        return new Promise((done) => { setTimeout(done, 50); }).then(() => file.text())
            .then((text) => [...link, file.name, file.type, text === source]);
    """)
    assert passed == ["blob:it", "take-it-easy.html", "take-it-easy.html", "text/html", True]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_mouse_shows_where_the_tile_would_lie(visitor: Visitor, scheme: str) -> None:
    visitor.sits_at_a_desktop(scheme)
    visitor.opens(challenge_of(CLASSIC))
    visitor.presses("#play")
    visitor.points_at("[data-space=b2]")
    (ghost,) = visitor.sees(".ghost")
    (ring,) = visitor.sees(".ghost-mark")
    assert float(ghost.value_of_css_property("opacity")) > 0.8
    assert ring.value_of_css_property("stroke") == "rgb(255, 214, 44)"
    visitor.points_at("h1")
    assert visitor.sees(".ghost, .ghost-mark") == []
    visitor.presses("[data-space=b2]")
    assert visitor.sees(".ghost, .ghost-mark") == []


def test_nothing_is_fetched_and_nothing_else_may_run(visitor: Visitor) -> None:
    page = page_of(with_review=True)
    visitor.opens(page)
    script = """
        const done = arguments[0];
        const broken = [];
        const note = (event) => broken.push(event.effectiveDirective);
        document.addEventListener('securitypolicyviolation', note);
        const image = new Image();
        image.src = 'https://example.org/a.png';
        fetch('https://example.org/').catch(() => 0);
        const other = document.createElement('script');
        other.textContent = 'window.wasRun = true';
        document.body.append(other);
        setTimeout(() => done([broken.sort(), window.wasRun ?? null]), 300);
    """
    broken, was_run = visitor.browser.execute_async_script(script)
    assert set(broken) == {"connect-src", "img-src", "script-src-elem"}
    assert was_run is None
    visitor.complaints()
    visitor.opens(page)
    visitor.presses("#show")
    assert visitor.fetched() == []


@pytest.mark.parametrize("rules", [CLASSIC, DAFFODIL])
def test_the_page_is_small_and_whole(rules: str) -> None:
    page = make_page(page_data(match_of(rules), 0, Language.ENGLISH))
    assert len(page.encode()) < 400_000
    program = re.sub(r"<!--.*?-->", "", page, flags=re.DOTALL)
    assert set(re.findall(r"https?://[\w.]+", program)) == {"http://www.w3.org"}
    assert not re.search(r"@import|\bimport\b|url\((?!\"data:|#)", page)
    assert not re.search(r"<(?:link|img|iframe|script)[^>]+(?:src|href)=\"(?!data:)", page)
    assert page.count("<script") == page.count("</script>") == 2


def test_the_page_says_only_what_is_in_the_catalogue_and_all_of_it() -> None:
    program = "".join(asset("page", name).read_text(encoding="utf-8") for name in SCRIPTS)
    english = load_catalogue(Language.ENGLISH)
    given = set(page_data(match_of(), 0, Language.ENGLISH)["texts"]["en"])
    assert keys_in(program) - given == {"daily.heading"}, "it is of the page for every day"
    unsaid = {
        key
        for key in english
        if key.startswith("page.") and not re.search(rf"\b{key.removeprefix('page.')}\b", program)
    }
    # What only opponents earn is named by the data.
    assert unsaid == {"page.noscript", "page.best_sun_ray", "page.best_moon_ray"}


def test_the_colours_are_the_window_s() -> None:
    assert {n: "#" + "".join(f"{c:02x}" for c in rgb) for n, rgb in STRIPES.items()} == BOX_COLOURS


def test_the_font_has_every_letter_that_is_said() -> None:
    """All letters that a page shows are among those that the font's README names."""
    told = asset("page", "README.md").read_text(encoding="utf-8")
    (ranges,) = re.findall(r"--unicodes=(\S+)", told)
    letters: set[int] = set()
    for part in ranges.replace("U+", "").split(","):
        first, _, last = part.partition("-")
        letters |= set(range(int(first, 16), int(last or first, 16) + 1))
    data = page_data(match_of(), 0, Language.ENGLISH)
    said = "".join(
        form
        for texts in data["texts"].values()
        for text in texts.values()
        for form in (text.values() if isinstance(text, dict) else [text])
    )
    assert {c for c in said if ord(c) not in letters} == set()
