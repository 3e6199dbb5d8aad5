"""The wheel holds the game and nothing else, and plays from any folder."""

from __future__ import annotations

import doctest
import subprocess
import sys
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import fontpkg_baloo_2
import gymnasium
import numpy
import pytest

from game import DISTRIBUTION, __version__

pytestmark = pytest.mark.slow

TOP = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=TOP, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_holds_the_game_and_nothing_else(wheel: Path) -> None:
    held = set(ZipFile(wheel).namelist())
    folders = {name.split("/")[0] for name in held}
    info = next(f for f in folders if f.endswith(".dist-info"))
    assert folders == {"game", info}
    assert {"game/py.typed", "game/rules/record.schema.json"} <= held
    assert not [name for name in held if name.startswith(("game/bots/training/", "game/tools/"))]
    # Pictures of the game are for its page; what it draws with are icons.
    assert not [n for n in held if n.endswith(".png") and not n.startswith("game/data/assets/icon")]
    assert not [name for name in held if "__pycache__" in name or "/tests/" in name]
    for kind, inside in (
        ("game", "game"),
        ("assets", "game/data/assets"),
        ("seeds", "game/data/seeds"),
    ):
        for path in (TOP / kind).rglob("*"):
            name = f"{inside}/{path.relative_to(TOP / kind).as_posix()}"
            if path.is_file() and not {"training", "tools", "__pycache__"} & {*path.parts}:
                assert name in held


def test_the_wheel_plays_among_foreign_files(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a folder with other people's `numpy.py` and `game`; the strongest player needs all."""
    site, here = tmp_path / "site", tmp_path / "here"
    ZipFile(wheel).extractall(site)
    for name in ("numpy", "platform", "game/__init__"):
        path = here / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("raise SystemExit('this was run')")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    # As the installed command does, which puts its own folder first.
    start = tmp_path / "bin" / "take-it-easy"
    start.parent.mkdir()
    start.write_text(
        f"import sys; sys.path.insert(1, {str(site)!r})\n"
        "from game.__main__ import main\n"
        "assert '' not in sys.path\n"
        "sys.exit(main())\n"
    )
    play = [sys.executable, str(start), "play", "--bot", "master", "--games", "1", "--seed", "1"]
    played = subprocess.run([*play, "--json"], cwd=here, capture_output=True, text=True)
    assert played.returncode == 0, played.stderr
    assert played.stdout.startswith('{"format"')


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    with ZipFile(wheel) as held:
        info = next(n.split("/")[0] for n in held.namelist() if ".dist-info/" in n)
        said = Parser().parsestr(held.read(f"{info}/METADATA").decode())
        commands = held.read(f"{info}/entry_points.txt").decode()
    assert (said["Name"], said["Version"]) == (DISTRIBUTION, __version__)
    assert said["Keywords"]
    assert said["License-Expression"] == "MIT AND OFL-1.1"
    # Nowhere to be reached yet: no address is made up.
    assert not {"Home-page", "Project-URL", "Author-email"} & {*said}
    assert ".example" not in str(said.get_payload())
    systems = {c for c in said.get_all("Classifier", []) if c.startswith("Operating System")}
    # Those on which it was seen.
    assert {c.rpartition(" ")[2] for c in systems} == {"Windows", "Linux"}
    assert "[console_scripts]\ntake-it-easy = game.__main__:main" in commands
    assert "[gui_scripts]\ntake-it-easy-game = game.__main__:main" in commands


def test_the_texts_of_both_licences_travel(wheel: Path) -> None:
    """The wheel has both licences; the font's is beside the font as well, for people who copy
    files.
    """
    with ZipFile(wheel) as held:
        names = held.namelist()
        font = (Path(fontpkg_baloo_2.__file__).parent / "LICENSE").read_bytes()
        for text, places in (
            ((TOP / "LICENSE").read_bytes(), ["licenses/LICENSE"]),
            (font, ["licenses/assets/page/OFL.txt", "game/data/assets/page/OFL.txt"]),
        ):
            for place in places:
                (name,) = (name for name in names if name.endswith(place))
                assert held.read(name) == text


MISUSE = """
from game.rules import Match, Place, Tile, apply
from game.bots.coach.coach import advise
def misuse(match: Match) -> None:
    apply(match, "1 294@c3")
    Place(0, "294", 0)
    advise(match, "Ana")
    match.round.seats[0].finish.count(None)
"""
WRONG = {"arg-type": 3, "union-attr": 1}


def test_type_checkers_of_other_projects_read_it(wheel: Path, tmp_path: Path) -> None:
    """`mypy --strict` of another project takes every documented example and no misuse."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path)], check=True)
    (site,) = {path.resolve() for path in tmp_path.glob("[Ll]ib*/**/site-packages")}
    ZipFile(wheel).extractall(site)
    for library in (numpy, gymnasium):
        (site / library.__name__).symlink_to(Path(str(library.__file__)).parent)
    (python,) = [*tmp_path.glob("bin/python"), *tmp_path.glob("Scripts/python.exe")]
    project = tmp_path / "project"
    project.mkdir()
    for page in (TOP / "game").rglob("README.md"):
        text = page.read_text(encoding="utf-8")
        examples = doctest.script_from_examples(text)
        if ">>>" in text:
            (project / f"{page.parent.name}.py").write_text(examples, encoding="utf-8")
    (project / "misuse.py").write_text(MISUSE, encoding="utf-8")
    check = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python), "."]
    done = subprocess.run(check, cwd=project, capture_output=True, text=True)
    complaints = [line for line in done.stdout.splitlines() if ": error: " in line]
    codes = sorted(line.rpartition("[")[2].rstrip("]") for line in complaints)
    assert all(line.startswith("misuse.py") for line in complaints), done.stdout
    assert codes == sorted(code for code, times in WRONG.items() for _ in range(times))
