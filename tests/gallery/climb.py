"""The Climb's pages for the gallery: climbs that a simple computer player has made."""

from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Final

from game.bots.players.registry import make_bot
from game.climb.aces import AceName, AceSlot
from game.climb.game import ClimbKeeper, begin_game
from game.climb.moments import EndMoment, end_moment
from game.climb.open_climb import FinishStage, NextStage, OpenClimb, TakeCard, begin_climb
from game.climb.record import ClimbRecord
from game.climb.scores import finished_climb, friends_climb
from game.climb.sharing import with_climber
from game.climb.stage import begin_climb_stage
from game.climb.state import ClimbState, day_seed
from game.rules.match import Player
from game.rules.moves import Call, Place
from game.storage.climbs import FinishedClimb
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.climb.after import AfterStage, after_stage_scene
from game.ui.scenes.climb.choice import ChoiceScene
from game.ui.scenes.climb.end import StagesScene, climb_end_scene
from game.ui.scenes.climb.start import MountainScene
from tests.gallery import NOW


def play_call(climb: OpenClimb, bot: str, random: Random) -> OpenClimb:
    """The climb with one more call, placed as a computer player would."""
    stage = climb.stage
    assert stage is not None
    if not stage.match.round.seats[0].hand:
        climb = climb.act(Call(stage.next_call))
    player = make_bot(bot)
    while (stage := climb.stage) is not None and stage.match.round.seats[0].hand:
        chosen = player.choose(stage.match, 0, random)
        climb = climb.act(Place(0, chosen.tile, chosen.space))
    return climb


def play_stage(climb: OpenClimb, bot: str = "squirrel") -> OpenClimb:
    """The climb with its open stage's board full."""
    random = Random(f"{climb.state.seed} {climb.state.stage}")
    while climb.stage is not None and not climb.stage.match.is_complete:
        climb = play_call(climb, bot, random)
    return climb.take_time(random.randrange(90_000, 150_000))


def take_first(climb: OpenClimb) -> OpenClimb:
    """The climb in its next stage, with the first card taken."""
    card, slots = climb.cards[0], climb.slots
    is_full = len(slots) == 5 and card not in [slot.ace for slot in slots]
    return climb.act(TakeCard(card, slots[-1].ace if is_full else None)).act(NextStage())


@cache
def play_climb(
    seed: str, bot: str = "squirrel", *, most: int = 40, has_aces: bool = True
) -> OpenClimb:
    """A climb as a computer player would make it that takes the first card, or none."""
    climb = begin_climb(seed, "Ana")
    while not climb.state.is_over and len(climb.steps) < most:
        climb = play_stage(climb, bot).act(FinishStage())
        if not climb.state.is_over and len(climb.steps) < most:
            climb = take_first(climb) if has_aces else climb.act(NextStage())
    return climb


def keep_climb(
    context: Context,
    record: ClimbRecord,
    days: int = 0,
    *,
    friend: str = "",
    day: date | None = None,
) -> FinishedClimb:
    """Store a climb as finished so many days ago."""
    when = NOW - timedelta(days=days, hours=1)
    if friend:
        climb = friends_climb(with_climber(record, friend), when, NOW.date())
    else:
        climb = finished_climb(record, when, day)
    context.store.profile.climbs.add(climb)
    return climb


def _some(context: Context) -> FinishedClimb:
    today = NOW.date()
    for number, bot in enumerate(("magpie", "beaver", "duckling")):
        record = play_climb(f"{number}", bot).record
        keep_climb(context, with_climber(record, "ANA"), number + 1)
    keep_climb(context, play_climb(day_seed(today), "beaver").record, friend="Mia")
    return keep_climb(context, play_climb(day_seed(today), "greedy").record, day=today)


def start(context: Context) -> Scene:
    """Return the mountain of a player who has climbed, with a free climb open."""
    _some(context)
    begin_game(context.store, "Ana", seed="11")
    return MountainScene(context)


