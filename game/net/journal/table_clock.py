"""Decides when a call's time is over; later where the leader's program was away at its end."""

from typing import Final

from game.net.journal.table import OpenCall, Table

ABSENT_SECONDS: Final = 5
"""Seconds between two polls above which the program slept or had no transport."""

_NEVER: Final = -1


class TableClock:
    """The leader's clock at one table, with the times at which its program was away."""

    def __init__(self) -> None:
        self._ahead = 0
        self._clock = 0
        self.now = _NEVER
        """UTC seconds of the last poll."""
        self._has_transport = True
        self._absences: list[tuple[int, int]] = []
        """The last second before each absence, and the first one after it."""

    def note_poll(self, clock: int, table: Table | None) -> None:
        """Note that the transport was read at a time, which never goes back.

        If this machine's clock is set back, seconds are counted from the table's time.
        """
        floor = 0 if table is None else table.at
        now = clock + self._ahead
        if now < max(floor, self.now):
            now = max(floor, self.now)
            self._ahead = now - clock
        if not self._has_transport or now - self.now > ABSENT_SECONDS:
            self._absences.append((self.now, now))
        self._clock, self.now, self._has_transport = clock, now, True

    def begin_call(self, table: Table) -> int:
        """Return the time for a new call: this machine's, unless the journal's last line is
        later.
        """
        self.now = max(self._clock, table.at)
        self._ahead = self.now - self._clock
        self._absences.clear()
        return self.now

    def lose_transport(self) -> None:
        """Note that the transport failed: until the next poll the program counts as away."""
        self._has_transport = False

    def is_over(self, table: Table, call: OpenCall) -> bool:
        """Whether a seat without a turn has missed the call."""
        return self.now > max(call.until, self.extension(table, call) or 0)

    def extension(self, table: Table, call: OpenCall) -> int | None:
        """Return the later deadline of a call whose time ended while the program was away.

        It is a tenth of the call's time after the return. None for any other call, and for one that
        was already extended after its time: otherwise a program that runs for a moment now and then
        would never close it.
        """
        back = (end for last, end in self._absences if last <= call.until < end)
        at = None if call.was_late else next(back, None)
        return None if at is None else at + table.opened.seconds // 10
