"""The command line's grammar: what may be asked, with help in the player's language."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NoReturn, Protocol, TypeVar

from game import __version__
from game.bots.players.registry import BOT_NAMES
from game.locale import Catalogue, Language
from game.locale.errors import word_error
from game.resources import seed_file
from game.rules.boards import BoardName
from game.rules.deal import check_seed
from game.rules.errors import Fault, FormatError, RulesError
from game.rules.ruleset import CallRule, Ruleset

if TYPE_CHECKING:
    from datetime import date

    from game.storage.codes import Deal


PROGRAM: Final = "take-it-easy"

_T = TypeVar("_T")

_SIZE = re.compile(r"([1-9][0-9]{2,4})[x×]([1-9][0-9]{2,4})")


DAY = 24 * 3600
_DURATION = re.compile(r"([1-9][0-9]{0,7})([smhd])")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": DAY}


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
    """Let argparse, which asks gettext, find its sentences in the catalogue."""

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
    those before it are options.
    """
    *before, last = words or [""]
    is_alone = all(word.startswith("-") for word in before)
    if is_alone and not last.startswith("-") and os.path.isfile(last):
        return [*before, "--open", last]
    return list(words)


def edition_names() -> tuple[str, ...]:
    """The names of the edition cards."""
    return tuple(sorted(path.stem for path in seed_file("editions").glob("*.toml")))


def make_parser(catalogue: Catalogue) -> argparse.ArgumentParser:
    """The parser; `command` is None where the game itself is to be opened."""
    text = catalogue.text
    _speak(catalogue)
    parser = _Parser(
        prog=PROGRAM,
        description=text("cli.help.description"),
        epilog=text("cli.help.epilog"),
        add_help=False,
        allow_abbrev=False,
    )
    parser.set_defaults(command=None)
    options = parser.add_argument_group(text("cli.help.options"))
    _add_common(options, catalogue)
    options.add_argument(
        "--version",
        action="version",
        version=f"{PROGRAM} {__version__}",
        help=text("cli.help.version"),
    )
    game = parser.add_argument_group(text("cli.help.game"))
    game.add_argument("--seed", type=_deal_reader(catalogue), help=text("cli.help.seed"))
    game.add_argument("--edition", choices=edition_names(), help=text("cli.help.edition"))
    screen = game.add_mutually_exclusive_group()
    screen.add_argument("--fullscreen", action="store_true", help=text("cli.help.fullscreen"))
    screen.add_argument(
        "--windowed",
        type=_worded(catalogue, _size),
        nargs="?",
        const=(0, 0),
        metavar=text("cli.help.size"),
        help=text("cli.help.windowed"),
    )
    game.add_argument("--mute", action="store_true", help=text("cli.help.mute"))
    game.add_argument("--open", metavar=text("cli.help.file"), help=text("cli.help.open"))
    system = parser.add_argument_group(text("cli.help.system")).add_mutually_exclusive_group()
    system.add_argument("--install-desktop", action="store_true", help=text("cli.help.install"))
    system.add_argument("--remove-desktop", action="store_true", help=text("cli.help.remove"))
    system.add_argument("--completion", choices=SHELLS, help=text("cli.help.completion"))
    commands = parser.add_subparsers(
        title=text("cli.help.commands"), metavar=text("cli.help.command"), parser_class=_Parser
    )
    _add_files(commands, "score", catalogue)
    _add_deal(commands, catalogue)
    _add_play(commands, catalogue)
    _add_work(_add_files(commands, "best", catalogue), catalogue)
    _add_daily(commands, catalogue)
    _add_result(commands, catalogue)
    _add_page(commands, catalogue)
    _add_picture(commands, catalogue)
    _add_apart(commands, catalogue)
    return parser


_Commands = argparse._SubParsersAction  # argparse gives its public objects no public name


def _add_command(
    commands: _Commands[_Parser], name: str, catalogue: Catalogue
) -> argparse._ArgumentGroup:
    about = catalogue.text(f"cli.help.{name}")
    command = commands.add_parser(
        name, help=about, description=about, add_help=False, allow_abbrev=False
    )
    command.set_defaults(command=name)
    group = command.add_argument_group(catalogue.text("cli.help.options"))
    _add_common(group, catalogue)
    return group


