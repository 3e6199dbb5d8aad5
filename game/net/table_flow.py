"""Decides how a table apart goes on: takes others' moves in, hands this home's turns in."""

from collections.abc import Callable
from dataclasses import replace

from game.net.answers import TurnText
from game.net.home import Draft
from game.net.names import name_players
from game.net.service import Service, TableSnapshot
from game.play.catch_up import catch_up
from game.play.table import TableSetup
from game.play.table_control import (
    HAND_OVER_PAUSE,
    LAST_PAUSE,
    BoardShown,
    MovesApplied,
    TableControl,
    TableEvent,
    TableSignal,
    Wait,
)
from game.play.table_game import Stage, TableGame
from game.rules.match import Match
from game.rules.moves import Event


def game_of(seen: TableSnapshot, name: str) -> TableGame:
    """Return the game in which this home's seats of a table are played; it is saved by nobody."""
    match = marked_match(seen)
    elsewhere = frozenset(range(len(match.players))) - frozenset(seen.own)
    setup = TableSetup(match.rules, match.players, name)
    return TableGame(setup, match, elsewhere=elsewhere)


def marked_match(seen: TableSnapshot) -> Match:
    """Return a table's match with names that can be shown and told apart."""
    assert seen.table is not None
    assert seen.table.match is not None
    return name_players(seen.table, seen.table.match)


class ApartFlow:
    """Decides when a table apart goes on: when its game master's log says so.

    What is placed here stays a try until it is handed in, which is final (C4). `pause` says after
    how many seconds that happens by itself, None where the player does it; `now` is UTC.
    """

    goes_on_by_click = False

    def __init__(
        self,
        service: Service,
        table: bytes,
        pause: Callable[[], float | None],
        now: Callable[[], float],
    ) -> None:
        self._service, self._id = service, table
        self._has_seat = bool(self.seen.own)
        self._pause, self._now = pause, now
        self._told: tuple[TableSnapshot, int] | None = None
        self._known: Match | None = None
        self._handed: tuple[int, int] | None = None
        """Round and call whose turns were handed in here."""
        self._wait = Wait()

    @property
    def seen(self) -> TableSnapshot:
        """The table as its thread last saw it."""
        return self._service.seen[self._id]

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        """Take in what came; hand in and pass the screen on after a while.

        Whoever has got a seat, or lost it, needs another table's buttons.
        """
        if bool(self.seen.own) is not self._has_seat and not is_moving:
            return [TableSignal.OVER]
        news = [] if is_moving else self._receive(table)
        mark = (self.seen, int(self._now()))
        if not news and mark != self._told:
            # Somebody answered, or another second is gone.
            self._told = mark
            waited = self.seen.waited
            table.game.answered = table.game.elsewhere - waited
            news = [MovesApplied(())]
        if news:
            return news
        table.wait_left = None
        stage = table.game.stage()
        if table.is_peeking:
            self._wait.left = None
            return []
        if stage is Stage.HAND_OVER:
            pause: float | None = max(HAND_OVER_PAUSE, self._pause() or 0.0)
        elif stage is Stage.MATCH_OVER:
            pause = max(LAST_PAUSE, self._pause() or 0.0)
        elif self.can_hand_in(table.game):
            pause = self._pause()
        else:
            return []
        return self.go_on(table) if self._wait.pass_by(table, pause, dt) else []

    def go_on(self, table: TableControl) -> list[TableEvent]:
        """Go on to the next person of this home, hand the turns in, or show the count."""
        self._wait.left = None
        stage = table.game.stage()
        if stage is Stage.HAND_OVER:
            return table.hand_over()
        if stage is Stage.MATCH_OVER:
            return [TableSignal.OVER]
        if self.can_hand_in(table.game):
            self.hand_in(table.game)
            return [BoardShown(table.game.view)]
        return []

    def can_hand_in(self, game: TableGame) -> bool:
        """Whether all that this home has to place is placed, and not handed in yet."""
        current = game.round
        if current is None or not current.calls or self.has_handed_in(game):
            return False
        table = self.seen.table
        if table is None or table.call is None or table.match is not self._known:
            return False
        own = [current.seats[seat] for seat in self.seen.own]
        rules = game.match.rules
        return bool(own) and all(
            not seat.hand and (len(current.calls) < len(rules.call_sizes) or seat.is_done(rules))
            for seat in own
        )

    def has_handed_in(self, game: TableGame) -> bool:
        """Whether this home's turns of the latest call are handed in."""
        seen, current = self.seen, game.round
        if current is None or not seen.own:
            return False
        place = (len(game.match.rounds), len(current.calls))
        return place == self._handed or seen.handed.issuperset(seen.own)

    def hand_in(self, game: TableGame) -> None:
        """Hand in what is placed: from now on it stays."""
        table, current = self.seen.table, game.match.round
        assert table is not None
        assert table.call is not None
        self._handed = (len(game.match.rounds), len(current.calls))
        seats = list(current.seats)
        for index in self.seen.own:
            seat = seats[index]
            turn = TurnText(seat.turns[-1].placements, seat.finish)
            text = turn.write(game.match.rules.grid)
            self._service.hand_in(self._id, index, Draft(table.call.hash, text))
            seats[index] = replace(seat, before=None)
        rounds = (*game.match.rounds[:-1], replace(current, seats=tuple(seats)))
        game.match = replace(game.match, rounds=rounds)

    def interrupt(self, table: TableControl) -> list[TableEvent]:
        """Start the wait anew, because the player takes a tile back."""
        self._wait.left = None
        return []

    def can_place(self, table: TableControl) -> bool:
        """Whether a tile may be placed: until it is handed in, and on one's own board only."""
        return not table.is_peeking and not self.has_handed_in(table.game)

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        """Do nothing: placing alone hands nothing in."""

    def _receive(self, table: TableControl) -> list[TableEvent]:
        """Apply what is known now to the match that is shown."""
        seen, game = self.seen, table.game
        known = None if seen.table is None else seen.table.match
        if known is None or known is self._known:
            return []
        is_first, self._known = self._known is None, known
        game.elsewhere = frozenset(range(len(known.players))) - frozenset(seen.own)
        # Whoever came for somebody who is out plays a seat that this match knows as given up.
        game.seated_substitutes = set(seen.own)
        shown = marked_match(seen)
        events = () if is_first else catch_up(game.match, shown)
        news = table.stop_peeking() if table.is_peeking else []
        game.match = replace(shown, meta=game.match.meta)
        game.closing = ()
        if seen.own and game.view not in seen.own:
            game.hand_over(seen.own[0])
        self._wait.left = None
        return [*news, *table.report(events)] or [BoardShown(game.view)]
