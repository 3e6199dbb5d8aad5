"""The settings as data: the rows of each section, and the maker of each row's control.

A row's name is a key of the catalogue; the same key with `_about` is its explanation, if it
exists. A new setting is a field of `Settings` and a line here.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, Protocol

from game.locale import Language, write_percent
from game.rules.names import clean_name
from game.storage.settings import Settings
from game.ui.draw.theme import STRIPE_SETS, THEMES
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.opening import Opening, open_folder
from game.ui.frame.scene import Push, ToggleFullscreen
from game.ui.layout.rects import find_scale_ends
from game.ui.scenes.settings.keys import ACTION_NAMES, key_row
from game.ui.scenes.settings.looks import StripeChoice, ThemeChoice, paint_tiles
from game.ui.scenes.shared.dialogs import notice
from game.ui.sound.names import Sound
from game.ui.widgets import (
    PressResult,
    Segmented,
    Slider,
    TextField,
    Toggle,
    Widget,
)
from game.ui.widgets.buttons import WordLink

SCALE_STEP: Final = 0.05
"""The step of the interface's scale."""

MAX_PAUSE: Final = 3.0

NAMES_WIDE: Final = 290
"""Units of width of a row's name, before its control."""


class Section(Enum):
    """A section of the settings; values are catalogue keys under `settings.section`."""

    GENERAL = "general"
    LOOK = "look"
    SOUND = "sound"
    HANDS = "hands"
    ASSISTANCE = "assistance"


class SettingsController(Protocol):
    """The part of the settings' scene that controls use."""

    context: Context
    typed: dict[str, str]
    """The contents of text fields, by the keys of their names; stored values are cleaned."""
    opening: Opening | None
    """The folder that is being opened."""

    def change(self, **changes: Any) -> PressResult:
        """Apply and store preferences."""

    def restyle(self, **changes: Any) -> PressResult:
        """Apply and store preferences that affect layout or drawing, and rebuild the page."""

    def set_language(self, language: Language) -> PressResult:
        """Change the language."""


@dataclass(frozen=True, slots=True)
class SettingsRow:
    """A row: the key of its name, its control, and the settings under which it applies."""

    name_key: str
    make: Callable[[SettingsController, str], Widget]
    applies: Callable[[Settings], bool] = lambda settings: True
    figures: Callable[[Context], Mapping[str, str]] = lambda context: {}
    """The placeholders of its explanation."""
    is_shown: Callable[[Context], bool] = lambda context: True
    """Whether this machine supports it, as far as known."""

    @property
    def is_key(self) -> bool:
        """Whether it is the row of an action's keys."""
        return self.name_key.startswith("settings.action.")


Maker = Callable[[SettingsController, str], Widget]


def switch(
    field: str, obstacle: Callable[[SettingsController], PressResult] = lambda controller: None
) -> Maker:
    """Return the maker of a switch; an `obstacle` to switching it on is shown instead."""

    def make(controller: SettingsController, name_key: str) -> Toggle:
        context, about = controller.context, f"{name_key}_about"

        def change(is_on: bool) -> PressResult:
            reason = obstacle(controller) if is_on else None
            return reason or controller.restyle(**{field: is_on})

        return Toggle(
            context.text(name_key),
            bool(getattr(context.preferences, field)),
            change,
            about=context.text(about) if about in context.catalogue else "",
            column=NAMES_WIDE,
        )

    return make


def _lacks_speech(controller: SettingsController) -> PressResult:
    """Return a notice if the system has no speech, else None."""
    if controller.context.speaker.is_there:
        return None
    return Push(notice(controller.context, controller.context.text("heard.spoken.no_engine")))


def percent_slider(field: str, sound: Sound | None = None) -> Maker:
    """Return the maker of a slider from 0 to 100 %, which unmutes; `sound` plays a sample."""

    def make(controller: SettingsController, name_key: str) -> Slider:
        context = controller.context
        is_music = field == "music_volume"

        def change(value: float) -> PressResult:
            unmuted = {"is_muted": False} | ({"has_music": True} if is_music else {})
            answer = controller.change(**{field: value}, **unmuted)
            if sound is not None:
                context.sound.play(sound)
            return answer

        def show(value: float) -> str:
            settings = context.preferences
            if settings.is_muted or (is_music and not settings.has_music):
                return context.text("settings.muted")
            return write_percent(context.catalogue, value)

        return Slider(
            getattr(context.preferences, field),
            change,
            show=show,
        )

    return make


