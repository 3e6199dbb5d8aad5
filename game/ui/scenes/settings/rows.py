"""The preferences as data: each section's rows, and how a row's control is made.

A row's words are a key of the catalogue; where the same key with `_about` exists, that sentence
explains it. A new preference is a field of `Settings` and one line here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Protocol

from game.locale import Language, write_percent
from game.rules.names import clean_name
from game.storage.settings import Settings
from game.ui.draw.icons import Icon
from game.ui.draw.theme import STRIPE_SETS, THEMES
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Push, ToggleFullscreen
from game.ui.frame.sound_names import Sound
from game.ui.scenes.settings.keys import KEYS, KeyCaps
from game.ui.widgets import Answer, Button, Segmented, Slider, Stepper, TextField, Toggle, Widget

SCALE_STEPS: Final = 4
"""Steps of the interface scale in a whole: quarters."""

MAX_PAUSE: Final = 3.0

MAX_OUTSIDE: Final = 500
"""Letters of the names of computer players from outside."""


class Section(Enum):
    """The parts of the settings, by their words under `settings.section`."""

    GENERAL = "general"
    LOOK = "look"
    SOUND = "sound"
    HANDS = "hands"
    ASSISTANCE = "assistance"


class Desk(Protocol):
    """What a control may ask of the scene."""

    context: Context

    def change(self, **changes: Any) -> Answer:
        """Obey and store preferences."""

    def restyle(self, **changes: Any) -> Answer:
        """The same for what moves or repaints things: all is laid out again."""

    def rescale(self, steps: int) -> Answer:
        """Another interface scale, in quarters."""

    def speak(self, language: Language) -> Answer:
        """Another language."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line: its words, its control, and the settings under which it applies."""

    words: str
    make: Callable[[Desk, str], Widget]
    applies: Callable[[Settings], bool] = lambda settings: True


Maker = Callable[[Desk, str], Widget]


def switch(field: str, obstacle: Callable[[Desk], Answer] = lambda desk: None) -> Maker:
    """On and off; an `obstacle` to switching it on is told instead."""

    def make(desk: Desk, words: str) -> Toggle:
        context, about = desk.context, f"{words}_about"

        def change(is_on: bool) -> Answer:
            told = obstacle(desk) if is_on else None
            toggle.is_on = is_on and told is None
            return told or desk.restyle(**{field: is_on})

        toggle = Toggle(
            lambda: context.text(words),
            bool(getattr(context.preferences, field)),
            change,
            about=(lambda: context.text(about)) if about in context.catalogue else "",
        )
        return toggle

    return make


def _lacks_speech(desk: Desk) -> Answer:
    """What to tell where the system has no speech."""
    if desk.context.speaker.is_there:
        return None
    return Push(desk.context.doors.notice("heard.spoken.no_engine"))


def share(field: str, sound: Sound | None = None) -> Maker:
    """An amount of 0 to 100 %; `sound` lets it be heard."""

    def make(desk: Desk, words: str) -> Slider:
        context = desk.context

        def change(value: float) -> Answer:
            answer = desk.change(**{field: value})
            if sound is not None:
                context.sound.play(sound)
            return answer

        return Slider(
            getattr(context.preferences, field),
            change,
            show=lambda value: write_percent(context.catalogue, value),
        )

    return make


def seconds(field: str, most: float) -> Maker:
    """A time of up to `most` seconds."""

    def make(desk: Desk, words: str) -> Slider:
        context = desk.context
        return Slider(
            min(most, getattr(context.preferences, field)),
            lambda value: desk.change(**{field: value}),
            high=most,
            step=0.2,
            show=lambda value: context.text(
                "format.duration.seconds", number=context.catalogue.number(value, 1)
            ),
        )

    return make


def choice(field: str, names: Sequence[str]) -> Maker:
    """One of a few names; `<words>_is.<name>` says each."""

    def make(desk: Desk, words: str) -> Segmented[str]:
        context = desk.context

        def name(value: str) -> Callable[[], str]:
            return lambda: context.text(f"{words}_is.{value}")

        now = getattr(context.preferences, field)
        return Segmented(
            [(value, name(value)) for value in names],
            now if now in names else names[0],
            lambda value: desk.restyle(**{field: value}),
        )

    return make


def _languages(desk: Desk, words: str) -> Widget:
    options = [(language, language.own_name) for language in Language]
    return Segmented(options, desk.context.catalogue.language, desk.speak)


def _name(desk: Desk, words: str) -> Widget:
    return TextField(
        desk.context,
        desk.context.preferences.player_name,
        lambda name: desk.change(player_name=clean_name(name)),
        placeholder=lambda: desk.context.text("setup.name_of", number=1),
    )


def _outside(desk: Desk, words: str) -> Widget:
    return TextField(
        desk.context,
        desk.context.preferences.outside_bots,
        lambda names: desk.change(outside_bots=names.strip()),
        placeholder=lambda: "bots/clever.py:Bot; command:clever",
        max_length=MAX_OUTSIDE,
    )


def make_scale_stepper(desk: Desk, words: str) -> Stepper[int]:
    """The interface's size."""
    return Stepper(
        range(3, 9),
        round(desk.context.preferences.interface_scale * SCALE_STEPS),
        desk.rescale,
        show=lambda steps: write_percent(desk.context.catalogue, steps / SCALE_STEPS),
    )


def _fullscreen(desk: Desk, words: str) -> Widget:
    return Button(
        lambda: desk.context.text("settings.switch"), ToggleFullscreen, icon=Icon.FULLSCREEN
    )


def _reset_keys(desk: Desk, words: str) -> Widget:
    text = desk.context.text
    return Button(
        lambda: text("settings.restore"), lambda: desk.restyle(bindings=""), icon=Icon.UNDO
    )


def _keys(action: Action) -> Maker:
    return lambda desk, words: KeyCaps(desk.context, action)


ROWS: Final[Mapping[Section, Sequence[Row]]] = {
    Section.GENERAL: (
        Row("settings.language", _languages),
        Row("settings.name", _name),
        Row("settings.auto_call", switch("has_auto_call")),
        Row(
            "settings.call_pause",
            seconds("call_pause", MAX_PAUSE),
            lambda settings: settings.has_auto_call,
        ),
        Row("settings.coach", switch("has_coach")),
        Row("outside.bots", _outside),
    ),
    Section.LOOK: (
        Row("settings.theme", choice("theme", THEMES)),
        Row("settings.scale", make_scale_stepper),
        Row("settings.fullscreen", _fullscreen),
    ),
    Section.SOUND: (
        Row("settings.volume", share("volume", Sound.PLACE)),
        Row("settings.music", switch("has_music")),
        Row("settings.music_volume", share("music_volume"), lambda settings: settings.has_music),
        Row("settings.voice_volume", share("voice_volume", Sound.CALL)),
        Row("settings.muted", switch("is_muted")),
    ),
    Section.HANDS: (
        Row("settings.left_handed", switch("is_left_handed")),
        Row("settings.keys_reset", _reset_keys, lambda settings: bool(settings.bindings)),
        *(Row(f"settings.action.{words}", _keys(action)) for action, words in KEYS.items()),
    ),
    Section.ASSISTANCE: (
        Row("settings.reduced_motion", switch("has_reduced_motion")),
        Row("settings.stripes", choice("stripes", STRIPE_SETS)),
        Row("settings.patterns", switch("has_stripe_patterns")),
        Row("settings.captions", switch("has_captions")),
        Row("settings.speech", switch("has_speech", _lacks_speech)),
    ),
}
"""Every preference, in the order in which it is shown."""
