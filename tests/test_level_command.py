"""`take-it-easy level`: computers are put through it as if they were people."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any

import pytest

from game.__main__ import main
from game.bots.coach.review import review_round
from game.bots.players.registry import LEVELS
from game.play.table import Mark, TableSetup
from game.progress.level import LEAST
from game.rules.match import Match, Player
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.rules.standing import score_match
from game.storage.profile import Profile
from game.tools.levels import play_level

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

pytestmark = pytest.mark.slow

STANDARD = Ruleset()
GAMES = 20


def play_as_person(level: str, number: int, *marks: Mark) -> Match:
    """A computer's game under a person's name, on a deal that no scale was measured on."""
    match = play_level(STANDARD, level, 10_000 + number)
    setup = TableSetup(STANDARD, (Player("Ana"),), "s").marked(*marks)
    return replace(match, players=setup.players, meta=setup.to_meta())


def levels_told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Iterator[dict[str, Any]]:
    assert main(["level", "--json", *arguments]) == 0
    yield from map(json.loads, capsys.readouterr().out.splitlines())


def play_level_of(profile: Profile, level: str, games: Sequence[int], *marks: Mark) -> list[Match]:
    matches = [play_as_person(level, number, *marks) for number in games]
    for match in matches:
        profile.add_match(match)
    return matches


@pytest.mark.parametrize("level", ["magpie", "squirrel"])
def test_a_computer_comes_out_as_itself(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAKE_IT_EASY_HOME", str(tmp_path))
    with Profile(tmp_path / "profile.db") as profile:
        play_level_of(profile, "duckling", range(3))
        matches = play_level_of(profile, level, range(10, 10 + GAMES))
        play_level_of(profile, "duckling", range(40, 44), Mark.COACHED)
    (told,) = levels_told(capsys)
    # The same figures by the review's identity, total - luck, and by hand.
    reviews = [review_round(m, 0, 0, deeply=False, with_master=False) for m in matches]
    played = [review.total - review.luck for review in reviews]
    assert told["level"] == level
    assert (told["rules"], told["games"]) == (str(STANDARD), GAMES)
    assert told["mean"] == pytest.approx(fmean(played), abs=0.01)
    assert told["error"] == pytest.approx(sqrt(variance(played) / GAMES), abs=0.01)
    assert [point["total"] for point in told["points"]] == [review.total for review in reviews]
    assert told["next"]["level"] == LEVELS[LEVELS.index(level) + 1]
    assert told["next"]["begins"] > told["mean"]


def test_records_are_told_of_as_kept_games_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    records = [print_record(play_as_person("magpie", number)) for number in range(LEAST - 1)]
    path.write_text("\n".join(records), encoding="utf-8")
    (told,) = levels_told(capsys, str(path))
    assert (told["games"], told["level"], told["next"]) == (LEAST - 1, None, None)
    (none,) = levels_told(capsys, "--edition", "daffodil", str(path))
    assert (none["rules"], none["games"]) == ("daffodil-1 free single none", 0)
    assert none["mean"] is None
    assert main(["--lang", "en", "level", str(path)]) == 0
    assert "One more game and you have a level." in capsys.readouterr().out
    records.append(print_record(play_as_person("magpie", LEAST)))
    path.write_text("\n".join(records), encoding="utf-8")
    (told,) = levels_told(capsys, str(path))
    assert (told["games"], told["level"]) == (LEAST, "magpie")
    assert main(["--lang", "en", "level", str(path)]) == 0
    assert "you have a level" not in capsys.readouterr().out


def test_of_many_records_the_last_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("game.cli.level.LATEST", 1)
    matches = [play_as_person("magpie", number) for number in range(2)]
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(map(print_record, matches)), encoding="utf-8")
    (told,) = levels_told(capsys, str(path))
    totals = [score_match(match).players[0].total for match in matches]
    assert totals[0] != totals[1]
    assert [point["total"] for point in told["points"]] == totals[1:]


def test_an_unfinished_record_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "half.json"
    match = play_as_person("magpie", 1)
    played = match.round
    seat = replace(played.seats[0], turns=played.seats[0].turns[:1])
    half = replace(match, rounds=(replace(played, calls=played.calls[:1], seats=(seat,)),))
    path.write_text(print_record(half), encoding="utf-8")
    assert main(["level", str(path)]) == 2
    assert str(path) in capsys.readouterr().err
