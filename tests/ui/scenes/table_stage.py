"""A table on a stage: placements by mouse and keyboard, computers that answer at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pygame

from game.bots.players.registry import make_bot
from game.play.deal_source import DealSource
from game.play.editions import CallerRule
from game.play.table import TableSetup
from game.play.table_game import Phase as Waits
from game.play.table_game import TableGame
from game.rules.boards import CLASSIC
from game.rules.match import Match, Player, PlayerKind
from game.rules.placement import ASIDE_INDEX
from game.rules.ruleset import Ruleset
from game.rules.tiles import Direction, Tile
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.layout.rects import Point, make_view
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.shared.table_layout import TableLayout
from game.ui.scenes.table.scene import TableScene
from tests.ui.scenes.stage import FRAME, Stage

__all__ = [
    "TableStage",
    "before_lines",
    "bots",
    "first_place",
    "open_table",
    "people",
    "picture_bytes",
    "reopen_table",
    "tiles_of",
]

_MANY_SECONDS = 200.0
_LONG = 4.0
_LONG_FRAME, _WAITING_FRAME = 0.1, 0.05
"""Seconds of a frame in a long pause, and in one that ends with a condition."""


def people(*names: str) -> tuple[Player, ...]:
    """People at this screen."""
    return tuple(Player(name) for name in names)


def bots(*names: str, engine: str = "greedy") -> tuple[Player, ...]:
    """Computers of one kind."""
    return tuple(Player(name, PlayerKind.BOT, engine) for name in names)


class TableStage(Stage):
    """A stage whose clock is also what the table's scenes see."""

    def __init__(self, context: Context, scene: Scene) -> None:
        self.clock = 1000.0
        context.now = lambda: self.clock
        super().__init__(context, scene)

    # state

    @property
    def table(self) -> TableScene:
        """Return the table, wherever it is on the stack."""
        return next(s for s in self.stack.scenes if isinstance(s, TableScene))

    @property
    def game(self) -> TableGame:
        """The table's game."""
        return self.table.game

    def waits(self) -> Waits:
        """Return the phase that the table waits in."""
        return self.game.phase()

    @property
    def match(self) -> Match:
        """The match at the table."""
        return self.game.match

    @property
    def layout(self) -> TableLayout:
        """Return the table's layout."""
        assert self.table.layout is not None
        return self.table.layout

    @property
    def breakdown(self) -> CountScene:
        """The count, which must be on top."""
        assert isinstance(self.top, CountScene)
        return self.top

    @property
    def saved(self) -> Match | None:
        """The match as a new start of the game would find it."""
        return self.context.store.autosave.load().match

    # time

    def let(self, seconds: float) -> int:
        """Let time pass, frame by frame, and return the number of drawn frames. A long time passes
        in longer frames.
        """
        frame = FRAME if seconds < _LONG else _LONG_FRAME
        return sum(self._pass(frame) for _ in range(round(seconds / frame)))

    def _pass(self, frame: float) -> bool:
        self.clock += frame
        return self.stack.update(frame)

    def let_until(self, what: Callable[[], bool]) -> None:
        """Let time pass until a condition holds."""
        for _ in range(round(_MANY_SECONDS / _WAITING_FRAME)):
            if what():
                return
            self._pass(_WAITING_FRAME)
        raise AssertionError("it never came about")

    def let_until_waits(self, *stages: Waits) -> None:
        """Let time pass until the table waits for one of `stages`."""
        self.let_until(lambda: isinstance(self.top, TableScene) and self.waits() in stages)

    def let_until_counted(self) -> None:
        """Let time pass until the count is on the screen."""
        self.let_until(lambda: isinstance(self.top, CountScene))

    # hands

    def point(self, space: int) -> Point:
        """The pixel in the middle of a space."""
        if space == ASIDE_INDEX:
            return self.layout.board.aside[0]
        return self.layout.board.centres[space]

    def space(self, name: str) -> int:
        """The space of a name."""
        return self.match.rules.grid.index_of(name)

    def click_space(self, space: int | str) -> None:
        """Click a space."""
        self.hit(self.point(self.space(space) if isinstance(space, str) else space))

    def hand_point(self, index: int = 0) -> Point:
        """The pixel in the middle of a tile of the hand; closing moves begin on the daffodil."""
        if self.waits() is Waits.CLOSE:
            return self.layout.board.aside[self.game.aside().index(self.game.hand()[index])]
        hand = self.game.hand()
        return self.layout.hand_spot(hand, hand[index], self.table.selection.chosen).centre

    def key_to(self, space: str) -> None:
        """Press a column's letter and a number."""
        self.press(space[0], space[1])

    def place_somewhere(self) -> None:
        """Put a tile of the hand where a beginner would, by mouse."""
        choice = make_bot("greedy").choose(self.match, self.game.view, Random(0))
        self.table.selection.chosen = self.game.hand().index(choice.tile)
        self.click_space(choice.space)

    def play_call(self) -> None:
        """Answer the call for the person in view."""
        self.let_until_waits(Waits.ACT)
        seat = self.game.view
        while self.waits() is Waits.ACT and self.game.view == seat:
            self.place_somewhere()

    def play_round(self) -> None:
        """Play until the round is over, for everybody at the screen; closing moves are skipped."""
        for _ in range(1000):
            self.let_until(
                lambda: (
                    not isinstance(self.top, TableScene)
                    or self.waits() not in (Waits.BEGIN, Waits.CALL, Waits.HAND_OVER, Waits.BOTS)
                )
            )
            if not isinstance(self.top, TableScene):
                self.press("return")
            elif self.waits() is Waits.ACT:
                self.place_somewhere()
            elif self.waits() is Waits.CLOSE:
                self.press("n")
            else:
                return
        raise AssertionError("the round never ends")

    def resize_to(self, width: int, height: int) -> None:
        """Give the window another size."""
        self.size = (width, height)
        view = make_view(self.size)
        self.context.painter.resize(view)
        self.stack.resize(view)


