"""The stage as a fixture, and pictures of what was on it when a journey failed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from tests.end_to_end.stage import Stage, open_stage, require_tools

FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let a test in a window that fails be run once more, and be reported as a rerun.

    The screen's programs lose a key or a start on a busy machine, which is no fault of the game's.
    A fault of the game fails twice. With `--reruns 0` once is enough.
    """
    if config.getoption("reruns") is not None:
        return
    for item in items:
        if item.get_closest_marker("window") is not None:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember whether the test failed, for its fixtures."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="session", autouse=True)
def _display() -> None:
    """The scenes are laid out here too, without a screen, to know where things lie."""
    pygame.display.init()
    pygame.display.set_mode((1, 1))


@pytest.fixture
def stage(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Stage]:
    """An English screen; its pictures stay in the test's temporary directory."""
    require_tools()
    with open_stage(tmp_path) as opened:
        yield opened
        if request.node.stash.get(FAILED, False):
            for number, game in enumerate(opened.games):
                if game.process.poll() is None and game.window:
                    with contextlib.suppress(Exception):
                        game.picture(f"failed-{number}")
            print(f"pictures: {opened.pictures}")
