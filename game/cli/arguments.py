"""The command line's grammar: what may be asked, with help in the player's language."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NoReturn, Protocol, TypeVar

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


_OFFERED: Final = {"bots": BOT_NAMES, "bot": BOT_NAMES, "challenge": ("daily",)}
"""What a shell completes where more can be said."""

SHELLS: Final = ("bash", "zsh", "fish")


class UsageError(Exception):
    """Arguments that cannot be understood; the text is one line."""


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
    """Let gettext, which argparse asks for its sentences, answer from the catalogue."""

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
    """The language that `--lang` names anywhere, None if none or an unknown one.

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
    valued = ("--lang", "--seed", "--edition", "--open", "--completion")
    is_file = os.path.isfile(last) or last.endswith(RECORD_ENDINGS)
    is_told = last.startswith("-") or (before and before[-1] in valued)
    has_command = any(
        not word.startswith("-") and told not in (*valued, "--windowed")
        for told, word in pairwise(["", *before])
    )
    if is_file and not is_told and not has_command:
        return [*before, "--open", last]
    return list(words)


def completion(catalogue: Catalogue, shell: str) -> str:
    """The script that completes the program's words in `shell`."""
    import shtab

    parser = make_parser(catalogue)
    for action in _actions(parser):
        if action.dest in ("deals", "file", "files", "open", "output"):
            vars(action)["complete"] = shtab.FILE
        # Other names and codes are taken too: this parser reads nothing.
        action.choices = _OFFERED.get(action.dest, action.choices)
    return shtab.complete(parser, shell)


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)


def edition_names() -> tuple[str, ...]:
    """The names of the edition cards."""
    return tuple(sorted(path.stem for path in seed_file("editions").glob("*.toml")))


def make_parser(catalogue: Catalogue) -> argparse.ArgumentParser:
    """The parser; `command` is None where the game itself is to be opened."""
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
    game = parser.add_argument_group("cli.help.game")
    game.add_argument("--seed", type=_read_deal, help="cli.help.seed")
    game.add_argument("--edition", choices=edition_names(), help="cli.help.edition")
    screen = game.add_mutually_exclusive_group()
    screen.add_argument("--fullscreen", action="store_true", help="cli.help.fullscreen")
    screen.add_argument(
        "--windowed",
        type=_size,
        nargs="?",
        const=(0, 0),
        metavar="cli.help.size",
        help="cli.help.windowed",
    )
    game.add_argument("--mute", action="store_true", help="cli.help.mute")
    game.add_argument("--open", metavar="cli.help.file", help="cli.help.open")
    system = parser.add_argument_group("cli.help.system").add_mutually_exclusive_group()
    system.add_argument("--install-desktop", action="store_true", help="cli.help.install")
    system.add_argument("--remove-desktop", action="store_true", help="cli.help.remove")
    system.add_argument("--completion", choices=SHELLS, help="cli.help.completion")
    commands = parser.add_subparsers(
        title="cli.help.commands", metavar="cli.help.command", parser_class=_Parser
    )
    _add_files(commands, "score")
    _add_deal(commands)
    _add_play(commands)
    _add_check_bot(commands)
    _add_work(_add_files(commands, "best"))
    _add_daily(commands)
    _add_level(commands)
    _add_result(commands)
    _add_page(commands)
    _add_picture(commands)
    _add_output(_add_command(commands, "export"), "cli.help.export_file")
    _add_import(commands)
    _add_apart(commands)
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


def _add_command(commands: _Commands[_Parser], name: str) -> argparse._ArgumentGroup:
    return _add_common(_add_parser(commands, f"cli.help.{name}", command=name))


def _add_parser(commands: _Commands[_Parser], about: str, **defaults: str) -> _Parser:
    name = about.rpartition(".")[2]
    parser = commands.add_parser(
        name, help=about, description=about, add_help=False, allow_abbrev=False
    )
    parser.set_defaults(**defaults)
    return parser


def _add_files(commands: _Commands[_Parser], name: str) -> argparse._ArgumentGroup:
    """A command that reads records: `score`, `best`."""
    group = _add_command(commands, name)
    group.add_argument("--json", action="store_true", help=f"cli.help.{name}_json")
    group.add_argument("files", nargs="+", metavar="cli.help.file", help="cli.help.files")
    return group


def _add_work(group: argparse._ArgumentGroup) -> None:
    """Who does the work of a command that can take long."""
    group.add_argument("--jobs", type=_number(0, 999), default=1, metavar="N", help="cli.help.jobs")
    group.add_argument("--dask", metavar="cli.help.address", help="cli.help.dask")


