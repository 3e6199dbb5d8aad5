"""The wheel holds the game and nothing else, and plays from wherever it lies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

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
    assert folders == {"game", next(f for f in folders if f.endswith(".dist-info"))}
    assert not [name for name in held if name.startswith("game/bots/training/")]
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
            if path.is_file() and "training" not in path.parts and "__pycache__" not in path.parts:
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
