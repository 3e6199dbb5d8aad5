"""The caller on a stage."""

from __future__ import annotations

from game.play.caller import CallerGame, Pace
from game.play.table import TableSetup
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.rules.state import Player, PlayerKind
from game.ui.frame.context import Context
from game.ui.scenes.caller.scene import CallerScene
from game.ui.scenes.count.scene import CountScene
from tests.ui.scenes.stage import Stage


def open_caller(
    player: Context, rules: Ruleset | None = None, pace: Pace | None = None, *, bot: bool = False
) -> Stage:
    """A caller for one person, and a computer if `bot`."""
    players = [Player("Ana")]
    if bot:
        players.append(Player("Beaver", PlayerKind.BOT, "greedy"))
    setup = TableSetup(rules or Ruleset(), tuple(players), "42", edition="standard")
    game = CallerGame.start(
        setup, pace or Pace(), player.engines, player.store.save_match, '{"id": "evening"}'
    )
    return Stage(player, player.routes.caller(game))


def caller_of(stage: Stage) -> CallerScene:
    scene = stage.top
    assert isinstance(scene, CallerScene)
    return scene


def call_all(stage: Stage) -> CallerGame:
    """Call every tile of the round by key."""
    game = caller_of(stage).game
    while not game.is_round_called:
        stage.press("n")
    return game


def saved(player: Context) -> Match | None:
    return player.store.autosave.load().match


def leave_count(stage: Stage, *chords: str) -> None:
    """The count's likeliest way on, once everything is counted."""
    count = stage.top
    assert isinstance(count, CountScene)
    count.control.finish()
    stage.press(*(chords or ("return",)))
