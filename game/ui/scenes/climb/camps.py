"""Other climbs beside the player's best: the pennants at the camps, and the ghosts of a seed."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

from game.climb.days import usual_stages
from game.climb.game import open_games
from game.climb.ghosts import (
    Ghost,
    GhostKind,
    choose_ghosts,
    computer_ghosts,
    ghost_of,
)
from game.climb.record import parse_climb
from game.climb.scores import best_own_climb
from game.climb.state import day_seed
from game.rules.errors import FormatError
from game.storage.climbs import FinishedClimb
from game.ui.draw.bands import ScoreBand
from game.ui.frame.context import Context
from game.ui.scenes.climb.score_picture import bands_of_stage
from game.ui.scenes.shared.names import bot_name

FULL_STAGE: Final = 230
"""The points of a full flag of a stage."""


_REPLAYED: Final = 12
"""Most climbs replayed to find the player's best at a stage, by points."""


class Camper(NamedTuple):
    """A climber whose climb ended at a stage; `points` is None if only the stage is known.

    `bot` is a computer's level, "" for people.
    """

    kind: GhostKind
    name: str
    stage: int
    points: int | None = None
    bot: str = ""


@lru_cache(maxsize=100)
def _ghost_of_climb(climb: FinishedClimb) -> Ghost | None:
    kind = GhostKind.FRIEND if climb.name else GhostKind.PLAYER
    try:
        return replace(ghost_of(kind, parse_climb(climb.record)), name=climb.name)
    except FormatError:
        return None


@lru_cache(maxsize=4)
def flags_of_climb(climb: FinishedClimb) -> tuple[tuple[ScoreBand, ...], ...]:
    """Return the bands of each stage of a climb; () for an invalid record."""
    try:
        steps = parse_climb(climb.record).steps()
        return tuple(bands_of_stage(step.entry.match, step.end.score) for step in steps)
    except FormatError:
        return ()


def ghosts_of_stage(
    context: Context, seed: str, stage: int, total_before: int
) -> tuple[Ghost, ...]:
    """Return the ghosts of a stage.

    They come from stored climbs of its seed, the player's best of other seeds, and on today's seed
    the computers.
    """
    climbs = [climb for climb in context.store.profile.climbs.finished() if climb.stage]
    same = [climb for climb in climbs if climb.seed == seed]
    others: Iterable[FinishedClimb] = ()
    if all(climb.name for climb in same):
        # A climb's points grow with each stage, so few climbs have to be replayed.
        mine = (climb for climb in climbs if not climb.name and climb.stage >= stage)
        others = sorted(mine, key=lambda climb: -climb.points)[:_REPLAYED]
    today = context.store.today
    computers = computer_ghosts(today) if day_seed(today) == seed else ()
    return choose_ghosts(stage, total_before, [*_ghosts(same), *computers], _ghosts(others))


def _ghosts(climbs: Iterable[FinishedClimb]) -> list[Ghost]:
    return [ghost for climb in climbs if (ghost := _ghost_of_climb(climb)) is not None]


def stages_done(context: Context, seed: str) -> int:
    """Return the stages of a seed that the player has finished in any climb: their tiles are
    known.
    """
    climbs = context.store.profile.climbs.finished()
    done = [climb.stage for climb in climbs if climb.seed == seed and not climb.name]
    open_ = (climb for _, climb in open_games(context.store) if climb.state.seed == seed)
    return max([0, *done, *(len(climb.steps) for climb in open_)])


def campers_of(context: Context, day: date) -> tuple[Camper, ...]:
    """Return the climbers on the mountain of a day: the player's best, friends, computers."""
    climbs = context.store.profile.climbs.finished()
    best = best_own_climb(climbs)
    campers = []
    if best is not None:
        name = context.text("climb.start.you")
        campers.append(Camper(GhostKind.PLAYER, name, best.stage, best.points))
    seed = day_seed(day)
    friends = (climb for climb in climbs if climb.name and climb.seed == seed)
    campers += [
        Camper(GhostKind.FRIEND, climb.name, climb.stage, climb.points) for climb in friends
    ]
    computers = computer_ghosts(day)
    for ghost in computers:
        name = bot_name(context, ghost.name)
        total = ghost.totals[-1]
        campers.append(Camper(GhostKind.COMPUTER, name, len(ghost.totals), total, ghost.name))
    if not computers:
        campers += [
            Camper(GhostKind.COMPUTER, bot_name(context, bot), stage, bot=bot)
            for bot, stage in usual_stages().items()
        ]
    return tuple(campers)


def by_camp(campers: Iterable[Camper]) -> dict[int, list[Camper]]:
    """Return the climbers at each camp: the player first, then friends, then computers."""
    order = list(GhostKind)
    camps: dict[int, list[Camper]] = defaultdict(list)
    for camper in sorted(campers, key=lambda one: order.index(one.kind)):
        camps[camper.stage].append(camper)
    return camps
