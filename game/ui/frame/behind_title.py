"""Behind the title: storage, words, sound, the first scene, and the loop."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from game.locale import Language, load_catalogue, system_language
from game.play.choices import choices_of_edition, table_of
from game.resources import asset
from game.storage.codes import new_seed
from game.storage.places import find_places
from game.storage.settings import Settings, SettingsStore
from game.storage.store import Storage, open_storage
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context, Silence, SoundPlayer
from game.ui.frame.loop import Loop
from game.ui.frame.scene import Transition
from game.ui.frame.sound import Mixer
from game.ui.frame.stack import SceneStack
from game.ui.frame.window import GameWindow, copy_text, paste_text
from game.ui.layout.rects import make_view
from game.ui.scenes.doors import SceneDoors
from game.ui.scenes.shared.names import all_editions, find_edition
from game.ui.scenes.shared.starting import begin_or_ask, start_match

if TYPE_CHECKING:
    from game.storage.files import Problem
    from game.ui.frame.launch import Launch

__all__ = ["play"]


def play(
    launch: Launch,
    window: GameWindow,
    painter: Painter,
    keeper: SettingsStore,
    settings: Settings,
    odd: tuple[Problem, ...],
) -> None:
    """Play until the player leaves; `odd` is what was wrong with the settings."""
    storage = open_storage(find_places(), keeper)
    try:
        context = _make_context(launch, settings, storage, painter)
        problems = (*storage.problems, *odd)
        is_direct = launch.seed is not None or launch.edition is not None
        is_asked = launch.language is None and not settings.language and not is_direct

        first = context.doors.language(problems) if is_asked else context.doors.menu(problems)
        stack = SceneStack(first, make_view(window.size, settings.interface_scale))
        if is_direct:
            stack.apply(_begin_match(context, launch))
        sound = context.sound
        open_sound = sound.open if isinstance(sound, Mixer) else lambda: False
        Loop(window, context, stack, after_first_frame=open_sound).run()
        _remember_window(context, storage, window)
        window.close()
    finally:
        storage.profile.close()


def _make_context(
    launch: Launch, settings: Settings, storage: Storage, painter: Painter
) -> Context:
    stored = Language(settings.language) if settings.language in tuple(Language) else None
    language = launch.language or stored or system_language()
    context = Context(
        painter,
        load_catalogue(language),
        settings,
        sound=_open_sound(launch, settings),
        store=storage,
        copy_text=copy_text,
        paste_text=paste_text,
    )
    context.doors = SceneDoors(context)
    context.painter.sprites.has_patterns = settings.has_stripe_patterns
    return context


def _open_sound(launch: Launch, settings: Settings) -> SoundPlayer:
    """The mixer; `--mute` is for this run alone and leaves the setting as it is."""
    if launch.is_muted:
        return Silence()
    return Mixer(asset("sounds"), settings.volume, is_muted=settings.is_muted)


def _begin_match(context: Context, launch: Launch) -> Transition:
    """The match that was asked for; where another one waits, the player is asked first."""
    card = find_edition(launch.edition or "") or all_editions()[0]
    setup = table_of(context, choices_of_edition(context, card), launch.seed or new_seed())
    return begin_or_ask(context, lambda: start_match(context, setup))


def _remember_window(context: Context, storage: Storage, window: GameWindow) -> None:
    """Open next time as it was left."""
    settings = context.preferences
    scale = window.pixels_per_point
    left = dataclasses.replace(settings, is_fullscreen=window.is_fullscreen)
    if not window.is_fullscreen:
        width, height = (round(length / scale) for length in window.size)
        left = dataclasses.replace(left, window_width=width, window_height=height)
    if left != settings:
        storage.settings.save(left)