def open_table(
    context: Context,
    rules: str = "classic free single none",
    players: tuple[Player, ...] = (Player("Ana"),),
    *,
    seed: str = "42",
    edition: str = "",
    caller: CallerRule = CallerRule.COMPUTER,
    answer_seconds: int | None = None,
    has_hidden_boards: bool = False,
    is_blind: bool = False,
) -> TableStage:
    """A new match, with its first call made unless a computer has to begin."""
    setup = TableSetup(
        Ruleset.parse(rules),
        players,
        seed,
        edition=edition,
        caller=caller,
        answer_seconds=answer_seconds,
        has_hidden_boards=has_hidden_boards,
        is_blind=is_blind,
    )
    stage = TableStage(context, context.routes.new_table(setup))
    stage.let(FRAME)
    return stage


def reopen_table(context: Context) -> TableStage:
    """The saved match, as after a crash."""
    match = context.store.autosave.load().match
    assert match is not None
    return TableStage(context, context.routes.saved_table(match))


def tiles_of(stage: TableStage) -> dict[str, str]:
    """Return the tiles on the board in view, by space."""
    position = stage.match.round.seats[0].position
    grid = stage.match.rules.grid
    return {grid.name_of(i): str(t) for i, t in enumerate(position.tiles) if t is not None}


def picture_bytes(stage: TableStage) -> bytes:
    return pygame.image.tobytes(stage.draw(), "RGB")


def before_lines(context: Context) -> TableStage:
    """A table at which five lines were completed, each in its turn, from the right to the left."""
    spaces = ("e1", "e2", "a1", "a2", "e3", "d1", "d2", "d3", "d4", "a3")
    numbers = {"a": 1, "d": 5, "e": 9}
    pool, order = list(CLASSIC.tile_set), []
    for name in spaces:
        wanted = numbers[name[0]]
        tile = next(t for t in pool if t.number(Direction.VERTICAL) == wanted)
        pool.remove(tile)
        order.append(tile)
    setup = TableSetup(Ruleset(), people("Ana"), "42")
    game = TableGame.start(setup)
    game.source = DealSource(setup.rules, "42", ((*order, *pool)[: len(CLASSIC.spaces)],))
    game.begin_round()
    for name in spaces:
        game.place(game.hand()[0], CLASSIC.index_of(name))
        game.call_next()
    stage = TableStage(context, context.routes.table(game))
    stage.let(FRAME)
    return stage


def first_place(stage: TableStage) -> tuple[Tile, int]:
    """Return a tile of the hand and the last space on which it may be placed."""
    tile = stage.game.hand()[0]
    return tile, stage.game.legal(tile)[-1]
