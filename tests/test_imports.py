"""The table of rooms that may import each other, checked against the source."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.each import each
from tests.sources import GAME, MODULES, nodes_of

ROOMS: Final[dict[str, set[str]]] = {
    "rules": set(),
    "resources": set(),
    "processes": set(),
    "threads": set(),
    "play": {"rules", "resources"},
    "bots": {"threads", "rules", "processes", "resources"},
    "locale": {"rules", "resources", "processes"},
    "storage": {"threads", "rules", "resources"},
    "progress": {"rules", "resources", "play", "bots", "storage"},
    "climb": {"rules", "resources", "play", "bots", "storage", "progress"},
    "page": {"rules", "resources", "play", "bots", "locale", "progress", "climb", "storage"},
    "net": {"threads", "rules", "processes", "play", "storage"},
    "cli": {
        "rules",
        "processes",
        "resources",
        "play",
        "bots",
        "locale",
        "net",
        "page",
        "progress",
        "climb",
        "storage",
    },
    "ui": {
        "threads",
        "rules",
        "processes",
        "resources",
        "play",
        "bots",
        "locale",
        "net",
        "page",
        "progress",
        "climb",
        "storage",
    },
    "research": {"rules", "resources", "bots", "cli"},
    "tools": {
        "rules",
        "processes",
        "resources",
        "play",
        "bots",
        "cli",
        "locale",
        "net",
        "progress",
        "climb",
        "storage",
        "ui",
    },
    "__main__": {
        "rules",
        "processes",
        "resources",
        "play",
        "bots",
        "locale",
        "storage",
        "cli",
        "ui",
    },
    "__init__": set(),
}
"""Each room, and the rooms of the game that it may import from."""

UI_LAYERS: Final = (
    *("layout", "system", "sound", "draw", "exports", "frame"),
    *("widgets", "parts", "scenes", "check_here", "wiring"),
)
"""The folders of `ui` as its head lists them: each imports only those before it."""

LIBRARIES: Final[dict[str, set[str]]] = {
    "bots": {"numpy", "distributed", "psutil"},
    "storage": {"platformdirs"},
    "play": {"nacl"},
    "net": {"nacl", "psutil", "websockets"},
    "ui": {"pygame", "platformdirs", "fontpkg_baloo_2", "PIL", "prism", "accesskit", "segno"},
    "research": {"gymnasium", "numpy", "pettingzoo"},
    "tools": {
        "pygame",
        "numpy",
        "soundfile",
        "pyloudnorm",
    },
}
"""Libraries beyond the standard one, by room."""

SHELVES: Final = ("shared", "editions")
"""Folders of `ui/scenes` that are no screen: several screens read them."""

WITHOUT_PYGAME: Final = {"layout", "animation", "control"}
"""Folders and modules of `ui` that know nothing of pygame."""


PLACES: Final = tuple(f"game.ui.{folder}" for folder in ("draw", "layout", "parts", "widgets"))
"""Rooms that know rectangles: a control may not import them."""

CONSTANTS: Final = {"DISTRIBUTION", "PROGRAM", "__version__"}
"""Constants of the package itself, defined in `game/__init__.py`."""


def room_of(path: Path) -> str:
    """Return the room that contains a module."""
    parts = path.relative_to(GAME).parts
    return parts[0].removesuffix(".py")


def imported_by(path: Path) -> set[str]:
    """Every module that `path` imports anywhere, by its full name."""
    package = ("game", *path.relative_to(GAME).parts[:-1])
    found: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            if module == "game":
                found |= {f"game.{alias.name}" for alias in node.names}
            else:
                found.add(module)
    return found


def modules_imported_by(path: Path) -> set[Path]:
    """The game's own files among `imported_by`, whether a module or a package was named."""
    found: set[Path] = set()
    package = ("game", *path.relative_to(GAME).parts[:-1])
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            names = [module, *(f"{module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            place = GAME.parent.joinpath(*name.split("."))
            found |= {f for f in (place.with_suffix(".py"), place / "__init__.py") if f.exists()}
    return {f for f in found if f.is_relative_to(GAME)} - {path}


def circles(edges: dict[Path, set[Path]]) -> list[list[str]]:
    """Return the groups of files that can reach themselves again, each group one circle."""
    reach = {path: set(others) for path, others in edges.items()}
    for middle in edges:
        for others in reach.values():
            if middle in others:
                others |= reach[middle]
    found = {
        frozenset(b for b in reach[a] if a in reach.get(b, ())) for a in edges if a in reach[a]
    }
    return sorted(sorted(str(p.relative_to(GAME)) for p in circle) for circle in found)


def may_import(path: Path, name: str) -> bool:
    """Whether the rules of the house let the module at `path` import `name`."""
    room = room_of(path)
    top, _, rest = name.partition(".")
    if path.stem == "control" and name.startswith(PLACES):
        return False
    if room == "ui" and name.startswith("game.ui."):
        layer, other = path.relative_to(GAME / "ui").parts[0], name.split(".")[2]
        return UI_LAYERS.index(other) <= UI_LAYERS.index(layer.removesuffix(".py"))
    if top == "game":
        other = rest.partition(".")[0]
        return other == room or other in ROOMS[room] or other in CONSTANTS
    if top == "pygame" and WITHOUT_PYGAME & {part.removesuffix(".py") for part in path.parts}:
        return False
    return top in sys.stdlib_module_names | LIBRARIES.get(room, set())


def test_imports_keep_to_the_rooms() -> None:
    assert {room_of(path) for path in MODULES} == set(ROOMS), "every room has its rules here"
    forbidden = [
        f"{path.relative_to(GAME)} imports {name}"
        for path in MODULES
        for name in sorted(imported_by(path))
        if not may_import(path, name)
    ]
    assert forbidden == []


def test_no_file_stands_in_a_circle_of_imports() -> None:
    # A package that gathers its own modules' names is no circle: they never ask it for them.
    edges = {path: modules_imported_by(path) for path in MODULES}
    assert circles(edges) == []


def test_a_circle_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "GAME", tmp_path / "game")
    files = {
        "a.py": "def f():\n    from game.b import g\n",
        "b.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from game import c\n",
        "c.py": "import game.a\n",
        "d.py": "from game.a import f\n",
    }
    (tmp_path / "game").mkdir()
    for name, text in files.items():
        (tmp_path / "game" / name).write_text(text, encoding="utf-8")
    paths = [tmp_path / "game" / name for name in files]
    edges = {path: modules_imported_by(path) for path in paths}
    assert circles(edges) == [["a.py", "b.py", "c.py"]]


def test_scenes_know_the_doors_and_not_each_other() -> None:
    scenes = GAME / "ui" / "scenes"
    for path in sorted(scenes.glob("*/**/*.py")):
        own = path.relative_to(scenes).parts[0]
        others = {f.relative_to(scenes).parts[0] for f in modules_imported_by(path)
                  if f.is_relative_to(scenes)}  # fmt: skip
        assert others <= {own, *SHELVES, "__init__.py"}, path


def test_a_shelf_has_only_what_several_screens_read() -> None:
    scenes = GAME / "ui" / "scenes"
    readers: dict[Path, set[str]] = {
        path: set() for shelf in SHELVES for path in (scenes / shelf).glob("[!_]*.py")
    }
    for path in scenes.glob("*/**/*.py"):
        screen = path.relative_to(scenes).parts[0]
        for read in modules_imported_by(path) & readers.keys():
            readers[read].add(screen)
    # A folder's own parts are read there alone.
    few = {p.stem for p, who in readers.items() if len(who) < 2 and who != {"editions"}}
    assert not few


@each(
    [
        ("rules/tiles.py", "enum", True),
        ("rules/tiles.py", "numpy", False),
        ("rules/tiles.py", "game.play.table_game", False),
        ("play/table_game.py", "game.rules.match", True),
        ("play/table_game.py", "game.ui.frame.scene", False),
        ("play/table_game.py", "game.progress.goals", False),
        ("progress/goals.py", "game.play.table", True),
        ("progress/goals.py", "game.ui.frame.context", False),
        ("progress/goals.py", "pygame", False),
        ("bots/simple.py", "numpy", True),
        ("bots/simple.py", "torch", False),
        ("locale/plurals.py", "pygame", False),
        ("ui/frame/window.py", "pygame", True),
        ("ui/layout/hexes.py", "pygame.rect", False),
        ("ui/draw/animation.py", "pygame", False),
        ("ui/scenes/review/control.py", "pygame", False),
        ("ui/scenes/review/control.py", "game.ui.layout.rects", False),
        ("ui/scenes/review/control.py", "game.ui.frame.context", True),
        ("ui/frame/window.py", "game.cli.score", False),
        ("ui/frame/window.py", "game.ui.draw.theme", True),
        ("ui/frame/window.py", "game.ui.scenes.shared.starting", False),
        ("ui/wiring.py", "game.ui.scenes.shared.starting", True),
    ]
)
def test_the_test_would_notice(path: str, name: str, expected: bool) -> None:
    assert may_import(GAME / path, name) is expected


def test_relative_and_nested_imports_are_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "GAME", tmp_path)
    module = tmp_path / "rules" / "odd.py"
    module.parent.mkdir()
    module.write_text(
        "from ..ui import window\nfrom . import tiles\ndef f():\n    import pygame.font\n"
        "from game import ui\n",
        encoding="utf-8",
    )
    assert imported_by(module) == {"game.ui", "game.rules", "pygame.font"}


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("game.rules.record", ("pygame", "numpy", "platformdirs", "sqlite3")),
        ("game.play.table_game", ("pygame", "numpy", "sqlite3")),
        ("game.locale", ("pygame", "numpy", "sqlite3")),
        ("game.__main__", ("pygame", "numpy", "sqlite3")),
        ("game.ui.layout.rects", ("pygame",)),
        ("game.ui.draw.animation", ("pygame",)),
    ],
)
def test_importing_loads_no_more_than_it_must(module: str, unwanted: tuple[str, ...]) -> None:
    code = f"import sys, {module}; print(*(m for m in {unwanted!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