def _add_deal(commands: _Commands[_Parser]) -> None:
    group = _add_command(commands, "deal")
    boards, calls = [board.value for board in BoardName], [call.value for call in CallRule]
    group.add_argument("--board", choices=boards, help="cli.help.board")
    group.add_argument("--call", choices=calls, help="cli.help.call")
    group.add_argument("--count", type=_number(1, MOST_GAMES), metavar="N", help="cli.help.count")
    group.add_argument("--json", action="store_true", help="cli.help.deal_json")
    name, about = "cli.help.seed_name", "cli.help.any_seed"
    group.add_argument("seed", type=_read_deal, metavar=name, help=about)


def _add_play(commands: _Commands[_Parser]) -> None:
    group = _add_command(commands, "play")
    group.add_argument(
        "--bot",
        action="append",
        required=True,
        dest="bots",
        metavar="cli.help.name",
        help="cli.help.bot",
    )
    deals = group.add_mutually_exclusive_group()
    deals.add_argument("--deals", metavar="cli.help.file", help="cli.help.deals")
    deals.add_argument(
        "--games", type=_number(1, MOST_GAMES), default=1, metavar="N", help="cli.help.games"
    )
    group.add_argument("--seed", type=_read_deal, default="1", help="cli.help.any_seed")
    rules = Ruleset.parse
    group.add_argument("--rules", type=rules, metavar="cli.help.text", help="cli.help.rules")
    _add_bot_time(group)
    _add_work(group)
    group.add_argument("--json", action="store_true", help="cli.help.play_json")


def _add_check_bot(commands: _Commands[_Parser]) -> None:
    group = _add_command(commands, "check-bot")
    group.add_argument("name", metavar="cli.help.name", help="cli.help.outside_bot")
    _add_bot_time(group)


def _add_bot_time(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--bot-time", type=_duration, default=30, metavar="30s", help="cli.help.bot_time"
    )


def _add_daily(commands: _Commands[_Parser]) -> None:
    group = _add_command(commands, "daily")
    group.add_argument("--date", type=_day, metavar="cli.help.date", help="cli.help.day")
    group.add_argument(
        "--edition", choices=edition_names(), default="standard", help="cli.help.daily_edition"
    )
    group.add_argument("--json", action="store_true", help="cli.help.daily_json")


def _add_level(commands: _Commands[_Parser]) -> None:
    group = _add_command(commands, "level")
    group.add_argument("--edition", choices=edition_names(), help="cli.help.level_edition")
    group.add_argument("--json", action="store_true", help="cli.help.level_json")
    group.add_argument("files", nargs="*", metavar="cli.help.file", help="cli.help.level_files")


def _add_result(commands: _Commands[_Parser]) -> None:
    group = _add_command(commands, "result")
    group.add_argument("--daily", type=_day, metavar="cli.help.date", help="cli.help.of_day")
    group.add_argument("file", metavar="cli.help.file", help="cli.help.files")


def _add_page(commands: _Commands[_Parser]) -> None:
    group = _add_command(commands, "page")
    group.add_argument("file", nargs="?", metavar="cli.help.file", help="cli.help.page_file")
    group.add_argument("--challenge", metavar="cli.help.code", help="cli.help.challenge")
    group.add_argument("--review", action="store_true", help="cli.help.review")
    _add_output(group, "cli.help.output")


def _add_import(commands: _Commands[_Parser]) -> None:
    group = _add_command(commands, "import")
    group.add_argument("--settings", action="store_true", help="cli.help.import_settings")
    group.add_argument("file", metavar="cli.help.file", help="cli.help.import_file")


def _add_output(group: argparse._ArgumentGroup, about: str) -> None:
    group.add_argument("-o", "--output", required=True, metavar="cli.help.file", help=about)


def _add_picture(commands: _Commands[_Parser]) -> None:
    group = _add_command(commands, "picture")
    group.add_argument("file", metavar="cli.help.file", help="cli.help.page_file")
    _add_output(group, "cli.help.picture_file")
    group.add_argument("--date", type=_day, metavar="cli.help.date", help="cli.help.picture_date")


