"""The grammar of the command line, with its help."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NoReturn, Protocol, TypeVar

from game import PROGRAM, __version__
from game.bots.players.registry import BOT_NAMES
from game.locale import Language, load_catalogue
from game.locale.errors import word_error
from game.resources import seed_file
from game.rules.boards import BoardName
from game.rules.deal import check_seed
from game.rules.errors import Fault, FormatError, RulesError
from game.rules.ruleset import MAX_PLAYERS, CallRule, Ruleset
from game.storage.files import path_of
from game.storage.record_files import RECORD_ENDINGS

if TYPE_CHECKING:
    from datetime import date

    from game.storage.codes import CodeError


_T = TypeVar("_T")

MOST_GAMES: Final = 999_999_999

_SIZE = re.compile(r"([1-9][0-9]{2,4})[x×]([1-9][0-9]{2,4})")


DAY = 24 * 3600
_DURATION = re.compile(r"([1-9][0-9]{0,7})([smhd])")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": DAY}

_NO_VALUE: Final = re.compile(r"(--[a-z][a-z-]*=|-[a-z]=?)--")
"""An option with the value `--`, which argparse treats as a missing value."""

_STATUSES: Final = """Exit status: 0 success; 1 the window or a room cannot open, output cannot be
written, or an external bot failed; 2 invalid arguments or files (valid ones were processed); 130
Ctrl+C; 141 broken pipe."""

_EXTERNAL_BOT: Final = "MODULE:NAME, FILE.py:NAME or command:PROGRAM ..."
_SEED: Final = "a number, any text up to 100 characters, or a deal code"


class UsageError(Exception):
    """Invalid arguments; the text is one line."""


class _Writer(Protocol):
    def write(self, text: str, /) -> object: ...


class _Parser(argparse.ArgumentParser):
    """Raises `UsageError` instead of printing the usage and exiting."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)

    def _print_message(self, message: str, file: _Writer | None = None) -> None:
        """Print help or version; unlike argparse, raise an error if writing fails."""
        (file or sys.stdout).write(message)


def name_the_file(words: Sequence[str]) -> list[str]:
    """Replace a last argument `FILE`, as a double click passes it, by `--open FILE`.

    Only options and their values may precede it.
    """
    *before, last = words or [""]
    valued = ("--lang", "--seed", "--edition", "--open", "--check-here")
    is_file = os.path.isfile(path_of(last)) or last.endswith(RECORD_ENDINGS)
    is_value = last.startswith("-") or (before and before[-1] in valued)
    has_command = any(
        not word.startswith("-") and previous not in (*valued, "--windowed")
        for previous, word in pairwise(["", *before])
    )
    if is_file and not is_value and not has_command:
        return [*before, "--open", last]
    return list(words)


