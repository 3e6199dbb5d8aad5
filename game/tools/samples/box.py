"""The box on the table for the gallery: setting up, calling, entering boards, the calculator."""

from collections.abc import Callable

from game.bots.best.solver import best_of_round
from game.bots.service.messages import EngineAnswer, Failure
from game.play.caller import CallerGame, Pace
from game.play.entering import lay
from game.play.table import TableSetup
from game.rules.boards import BoardName
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.ruleset import CallRule, RayRule, Ruleset
from game.rules.state import Match, Player, PlayerKind
from game.tools.gallery import Sample
from game.ui.frame.context import Context
from game.ui.frame.engines import EngineClient
from game.ui.frame.scene import Scene
from game.ui.scenes.box.scene import BoxScene
from game.ui.scenes.caller.picker import TilePicker
from game.ui.scenes.caller.scene import CallerScene
from game.ui.scenes.entry.control import EntryControl
from game.ui.scenes.entry.mode import CalledMode
from game.ui.scenes.entry.scene import EntryScene, calculator_entry, called_entry
from game.ui.scenes.shared.names import bot_name

_STANDARD = Ruleset()
_PAIRS = Ruleset(call=CallRule.PAIRS, rounds=4)
_LEAGUE = Ruleset(call=CallRule.MAIL)
_DAFFODIL = Ruleset(BoardName.DAFFODIL, rays=RayRule.RAYS, daffodil=4)


class Prompt(EngineClient):
    """Computers that answer at once, so that every picture is the same."""

    def ask_choice(self, match: Match, seat: int, bot: str, seed: str) -> int:
        """Decide."""
        self._chosen = self.choose_now(match, seat, bot, seed)
        return 1

    def take_choice(self, ticket: int) -> tuple[Placement, ...] | None:
        """What was decided."""
        return self._chosen

    def ask_best(self, match: Match, round_index: int) -> int:
        """Find the best board."""
        self._found = best_of_round(match.rules, match.rounds[round_index].called)
        return 2

    def take(self, ticket: int) -> EngineAnswer | Failure | None:
        """The best board."""
        return EngineAnswer(ticket, self._found)

    def cancel(self, ticket: int) -> None:
        """Nothing is open."""


def _game(
    context: Context, rules: Ruleset, calls: int, seconds: int | None = None, people: int = 2
) -> CallerGame:
    """A game after so many calls, the line-builder playing along."""
    names = ("Ana", "Benedikt", "Chloé", "Dumitru", "Éloïse")[:people]
    fox = Player(bot_name(context, "fox"), PlayerKind.BOT, "greedy")
    setup = TableSetup(rules, (*map(Player, names), fox), "42", edition="standard")
    game = CallerGame(setup, Pace(seconds), Prompt())
    for _ in range(calls):
        game.call(game.draw())
        while game.bots_think:
            game.poll_bots()
    return game


def _caller(
    rules: Ruleset, calls: int, seconds: int | None = None
) -> Callable[[Context], CallerScene]:
    return lambda context: CallerScene(context, _game(context, rules, calls, seconds))


def _enter(game: CallerGame, seat: int, without: int = 0) -> None:
    """Enter the board that the computer has, some tiles of it missing."""
    full, board = game.board(len(game.players) - 1), game.board(seat)
    placed = [(t, i) for i, t in enumerate(full.tiles) if t is not None]
    placed += [(t, ASIDE_INDEX) for t in full.aside]
    for tile, space in placed[: len(placed) - without]:
        board = lay(board, tile, space)
    game.enter(seat, board)


def _entry(rules: Ruleset, without: int) -> Callable[[Context], Scene]:
    def make(context: Context) -> Scene:
        game = _game(context, rules, len(rules.call_sizes))
        _enter(game, 0, without)
        scene = called_entry(context, game)
        assert isinstance(scene, EntryScene)
        scene.control.show(0)
        return scene

    return make


def _picker(context: Context) -> Scene:
    game = _game(context, _STANDARD, 8)
    title = context.text("caller.which_instead", tile="7-9-4")
    return TilePicker(context, game, 1, title, lambda tiles: None)


def _calculator(context: Context) -> Scene:
    scene = calculator_entry(context)
    assert isinstance(scene, EntryScene)
    for word in ["294@c3", "793@c2", "298@c4", "698@c1", "753@d1", "618@d2", "654@b1"]:
        for sign in word:
            scene.control.type(sign)
    return scene


def _best(context: Context) -> Scene:
    """A board with the best one beside it."""
    game = _game(context, _STANDARD, 19)
    _enter(game, 0)
    scene = EntryScene(context, EntryControl(game, Prompt()), CalledMode(context, game))
    scene.toggle_best()
    return scene


SAMPLES = {
    "box": Sample(BoxScene, 0.3),
    "caller-ready": Sample(_caller(_STANDARD, 0), 1.0),
    "caller": Sample(_caller(_STANDARD, 8, 20), 1.0),
    "caller-pairs": Sample(_caller(_PAIRS, 5), 1.0),
    "caller-league": Sample(_caller(_LEAGUE, 1, 90), 1.0),
    "caller-daffodil": Sample(_caller(_DAFFODIL, 21), 1.0),
    "caller-wild": Sample(_caller(_DAFFODIL, 2), 1.0),
    "caller-picker": Sample(_picker, 0.3, below=_caller(_STANDARD, 8, 20)),
    "entry": Sample(_entry(_STANDARD, 7), 0.3),
    "entry-daffodil": Sample(_entry(_DAFFODIL, 4), 0.3),
    "entry-best": Sample(_best, 0.3),
    "calculator": Sample(_calculator, 0.3),
}
