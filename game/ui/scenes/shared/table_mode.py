"""The mode of a table: the protocol that a match, a lesson, a run and a table apart implement."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from game.ui.frame.bindings import Action
from game.ui.parts import WordLink
from game.ui.widgets import IconButton

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    import pygame

    from game.play.rival import RivalBoard
    from game.play.table_control import TableControl, TableEvent
    from game.rules.tiles import Tile
    from game.ui.draw.icons import Icon
    from game.ui.draw.theme import Sky
    from game.ui.frame.context import Context
    from game.ui.frame.intents import Command
    from game.ui.frame.scene import Navigation, Scene
    from game.ui.parts import Maybe, Widget
    from game.ui.scenes.shared.table_layout import TableLayout
    from game.ui.widgets import OnPress, Outcome


class PastTotals(NamedTuple):
    """The totals of earlier games like this one: the best and the mean, None where there
    is none.
    """

    best: float | None = None
    mean: float | None = None


class TableScreen(Protocol):
    """The table's scene, as its buttons see it."""

    @property
    def chosen(self) -> Tile | None:
        """The tile of the hand that would be placed, None where there is none."""

    def act(self, action: Action) -> Navigation | None:
        """Do what an action means at the table."""

    def show(self, news: list[TableEvent]) -> Navigation | None:
        """Show the events that an act of the control returned."""

    def say(self, words: str, seconds: float = 2.6) -> None:
        """Say something that goes away by itself."""

    def seat_rival(self) -> None:
        """Make room for the mode's rival, or take back what it had."""


class ScoreKeeper(Protocol):
    """A score in which points are only a part: how it stands, what would be, and its picture."""

    def advance(self, dt: float, arrived: Arrived) -> bool:
        """Let time pass; whether a frame is needed."""

    def most(self) -> float:
        """Return the points of a full column."""

    def slowing(self) -> float:
        """Return how many seconds longer the tile that was just placed takes to land."""

    def write_gain(self) -> str:
        """Return what the last placement has brought."""

    def outlook(self, tile: Tile, space: int) -> str:
        """Return the score before and after a placement; "" where it stays."""

    def draw_outlook(
        self, surface: pygame.Surface, layout: TableLayout, tile: Tile, space: int
    ) -> None:
        """Write the score before and after a placement."""

    def draw_ground(self, surface: pygame.Surface, layout: TableLayout) -> None:
        """Draw what lies under the harvest."""

    def draw(self, surface: pygame.Surface, layout: TableLayout, top: int, most: float) -> None:
        """Draw all but the lines' bands, which end at `top` in a column of `most` points."""

    def sky(self) -> Sky | None:
        """Return the sky behind the table, None for the usual one."""


class Arrived(NamedTuple):
    """How far the last placement is shown: whether its tile still flies, which lines it completed
    are not lit, and whether nothing moves by itself.
    """

    is_flying: bool
    unlit: frozenset[int]
    is_still: bool


class TableMode(Protocol):
    """A match or a lesson at a table: its control, buttons, keys, title and exits."""

    @property
    def control(self) -> TableControl:
        """The control: what may be done, and what happens next."""

    @property
    def past(self) -> PastTotals:
        """The total to beat, and the average of games like this one."""

    @property
    def keeper(self) -> ScoreKeeper | None:
        """What keeps a score that is not points alone; None where it is."""

    @property
    def rival(self) -> RivalBoard | None:
        """The computer that plays beside a game alone, where one does."""

    @property
    def is_timed(self) -> bool:
        """Whether a clock runs, so that the table is hidden while that stands."""

    def sign(self, table: TableScreen) -> IconButton:
        """The sign in the upper corner: the pause, or the way out."""

    def words(self, table: TableScreen) -> list[WordLink]:
        """The words at the foot for who uses the pointer, the one that takes back first."""

    def above(self, table: TableScreen, layout: TableLayout) -> Maybe:
        """What stands above the board, made anew whenever something has changed."""

    def highest_above(self) -> Iterable[Widget]:
        """What can come to stand there: the board leaves room for the highest of it."""

    def below_hand(self, table: TableScreen) -> Maybe:
        """The button below the hand, or the band that ends the closing moves, where one matters
        now.
        """

    def beside(self, table: TableScreen) -> Maybe:
        """What stands below the hand; what is there from the beginning has a place to its end."""

    def hints(self) -> list[tuple[str, str]]:
        """The keys that matter now and what they do, the important ones first."""

    def title(self) -> tuple[str, str]:
        """Return what is played, and a line about it."""

    def instructions(self) -> str:
        """Return what the player is asked to do beside placing tiles, in sentences; ""
        for nothing.
        """

    def explain_score(self) -> str:
        """Return what the mode shows of the score, in sentences; "" for nothing."""

    def seconds_left(self) -> float | None:
        """Return how long the hand can still be placed; None where no clock runs."""

    def use_key(self, key: Command, table: TableScreen) -> Outcome:
        """Handle a key that means something only in this mode; whether it was used."""

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        """Return a way out: `CANCEL`, `QUIT`, another deal, giving up, the deal's code."""

    def draw(self, surface: pygame.Surface, layout: TableLayout, points: float) -> None:
        """Draw what is added, over the table's picture and under the widgets; `points` are those
        that have arrived at the score.
        """

    def count(self) -> Scene:
        """The scene that follows when everything is played."""


def table_sign(context: Context, icon: Icon, key: str, press: OnPress) -> IconButton:
    """Return the sign in the corner of a table; its tooltip is the catalogue's `key`."""
    return IconButton(icon, press, tooltip=partial(context.text, key), id="sign")


def undo_words(context: Context, table: TableScreen) -> list[WordLink]:
    """Return the words that take back and place again."""
    words = (("play.take_back", Action.TAKE_BACK), ("play.redo", Action.REDO))
    return [table_word(context, key, partial(table.act, act), act) for key, act in words]


def table_word(
    context: Context, key: str, press: OnPress, id: Hashable = None, *, leads: bool = False
) -> WordLink:
    """Return a word at the foot of a table: the catalogue's `key`."""
    return WordLink(partial(context.text, key), press, id=id, leads=leads)
