"""Immutable snapshots of tables for screens: the journal's state and this program's part in it."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import Final

from game.net.journal.events import RemindedEvent
from game.net.journal.invitations import Invitation, read_invitation
from game.net.journal.names import name_marks, names_of
from game.net.journal.store import Seating, StoredTable
from game.net.journal.table import Table, TablePhase
from game.net.post.guest import Guest
from game.net.post.leader import Leader
from game.net.post.transport import folder_of_url
from game.net.post.turn_files import TablePlayer
from game.net.service.notice import Notice
from game.rules.errors import FormatError
from game.rules.match import PlayerKind
from game.rules.names import show_name

LATE_SECONDS: Final = 15
"""Seconds after a call's time without a close; then the game master extended it, or is away."""


@dataclass(frozen=True, slots=True)
class SeatApplicant:
    """An applicant for a seat, `name` as it can be shown; `is_here` in this program.

    `mark` is the start of the key where another player at the table has the same name.
    """

    key: bytes
    name: str
    is_here: bool = False
    is_sent_away: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """One table as its thread last published it.

    `own_seats` are played by people here. `waited` are seats whose turn may still arrive,
    `handed_in` own seats whose turn is handed in, `turns` those turns of the open call.
    `unsent` counts this program's requests that the journal has not answered and no turn file
    holds. `asking` are the applicants, the leader's own first; `free` the seats of players who
    left or are out, `left` of those who left. `trouble` is why the transport failed. With
    `can_go_on` a table led by hand waits for its game master. `rematch` is the invitation to
    the next table, `wants_rematch` are the seats of guests who ask its game master for one.
    `begun_at` is the UTC second of the first call, 0 before it. `is_late`: a call's time ended
    15 seconds ago without a close. `is_stopped`: another program has taken the lead. `problem` is
    why the journal's next line cannot be read.

    `id` is the table's, `seating` this program's part in it, `table` the journal's state or None
    while it is unread. `is_master`: this program leads. `reminded` is the open call's last
    reminder. `is_promise_broken`: the calls were not those of the promised seed. `is_earlier`: only
    an earlier version could play on, so it is over, and nobody's game.
    """

    id: bytes
    seating: Seating
    table: Table | None
    is_master: bool
    own_seats: tuple[int, ...] = ()
    waited: frozenset[int] = frozenset()
    handed_in: frozenset[int] = frozenset()
    turns: tuple[tuple[int, str], ...] = ()
    unsent: int = 0
    asking: tuple[SeatApplicant, ...] = ()
    free: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    trouble: str = ""
    can_go_on: bool = False
    rematch: str = ""
    wants_rematch: tuple[int, ...] = ()
    reminded: RemindedEvent | None = None
    begun_at: int = 0
    is_late: bool = False
    is_stopped: bool = False
    is_promise_broken: bool = False
    is_earlier: bool = False
    problem: FormatError | None = None

    @property
    def until(self) -> int:
        """The end of the open call in UTC seconds; 0 without an open call."""
        if self.table is None or self.table.call is None:
            return 0
        wait_until = self.seating.lead_settings.wait_until if self.is_master else 0
        return max(self.table.call.until, wait_until)

    @property
    def is_gone(self) -> bool:
        """Whether there is no such table here, or no longer."""
        return not self.seating.invitation.key

    @property
    def is_watching(self) -> bool:
        """Whether no person plays here, and this program does not lead the table either."""
        return not self.own_seats and not self.is_master

    @property
    def is_over(self) -> bool:
        """Whether no more events will be read here."""
        is_over = self.table is not None and self.table.phase is TablePhase.OVER
        return is_over or self.is_stopped or self.is_earlier

    @property
    def waits_for_me(self) -> bool:
        """Whether a person here has not answered the open call."""
        return bool(self.waited.intersection(self.own_seats) - self.handed_in) and not self.is_over

    @property
    def must_send(self) -> bool:
        """Whether turn files go by hand, and a request made here is in none yet."""
        seating = self.seating
        is_carried = seating.folder or folder_of_url(seating.invitation.url)
        return self.unsent > 0 and not is_carried and not self.is_over

    @property
    def unanswered(self) -> frozenset[int]:
        """The seats whose turn is neither with the leader nor on its way."""
        return self.waited if self.must_send else self.waited - self.handed_in

    @property
    def waits_here(self) -> bool:
        """Whether the table waits for a person here, as a player or as the game master."""
        return self.waits_for_me or self.can_go_on or self.must_send

    @property
    def next_table(self) -> bytes:
        """The id of the rematch that all are invited to; b"" without one."""
        with contextlib.suppress(FormatError):
            return read_invitation(self.rematch).table if self.rematch else b""
        return b""

    def notice(self) -> Notice:
        """Return the table's notice for the menu."""
        table = self.table
        rules = None if table is None else table.opened.rules
        names = [] if table is None else names_of(table)
        seats = sorted(range(len(names)), key=lambda seat: seat not in self.own_seats)
        players = tuple(names[seat] for seat in seats)
        return Notice(
            self.id.hex(), self.waits_here, self.until, self.is_over, rules, self.league, players
        )

    @property
    def league(self) -> str:
        """The title of the league that the table counts for, "" for none."""
        title = "" if self.table is None else self.table.opened.title
        return self.seating.lead_settings.league or title


