"""Runs that others send: which of them are added to the high-score table, as theirs."""

from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from game.progress.climb.record import ClimbRecord
from game.progress.climb.scores import friends_run
from game.storage.runs import FinishedRun, Runs


class Arrival(StrEnum):
    """How a run that was brought stands to those that are stored; values are catalogue keys."""

    NEW = "new"
    KNOWN = "known"
    OWN = "own"
    UNFINISHED = "unfinished"


class ArrivedRun(NamedTuple):
    """A run that was brought, and how it stands here; the stored one where it is stored."""

    standing: Arrival
    run: FinishedRun


def meet_run(runs: Runs, record: ClimbRecord, now: datetime, today: date) -> ArrivedRun:
    """Return how a verified run stands to the stored ones; nothing is stored.

    A run that still goes on can be looked at and has no place in a table.
    """
    arrived = friends_run(record, now, today)
    number = runs.id_of(arrived.identity)
    stored = None if number is None else runs.run(number)
    if stored is not None:
        return ArrivedRun(Arrival.KNOWN if stored.name else Arrival.OWN, stored)
    is_over = record.replay().is_over
    return ArrivedRun(Arrival.NEW if is_over else Arrival.UNFINISHED, arrived)
