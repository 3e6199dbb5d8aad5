"""What is read aloud without being asked for: news once, low time once, skipped tiles in one."""

from __future__ import annotations

import pytest

from game.play.table_game import Phase, TableGame
from game.rules.moves import Called, Placed
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.frame.topics import Topic
from tests.ui.scenes.table_stage import bots, open_table, people


def test_the_last_ten_seconds_are_said_once_and_none_left_is_not_said(
    player: Context, spoken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, answer_seconds=30)
    table = stage.table
    player.announced = table
    words = player.text("heard.spoken.seconds_left", count=10)
    for seconds, count in (((10.5, 10.0, 9.5), 1), ((10.0, 9.5), 0), ((12.0, 9.0, 10.5, 9.0), 2)):
        left = iter((seconds[0], *seconds))
        monkeypatch.setattr(table.mode, "seconds_left", lambda left=left: next(left))
        table.announcer.speak_changes(0.0)
        spoken.clear()
        for _ in seconds:
            table.announcer.speak_changes(0.0)
        assert " ".join(spoken).count(words) == count
    for seconds_left, is_told in ((10.0, True), (0.0, False)):
        monkeypatch.setattr(table.mode, "seconds_left", lambda left=seconds_left: left)
        told = player.text("heard.spoken.seconds_left", count=round(seconds_left))
        assert (told in table.read(Topic.NOW)) is is_told


def test_a_computer_s_points_are_said_when_they_grow_alone(
    player: Context, spoken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, players=(*people("Ana"), *bots("Otto")))
    player.announced = stage.table
    spoken.clear()
    for points, is_said in ((3.0, True), (9.0, True), (9.0, False), (6.0, False), (7.0, True)):
        monkeypatch.setattr(TableGame, "total_now", lambda *_, now=points: now)
        spoken.clear()
        stage.table.announcer.speak_company()
        words = player.text("breakdown.named", name="Otto", points=points)
        assert ([words.rstrip(".") in said for said in spoken] == [True]) is is_said


def test_the_announcer_adds_what_is_new_and_sums_up_what_was_skipped(
    player: Context, spoken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, players=(*people("Ana"), *bots("Otto")))
    announcer, mode, tile = stage.table.announcer, stage.table.mode, Tile.parse("213")
    called, placed = Called(0, (tile,)), Placed(0, tile, 0, False)

    def heard() -> str:
        words = " ".join(spoken)
        spoken.clear()
        return words

    heard()
    player.announced = None
    announcer.speak_moves((called,))
    assert heard() == "", "the heading names the called tile"
    player.announced = stage.table
    announcer.speak_moves((called,))
    assert heard() == "Called: two, one, three."
    announcer.is_skipping = True
    announcer.speak_moves((called, placed))
    announcer.speak_moves((placed,))
    assert heard() == ""
    announcer.end_skipping()
    assert heard() == "2 tiles placed."
    announcer.end_skipping()
    assert heard() == ""
    announcer.speak_moves((placed,))
    assert heard() == "two, one, three on a1. Next: two, nine, three."
    announcer.speak_moves((called, placed))
    assert heard() == "Called: two, one, three. two, one, three on a1."
    announcer.speak_moves((called,))
    assert heard() == "Called: two, one, three."
    tasks = ["A task."]
    monkeypatch.setattr(mode, "instructions", lambda: "\n".join(tasks))
    announcer.enter()
    announcer.speak_changes(0.0)
    assert heard() == "", "the heading reads the task"
    tasks.append("Another one.")
    announcer.speak_changes(0.0)
    announcer.speak_changes(0.0)
    assert heard() == "Another one."
    answered = player.text("play.answered")
    for phase, seconds, words in (
        (Phase.BOTS, 1.6, answered), (Phase.BOTS, 1.4, ""), (Phase.ACT, 1.6, "")
    ):  # fmt: skip
        for now, dt in ((phase, seconds), (Phase.CALL, 0.1), (Phase.CALL, 0.1)):
            monkeypatch.setattr(TableGame, "phase", lambda _, now=now: now)
            announcer.speak_changes(dt)
        assert heard().rstrip(".") == words.rstrip(".")
