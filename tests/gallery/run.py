"""A run's pages for the gallery: runs that a simple computer player has made."""

from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from random import Random

from game.bots.players.registry import make_bot
from game.progress.run.aces import MOST_HELD, PLACES
from game.progress.run.game import RunGame, begin_run
from game.progress.run.open_run import OpenRun
from game.progress.run.outcome import outcome_of
from game.progress.run.record import RunRecord, StageRecord, kind_name
from game.progress.run.scores import finished_run, friends_run, with_name
from game.progress.run.stage import begin_stage, call_next, move
from game.progress.run.state import RunState, after_stage, choose_ace, day_seed, score_stage
from game.rules.moves import Finish, Place, format_move
from game.storage.runs import FinishedRun
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.run.between import after_stage_scene
from game.ui.scenes.run_pages.end import run_end_scene
from game.ui.scenes.run_pages.start import RunStartScene
from tests.gallery import NOW


@cache
def play_run(
    seed: str,
    bot: str = "squirrel",
    *,
    is_timed: bool = True,
    most: int = 40,
    has_aces: bool = True,
) -> RunRecord:
    """A run as a computer player would make it that takes the first ace it is offered, or none."""
    player, random = make_bot(bot), Random(seed)
    state, stages = RunState(seed, is_timed), list[StageRecord]()
    while not state.is_over and len(stages) < most:
        play = begin_stage(state, "Ana")
        while not play.match.is_complete:
            seat = play.match.round.seats[0]
            if seat.hand:
                chosen = player.choose(play.match, 0, random)
                play = move(play, Place(0, chosen.tile, chosen.space))
            elif seat.has_played(play.match.rules):
                play = move(play, Finish(0, ()))
            else:
                play = call_next(play)
        took = random.randrange(90_000, 150_000)
        state = after_stage(state, score_stage(state, play.match, (), took), took)
        stage = StageRecord(play.match, took)
        if not state.is_over:
            ace = state.offered[0] if has_aces else None
            is_full = ace in MOST_HELD and len(state.aces) == PLACES
            instead = state.aces[0].ace if is_full else None
            stage = replace(stage, offered=state.offered, taken=ace, instead=instead)
            state = choose_ace(state, ace, instead)
        stages.append(stage)
    return RunRecord(seed, is_timed, tuple(stages))


def keep_run(
    context: Context, record: RunRecord, days: int = 0, *, friend: str = "", day: date | None = None
) -> FinishedRun:
    """Store a run as finished so many days ago."""
    when = NOW - timedelta(days=days, hours=1)
    if friend:
        run = friends_run(with_name(record, friend), when, NOW.date())
    else:
        run = finished_run(record, when, day)
    context.store.profile.runs.add(run)
    return run


def _some(context: Context) -> FinishedRun:
    for number, bot in enumerate(("magpie", "beaver", "duckling", "beaver", "squirrel")):
        keep_run(context, with_name(play_run(f"{number}", bot), "ANA"), number)
    keep_run(context, play_run("7", "beaver"), friend="Mia")
    return keep_run(context, play_run(day_seed(NOW.date()), "greedy"), day=NOW.date())


def start(context: Context, *, is_open: bool = False) -> Scene:
    """The high scores, and runs that are open."""
    if is_open:
        begin_run(context.store, "Ana", is_timed=True, seed="11")
        begin_run(context.store, "Ana", is_timed=False, day=NOW.date())
    _some(context)
    return RunStartScene(context)


def end(context: Context) -> Scene:
    """A run of the day that has just ended, in the high scores."""
    return run_end_scene(context, _some(context), is_new=True)


def brought(context: Context) -> Scene:
    """A friend's calm run that was brought as a file."""
    record = with_name(play_run("8", "beaver", is_timed=False), "Ștefan")
    return run_end_scene(context, friends_run(record, NOW, NOW.date()))


@cache
def _with_aces(stages: int) -> RunRecord:
    """The first stages of the first run that holds aces by then and goes on."""
    runs = (play_run(str(number), most=stages) for number in range(100))
    return next(
        run
        for run in runs
        if len(run.stages) == stages and len({one.ace for one in run.replay()[0].aces}) >= 3
    )


def _open_run(context: Context, *, is_chosen: bool) -> RunGame:
    record = _with_aces(4)
    if not is_chosen:
        last = replace(record.stages[-1], offered=None, taken=None, instead=None)
        record = replace(record, stages=(*record.stages[:-1], last))
    run = OpenRun(record, "Ana")
    return RunGame(context.store, kind_name(is_timed=True), "", run)


def _play_calls(game: RunGame, calls: int) -> None:
    """Play so many calls as a computer player would, or to the stage's end."""
    player, random = make_bot("squirrel"), Random(1)
    for _ in range(calls):
        play = game.play
        if play is None or play.match.is_complete:
            return
        game.act("call")
        while (play := game.play) is not None and play.match.round.seats[0].hand:
            chosen = player.choose(play.match, 0, random)
            move_text = format_move(play.match.rules.grid, Place(0, chosen.tile, chosen.space))
            game.act(move_text)


def table(context: Context, calls: int = 9) -> Scene:
    """The table of a stage, some calls later; the clock stands."""
    game = _open_run(context, is_chosen=True)
    game.begin_stage()
    _play_calls(game, calls)
    game.act("call")
    game.take_time(70_000)
    return context.routes.run_table(game)


def counted(context: Context) -> Scene:
    """The count of a stage."""
    game = _open_run(context, is_chosen=True)
    game.begin_stage()
    _play_calls(game, 50)
    game.take_time(120_000)
    return after_stage_scene(context, game)


def choice(context: Context) -> Scene:
    """The choice of an ace, and the next stage."""
    return context.routes.run_table(_open_run(context, is_chosen=False))


def share(context: Context) -> Scene:
    """Sharing a run."""
    run = play_run("2", "greedy")
    return context.routes.share_run(outcome_of(run), None, NOW)
