"""Decides when a leader may close a call although a seat has no turn in it.

Once the seats of the leader's own program have answered, all others have some seconds more, and
again more after the program was away.
"""

from typing import Final

from game.net.table import OpenCall, Table

GRACE_SECONDS: Final = 10
"""Seconds for guests after the leader's own turns are sent, or without own seats the call."""

BACK_SECONDS: Final = 30
"""Seconds instead, if the program was away at the deadline; a patient table gives a tenth of a
call's time."""

ABSENT_SECONDS: Final = 5
"""Seconds after a promised poll above which the program slept or had no transport."""

_NEVER: Final = -1


class TableClock:
    """The leader's clock at one table, with the times at which its program was away."""

    def __init__(self) -> None:
        self._ahead = 0
        self._clock = 0
        self.now = _NEVER
        """UTC seconds of the last poll."""
        self.promised = 0.0
        """UTC seconds by which the next poll is needed: a program that waits until then is not
        away.
        """
        self._has_transport = True
        self._absences: list[tuple[int, int]] = []
        """The last second before each absence, and the first one after it."""
        self._sent: tuple[int, int] | None = None

    def note_poll(self, clock: int, table: Table | None) -> int:
        """Note that the transport was read; return the table's time, which never goes back.

        If this machine's clock is set back, seconds are counted from the table's time.
        """
        floor = 0 if table is None else table.at
        now = clock + self._ahead
        if now < max(floor, self.now):
            now = max(floor, self.now)
            self._ahead = now - clock
        if not self._has_transport or now - max(self.now, self.promised) > ABSENT_SECONDS:
            self._absences.append((self.now, now))
        self._clock, self.now, self._has_transport = clock, now, True
        return now

    def begin_call(self, table: Table) -> int:
        """Return the time for a new call: this machine's, unless the journal's last line is
        later.
        """
        self.now = max(self._clock, table.at)
        self._ahead = self.now - self._clock
        return self.now

    def lose_transport(self) -> None:
        """Note that the transport failed: until the next poll the program counts as away."""
        self._has_transport = False

    def note_sent(self, call: OpenCall, now: int) -> None:
        """Note that the own seats' turns in a call are sent, or the call where there are none."""
        if self._sent is None or self._sent[0] != call.number:
            self._sent = (call.number, now)
            self._absences = [one for one in self._absences if one[1] > call.since]

    def may_close(self, table: Table, call: OpenCall, deadline: int) -> bool:
        """Whether the time of a seat without a turn is over."""
        last = self.last_second(table, call, deadline)
        return last is not None and self.now > last

    def last_second(self, table: Table, call: OpenCall, deadline: int) -> int | None:
        """Return the last second (UTC) for which a guest's seat is waited; None while it is
        unknown.
        """
        if self._sent is None or self._sent[0] != call.number:
            return None
        sent, back = self._sent[1], self._back_after(deadline)
        if back is not None and call.was_late:
            return deadline
        if back is None:
            return max(deadline, sent + GRACE_SECONDS)
        return max(deadline, max(sent, back) + _grace(table))

    def own_last_second(self, table: Table, call: OpenCall, deadline: int) -> int:
        """Return the last second (UTC) for which a seat of a person in this program is waited."""
        back = None if call.was_late else self._back_after(deadline)
        return deadline if back is None else max(deadline, back + _grace(table))

    def extension(self, table: Table, call: OpenCall) -> int | None:
        """Return the later deadline of a call whose time ended while the program was away.

        None for any other call, and for one that was already extended after its time: otherwise a
        program that runs for a moment now and then would never close it.
        """
        back = None if call.was_late else self._back_after(call.until)
        return None if back is None else back + _grace(table)

    def _back_after(self, deadline: int) -> int | None:
        """Return when the program that was away at a deadline came back; None if it was not
        away.
        """
        return next((end for last, end in self._absences if last <= deadline < end), None)


def _grace(table: Table) -> int:
    return table.opened.seconds // 10 if table.is_patient else BACK_SECONDS
