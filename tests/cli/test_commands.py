"""The command line as a user meets it: output, one-line errors, exit statuses."""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import game
import game.__main__ as program
from game import __version__
from game.resources import ResourceError
from game.rules.deal import deal_order
from game.rules.ruleset import Ruleset
from game.storage.places import HOME_VARIABLE
from tests.terminal import feed, run

PIPES: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"take-it-easy {__version__}\n", "")


def test_a_file_s_address_names_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Path
) -> None:
    """File managers copy that form."""
    told = record.rename(tmp_path / "a match é.json")
    assert run(capsys, "score", told.as_uri())[:2] == run(capsys, "score", str(told))[:2]
    assert run(capsys, "page", told.as_uri(), "-o", str(tmp_path / "page.html"))[0] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent there")
def test_ctrl_c_after_the_reader_has_left_leaves_no_complaint() -> None:
    program = (
        "import os, signal, sys\n"
        "from game import __main__ as command\n"
        "def wait(*_):\n"
        "    print('x' * 9, end='')\n"
        "    sys.stdin.readline()\n"
        "    raise KeyboardInterrupt\n"
        "command._read_and_do = wait\n"
        "sys.exit(command.main(['score']))\n"
    )
    environment = {key: os.environ[key] for key in os.environ if key != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment, **PIPES) as one:
        assert one.stdout is not None
        assert one.stdin is not None
        assert one.stderr is not None
        one.stdout.close()
        one.stdin.write("\n")
        one.stdin.close()
        assert (one.wait(60), one.stderr.read()) == (130, "")


def test_a_reader_that_leaves_is_no_error() -> None:
    command = [sys.executable, "-m", "game", "play", "--bot", "random", "--games", "500", "--json"]
    with subprocess.Popen(command, **PIPES) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 141


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent there")
def test_ctrl_c_ends_play_with_what_there_is() -> None:
    command = [sys.executable, "-m", "game", "play", "--bot", "random", "--games", "9999999"]
    # Where the tests run in the background, Ctrl+C is ignored, and children inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen([*command, "--json"], **PIPES)
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        err = process.stderr.read()
        assert process.wait(60) == 130
    assert err.startswith("random: ")
    assert "Traceback" not in err


def test_poor_terminals_get_the_nearest_letters(record: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "game", "score", "--text", "--lang", "ro", str(record)],
        # Windows' Python starts nowhere without the system's folder.
        env={
            **{key: os.environ[key] for key in os.environ if key.upper() == "SYSTEMROOT"},
            "PYTHONIOENCODING": "ascii",
            "PATH": "",
            "PYTHONPATH": str(Path.cwd()),
        },
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.splitlines()
    assert b"Take It Easy! Jocul standard" in lines
    assert b" din " in done.stdout
    assert b".........." in lines
    assert b"?" not in done.stdout


def test_a_file_that_cannot_be_written_has_a_status_of_its_own(
    capsys: pytest.CaptureFixture[str],
    record: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Before the work, not behind it.
    monkeypatch.setattr("game.cli.page.match_data", None)
    status, out, err = run(capsys, "page", str(record), "-o", str(tmp_path / "nowhere/x.html"))
    assert (status, out) == (1, "")
    assert str(Path("nowhere", "x.html")) in err
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="there is a display, in which it is said")
def test_a_file_that_is_not_there_is_named_where_there_is_no_display() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "game", "nofile.json"],
        env={"PATH": "", "SDL_VIDEODRIVER": "x11", "PYTHONPATH": str(Path.cwd()), "HOME": "/tmp"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, b"take-it-easy: nofile.json: no such file\n")


