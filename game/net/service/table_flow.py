"""A network table at the screen: its match as it is seen here, and when it continues."""

from collections.abc import Callable
from dataclasses import replace

from game.net.journal.draft import draft_of, with_turns
from game.net.journal.names import name_players, names_of
from game.net.journal.table import TurnText
from game.net.service.service import Service
from game.net.service.snapshots import TableSnapshot
from game.play.catch_up import catch_up
from game.play.keeper import SeatsApart
from game.play.league import Replacement
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
from game.play.table_game import Phase, TableGame
from game.rules.match import Match, apply
from game.rules.moves import Event, Move
from game.rules.names import show_name


def marked_match(snapshot: TableSnapshot) -> Match:
    """Return a table's match with names as they can be shown, equal ones marked."""
    assert snapshot.table is not None
    assert snapshot.table.match is not None
    return name_players(snapshot.table, snapshot.table.match)


def replacements(snapshot: TableSnapshot) -> tuple[Replacement, ...]:
    """Return the substitutions at a table, with names as they can be shown."""
    if snapshot.table is None:
        return ()
    names = names_of(snapshot.table)
    came = {one.seat: names[one.seat] for one in snapshot.table.substitutions}
    last = {one.seat: one for one in snapshot.table.substitutions}
    return tuple(
        Replacement(
            one.seat,
            show_name(one.left.name),
            came[one.seat] if last[one.seat] is one else show_name(one.came.name),
            one.after,
        )
        for one in snapshot.table.substitutions
    )


class ApartKeeper:
    """Owns a network table's match for one screen: the journal's, with the turns placed here.

    What is placed is stored as a draft of the open call, and handed in whole.
    """

    def __init__(self, service: Service, table: bytes) -> None:
        self.service, self.id = service, table
        self.known: Match | None = None
        """The journal's match that was received last."""
        self.apart = _seats_apart(self.snapshot)
        self.match = self._read()

    @property
    def snapshot(self) -> TableSnapshot:
        """The table's latest snapshot."""
        return self.service.snapshot(self.id)

    def game(self) -> TableGame:
        """Return the game in which the table's seats here are played."""
        setup = TableSetup(self.match.rules, self.match.players, self.id.hex()[:8])
        return TableGame(setup, self)

    def perform(self, move: Move) -> tuple[Event, ...]:
        match, events = apply(self.match, move)
        self.keep(match)
        return events

    def keep(self, match: Match) -> None:
        self.service.keep_draft(self.id, draft_of(match, self.snapshot.own_seats))
        self.match = match

    def _read(self) -> Match:
        """Return the journal's match with the turns of the seats here, handed in or not."""
        snapshot, draft = self.snapshot, self.service.drafts.get(self.id)
        match, turns = marked_match(snapshot), dict(snapshot.turns)
        call = None if snapshot.table is None else snapshot.table.call
        if draft is not None and call is not None and draft.call == call.number:
            placed = {seat: text for seat, text in draft.turns if seat in snapshot.own_seats}
            turns, match = placed | turns, replace(match, meta=draft.meta)
        return with_turns(match, turns.items())

    def receive(self) -> tuple[Event, ...] | None:
        """Take over the journal's newest state.

        Returns the events that lead to it, None without news.
        """
        snapshot = self.snapshot
        known = None if snapshot.table is None else snapshot.table.match
        if known is None or known is self.known:
            return None
        is_first, self.known = self.known is None, known
        shown = self._read()
        events = () if is_first else catch_up(self.match, shown)
        self.apart = _seats_apart(snapshot)
        self.match = shown
        return events

    def note_answers(self) -> None:
        """Take over which seats elsewhere have answered the open call."""
        answered = self.apart.elsewhere - self.snapshot.waited
        self.apart = replace(self.apart, answered=answered)


def _seats_apart(snapshot: TableSnapshot) -> SeatsApart:
    own_seats = frozenset(snapshot.own_seats)
    chairs = () if snapshot.table is None else snapshot.table.chairs
    # A substitute for a player who is out plays a seat that this match knows as given up.
    return SeatsApart(frozenset(range(len(chairs))) - own_seats, substitutes=own_seats)


