"""The values of options: what each may be at its bounds, and what is taken without one."""

from __future__ import annotations

import argparse
import io
import re
import shlex
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from game import __version__
from game.cli.arguments import UsageError, make_parser, name_the_file, read_arguments
from game.rules.ruleset import Ruleset
from game.storage.files import path_of
from tests.each import each

ROOM, PLAY = "room ", "play --bot random "
PAGE = "page --daily -o x.html "
DAY = 24 * 3600


@each(
    [
        (ROOM, "seats", 2),
        (ROOM + "--seats 1", "seats", 1),
        (ROOM + "--seats 6", "seats", 6),
        (ROOM, "call_time", 90),
        (ROOM + "--call-time 1s", "call_time", 1),
        (ROOM + "--call-time 2m", "call_time", 120),
        (ROOM + "--call-time 3h", "call_time", 3 * 3600),
        (ROOM + "--call-time 400d", "call_time", 400 * DAY),
        (ROOM + "--listen 0.0.0.0:65535", "listen", ("0.0.0.0", 65535)),
        (ROOM + "--listen [::1]:0", "listen", ("::1", 0)),
        (ROOM, "listen", None),
        (ROOM + "--bot fox --bot beaver", "bots", ["fox", "beaver"]),
        (PLAY, "bot_time", 30),
        (PLAY, "games", 1),
        (PLAY + "--games 999999999", "games", 999_999_999),
        (PLAY, "jobs", 1),
        (PLAY + "--jobs 0", "jobs", 0),
        (PLAY + "--jobs 999", "jobs", 999),
        (PAGE, "days", None),
        (PAGE + "--days 1000", "days", 1000),
        (PAGE, "beat", "all"),
        (PAGE + "--from 2026-11-21", "first", date(2026, 11, 21)),
        ("--mute game.take-it-easy", "open", "game.take-it-easy"),
        ("--windowed", "windowed", (0, 0)),
        ("--windowed 100x99999", "windowed", (100, 99999)),
        ("--windowed 1280×800", "windowed", (1280, 800)),
        ("deal 7", "seed", (None, "7")),
        ("deal 0000-1AHW", "seed", (Ruleset(), "42")),
        ("deal 7", "count", None),
        ("", "command", None),
        ("deal 7", "command", "deal"),
    ],
)
def test_a_value_is_read_up_to_its_bounds(words: str, name: str, value: Any) -> None:
    assert getattr(read_arguments(words.split()), name) == value


@each(
    [
        *(ROOM + f"--seats {seats}" for seats in ("0", "7", "x", "02")),
        *(ROOM + f"--call-time {time}" for time in ("0s", "401d", "9", "1w", "-1s", "1.5m")),
        *(ROOM + f"--listen {at}" for at in (":80", "127.0.0.1", "host:65536", "host:", "h:1e3")),
        *(PLAY + f"--jobs {jobs}" for jobs in ("1000", "-1")),
        *(PLAY + f"--games {games}" for games in ("0", "1000000000")),
        *(PAGE + f"--days {days}" for days in ("0", "1001")),
        *(f"--windowed {size}" for size in ("99x900", "100000x900", "900", "0900x900")),
        "deal 7 --count 0",
        PAGE + "--from 2026-02-30",
        "--seed=-- deal",
    ],
)
def test_a_value_beyond_its_bounds_is_refused(words: str) -> None:
    with pytest.raises(UsageError):
        read_arguments(words.split())


