"""Climbs of others: new, known, the player's own, or unfinished."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from game.climb.arrivals import Arrival, meet_climb
from game.climb.scores import (
    finished_climb,
    friends_climb,
)
from game.climb.sharing import with_climber
from game.storage.store import Storage
from tests.climb.stores import DAY, NOON
from tests.gallery.climb import play_climb


def test_a_climb_that_arrives_is_new_known_ones_own_or_unfinished() -> None:
    climbs = Storage.in_memory().profile.climbs
    own, sent, begun = (play_climb(seed, "duckling").record for seed in "123")
    begun = replace(begun, stages=(replace(begun.stages[0], choice=None),))
    assert begun.replay().chooses, "its player has passed the first stage"
    climbs.add(finished_climb(own, NOON))
    for record, relation in (
        (own, Arrival.OWN), (sent, Arrival.NEW), (begun, Arrival.UNFINISHED),
    ):  # fmt: skip
        assert meet_climb(climbs, record, NOON, DAY).relation is relation
    friends = friends_climb(with_climber(sent, "Mia"), NOON, DAY)
    number = climbs.add(friends)
    later = NOON + timedelta(1)
    known = meet_climb(climbs, with_climber(sent, "Eva"), later, DAY)
    assert known.relation is Arrival.KNOWN
    assert (known.climb.id, known.climb.name, known.climb.finished_at) == (number, "Mia", NOON)
