"""The box on the table for the gallery: setting up, calling, entering boards, the calculator."""

from typing import Any

from game.bots.service.answer import EngineAnswer
from game.play.caller import CallerGame, Pace
from game.play.entering import lay
from game.play.table import TableSetup
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.ruleset import Ruleset
from game.rules.state import Match, Player, PlayerKind
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.caller.picker import TilePicker
from game.ui.scenes.caller.scene import CallerScene
from game.ui.scenes.entry.control import EntryControl
from game.ui.scenes.entry.mode import CalledMode
from game.ui.scenes.entry.scene import EntryScene, calculator_entry, called_entry
from game.ui.scenes.shared.names import bot_name
from tests.gallery.review import ReadyEngines

_STANDARD = "classic free single none"


class Prompt(ReadyEngines):
    """Computers that answer at once, so that every picture is the same."""

    def ask_choice(
        self, match: Match, seat: int, bot: str, seed: str
    ) -> EngineAnswer[tuple[Placement, ...]]:
        answer = EngineAnswer[tuple[Placement, ...]]()
        answer.give(self.choose_now(match, seat, bot, seed))
        return answer


def _game(
    context: Context,
    rules: str = _STANDARD,
    calls: int | None = None,
    answer_seconds: int | None = None,
) -> CallerGame:
    """A game after so many calls, or all, the line-builder playing along."""
    fox = Player(bot_name(context, "fox"), PlayerKind.BOT, "greedy")
    players = Player("Ana"), Player("Benedikt"), fox
    setup = TableSetup(Ruleset.parse(rules), players, "42", edition="standard")
    game = CallerGame(setup, Pace(answer_seconds), Prompt())
    for _ in range(len(setup.rules.call_sizes) if calls is None else calls):
        game.call(game.draw())
        while game.bots_think:
            game.poll_bots()
    return game


def caller(context: Context, **state: Any) -> Scene:
    """The caller after so many calls."""
    return CallerScene(context, _game(context, **state))


def _enter(game: CallerGame, seat: int, without: int = 0) -> None:
    """Enter the board that the computer has, some tiles of it missing."""
    full, board = game.board(len(game.players) - 1), game.board(seat)
    placed = [(t, i) for i, t in enumerate(full.tiles) if t is not None]
    placed += [(t, ASIDE_INDEX) for t in full.aside]
    for tile, space in placed[: len(placed) - without]:
        board = lay(board, tile, space)
    game.enter(seat, board)


def entry(context: Context, without: int, rules: str = _STANDARD) -> Scene:
    """A board that is entered, some tiles of it missing."""
    game = _game(context, rules)
    _enter(game, 0, without)
    scene = called_entry(context, game)
    assert isinstance(scene, EntryScene)
    scene.control.show(0)
    return scene


def picker(context: Context) -> Scene:
    """Which tile was called instead."""
    game = _game(context, calls=8)
    title = context.text("caller.which_instead", tile="7-9-4")
    return TilePicker(context, game, 1, title, lambda tiles: None)


def calculator(context: Context) -> Scene:
    """The calculator, some tiles typed."""
    scene = calculator_entry(context)
    assert isinstance(scene, EntryScene)
    for word in ["294@c3", "793@c2", "298@c4", "698@c1", "753@d1", "618@d2", "654@b1"]:
        for sign in word:
            scene.control.type(sign)
    return scene


def best(context: Context) -> Scene:
    """A board with the best one beside it."""
    game = _game(context)
    _enter(game, 0)
    scene = EntryScene(context, EntryControl(game, Prompt()), CalledMode(context, game))
    scene.toggle_best()
    return scene