def end(context: Context) -> Scene:
    """A climb of the day that has just ended, in the high scores."""
    return climb_end_scene(context, _some(context), is_new=True)


def stages(context: Context) -> Scene:
    """The stages of a climb, one of which can be reviewed."""
    return StagesScene(context, play_climb("8", "beaver").steps)


def brought(context: Context) -> Scene:
    """A friend's climb that was brought as a file."""
    record = with_climber(play_climb("8", "beaver").record, "Ștefan")
    return climb_end_scene(context, friends_climb(record, NOW, NOW.date()))


@cache
def with_aces(stages: int) -> OpenClimb:
    """A climb at the choice after its first stages, with as many aces as it can have."""
    climbs = (play_climb(str(number), most=stages) for number in range(200))
    return next(
        climb
        for climb in climbs
        if len(climb.steps) == stages
        and not climb.state.is_over
        and len(climb.slots) == min(5, stages - 1)
    )


def table(context: Context, stages: int = 4, calls: int = 11) -> Scene:
    """The table of a stage, some calls later."""
    climb, random = take_first(with_aces(stages)), Random(1)
    for _ in range(calls):
        climb = play_call(climb, "squirrel", random)
    assert climb.stage is not None
    climb = climb.act(Call(climb.stage.next_call)).take_time(70_000)
    return context.routes.climb_table(ClimbKeeper(context.store, "", climb))


def table_first(context: Context) -> Scene:
    """The first stage of all, before its first placement."""
    game = begin_game(context.store, "Ana", seed="3")
    assert game.open.stage is not None
    game.act(Call(game.open.stage.next_call))
    return context.routes.climb_table(game)


_BEFORE: Final = {EndMoment.FAR_ABOVE: 3, EndMoment.JUST: 39}
"""Climbs below these numbers have no such moment; nobody plays them to find out."""


@cache
def at_moment(moment: EndMoment) -> OpenClimb:
    """The first climb whose last finished stage ended so."""
    for number in range(_BEFORE.get(moment, 0), 400):
        climb = play_climb(str(number), ("magpie", "squirrel")[number % 2])
        for count, step in enumerate(climb.steps, 1):
            if moment is EndMoment.FAR_BELOW and step.end.ropes_lost == 2:
                # Whoever holds two ropes goes on.
                step = replace(step, after=replace(step.after, is_over=False, chooses=True))
            if end_moment(step.end, step.after) is moment:
                steps = climb.steps[: count - 1]
                return replace(climb, steps=(*steps, replace(step, chosen=step.after)))
    raise LookupError(moment)


@cache
def at_summit() -> OpenClimb:
    """A climb that has just passed stage 12, with five aces of high levels."""
    aces = (AceName.MISER, AceName.EARLY_BIRD, AceName.CROWN, AceName.SWAP, AceName.ECHO)
    state = ClimbState("6", 12, 1, 9, 0, tuple(AceSlot(ace, 4) for ace in aces), 412_300)
    stage = begin_climb_stage(state.seed, state.stage, Player("Ana"))
    return play_stage(OpenClimb("Ana", state, stage=stage)).act(FinishStage())


def after(context: Context, moment: str = "passed") -> Scene:
    """Return the scene after a stage, by its moment."""
    climb = at_summit() if moment == "summit" else at_moment(EndMoment(moment))
    step = climb.steps[-1]
    shown = replace(climb, state=step.after)
    return AfterStage(context, ClimbKeeper(context.store, "", shown), step)


def counted(context: Context) -> Scene:
    """A stage that has just been played, counted."""
    climb = play_stage(take_first(with_aces(4)))
    return after_stage_scene(context, ClimbKeeper(context.store, "", climb))


def choice(context: Context, stages: int = 4) -> Scene:
    """The choice after a stage."""
    return ChoiceScene(context, ClimbKeeper(context.store, "", with_aces(stages)))


def share(context: Context) -> Scene:
    """Sharing a climb."""
    return context.routes.share_climb(play_climb("2", "greedy").record, None, NOW)