def _add_apart(commands: _Commands[_Parser]) -> None:
    apart = _add_parser(commands, "apart.help.apart")
    _add_common(apart)
    inner = apart.add_subparsers(
        title="cli.help.commands", metavar="cli.help.command", parser_class=_Parser, required=True
    )

    def add(name: str, *, of_table: bool = False) -> argparse._ArgumentGroup:
        group = _add_common(_add_parser(inner, f"apart.help.{name}", command="apart", apart=name))
        if of_table:
            group.add_argument("table", metavar="apart.help.id", help="apart.help.table")
        return group

    file, name, folder = "cli.help.file", "cli.help.name", "apart.help.folder"
    group = add("open")
    group.add_argument("--rules", type=Ruleset.parse, required=True, metavar="cli.help.text",
                       help="cli.help.rules")  # fmt: skip
    group.add_argument(
        "--seats", type=_number(1, MAX_PLAYERS), required=True, metavar="N", help="apart.help.seats"
    )
    road = group.add_mutually_exclusive_group()
    road.add_argument("--server", metavar="URL", help="apart.help.server")
    road.add_argument("--packets", metavar=folder, help="apart.help.packets")
    group.add_argument(
        "--time", type=_duration, default=3 * DAY, metavar="3d", help="apart.help.time"
    )
    group.add_argument("--bot", action="append", dest="bots", choices=BOT_NAMES, metavar=name,
                       help="cli.help.bot")  # fmt: skip
    group = add("join")
    group.add_argument("invitation", metavar="apart.help.invitation", help="apart.help.paste")
    group.add_argument("--name", metavar=name, help="apart.help.name")
    group.add_argument("--bot", choices=BOT_NAMES, metavar=name, help="apart.help.bot")
    group.add_argument("--packets", metavar=folder, help="apart.help.packets")
    _add_output(add("packet", of_table=True), "apart.help.output")
    group = add("take")
    group.add_argument("files", nargs="+", metavar=file, help="apart.help.files")
    add("card", of_table=True)
    add("record", of_table=True)
    add("tables")
    group = add("answer", of_table=True)
    group.add_argument("turn", metavar="apart.help.turn", help="apart.help.turn_about")
    group.add_argument("--name", metavar=name, help="apart.help.answer_name")
    for command in ("report", "standings"):
        group = add(command, of_table=True)
        group.add_argument("--web", metavar=file, help="apart.help.web")
    add("remove", of_table=True)
    group = add("move", of_table=True)
    road = group.add_mutually_exclusive_group(required=True)
    road.add_argument("--server", metavar="URL", help="apart.help.server")
    road.add_argument("--packets", metavar=folder, help="apart.help.packets")
    group = add("club")
    group.add_argument(
        "--listen", default="0.0.0.0:4222", metavar="HOST:PORT", help="apart.help.listen"
    )
    group.add_argument("--data", metavar=folder, help="apart.help.data")
    group.add_argument("--cert", metavar=file, help="apart.help.cert")
    group.add_argument("--key", metavar=file, help="apart.help.key")
    group.add_argument(
        "--room", type=_number(1, 10**6), default=16_000, metavar="MB", help="apart.help.room"
    )
    group.add_argument(
        "--user", action="append", dest="users", metavar=name, help="apart.help.user"
    )
    group.add_argument(
        "--keep", type=_number(1, 36_500), default=365, metavar="N", help="apart.help.keep"
    )
    group.add_argument("--in-the-clear", action="store_true", help="apart.help.in_the_clear")
    group.add_argument("--status", action="store_true", help="apart.help.status")
    group.add_argument("--sweep", action="store_true", help="apart.help.sweep")


def _day(text: str) -> date:
    # The window's start need not wait for what daily deals know.
    from game.play.daily import parse_day

    return parse_day(text)


def _number(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers within these bounds."""

    def read(text: str) -> int:
        is_whole = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if not is_whole or not least <= int(text) <= most:
            raise FormatError(Fault.OUT_OF_RANGE, least=least, most=most, value=repr(text[:20]))
        return int(text)

    return read


def _duration(text: str) -> int:
    found = _DURATION.fullmatch(text)
    if found is None or not 0 < (seconds := int(found[1]) * _UNITS[found[2]]) <= 400 * DAY:
        raise FormatError(Fault.NOT_A_TIME, text=repr(text[:20]))
    return seconds


def _read_deal(text: str) -> tuple[Ruleset | None, str]:
    """The rules and the seed of a deal code, or a seed alone; a mistyped code is refused."""
    from game.storage.codes import read_deal

    deal = read_deal(text)
    if isinstance(deal, str):
        check_seed(deal)
        return None, deal
    return deal


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


def _size(text: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(text)
    if found is None:
        raise FormatError(Fault.NOT_A_SIZE, text=repr(text[:20]))
    return int(found[1]), int(found[2])
