"""Input to the frame that shows it: the very next one, on real scenes in the real loop."""

from __future__ import annotations

from itertools import repeat

import pygame
import pytest

from game.play.table import TableSetup
from game.play.table_game import Phase
from game.rules.match import Player
from game.rules.ruleset import Ruleset
from game.ui.frame import loop as frame_loop
from game.ui.frame.context import Context
from game.ui.frame.loop import Loop
from game.ui.frame.scene import Scene
from game.ui.frame.stack import SceneStack
from game.ui.layout.rects import Point, Rect
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title import scene as menu_scene
from game.ui.scenes.title.scene import TitleScene
from tests.ui.test_captions import Window
from tests.ui.test_loop import FakeClock


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine must not make a frame late: that is another promise.
    monkeypatch.setattr(frame_loop, "MAKING_SECONDS", 60.0)


class Screen:
    """A loop whose window's picture stays, and the events of its next tick."""

    def __init__(self, context: Context, scene: Scene, size: tuple[int, int] = (1280, 800)) -> None:
        self.window = Window(size)
        self.queue: list[pygame.Event] = []
        stack = SceneStack(scene, context.painter.view)
        self.loop = Loop(self.window, context, stack, clock=FakeClock(), events=self._take)

    def _take(self) -> list[pygame.Event]:
        events, self.queue = self.queue, []
        return events

    def pixels(self, rect: Rect | None = None) -> bytes:
        """Return the window's pixels, or those of a part."""
        surface = self.window.surface
        return pygame.image.tobytes(surface if rect is None else surface.subsurface(rect), "RGB")

    def shows_at_once(self, *events: pygame.Event, where: Rect | None = None) -> bool:
        """Whether the tick in which the events come draws one frame, with another picture."""
        before, flips = self.pixels(where), self.window.flips
        self.queue = list(events)
        self.loop.step()
        return self.window.flips == flips + 1 and self.pixels(where) != before


def key(code: int, text: str = "") -> pygame.Event:
    """A key goes down."""
    return pygame.Event(pygame.KEYDOWN, key=code, mod=0, unicode=text)


def moved(at: Point) -> pygame.Event:
    """The pointer is there."""
    return pygame.Event(pygame.MOUSEMOTION, pos=at)


def clicked(at: Point) -> list[pygame.Event]:
    """A button goes down and up within one tick."""
    kinds = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    return [pygame.Event(kind, pos=at, button=1) for kind in kinds]


@pytest.fixture
def table(context: Context) -> TableScene:
    scene = context.routes.new_table(TableSetup(Ruleset(), (Player("Ana"),), "42"))
    assert isinstance(scene, TableScene)
    return scene


def wait_for_call(screen: Screen, table: TableScene) -> None:
    """Until a tile is in hand and nothing moves any more."""
    for _ in range(600):
        screen.loop.step()
        if table.game.phase() is Phase.ACT and not table.motion.is_running:
            return
    raise AssertionError("nothing was called")


def test_placing_by_mouse(context: Context, table: TableScene) -> None:
    screen = Screen(context, table)
    wait_for_call(screen, table)
    assert table.layout is not None
    at, hand = table.layout.board.centres[0], table.layout.hand_area
    space = Rect(round(at[0]) - 30, round(at[1]) - 30, 60, 60)
    assert screen.shows_at_once(moved(at), where=space), "the preview"
    assert screen.shows_at_once(*clicked(at), where=hand), "the tile leaves the hand"
    assert table.game.match.round.seats[0].position.tiles[0] is not None


def test_placing_by_key(context: Context, table: TableScene) -> None:
    screen = Screen(context, table)
    wait_for_call(screen, table)
    assert table.layout is not None
    assert screen.shows_at_once(key(pygame.K_a, "a"), key(pygame.K_1, "1")), "the cursor"
    hand = table.layout.hand_area
    assert screen.shows_at_once(key(pygame.K_RETURN, "\r"), where=hand), "the tile leaves the hand"
    assert table.game.match.round.seats[0].position.tiles[0] is not None


def test_a_move_in_the_menu(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    # What is loaded behind the menu takes its time; the board that plays itself moves.
    monkeypatch.setattr(menu_scene, "load_behind", lambda catalogue: repeat(None))
    screen = Screen(context, TitleScene(context))
    for _ in range(30):
        screen.loop.step()
    flips = screen.window.flips
    screen.loop.step()
    assert screen.window.flips == flips, "nothing moves by itself"
    assert screen.shows_at_once(key(pygame.K_DOWN))
    assert screen.shows_at_once(key(pygame.K_UP))
