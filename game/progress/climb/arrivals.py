"""Climbs sent by others: which of them are added to the high-score table, under their names."""

from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from game.progress.climb.record import ClimbRecord
from game.progress.climb.scores import friends_run
from game.storage.runs import FinishedRun, Runs


class Arrival(StrEnum):
    """The relation of a received climb to the stored ones; values are catalogue keys."""

    NEW = "new"
    KNOWN = "known"
    OWN = "own"
    UNFINISHED = "unfinished"


class ArrivedRun(NamedTuple):
    """A received climb and its relation to the stored ones; `run` is the stored copy if there is
    one.
    """

    relation: Arrival
    run: FinishedRun


def meet_run(runs: Runs, record: ClimbRecord, now: datetime, today: date) -> ArrivedRun:
    """Return a verified climb with its relation to the stored ones; nothing is stored.

    An unfinished climb can be viewed but not added to the table.
    """
    arrived = friends_run(record, now, today)
    number = runs.id_of(arrived.identity)
    stored = None if number is None else runs.run(number)
    if stored is not None:
        return ArrivedRun(Arrival.KNOWN if stored.name else Arrival.OWN, stored)
    is_over = record.replay().is_over
    return ArrivedRun(Arrival.NEW if is_over else Arrival.UNFINISHED, arrived)