def _speech_share(field: str) -> Maker:
    """Return the maker of a slider for the spoken words: their rate or their volume."""

    def make(controller: SettingsController, name_key: str) -> Slider:
        context = controller.context
        return Slider(
            getattr(context.preferences, field),
            lambda value: controller.change(**{field: value}),
            show=lambda value: write_percent(context.catalogue, value),
        )

    return make


def _voice(controller: SettingsController, name_key: str) -> Widget:
    """Return the button that selects the language's next voice, after the last the default one."""
    context = controller.context
    names = ("", *context.speaker.voices(context.catalogue.language))
    chosen = context.preferences.speech_voice
    shown = chosen if chosen in names else ""
    following = names[(names.index(shown) + 1) % len(names)]
    return WordLink(
        shown or context.text(f"{name_key}_usual"),
        lambda: controller.change(speech_voice=following),
    )


def seconds_slider(field: str, most: float) -> Maker:
    """Return the maker of a slider of up to `most` seconds, in steps of 0.2 s."""

    def make(controller: SettingsController, name_key: str) -> Slider:
        context = controller.context
        return Slider(
            min(most, getattr(context.preferences, field)),
            lambda value: controller.change(**{field: value}),
            high=most,
            step=0.2,
            show=lambda value: context.text(
                "format.duration.seconds", number=context.catalogue.number(value, 1)
            ),
        )

    return make


def _themes(controller: SettingsController, name_key: str) -> Widget:
    context = controller.context
    return ThemeChoice(
        context,
        [(name, context.text(f"{name_key}_is.{name}")) for name in THEMES],
        context.painter.theme.name,
        lambda name: controller.restyle(theme=name),
    )


def _stripes(controller: SettingsController, name_key: str) -> Widget:
    context = controller.context
    has_patterns = context.preferences.has_stripe_patterns
    return StripeChoice(
        [(name, context.text(f"{name_key}_is.{name}")) for name in STRIPE_SETS],
        context.preferences.stripes,
        lambda name: controller.restyle(stripes=name),
        lambda name, size: paint_tiles(context, name, has_patterns, size),
        ("stripes", has_patterns),
    )


def _patterns(controller: SettingsController, name_key: str) -> Widget:
    context = controller.context
    stripes = context.preferences.stripes
    return StripeChoice(
        [
            (is_on, context.text(f"{name_key}_is.{name}"))
            for is_on, name in ((False, "plain"), (True, "patterned"))
        ],
        context.preferences.has_stripe_patterns,
        lambda is_on: controller.restyle(has_stripe_patterns=is_on),
        lambda is_on, size: paint_tiles(context, stripes, is_on, size),
        ("patterns", stripes),
    )


def _languages(controller: SettingsController, name_key: str) -> Widget:
    options = [(language, language.own_name) for language in Language]
    return Segmented(options, controller.context.catalogue.language, controller.set_language)


def _telling(controller: SettingsController, name_key: str) -> Widget:
    context = controller.context
    options = [(name, context.text(f"{name_key}_is.{name}")) for name in ("long", "short")]
    return Segmented(
        options, context.preferences.telling, lambda name: controller.change(telling=name)
    )


def _name(controller: SettingsController, name_key: str) -> Widget:
    def change(name: str) -> PressResult:
        controller.typed[name_key] = name
        return controller.change(player_name=clean_name(name))

    return TextField(
        controller.context,
        controller.typed.get(name_key, controller.context.preferences.player_name),
        change,
        placeholder=controller.context.text("setup.name_of", number=1),
    )


def _scale(controller: SettingsController, name_key: str) -> Widget:
    """Return the slider of the interface's scale, as far as the window has room.

    It is applied on release, so that nothing moves under the pointer before.
    """
    context = controller.context
    least, most = find_scale_ends(context.painter.view.area.size)
    return Slider(
        min(most, max(least, context.preferences.interface_scale)),
        lambda scale: controller.restyle(interface_scale=scale),
        low=least,
        high=most,
        step=SCALE_STEP,
        show=lambda scale: write_percent(context.catalogue, scale),
        waits=True,
    )