class ApartFlow:
    """Decides when a network table continues: when the game master's journal says so.

    A tile placed here can be moved until the turn is handed in, and a turn be taken back until the
    call closes (C4). `now` is UTC.
    """

    goes_on_by_click = False

    def __init__(
        self,
        match: ApartKeeper,
        now: Callable[[], float],
    ) -> None:
        self._match = match
        self._has_seat = bool(self.snapshot.own_seats)
        self._now = now
        self._last_mark: tuple[TableSnapshot, int] | None = None
        self._handed_in: tuple[int, int] | None = None
        """Round and call whose turns were handed in here."""
        self._taken_back: tuple[int, int] | None = None
        """Round and call whose turns were taken back since."""
        self._wait = Wait()

    @property
    def snapshot(self) -> TableSnapshot:
        """The table's latest snapshot."""
        return self._match.snapshot

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        """Apply new moves; pass the screen on after a while.

        A player who got or lost a seat needs another page: then the table is left.
        """
        if bool(self.snapshot.own_seats) is not self._has_seat and not is_moving:
            return [TableSignal.OVER]
        news = [] if is_moving else self._receive(table)
        mark = (self.snapshot, int(self._now()))
        if not news and mark != self._last_mark:
            # Another seat answered, or a second passed: the list of those waited for is redrawn.
            self._last_mark = mark
            self._match.note_answers()
            news = [MovesApplied(())]
        if news:
            return news
        table.wait_left = None
        phase = table.game.phase()
        if table.is_peeking:
            self._wait.left = None
            return []
        if phase is Phase.HAND_OVER:
            pause = HAND_OVER_PAUSE
        elif phase is Phase.MATCH_OVER:
            pause = LAST_PAUSE
        else:
            return []
        return self.go_on(table) if self._wait.tick(table, pause, dt) else []

    def go_on(self, table: TableControl) -> list[TableEvent]:
        """Hand over to the next person here, hand in the turns, or show the count."""
        self._wait.left = None
        phase = table.game.phase()
        if phase is Phase.HAND_OVER:
            return table.hand_over()
        if phase is Phase.MATCH_OVER:
            return [TableSignal.OVER]
        if self.can_hand_in(table.game):
            self.hand_in(table.game)
            return [BoardShown(table.game.view)]
        return []

    def can_hand_in(self, game: TableGame) -> bool:
        """Whether everything to be placed here is placed, and not handed in yet."""
        current = game.round
        if current is None or not current.calls or self.has_handed_in(game) or self.is_shut:
            return False
        snapshot, table = self.snapshot, self.snapshot.table
        if table is None or table.call is None or table.match is not self._match.known:
            return False
        if self._taken_back == self._place(game) and not snapshot.waited.issuperset(
            snapshot.own_seats
        ):
            # The leader has not answered the request yet.
            return False
        seats = [current.seats[seat] for seat in snapshot.own_seats]
        rules = game.match.rules
        return bool(seats) and all(
            not seat.hand and (len(current.calls) < len(rules.call_sizes) or seat.is_done(rules))
            for seat in seats
        )

    def has_handed_in(self, game: TableGame) -> bool:
        """Whether all turns of this program in the latest call are handed in."""
        snapshot = self.snapshot
        if game.round is None or not snapshot.own_seats:
            return False
        place = self._place(game)
        is_handed = place == self._handed_in or snapshot.handed_in.issuperset(snapshot.own_seats)
        return is_handed and place != self._taken_back

    @property
    def is_shut(self) -> bool:
        """Whether the time of a person here is over, in the program that leads the table."""
        snapshot = self.snapshot
        is_open = snapshot.table is not None and snapshot.table.call is not None
        done = snapshot.waited | snapshot.handed_in
        return is_open and snapshot.is_master and not done.issuperset(snapshot.own_seats)

    def _place(self, game: TableGame) -> tuple[int, int]:
        """Return the game's round and call."""
        return len(game.match.rounds), len(game.match.round.calls)

    def hand_in(self, game: TableGame) -> None:
        """Hand in the placed tiles."""
        snapshot = self.snapshot
        self._handed_in, self._taken_back = self._place(game), None
        for index in snapshot.own_seats:
            seat = game.match.round.seats[index]
            turn = TurnText(seat.turns[-1].placements, seat.finish)
            self._match.service.hand_in(self._match.id, index, turn.write(game.match.rules.grid))

    def cover(self, table: TableControl) -> None:
        """Do nothing: only the player hands a turn in."""

    def interrupt(self, table: TableControl) -> list[TableEvent]:
        """Take back handed-in turns together with the tile, while the call is open."""
        self._wait.left = None
        game = table.game
        if self.has_handed_in(game) and game.can_take_back():
            self._taken_back = self._place(game)
            for seat in self.snapshot.own_seats:
                self._match.service.take_back(self._match.id, seat)
        return []

    def can_place(self, table: TableControl) -> bool:
        """Whether a tile may be placed: before it is handed in, and only on the own board."""
        is_open = not self.has_handed_in(table.game) and not self.is_shut
        return is_open and not table.is_peeking

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        """Do nothing: placing alone hands nothing in."""

    def _receive(self, table: TableControl) -> list[TableEvent]:
        """Bring the journal's newest state onto the screen; return the news."""
        events, game = self._match.receive(), table.game
        if events is None:
            return []
        news = table.stop_peeking() if table.is_peeking else []
        own_seats = self.snapshot.own_seats
        if own_seats and game.view not in own_seats:
            game.hand_over(own_seats[0])
        self._wait.left = None
        return [*news, *table.report(events)] or [BoardShown(game.view)]