def gone_table(id: bytes) -> TableSnapshot:
    """Return the snapshot for a table that is unknown here."""
    return TableSnapshot(id, Seating(Invitation(id, b""), ()), None, is_master=False)


def take_snapshot(
    stored: StoredTable,
    player: TablePlayer,
    now: float,
    trouble: Exception | None = None,
    *,
    is_stopped: bool = False,
) -> TableSnapshot:
    """Return a snapshot of a table as this program sees it."""
    seating, table = stored.seating, player.journal.table
    if table is not None and table.is_earlier:
        return TableSnapshot(stored.id, seating, table, is_master=False, is_earlier=True)
    snapshot = TableSnapshot(
        stored.id,
        seating,
        table,
        seating.leads,
        trouble="" if trouble is None else str(trouble),
        can_go_on=not is_stopped and isinstance(player, Leader) and player.waits_to_go_on,
        unsent=player.unsent() if isinstance(player, Guest) else 0,
        is_stopped=is_stopped,
        problem=player.journal.problem,
    )
    if table is None:
        return snapshot
    chairs, keys = dict(enumerate(table.chairs)), {seat.key for seat in seating.seats}
    free = tuple(seat for seat in chairs if table.is_free(seat))
    left = tuple(seat for seat, chair in chairs.items() if chair.key in table.left)
    # Outside a league the turns of a player who is out count until a substitute sits down.
    gone = free if table.is_league else left
    own_seats = tuple(
        seat
        for seat, chair in chairs.items()
        if seat not in gone
        and (chair.is_house if seating.leads else chair.key in keys)
        and chair.player.kind is PlayerKind.HUMAN
    )
    is_shut = player.is_shut if isinstance(player, Leader) else lambda _: False
    waited = frozenset(seat for seat in chairs if table.is_waited_for(seat) and not is_shut(seat))
    handed_in = (
        player.handed_in().intersection(own_seats) if table.call is not None else frozenset()
    )
    asking = [
        SeatApplicant(
            one.key,
            show_name(one.name),
            one.key in keys,
            one.key.hex() in seating.lead_settings.sent_away,
        )
        for one in table.asking
    ]
    asking.sort(key=lambda one: seating.leads and not one.is_here)
    sitting = [(chair.key, show_name(chair.player.name)) for chair in table.chairs]
    marks = name_marks([*sitting, *((one.key, one.name) for one in asking)])
    return replace(
        snapshot,
        own_seats=own_seats,
        waited=waited,
        handed_in=handed_in,
        turns=tuple(one for one in player.turns() if one[0] in handed_in),
        asking=tuple(replace(one, mark=marks[one.key]) for one in asking),
        free=free,
        left=left,
        rematch=table.rematch,
        wants_rematch=player.wants_rematch if isinstance(player, Leader) and not is_stopped else (),
        reminded=table.reminded,
        begun_at=table.begun_at,
        is_late=table.call is not None and now > snapshot.until + LATE_SECONDS,
        is_promise_broken=table.is_promise_broken,
    )
