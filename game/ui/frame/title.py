"""The title: opens the window with the game's name before anything else is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.locale.languages import Language
from game.resources import asset, damaged
from game.storage.one_window import AlreadyOpenError, OneWindow
from game.storage.places import Places, find_places
from game.storage.problems import Problem
from game.storage.settings import Settings, SettingsStore, view_settings
from game.ui.draw.painter import Painter
from game.ui.draw.theme import find_theme
from game.ui.draw.titles import TITLE, draw_name, name_place
from game.ui.frame.window import GameWindow, WindowPlace
from game.ui.layout.rects import make_view
from game.ui.sound.muted_stderr import muted_stderr
from game.ui.system.reader import is_tree_wanted

if TYPE_CHECKING:
    from game.rules.ruleset import Ruleset
    from game.ui.frame.reader_tree import ReaderTree


class LaunchOptions(NamedTuple):
    """The options of the command line; None and False leave the choice to the settings.

    `window_size` (0, 0) requests a window of the usual size. `seed` and `edition` start a match at
    once, `rules` are those of a deal code. `record` is the file of a match to be shown.

    `language` replaces the stored one, `is_fullscreen` the stored state; `is_muted` starts without
    sound.
    """

    language: Language | None = None
    seed: str | None = None
    rules: Ruleset | None = None
    edition: str | None = None
    is_fullscreen: bool | None = None
    window_size: tuple[int, int] | None = None
    is_muted: bool = False
    record: str | None = None


class TitleResources(NamedTuple):
    """The resources opened for the title, for `wiring`; `odd` are the problems in the settings.

    If another window has the player's files, `one.is_ours` is false and no change is stored.

    `launch` are the command's options, `window`, `painter` and `tree` the title's window, its
    painter and its tree for a screen reader (None without). `places` are the player's folders,
    `settings_store` and `settings` the file and the preferences in it.
    """

    launch: LaunchOptions
    window: GameWindow
    painter: Painter
    places: Places
    settings_store: SettingsStore
    settings: Settings
    odd: tuple[Problem, ...]
    one: OneWindow
    tree: ReaderTree | None = None


@contextmanager
def open_title(launch: LaunchOptions) -> Iterator[TitleResources]:
    """Open the window, showing the title; close it and pygame at the end.

    Raises `NoDisplayError` without a screen, `NoFontError` without fonts, and `AlreadyOpenError` if
    another window is open and no record is to be shown.
    """
    places = find_places()
    one = OneWindow(places.folder)
    if one.is_ours:
        settings_store = SettingsStore(places.settings)
        settings, odd = settings_store.load()
        if not settings.language:
            # Imported for the first start alone: others are a little earlier without it.
            from game.ui.system.wishes import first_values

            settings = replace(settings, **first_values())
    elif launch.record is not None:
        settings, odd = view_settings(places.settings), ()
        settings_store = SettingsStore(None, settings)
    else:
        one.call()
        raise AlreadyOpenError
    try:
        with muted_stderr():
            pygame.font.init()
            is_read = is_tree_wanted()
            window = _open_window(launch, settings, is_hidden=is_read)
            tree = None
            if is_read:
                # Imported late, for a quick first frame.
                from game.ui.frame.reader_tree import open_tree

                tree = open_tree(window)
                window.show()
        view = make_view(window.size, settings.interface_scale)
        painter = Painter(view, find_theme(settings.theme, settings.stripes))
        _show(window, painter)
        window.set_icon(_read_icon(asset("icon", "take-it-easy-128.png")))
        yield TitleResources(
            launch, window, painter, places, settings_store, settings, odd, one, tree
        )
    finally:
        pygame.quit()
        one.close()


def _read_icon(path: Path) -> pygame.Surface:
    try:
        with muted_stderr():
            return pygame.image.load(path)
    except pygame.error as error:
        raise damaged(path, error) from None


def _show(window: GameWindow, painter: Painter) -> None:
    painter.draw_background(window.surface)
    draw_name(painter, window.surface, name_place(painter.view))
    window.flip()


def read_place(words: str) -> WindowPlace | None:
    """Return the place in settings, written `x y`; None for another text."""
    read = re.fullmatch(r"(-?[0-9]{1,5}) (-?[0-9]{1,5})", words)
    return None if read is None else (int(read[1]), int(read[2]))


def _open_window(launch: LaunchOptions, settings: Settings, *, is_hidden: bool) -> GameWindow:
    size = launch.window_size or None
    if size == (0, 0):
        size = None
    if size is None:
        stored = (settings.window_width, settings.window_height)
        usual = Settings()
        # With the default size in the settings, the window chooses one that suits the screen.
        size = None if stored == (usual.window_width, usual.window_height) else stored
    fills = settings.is_fullscreen if launch.is_fullscreen is None else launch.is_fullscreen
    is_free = launch.window_size is None
    return GameWindow(
        TITLE,
        size,
        read_place(settings.window_place),
        is_fullscreen=fills and is_free,
        is_maximised=settings.is_maximised and is_free,
        is_hidden=is_hidden,
    )
