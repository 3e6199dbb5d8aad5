"""Preferences that change while the game runs: each is applied at once, and stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.locale import Language
from game.storage.settings import Settings, SettingsStore
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action
from game.ui.frame.context import Context
from game.ui.frame.preferences import (
    apply_settings,
    change_settings,
    read_bindings,
    set_language,
    speech_options,
)
from game.ui.sound.names import Volumes
from game.ui.sound.speech_engine import SpeechOptions
from tests.ui.conftest import Heard


def test_each_change_is_applied_and_stored(context: Context, heard: Heard) -> None:
    painter = context.painter
    changes = {
        "volume": 0.25,
        "theme": "daylight",
        "stripes": "clear",
        "has_stripe_patterns": True,
        "bindings": "copy = j",
        "player_name": "Ana",
    }
    for name, value in changes.items():
        change_settings(context, **{name: value})
        assert getattr(context.preferences, name) == value
        assert context.store.settings.load()[0] == context.preferences
    assert heard.volumes == Volumes.of(context.preferences)
    assert (painter.theme.name, painter.theme.stripe_set) == ("daylight", "clear")
    assert painter.has_patterns
    assert context.bindings.action("j") is Action.COPY
    # What is applied from elsewhere replaces all of it.
    apply_settings(context, Settings())
    assert heard.volumes == Volumes.of(Settings())
    assert (painter.theme.name, painter.theme.stripe_set) == ("night", "box")
    assert not painter.has_patterns
    assert context.bindings.chords == DEFAULT_BINDINGS.chords
    with pytest.raises(ValueError, match="volume"):
        change_settings(context, volume=2.0)
    assert context.preferences == Settings()


def test_what_cannot_be_stored_holds_for_now_and_is_a_problem(
    context: Context, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    context.store.settings = SettingsStore(tmp_path / "file" / "settings.json")
    change_settings(context, volume=0.25)
    assert context.preferences.volume == 0.25
    assert context.store.problems.take() is not None


def test_a_theme_that_is_shown_already_is_not_drawn_anew(context: Context) -> None:
    made = context.painter.background((8, 8))
    change_settings(context, theme="night", volume=0.3)
    assert context.painter.background((8, 8)) is made
    change_settings(context, theme="contrast")
    assert context.painter.background((8, 8)) is not made


def test_stored_bindings_that_are_none_leave_the_defaults_and_are_noticed(
    context: Context,
) -> None:
    for text, is_valid, action in (
        ("", True, None),
        ("copy = j", True, Action.COPY),
        ("nonsense", False, None),
    ):
        context.preferences = Settings(bindings=text)
        assert read_bindings(context) is is_valid
        assert context.bindings.action("j") is action
        assert context.bindings.action("return") is Action.CONFIRM


def test_a_language_is_spoken_at_once_and_stored(context: Context) -> None:
    set_language(context, Language.ROMANIAN)
    assert context.catalogue.language is Language.ROMANIAN
    assert context.store.settings.load()[0].language == "ro"


def test_the_voice_is_as_the_player_has_set_it() -> None:
    settings = Settings(speech_rate=0.25, speech_volume=0.75, speech_voice="Ana")
    assert speech_options(settings) == SpeechOptions(0.25, 0.75, "Ana")
