"""Other climbs beside one's best: whose pennant is at which camp, and the ghosts of a seed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from game.progress.climb.days import usual_stages
from game.progress.climb.ghosts import Ghost, GhostKind, computer_ghosts, ghost_of
from game.progress.climb.record import parse_climb
from game.progress.climb.scores import best_runs, counted_runs
from game.progress.climb.state import day_seed
from game.rules.errors import FormatError
from game.ui.scenes.shared.names import bot_name

if TYPE_CHECKING:
    from game.storage.runs import FinishedRun
    from game.ui.frame.context import Context


class Camper(NamedTuple):
    """Somebody whose climb ended at a stage; of `points` None where only the height is known."""

    kind: GhostKind
    name: str
    stage: int
    points: int | None = None


@lru_cache(maxsize=100)
def _ghost_of_run(run: FinishedRun) -> Ghost | None:
    kind = GhostKind.FRIEND if run.name else GhostKind.PLAYER
    try:
        return replace(ghost_of(kind, parse_climb(run.record)), name=run.name)
    except FormatError:
        return None


def ghosts_on(context: Context, seed: str, day: date | None) -> tuple[Ghost, ...]:
    """Return the stored climbs of a seed, and the computers' where it is that of a day."""
    runs = (run for run in context.store.profile.runs.finished() if run.seed == seed and run.stage)
    ghosts = [ghost for run in runs if (ghost := _ghost_of_run(run)) is not None]
    return (*ghosts, *(() if day is None else computer_ghosts(day)))


def name_ghost(context: Context, ghost: Ghost) -> str:
    """Return whose climb it is, in words."""
    match ghost.kind:
        case GhostKind.COMPUTER:
            return bot_name(context, ghost.name)
        case GhostKind.PLAYER:
            return context.text("climb.start.you")
        case GhostKind.FRIEND:
            return ghost.name


def campers_of(context: Context, day: date) -> tuple[Camper, ...]:
    """Return who is on the mountain of a day: the player's best, friends, computers."""
    runs = context.store.profile.runs.finished()
    best = next(best_runs(counted_runs(run for run in runs if not run.name)), None)
    campers = []
    if best is not None:
        name = context.text("climb.start.you")
        campers.append(Camper(GhostKind.PLAYER, name, best.stage, best.points))
    seed = day_seed(day)
    friends = (run for run in runs if run.name and run.seed == seed)
    campers += [Camper(GhostKind.FRIEND, run.name, run.stage, run.points) for run in friends]
    computers = computer_ghosts(day)
    for ghost in computers:
        name = bot_name(context, ghost.name)
        total = ghost.totals[-1]
        campers.append(Camper(GhostKind.COMPUTER, name, len(ghost.totals), total))
    if not computers:
        campers += [
            Camper(GhostKind.COMPUTER, bot_name(context, bot), stage)
            for bot, stage in usual_stages().items()
        ]
    return tuple(campers)


def by_camp(campers: Iterable[Camper]) -> dict[int, list[Camper]]:
    """Return who is at each camp: the player first, then friends, then computers."""
    order = list(GhostKind)
    camps: dict[int, list[Camper]] = defaultdict(list)
    for camper in sorted(campers, key=lambda one: order.index(one.kind)):
        camps[camper.stage].append(camper)
    return camps
