"""Changes preferences while the game runs: applies them, and stores them."""

import dataclasses
from typing import Any

from game.locale import Language, load_catalogue
from game.storage.settings import Settings
from game.ui.draw.theme import find_theme
from game.ui.frame.bindings import DEFAULT_BINDINGS, Bindings
from game.ui.frame.context import Context
from game.ui.sound.names import Volumes
from game.ui.sound.speech_engine import SpeechOptions


def apply_settings(context: Context, settings: Settings) -> None:
    """Set the preferences, and apply them to sound, speech and drawing."""
    context.preferences = settings
    context.bindings = _bindings_of(settings)
    theme = find_theme(settings.theme, settings.stripes)
    if theme is not context.painter.theme:
        context.painter.apply_theme(theme)
    context.sound.set_volumes(Volumes.of(settings))
    context.painter.apply_patterns(has_patterns=settings.has_stripe_patterns)


def _bindings_of(settings: Settings) -> Bindings:
    try:
        return Bindings.parse(settings.bindings)
    except ValueError:
        return DEFAULT_BINDINGS


def read_bindings(context: Context) -> bool:
    """Apply the stored key bindings; return False if they are invalid, and the defaults hold."""
    context.bindings = _bindings_of(context.preferences)
    return context.bindings is not DEFAULT_BINDINGS


def change_settings(context: Context, **changes: Any) -> None:
    """Change preferences by name, apply them, and store them.

    If they cannot be stored they hold for this run, and a problem is queued. A scene whose change
    moves or restyles the screen returns `Refresh()` afterwards. Raises `ValueError` for a value out
    of bounds.
    """
    settings = dataclasses.replace(context.preferences, **changes)
    apply_settings(context, settings)
    context.store.problems.add(context.store.settings.save(settings))


def set_language(context: Context, language: Language) -> None:
    """Switch to a language and store it; open scenes need `Refresh()` afterwards."""
    context.catalogue = load_catalogue(language)
    change_settings(context, language=language.value)


def speech_options(settings: Settings) -> SpeechOptions:
    """Return the rate, volume and voice for reading aloud."""
    return SpeechOptions(settings.speech_rate, settings.speech_volume, settings.speech_voice)
