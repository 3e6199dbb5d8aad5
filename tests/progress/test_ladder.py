"""The ladder of challenges, read from the records."""

from __future__ import annotations

from game.progress.ladder import Ladder
from game.storage.store import Storage


def test_the_next_is_the_first_above_that_is_not_met_then_the_first_of_all() -> None:
    ladder = Ladder(Storage.in_memory().profile)
    first, second, *_, last = ladder.challenges
    assert ladder.count == 0
    assert ladder.next_after() is first
    assert ladder.next_after(first) is second, "one that was missed is left behind"
    assert ladder.next_after(last) is first
