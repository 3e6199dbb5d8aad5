"""The balance of the run: real plays in lock-step, runs made of them, and the tool in small."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from game.bots.players.registry import make_bot
from game.progress.run.aces import Ace, HeldAce
from game.progress.run.deck import UseKind
from game.progress.run.state import RunState
from game.rules.match import Player, apply, new_match
from game.rules.moves import BeginRound, Call, Place
from game.tools.run_balance.__main__ import main
from game.tools.run_balance.playing import SideBySide
from game.tools.run_balance.plays import CALL_ACES, all_hands, play_stages
from game.tools.run_balance.runs import Manner, RunMaker
from game.tools.run_balance.worth import Outlook, Stock

pytestmark = pytest.mark.slow

FEW = ("beaver",)


def test_fox_in_lock_step_moves_as_its_bot() -> None:
    """But for the last calls, where the bot tries everything."""
    table = SideBySide("fox", 1, [(), ()], ["lock 1", "lock 2"])
    table.play()
    for play in table.plays:
        (seat,) = play.match.round.seats
        bot, alike = make_bot("fox"), 0
        match, _ = apply(new_match(play.match.rules, (Player("Ana"),)), BeginRound())
        for tiles, turn in zip(play.match.round.calls[:14], seat.turns, strict=False):
            match, _ = apply(match, Call(tiles))
            (made,) = turn.placements
            alike += bot.choose(match, 0, Random(0)) == made
            match, _ = apply(match, Place(0, made.tile, made.space))
        assert alike >= 13


@pytest.mark.parametrize("stage", [3, 4, 13])
def test_every_ace_that_changes_calls_is_used(stage: int) -> None:
    """The run's own rules refuse what they do not allow; here all that they do is done."""
    hands = [hand for hand in all_hands() if len(hand) >= 3]
    table = SideBySide("beaver", stage, hands, [f"used {n}" for n in range(len(hands))])
    played = table.play()
    uses = {use.kind for play in table.plays for use in play.uses}
    assert uses >= {UseKind.SWAP, UseKind.POCKET, UseKind.EITHER}
    assert all(one.thoughts <= 3 and one.score.total >= 0 for one in played)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Plays of one who thinks little."""
    path = tmp_path_factory.mktemp("balance") / "plays.jsonl"
    play_stages(path, FEW, 4)
    return path


def test_the_tool_prints_its_tables_and_goes_on_where_it_stopped(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = file.read_text("utf-8")
    torn = tmp_path / "torn.jsonl"
    torn.write_text(whole[: len(whole) // 2], "utf-8")
    options = ["--stage-plays", "4", "--runs", "4", "--players", ",".join(FEW)]
    assert main(["--plays", str(torn), *options]) == 0
    printed = capsys.readouterr().out
    assert set(torn.read_text("utf-8").splitlines()) >= set(whole.splitlines())
    assert main(["--plays", str(file), *options]) == 0
    assert capsys.readouterr().out == printed
    assert file.read_text("utf-8") == whole
    for words in (*FEW, *Manner, *Ace, "past 12"):
        assert words in printed


def test_who_weighs_expects_more_with_more(file: Path) -> None:
    stock = Stock(dict(play_stages(file, FEW, 4)["beaver"]))
    outlook = Outlook("beaver", stock)
    run = RunState("7", True, stage=2, reserve=60)
    stages = outlook.stages([replace(run, reserve=reserve) for reserve in (0, 60, 120)])
    assert stages[0] < stages[1] < stages[2]
    with_echo = replace(run, aces=(HeldAce(Ace.RAINBOW, 1), HeldAce(Ace.ECHO, 1)))
    held = [replace(run, aces=(HeldAce(Ace.RAINBOW, 1),)), with_echo]
    assert np.diff(outlook.stages([run, *held])).min() > 0
    # Echo by itself pays nothing, and nobody pays for it.
    alone = replace(run, aces=(HeldAce(Ace.ECHO, 1),))
    assert outlook.stages([alone])[0] == pytest.approx(outlook.stages([run])[0])


def test_choosing_well_goes_further(file: Path) -> None:
    runner = RunMaker("beaver", Stock(dict(play_stages(file, FEW, 4)["beaver"])))
    weighed, none = (runner.runs(25, manner) for manner in (Manner.WEIGHED, Manner.NONE))
    assert weighed.mean > none.mean
    assert weighed.begun[1] == 25
    assert sum(weighed.taken.values()) + weighed.nothing == sum(weighed.passed.values())
    assert set(CALL_ACES) <= set(weighed.offered)
