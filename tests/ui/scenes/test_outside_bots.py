"""Bots from outside in the window: named in the settings, seated, and told of when they fail."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from game.bots.players.registry import LEVELS
from game.play.choices import add_seat, choices_from, parse_choices, print_seats
from game.play.editions import all_editions
from game.play.table_game import Stage as Waits
from game.progress.engines import EngineClient
from game.rules.match import Player, PlayerKind
from game.rules.record import parse_record, print_record
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.setup.seats import SeatRows
from game.ui.scenes.setup.topics import topic_of
from game.ui.scenes.shared.choosing import opponents, table_of
from game.ui.widgets import Stepper
from tests.ui.scenes.table_stage import TableStage, open_table, people
from tests.ui.test_screen_reader import Said

LAST = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"place": asked["legal"][-1]}), flush=True)
"""
FAILS_LATER = LAST.replace("    print", "    if len(asked['legal']) < 17: sys.exit()\n    print")


@pytest.fixture
def engines(player: Context) -> Iterator[EngineClient]:
    """Real ones, in their process."""
    player.engines = EngineClient()
    yield player.engines
    player.engines.close()


def named(context: Context, path: Path, text: str) -> str:
    """A program that the player has named in the settings."""
    path.write_text(text, encoding="utf-8")
    name = f"command:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"
    change_settings(context, outside_bots=f"; {name};")
    return name


def has_placed(stage: TableStage, count: int) -> bool:
    """Whether the second seat has placed so many tiles."""
    return stage.match.round.seats[1].position.filled.bit_count() >= count


def open_against(context: Context, name: str) -> TableStage:
    """A table with the program in the second seat."""
    return open_table(
        context,
        "classic free single none",
        (*people("Ana"), Player("Own", PlayerKind.BOT, name[:100])),
    )


def test_it_plays_at_the_table(player: Context, engines: EngineClient, tmp_path: Path) -> None:
    """Whoever waits for it hears once that it has placed."""
    stage = open_against(player, named(player, tmp_path / "bot.py", LAST))
    said = player.speaker = Said()
    change_settings(player, has_speech=True)
    stage.click_space("c3")
    stage.let(2.0)
    stage.wait_until(lambda: stage.match.round.seats[1].position.filled > 0)
    stage.let(0.1)
    assert said.texts.count(f"{player.text('play.answered')}") == 1
    assert stage.match.round.seats[1].position.filled == 1 << 18
    assert stage.table.toast.left == 0


def test_one_that_fails_is_named_once_and_the_match_goes_on(
    player: Context, engines: EngineClient, tmp_path: Path
) -> None:
    stage = open_against(player, named(player, tmp_path / "clever.py", FAILS_LATER))
    told = []
    for call in range(1, 6):
        stage.play_call()
        stage.wait_until(partial(has_placed, stage, call))
        stage.let(0.1)
        if stage.table.toast.left > 0 and stage.table.toast.is_bad:
            told.append(stage.table.toast.words)
            stage.table.toast.left = 0
            stage.draw()
        stage.let_until_waits(Waits.ACT)
    name = Path(sys.executable).stem
    substitute = player.text("bots.greedy.name")
    (words,) = told
    reason = player.text("outside.failing.died", name=name)
    assert words == player.text("outside.stand_in", reason=reason, substitute=substitute)


def test_what_only_a_record_names_is_never_started(
    player: Context, engines: EngineClient, tmp_path: Path
) -> None:
    mark = tmp_path / "was-run"
    name = named(player, tmp_path / "evil.py", f"open({str(mark)!r}, 'w')\n{LAST}")
    change_settings(player, outside_bots="")
    stage = open_against(player, name)
    stage.play_call()
    stage.wait_until(lambda: stage.match.round.seats[1].position.filled > 0)
    stage.let(0.1)
    unnamed = player.text("outside.failing.unnamed", name=Path(sys.executable).stem)
    assert unnamed in stage.table.toast.words
    assert not mark.exists()


def test_setup_offers_what_the_settings_name(player: Context, tmp_path: Path) -> None:
    long = "x" * 120
    name = named(player, tmp_path / f"{long}.py", LAST)
    assert opponents(player) == (*LEVELS, name)
    plain = choices_from(all_editions()[0], LEVELS[0])
    seated = replace(plain, seats=add_seat(plain.seats, name))
    kept = parse_choices(plain, str(plain.rules), print_seats(seated), opponents(player))
    assert kept == seated
    assert parse_choices(plain, str(plain.rules), print_seats(seated), LEVELS) != seated
    parts = SeatRows(player, kept.seats, lambda seats: None).parts()
    found = (part for row in parts for part in row.walk())
    (stepper,) = (part for part in found if isinstance(part, Stepper))
    assert stepper.value == name
    assert topic_of(player, kept, "bot", name).words == player.text("outside.character")
    table = table_of(player, kept, "1")
    stage = open_table(player, str(kept.rules), table.players)
    assert parse_record(print_record(stage.match)).players == table.players
