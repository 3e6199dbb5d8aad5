"""Decides when a game master's program may close a call over a seat without an answer.

What no reader can check, the program owes ("Nobody is overtaken"): once the house's answers are
sent, everybody else has some seconds more, and more still after the program was away.
"""

from dataclasses import dataclass
from typing import Final

from game.net.fold import OpenCall, Table

GRACE_SECONDS: Final = 10
"""After the house's answers, or without a house the call, have been sent."""

BACK_SECONDS: Final = 30
"""The same where the program was away when the deadline passed; in `mail` a tenth of a call."""

ABSENT_SECONDS: Final = 5
"""Between two looks: more, and the program slept or had no transport."""

_NEVER: Final = -1


@dataclass(frozen=True, slots=True)
class Delay:
    """Since when (UTC seconds) those who missed a call while the program was away have had time.

    It is kept: a program that runs for a moment now and then would wait for ever.
    """

    call: bytes
    since: int


class TableClock:
    """The game master's clock at one table, and how long its program has been there."""

    def __init__(self, kept: Delay | None = None) -> None:
        self.delay = kept
        """What is to be kept."""
        self._ahead = 0
        self._clock = 0
        self.now = _NEVER
        """UTC seconds when the program last looked."""
        self._has_transport = True
        self._absences: list[tuple[int, int]] = []
        """The last second before each and the first one after it."""
        self._stands: tuple[bytes, int] | None = None

    def look(self, clock: int, table: Table | None) -> int:
        """Note that the transports were read now; return the table's time, which never goes back.

        Where this machine's clock does, seconds are counted from where it stood.
        """
        call = None if table is None else table.call
        floor = 0 if table is None else table.closed_at if call is None else call.since
        now = clock + self._ahead
        if now < max(floor, self.now):
            now = max(floor, self.now)
            self._ahead = now - clock
        if not self._has_transport or now - self.now > ABSENT_SECONDS:
            self._absences.append((self.now, now))
        self._clock, self.now, self._has_transport = clock, now, True
        return now

    def begin_call(self, table: Table) -> int:
        """The time that a call is signed with: this machine's again, if it is not too early."""
        self.now = max(self._clock, table.closed_at)
        self._ahead = self.now - self._clock
        return self.now

    def lose_transport(self) -> None:
        """Note that a transport carries nothing: until one does the program is away."""
        self._has_transport = False

    def stand(self, call: OpenCall, now: int) -> None:
        """Note that the house's answers to a call are sent, or the call where there is no house."""
        if self._stands is None or self._stands[0] != call.hash:
            self._stands = (call.hash, now)
            self._absences = [one for one in self._absences if one[1] > call.since]

    def may_close(self, table: Table, call: OpenCall, deadline: int) -> bool:
        """Whether the seats without an answer have had all their time."""
        if self._stands is None or self._stands[0] != call.hash or self.now <= deadline:
            return False
        stands = self._stands[1]
        back = next((end for last, end in self._absences if last <= deadline < end), None)
        if back is None:
            return self.now > stands + GRACE_SECONDS
        since, delay = max(stands, back), self.delay
        if delay is None or delay.call != call.hash or delay.since <= deadline:
            self.delay = Delay(call.hash, since)
        else:
            since = min(since, delay.since)
        grace = table.opened.seconds // 10 if table.is_league else BACK_SECONDS
        return self.now > since + grace
