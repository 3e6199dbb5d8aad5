"""Shared fixtures of all tests, and the order in which the tests run beside each other."""

from __future__ import annotations

import compileall
import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

import game.bots  # keeps arithmetic to one thread, before any test loads numpy
from game.storage.places import HOME_VARIABLE

# Time on a shared machine says nothing about the code: no test fails for being slow.
settings.register_profile("house", deadline=None, print_blob=True)
settings.load_profile("house")

# Hundreds of programs are started: none of them shall compile the whole game for itself.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

MEMORY: Final = Path("/dev/shm")
ROOM: Final = 2 << 30
"""Bytes that tests beside each other may need."""


def write_to_memory() -> None:
    """Put temporary files into memory where it has room and lets programs start: tens of thousands
    are written and synced, and waiting for a disk took longer than all else.
    """
    if "TMPDIR" in os.environ or not MEMORY.is_dir() or not hasattr(os, "statvfs"):
        return
    system = os.statvfs(MEMORY)
    if system.f_bavail * system.f_frsize > ROOM and not system.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


write_to_memory()

# Fourteen times as many objects as Python allows between two searches for garbage: to parse all
# modules took 3.5 s with its own threshold, and takes 2.1.
gc.set_threshold(10_000, 10, 10)

_HOMES: Final = count(1)


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder of each test's own, made by the first program that it starts without another one.

    In the user's own folder a window would find the one of a test beside it, and the user's games.
    """
    # The tests' own `monkeypatch` would be undone after their folders are deleted, by what it put
    # in the place of `os.unlink`.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(tmp_path_factory.getbasetemp() / f"home-{next(_HOMES)}"))
        yield


JOURNEYS: Final = Path(__file__).parent / "end_to_end"
WINDOWS: Final[tuple[str | tuple[str, ...], ...]] = (
    "tests/end_to_end/test_apart",
    "tests/end_to_end/test_reader",
    tuple(f"tests/end_to_end/test_{name}" for name in ("window", "room", "phones")),
    "tests/end_to_end/",
)
"""Journeys in windows, which mostly wait: in four parts of like length, each on its own screens."""
PAGES: Final = "tests/page/"
PHONES: Final = "tests/phone/"
VISITS: Final = tuple(f"tests/page/test_{name}.py" for name in ("holders", "looks", "page"))
"""Half of what is done in a browser: in one of its own."""
READERS: Final = (
    *(f"tests/test_{name}.py" for name in ("documentation", "imports", "words")),
    *("tests/locale/test_errors.py", "tests/locale/test_usage.py", "tests/rules/test_clauses.py"),
    *(f"tests/ui/scenes/test_{name}.py" for name in ("dialogs", "times")),
    *("tests/ui/test_threads.py", "tests/ui/scenes/test_public_boards.py::test_every_picture"),
    *(
        f"tests/test_windows.py::test_{name}"
        for name in ("every_program_is", "no_terminal", "what_moves", "tests_ask")
    ),
)
CLUSTER: Final = "tests/bots/test_spread.py"
WHEEL: Final = "tests/test_wheel.py"
TOOLS: Final = "tests/tools/"
CLIMBS: Final = "tests/ui/scenes/climb/"
TOGETHER: Final[tuple[str | tuple[str, ...], ...]] = (
    *(*WINDOWS, VISITS, PAGES, PHONES),
    *(READERS, CLUSTER, WHEEL, TOOLS, CLIMBS),
)
"""Files whose tests run in one worker, one after the other.

Real windows beside each other would keep each other waiting. A browser, a cluster, a wheel, a
bundle's files and climbs are made once, and all modules are read once.
"""

FIRST: Final[tuple[str | tuple[str, ...], ...]] = (
    *WINDOWS,
    VISITS,
    PAGES,
    PHONES,
    TOOLS,
    WHEEL,
    READERS,
    CLUSTER,
    CLIMBS,
    "tests/ui/scenes/test_every_size.py",
    "tests/ui/test_evening.py",
    "tests/ui/test_hands.py",
    "tests/storage/test_fault_sweep.py",
    "tests/rules/test_schema.py",
    "tests/bots/test_every_rule.py",
)
"""The longest files, which begin first so that no worker is left alone with one at the end."""


class Schedule(LoadScopeScheduling):
    """Sends each test to a free worker, those `TOGETHER` to one. The marks of `loadgroup` do the
    same, but not with every pytest.
    """

    def _split_scope(self, nodeid: str) -> str:
        return next((str(group) for group in TOGETHER if nodeid.startswith(group)), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Schedule:
    """Use that one, in the order of the tests, not of how many there are together."""
    config.option.loadscopereorder = False
    return Schedule(config, log)


def pytest_sessionstart(session: pytest.Session) -> None:
    """The game and the tests are compiled once, and not by every worker for itself."""
    if not hasattr(session.config, "workerinput"):
        compileall.compile_dir(Path(game.bots.__file__).parent.parent, quiet=2)
        if session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            compile_tests()


def compile_tests() -> None:
    """Let two programs compile half of a fresh checkout's tests each, as pytest does to collect
    them: the workers find what is stored.
    """
    top = Path(__file__).parent
    if (top / "ui" / "__pycache__").is_dir():
        return
    command = [sys.executable, "-m", "pytest", "-n", "0", "--collect-only", "-qq"]
    skipped = "__pycache__", "ui", JOURNEYS.name
    others = [path for path in top.iterdir() if path.is_dir() and path.name not in skipped]
    halves = [top / "ui"], [*others, *top.glob("test_*.py")]
    collecting = [
        subprocess.Popen([*command, *map(str, half)], cwd=top.parent, stdout=subprocess.DEVNULL)
        for half in halves
    ]
    for half in collecting:
        half.wait()


QUICK: Final = "not journey and not slow"
"""The marks of the tests that `pytest` alone runs."""


def pytest_configure(config: pytest.Config) -> None:
    """`pytest` alone leaves out what takes long; whatever is named is run, whatever its marks."""
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if is_whole and not config.option.markexpr:
        config.option.markexpr = QUICK


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip a folder of journeys alone, whose modules take each worker 0.7 s to import, where no
    journey runs.
    """
    is_skipped = config.option.markexpr == QUICK and collection_path == JOURNEYS
    return True if is_skipped else None


SWEEPS: Final = (
    *("tests/ui/test_outline", "tests/ui/test_transcripts", "tests/ui/test_hands"),
    *("tests/ui/test_draw_changes_nothing", "tests/ui/scenes/test_damage"),
)
"""Files whose slow tests go through all samples or all faults of the window. Where one sample of
each kind of page is no sweep, a test's own mark says which are.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first and leave the others in their order; mark journeys.

    A journey asks for a window or a browser.
    """
    for item in items:
        asks = getattr(item, "fixturenames", ())
        is_drawn = item.get_closest_marker("window") is not None or "browser" in asks
        if is_drawn:
            item.add_marker("journey")
        if item.get_closest_marker("slow") is not None and item.nodeid.startswith(SWEEPS):
            item.add_marker("sweep")

    def place(item: pytest.Item) -> int:
        return next((i for i, it in enumerate(FIRST) if item.nodeid.startswith(it)), len(FIRST))

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Freeze the collected tests: the garbage collector does not search them again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """More workers than there are cores: programs that are started are waited for, and windows,
    browsers and servers mostly wait.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ or not cores else cores + 2
