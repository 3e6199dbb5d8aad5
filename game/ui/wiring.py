"""Connects all that follows the title: storage, words, sound, the first scene, the loop."""

import os
from functools import partial

import pygame

from game.locale import Language, load_catalogue, system_language
from game.resources import asset
from game.storage.problems import Problem, ProblemKind
from game.storage.settings import read_settings
from game.storage.store import Storage, open_storage
from game.ui.frame.apart import Apart
from game.ui.frame.context import Context
from game.ui.frame.loop import Loop
from game.ui.frame.preferences import read_bindings, speech_options
from game.ui.frame.reader_tree import FollowedSpeaker, tree_for_later
from game.ui.frame.scene import Navigation, Push
from game.ui.frame.signals import on_termination
from game.ui.frame.stack import SceneStack
from game.ui.frame.title import LaunchOptions, TitleResources
from game.ui.frame.window import GameWindow, copy_text, paste_text
from game.ui.layout.rects import make_view
from game.ui.scenes.routes import SceneRoutes
from game.ui.sound.mixer import Mixer
from game.ui.sound.names import Volumes
from game.ui.sound.player import Silence
from game.ui.sound.speech import SystemSpeaker
from game.ui.system.gamepads import Gamepads
from game.ui.system.sdl import wait_for_event


def run_game(opened: TitleResources) -> None:
    """Play until the player leaves, or the system ends the program."""
    launch, window, settings = opened.launch, opened.window, opened.settings
    storage = _open_store(opened)
    context: Context | None = None
    # `--mute` is for this run alone and leaves the setting as it is.
    speaker, gamepads = SystemSpeaker(), Gamepads()
    sound = Mixer(asset(), Volumes(0, 0, 0) if launch.is_muted else Volumes.of(settings))
    try:
        context = _make_context(opened, storage, sound, speaker)
        if opened.one.is_ours:
            storage.problems.recall()
        for problem in opened.odd:
            storage.problems.add(problem)
        if not read_bindings(context):
            storage.problems.add(Problem(ProblemKind.ODD_VALUE, opened.places.settings, "bindings"))
        is_direct = launch.seed is not None or launch.edition is not None
        is_direct |= launch.record is not None
        is_asked = launch.language is None and not settings.language and not is_direct

        record = None if launch.record is None else context.routes.guests(launch.record)
        if record is not None and not opened.one.is_ours:
            # The window that keeps nothing closes with the record.
            first, record = record, None
        else:
            first = context.routes.language() if is_asked else context.routes.title()
        tree = opened.tree or tree_for_later(window.title)
        if tree is not None:
            context.speaker = FollowedSpeaker(speaker, tree)
        stack = SceneStack(first, make_view(window.size, settings.interface_scale))
        stack.before_quit = context.routes.quit_question
        stack.take_in = context.routes.take_in
        if record is not None:
            stack.apply(Push(record))
        elif is_direct and launch.record is None:
            stack.apply(_begin_match(context, launch))
        loop = Loop(
            window,
            context,
            stack,
            events=partial(_take_events, opened),
            rest=partial(_rest, gamepads),
            after_first_frame=partial(_open_others, gamepads, sound, context.apart),
            tree=tree,
        )
        with on_termination(loop.leave):
            loop.run()
        _remember_window(context, storage, window)
        window.close()
    finally:
        if context is not None:
            context.close_phones()
            context.leave_room()
            context.apart.close()
        is_quiet = sound.close()
        speaker.close()
        storage.close()
    if not is_quiet or gamepads.is_starting:
        # While a thread is busy with a device, pygame's own goodbye crashes, or waits for ever.
        # All is kept by now.
        os._exit(0)


def _open_store(opened: TitleResources) -> Storage:
    """Open the player's files; one that keeps nothing where another window has them."""
    if opened.one.is_ours:
        return open_storage(opened.places, opened.settings_store)
    storage = Storage.in_memory(opened.settings)
    storage.problems.add(Problem(ProblemKind.OTHER_WINDOW, opened.places.settings))
    return storage


def _take_events(opened: TitleResources) -> list[pygame.Event]:
    """Return what came in; a second start brings the window to the front."""
    if opened.one.is_ours and opened.one.is_called():
        opened.window.bring_to_front()
    return opened.window.take_events()


def _rest(gamepads: Gamepads, seconds: float) -> bool:
    """Sleep until an event is pending; return False where SDL cannot, or starts gamepads."""
    return not gamepads.is_starting and wait_for_event(seconds)


def _open_others(gamepads: Gamepads, sound: Mixer, apart: Apart) -> None:
    gamepads.start()
    sound.open()
    apart.go_on()


def _make_context(
    opened: TitleResources, storage: Storage, sound: Mixer, speaker: SystemSpeaker
) -> Context:
    launch, settings = opened.launch, opened.settings
    stored = Language(settings.language) if settings.language in tuple(Language) else None
    language = launch.language or stored or system_language()
    apart = Apart(opened.places.folder / "apart" if opened.one.is_ours else None)
    storage.are_others_safe = lambda: apart.is_safe
    context = Context(
        opened.painter,
        load_catalogue(language),
        SceneRoutes,
        settings,
        sound=Silence() if launch.is_muted else sound,
        speaker=speaker,
        store=storage,
        apart=apart,
        copy_text=copy_text,
        paste_text=paste_text,
    )
    speaker.options = lambda: speech_options(context.preferences)
    context.painter.apply_patterns(has_patterns=settings.has_stripe_patterns)
    return context


def _begin_match(context: Context, launch: LaunchOptions) -> Navigation:
    """Begin the match that the command line asked for; others wait beside it."""
    # What a menu's first frame does not wait for.
    from game.play.choices import with_rules
    from game.play.editions import all_editions, find_edition
    from game.storage.codes import new_seed
    from game.ui.scenes.shared.choosing import choices_of_edition, table_of
    from game.ui.scenes.shared.starting import start_match

    card = find_edition(launch.edition or "") or all_editions()[0]
    choices = choices_of_edition(context, card)
    if launch.rules is not None:
        choices = with_rules(choices, launch.rules)
    return start_match(context, table_of(context, choices, launch.seed or new_seed()))


def _remember_window(context: Context, storage: Storage, window: GameWindow) -> None:
    """Store the window's size, place and mode for the next launch, as far as they are settings:
    a tiling window manager makes windows of any size.
    """
    settings = context.preferences
    width, height = window.normal_size
    place = window.normal_place
    left = read_settings(
        {
            "is_fullscreen": window.is_fullscreen and not window.is_maximised,
            "is_maximised": window.is_maximised,
            "window_width": width,
            "window_height": height,
            "window_place": "" if place is None else f"{place[0]} {place[1]}",
        },
        settings,
    )
    if left != settings:
        storage.settings.save(left)
