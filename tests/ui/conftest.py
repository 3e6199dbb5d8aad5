"""Shared fixtures of the window's tests: no screen, no sound card, a fake clock, a fake window."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Unpack

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
import pytest

from game.bots.players.local_engines import LocalEngines
from game.locale import Language, load_catalogue
from game.net.journal.store import TableStore
from game.net.service.service import Service
from game.rules.tiles import Tile
from game.ui.draw.painter import Painter
from game.ui.frame.apart import Apart
from game.ui.frame.context import Context
from game.ui.layout.rects import make_view
from game.ui.scenes.routes import SceneRoutes
from game.ui.sound.music import MusicCue
from game.ui.sound.names import Sound, Volumes
from game.ui.sound.player import How
from tests.ui.unseen import draw_blank

SIZE = (1280, 800)


@pytest.fixture(autouse=True)
def no_sound_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep to the dummy device: PettingZoo sets another one when a test elsewhere imports it."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.fixture(autouse=True)
def no_reading_behind_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse what ends the game now and then: enlarged, a picture of one row or column is read
    behind its end.
    """
    smoothscale = pygame.transform.smoothscale

    def scale(
        surface: pygame.Surface, size: tuple[int, int], *target: pygame.Surface
    ) -> pygame.Surface:
        grown = [new > old == 1 for old, new in zip(surface.get_size(), size, strict=True)]
        assert not any(grown), f"{surface.get_size()} to {size}"
        return smoothscale(surface, size, *target)

    monkeypatch.setattr(pygame.transform, "smoothscale", scale)


@pytest.fixture
def service(context: Context, tmp_path: Path) -> Iterator[Service]:
    """The service of this window's own tables apart, open."""
    context.apart = Apart(tmp_path / "one")
    service = context.apart.service
    assert context.apart.opening is not None
    context.apart.opening.result(30)
    yield service
    context.apart.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Service]:
    service = Service(TableStore(tmp_path / "other"), LocalEngines())
    service.open().result(30)
    yield service
    service.close()


@pytest.fixture
def shared(tmp_path: Path) -> str:
    """A folder that all homes of a test can open."""
    folder = tmp_path / "shared"
    folder.mkdir()
    return str(folder)


@pytest.fixture
def x_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A screen of its own for programs that are started, with their clipboard."""
    if shutil.which("Xvfb") is None:
        pytest.skip("needs xvfb")
    read_end, write_end = os.pipe()
    words = ["Xvfb", "-displayfd", str(write_end), "-noreset", "-nolisten", "tcp"]
    with subprocess.Popen(words, pass_fds=[write_end], stderr=subprocess.DEVNULL) as server:
        os.close(write_end)
        with open(read_end) as numbers:
            monkeypatch.setenv("DISPLAY", f":{numbers.readline().strip()}")
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        yield
        server.terminate()


class Heard:
    """A sound player that remembers what it was asked to play."""

    def __init__(self) -> None:
        self.sounds: list[Sound] = []

        self.played: list[tuple[Sound, int, float, float]] = []
        self.calls: list[str] = []
        self.delays: list[float] = []
        self.is_resting = False
        self.cues: list[MusicCue] = []
        self.volumes: Volumes | None = None

    def play(self, sound: Sound, **how: Unpack[How]) -> None:
        """Remember."""
        self.sounds.append(sound)
        played = sound, how.get("step", 0), how.get("side", 0.0), how.get("delay", 0.0)
        self.played.append(played)

    def call(self, tiles: Sequence[Tile], language: Language, delay: float = 0.0) -> None:
        """Remember."""
        self.calls += [f"{language} {tile}" for tile in tiles]
        self.delays.append(delay)

    def tell_reading(self, languages: Sequence[Language]) -> None:
        """Remember."""
        self.calls += [f"{language} reading" for language in languages]

    def follow(self, cue: MusicCue) -> None:
        """Remember."""
        self.cues.append(cue)

    def set_volumes(self, volumes: Volumes) -> None:
        """Remember."""
        self.volumes = volumes

    def rest(self, *, is_resting: bool) -> None:
        """Remember."""
        self.is_resting = is_resting


@pytest.fixture(scope="session", autouse=True)
def _display() -> None:
    pygame.display.init()
    # A font that is asked for before would be invalid from then on.
    pygame.font.init()
    pygame.display.set_mode((1, 1))


@pytest.fixture
def blank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures without pixels, for tests that look at none."""
    draw_blank(monkeypatch)


@pytest.fixture
def heard() -> Heard:
    """Return the record of sounds that were played."""
    return Heard()


@pytest.fixture
def context(heard: Heard) -> Context:
    """Surroundings at 1280×800 in English."""
    catalogue = load_catalogue(Language("en"))
    return Context(Painter(make_view(SIZE)), catalogue, SceneRoutes, sound=heard)


@pytest.fixture
def copied(context: Context) -> list[str]:
    """Return the texts that are copied to the clipboard."""
    texts: list[str] = []

    def copy(text: str) -> bool:
        texts.append(text)
        return True

    context.copy_text = copy
    return texts
