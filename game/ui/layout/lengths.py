"""Divides the length of a row or column among its parts; no pygame here."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

NEVER: Final = 0
SCROLLS: Final = 1
GROUP: Final = 2
WRAPS: Final = 3
"""The order in which parts shrink without enough room: scrollers, then groups, then words."""


class Length(NamedTuple):
    """The lengths of one part, in pixels: its natural one, the least one, its weight among those
    that divide the rest, and its place in the order of shrinking.
    """

    natural: int
    least: int
    weight: float = 0.0
    gives_way: int = NEVER


def divide(room: int, wants: Sequence[Length], gap: int = 0) -> list[int]:
    """Return each part's length; together they fill `room` where a part has a weight and are
    longer than it only where the least lengths are.
    """
    free = max(0, room - gap * (len(wants) - 1))
    lengths = [want.natural for want in wants]
    sharing = {index: want.weight for index, want in enumerate(wants) if want.weight}
    while sharing:
        rest, total = max(0, free - sum(lengths)), sum(sharing.values())
        short = [
            index
            for index, weight in sharing.items()
            if lengths[index] + rest * weight / total < wants[index].least
        ]
        if not short:
            _spread(lengths, sharing, rest)
            break
        for index in short:
            lengths[index] = wants[index].least
            del sharing[index]
    for rank in (SCROLLS, GROUP, WRAPS):
        spare = {
            index: lengths[index] - want.least
            for index, want in enumerate(wants)
            if want.gives_way == rank and lengths[index] > want.least
        }
        missing = sum(lengths) - free
        if missing > 0 and spare:
            _spread(lengths, spare, -min(missing, sum(spare.values())))
    return lengths


def _spread(lengths: list[int], weights: dict[int, float] | dict[int, int], amount: int) -> None:
    """Add `amount` in whole pixels, by weight."""
    total, used, given = sum(weights.values()), 0.0, 0
    for index, weight in weights.items():
        used += weight
        upto = round(amount * used / total)
        lengths[index] += upto - given
        given = upto


def spread_apart(places: Iterable[float], apart: float, right: float) -> list[float]:
    """Return rising places moved apart to at least `apart`, the last one at most at `right`."""
    moved: list[float] = []
    for x in places:
        moved.append(max(x, moved[-1] + apart) if moved else x)
    limit = right
    for index in range(len(moved) - 1, -1, -1):
        moved[index] = min(moved[index], limit)
        limit = moved[index] - apart
    return moved