FRAMES = """
import sys
from game.ui.frame.window import GameWindow
from game.__main__ import main
frames, unwanted = int(sys.argv[1]), sys.argv[2:]
flip = GameWindow.flip
def count(window):
    global frames
    flip(window)
    frames -= 1
    if not frames:
        print(*(module for module in unwanted if module in sys.modules))
        raise SystemExit
GameWindow.flip = count
main([])
"""
"""The game, until it has shown so many frames; of the modules named, those that it has loaded."""

PIECES = ("game.rules.tiles", "game.rules.boards", "game.ui.draw.sprites.pieces", "numpy")


def test_what_the_first_frames_do_not_wait_for(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"language": "en"}')
    environment = {
        "SDL_VIDEODRIVER": "dummy",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "TAKE_IT_EASY_HOME": str(tmp_path),
    }
    # The menu first: from then on there is a history, and the title need not ask SQLite for it.
    for frames, unwanted in ((2, PIECES), (1, (*PIECES, "sqlite3", "tomllib", "game.ui.wiring"))):
        done = subprocess.run(
            [sys.executable, "-c", FRAMES, str(frames), *unwanted],
            capture_output=True,
            text=True,
            env={**os.environ, **environment},
            timeout=60,
        )
        assert done.stdout.strip() == "", f"before frame {frames}"
        assert done.returncode == 0, done.stderr