def _add_common(group: argparse._ArgumentGroup, catalogue: Catalogue) -> None:
    group.add_argument("-h", "--help", action="help", help=catalogue.text("cli.help.help"))
    group.add_argument(
        "--lang",
        choices=[language.value for language in Language],
        default=argparse.SUPPRESS,
        help=catalogue.text("cli.help.lang"),
    )


def _add_files(
    commands: _Commands[_Parser], name: str, catalogue: Catalogue
) -> argparse._ArgumentGroup:
    """A command that reads records: `score`, `best`."""
    group = _add_command(commands, name, catalogue)
    group.add_argument("--json", action="store_true", help=catalogue.text(f"cli.help.{name}_json"))
    group.add_argument(
        "files",
        nargs="+",
        metavar=catalogue.text("cli.help.file"),
        help=catalogue.text("cli.help.files"),
    )
    return group


def _add_work(group: argparse._ArgumentGroup, catalogue: Catalogue) -> None:
    """Who does the work of a command that can take long."""
    group.add_argument(
        "--jobs",
        type=_worded(catalogue, _jobs),
        default=1,
        metavar="N",
        help=catalogue.text("cli.help.jobs"),
    )
    address = catalogue.text("cli.help.address")
    group.add_argument("--dask", metavar=address, help=catalogue.text("cli.help.dask"))


def _add_deal(commands: _Commands[_Parser], catalogue: Catalogue) -> None:
    group = _add_command(commands, "deal", catalogue)
    group.add_argument(
        "--board",
        choices=[board.value for board in BoardName],
        help=catalogue.text("cli.help.board"),
    )
    group.add_argument(
        "--call",
        choices=[call.value for call in CallRule],
        help=catalogue.text("cli.help.call"),
    )
    group.add_argument(
        "--count",
        type=_worded(catalogue, _count),
        metavar="N",
        help=catalogue.text("cli.help.count"),
    )
    group.add_argument("--json", action="store_true", help=catalogue.text("cli.help.deal_json"))
    group.add_argument(
        "seed",
        type=_deal_reader(catalogue),
        metavar=catalogue.text("cli.help.seed_name"),
        help=catalogue.text("cli.help.any_seed"),
    )


def _add_play(commands: _Commands[_Parser], catalogue: Catalogue) -> None:
    group = _add_command(commands, "play", catalogue)
    group.add_argument(
        "--bot",
        action="append",
        required=True,
        dest="bots",
        metavar=catalogue.text("cli.help.name"),
        help=catalogue.text("cli.help.bot", names=", ".join(BOT_NAMES)),
    )
    deals = group.add_mutually_exclusive_group()
    deals.add_argument(
        "--deals", metavar=catalogue.text("cli.help.file"), help=catalogue.text("cli.help.deals")
    )
    deals.add_argument(
        "--games",
        type=_worded(catalogue, _count),
        default=1,
        metavar="N",
        help=catalogue.text("cli.help.games"),
    )
    group.add_argument(
        "--seed",
        type=_deal_reader(catalogue),
        default="1",
        help=catalogue.text("cli.help.any_seed"),
    )
    group.add_argument(
        "--rules",
        type=_worded(catalogue, Ruleset.parse),
        metavar=catalogue.text("cli.help.text"),
        help=catalogue.text("cli.help.rules"),
    )
    group.add_argument(
        "--bot-time",
        type=_worded(catalogue, _duration),
        default=30,
        metavar="30s",
        help=catalogue.text("cli.help.bot_time"),
    )
    _add_work(group, catalogue)
    group.add_argument("--json", action="store_true", help=catalogue.text("cli.help.play_json"))


def _add_daily(commands: _Commands[_Parser], catalogue: Catalogue) -> None:
    group = _add_command(commands, "daily", catalogue)
    metavar = catalogue.text("cli.help.date")
    group.add_argument(
        "--date",
        type=_worded(catalogue, _day),
        metavar=metavar,
        help=catalogue.text("cli.help.day"),
    )
    group.add_argument(
        "--edition",
        choices=edition_names(),
        default="standard",
        help=catalogue.text("cli.help.daily_edition"),
    )
    group.add_argument("--json", action="store_true", help=catalogue.text("cli.help.daily_json"))


