"""A breakdown for a terminal against the scores, each part by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.cli.describing import describe_match
from game.cli.drawing import LATE_MARK, MOON_MARK, SUN_MARK
from game.locale import Language, load_catalogue
from game.rules.match import Player
from game.rules.match_score import RoundScore, score_match
from game.rules.names import show_names
from game.rules.record import parse_record
from game.rules.ruleset import Ruleset
from game.rules.score_json import score_json
from tests.each import each
from tests.rules.random_matches import random_match
from tests.terminal import run

PLAIN, RAYS = "classic free single none", "classic adjacent single rays"
LEAGUE = "classic free mail best-ray bonus=call rounds=2"
CASES = [
    *((PLAIN, players, seed) for players, seed in ((1, 3), (2, 0), (2, 5), (3, 4), (3, 0))),
    *((RAYS, players, seed) for players, seed in ((1, 1), (2, 2))),
    *((LEAGUE, players, seed) for players, seed in ((3, 0), (3, 1), (3, 2), (2, 2), (2, 12))),
    *(("daffodil-4 adjacent-symbol pairs rays", players, 3) for players in (1, 2)),
]


def boards_in(lines: list[str], names: list[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each player's name, drawn board, and rows below that board."""
    for at, line in enumerate(lines):
        if line in names and lines[at - 1] == "":
            below = lines[at + 1 : lines.index("", at + 1)]
            drawn = [row for row in below if "\\" in row or "_" in row]
            yield line, "\n".join(drawn), below[len(drawn) :]


def check_rows(rows: list[str], earned: RoundScore) -> None:
    """Compare the rows of a round with its score: each line, ray and bonus, and the total."""
    *rows, total = rows
    assert total.split() == ["Round", "total", f"{earned.total:g}"]
    sums = [row for row in rows if " × " in row]
    scored: list[Any] = [*earned.lines, *earned.rays]
    for row, one in zip(sums, scored, strict=True):
        ends = f" {one.line.ends[0]}–{one.line.ends[-1]} "
        assert ends in row
        length, number, *_, points = re.findall(r"[\d.]+", row.split(ends)[1])
        assert (float(length), float(points)) == (len(one.line), one.points)
        assert float(length) * float(number) in (one.points, 2 * one.points)
    extras = {"Best sun": earned.best_sun, "Best moon": earned.best_moon, "Bonus": earned.bonus}
    for word, points in extras.items():
        found = [row.split()[-1] for row in rows if word in row]
        assert found == ([f"{points:g}"] if points else []), word
    is_empty = not (scored or earned.best_sun or earned.best_moon)
    assert ("  No line scored." in rows) is is_empty


@each(CASES)
def test_a_breakdown_has_each_part_of_the_score(text: str, players: int, seed: int) -> None:
    match = random_match(Ruleset.parse(text), players, Random(seed))
    lines = list(describe_match(match, load_catalogue(Language.ENGLISH)))
    score, names = score_match(match), [player.name for player in match.players]
    late = any(seat.position.late for played in match.rounds for seat in played.seats)
    boards = list(boards_in(lines, names))
    drawn = "".join(board for _, board, _ in boards)
    assert (f"{LATE_MARK} placed late: its lines count half" in lines) is late
    assert (LATE_MARK in drawn) is late
    assert (f"{SUN_MARK} sun, {MOON_MARK} moon" in lines) is (text != PLAIN)
    assert (SUN_MARK in drawn, MOON_MARK in drawn) == (text != PLAIN, text != PLAIN)
    titles = [line for line in lines if line.startswith("Round ") and " of " in line]
    for number, (title, played) in enumerate(zip(titles, match.rounds, strict=True), 1):
        caller = "" if played.caller is None else f", called by {names[played.caller]}"
        seed_words = "" if played.seed is None else f" · Seed {played.seed}"
        assert title == f"Round {number} of {match.rules.rounds}{caller}{seed_words}"
    assert len(boards) == len(match.rounds) * players
    for number, (name, board, rows) in enumerate(boards):
        index, seat = divmod(number, players)
        position = match.rounds[index].seats[seat].position
        assert name == names[seat]
        placed = [tile for tile in position.tiles if tile is not None]
        assert all(str(tile) in board for tile in placed)
        assert board.count(LATE_MARK) == sum(position.is_late(tile) for tile in placed)
        aside = [row for row in rows if "Set aside" in row]
        tiles = " ".join(map(str, position.aside))
        assert aside == ([f"  Set aside: {tiles}"] if tiles else [])
        check_rows([row for row in rows if row not in aside], score.players[seat].rounds[index])
    winners = [names[seat] for seat in score.winners]
    if players == 1:
        assert lines[-1] == f"{names[0]}  {score.players[0].total:g}"
    elif len(winners) == 1:
        assert lines[-1] == f"{winners[0]} wins."
    else:
        assert lines[-1] == f"{', '.join(winners[:-1])} and {winners[-1]} share the win."


def test_a_table_of_rounds_adds_up() -> None:
    match = random_match(Ruleset(rounds=3), 2, Random(1))
    english = load_catalogue(Language.ENGLISH)
    *_, head, first, second, winner = describe_match(match, english)
    assert head.split()[-4:] == ["1", "2", "3", "Total"]
    for row, player in zip((first, second), score_match(match).players, strict=True):
        figures = [int(figure) for figure in row.split()[-4:]]
        assert figures == [*(one.total for one in player.rounds), player.total]
        assert figures[-1] == sum(figures[:-1])
    assert match.players[score_match(match).winners[0]].name in winner


def test_the_breakdown_adds_up_for_people(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    status, out, err = run(capsys, "score", str(record))
    assert (status, err) == (0, "")
    expected: Any = score_json(parse_record(record.read_bytes()))
    sums = [line.rsplit(" = ", 1)[1] for line in out.splitlines() if " × " in line]
    points = [
        scored["points"]
        for player in expected["players"]
        for scored in player["rounds"][0]["lines"]
    ]
    assert sums == [str(p) for p in points]
    for player in expected["players"]:
        assert f"{player['name']}  {player['total']:>3}".split() in [
            line.split() for line in out.splitlines()
        ]
    assert out.count("__c1___") == 2
    catalogue = load_catalogue(Language.ENGLISH)
    assert catalogue.text("score.winner", name=expected["winners"][0]) in out


def test_names_are_shown_as_everywhere_in_the_game() -> None:
    match = random_match(Ruleset(), 2, Random(3))
    players = (Player("A\x1b\u202eB"), Player(" "))
    lines = list(describe_match(replace(match, players=players), load_catalogue(Language.ENGLISH)))
    shown = [player.name for player in show_names(replace(match, players=players)).players]
    assert shown != [player.name for player in players]
    assert [name for name, _, _ in boards_in(lines, shown)] == shown
    assert not {player.name for player in players} & {*lines}
