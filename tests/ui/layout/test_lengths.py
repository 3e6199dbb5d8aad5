"""The division of a length among parts, for any wants."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from game.ui.layout.lengths import GROUP, SCROLLS, WRAPS, Length, divide, spread_apart

lengths = some.builds(
    lambda own, less, weight, rank: Length(own, max(0, own - less) if rank else own, weight, rank),
    some.integers(0, 300),
    some.integers(0, 300),
    some.sampled_from([0.0, 0.0, 1.0, 2.5]),
    some.sampled_from([0, 1, 2, 3]),
)


@given(some.integers(0, 1000), some.lists(lengths, max_size=6), some.integers(0, 20))
def test_nothing_is_shorter_than_its_least_nor_all_longer_than_they_must_be(
    room: int, wants: list[Length], gap: int
) -> None:
    divided = divide(room, wants, gap)
    assert all(length >= want.least for length, want in zip(divided, wants, strict=True))
    total = sum(divided) + gap * max(0, len(wants) - 1)
    own = sum(want.natural for want in wants) + gap * max(0, len(wants) - 1)
    least = sum(want.least for want in wants) + gap * max(0, len(wants) - 1)
    if any(want.weight for want in wants) and own <= room:
        assert total == room
    if least <= room:
        assert total <= max(room, 0)
    else:
        assert total == least or not wants


def test_shares_ignore_what_is_in_them_and_growing_adds_to_it() -> None:
    shares = [Length(0, 10, 1.0), Length(0, 10, 3.0)]
    assert divide(400, shares) == [100, 300]
    assert divide(400, [Length(100, 100, 1.0), Length(0, 0, 1.0)]) == [250, 150]
    assert divide(100, [Length(0, 60, 1.0), Length(0, 10, 3.0)]) == [60, 40]


def test_scrollers_give_way_before_panels() -> None:
    wants = [Length(100, 100), Length(200, 50, 0.0, SCROLLS), Length(200, 50, 0.0, GROUP)]
    assert divide(400, wants) == [100, 100, 200]
    assert divide(300, wants) == [100, 50, 150]


def test_of_one_rank_all_give_way_by_what_they_can_spare_and_words_last() -> None:
    wants = [Length(100, 100), Length(200, 100, 0.0, SCROLLS), Length(300, 100, 0.0, SCROLLS)]
    assert divide(450, wants, 0) == [100, 150, 200]
    assert divide(470, wants, 10) == [100, 150, 200]
    words = [Length(100, 40, 0.0, WRAPS), Length(100, 60, 0.0, GROUP)]
    assert [divide(room, words) for room in (180, 160, 130, 50)] == [
        [100, 80],
        [100, 60],
        [70, 60],
        [40, 60],
    ]
    assert divide(100, []) == []


def test_places_are_moved_apart_and_back_from_the_right_edge() -> None:
    for places, right, moved in (
        ([], 100, []),
        ([10, 50], 100, [10, 50]),
        ([10, 15, 50], 100, [10, 30, 50]),
        ([10, 95, 99], 100, [10, 80, 100]),
        ([70, 80, 90], 100, [60, 80, 100]),
        ([10, 120], 100, [10, 100]),
    ):
        assert spread_apart(places, 20, right) == moved
