"""The page's end: who has won, the boards, the result to share, and each placement in turn."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from itertools import pairwise
from math import floor
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from game.locale import Language, load_catalogue
from game.page.possible import possible_of
from game.page.result import describe_result
from game.rules.match_score import score_match
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position, whole
from game.rules.tiles import Tile
from game.ui.draw.theme import STRIPES
from game.ui.sound.voices import WILD_KEYS
from tests.page.games import match_of, page_of
from tests.page.test_looks import shows
from tests.page.test_page import DAFFODIL, ENGLISH, play_by_mouse, rows_of
from tests.page.visitor import Visitor


def test_every_line_of_the_count_is_told(visitor: Visitor) -> None:
    match = match_of()
    visitor.opens(page_of())
    visitor.presses("#show")
    score = score_position(match.rules, match.rounds[0].seats[0].position)
    rows = [*rows_of(match.rules, score), "Total", str(score.total)]
    assert visitor.reads("[data-board=sender] .rows").splitlines() == rows
    styles = visitor.runs("""
        return [...document.querySelectorAll('[data-board=sender] .rows li[style]')].map((row) =>
            [row.style.background, row.style.color, row.style.getPropertyValue('--points')]);
    """)
    dark, light = (24, 14, 40), (255, 255, 255)
    assert styles == [
        [
            f"rgb{STRIPES[line.number]}",
            f"rgb{light if line.number in (1, 4, 6) else dark}",
            str(line.points),
        ]
        for line in score.lines
    ]


WILD = {tile: ENGLISH(key) for tile, key in WILD_KEYS.items()}
"""The names of wild tiles."""

WHY = "return [...document.querySelectorAll('#why p')].map((words) => words.textContent)"
CURVE = """
    const names = ['x1', 'y1', 'x2', 'y2'];
    return [...document.querySelectorAll('.curve line[stroke-width]')].map((line) =>
        [...names.map((name) => Number(line.getAttribute(name))), line.getAttribute('stroke')]);
