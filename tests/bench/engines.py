"""Frames while engines think: a loop at 60 Hz beside a game of `master`, then reviews and advice.

A frame here is 3 ms of Python with a few waits in which the interpreter may switch threads, as
drawing has them. What counts is the frame's own time, which must stay under 16.7 ms; on a
machine that is busy with other things the line without an engine shows what that alone costs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from game.bots.coach.coach import advise
from game.bots.coach.review import review_round
from game.bots.evaluate import EDITIONS
from game.bots.players.playing import TimedBot, play_calls
from game.bots.players.registry import make_bot
from game.bots.service.runner import EngineRunner
from game.bots.service.tasks import ChoiceTask
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.placement import Placement
from game.rules.ruleset import RayRule, Ruleset

RULES = Ruleset()
CALLS = deal_calls(RULES, "bench")
GAMES = 5
"""Games in which the coach is asked, by each edition's rules."""


def _frame() -> float:
    since = time.perf_counter()
    while time.perf_counter() - since < 0.003:
        sum(range(50))
    for _ in range(5):
        time.sleep(0)
    spent = time.perf_counter() - since
    time.sleep(max(0.0, 1 / 60 - spent))
    return 1000 * spent


def _tell(name: str, frames: list[float]) -> None:
    ordered = sorted(frames)
    late = sum(f > 16.7 for f in frames)
    print(
        f"  {name:22} {len(frames):4} frames, median {ordered[len(frames) // 2]:.1f} ms,"
        f" longest {ordered[-1]:.1f} ms, {late} over 16.7 ms"
    )


def _game(runner: EngineRunner) -> list[float]:
    """The frames of a whole game that `master` plays."""
    frames: list[float] = []
    match, _ = apply(new_match(RULES, (Player("master"),)), BeginRound())
    for call in CALLS:
        match, _ = apply(match, Call(call))
        answer = runner.ask(ChoiceTask(match, 0, "master", ""))
        while not answer.done():
            frames.append(_frame())
        (placement,) = answer.result()
        match, _ = apply(match, Place(0, placement.tile, placement.space))
    return frames


def _seconds(work: Callable[[], object]) -> str:
    since, used = time.perf_counter(), time.process_time()
    work()
    wall, cpu = time.perf_counter() - since, time.process_time() - used
    return f"{wall:.2f} s, {cpu:.2f} s of them computing"


class _AskingBot:
    """Does what the coach says."""

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        return advise(match, seat, deeply=True).placements[0].placement

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        return make_bot("fox").choose_finish(match, seat, random)


def _asked(rules: Ruleset) -> str:
    """Return a line of the report: the time that the coach's answers of some games take."""
    spent: list[float] = []
    seats = 2 if rules.bonus is not None or rules.rays is RayRule.BEST_RAY else 1
    bots = [TimedBot(_AskingBot(), spent, time.thread_time), make_bot("fox")][:seats]
    for number in range(GAMES):
        calls = deal_calls(rules, f"bench {number}")
        play_calls(rules, bots, calls, [Random(seat) for seat in range(seats)])
    ordered = sorted(1000 * one for one in spent)
    mean, most = sum(ordered) / len(ordered), ordered[len(ordered) * 99 // 100]
    return f"{mean:.0f} ms, 99 of 100 within {most:.0f} ms, longest {ordered[-1]:.0f} ms"


def _reviewed() -> Match:
    return play_calls(RULES, [make_bot("beaver")], CALLS, [Random(0)])


def main() -> None:
    """Print the figures."""
    _tell("no engine", [_frame() for _ in range(120)])
    for name, in_process in (("engine in a process", True), ("engine in a thread", False)):
        runner = EngineRunner(in_process=in_process)
        _game(runner)
        _tell(name, _game(runner))
        runner.close()
    match = _reviewed()
    print("  a review:", _seconds(lambda: review_round(match, 0, 0)))
    for text in EDITIONS:
        print(f"  the coach's answers, {text}:", _asked(Ruleset.parse(text)))