def read_arguments(words: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; `command` is None if the window is to be opened.

    Raises `UsageError`, and `SystemExit` after help.
    """
    options = words[: words.index("--")] if "--" in words else words
    for word in options:
        if _NO_VALUE.fullmatch(word):
            raise UsageError(f"'--' is no value: {word}")
    return make_parser().parse_args(name_the_file(words))


def _day(text: str) -> date:
    # Imported here, so that the window's start does not load daily deals.
    from game.progress.daily import parse_day

    return parse_day(text)


def _number(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        is_whole = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if not is_whole or not least <= int(text) <= most:
            raise FormatError(Fault.OUT_OF_RANGE, least=least, most=most, value=repr(text[:20]))
        return int(text)

    return read


def _duration(text: str) -> int:
    matched = _DURATION.fullmatch(text)
    if matched is None or not 0 < (seconds := int(matched[1]) * _UNITS[matched[2]]) <= 400 * DAY:
        raise FormatError(Fault.NOT_A_TIME, text=repr(text[:20]))
    return seconds


def _listen_address(text: str) -> tuple[str, int]:
    """Parse `HOST:PORT`; the host is returned without the brackets of IPv6."""
    host, _, port = text.rpartition(":")
    is_number = port.isascii() and port.isdecimal() and len(port) < 6
    if not host or not is_number or int(port) >= 1 << 16:
        raise FormatError(f"{text[:80]!r} is no address to listen at, such as 127.0.0.1:4280")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _read_deal(text: str) -> tuple[Ruleset | None, str]:
    """Parse a deal code into rules and seed, or a seed alone; refuse a mistyped code."""
    from game.storage.codes import read_deal

    deal = read_deal(text)
    if isinstance(deal, str):
        check_seed(deal)
        return None, deal
    return deal


def _size(text: str) -> tuple[int, int]:
    matched = _SIZE.fullmatch(text)
    if matched is None:
        raise FormatError(Fault.NOT_A_SIZE, text=repr(text[:20]))
    return int(matched[1]), int(matched[2])


def edition_names() -> tuple[str, ...]:
    """Return the names of the edition cards."""
    return tuple(sorted(path.stem for path in seed_file("editions").glob("*.toml")))


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = _Parser(
        prog=PROGRAM,
        description="Take It Easy! by Peter Burley, in every edition. "
        "Without a command the game opens.",
        epilog=_STATUSES,
        allow_abbrev=False,
    )
    parser.set_defaults(command=None)
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    _add_window_options(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    _add_score(commands)
    _add_deal(commands)
    _add_play(commands)
    _add_best(commands)
    _add_check_bot(commands)
    _add_page(commands)
    _add_room(commands)
    return parser


_Commands = argparse._SubParsersAction  # argparse gives its public objects no public name


def _add_command(commands: _Commands[_Parser], name: str, about: str) -> _Parser:
    parser = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
    parser.set_defaults(command=name)
    return parser


def _add_window_options(parser: _Parser) -> None:
    """Add the options of the window."""
    game = parser.add_argument_group("the game")
    _add_language(game, "the language")
    game.add_argument("--seed", type=_worded(_read_deal), help=f"play a deal: {_SEED}")
    game.add_argument("--edition", choices=edition_names(), help="start with this edition")
    window = game.add_mutually_exclusive_group()
    window.add_argument("--fullscreen", action="store_true", help="fill the screen")
    window.add_argument(
        "--windowed", type=_worded(_size), nargs="?", const=(0, 0), metavar="WxH",
        help="open in a window, for example of 1280x800 pixels",
    )  # fmt: skip
    game.add_argument("--mute", action="store_true", help="play no sound")
    game.add_argument(
        "--open",
        type=path_of,
        metavar="FILE",
        help="show the match of this record; FILE alone does the same",
    )
    desktop = parser.add_argument_group("the system").add_mutually_exclusive_group()
    desktop.add_argument(
        "--install-desktop", action="store_true",
        help="add the game to your applications, and open records by a double click",
    )  # fmt: skip
    desktop.add_argument("--remove-desktop", action="store_true", help="undo --install-desktop")
    desktop.add_argument(
        "--check-here", type=path_of, metavar="OUT",
        help="open the window for a few seconds and write to OUT what works on this machine",
    )  # fmt: skip


def _add_score(commands: _Commands[_Parser]) -> None:
    parser = _add_command(commands, "score", "score records of matches and climbs")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--json", action="store_true", help="print one line of JSON for each record")
    kind.add_argument(
        "--text", action="store_true", help="print a text to share, which reveals no tile"
    )
    parser.add_argument(
        "--daily", type=_worded(_day), metavar="DATE",
        help="with --text: the day whose deal was played, such as 2026-11-21",
    )  # fmt: skip
    _add_language(parser, "with --text: the language of the text")
    _add_files(parser)


def _add_deal(commands: _Commands[_Parser]) -> None:
    parser = _add_command(commands, "deal", "print the calls of a seed")
    parser.add_argument("--board", choices=[board.value for board in BoardName], help="the board")
    parser.add_argument(
        "--call", choices=[call.value for call in CallRule], help="the number of tiles in a call"
    )
    parser.add_argument(
        "--count", type=_worded(_number(1, MOST_GAMES)), metavar="N",
        help="print N deals, one whole deal a line",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each deal")
    parser.add_argument("seed", type=_worded(_read_deal), metavar="SEED", help=_SEED)


def _add_play(commands: _Commands[_Parser]) -> None:
    parser = _add_command(commands, "play", "let computer players play without a window")
    names = ", ".join(BOT_NAMES)
    parser.add_argument(
        "--bot", action="append", required=True, dest="bots", metavar="NAME",
        help=f"a computer player: {names}, or external: {_EXTERNAL_BOT}; repeat for each seat",
    )  # fmt: skip
    deals = parser.add_mutually_exclusive_group()
    deals.add_argument(
        "--deals", type=path_of, metavar="FILE",
        help="a file with one deal a line, its tiles in calling order; - reads standard input",
    )  # fmt: skip
    deals.add_argument(
        "--games", type=_worded(_number(1, MOST_GAMES)), default=1, metavar="N",
        help="the number of games to play (1)",
    )  # fmt: skip
    parser.add_argument("--seed", type=_worded(_read_deal), help=f"the seed of the deals: {_SEED}")
    _add_rules(parser)
    _add_bot_time(parser)
    _add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print one record a line")


def _add_best(commands: _Commands[_Parser]) -> None:
    parser = _add_command(commands, "best", "find and prove the best board of each round's tiles")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each round")
    _add_workers(parser)
    _add_files(parser)


def _add_check_bot(commands: _Commands[_Parser]) -> None:
    parser = _add_command(
        commands,
        "check-bot",
        "test an external bot with every edge case, and print its failures",
    )
    _add_bot_time(parser)
    parser.add_argument("name", metavar="NAME", help=_EXTERNAL_BOT)


def _add_page(commands: _Commands[_Parser]) -> None:
    parser = _add_command(
        commands, "page", "make a web page of a match, a deal, or every day's deal"
    )
    parser.add_argument(
        "what", nargs="?", type=path_of, metavar="FILE|CODE",
        help="a match record, - for standard input, or the code of a deal to play",
    )  # fmt: skip
    _add_language(parser, "the page's first language")
    parser.add_argument(
        "--review", action="store_true",
        help="for a match: add the curve, the cost of each placement, and the best board",
    )  # fmt: skip
    parser.add_argument(
        "--beat", choices=("all", "sender", "none"), default="all",
        help="the totals to beat on the first screen: all players', the sender's only, or none",
    )  # fmt: skip
    parser.add_argument("--daily", action="store_true", help="a page of every day's deal")
    parser.add_argument(
        "--from", dest="first", type=_worded(_day), metavar="DATE",
        help="with --daily: the first day with the best board and Master's total (today)",
    )  # fmt: skip
    parser.add_argument(
        "--days", type=_worded(_number(1, 1000)), metavar="N",
        help="with --daily: the number of such days, about a second of work each (31)",
    )  # fmt: skip
    parser.add_argument(
        "--worker", action="store_true",
        help="with --daily: also write OUT.worker.js, which lets it open offline",
    )  # fmt: skip
    parser.add_argument(
        "--address", metavar="URL",
        help="the page's address: also write OUT.png, the picture in previews of links",
    )  # fmt: skip
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        type=path_of,
        metavar="OUT",
        help="the file to write; - for standard output",
    )
    parser.add_argument("-f", "--force", action="store_true", help="overwrite an existing file")


def _add_room(commands: _Commands[_Parser]) -> None:
    parser = _add_command(
        commands, "room", "open a room without a window, for friends with a phone or a browser"
    )
    _add_rules(parser)
    parser.add_argument(
        "--seats", type=_worded(_number(1, MAX_PLAYERS)), default=2, metavar="N",
        help="the number of people who play (2)",
    )  # fmt: skip
    parser.add_argument(
        "--bot", action="append", choices=BOT_NAMES, dest="bots", metavar="NAME",
        help=f"a computer player beside them: {', '.join(BOT_NAMES)}; repeat for each seat",
    )  # fmt: skip
    parser.add_argument(
        "--call-time", type=_worded(_duration), default=90, metavar="90s",
        help="the time for each call; the game places for whoever lets it pass",
    )  # fmt: skip
    parser.add_argument(
        "--listen", type=_worded(_listen_address), metavar="HOST:PORT",
        help="the address to listen at, such as 0.0.0.0:4280; without a certificate and "
        "--in-the-clear only one of this machine, for a proxy (127.0.0.1:4280)",
    )  # fmt: skip
    parser.add_argument("--cert", type=path_of, metavar="FILE", help="the certificate for TLS")
    parser.add_argument("--key", type=path_of, metavar="FILE", help="the certificate's key")
    parser.add_argument(
        "--in-the-clear", action="store_true",
        help="let others connect without TLS, where nobody can listen on the way",
    )  # fmt: skip
    parser.add_argument(
        "--trust-proxy", action="store_true",
        help="know each visitor by the last address in X-Forwarded-For, as a proxy names it",
    )  # fmt: skip
    parser.add_argument(
        "--data", type=path_of, metavar="FOLDER", help="the folder in which everything is kept"
    )
    _add_language(parser, "the language of browsers that speak none of the game's")


def _add_language(group: argparse._ActionsContainer, about: str) -> None:
    group.add_argument(
        "--lang", choices=[language.value for language in Language], default=argparse.SUPPRESS,
        help=f"{about}, instead of the system's",
    )  # fmt: skip


def _add_files(parser: _Parser) -> None:
    parser.add_argument(
        "files", nargs="+", type=path_of, metavar="FILE", help="- reads standard input"
    )


def _add_rules(parser: _Parser) -> None:
    parser.add_argument(
        "--rules", type=_worded(Ruleset.parse), metavar="TEXT",
        help='such as "classic free single none"',
    )  # fmt: skip


def _add_bot_time(parser: _Parser) -> None:
    parser.add_argument(
        "--bot-time", type=_worded(_duration), default=30, metavar="30s",
        help="the time limit of an external bot's answer; the first includes its start",
    )  # fmt: skip


def _add_workers(parser: _Parser) -> None:
    workers = parser.add_mutually_exclusive_group()
    workers.add_argument(
        "--jobs", type=_worded(_number(0, 999)), default=1, metavar="N",
        help="the number of processes; 0 for all cores",
    )  # fmt: skip
    workers.add_argument(
        "--dask", metavar="ADDRESS", help="distribute the work to the Dask cluster at this address"
    )


def _worded(read: Callable[[str], _T]) -> Callable[[str], _T]:
    """Wrap a parser of values, so that its errors become argparse's."""

    def read_or_refuse(text: str) -> _T:
        from game.storage.codes import CodeError

        try:
            return read(text)
        except RulesError as error:
            words = word_error(load_catalogue(Language.ENGLISH), error)
        except CodeError as error:
            words = word_code_error(error)
        raise argparse.ArgumentTypeError(words)

    return read_or_refuse


def word_code_error(error: CodeError) -> str:
    """Return the English sentence of a deal code's error."""
    key = f"storage.code.{error.mistake.value}"
    return load_catalogue(Language.ENGLISH).text(key, **error.values)
