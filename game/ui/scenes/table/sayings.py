"""The remarks of computers about the table: rare, and none twice in a match."""

from typing import Final

from game.bots.players.registry import LEVELS
from game.play.table_game import TableGame
from game.rules.match import PlayerKind
from game.rules.moves import Called, Event, LineCompleted, LineDied
from game.ui.frame.context import Context
from game.ui.scenes.table.stroke import Stroke

_APART: Final = 4
"""Least calls between two remarks."""

_MUCH: Final = 2
"""The level of a stroke from which it causes a remark."""

_BROKEN: Final = 2
"""Lines broken by one placement from which it causes a remark."""


class Sayings:
    """Chooses the remarks of a table's computers.

    The events of a call are remarked upon at the next one: a computer's placement stays hidden
    until the people have placed theirs.
    """

    def __init__(self, context: Context, game: TableGame) -> None:
        self._context, self._game = context, game
        self._past: list[Event] = []
        self._spoken: set[tuple[str, str]] = set()
        self._last = -_APART

    def hear(self, events: tuple[Event, ...]) -> str:
        """Take new events; return a computer's remark to show now, "" for none."""
        is_called = any(isinstance(event, Called) for event in events)
        past = self._past if is_called else []
        self._past = [*([] if is_called else self._past), *events]
        game, current = self._game, self._game.round
        if not past or current is None:
            return ""
        if game.setup.is_blind or game.setup.has_hidden_boards:
            return ""
        call = len(current.calls)
        if 0 <= call - self._last < _APART:
            return ""
        for seat, kind in self._reasons(past):
            bot = game.player(seat).bot or ""
            if (bot, kind) not in self._spoken:
                self._spoken.add((bot, kind))
                self._last = call
                words = self._context.text(f"bots.{bot}.{kind}")
                return self._context.text("play.says", name=game.player(seat).name, words=words)
        return ""

    def _reasons(self, past: list[Event]) -> list[tuple[int, str]]:
        """Return the possible remarks with their computers' seats, the likeliest first."""
        game = self._game
        seats = [
            seat
            for seat, player in enumerate(game.match.players)
            if player.kind is PlayerKind.BOT and player.bot in LEVELS
        ]
        proud = [(seat, "proud") for seat in seats if Stroke.of(past, seat).level >= _MUCH]
        died = [e.seat for e in past if isinstance(e, LineDied)]
        done = {e.seat for e in past if isinstance(e, LineCompleted)}
        sad = [(s, "sorry") for s in seats if died.count(s) >= _BROKEN and s not in done]
        people = [i for i in range(len(game.match.players)) if i not in seats]
        is_beaten = any(Stroke.of(past, seat).level >= _MUCH for seat in people)
        # Each remark comes from another computer if there are several.
        turn = len(self._spoken) % len(seats) if seats else 0
        admiring = [(seat, "admires") for seat in seats[turn:] + seats[:turn]] * is_beaten
        return [*admiring, *proud, *sad]
