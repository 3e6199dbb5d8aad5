"""The mode of a table: a protocol for a match, a lesson, a stage of the Climb, and a table
apart.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import pygame

from game.play.table_control import TableControl, TableEvent
from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.draw.theme import Sky
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Navigation, Scene
from game.ui.parts import Maybe, Widget, WordLink
from game.ui.widgets import UNUSED, IconButton, OnPress, Outcome

if TYPE_CHECKING:
    from game.play.rival import BesideBoard
    from game.ui.scenes.shared.table_layout import TableLayout


MATCH_ACTIONS: Final = frozenset(
    {Action.RESTART, Action.NEW_DEAL, Action.COACH, Action.COPY, Action.GIVE_UP}
)
"""Actions of a match at one screen, which stages and tables apart ignore."""


class PastTotals(NamedTuple):
    """The best and the mean total of earlier games like this one; None without any."""

    best: float | None = None
    mean: float | None = None


class TableScreen(Protocol):
    """The table's scene, as a mode sees it."""

    @property
    def chosen(self) -> Tile | None:
        """The tile of the hand to be placed next, or None."""

    def choose(self, tile: Tile) -> None:
        """Make a tile of the hand the one to be placed next."""

    def act(self, action: Action) -> Navigation | None:
        """Perform an action at the table."""

    def show(self, news: list[TableEvent]) -> Navigation | None:
        """Show the events returned by an act of the control."""

    def say(self, words: str) -> None:
        """Show a message for as long as reading takes, and read it aloud."""

    def seat_rival(self) -> None:
        """Make room for the mode's rival, or remove its column."""


class ScoreDisplay(Protocol):
    """The score of a mode in which points are only one factor, such as the Climb's product."""

    def advance(self, dt: float, arrived: Arrived) -> bool:
        """Advance animations; return whether a new frame is needed."""

    def most(self) -> float:
        """Return the points of a full column."""

    def abouts(self) -> tuple[str, str]:
        """Return what the row of factors means, and what is held at the foot."""

    def write_gain(self) -> str:
        """Return the gain of the latest placement in words."""

    def outlook(self, tile: Tile, space: int) -> str:
        """Return the score before and after a placement; "" if it does not change."""

    def draw_outlook(
        self, surface: pygame.Surface, layout: TableLayout, tile: Tile, space: int
    ) -> None:
        """Draw the score before and after a placement."""

    def draw_ground(self, surface: pygame.Surface, layout: TableLayout) -> None:
        """Draw the background of the harvest."""

    def draw(self, surface: pygame.Surface, layout: TableLayout, top: int, most: float) -> None:
        """Draw everything but the lines' bands, which end at `top` in a column of `most` points."""

    def sky(self) -> Sky | None:
        """Return the sky behind the table, None for the default one."""


class Arrived(NamedTuple):
    """The visible state of the last placement.

    `is_flying`: its tile is still moving; `unlit`: completed lines not lit yet; `is_still`: nothing
    is animated.
    """

    is_flying: bool
    unlit: frozenset[int]
    is_still: bool


class TableMode(Protocol):
    """The mode of a table: its control, buttons, keys, title and exits.

    A mode inherits from it and says only what it changes: most have no strip above the board, no
    own score, no rival and no clock.
    """

    control: TableControl
    """The control of the table: legal acts, and the time of the next event."""

    past: PastTotals = PastTotals()
    """The best and mean totals of games like this one."""

    score_display: ScoreDisplay | None = None
    """The display of the mode's own score; None if points are the score."""

    rival: BesideBoard | None = None
    """The computer that plays beside a single player, or None."""

    @property
    def is_timed(self) -> bool:
        """Whether a clock runs, so that the pause hides the table."""
        return False

    def sign(self, table: TableScreen) -> IconButton:
        """Return the button in the upper corner: the pause, or the exit."""

    def links(self, table: TableScreen) -> list[WordLink]:
        """Return the links at the foot for pointer users; the first one takes back."""

    def above(self, table: TableScreen) -> Maybe:
        """Return the strip above the board; rebuilt after each change."""
        return None

    def highest_above(self) -> Iterable[Widget]:
        """Return widgets as high as the strip can become, to reserve its room."""
        return ()

    def below_hand(self, table: TableScreen) -> Maybe:
        """Return the button below the hand, or the band that ends the closing moves, or None."""
        return None

    def beside(self, table: TableScreen) -> Maybe:
        """Return the part below the hand; its room is reserved from the start."""
        return None

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that matter now and what they do, the important ones first."""

    def title(self) -> tuple[str, str]:
        """Return the table's name and a line about it."""

    def instructions(self) -> str:
        """Return sentences about tasks beyond placing tiles; "" for none."""
        return ""

    def explain_score(self) -> str:
        """Return sentences about the mode's own score; "" for none."""
        return ""

    def seconds_left(self) -> float | None:
        """Return the seconds left to place the hand; None without a clock."""
        return None

    def expect_tile(self, table: TableScreen) -> None:
        """Do what must come before a press on a free space is read."""
        return

    def use_key(self, key: Command, table: TableScreen) -> Outcome:
        """Handle a key that only this mode uses; return whether it did."""
        return UNUSED

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        """Return the navigation of an exit: `CANCEL`, `QUIT`, another deal, giving up, the code."""

    def draw(self, surface: pygame.Surface, layout: TableLayout) -> None:
        """Draw the mode's additions between the table's picture and the widgets."""
        return

    def count(self) -> Scene:
        """Return the scene that follows the end of the game."""


def table_sign(context: Context, icon: Icon, key: str, press: OnPress) -> IconButton:
    """Return the button in a table's corner; its tooltip is the catalogue's `key`."""
    return IconButton(icon, press, tooltip=partial(context.text, key), id="sign")


def undo_links(context: Context, table: TableScreen) -> list[WordLink]:
    """Return the links that take back and place again."""
    redo = table_link(context, "play.redo", partial(table.act, Action.REDO), Action.REDO)
    return [take_back_link(context, table), redo]


def take_back_link(context: Context, table: TableScreen) -> WordLink:
    """Return the link that takes a tile back."""
    act = Action.TAKE_BACK
    return table_link(context, "play.take_back", partial(table.act, act), act)


def table_link(
    context: Context, key: str, press: OnPress, id: Hashable = None, *, leads: bool = False
) -> WordLink:
    """Return a link at the foot of a table, worded by the catalogue's `key`."""
    return WordLink(partial(context.text, key), press, id=id, leads=leads)
