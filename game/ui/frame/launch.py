"""Opening the game: the window with its title at once, everything else behind it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.locale.languages import Language
from game.resources import asset
from game.storage.places import find_places
from game.storage.settings import Settings, SettingsStore
from game.ui.draw.painter import Painter
from game.ui.draw.titles import TITLE, draw_title
from game.ui.frame.hush import hushed_stderr
from game.ui.frame.window import GameWindow
from game.ui.layout.rects import make_view

__all__ = ["Launch", "run_game"]


@dataclass(frozen=True, slots=True)
class Launch:
    """What the command line asked for; None and False leave it to the settings.

    `window_size` (0, 0) asks for a window of the usual size. `seed` and `edition` start a match
    at once.
    """

    language: Language | None = None
    seed: str | None = None
    edition: str | None = None
    is_fullscreen: bool | None = None
    window_size: tuple[int, int] | None = None
    is_muted: bool = False


def run_game(launch: Launch) -> None:
    """Play until the player leaves. Raises `NoDisplayError` where there is no screen."""
    keeper = SettingsStore(find_places().settings)
    settings, odd = keeper.load()
    try:
        with hushed_stderr():
            pygame.font.init()
            window = _open_window(launch, settings)
        painter = Painter(make_view(window.size, settings.interface_scale))
        _show_title(window, painter)
        window.set_icon(pygame.image.load(asset("icon", "take-it-easy-128.png")))
        # Scenes, rules and storage are loaded while the title is to be seen.
        from game.ui.frame.behind_title import play

        play(launch, window, painter, keeper, settings, odd)
    finally:
        pygame.quit()


def _show_title(window: GameWindow, painter: Painter) -> None:
    """The first frame: the game's name, long before the menu is there."""
    painter.draw_background(window.surface)
    area = painter.view.area
    title = area.centred(min(area.w, painter.px(620)), painter.px(170))
    draw_title(window.surface, painter, title, "centre")
    window.flip()


def _open_window(launch: Launch, settings: Settings) -> GameWindow:
    size = launch.window_size or None
    if size == (0, 0):
        size = None
    if size is None:
        stored = (settings.window_width, settings.window_height)
        usual = Settings()
        # Where nobody ever chose a size, the window finds one that suits the screen.
        size = None if stored == (usual.window_width, usual.window_height) else stored
    fills = settings.is_fullscreen if launch.is_fullscreen is None else launch.is_fullscreen
    return GameWindow(TITLE, size, is_fullscreen=fills and launch.window_size is None)