def _add_result(commands: _Commands[_Parser], catalogue: Catalogue) -> None:
    group = _add_command(commands, "result", catalogue)
    metavar = catalogue.text("cli.help.date")
    group.add_argument(
        "--daily",
        type=_worded(catalogue, _day),
        metavar=metavar,
        help=catalogue.text("cli.help.of_day"),
    )
    file = catalogue.text("cli.help.file")
    group.add_argument("file", metavar=file, help=catalogue.text("cli.help.files"))


def _add_page(commands: _Commands[_Parser], catalogue: Catalogue) -> None:
    group = _add_command(commands, "page", catalogue)
    file = catalogue.text("cli.help.file")
    group.add_argument("file", nargs="?", metavar=file, help=catalogue.text("cli.help.page_file"))
    group.add_argument(
        "--challenge",
        metavar=catalogue.text("cli.help.code"),
        help=catalogue.text("cli.help.challenge"),
    )
    group.add_argument("--review", action="store_true", help=catalogue.text("cli.help.review"))
    group.add_argument(
        "-o", "--output", required=True, metavar=file, help=catalogue.text("cli.help.output")
    )


def _add_picture(commands: _Commands[_Parser], catalogue: Catalogue) -> None:
    group = _add_command(commands, "picture", catalogue)
    file = catalogue.text("cli.help.file")
    group.add_argument("file", metavar=file, help=catalogue.text("cli.help.page_file"))
    group.add_argument(
        "-o", "--output", required=True, metavar=file, help=catalogue.text("cli.help.picture_file")
    )
    group.add_argument(
        "--date",
        type=_worded(catalogue, _day),
        metavar=catalogue.text("cli.help.date"),
        help=catalogue.text("cli.help.picture_date"),
    )


def _add_apart(commands: _Commands[_Parser], catalogue: Catalogue) -> None:
    text = catalogue.text
    about = text("apart.help.apart")
    apart = commands.add_parser(
        "apart", help=about, description=about, add_help=False, allow_abbrev=False
    )
    _add_common(apart.add_argument_group(text("cli.help.options")), catalogue)
    inner = apart.add_subparsers(
        title=text("cli.help.commands"),
        metavar=text("cli.help.command"),
        parser_class=_Parser,
        required=True,
    )

    def add(name: str, about: str) -> argparse._ArgumentGroup:
        command = inner.add_parser(
            name, help=about, description=about, add_help=False, allow_abbrev=False
        )
        command.set_defaults(command="apart", apart=name)
        group = command.add_argument_group(text("cli.help.options"))
        _add_common(group, catalogue)
        return group

    file, name, table = text("cli.help.file"), text("cli.help.name"), text("apart.help.id")
    folder, bots = text("apart.help.folder"), ", ".join(BOT_NAMES)
    group = add("open", text("apart.help.open"))
    group.add_argument(
        "--rules",
        type=_worded(catalogue, Ruleset.parse),
        required=True,
        metavar=text("cli.help.text"),
        help=text("cli.help.rules"),
    )
    group.add_argument("--seats", type=_worded(catalogue, _seats), required=True, metavar="N",
                       help=text("apart.help.seats"))  # fmt: skip
    road = group.add_mutually_exclusive_group()
    road.add_argument("--server", metavar="URL", help=text("apart.help.server"))
    road.add_argument("--packets", metavar=folder, help=text("apart.help.packets"))
    group.add_argument("--time", type=_worded(catalogue, _duration), default=3 * DAY, metavar="3d",
                       help=text("apart.help.time"))  # fmt: skip
    group.add_argument("--bot", action="append", dest="bots", choices=BOT_NAMES, metavar=name,
                       help=text("cli.help.bot", names=bots))  # fmt: skip
    group = add("join", text("apart.help.join"))
    group.add_argument("invitation", metavar=text("apart.help.invitation"),
                       help=text("apart.help.paste"))  # fmt: skip
    group.add_argument("--name", metavar=name, help=text("apart.help.name"))
    group.add_argument("--bot", choices=BOT_NAMES, metavar=name,
                       help=text("apart.help.bot", names=bots))  # fmt: skip
    group.add_argument("--packets", metavar=folder, help=text("apart.help.packets"))
    group = add("packet", text("apart.help.packet"))
    group.add_argument("table", metavar=table, help=text("apart.help.table"))
    group.add_argument("-o", "--output", required=True, metavar=file,
                       help=text("apart.help.output"))  # fmt: skip
    group = add("take", text("apart.help.take"))
    group.add_argument("files", nargs="+", metavar=file, help=text("apart.help.files"))
    for command, about in (
        ("card", text("apart.help.card")),
        ("record", text("apart.help.record")),
    ):
        group = add(command, about)
        group.add_argument("table", metavar=table, help=text("apart.help.table"))
    add("tables", text("apart.help.tables"))
    group = add("answer", text("apart.help.answer"))
    group.add_argument("table", metavar=table, help=text("apart.help.table"))
    group.add_argument("turn", metavar=text("apart.help.turn"), help=text("apart.help.turn_about"))
    group.add_argument("--name", metavar=name, help=text("apart.help.answer_name"))
    for command in ("report", "standings"):
        group = add(command, text(f"apart.help.{command}"))
        group.add_argument("table", metavar=table, help=text("apart.help.table"))
        group.add_argument("--web", metavar=file, help=text("apart.help.web"))
    group = add("club", text("apart.help.club"))
    group.add_argument("--listen", default="0.0.0.0:4222", metavar="HOST:PORT",
                       help=text("apart.help.listen"))  # fmt: skip
    group.add_argument("--data", metavar=folder, help=text("apart.help.data"))
    group.add_argument("--cert", metavar=file, help=text("apart.help.cert"))
    group.add_argument("--key", metavar=file, help=text("apart.help.key"))
    group.add_argument("--user", action="append", dest="users", metavar=name,
                       help=text("apart.help.user"))  # fmt: skip