def shell(line: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A line of `sh` in which `game` is the command, as a real process."""
    return subprocess.run(
        ["sh", "-c", f'game() {{ "{sys.executable}" -m game "$@"; }}; {line}'],
        env={"LC_ALL": "de_DE.UTF-8", "PATH": os.environ["PATH"],
             "PYTHONPATH": str(folder or Path.cwd()), "HOME": "/nonexistent",
             "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True, text=True, check=False, timeout=60, errors="surrogateescape",
    )  # fmt: skip


unix = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full and sh")


@unix
def test_standard_input_is_not_written_over(record: Path) -> None:
    before = record.read_bytes()
    done = shell(f"game page - -o {record} --force < {record}")
    assert (done.returncode, record.read_bytes()) == (2, before)
    assert "the file that is read" in done.stderr


@unix
@pytest.mark.parametrize(
    "command",
    [
        "--help > /dev/full", "--help >&-", "--version > /dev/full", "play --help >&-",
        "deal 1 > /dev/full", "score --json {} > /dev/full", "best --json {} >&-",
        "play --bot random --json > /dev/full",
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_told(record: Path, command: str) -> None:
    done = shell(f"game {command.format(record)}")
    assert done.returncode == 1
    reason = "no space left on the disk" if "full" in command else ""
    lines = [line for line in done.stderr.splitlines() if not line.startswith("random: ")]
    assert len(lines) == 1
    assert lines[0].startswith(f"take-it-easy: The output could not be written: {reason}")


@unix
@pytest.mark.parametrize(
    "line",
    [
        "--help 2> /dev/full", "--help <&- >&- 2>&-", "--bogus 2> /dev/full", "--bogus 2>&-",
        "score - <&-", "score - 2>&-", "best - missing <&- >&- 2>&-",
        "play --bot random --deals - <&-",
    ],
)  # fmt: skip
def test_closed_and_full_streams_leave_no_traceback(line: str) -> None:
    done = shell(f"game {line}")
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception" not in done.stdout + done.stderr
    # What is closed is not empty.
    assert (os.strerror(errno.EBADF) in done.stderr) is line.endswith("- <&-")


@unix
@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("game score /dev/zero", "/dev/zero: longer than"),
        ("game best - < /dev/zero", "-: longer than"),
        ("yes '' | game score -", "-: longer than"),
        ("head -c 2097152 /dev/zero | tr '\\0' ' ' | game score -", "-: longer than"),
        ("game play --bot random --deals /dev/zero", "take-it-easy: /dev/zero: longer than"),
        ("yes | game play --bot random --deals -", "take-it-easy: -: longer than"),
        ('yes "$(cat {})" | game page - -o page.html', "take-it-easy: -: "),
    ],
)
def test_nothing_is_read_without_an_end(record: Path, line: str, place: str) -> None:
    done = shell(f"ulimit -v 2000000; {line.replace('{}', str(record))}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(place)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    ["play --bot {}", "{}", "--lang {}", "--edition {}", "--windowed {}", "deal {}",
     "play --bot random --deals {}", "play --bot random --games {}", "score {}",
     "play --bot random --rules {}", "--seed {}"],
)  # fmt: skip
def test_nothing_echoed_can_command_the_terminal(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    words = [word.format("a\x1b[31m\x07\x9b\u202e") for word in command.split(" ")]
    status, out, err = run(capsys, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.removesuffix("\n").replace("\u00a0", " ").isprintable()


@unix
@pytest.mark.parametrize(
    ("command", "milliseconds"),
    [("", 20), ("", 150), ("play --bot master --games 9999", 60), ("best -", 150), ("score -", 20)],
)
def test_ctrl_c_while_loading_shows_nothing_ugly(command: str, milliseconds: int) -> None:
    # From another process: a shell's background jobs ignore Ctrl+C.
    ask = (
        "import signal, subprocess, sys, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "p = subprocess.Popen([sys.executable, '-c', 'import sys; from game.__main__ import main;"
        " print(file=sys.stderr, flush=True); sys.exit(main())', *sys.argv[2:]],\n"
        "    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n"
        "p.stderr.readline(); time.sleep(int(sys.argv[1]) / 1000); p.send_signal(signal.SIGINT)\n"
        "out, err = p.communicate(timeout=50)\n"
        "sys.stderr.buffer.write(err); sys.exit(p.returncode % 256)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", ask, str(milliseconds), *command.split()],
        capture_output=True, text=True, check=False, timeout=60,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
    )  # fmt: skip
    assert done.returncode in (130, 1 if not command else 130)
    assert "Traceback" not in done.stderr
    assert "KeyboardInterrupt" not in done.stderr


@pytest.mark.parametrize(
    ("module", "command", "package"),
    [
        ("pygame", "", "pygame-ce"),
        ("fontpkg_baloo_2", "", "fontpkg-baloo-2"),
        ("platformdirs", "", "platformdirs"),
        ("numpy", "play --bot master", "numpy"),
        ("nacl", "room", "PyNaCl"),
    ],
)
def test_a_missing_library_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, command: str, package: str
) -> None:
    if module == "platformdirs":
        # It finds the user's folder where none is named.
        monkeypatch.delenv(HOME_VARIABLE)
    code = (
        "import sys\n"
        "class Gone:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.partition('.')[0] == {module!r}:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Gone())\n"
        "from game.__main__ import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command.split()],
        capture_output=True, text=True, check=False, timeout=60,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert package in done.stderr
    assert done.stderr.startswith("take-it-easy: ")


@unix
@pytest.mark.parametrize(
    ("spoil", "command", "told"),
    [
        ("rm assets/locale/en/terms.toml", "score match.json", "terms."),
        ("echo '= broken' > assets/locale/en/terms.toml", "score match.json", "terms.toml"),
        ("rm -r assets/locale/en", "deal 1", "assets/locale/en"),
        ("rm -r seeds", "--help", "missing"),
        ("rm assets/icon/take-it-easy-128.png", "", "take-it-easy-128.png"),
        ("truncate -s 999 assets/icon/take-it-easy-128.png", "", "take-it-easy-128.png"),
        ("echo '= broken' > seeds/editions/french.toml", "--seed 1", "french.toml"),
        ("printf '\\377' > assets/page/page.css", "page match.json -o page.html", "page.css"),
        (
            "printf '\\377' > assets/desktop/take-it-easy.desktop; export XDG_DATA_HOME=$PWD",
            "--install-desktop",
            "take-it-easy.desktop",
        ),
        ("echo junk > assets/bots/shortlist.npz", "play --bot master", "shortlist.npz"),
        ("rm assets/bots/shortlist.npz", "play --bot master", "shortlist.npz"),
    ],
)
def test_a_damaged_installation_gets_one_line(
    tmp_path: Path, record: Path, spoil: str, command: str, told: str
) -> None:
    top = Path(game.__file__).parent
    for name in ("game", "assets", "seeds"):
        unheard = shutil.ignore_patterns("music", "sounds", "voices")
        shutil.copytree(top.parent / name, tmp_path / name, ignore=unheard)
    done = shell(f"cd {tmp_path}; {spoil}; TAKE_IT_EASY_HOME=home game {command}", folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert told in done.stderr


FONTLESS = """
import sys
import game.ui.draw.fonts as fonts
def fail():
    raise fonts.NoFontError("damaged")
fonts.font_path = fail
from game.__main__ import main
sys.exit(main([]))
"""


def test_without_the_font_it_says_so_in_one_line(tmp_path: Path) -> None:
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "TAKE_IT_EASY_HOME": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", FONTLESS], **PIPES, env=environment, check=False)
    assert (run.returncode, run.stderr.count("\n")) == (1, 1)
    assert "pip install --force-reinstall fontpkg-baloo-2" in run.stderr


@unix
def test_every_complaint_is_one_line_of_english(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    record: Path,
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    bad, deals, short = tmp_path / "bad.json", tmp_path / "deals.txt", tmp_path / "short.txt"
    bad.write_text(record.read_text("utf-8").replace("@a1", "@a9"), encoding="utf-8")
    deals.write_text("1 2 3\n", encoding="utf-8")
    order = deal_order(Ruleset().grid, "1")[: len(Ruleset().grid) - 1]
    short.write_text(" ".join(map(str, order)), encoding="utf-8")
    table = [
        (f"score {bad}", "no such space on the Classic board"),
        (f"best {tmp_path}/none", "no such file"),
        (f"score {tmp_path}", "a directory, not a file"),
        ("score /dev/null", "empty"),
        ("score -", "not JSON"),
        (f"score --daily 2026-11-21 {record}", "go with --text"),
        (f"score --lang fr {record}", "go with --text"),
        (f"score --json --text {record}", "not allowed with argument"),
        (f"play --bot random --deals {deals}", "no such tile"),
        (f"play --bot random --deals {short}", "18 tiles where a round calls 19"),
        (f"play --bot random --deals {deals} --seed 4", "--seed deals nothing"),
        (f"play --bot random --deals {tmp_path}/none", "no such file"),
        ("play --bot random --games 0", "is not a number from 1 to"),
        ("play --bot random --jobs 1000", "is not a number from 0 to 999"),
        ("play --bot random --jobs 2 --dask here", "not allowed with argument"),
        ("play --bot random --rules chess", "a ruleset has at least four words"),
        (
            "play --bot random --rules 'classic free single best-ray'",
            "The best ray is for two players or more.",
        ),
        ("--windowed 3", "not a size such as"),
        ("--seed ''", "a seed has 1 to"),
        (f"deal {'x' * 101}", "The code is too long."),
        ("deal 'a\nb'", "printable"),
        ("deal 0000-1AHX", "The code has a mistake"),
        ("--seed 0000-1AXW", "The code has a mistake"),
        ("play --bot random --seed 0000-1UHW", "A deal code has no U."),
        ("play --bot nobody", "There is no computer player 'nobody'"),
        ("play" + " --bot random" * 7, "At most six players"),
        *(
            (command, "the following arguments are required")
            for command in ("score", "best", "deal", "play", "check-bot", "page")
        ),
        ("--bogus", "unrecognized arguments"),
        ("frobnicate", "invalid choice"),
        ("deal --board chess 1", "invalid choice"),
        ("deal --call often 1", "invalid choice"),
        ("--edition nothing", "invalid choice"),
        ("--fullscreen --windowed", "not allowed with argument"),
        ("--mute=1", "ignored explicit argument"),
        ("play --bot", "expected one argument"),
        ("--seed", "expected one argument"),
        ("page K7QX -o x.html", "no such file, and no deal code"),
        ("page 0000-1AHW --review -o x.html", "--review goes with a match"),
        ("page 0000-1AHW --days 3 -o x.html", "go with --daily"),
    ]
    for command, words in table:
        feed(monkeypatch, "{\n")
        status, out, err = run(capsys, *shlex.split(command))
        assert (status, out, err.count("\n")) == (2, "", 1), (command, err)
        assert err.startswith(("take-it-easy: ", "-", "/")), command
        assert words in " ".join(err.split()), (command, err)


def test_help_says_what_each_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "--help")
    commands = ["score", "deal", "play", "best", "check-bot", "page"]
    assert (status, err) == (0, "")
    assert "Exit status" in out
    for command in commands:
        assert re.search(rf"^    {command} +\w", out, re.M), command
        assert run(capsys, command, "--help")[0] == 0


def test_two_hyphens_are_no_value(capsys: pytest.CaptureFixture[str]) -> None:
    """Two hyphens are refused as an option's value: argparse would take them for none at all."""
    seen = 0
    for command in ("", "score", "deal", "play", "best", "check-bot", "page"):
        help_text = run(capsys, *command.split(), "--help")[1]
        options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", help_text)) | {"-o"}
        for word in (*(f"{option}=--" for option in options), "-o--"):
            status, out, err = run(capsys, *command.split(), word)
            assert (status, out) == (2, "")
            assert (
                err == f"take-it-easy: '--' is no value: {word} (--help shows what is possible)\n"
            )
            seen += 1
    assert seen > 40
    assert run(capsys, "score", "--", "--json=--")[2].startswith("--json=--: no such file")


def test_what_went_wrong_first_is_told_without_words_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    def miss(*_: object) -> None:
        raise ResourceError("no words")

    monkeypatch.setattr(program, "_open_game", fail)
    monkeypatch.setattr(program, "_english", miss)
    assert program.main([]) == 1
    reason = "The output could not be written: No space left on device"
    assert capsys.readouterr().err == f"take-it-easy: {reason}\n"


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs time zones by name")
@pytest.mark.parametrize("zone", ["UTC+24", "EST-25:99:99", "XXX-24", "Not/Zone", "Pacific/Apia"])
def test_a_time_zone_that_no_date_can_be_reckoned_by_is_forgotten(zone: str) -> None:
    before = os.environ.get("TZ")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        assert program.main(["--version"]) == 0
        assert datetime.now().astimezone().utcoffset() is not None
        assert ("TZ" in os.environ) is (zone in ("Not/Zone", "Pacific/Apia"))
    assert os.environ.get("TZ") == before
    time.tzset()
