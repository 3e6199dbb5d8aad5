"""The texts that a league sends to its players: a round's report, the standings, a reminder."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from random import Random

import pytest

from game.locale import Language, load_catalogue
from game.locale.terms import word_rules
from game.page.league import (
    _zone_of,
    remind_text,
    report_page,
    report_text,
    standing_name,
    standings_page,
    standings_text,
)
from game.play.league import (
    CallMark,
    LeagueStanding,
    Replacement,
    RoundReport,
    SeatReport,
    league_standings,
    report_round,
)
from game.rules.boards import CLASSIC
from game.rules.match_score import score_match
from game.rules.names import isolate_name
from game.rules.placement import Position, empty_position
from game.rules.ruleset import Ruleset
from game.rules.svg import draw_svg
from game.rules.tiles import TILES
from tests.rules.random_matches import random_match

ENGLISH = load_catalogue(Language.ENGLISH)
MATCH = random_match(Ruleset.parse("classic free mail none"), 3, Random(4))


def test_a_report_places_everybody_by_points() -> None:
    report = report_round(MATCH, is_open=False)
    assert report is not None
    text = report_text(ENGLISH, "Winter", MATCH.rules, report)
    rows = re.findall(r"^(\d)\. .* (\S+)  (\S+) \+ (\S+)$", text, re.M)
    totals = [float(total) for _, total, _, _ in rows]
    assert totals == sorted((one.total for one in score_match(MATCH).players), reverse=True)
    assert all(float(total) == float(lines) + float(bonus) for _, total, lines, bonus in rows)
    assert [int(place) for place, *_ in rows] == [
        1 + sum(t > own for t in totals) for own in totals
    ]
    page = report_page(ENGLISH, "<Winter>", MATCH.rules, report)
    assert "<h1>&lt;Winter&gt;</h1>" in page
    assert page.count("<svg") == 3
    assert page.count("<li><small>") == len(MATCH.round.calls)
    assert all(f">{ENGLISH.number(one.total)}</td>" in page for one in report.seats)


def test_standings_have_a_column_for_each_figure() -> None:
    rows = league_standings([MATCH, MATCH])
    text = standings_text(ENGLISH, "Winter", rows)
    title, empty, _, *lines = text.splitlines()
    assert (title, empty) == ("Winter", "")
    for row, line in zip(rows, lines, strict=True):
        figures = (row.matches, row.wins, row.rounds, row.lines, row.bonus, row.total)
        assert line.split()[-6:] == [ENGLISH.number(figure) for figure in figures]
        assert (row.matches, row.rounds, row.total) == (2, 2, row.lines + row.bonus)
    assert sum(row.wins for row in rows) == 2 * len(score_match(MATCH).winners)
    # Figures end below each other, names begin so.
    wide = LeagueStanding(10, "Anastasia", 11, 10, 111, 1234, 50, 1284)
    head, *aligned = standings_text(ENGLISH, "Winter", [rows[0], wide]).splitlines()[2:]
    assert len({len(line) for line in (head, *aligned)}) == 1
    assert aligned[0].index(rows[0].name) == aligned[1].index("Anastasia")
    came = LeagueStanding(1, "Ana", 1, 2, 3, 4, 5, 6, came_for=("Ben", "Cat"))
    assert standing_name(ENGLISH, came) == "Ana · replaces Ben and Cat"
    assert standing_name(ENGLISH, replace(came, came_for=())) == "Ana"
    shown = re.findall(
        r'data-label="(\w+)">(.*?)</td>|<bdi>(.*?)</bdi>', standings_page(ENGLISH, "Winter", [came])
    )
    assert [(label, value or name) for label, value, name in shown] == [
        ("Place", "1"),
        ("", "Ana · replaces Ben and Cat"),
        ("Games", "1"),
        ("Won", "2"),
        ("Rounds", "3"),
        ("Lines", "4"),
        ("Bonus", "5"),
        ("Total", "6"),
    ]


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "UTC"), (60, "UTC+1"), (330, "UTC+5:30"), (-300, "UTC-5"), (-210, "UTC-3:30")],
)
def test_a_deadline_names_the_sender_s_zone(minutes: int, words: str) -> None:
    zone = timezone(timedelta(minutes=minutes))
    assert _zone_of(datetime(2026, 11, 29, 12, tzinfo=zone)) == words


def test_a_reminder_names_the_call_its_deadline_and_whom_it_waits_for() -> None:
    until = datetime(2026, 11, 18, 20, 5).astimezone()
    words = remind_text(ENGLISH, "Winter", ["Ana", "Ben"], (3, 9), int(until.timestamp()))
    assert words == (
        "Take It Easy! · Winter\nAna and Ben: call 3 of 9 is waiting for your answer.\n"
        f"Please hand it in by 18 November 2026, 20:05 {_zone_of(until)}."
    )
    hebrew = "\u05d0\u05e0\u05d4"
    words = remind_text(ENGLISH, hebrew, [hebrew, "Ben"], (3, 9), int(until.timestamp()))
    assert words.count(isolate_name(hebrew)) == 2
    # A deadline that no calendar has is one far away.
    assert " 2242, " in remind_text(ENGLISH, "Winter", ["Ana"], (3, 9), 1 << 60)


def report_by_hand() -> RoundReport:
    """The third call of the second round of two: Ana has answered and waits for <Ben>."""
    mark, late = CallMark, TILES[5]
    position = Position((TILES[0], None, late, *[None] * 16), 0b101, (TILES[7],), 1 << 5)
    ana = (mark.ANSWERED, mark.ANSWERED, mark.ANSWERED, mark.TO_COME)
    ben = (mark.MISSED, mark.ANSWERED, mark.WAITED, mark.TO_COME)
    return RoundReport(
        2,
        2,
        ((TILES[0],), (TILES[5],), (TILES[7],)),
        4,
        19,
        (1, 2, 1),
        (
            SeatReport(0, "Ana", ana, (0, 3, 0, 0), position, 12.5, 3, ()),
            SeatReport(1, "<Ben>", ben, (0, 0, 0, 0), empty_position(CLASSIC), 1200, 0, ()),
        ),
        (Replacement(1, "Cat", "<Ben>", 5),),
    )


def test_a_report_s_text_is_whole() -> None:
    rules = Ruleset.parse("classic free mail none rounds=2")
    first, other, last = TILES[0], TILES[5], TILES[7]
    empty = "a: --- --- ---\nb: --- --- --- ---\nc: --- --- --- --- ---\nd: --- --- --- ---\n"
    assert report_text(ENGLISH, "Winter", rules, report_by_hand()) == (
        "Winter\nRound 2 of 2, call 3 of 4\n\n"
        f"  1. {first}  (1 of 2)\n  2. {other}  (2 of 2)\n  3. {last}  (1 of 2)\n\n"
        "Round 2 of 2, call 1 of 4: <Ben> replaced Cat\n"
        "1. <Ben>  ✗✓…·  1,200  1,200 + 0\n2. Ana    ✓✓✓·   15.5  12.5 + 3\n\n"
        f"Ana:\na: {first} --- {other}½\n{empty.partition(chr(10))[2]}e: --- --- ---\nx: {last}\n\n"
        f"<Ben>:\n{empty}e: --- --- ---\n"
    )


def test_a_report_s_page_is_whole() -> None:
    rules, report = Ruleset.parse("classic free mail none rounds=2"), report_by_hand()
    page = report_page(ENGLISH, "<Winter>", rules, report)
    boards = [draw_svg(seat.position.tiles, seat.position.aside) for seat in report.seats]
    assert draw_svg(report.seats[0].position.tiles, ()) != boards[0]
    for board in boards:
        assert board in page
        page = page.replace(board, "[board]")
    head, body = page.split("</style></head>")
    assert head.startswith('\ufeff<!doctype html><html lang="en"><head><meta charset="utf-8">')
    assert "<title>&lt;Winter&gt;</title>" in head
    assert re.findall(r"\.(\w+)\{color:(#\w+)\}", head)[-2:] == [
        ("missed", "#ff6878"),
        ("answered", "#5edc82"),
    ]
    columns = ("Place", "Player", "Lines", "Bonus", "Total")
    classes = ("", "name", "", "", "total")
    titles = "".join(
        f'<th scope="col" class="{kind}">{column}</th>'
        for kind, column in zip(classes, columns, strict=True)
    )

    def row(place: str, name: str, *figures: str) -> str:
        cells = "".join(
            f'<td class="{kind}" data-label="{column}">{figure}</td>'
            for kind, column, figure in zip(classes[2:], columns[2:], figures, strict=True)
        )
        return (
            f'<tr><td class="" data-label="Place">{place}</td>'
            f'<th scope="row" class="name"><bdi>{name}</bdi></th>{cells}</tr>'
        )

    def card(name: str, late: str, *marks: str) -> str:
        listed = "".join(
            f'<li class="{kind}"><small>{call}</small>{sign}</li>'
            for call, (kind, _, sign) in enumerate((mark.partition(" ") for mark in marks), 1)
        )
        return (
            f"<section><h2><bdi>{name}</bdi></h2>"
            f'<div role="img" aria-label="{name}’s board">[board]</div>{late}'
            f"<ol>{listed}</ol></section>"
        )

    calls = "".join(
        f"<li><small>{number}</small>{tile}</li>"
        for number, tile in enumerate((TILES[0], TILES[5], TILES[7]), 1)
    )
    rule_words = " · ".join(word_rules(ENGLISH, rules, is_whole=True))
    assert body == (
        "<body><main><h1>&lt;Winter&gt;</h1><p>Round 2 of 2, call 3 of 4</p>"
        f"<p>{rule_words}</p><p>Round 2 of 2, call 1 of 4: &lt;Ben&gt; replaced Cat</p>"
        f"<table><thead><tr>{titles}</tr></thead><tbody>"
        + row("1", "&lt;Ben&gt;", "1,200", "0", "1,200")
        + row("2", "Ana", "12.5", "3", "15.5")
        + f"</tbody></table><h2>Calls so far</h2><ol>{calls}</ol>"
        + '<div class="boards">'
        + card(
            "Ana",
            f"<p>½ {TILES[5]}</p>",
            "answered ✓",
            'answered ✓ <span class="bonus">+3</span>',
            "answered ✓",
            "to-come ·",
        )
        + card("&lt;Ben&gt;", "", "missed ✗", "answered ✓", "waited …", "to-come ·")
        + "</div></main></body></html>\n"
    )


@pytest.mark.parametrize("rules", ["classic free mail none", "daffodil-4 free mail rays rounds=2"])
@pytest.mark.parametrize("index", [0, -1])
def test_a_report_has_every_call_every_mark_and_every_tile(rules: str, index: int) -> None:
    match = random_match(Ruleset.parse(rules), 2, Random(9))
    report = report_round(match, is_open=False, index=index)
    assert report is not None
    played, grid = match.rounds[index], match.rules.grid
    text = report_text(ENGLISH, "Winter", match.rules, report)
    most = len(played.calls)
    heading = text.splitlines()[1]
    rounds = f"Round {report.number} of 2" if match.rules.rounds > 1 else ""
    assert rounds in heading
    assert f"{most} of {most}" in heading
    calls = re.findall(r"^ *(\d+)\. (.*)  \((\d) of 2\)$", text, re.M)
    assert [(int(number), tiles) for number, tiles, _ in calls] == [
        (number, " ".join(map(str, tiles))) for number, tiles in enumerate(played.calls, 1)
    ]
    assert tuple(int(answered) for *_, answered in calls) == report.answered
    page = report_page(ENGLISH, "Winter", match.rules, report)
    shown = [
        "".join("✗" if turn.is_missed else "✓" for turn in seat.turns) for seat in played.seats
    ]
    listed = re.findall("[✓✗]+", page.replace("</li><li", "").replace("\n", ""))
    assert [*re.findall("[✓✗]{3,}", text)] == [shown[one.seat] for _, one in report.best_first()]
    assert "".join(listed) == "".join(shown)
    for seat, words in zip(played.seats, text.split("\n\n")[-2:], strict=True):
        position = seat.position
        found: dict[str, str] = {}
        for column, tiles in re.findall(r"^([a-f]): (.*)$", words, re.M):
            found |= {f"{column}{row}": tile for row, tile in enumerate(tiles.split(), 1)}
        marked = {
            space.name: f"{tile}{'½' * position.is_late(tile)}" if tile is not None else "---"
            for space, tile in zip(grid.spaces, position.tiles, strict=True)
        }
        assert found == marked
        aside = " ".join(map(str, position.aside))
        assert (f"x: {aside}" in words) is bool(aside)
        late = " ".join(str(tile) for tile in position.tiles if tile and position.is_late(tile))
        assert (f"<p>½ {late}</p>" in page) is bool(late)
    bonuses = [bonus for seat in report.seats for bonus in seat.bonuses if bonus]
    assert re.findall(r'"bonus">\+(\d+)<', page) == [str(bonus) for bonus in bonuses]
    assert all(words in page for words in word_rules(ENGLISH, match.rules, is_whole=True))


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_change_of_players_is_dated_by_the_last_call_before_it(rounds: int) -> None:
    match = random_match(Ruleset.parse(f"classic free mail none rounds={rounds}"), 2, Random(9))
    most = len(match.rules.call_sizes)
    dates = {0: (1, 1), 1: (1, 1), 2: (1, 2), most: (1, most)}
    dates |= {most + 1: (2, 1), 2 * most: (2, most)} if rounds == 2 else {}
    for after, (played, call) in dates.items():
        came = Replacement(1, "Ben", "Cleo", after)
        report = report_round(match, is_open=False, replaced=(came,))
        assert report is not None
        when = f"Call {call} of {most}"
        if rounds == 2:
            when = f"Round {played} of 2, call {call} of {most}"
        words = f"{when}: Cleo replaced Ben"
        assert words in report_text(ENGLISH, "Winter", match.rules, report).splitlines()
        assert f"<p>{words}</p>" in report_page(ENGLISH, "Winter", match.rules, report)
