"""Decides when a leader may close a call over a seat without a turn ("nobody is overtaken").

Once the seats of the leader's own program have answered, everybody else has some seconds more, and
more still after the program was away.
"""

from typing import Final

from game.net.table import OpenCall, Table

GRACE_SECONDS: Final = 10
"""After the turns of the leader's own seats, or without such seats the call, are sent."""

BACK_SECONDS: Final = 30
"""The same where the program was away when the deadline passed; in `mail` a tenth of a call."""

ABSENT_SECONDS: Final = 5
"""Between two looks: more, and the program slept or had no transport."""

_NEVER: Final = -1


class TableClock:
    """The leader's clock at one table, and how long its program has been there."""

    def __init__(self) -> None:
        self._ahead = 0
        self._clock = 0
        self.now = _NEVER
        """UTC seconds when the program last looked."""
        self._has_transport = True
        self._absences: list[tuple[int, int]] = []
        """The last second before each and the first one after it."""
        self._stands: tuple[int, int] | None = None

    def look(self, clock: int, table: Table | None) -> int:
        """Note that the transport was read now; return the table's time, which never goes back.

        Where this machine's clock does, seconds are counted from where it stood.
        """
        floor = 0 if table is None else table.at
        now = clock + self._ahead
        if now < max(floor, self.now):
            now = max(floor, self.now)
            self._ahead = now - clock
        if not self._has_transport or now - self.now > ABSENT_SECONDS:
            self._absences.append((self.now, now))
        self._clock, self.now, self._has_transport = clock, now, True
        return now

    def begin_call(self, table: Table) -> int:
        """The time that a call is written with: this machine's again, if it is not too early."""
        self.now = max(self._clock, table.at)
        self._ahead = self.now - self._clock
        return self.now

    def lose_transport(self) -> None:
        """Note that the transport carries nothing: until it does the program is away."""
        self._has_transport = False

    def stand(self, call: OpenCall, now: int) -> None:
        """Note that the own seats' turns in a call are sent, or the call where there are none."""
        if self._stands is None or self._stands[0] != call.number:
            self._stands = (call.number, now)
            self._absences = [one for one in self._absences if one[1] > call.since]

    def may_close(self, table: Table, call: OpenCall, deadline: int) -> bool:
        """Whether a seat without a turn has had all its time."""
        free = self.free_at(table, call, deadline)
        return free is not None and self.now > free

    def free_at(self, table: Table, call: OpenCall, deadline: int) -> int | None:
        """Return the last second for which a guest's seat is waited; None while it is unknown."""
        if self._stands is None or self._stands[0] != call.number:
            return None
        stands, back = self._stands[1], self._back_after(deadline)
        if back is not None and call.was_late:
            return deadline
        if back is None:
            return max(deadline, stands + GRACE_SECONDS)
        return max(deadline, max(stands, back) + _grace(table))

    def own_free_at(self, table: Table, call: OpenCall, deadline: int) -> int:
        """Return the last second for which a seat of a person in this program is waited."""
        back = None if call.was_late else self._back_after(deadline)
        return deadline if back is None else max(deadline, back + _grace(table))

    def extension(self, table: Table, call: OpenCall) -> int | None:
        """Return the later deadline of a call whose time ended while the program was away.

        None for any other call, and for one that was extended after its time already: a program
        that runs for a moment now and then would wait for ever.
        """
        back = None if call.was_late else self._back_after(call.until)
        return None if back is None else back + _grace(table)

    def _back_after(self, deadline: int) -> int | None:
        """Return when the program came back that was away at a deadline; None if it was here."""
        return next((end for last, end in self._absences if last <= deadline < end), None)


def _grace(table: Table) -> int:
    return table.opened.seconds // 10 if table.is_league else BACK_SECONDS
