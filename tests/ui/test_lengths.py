"""The division of a length among parts, for any wants."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from game.ui.layout.lengths import GROUP, SCROLLS, Length, divide

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
