"""The box on the table for the gallery: setting up, calling, entering boards, the calculator."""

from dataclasses import replace
from typing import Any

from game.bots.service.answer import EngineAnswer
from game.play.caller import CallerGame, Pace
from game.play.entering import without as take_away
from game.play.table import TableSetup
from game.rules.boards import CLASSIC
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.state import Match, Player, PlayerKind
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.frame.routes import EntryNextSteps
from game.ui.frame.scene import Scene
from game.ui.scenes.box.scene import BoxScene
from game.ui.scenes.caller.entering import EnteredMode
from game.ui.scenes.caller.line_sheet import LineSheet
from game.ui.scenes.caller.picker import TilePicker
from game.ui.scenes.caller.scene import CallerScene
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.table.scene import TableScene
from tests.gallery.review import ReadyEngines

_STANDARD = "classic free single none"

EIGHT = ("Ana", "Benedikt", "Zoë", "Ștefania", "Max", "Jo", "Elisa", "Émile")
_PLAY = ("greedy", "random", "beaver", "greedy", "fox", "random", "squirrel", "greedy")


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


def entry(context: Context, without: int, rules: str = _STANDARD) -> Scene:
    """A board that is entered, some tiles of it missing."""
    game = _game(context, rules)
    played = game.board(len(game.players) - 1)
    tiles = [tile for tile in game.called if tile not in game.called[len(game.called) - without :]]
    board = played
    for tile in game.called:
        if tile not in tiles:
            board = take_away(board, tile)
    game.enter(0, board)
    return TableScene(context, EnteredMode(context, game, 0))


def _eight(context: Context) -> CallerGame:
    """A round of eight people at a real table (V6), each board as a computer would fill it."""
    setup = TableSetup(Ruleset(), tuple(map(Player, EIGHT)), "42", edition="standard")
    game = CallerGame(setup, Pace(), Prompt())
    bots = (Player(name, PlayerKind.BOT, bot) for name, bot in zip(EIGHT, _PLAY, strict=True))
    played = CallerGame(replace(setup, players=tuple(bots)), Pace(), Prompt())
    while not game.is_round_called:
        game.call(game.draw())
        played.call(played.draw())
        while played.bots_think:
            played.poll_bots()
    for seat in game.people:
        game.enter(seat, played.board(seat))
    return game


def entry_of_eight(context: Context) -> Scene:
    """The last of eight boards, nearly entered."""
    game = _eight(context)
    game.enter(7, take_away(game.board(7), game.called[-1]))
    return TableScene(context, EnteredMode(context, game, 7))


def count_of_eight(context: Context, *, is_kept: bool = False) -> Scene:
    """The count of eight boards, as they are entered or from the records."""
    game = _eight(context)
    if is_kept:
        finished = game.finished()
        assert finished is not None
        return context.routes.finished_count(finished)
    return context.routes.entered_count(game.setup, game.counted(), EntryNextSteps())


def setup_of_eight(context: Context) -> Scene:
    """The setup of a real table with eight people."""
    scene = BoxScene(context)
    scene.control.seat(8)
    return scene


def picker(context: Context) -> Scene:
    """Return the question which tile was called instead."""
    game = _game(context, calls=8)
    title = context.text("caller.which_instead", tile="7-9-4")
    return TilePicker(context, game.rules, game.bag, 1, title, lambda tiles: None)


def calculator(context: Context) -> Scene:
    """The calculator, some tiles placed."""
    scene = context.routes.calculator()
    assert isinstance(scene, TableScene)
    assert isinstance(scene.mode, EnteredMode)
    for word, space in (("294", 2), ("793", 1), ("298", 5), ("698", 9)):
        scene.mode.game.call((Tile.parse(word),))
        scene.control.begin_round() if not scene.game.match.rounds else scene.control.call_next()
        scene.control.place(Tile.parse(word), space)
    return scene


def line_sheet(context: Context) -> Scene:
    """The score sheet, some lines chosen."""
    scene = LineSheet(context)
    for index, number in ((0, 9), (2, 5), (4, 9), (6, 7), (12, 8)):
        scene.numbers[CLASSIC.lines[index]] = number
    return scene
