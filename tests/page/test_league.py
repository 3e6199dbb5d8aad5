"""The texts that a league sends to its players: a round's report, the standings, a reminder."""

from __future__ import annotations

import re
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
    standings_page,
    standings_text,
)
from game.play.league import LeagueStanding, Replacement, league_standings, report_round
from game.rules.match_score import score_match
from game.rules.ruleset import Ruleset
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
    came = LeagueStanding(1, "Ana", 1, 1, 1, 9, 0, 9, came_for=("Ben", "Cat"))
    assert "Ana · " in standings_page(ENGLISH, "Winter", [came])
    assert "Ben and Cat" in standings_page(ENGLISH, "Winter", [came])


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "UTC"), (60, "UTC+1"), (330, "UTC+5:30"), (-300, "UTC-5"), (-210, "UTC-3:30")],
)
def test_a_deadline_names_the_sender_s_zone(minutes: int, words: str) -> None:
    zone = timezone(timedelta(minutes=minutes))
    assert _zone_of(datetime(2026, 11, 29, 12, tzinfo=zone)) == words


def test_a_reminder_names_the_call_and_whom_it_waits_for() -> None:
    words = remind_text(ENGLISH, "Winter", ["Ana", "Ben"], (3, 9), 1_795_000_000)
    assert all(word in words for word in ("Winter", "Ana and Ben", "3", "9", "2026"))


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