"""


def why(step: dict[str, Any], placement: Placement) -> list[str]:
    """Return what a review says of one placement on the classic board, in English."""
    words = [ENGLISH(f"review.verdict.{step['verdict']}")]
    if step["verdict"] == "best":
        return [*words, ENGLISH("page.nothing_better")]
    cost = floor(10 * step["cost"] + 0.5) / 10
    tile, space = step["best"]
    assert tile == placement.tile.index
    name = Ruleset().grid.name_of(space)
    return [*words, ENGLISH("page.cost", count=cost), ENGLISH("page.better", space=name)]


def test_the_game_is_walked_through_step_by_step(visitor: Visitor) -> None:
    match = match_of()
    visitor.opens(page_of(with_review=True))
    visitor.presses("#show")
    visitor.presses("[data-act=first]")
    assert visitor.reads("#step") == "Before the first call"
    assert visitor.board("#steps") == {}
    review = visitor.runs("return secret.players[0].rounds[0].review")
    curve = review["curve"]
    values = [point["value"] for point in curve]
    low, high = min(values) - 8, max(values) + 8
    points = [[40 + i * 545 / (len(values) - 1), 170 - 150 * (value - low) / (high - low)]
              for i, value in enumerate(values)]  # fmt: skip
    strokes = ["var(--cool)" if point["luck"] else "var(--bad)" for point in curve]
    drawn = visitor.runs(CURVE)
    assert [stroke for *_, stroke in drawn] == strokes[1:]
    for (*ends, _), one, other in zip(drawn, points, points[1:], strict=False):
        assert ends == pytest.approx([*one, *other])
    gains = [after - before for before, after in pairwise(values)]
    luck = sum(gain for gain, point in zip(gains, curve[1:], strict=True) if point["luck"])
    (picture,) = visitor.sees(".curve")
    assert picture.get_attribute("aria-label") == ENGLISH(
        "page.curve_about", start=round(values[0]), end=values[-1], luck=round(luck),
        skill=round(values[-1] - values[0] - luck),
    )  # fmt: skip
    for number, turn in enumerate(match.rounds[0].seats[0].turns, 1):
        visitor.presses("[data-act=next]")
        (placement,) = turn.placements
        tile, space = " – ".join(str(placement.tile)), match.rules.grid.name_of(placement.space)
        assert visitor.reads("#step") == f"Call {number}: {tile} on {space}"
        assert len(visitor.board("#steps")) == number
        assert visitor.runs(WHY) == why(review["steps"][number - 1], placement)
        dot = next(i for i, p in enumerate(curve) if p["steps"] == number and not p["luck"])
        (circle,) = visitor.sees(".curve circle")
        at = [float(str(circle.get_attribute(name))) for name in ("cx", "cy")]
        assert at == pytest.approx(points[dot])
    assert visitor.hears() == f"{visitor.reads('#step')} {''.join(visitor.runs(WHY))}"
    assert not visitor.sees("[data-act=next]")[0].is_enabled()
    slide = """
        const slider = document.querySelector('#steps input');
        const before = slider.value;
        slider.value = arguments[0];
        slider.dispatchEvent(new Event('input'));
        return [before, slider.getAttribute('aria-valuetext')];
    """
    assert visitor.runs(slide, 5) == ["19", visitor.reads("#step")]
    assert len(visitor.board("#steps")) == 5
    visitor.runs(slide, 19)
    visitor.runs("document.querySelector('[data-act=previous]').focus()")
    visitor.types(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert len(visitor.board("#steps")) == 17
    visitor.presses("[data-act=run]")
    time.sleep(2.2)
    assert len(visitor.board("#steps")) == 19
    again = "document.querySelector('[data-act=run]').click(); return at('step').textContent"
    assert visitor.runs(again).startswith("Call 1: "), "from the end it runs from the start"
    visitor.presses(".curve")
    assert 4 < len(visitor.board("#steps")) < 15
    # Beside a board of the reader's own the one that was reviewed is shown.
    visitor.runs("""
        begin();
        while (game.screen === 'play') { place(legalSpaces(turn())[0]); onward(); }
        reveal();
    """)
    assert visitor.reads("#steps .choice [aria-pressed=true]") == "Ana <i>"


def test_the_review_is_there_only_where_it_was_asked_for(visitor: Visitor) -> None:
    for with_review in (False, True):
        visitor.opens(page_of(with_review=with_review))
        visitor.presses("#show")
        assert bool(visitor.sees(".curve")) is with_review
        assert bool(visitor.reads("#why")) is with_review


def test_late_pairs_tiles_set_aside_and_closing_moves_are_walked_through(visitor: Visitor) -> None:
    match = match_of(DAFFODIL)
    seat = match.rounds[0].seats[0]
    visitor.opens(page_of(DAFFODIL))
    visitor.presses("#show")
    walked = visitor.runs("""
        const tiles = () => [...document.querySelectorAll('#steps [data-tile]')]
            .map((tile) => tile.dataset.tile).sort();
        const found = [];
        document.querySelector('[data-act=first]').click();
        for (;;) {
            found.push([at('step').textContent, tiles(), positionAt(stepsOf(), view.step).aside]);
            const next = document.querySelector('[data-act=next]');
            if (next.disabled) return found;
            next.click();
        }
    """)
    name = match.rules.grid.name_of
    placed: dict[Tile, int] = {}
    expected: list[list[Any]] = [["Before the first call", [], []]]

    def add(words: str) -> None:
        on_board = sorted(str(tile) for tile, space in placed.items() if space >= 0)
        aside = [tile.index for tile, space in placed.items() if space < 0]
        expected.append([words, on_board, aside])

    for call, turn in enumerate(seat.turns, 1):
        for one in turn.placements:
            placed[one.tile] = one.space
            words = " – ".join(str(one.tile))
            words = WILD.get(str(one.tile), words)
            where = "set aside" if one.space < 0 else f"on {name(one.space)}"
            add(f"Call {call}: {words} {where}")
    for one in seat.finish or ():
        placed[one.tile] = one.space
        add(f"Closing move: {' – '.join(str(one.tile))} to {name(one.space)}")
    assert seat.finish
    assert any(one.space < 0 for turn in seat.turns for one in turn.placements)
    assert walked == expected


def test_a_review_names_the_better_tile_of_a_pair_and_rounds_its_cost(visitor: Visitor) -> None:
    visitor.opens(page_of("classic free pairs none"))
    visitor.presses("#show")
    told = visitor.runs("""
        const [round] = players[0].rounds;
        const [{ tile, space }, other] = round.steps;
        const costly = { verdict: 'costly', cost: 2.46 };
        round.review = { curve: [{ value: 100, luck: false, steps: 0 }], steps: [
            { ...costly, best: [tile, 3] }, { ...costly, best: [tile, 4] }, null,
            { verdict: 'best', cost: 0, best: [tile, space] },
        ] };
        const read = (step) => {
            view.step = step;
            redraw();
            return [...document.querySelectorAll('#why p')].map((words) => words.textContent);
        };
        return [spoken(tile), ...[1, 2, 3, 4, 5].map(read)];
    """)
    cost = [ENGLISH("review.verdict.costly"), ENGLISH("page.cost", count=2.5)]
    name = Ruleset().grid.name_of
    assert told == [
        told[0],
        [*cost, f"Better: {name(3)}"],
        [*cost, f"Better: {told[0]} on {name(4)}"],
        [],
        [ENGLISH("review.verdict.best"), ENGLISH("page.nothing_better")],
        [],
    ]


def test_a_running_walk_pauses_and_every_way_through_it_stops_it(visitor: Visitor) -> None:
    visitor.opens(page_of())
    visitor.presses("#show")
    visitor.runs("window.setTimeout = (act) => { window.act = act; return 0; }")
    at = """
        const act = (name) => document.querySelector(`#steps [data-act=${name}]`)?.click();
        const read = () => [view.step, view.isRunning, Boolean(document.querySelector(
            '#steps [data-act=pause]'))];
        const press = (key, element) => element.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        const steps = document.getElementById('steps');
        const slider = steps.querySelector('input');
        return arguments[0].map((name) => {
            if (name === 'tick') window.act();
            else if (name === 'slide') {
                slider.value = 5;
                slider.dispatchEvent(new Event('input'));
            }
            else if (name === 'key') press('ArrowRight', steps);
            else if (name === 'slider key') press('ArrowRight', slider);
            else act(name);
            return read();
        });
    """
    ways = {
        "run": [1, True, True], "tick": [2, True, True], "pause": [2, False, False],
        "next": [3, False, False], "previous": [2, False, False], "slide": [5, False, False],
        "key": [6, False, False], "slider key": [6, False, False], "first": [0, False, False],
        "last": [19, False, False],
    }  # fmt: skip
    assert visitor.runs(at, [*ways]) == [*ways.values()]
    for way in ("next", "previous", "first", "last", "slide", "key", "pause"):
        visitor.runs(at, ["first", "run"])
        (_, is_running, is_paused), *_ = visitor.runs(at, [way])
        assert (is_running, is_paused) == (False, False), way
    # At the end it stops by itself.
    visitor.runs(at, ["last", "previous", "run"])
    assert visitor.runs(at, ["tick", "tick"]) == [[19, False, False]] * 2


def test_the_sender_s_result_is_shown_with_its_medal_before_one_s_own(visitor: Visitor) -> None:
    match = match_of()
    visitor.opens(page_of())
    visitor.presses("#show")
    total = score_match(match).players[0].total
    shown = """
        return ['.hero .label', '#verdict', '#total', '#again', '.hero .medal'].map((name) =>
            document.querySelector(name)?.textContent ?? null);
    """
    best = visitor.runs("return totalOf(find('isBest'))")
    medal = visitor.runs("return medalFor(arguments[0], arguments[1], secret.master)", total, best)
    assert visitor.runs(shown) == [
        "Ana <i>",
        ENGLISH("page.shown", name="Ana <i>"),
        f"{total:g}",
        ENGLISH("page.play"),
        ENGLISH(f"daily.medal.{medal}") if medal else None,
    ]
    assert [e.text for e in visitor.sees(".card h3")] == ["Ana <i>", "Best possible"]
    assert not visitor.sees("#share, #standings, #others, #calendar")
    # Afterwards it can be played again, from an empty board.
    for _ in range(2):
        visitor.presses("#again")
        assert visitor.reads("#call") == "Call 1 of 19"
        assert visitor.board(".stage") == {}
        visitor.runs("while (game.screen === 'play') { place(legalSpaces(turn())[0]); onward(); }")
        visitor.presses("#onward")
        assert visitor.reads("#again") == ENGLISH("page.again")
        assert visitor.reads(".hero .label") == "You"
        assert visitor.reads("#steps .choice [aria-pressed=true]") == "You"
        assert [e.text for e in visitor.sees(".card h3")] == ["You", "Ana <i>", "Best possible"]


def test_the_result_of_two_rounds_is_the_game_s_own_text(visitor: Visitor) -> None:
    rules = "classic free single none rounds=2"
    match = match_of(rules)
    visitor.opens(page_of(rules))
    text = visitor.runs("""
        begin();
        for (const { steps } of unpack(data.secret).players[0].rounds) {
            if (game.screen === 'count') beginRound();
            for (const [, , space] of steps) { place(space); onward(); }
        }
        reveal();
        return resultText();
    """)
    possible = possible_of(match, 0)
    english = load_catalogue(Language.ENGLISH)
    lines = describe_result(match, 0, english, possible=possible, daily=None)
    assert text.splitlines() == [*lines]
    assert visitor.reads("#verdict") == ENGLISH("page.even", name="Ana <i>")


def test_a_seat_is_named_with_all_who_held_it_and_isolated_where_it_runs_to_the_left(
    visitor: Visitor,
) -> None:
    visitor.opens(page_of())
    told = visitor.runs("""
        const then = [{ name: 'نور', key: '' }, { name: '', key: 'page.you' }];
        return [{ name: 'Ana', key: '' }, { name: 'Ana', key: '', then },
            { name: 'שרה', key: '' }].map(nameOf);
    """)
    first = ENGLISH("breakdown.two_names", name="Ana", substitute="\u2068نور\u2069")
    both = ENGLISH("breakdown.two_names", name=first, substitute=ENGLISH("page.you"))
    assert told == ["Ana", both, "\u2068שרה\u2069"]


def test_a_table_of_several_shows_the_sender_and_what_only_opponents_earn(
    visitor: Visitor,
) -> None:
    rules = "classic free mail best-ray"
    match = match_of(rules, players=3)
    visitor.opens(page_of(rules, players=3))
    visitor.presses("#how summary")
    told = [e.text for e in visitor.sees("#how li")]
    assert told == [ENGLISH(f"page.how_{key}") for key in ("tile", "best_ray", "bonus", "back")]
    notes = """
        return arguments[0].map(([rays, placement, daffodil]) => {
            Object.assign(tables, { rays, placement, daffodil });
            return [...howItGoes().querySelectorAll('li')].map((note) => note.textContent);
        });
    """
    cases: list[tuple[str, str, int | None, list[str]]] = [
        ("rays", "adjacent", 2, ["rays", "adjacent", "stamens_first"]),
        ("none", "adjacent-symbol", 3, ["symbol", "stamens_last"]),
        ("rays", "free", 4, ["rays", "aside"]),
        ("none", "free", None, []),
    ]
    found = visitor.runs("data.bonus = false;" + notes, [case[:3] for case in cases])
    assert found == [
        [ENGLISH(f"page.how_{key}") for key in ("tile", *keys, "back")] for *_, keys in cases
    ]
    visitor.browser.refresh()
    visitor.presses("#show")
    totals = [whole(p.total) for p in score_match(match).players]
    assert visitor.reads("[data-board=sender] .points") == str(totals[0])
    assert not visitor.sees("[data-board=best]")
    ranked = sorted(zip(totals, ["Ana <i>", "Bob", "Dora"], strict=True), key=lambda row: -row[0])
    cells = "#standings tbody th, #standings tbody .sum"
    told = [e.text for e in visitor.sees(cells)]
    assert told == [word for points, name in ranked for word in (name, str(points))]
    for points, name in ranked:
        assert (name in visitor.reads("#verdict")) is (points == max(totals))
    earned = score_match(match).players[0].rounds[0]
    extras = {
        "Best sun ray": earned.best_sun,
        "Best moon ray": earned.best_moon,
        "Bonus": earned.bonus,
    }
    rows = rows_of(match.rules, replace(earned, rays=()))
    rows += [word for name, p in extras.items() if p for word in (name, f"{p:g}")]
    shown = visitor.reads("[data-board=sender] .rows").splitlines()
    assert shown == [*rows, "Total", str(totals[0])]
    late = visitor.runs("""
        const [round] = players.find((player) => player.isSender).rounds;
        round.steps[2].late = true;
        view.step = 3;
        redraw();
        return at('step').textContent;
    """)
    assert late.startswith("Call 1: ")
    assert late.endswith(" (late)")
    colours = visitor.runs("""
        const rays = [{ line: 0, sun: true, points: 21 }, { line: 1, sun: false, points: 24 }];
        const lines = [{ line: 0, number: 9, points: 13.5, late: true }];
        const rows = rowsOf({ score: { lines, rays }, extras: [['bonus', 5]] });
        return rows.map((row) => [row.short, row.label, row.sum, rowItem(row).style.color]);
    """)
    assert colours == [
        ["3×9", "Vertical a1–a3", "3 × 9 ÷ 2 = 13.5", "rgb(24, 14, 40)"],
        ["☀☀☀", "Sun ray a1–a3", "3 × 7 = 21", "rgb(255, 214, 92)"],
        ["☾☾☾☾", "Moon ray b1–b4", "4 × 6 = 24", "rgb(196, 206, 255)"],
        ["+", "Bonus", "5", "rgb(108, 188, 255)"],
    ]
    # As in a match of the same round twice, and of equal totals.
    twice = """
        deal = [deal[0], deal[0]];
        players.forEach((player) => player.rounds.push(player.rounds[0]));
        return [...standings().querySelectorAll('tr')].map((row) =>
            [...row.children].map((cell) => cell.textContent || cell.children.length));
    """
    head, *rest = visitor.runs(twice)
    assert head == [0, "Player", "R1", "R2", "Total"]
    places = [1 + sum(other > p for other in totals) for p in sorted(totals, reverse=True)]
    assert rest == [[1 if place == 1 else f"{place}.", name, str(p), str(p), str(whole(2 * p))]
                    for place, (p, name) in zip(places, ranked, strict=True)]  # fmt: skip
    shared = visitor.runs("players.forEach((player) => { player.total = 7; }); return verdict()")
    assert shared == "Ana <i>, Bob and Dora share the win with 7 points."
    visitor.browser.refresh()
    visitor.presses("#others summary")
    assert [e.text for e in visitor.sees("[data-board=other] h3")] == ["Bob", "Dora"]
    names = [e.text for e in visitor.sees("#steps .choice button")]
    assert names == ["Ana <i>", "Bob", "Dora"]
    # What was unfolded stays so, and a sheet of paper changes it for itself alone.
    visitor.runs("document.querySelector('.card details').open = false")
    visitor.presses("[data-act=whose1]")
    folds = "return [...document.querySelectorAll('main details')].map((fold) => fold.open)"
    before = visitor.runs(folds)
    assert visitor.reads("#steps .choice [aria-pressed=true]") == "Bob"
    assert (before[0], visitor.runs("return at('others').open")) == (False, True)
    assert all(visitor.runs("dispatchEvent(new Event('beforeprint'));" + folds))
    assert visitor.runs("dispatchEvent(new Event('afterprint'));" + folds) == before
    visitor.presses("#play, #again")
    assert len(visitor.sees("#hand button")) == 3


def test_the_result_to_copy_names_no_tile_and_no_space(visitor: Visitor) -> None:
    visitor.opens(page_of())
    visitor.presses("#play")
    play_by_mouse(visitor, match_of())
    visitor.presses("#onward")
    text = visitor.runs("return resultText()")
    assert not re.search(r"\b[a-e][1-5]\b", text)
    total, best = (int(visitor.reads(name)) for name in ("#total", "[data-board=best] .points"))
    master = visitor.runs("return secret.master")
    share = total / best
    medal = (
        "gold" if share >= 0.7 else "silver" if share >= 0.6 else "bronze" if share >= 0.5 else ""
    )
    medal = "master" if total >= master else medal
    parts = [f"{total} of {best}", *([ENGLISH(f"daily.medal.{medal}")] if medal else [])]
    full = int(10 * share)
    lines = len(visitor.sees("[data-board=you] .rows li[style]"))
    assert text.splitlines() == [
        "Take It Easy! Standard game",
        "Code 0000-5BN",
        " · ".join([*parts, f"Master {master}"]),
        "⬢" * full + "⬡" * (10 - full),
        f"{lines} of 15 lines",
    ]
    assert visitor.reads("#share") == "Copy your result"
    visitor.runs("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    visitor.presses("#share")
    assert visitor.hears() == visitor.reads("#copied") == "Copied."
    assert visitor.runs("return copied") == text


def test_what_is_well_done_is_celebrated_unless_motion_is_unwanted(visitor: Visitor) -> None:
    best = "unpack(data.secret).best[0].indexOf(turn().hand[0])"
    play = f"""
        begin();
        window.gains = 0;
        while (game.screen === 'play') {{
            place({best});
            const [gain] = document.querySelectorAll('.gain');
            if (gain && getComputedStyle(gain).display !== 'none') gains += 1;
            onward();
        }}
        reveal();
        return [gains, document.querySelectorAll('.sparks svg').length];
    """
    for motion, is_moving in (("no-preference", True), ("reduce", False)):
        visitor.sits_at_a_desktop(motion=motion)
        visitor.opens(page_of())
        gains, sparks = visitor.runs(play)
        assert (gains > 5, sparks > 10) == (is_moving, is_moving)
    assert visitor.reads(".hero .medal") == "Master’s medal"
    # A medal is celebrated, and a win over the sender; nothing else is.
    visitor.sits_at_a_desktop(motion="no-preference")
    sparks = """
        const own = game.rounds;
        const [sender] = secret.players;
        return arguments[0].map(([sent, master]) => {
            Object.assign(game, { rounds: own });
            Object.assign(secret, { master, players: [{ ...sender, total: sent }] });
            secret.best = null;
            secret.bestTotal = 9999;
            reveal();
            return Boolean(document.querySelector('.sparks'));
        });
    """
    cases = [(9999, 9999), (9999, 1), (1, 9999), (1, 1)]
    assert visitor.runs(sparks, cases) == [False, True, True, True]
    medals = "return arguments[0].map((total) => medalFor(total, 100, 75))"
    totals = [49.9, 50, 59.9, 60, 69.9, 70, 74.9, 75]
    named = [None, "bronze", "bronze", "silver", "silver", "gold", "gold", "master"]
    assert visitor.runs(medals, totals) == named


def test_the_shared_text_has_the_address_where_there_is_one(
    visitor: Visitor, address: tuple[Path, str]
) -> None:
    folder, root = address
    share = "navigator.share = (what) => { window.sent = what; }; navigator.canShare = () => true;"
    play = (
        "begin(); while (game.screen === 'play') { if (turn().isAnswered) onward();"
        " else place(legalSpaces(turn())[0]); } reveal(); return resultText()"
    )
    (folder / "page.html").write_text(page_of(), encoding="utf-8")
    visitor.browser.get(f"{root}page.html#x")
    assert visitor.runs(share + play).splitlines()[-1] == f"{root}page.html"
    # With an address the page itself is not sent along.
    visitor.runs("shareResult()")
    assert visitor.runs("return [sent.text === resultText(), sent.files ?? null]") == [True, None]
    visitor.opens(page_of())
    assert "page.html" not in visitor.runs(play)


def test_a_result_is_shared_by_the_device_s_own_way(visitor: Visitor) -> None:
    share = """
        navigator.share = (what) => { window.sent = what; return window.answer?.(); };
        navigator.canShare = ({ files }) => files.every(({ type }) => type === window.taken);
    """
    with visitor.prepares(share):
        visitor.opens(page_of())
        shows(visitor, "own end")
        assert visitor.reads("#share") == "Share your result"
        visitor.presses("#share")
        assert visitor.runs("return sent.text === resultText() && !sent.files")
        # What has no address goes along as a file, where the device takes it.
        visitor.runs("window.taken = 'text/html'")
        visitor.presses("#share")
        assert visitor.runs("return sent.files[0].name") == "take-it-easy.html"
        read = "sent.files[0].text().then(arguments[0])"
        assert visitor.browser.execute_async_script(read) == visitor.runs("return source")
        visitor.runs("window.taken = ''")
        # Whoever thinks better of it is offered nothing else.
        visitor.runs("window.answer = () => Promise.reject(new DOMException('', 'AbortError'))")
        visitor.presses("#share")
        assert visitor.reads("#copied") == ""
        visitor.runs("""
            window.answer = () => Promise.reject(new DOMException('', 'NotAllowedError'));
            navigator.clipboard.writeText = () => Promise.reject(Error('no'));
        """)
        visitor.presses("#share")
        visitor.waits_for("#copied .label", "Copy this text:")
        field = visitor.sees("#copied textarea")[0].get_attribute("value")
        assert field == visitor.runs("return resultText()")
