"""What is read aloud while a table is played: changes that no key asked about."""

from collections.abc import Iterator
from typing import Final

from game.play.rival import RivalBoard
from game.play.table_game import Phase, TableGame
from game.rules.match import PlayerKind
from game.rules.moves import Called, Event, Finished, Placed, TakenBack
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.frame.topics import as_sentences
from game.ui.scenes.shared.names import name_points, spoken_time
from game.ui.scenes.shared.table_mode import TableMode
from game.ui.scenes.table.reader import TableReader

SHORT: Final = 10.0
"""Seconds on the clock at which the remaining time is read aloud, once."""

_LONG_WAIT: Final = 1.5
"""Seconds of waiting for others after which their placements are announced."""

_AFTER_CALLS: Final = frozenset({Phase.CLOSE, Phase.ROUND_OVER, Phase.MATCH_OVER})
"""Phases in which no call follows."""


class TableAnnouncer:
    """Reads aloud moves, new instructions, low time and computers' points, none of them twice.

    `is_skipping`: the tiles that follow are skipped, and read aloud in one sentence by
    `end_skipping`. `has_title_been_read`: the title needs no repetition.
    """

    def __init__(
        self, context: Context, mode: TableMode, reader: TableReader, table: Scene
    ) -> None:
        self._context, self._mode, self._game = context, mode, mode.control.game
        self._reader, self._words, self._table = reader, reader.words, table
        self._company: dict[str, float] = {}
        """The computers' points that were read aloud last, by name."""
        self._instructions, self._time_left, self._waited = "", mode.seconds_left(), 0.0
        self.has_title_been_read = False
        self.is_skipping = False
        self._skipped: list[Event] = []

    @property
    def is_announced(self) -> bool:
        """Whether the table's heading was read; earlier sentences would be repeated by it."""
        return self._context.announced is self._table

    def enter(self) -> None:
        """Leave the instructions to the heading, which follows."""
        self._instructions = self._mode.instructions()

    def speak_changes(self, dt: float) -> None:
        """Read aloud changes without an input: new instructions, low time, placements of others."""
        before, self._instructions = self._instructions, self._mode.instructions()
        left, self._time_left = self._time_left, self._mode.seconds_left()
        if not self.is_announced or self._skipped:
            return
        self.has_title_been_read = True
        waited = self._waited
        self._waited = waited + dt if self._game.phase() is Phase.BOTS else 0.0
        fresh = [
            line for line in self._instructions.splitlines() if line not in before.splitlines()
        ]
        if left is not None and self._time_left is not None and left > SHORT >= self._time_left:
            fresh.append(spoken_time(self._context, SHORT))
        if waited > _LONG_WAIT and self._game.phase() is Phase.CALL:
            fresh.append(self._context.text("play.answered"))
        self._context.speak(as_sentences(fresh))

    def speak_moves(self, events: tuple[Event, ...]) -> None:
        """Read aloud the changes of the board on display; those of skipped tiles are collected."""
        if self.is_skipping:
            self._skipped += events
            return
        if not self.is_announced:
            # The heading names the called tile.
            events = tuple(event for event in events if not isinstance(event, Called))
        view, words = self._game.view, [self._words.describe(events)]
        is_called = any(isinstance(event, Called) for event in events)
        if not is_called and any(isinstance(e, Placed) and e.seat == view for e in events):
            words.append(self._words.next_tile())
        mine = (e for e in events if isinstance(e, Placed | TakenBack | Finished))
        if self._game.phase() in _AFTER_CALLS and any(e.seat == view for e in mine):
            is_closing = self._game.phase() is Phase.CLOSE
            words.append(self._words.closing() if is_closing else self._reader.to_do())
        news = " ".join(filter(None, words))
        self._context.speak(news)
        self._context.has_news |= bool(news)

    def end_skipping(self) -> None:
        """Read aloud the events of skipped tiles in one sentence."""
        self.is_skipping = False
        if self._skipped:
            self._context.speak(self._words.describe_skipped(self._skipped))
            self._skipped = []

    def speak_company(self) -> None:
        """Read aloud a computer's points when it has made some.

        When a game is resumed the rival plays all its calls at once: those are no news.
        """
        scored: list[str] = []
        for board, seat in self._public_computers():
            name, points = board.player(seat).name, board.total_now(seat)
            if points > self._company.get(name, points):
                scored.append(name_points(self._context, name, points))
            if name in self._company or _count_tiles(board, seat) >= _count_tiles(self._game):
                self._company[name] = points
        if self.is_announced:
            self._context.speak(as_sentences(scored))

    def _public_computers(self) -> Iterator[tuple[TableGame, int]]:
        """Yield the computers whose boards are public: each game and its seat."""
        game, rival = self._game, self._mode.rival
        boards = [(game, seat) for seat in game.others]
        if isinstance(rival, RivalBoard):
            boards.append((rival.game, rival.game.view))
        for board, seat in boards:
            is_public = not board.is_hidden(seat) and not board.is_secret(seat)
            if is_public and board.player(seat).kind is PlayerKind.BOT:
                yield board, seat


def _count_tiles(game: TableGame, seat: int | None = None) -> int:
    """Return the number of tiles on a board."""
    return sum(tile is not None for tile in game.position(seat).tiles)
