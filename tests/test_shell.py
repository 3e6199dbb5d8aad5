"""What a shell knows: completions that complete, a current manual that tells every status."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game import __main__ as command
from game.__main__ import main
from game.cli.arguments import SHELLS
from game.tools.manual import STATUS, manual, page_file

COMPLETE = """
source {script}
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMPREPLY=()
$(complete -p take-it-easy | sed 's/.*-F \\([^ ]*\\).*/\\1/')
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture
def script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["--completion", "bash"]) == 0
    path = tmp_path / "completion"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("take-it-easy sc", {"score"}),
        ("take-it-easy --edition fr", {"french"}),
        ("take-it-easy deal --board d", {"daffodil"}),
        ("take-it-easy play --j", {"--jobs", "--json"}),
        ("take-it-easy apart t", {"tables", "take"}),
        ("take-it-easy play --bot m", {"magpie", "master"}),
        ("take-it-easy apart join --bot fo", {"fox"}),
        ("take-it-easy page --challenge d", {"daily"}),
    ],
)
def test_bash_completes(script: Path, words: str, expected: set[str]) -> None:
    code = COMPLETE.format(script=script, words=words)
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True)
    assert set(done.stdout.split()) == expected, done.stderr


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_a_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completion", shell]) == 0
    told = capsys.readouterr().out
    assert "--edition" in told or "edition" in told
    if shutil.which(shell):
        done = subprocess.run([shell, "-n"], input=told, text=True, capture_output=True)
        assert done.returncode == 0, done.stderr


def test_the_manual_is_current() -> None:
    kept = page_file().read_text(encoding="utf-8")
    assert kept == manual(), "python -m game.tools.manual"


def test_the_manual_tells_every_status() -> None:
    assert command.__doc__ is not None
    told = set(re.findall(r"\d+", command.__doc__.partition("Exit status")[2].partition("\n\n")[0]))
    assert told == {status for status, _ in STATUS}


def test_without_its_library_the_one_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["--lang", "en", "--completion", "bash"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.strip() == "take-it-easy: shtab is missing: python -m pip install shtab"
