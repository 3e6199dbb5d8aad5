"""Windows and macOS, as far as another system can stand in for them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from game.net.host import Keeper, Tls, configuration
from tests.each import each

TOP = Path(__file__).parents[1]

WITHOUT_CONSOLE = """
import fcntl, os, sys, traceback
saved, sent = os.open, {report!r}
def open_above(*arguments, **named):
    # The C runtime of Windows keeps 0, 1 and 2 for a console, although there is none.
    number = saved(*arguments, **named)
    if number < 3:
        above = fcntl.fcntl(number, fcntl.F_DUPFD, 3)
        os.close(number)
        number = above
    return number
def refuse(*_):
    raise OSError(6, "the handle is invalid")
os.open = open_above
if {is_strict}:
    os.dup2 = refuse
try:
    from game.__main__ import main
    said = f"status {{main(['--version'])}}"
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not {is_strict}:
        said += str([stream.fileno() for stream in streams])
except BaseException:
    said = traceback.format_exc()
handle = saved(sent, os.O_WRONLY | os.O_CREAT, 0o600)
os.write(handle, said.encode())
"""
"""A start as the program without a console has it; `is_strict` where no number can be had."""


@pytest.mark.skipif(sys.platform == "win32", reason="as it is there")
@pytest.mark.parametrize("is_strict", [False, True])
def test_the_program_without_a_console_starts(tmp_path: Path, is_strict: bool) -> None:
    report = tmp_path / "report"
    code = WITHOUT_CONSOLE.format(report=str(report), is_strict=is_strict)
    closed = ["sh", "-c", 'exec "$0" -c "$1" <&- >&- 2>&-', sys.executable, code]
    subprocess.run(closed, check=False, cwd=TOP)
    assert report.read_text() == ("status 0" if is_strict else "status 0[0, 1, 2]")


def test_shells_of_windows_take_the_lines_of_the_documents() -> None:
    """PowerShell 5.1, which Windows opens, knows neither `&&` nor `||`; cmd knows no `;`."""
    shown = [
        block
        for page in (*TOP.glob("*.md"), *(TOP / "game").rglob("*.md"), *TOP.glob("tests/**/*.md"))
        for block in re.findall(
            r"```(?:bat|powershell|cmd)\n(.*?)```", page.read_text("utf-8"), re.S
        )
    ]
    assert shown
    for line in "".join(shown).splitlines():
        assert not re.search(r"&&|\|\||;", line)
        assert re.match(r"py |\.venv\\Scripts\\[\w-]+(?: |$)", line), line


@each(["jürgen Ștefan", "李 家", "é'{}#", "C:\\Users\\Jürgen"])
def test_a_server_s_configuration_has_paths_as_they_are(name: str) -> None:
    folder = Path("/home") / name / "club"
    keeper = Keeper(port=4222, guests=(("zoë", "word", "00"),))
    said = configuration(folder, "0.0.0.0", keeper, tls=Tls(folder / "cert", folder / "key"))
    assert "\\u" not in said
    assert said.count(f"/home/{name}/club/".replace("\\", "/")) == 5
