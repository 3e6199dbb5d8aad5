"""The grammar of the command line, with help in the player's language."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol, TypeAlias, TypeVar

from game import __version__
from game.bots.players.registry import BOT_NAMES
from game.locale import Catalogue, Language
from game.locale.errors import word_error
from game.resources import seed_file
from game.rules.boards import BoardName
from game.rules.deal import check_seed
from game.rules.errors import Fault, FormatError, RulesError
from game.rules.ruleset import MAX_PLAYERS, CallRule, Ruleset
from game.storage.record_files import RECORD_ENDINGS

if TYPE_CHECKING:
    from datetime import date


PROGRAM: Final = "take-it-easy"

_T = TypeVar("_T")

MOST_GAMES: Final = 999_999_999

_SIZE = re.compile(r"([1-9][0-9]{2,4})[x×]([1-9][0-9]{2,4})")


DAY = 24 * 3600
_DURATION = re.compile(r"([1-9][0-9]{0,7})([smhd])")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": DAY}


class UsageError(Exception):
    """Invalid arguments; the text is one line."""


_SENTENCES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "usage: ": ("usage", ()),
    "%(heading)s:": ("heading", ("heading",)),
    "argument %(argument_name)s: %(message)s": ("argument", ("argument_name", "message")),
    "the following arguments are required: %s": ("required", ("names",)),
    "unrecognized arguments: %s": ("unrecognized", ("names",)),
    "not allowed with argument %s": ("conflict", ("name",)),
    "expected one argument": ("one", ()),
    "expected at most one argument": ("at-most-one", ()),
    "expected at least one argument": ("at-least-one", ()),
    "ignored explicit argument %r": ("ignored", ("value",)),
    "invalid choice: %(value)r (choose from %(choices)s)": ("choice", ("value", "choices")),
}
"""What argparse can say of this grammar: a key below `cli.argparse`, its placeholders in order."""


def _speak(catalogue: Catalogue) -> None:
    """Translate argparse's sentences: the catalogue answers gettext's questions."""

    def find(sentence: str | None) -> str | None:
        if sentence is None or sentence not in _SENTENCES:  # a title is worded already
            return sentence
        key, names = _SENTENCES[sentence]
        fields = re.findall(r"%(?:\(\w+\))?[rs]", sentence)
        values = dict(zip(names, fields, strict=True))
        space = sentence[len(sentence.rstrip()) :]
        return catalogue.text(f"cli.argparse.{key}", **values) + space

    vars(argparse)["_"] = find


class _Writer(Protocol):
    def write(self, text: str, /) -> object: ...


class _Parser(argparse.ArgumentParser):
    """Raises `UsageError` where argparse would print its usage and exit."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)

    def _print_message(self, message: str, file: _Writer | None = None) -> None:
        """Help and version; argparse would keep quiet where nothing can be written."""
        (file or sys.stdout).write(message)


def find_language(arguments: Sequence[str]) -> Language | None:
    """Return the language that `--lang` names anywhere, None if none or an unknown one.

    Help and errors of the arguments themselves are already given in it.
    """
    for i, word in enumerate(arguments):
        value = ""
        if word == "--lang" and i + 1 < len(arguments):
            value = arguments[i + 1]
        elif word.startswith("--lang="):
            value = word.removeprefix("--lang=")
        if value in tuple(Language):
            return Language(value)
    return None


def name_the_file(words: Sequence[str]) -> list[str]:
    """`FILE`, as a double click gives it, means `--open FILE`: the last word, if it is a file's and
    nothing but options and their values stands before it.
    """
    *before, last = words or [""]
    valued = ("--lang", "--seed", "--edition", "--open")
    is_file = os.path.isfile(last) or last.endswith(RECORD_ENDINGS)
    is_value = last.startswith("-") or (before and before[-1] in valued)
    has_command = any(
        not word.startswith("-") and previous not in (*valued, "--windowed")
        for previous, word in pairwise(["", *before])
    )
    if is_file and not is_value and not has_command:
        return [*before, "--open", last]
    return list(words)


def _day(text: str) -> date:
    # The window's start need not wait for what daily deals know.
    from game.progress.daily import parse_day

    return parse_day(text)