@each(
    [
        ("deal 0000-1AHX", "argument SEED: The code has a mistake"),
        ("deal 0000-1UHW", "argument SEED: A deal code has no U."),
        ("deal --count 0 7", "argument --count: is not a number from 1 to 999,999,999: '0'"),
        ("play -o--", "'--' is no value: -o--"),
    ]
)
def test_a_refusal_names_the_argument_and_the_reason(words: str, reason: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_arguments(words.split())
    assert str(refused.value).startswith(reason)


WINDOW: dict[str, Any] = {
    "seed": None, "edition": None, "fullscreen": False, "windowed": None, "mute": False,
    "open": None, "install_desktop": False, "remove_desktop": False, "check_here": None,
}  # fmt: skip
"""The window's options without a value, which commands have too."""


@each(
    [
        (
            "--fullscreen --mute --edition league --open a --lang fr --seed 7 --install-desktop",
            {"fullscreen": True, "mute": True, "edition": "league", "open": "a", "lang": "fr"}
            | {"seed": (None, "7"), "install_desktop": True},
        ),
        ("--remove-desktop", {"remove_desktop": True}),
        ("--check-here out", {"check_here": "out"}),
        ("score a b", {"json": False, "text": False, "daily": None, "files": ["a", "b"]}),
        (
            "score --text --daily 2026-11-21 --lang de -",
            {"json": False, "text": True, "daily": date(2026, 11, 21), "files": ["-"]}
            | {"lang": "de"},
        ),
        (
            "deal --board daffodil --call mail --count 3 --json 7",
            {"seed": (None, "7"), "board": "daffodil", "call": "mail", "count": 3, "json": True},
        ),
        (
            "play --bot fox --deals d --seed 7 --rules 'daffodil-1 free pairs none' --jobs 2 --json"
            " --bot-time 2m",
            {"bots": ["fox"], "deals": "d", "games": 1, "seed": (None, "7"), "bot_time": 120}
            | {
                "rules": Ruleset.parse("daffodil-1 free pairs none"),
                "jobs": 2,
                "dask": None,
                "json": True,
            },
        ),
        ("best --dask at:1 a", {"json": False, "jobs": 1, "dask": "at:1", "files": ["a"]}),
        ("best --json --jobs 3 a", {"json": True, "jobs": 3, "dask": None, "files": ["a"]}),
        ("check-bot --bot-time 9s m:B", {"bot_time": 9, "name": "m:B"}),
        (
            "page a --review --beat sender --lang ro -f -o x",
            {"what": "a", "review": True, "beat": "sender", "daily": False, "first": None}
            | {"days": None, "worker": False, "address": None, "output": "x", "force": True}
            | {"lang": "ro"},
        ),
        (
            "page --daily --worker --address u --output x",
            {"what": None, "review": False, "beat": "all", "daily": True, "first": None}
            | {"days": None, "worker": True, "address": "u", "output": "x", "force": False},
        ),
        (
            "room --cert c --key k --in-the-clear --trust-proxy --data d --lang en",
            {"rules": None, "seats": 2, "bots": None, "call_time": 90, "listen": None, "cert": "c"}
            | {"key": "k", "in_the_clear": True, "trust_proxy": True, "data": "d", "lang": "en"},
        ),
    ]
)
def test_each_command_has_its_options_and_no_others(words: str, own: dict[str, Any]) -> None:
    first = words.partition(" ")[0]
    command = None if first.startswith("-") else first
    assert vars(read_arguments(shlex.split(words))) == WINDOW | {"command": command} | own


@each(
    [
        "--fullscreen --windowed", "--install-desktop --remove-desktop", "score --json --text a",
        "play --bot fox --games 2 --deals d", "best --jobs 2 --dask at a", "best", "play",
    ]
)  # fmt: skip
def test_options_that_exclude_each_other_are_refused(words: str) -> None:
    with pytest.raises(UsageError):
        read_arguments(words.split())


def test_help_and_version_are_printed_where_they_are_wanted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        read_arguments(["--version"])
    assert capsys.readouterr() == (f"take-it-easy {__version__}\n", "")
    file, parser = io.StringIO(), make_parser()
    parser.print_help(file)
    assert capsys.readouterr() == ("", "")
    assert file.getvalue() == parser.format_help()


def test_what_the_help_names_as_usual_is_usual() -> None:
    """A number in parentheses at a help's end, and a metavar such as `90s`, are the default."""
    (commands,) = (
        each for each in make_parser()._actions if isinstance(each, argparse._SubParsersAction)
    )
    named = 0
    for command in commands.choices.values():
        for action in command._actions:
            words = re.search(r"\((\d+)\)$", action.help or "")
            seconds = re.fullmatch(r"(\d+)s", str(action.metavar))
            if (words and action.default is not None) or seconds:
                assert action.default == int((words or seconds or [""])[1])
                named += 1
    assert named >= 5


def test_every_path_that_is_given_can_be_a_file_s_address() -> None:
    """Each argument that stands for a file or a folder, of the window and of every command."""
    parser = make_parser()
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    paths = {
        (name, action.dest): action.type
        for name, one in {"": parser, **commands.choices}.items()
        for action in one._actions
        if {"FILE", "OUT", "FOLDER", "FILE|CODE"} & {str(action.metavar)}
    }
    assert len(paths) >= 10
    assert {where for where, read in paths.items() if read is not path_of} == set()


def test_a_file_alone_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.touch()
    assert name_the_file([str(file)]) == ["--open", str(file)]
    for options in (["--mute"], ["--lang", "de", "--windowed", "900x700"], ["--windowed"]):
        assert name_the_file([*options, str(file)]) == [*options, "--open", str(file)]
    assert name_the_file(["gone.json"]) == ["--open", "gone.json"]
    for words in (
        [],
        ["score"],
        ["score", str(file)],
        ["--lang", "de", "score", str(file)],
        ["--seed", str(file)],
        ["--lang", str(file)],
        ["--edition", str(file)],
        ["--open", str(file)],
        ["--check-here", str(file)],
        [str(tmp_path)],
        ["--mute"],
        ["--seed", "7"],
    ):
        assert name_the_file(words) == words


def test_after_two_hyphens_every_word_is_a_file() -> None:
    assert read_arguments(["score", "--", "--seed=--", "-f--"]).files == ["--seed=--", "-f--"]
