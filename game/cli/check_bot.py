"""`take-it-easy check-bot`: tries a bot from outside and prints what is wrong with it."""

import time
from argparse import Namespace
from random import Random
from typing import Final

from game.bots.bar import Bar
from game.bots.players.checking import CheckCase, CheckKind, check_cases, play_case
from game.bots.players.outside import (
    Failing,
    OutsideBot,
    OutsideBotError,
    is_outside,
    short_name,
)
from game.bots.players.playing import TimedBot
from game.cli.drawing import clean
from game.locale import Catalogue
from game.rules.errors import FormatError

_LATE: Final = frozenset({Failing.LATE, Failing.UNFLUSHED, Failing.UNENDED})

_ANSWER: Final = '{"place": "294@a1"}'

MOST_LATE: Final = 3
"""Late answers after which the others are not waited for."""


def run_check_bot(options: Namespace, catalogue: Catalogue) -> int:
    """Try the bot with each edge case, and print a line for each that goes wrong.

    0 where all went well, 1 where something did not. Raises `FormatError` for a bot that is not
    from outside, and for one that could not be started.
    """
    text = catalogue.text
    if not is_outside(options.name):
        raise FormatError(text("check_bot.not_outside"), repr(options.name[:60]))
    cases, seconds = tuple(check_cases()), list[float]()
    wrong = late = 0
    bar, random = Bar(len(cases)), Random("check")
    bot = OutsideBot(options.name, options.bot_time)
    timed = TimedBot(bot, seconds, time.perf_counter)
    try:
        for number, case in enumerate(cases):
            bar.show(number)
            try:
                play_case(timed, case, random)
            except OutsideBotError as error:
                bar.clear()
                if error.failing is Failing.LOAD:
                    raise FormatError(_why(error, catalogue)) from None
                wrong += 1
                about = _about(case, catalogue)
                line = text("check_bot.line", case=about, reason=_why(error, catalogue))
                print(clean(line), flush=True)
                late += error.failing in _LATE
                if late == MOST_LATE:
                    print(text("check_bot.enough", count=len(cases) - number - 1))
                    break
    finally:
        bar.clear()
        bot.close()
    name = clean(short_name(options.name))
    if wrong:
        print(text("check_bot.wrong", name=name, count=wrong))
        return 1
    slowest = catalogue.number(round(max(seconds) * 1000))
    print(text("check_bot.well", name=name, count=len(seconds), time=slowest))
    return 0


def _about(case: CheckCase, catalogue: Catalogue) -> str:
    words = catalogue.text(f"check_bot.kind.{case.kind.value}")
    is_one = case.kind is CheckKind.RULES
    call = len(case.match.round.calls)
    place = catalogue.text("check_bot.place", rules=str(case.match.rules), call=call)
    return f"{words} ({place})" if is_one else words


def _why(error: OutsideBotError, catalogue: Catalogue) -> str:
    """Return how the bot failed, and what usually causes that."""
    how = catalogue.text(error.key, **error.values)
    example = {"answer": _ANSWER} if error.failing is Failing.GARBLED else {}
    cause = catalogue.text(f"check_bot.cause.{error.failing.value}", **example)
    return catalogue.text("check_bot.reason", how=how, cause=cause)