TABLE_AFTER_MENU = """
import sys
from game.locale import Language
from tests.gallery import make_context
import pygame
screen = pygame.display.set_mode((1280, 800))
context = make_context(Language("en"), (1280, 800))
def show(scene, frames):
    scene.resize(context.painter.view)
    scene.enter()
    for _ in range(frames):
        scene.update(0.1)
        scene.draw(screen)
show(context.routes.title(), 1)
from game.ui.scenes.title.loading import load_behind
for _ in load_behind(context.catalogue):
    pass
behind = set(sys.modules)
from game.play.table import TableSetup
from game.rules.match import Player, PlayerKind
from game.rules.ruleset import Ruleset
players = (Player("Ana"), Player("Otto", PlayerKind.BOT, "fox"))
show(context.routes.new_table(TableSetup(Ruleset(), players, "42")), 20)
import game.ui.scenes.count.next_steps
late = {m for m in set(sys.modules) - behind if m.startswith("game.")}
"""
"""A program that opens the menu, then a table: the modules at hand after each."""


@pytest.mark.parametrize(
    ("shown", "reason"),
    [
        (
            'heavy = ("numpy", "nacl", "game.bots.judge", "game.bots.service.worker")\n'
            "print(*(m for m in heavy if m in sys.modules))",
            "a table needs neither numpy nor a signature",
        ),
        ("print(*sorted(late))", "what a table and its count need is loaded behind the menu"),
    ],
)
def test_what_is_loaded_when(shown: str, reason: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", TABLE_AFTER_MENU + shown],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
    )
    assert done.stdout.strip() == "", reason


LOAD_BEHIND = """
from game.ui.scenes.title.loading import load_behind
before = set(sys.modules)
for _ in load_behind(context.catalogue):
    print(*sorted(m for m in set(sys.modules) - before if m.startswith("game.")))
    before = set(sys.modules)
"""
"""The game's modules that each step behind the menu brings."""


def test_what_is_loaded_behind_the_menu_comes_in_its_turn_and_in_slices() -> None:
    code = TABLE_AFTER_MENU.partition("from game.ui.scenes.title.loading")[0] + LOAD_BEHIND
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
    )
    brought = [line.split() for line in done.stdout.splitlines()]
    assert sum(len(names) for names in brought) > 50
    assert [names for names in brought if len(names) > 3] == []


def test_the_menu_s_first_frame_waits_for_no_table(tmp_path: Path) -> None:
    code = """
import sys
from game.ui.frame.window import GameWindow
flips = []
def flip(window):
    flips.append(window)
    if len(flips) == 2:
        waited_for = ("argparse", "game.rules.match", "game.play.table_game", "numpy")
        print("shown", *(m for m in waited_for if m in sys.modules))
        raise SystemExit
GameWindow.flip = flip
from game.__main__ import main
main([])
"""
    (tmp_path / "settings.json").write_text('{"language": "en"}')
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={
            **os.environ,
            "SDL_VIDEODRIVER": "dummy",
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
            "TAKE_IT_EASY_HOME": str(tmp_path),
        },
    )
    assert done.stdout.strip() == "shown"
