"""The timing of the first game: each step calls the tile that the lesson wants."""

from collections.abc import Callable
from typing import Final

from game.play.deal_source import DealSource
from game.play.lesson import Lesson, LessonGoal
from game.play.table_control import TableControl, TableEvent, TableSignal
from game.play.table_game import Phase
from game.rules.match import Match
from game.rules.moves import Call, Event, Placed, TakenBack
from game.rules.placement import Placement

_SKIP_SECONDS: Final = 0.42
"""Seconds between two tiles that are placed automatically."""


class LessonFlow:
    """Waits for the player except at the first call, at steps without text, and for skipped tiles.

    `has_words` returns whether the current step has a text; `help_with` chooses the placements of
    skipped tiles.
    """

    goes_on_by_click = False

    def __init__(
        self,
        lesson: Lesson,
        has_words: Callable[[Match], bool],
        help_with: Callable[[Match], Placement],
    ) -> None:
        self.lesson = lesson
        self._has_words = has_words
        self._help_with = help_with
        self._skip_in: float | None = None

    @property
    def is_skipping(self) -> bool:
        """Whether tiles are being placed automatically."""
        return self._skip_in is not None

    def can_go_on(self, table: TableControl) -> bool:
        """Whether the player may go to the next step."""
        if table.game.hand() or table.game.phase() is Phase.BEGIN:
            return self.lesson.step.goal is LessonGoal.SKIP
        return True

    def can_place(self, table: TableControl) -> bool:
        """Whether the player may place: always, except while tiles are placed automatically."""
        return not self.is_skipping

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        """Make the first call, place the next skipped tile, or pass a step without text."""
        if self._skip_in is not None:
            self._skip_in -= dt
            return self._skip_one(table) if self._skip_in <= 0 else []
        if table.game.phase() is Phase.BEGIN:
            return table.begin_round()
        if not is_moving and not self._has_words(table.game.match):
            return self._go_to_next(table)
        return []

    def go_on(self, table: TableControl) -> list[TableEvent]:
        """Go to the next step, start or end the skipping of tiles, or go to the count."""
        if self.is_skipping:
            return self._skip_all(table)
        if self.lesson.step.goal is LessonGoal.SKIP:
            self._skip_in = 0.0
            return []
        if self.lesson.step.goal is LessonGoal.END:
            return [TableSignal.OVER] if table.game.match.is_complete else []
        return self._go_to_next(table) if self.can_go_on(table) else []

    def interrupt(self, table: TableControl) -> list[TableEvent]:
        """Place all remaining skipped tiles at once."""
        return self._skip_all(table)

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        """Let the lesson judge what the player did."""
        for event in events:
            match event:
                case Placed() if not self.is_skipping:
                    self.lesson.place(table.game.match)
                case TakenBack():
                    self.lesson.take_back()
                case _:
                    pass

    def _go_to_next(self, table: TableControl) -> list[TableEvent]:
        needs_call = self.lesson.go_on(table.game.match)
        return self._call(table) if needs_call else [TableSignal.STEP]

    def _call(self, table: TableControl) -> list[TableEvent]:
        """Call the tile that the lesson wants."""
        game = table.game
        order = self.lesson.order_for(game.match)
        source = DealSource(game.match.rules, game.setup.seed, (order,))
        return table.report(game.perform(Call(source.next_call(game.match.round, 0))))

    def _skip_one(self, table: TableControl) -> list[TableEvent]:
        """Call a tile if needed and place it; after the last one go to the next step."""
        game = table.game
        if game.match.round.seats[0].position.filled.bit_count() >= self.lesson.step.until:
            self._skip_in = None
            return self._go_to_next(table)
        news = [] if game.hand() else self._call(table)
        chosen = self._help_with(game.match)
        self._skip_in = _SKIP_SECONDS
        return news + table.report(game.place(chosen.tile, chosen.space), is_helped=True)

    def _skip_all(self, table: TableControl) -> list[TableEvent]:
        news: list[TableEvent] = []
        while self.is_skipping:
            news += self._skip_one(table)
        return news

    def cover(self, table: TableControl) -> None:
        """Do nothing: a lesson waits."""
