"""The games that people at one screen won of each other, from evening to evening."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from game.progress.tonight import LONGEST_BREAK, wins_tonight
from game.storage.history import PlayedMatch, SeatResult

NINE = datetime(2026, 11, 21, 21, tzinfo=UTC)


def played(when: datetime, **totals: float) -> PlayedMatch:
    results = tuple(
        SeatResult(name, name != "Master", None if name != "Master" else "master", total, False)
        for name, total in totals.items()
    )
    return PlayedMatch(1, "", when, "", "", "", "", frozenset(), 1, results)


def test_an_evening_is_counted_between_the_same_people() -> None:
    hour = timedelta(hours=1)
    evening = [
        played(NINE - hour, Ana=120, Ben=150),
        played(NINE - 2 * hour, Ben=90, Ana=110, Master=180),
        played(NINE - 3 * hour, Ana=77),
        played(NINE - 4 * hour, Ana=140, Ben=140),
        played(NINE - 5 * hour, Ana=200, Cleo=10),
        played(NINE - 7 * hour, Ana=150, Ben=100),
        played(NINE - 7 * hour - LONGEST_BREAK, Ana=1, Ben=2),
        played(NINE - 8 * hour - 2 * LONGEST_BREAK, Ana=1, Ben=2),
    ]
    # The pause is between two games: an evening may last longer.
    assert [*wins_tonight(evening, NINE).items()] == [("Ana", 3), ("Ben", 3)]
    assert wins_tonight(evening, NINE, ["Cleo", "Ana"]) == {"Ana": 1, "Cleo": 0}
    assert wins_tonight(evening, NINE + LONGEST_BREAK) == {}, "tomorrow is another evening"
    assert wins_tonight([], NINE) == {}
    other = [played(NINE + hour, Ana=1, Ben=9), played(NINE - hour, Ana=9, Ben=1), *evening]
    assert wins_tonight(other[:2], NINE) == {"Ben": 1, "Ana": 1}, "another window's latest game"
    far = [played(NINE + hour, Ana=1, Ben=9), played(NINE - LONGEST_BREAK, Ana=9, Ben=1)]
    assert wins_tonight(far, NINE) == {"Ben": 1, "Ana": 1}, "the break is counted from now"
    three = [played(NINE - n * hour, Ana=1 + n % 2, Ben=2 - n % 2) for n in (1, 2, 3)]
    three += [played(NINE - 4 * hour, Ana=1, Ben=3)]
    assert [*wins_tonight(three, NINE).items()] == [("Ana", 2), ("Ben", 2)]
    assert [*wins_tonight(three[1:], NINE).items()] == [("Ben", 2), ("Ana", 1)]
    ahead = [played(NINE + timedelta(days=99), Ana=1, Ben=9), *evening]
    assert wins_tonight(ahead, NINE) == wins_tonight(evening, NINE), "a clock was wrong"


def test_a_game_of_others_between_two_games_shortens_the_pause() -> None:
    hour = timedelta(hours=1)
    evening = [
        played(NINE, Ana=2, Ben=1),
        played(NINE - 4 * hour, Cleo=5, Dan=6),
        played(NINE - 8 * hour, Ana=1, Ben=2),
    ]
    assert wins_tonight(evening, NINE) == {"Ana": 1, "Ben": 1}
    assert wins_tonight(evening[::2], NINE) == {"Ana": 1, "Ben": 0}
