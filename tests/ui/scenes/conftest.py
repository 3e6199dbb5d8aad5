"""Shared fixtures of the scenes' tests."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from game.play.table import TableSetup
from game.rules.match import Match
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.preferences import apply_settings
from game.ui.frame.routes import Routes
from game.ui.frame.scene import Scene
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.table.picture import TablePicture
from game.ui.widgets.scenes import BaseScene
from tests.gallery.table import PromptEngines
from tests.play.phones import House

__all__ = ["PromptEngines"]


@dataclass
class Tables:
    """The setups and matches that were opened instead of the real table."""

    setups: list[TableSetup] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)


@pytest.fixture
def tables(context: Context, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Catch every way to the table."""
    caught = Tables()

    def start(routes: Routes, setup: TableSetup) -> Scene:
        caught.setups.append(setup)
        return BaseScene(context)

    def go_on(routes: Routes, match: Match) -> Scene:
        caught.matches.append(match)
        return BaseScene(context)

    monkeypatch.setattr(SceneRoutes, "new_table", start)
    monkeypatch.setattr(SceneRoutes, "saved_table", go_on)
    return caught


@pytest.fixture(autouse=True)
def _nothing_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prepare no pictures for frames to come: most of them are never shown."""
    monkeypatch.setattr(TablePicture, "prepare", lambda *_: False)


@pytest.fixture
def pixels() -> None:
    """Asked for by a test that looks at pictures."""


@pytest.fixture(autouse=True)
def _nobody_looks(request: pytest.FixtureRequest) -> None:
    """For most tests pictures are blank: what is written where is known without them."""
    if "pixels" not in request.fixturenames:
        request.getfixturevalue("blank")


@pytest.fixture
def player(context: Context) -> Context:
    """Somebody who plays: a store, default settings, computers that answer at once."""
    context.engines = PromptEngines()
    context.store = Storage.in_memory()
    apply_settings(context, context.preferences)
    return context


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Puts the machine into a zone."""
    if not hasattr(time, "tzset"):
        pytest.skip("this system's zone cannot be changed")

    def move(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def house(context: Context) -> Iterator[House]:
    """A room in which two have sat down already."""
    house = House("Anna", "Björn")
    context.phones = house.room
    yield house
    context.close_phones()