def _number(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within these bounds."""

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


def _read_deal(text: str) -> tuple[Ruleset | None, str]:
    """Return the rules and the seed of a deal code, or a seed alone; a mistyped code is refused."""
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


def make_parser(catalogue: Catalogue) -> argparse.ArgumentParser:
    """Return the parser; `command` is None where the game itself is to be opened."""
    _speak(catalogue)
    parser = _Parser(
        prog=PROGRAM,
        description="cli.help.description",
        epilog="cli.help.epilog",
        add_help=False,
        allow_abbrev=False,
    )
    parser.set_defaults(command=None)
    options = _add_common(parser)
    version = f"{PROGRAM} {__version__}"
    options.add_argument("--version", action="version", version=version, help="cli.help.version")
    for title, arguments in _window_options().items():
        _add_all(parser.add_argument_group(title), arguments)
    commands = parser.add_subparsers(
        title="cli.help.commands", metavar="cli.help.command", parser_class=_Parser
    )
    for name, arguments in _commands().items():
        _add_command(commands, f"cli.help.{name}", arguments, command=name)
    apart = _add_command(commands, "apart.help.apart", ())
    inner = apart.add_subparsers(
        title="cli.help.commands", metavar="cli.help.command", parser_class=_Parser, required=True
    )
    for name, arguments in _apart_commands().items():
        _add_command(inner, f"apart.help.{name}", arguments, command="apart", apart=name)
    _word(parser, catalogue)
    return parser


def _word(parser: argparse.ArgumentParser, catalogue: Catalogue) -> None:
    """Put the catalogue's words in the place of its keys, and word what a reader refuses."""

    def say(key: str | None) -> str | None:
        if key is None or key not in catalogue:
            return key
        names = {"names": ", ".join(BOT_NAMES)}
        return catalogue.text(key, **names if catalogue.messages[key].placeholders else {})

    parser.description, parser.epilog = say(parser.description), say(parser.epilog)
    for group in parser._action_groups:
        group.title = say(group.title)
    for action in parser._actions:
        action.help = say(action.help)
        if isinstance(action.metavar, str):
            action.metavar = say(action.metavar)
        if isinstance(action, argparse._SubParsersAction):
            for listed in action._choices_actions:
                listed.help = say(listed.help)
            for command in action.choices.values():
                _word(command, catalogue)
        elif callable(action.type):
            action.type = _worded(catalogue, action.type)


_Commands = argparse._SubParsersAction  # argparse gives its public objects no public name


_AddArgument: TypeAlias = Callable[[argparse._ActionsContainer], object]
"""Adds an argument, or several, to a parser or to a group of arguments."""

_Arguments: TypeAlias = Iterable[_AddArgument]


def _argument(*names: str, **settings: Any) -> _AddArgument:
    """Return one argument: its names, and the settings for argparse's `add_argument`."""
    return lambda group: group.add_argument(*names, **settings)


def _one_of(*arguments: _AddArgument, required: bool = False) -> _AddArgument:
    """Return arguments of which one at the most is given, and one at the least if `required`."""
    return lambda group: _add_all(group.add_mutually_exclusive_group(required=required), arguments)


def _add_all(group: argparse._ActionsContainer, arguments: _Arguments) -> None:
    for add in arguments:
        add(group)


def _add_common(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    group = parser.add_argument_group("cli.help.options")
    group.add_argument("-h", "--help", action="help", help="cli.help.help")
    group.add_argument(
        "--lang",
        choices=[language.value for language in Language],
        default=argparse.SUPPRESS,
        help="cli.help.lang",
    )
    return group


def _add_command(
    commands: _Commands[_Parser], about: str, arguments: _Arguments, **defaults: str
) -> _Parser:
    name = about.rpartition(".")[2]
    parser = commands.add_parser(
        name, help=about, description=about, add_help=False, allow_abbrev=False
    )
    parser.set_defaults(**defaults)
    _add_all(_add_common(parser), arguments)
    return parser


def _window_options() -> dict[str, _Arguments]:
    """Return what can be said where the game itself is opened, by the title of its group."""
    return {
        "cli.help.game": (
            _argument("--seed", type=_read_deal, help="cli.help.seed"),
            _argument("--edition", choices=edition_names(), help="cli.help.edition"),
            _one_of(
                _argument("--fullscreen", action="store_true", help="cli.help.fullscreen"),
                _argument(
                    "--windowed",
                    type=_size,
                    nargs="?",
                    const=(0, 0),
                    metavar="cli.help.size",
                    help="cli.help.windowed",
                ),
            ),
            _argument("--mute", action="store_true", help="cli.help.mute"),
            _argument("--open", metavar="cli.help.file", help="cli.help.open"),
        ),
        "cli.help.system": (
            _one_of(
                _argument("--install-desktop", action="store_true", help="cli.help.install"),
                _argument("--remove-desktop", action="store_true", help="cli.help.remove"),
            ),
        ),
    }


def _json(about: str) -> _AddArgument:
    return _argument("--json", action="store_true", help=about)


def _file(about: str, **settings: Any) -> _AddArgument:
    return _argument("file", metavar="cli.help.file", help=about, **settings)


def _date(name: str, about: str, **settings: Any) -> _AddArgument:
    return _argument(name, type=_day, metavar="cli.help.date", help=about, **settings)


def _output(about: str) -> tuple[_AddArgument, _AddArgument]:
    return (
        _argument("-o", "--output", required=True, metavar="cli.help.file", help=about),
        _argument("-f", "--force", action="store_true", help="cli.help.force"),
    )


def _rules(**settings: Any) -> _AddArgument:
    return _argument(
        "--rules", type=Ruleset.parse, metavar="cli.help.text", help="cli.help.rules", **settings
    )


_FILES: Final = _argument("files", nargs="+", metavar="cli.help.file", help="cli.help.files")
_BOT_TIME: Final = _argument(
    "--bot-time", type=_duration, default=30, metavar="30s", help="cli.help.bot_time"
)
_WORK: Final = (
    _argument("--jobs", type=_number(0, 999), default=1, metavar="N", help="cli.help.jobs"),
    _argument("--dask", metavar="cli.help.address", help="cli.help.dask"),
)
"""Who does the work of a command that can take long."""


def _commands() -> dict[str, _Arguments]:
    """Return the commands that need no window, `apart` aside."""
    games = _number(1, MOST_GAMES)
    return {
        "score": (_json("cli.help.score_json"), _FILES),
        "deal": (
            _argument(
                "--board", choices=[board.value for board in BoardName], help="cli.help.board"
            ),
            _argument("--call", choices=[call.value for call in CallRule], help="cli.help.call"),
            _argument("--count", type=games, metavar="N", help="cli.help.count"),
            _json("cli.help.deal_json"),
            _argument(
                "seed", type=_read_deal, metavar="cli.help.seed_name", help="cli.help.any_seed"
            ),
        ),
        "play": (
            _argument(
                "--bot",
                action="append",
                required=True,
                dest="bots",
                metavar="cli.help.name",
                help="cli.help.bot",
            ),
            _one_of(
                _argument("--deals", metavar="cli.help.file", help="cli.help.deals"),
                _argument("--games", type=games, default=1, metavar="N", help="cli.help.games"),
            ),
            _argument("--seed", type=_read_deal, default="1", help="cli.help.any_seed"),
            _rules(),
            _BOT_TIME,
            *_WORK,
            _json("cli.help.play_json"),
        ),
        "check-bot": (
            _argument("name", metavar="cli.help.name", help="cli.help.outside_bot"),
            _BOT_TIME,
        ),
        "best": (_json("cli.help.best_json"), _FILES, *_WORK),
        "result": (_date("--daily", "cli.help.of_day"), _file("cli.help.files")),
        "run": (_argument("files", nargs="+", metavar="cli.help.file", help="cli.help.run_files"),),
        "page": (
            _file("cli.help.page_file", nargs="?"),
            _argument("--challenge", metavar="cli.help.code", help="cli.help.challenge"),
            _argument("--daily", action="store_true", help="cli.help.page_daily"),
            _date("--from", "cli.help.page_from", dest="first"),
            _argument(
                "--days", type=_number(1, 1000), default=31, metavar="N", help="cli.help.page_days"
            ),
            _argument("--worker", action="store_true", help="cli.help.page_worker"),
            _argument("--review", action="store_true", help="cli.help.review"),
            _argument(
                "--beat", choices=("all", "sender", "none"), default="all", help="cli.help.beat"
            ),
            _argument("--address", metavar="URL", help="cli.help.page_address"),
            *_output("cli.help.output"),
        ),
        "picture": (
            _file("cli.help.page_file"),
            *_output("cli.help.picture_file"),
            _date("--date", "cli.help.picture_date"),
            _argument(
                "--medal",
                choices=("bronze", "silver", "gold", "master"),
                default="",
                help="cli.help.picture_medal",
            ),
        ),
    }


def _apart_commands() -> dict[str, _Arguments]:
    """Return the commands of `apart`."""
    file, name, folder = "cli.help.file", "cli.help.name", "apart.help.folder"
    table = _argument("table", metavar="apart.help.id", help="apart.help.table")
    server = _argument("--server", metavar="URL", help="apart.help.server")
    packets = _argument("--packets", metavar=folder, help="apart.help.packets")
    web = _argument("--web", metavar=file, help="apart.help.web")
    return {
        "open": (
            _rules(required=True),
            _argument(
                "--seats",
                type=_number(1, MAX_PLAYERS),
                required=True,
                metavar="N",
                help="apart.help.seats",
            ),
            _one_of(server, packets),
            _argument(
                "--time", type=_duration, default=3 * DAY, metavar="3d", help="apart.help.time"
            ),
            _argument(
                "--bot",
                action="append",
                dest="bots",
                choices=BOT_NAMES,
                metavar=name,
                help="cli.help.bot",
            ),
        ),
        "join": (
            _argument("invitation", metavar="apart.help.invitation", help="apart.help.paste"),
            _argument("--name", metavar=name, help="apart.help.name"),
            _argument("--bot", choices=BOT_NAMES, metavar=name, help="apart.help.bot"),
            packets,
        ),
        "packet": (table, *_output("apart.help.output")),
        "take": (_argument("files", nargs="+", metavar=file, help="apart.help.files"),),
        "card": (table,),
        "record": (table,),
        "tables": (),
        "answer": (
            table,
            _argument("turn", metavar="apart.help.turn", help="apart.help.turn_about"),
            _argument("--name", metavar=name, help="apart.help.answer_name"),
        ),
        "report": (table, web),
        "standings": (table, web),
        "remove": (table,),
        "move": (table, _one_of(server, packets, required=True)),
        "club": (
            _argument(
                "--listen", default="0.0.0.0:4222", metavar="HOST:PORT", help="apart.help.listen"
            ),
            _argument("--data", metavar=folder, help="apart.help.data"),
            _argument("--cert", metavar=file, help="apart.help.cert"),
            _argument("--key", metavar=file, help="apart.help.key"),
            _argument(
                "--room",
                type=_number(1, 10**6),
                default=16_000,
                metavar="MB",
                help="apart.help.room",
            ),
            _argument(
                "--user", action="append", dest="users", metavar=name, help="apart.help.user"
            ),
            _argument(
                "--keep", type=_number(1, 36_500), default=365, metavar="N", help="apart.help.keep"
            ),
            _argument("--in-the-clear", action="store_true", help="apart.help.in_the_clear"),
            _argument("--status", action="store_true", help="apart.help.status"),
        ),
    }


def _worded(catalogue: Catalogue, read: Callable[[str], _T]) -> Callable[[str], _T]:
    """`read`, with what it refuses worded as argparse wants it."""

    def read_or_refuse(text: str) -> _T:
        from game.storage.codes import CodeError

        try:
            return read(text)
        except RulesError as error:
            raise argparse.ArgumentTypeError(word_error(catalogue, error)) from None
        except CodeError as error:
            reason = catalogue.text(f"storage.code.{error.mistake.value}", **error.values)
            raise argparse.ArgumentTypeError(reason) from None

    return read_or_refuse
