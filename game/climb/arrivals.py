"""Climbs sent by others: which of them are added to the high-score table, under their names."""

from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from game.climb.record import ClimbRecord
from game.climb.scores import friends_climb
from game.storage.climbs import Climbs, FinishedClimb


class Arrival(StrEnum):
    """The relation of a received climb to the stored ones; values are catalogue keys."""

    NEW = "new"
    KNOWN = "known"
    OWN = "own"
    UNFINISHED = "unfinished"


class ArrivedClimb(NamedTuple):
    """A received climb and its relation to the stored ones; `climb` is the stored copy if there is
    one.
    """

    relation: Arrival
    climb: FinishedClimb


def meet_climb(climbs: Climbs, record: ClimbRecord, now: datetime, today: date) -> ArrivedClimb:
    """Return a verified climb with its relation to the stored ones; nothing is stored.

    An unfinished climb can be viewed but not added to the table.
    """
    arrived = friends_climb(record, now, today)
    number = climbs.id_of(arrived.identity)
    stored = None if number is None else climbs.climb(number)
    if stored is not None:
        return ArrivedClimb(Arrival.KNOWN if stored.name else Arrival.OWN, stored)
    is_over = record.replay().is_over
    return ArrivedClimb(Arrival.NEW if is_over else Arrival.UNFINISHED, arrived)
