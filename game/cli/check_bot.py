"""`take-it-easy check-bot`: tests an external bot and prints its failures."""

import time
from argparse import Namespace
from random import Random
from typing import Final

from game.bots.bar import Bar
from game.bots.players.checking import CheckCase, CheckKind, check_cases, play_case
from game.bots.players.external import (
    ExternalBot,
    ExternalBotError,
    Failing,
    is_external,
    short_name,
)
from game.bots.players.playing import TimedBot
from game.cli.drawing import clean
from game.locale import Catalogue
from game.rules.errors import FormatError

_LATE: Final = frozenset({Failing.LATE, Failing.UNFLUSHED, Failing.UNENDED})

_NOT_EXTERNAL: Final = "an external bot is named MODULE:NAME, FILE.py:NAME or command:PROGRAM ..."

_KINDS: Final = {
    CheckKind.RULES: "A turn",
    CheckKind.MATCH: "A whole round",
    CheckKind.HAND: "A hand of which some tiles are placed already",
    CheckKind.CLOSING: "The closing moves of Daffodil 4",
    CheckKind.LAGGING: "An unfinished record, whose calls are further than the seat",
    CheckKind.LONG: "A long question, with names that are not plain letters",
}

_CAUSES: Final = {
    Failing.LOAD: "Is its name right, and can the program be run?",
    Failing.DIED: "It must answer every line until its input ends; what it wrote to standard error "
    "may say why it left.",
    Failing.RAISED: "The error is its own.",
    Failing.LATE: "The usual cause: no flush after each line, or it waits for its input's end.",
    Failing.UNFLUSHED: "The usual cause: standard output is buffered when it is no terminal.",
    Failing.UNENDED: "The usual cause: the answer is written without a newline.",
    Failing.GARBLED: 'Each answer is one JSON object on one line, such as {"place": "294@a1"}, and '
    "nothing else goes to standard output.",
    Failing.ILLEGAL: 'The answer is one of the texts under "legal", letter by letter; closing '
    'moves take tiles from "aside" to "free" spaces, each once.',
}

MOST_LATE: Final = 3
"""Late answers after which the check stops."""


def run_check_bot(options: Namespace, catalogue: Catalogue) -> int:
    """Test the bot with each edge case and print a line for each failure.

    Return 0, or 1 after a failure. Raises `FormatError` for a bot that is not external, and for one
    that could not be started.
    """
    if not is_external(options.name):
        raise FormatError(_NOT_EXTERNAL, repr(options.name[:60]))
    cases, seconds = tuple(check_cases()), list[float]()
    wrong = late = 0
    bar, random = Bar(len(cases)), Random("check")
    bot = ExternalBot(options.name, options.bot_time)
    timed = TimedBot(bot, seconds, time.perf_counter)
    try:
        for number, case in enumerate(cases):
            bar.show(number)
            try:
                play_case(timed, case, random)
            except ExternalBotError as error:
                bar.clear()
                if error.failing is Failing.LOAD:
                    raise FormatError(_why(error)) from None
                wrong += 1
                print(clean(f"{_about(case)}: {_why(error)}"), flush=True)
                late += error.failing in _LATE
                if late == MOST_LATE:
                    left = len(cases) - number - 1
                    print(f"Cases not tried, because it answers too late: {left}.")
                    break
    finally:
        bar.clear()
        bot.close()
    name = clean(short_name(options.name))
    if wrong:
        print(f"{name}: {wrong} of {len(cases)} cases went wrong.")
        return 1
    slowest = round(max(seconds) * 1000)
    print(f"{name}: all went well, {len(seconds)} answers, the slowest in {slowest} ms.")
    return 0


def _about(case: CheckCase) -> str:
    words = _KINDS[case.kind]
    if case.kind is not CheckKind.RULES:
        return words
    return f"{words} ({case.match.rules}, call {len(case.match.round.calls)})"


def _why(error: ExternalBotError) -> str:
    """Return the bot's failure and its usual cause."""
    return f"{error.reason}. {_CAUSES[error.failing]}"