def _scale_ends(context: Context) -> Mapping[str, str]:
    least, most = find_scale_ends(context.painter.view.area.size)
    return {
        "least": write_percent(context.catalogue, least),
        "most": write_percent(context.catalogue, most),
    }


def _fullscreen(controller: SettingsController, name_key: str) -> Widget:
    return WordLink(controller.context.text("settings.switch"), ToggleFullscreen)


def _folder(controller: SettingsController, name_key: str) -> Widget:
    context = controller.context

    def show() -> None:
        controller.opening = open_folder(context.store.folder)

    return WordLink(context.text("settings.folder_open"), show, leads=True)


def folder_notice(context: Context) -> Push:
    """Return a notice that the folder cannot be opened, with its path."""
    words = context.text("settings.folder_closed", folder=_short(context.store.folder))
    return Push(notice(context, words))


def _short(folder: Path) -> str:
    """Return a folder's path, with `~` for the user's home."""
    with suppress(ValueError, RuntimeError):
        return str(Path("~") / folder.relative_to(Path.home()))
    return str(folder)


def _reset_keys(controller: SettingsController, name_key: str) -> Widget:
    text = controller.context.text
    return WordLink(text("settings.restore"), lambda: controller.restyle(bindings=""))


def _keys(action: Action) -> Maker:
    return lambda controller, name_key: key_row(controller.context, action)


_MANNER: Final[Sequence[tuple[str, Maker]]] = (
    ("rate", _speech_share("speech_rate")),
    ("volume", _speech_share("speech_volume")),
    ("voice", _voice),
)


def _manner_row(name: str, make: Maker) -> SettingsRow:
    """Return a row for an option that only some voices or screen readers have."""

    def is_shown(context: Context) -> bool:
        return context.preferences.has_speech and name in context.speaker.can_change

    return SettingsRow(f"settings.speech_{name}", make, is_shown=is_shown)


ROWS: Final[Mapping[Section, Sequence[SettingsRow]]] = {
    Section.GENERAL: (
        SettingsRow("settings.language", _languages),
        SettingsRow("settings.name", _name),
        SettingsRow("settings.auto_call", switch("has_auto_call")),
        SettingsRow(
            "settings.call_pause",
            seconds_slider("call_pause", MAX_PAUSE),
            lambda settings: settings.has_auto_call,
        ),
        SettingsRow(
            "settings.folder",
            _folder,
            figures=lambda context: {"folder": _short(context.store.folder)},
        ),
    ),
    Section.LOOK: (
        SettingsRow("settings.theme", _themes),
        SettingsRow("settings.stripes", _stripes),
        SettingsRow("settings.patterns", _patterns),
        SettingsRow("settings.scale", _scale, figures=_scale_ends),
        SettingsRow("settings.fullscreen", _fullscreen),
    ),
    Section.SOUND: (
        SettingsRow("settings.volume", percent_slider("volume", Sound.PLACE)),
        SettingsRow("settings.music", percent_slider("music_volume")),
        SettingsRow("settings.voice_volume", percent_slider("voice_volume", Sound.CALL)),
    ),
    Section.HANDS: (
        SettingsRow("settings.left_handed", switch("is_left_handed")),
        SettingsRow("settings.keys_reset", _reset_keys, lambda settings: bool(settings.bindings)),
        *(
            SettingsRow(f"settings.action.{name}", _keys(action))
            for action, name in ACTION_NAMES.items()
        ),
    ),
    Section.ASSISTANCE: (
        SettingsRow("settings.reduced_motion", switch("has_reduced_motion")),
        SettingsRow("settings.captions", switch("has_captions")),
        SettingsRow("settings.speech", switch("has_speech", _lacks_speech)),
        SettingsRow("settings.telling", _telling, lambda settings: settings.has_speech),
        *(_manner_row(*row) for row in _MANNER),
    ),
}
"""All settings in their order on the page."""
