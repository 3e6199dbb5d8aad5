"""Whole runs played at random, with every ace used often."""

from __future__ import annotations

from random import Random

from game.bots.protocol import Bot
from game.progress.run.aces import MOST_HELD, PLACES, Ace
from game.progress.run.deck import UseKind
from game.progress.run.record import RunRecord, StageRecord
from game.progress.run.stage import StagePlay, begin_stage, call_next, move, open_choice, use
from game.progress.run.state import RunState, after_stage, choose_ace, score_stage
from game.rules.moves import Finish, Place

MOST_STAGES = 20


def use_something(play: StagePlay, random: Random) -> StagePlay:
    """The stage after an ace that can be used now was used, or as it is."""
    kinds = [kind for kind in UseKind if play.can_use(kind)]
    if not kinds or random.random() < 0.4:
        return play
    kind = random.choice(kinds)
    if kind is UseKind.SECOND_THOUGHT:
        # What is spared pays.
        return use(play, kind) if random.random() < 0.2 else play
    if kind is UseKind.EITHER:
        play = open_choice(play)
        return use(play, kind, random.choice(play.choice))
    return use(play, kind, random.choice(play.match.round.calls[-1]))


def play_stage(run: RunState, bot: Bot, random: Random) -> StagePlay:
    """The run's next stage, played to its end."""
    play = begin_stage(run, "Ana")
    rules = play.match.rules
    while not play.match.is_complete:
        seat = play.match.round.seats[0]
        if seat.hand:
            play = use_something(play, random)
            placement = bot.choose(play.match, 0, random)
            play = move(play, Place(0, placement.tile, placement.space))
        elif seat.has_played(rules):
            play = move(play, Finish(0, ()))
        else:
            play = call_next(play)
    return play


def choose_at_random(run: RunState, random: Random) -> tuple[Ace | None, Ace | None]:
    """An ace to take and one to leave for it; seldom none."""
    ace = random.choice([None, *run.offered, *run.offered, *run.offered])
    if ace in MOST_HELD and len(run.aces) == PLACES:
        return ace, random.choice(run.aces).ace
    return ace, None


def play_run(seed: str, bot: Bot, random: Random, *, is_timed: bool = True) -> RunRecord:
    """A run to its end."""
    state, stages = RunState(seed, is_timed), list[StageRecord]()
    while not state.is_over and len(stages) < MOST_STAGES:
        play = play_stage(state, bot, random)
        took = random.randrange(60_000, 200_000)
        result = score_stage(state, play.match, play.uses, took)
        state = after_stage(state, result, took)
        record = StageRecord(play.match, took, play.uses)
        if not state.is_over:
            offered = state.offered
            taken, instead = choose_at_random(state, random)
            state = choose_ace(state, taken, instead)
            record = StageRecord(play.match, took, play.uses, offered, taken, instead)
        stages.append(record)
    return RunRecord(seed, is_timed, tuple(stages))