def _day(text: str) -> date:
    # The window's start need not wait for what daily deals know.
    from game.play.daily import parse_day

    return parse_day(text)


def _seats(text: str) -> int:
    if text not in tuple("123456"):
        raise FormatError(Fault.OUT_OF_RANGE, least=1, most=6, value=repr(text[:20]))
    return int(text)


def _duration(text: str) -> int:
    found = _DURATION.fullmatch(text)
    if found is None or not 0 < (seconds := int(found[1]) * _UNITS[found[2]]) <= 400 * DAY:
        raise FormatError(Fault.NOT_A_TIME, text=repr(text[:20]))
    return seconds


def _deal_reader(catalogue: Catalogue) -> Callable[[str], Deal | str]:
    """Reads a seed or a deal code; a mistyped code is refused with the reason."""

    def read(text: str) -> Deal | str:
        from game.storage.codes import CodeError, read_deal

        try:
            deal = read_deal(text)
            if isinstance(deal, str):
                check_seed(deal)
        except CodeError as error:
            reason = catalogue.text(f"storage.code.{error.mistake.value}", **error.values)
            raise argparse.ArgumentTypeError(reason) from None
        return deal

    return _worded(catalogue, read)


def _worded(catalogue: Catalogue, read: Callable[[str], _T]) -> Callable[[str], _T]:
    """`read`, with what it refuses worded as argparse wants it."""

    def read_or_refuse(text: str) -> _T:
        try:
            return read(text)
        except RulesError as error:
            raise argparse.ArgumentTypeError(word_error(catalogue, error)) from None

    return read_or_refuse


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise FormatError(Fault.OUT_OF_RANGE, least=0, most=999, value=repr(text[:20]))
    return int(text)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text) > 0):
        raise FormatError(Fault.NOT_POSITIVE, text=repr(text[:20]))
    return int(text)


def _size(text: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(text)
    if found is None:
        raise FormatError(Fault.NOT_A_SIZE, text=repr(text[:20]))
    return int(found[1]), int(found[2])
