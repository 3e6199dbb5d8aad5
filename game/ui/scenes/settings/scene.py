"""Preferences, each obeyed at once and stored at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pygame

from game.locale import Language, write_percent
from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.intents import Command, Intent
from game.ui.frame.preferences import change_settings, speak
from game.ui.frame.scene import (
    STILL,
    Ignored,
    Pop,
    Pulse,
    Push,
    Refresh,
    ToggleFullscreen,
    Transition,
)
from game.ui.frame.sound_names import Sound
from game.ui.layout.rects import Rect, View, cut_page
from game.ui.scenes.settings.keys import make_key_list, place_key_list
from game.ui.scenes.shared.dialogs import tell_problem
from game.ui.widgets import (
    Answer,
    Button,
    IconButton,
    Label,
    Segmented,
    Slider,
    Stepper,
    TextField,
    Toggle,
    Widget,
    WidgetScene,
)

if TYPE_CHECKING:
    from game.ui.frame.context import Context


SCALE_STEPS: Final = 4
"""Steps of the interface scale in a whole: quarters."""

SAMPLE_TILES: Final = tuple(Tile.parse(text) for text in ("294", "658", "713"))
MAX_PAUSE: Final = 3.0


class SettingsScene(WidgetScene):
    """Picture at the left, sound and game in the middle, the keys at the right."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        text = context.text
        self._is_rescaling = False
        self._panels: list[tuple[str, Rect, Rect]] = []
        self._tiles = self._title = Rect(0, 0, 0, 0)
        self._back = IconButton(Icon.LEFT, Pop, tooltip=lambda: text("settings.back"))
        self._languages: Segmented[Language] = Segmented(
            [(language, language.own_name) for language in Language],
            context.catalogue.language,
            self._speak,
        )
        now = context.preferences
        self._scale = Stepper(
            round(now.interface_scale * SCALE_STEPS),
            self._rescale,
            low=3,
            high=8,
            show=lambda steps: write_percent(context.catalogue, steps / SCALE_STEPS),
            tooltip=lambda: text("settings.scale_about"),
        )
        self._fullscreen = Button(
            lambda: text("settings.fullscreen"), ToggleFullscreen, icon=Icon.FULLSCREEN
        )
        self._motion = self._toggle("reduced_motion", "has_reduced_motion")
        self._patterns = self._toggle("patterns", "has_stripe_patterns")
        self._volume = Slider(
            lambda: text("settings.volume"),
            now.volume,
            lambda volume: self._change_sound(volume=volume),
            show=lambda volume: write_percent(context.catalogue, volume),
        )
        self._muted = self._toggle("muted", "is_muted", has_about=False)
        self._auto = self._toggle("auto_call", "has_auto_call")
        self._coach = self._toggle("coach", "has_coach")
        self._pause = Slider(
            lambda: text("settings.call_pause"),
            min(MAX_PAUSE, now.call_pause),
            lambda pause: self._change(call_pause=pause),
            high=MAX_PAUSE,
            step=0.2,
            show=lambda pause: text(
                "format.duration.seconds", number=context.catalogue.number(pause, 1)
            ),
        )
        self._name = TextField(
            context,
            now.player_name,
            lambda name: self._change(player_name=name.strip()),
            placeholder=lambda: text("setup.name_of", number=1),
        )
        self._keys = make_key_list(context)
        # Each panel's rows from the top: one widget, or a name and what it names.
        self._rows: dict[str, list[tuple[Widget, ...]]] = {
            "settings.display": [
                (self._languages,),
                (self._label("settings.scale"), self._scale),
                (self._fullscreen,),
                (self._motion,),
                (self._patterns,),
            ],
            "settings.sound": [(self._volume,), (self._muted,)],
            "settings.game": [
                (self._auto,),
                (self._pause,),
                (self._coach,),
                (self._label("settings.name"),),
                (self._name,),
            ],
        }
        widgets = [w for rows in self._rows.values() for row in rows for w in row]
        self.form.replace([self._back, *widgets, self._keys])
        self._sync()
        self.form.focus(self._languages, is_shown=False)

    def _label(self, key: str) -> Label:
        return Label(lambda: self.context.text(key), lambda painter: painter.theme.type.body)

    def _toggle(self, words: str, field: str, *, has_about: bool = True) -> Toggle:
        text = self.context.text
        return Toggle(
            lambda: text(f"settings.{words}"),
            bool(getattr(self.context.preferences, field)),
            lambda is_on: self._change(**{field: is_on}),
            tooltip=(lambda: text(f"settings.{words}_about")) if has_about else "",
        )

    def _change(self, **changes: Any) -> Answer:
        """Obey, store, and lay everything out again; tell once if it cannot be stored."""
        change_settings(self.context, **changes)
        self._sync()
        problem = self.context.store.problems.take()
        if problem is not None:
            return Push(tell_problem(self.context, problem))
        return Refresh()

    def _rescale(self, steps: int) -> Answer:
        """A button must not move away from the pointer that presses it: that has to leave it."""
        self._is_rescaling = self._scale.is_hovered and not self._scale.shows_focus
        return None if self._is_rescaling else self._change(interface_scale=steps / SCALE_STEPS)

    def animate(self, dt: float) -> Pulse:
        """Scale the interface once the pointer has left the stepper."""
        if not self._is_rescaling or self._scale.is_hovered:
            return STILL
        return Pulse(True, self._rescale(self._scale.value))

    def _change_sound(self, **changes: Any) -> Answer:
        answer = self._change(**changes)
        self.context.sound.play(Sound.PLACE)
        return answer

    def _speak(self, language: Language) -> Answer:
        speak(self.context, language)
        return Refresh()

    def _sync(self) -> None:
        """Idle what does not apply."""
        now = self.context.preferences
        text = self.context.text
        self._pause.why_disabled = (
            None if now.has_auto_call else lambda: text("settings.auto_call_about")
        )
        self._muted.is_on = now.is_muted

    def react(self, intent: Intent) -> Transition | None:
        """Escape goes back."""
        match intent:
            case Command(Action.CANCEL, is_repeat=False):
                scale = self._scale.value / SCALE_STEPS
                return Pop(self._change(interface_scale=scale) if self._is_rescaling else None)
            case Command(Action.MUTE, is_repeat=False):
                return self._change(is_muted=not self.context.preferences.is_muted)
            case _:
                return Ignored()

    def resize(self, view: View) -> None:
        """Three columns of panels."""
        super().resize(view)
        gap = view.px(14)
        back, self._title, area = cut_page(view)
        self._back.place(back)
        left, middle, right = area.weighted_columns([1.06, 1.0, 0.94], gap)
        sound, game = middle.cut_top(min(view.px(190), middle.h * 40 // 100), gap)
        self._panels = []
        display = self._place_panel("settings.display", left, 8)
        used = len(self._rows["settings.display"])
        x, y, width, _ = display[used]
        self._tiles = Rect(x, y, width, left.bottom - view.px(12) - y)
        self._place_panel("settings.sound", sound, 2)
        self._place_panel("settings.game", game, 5)
        place_key_list(self._keys, self._open_panel("settings.keys", right), view)

    def _open_panel(self, key: str, panel: Rect) -> Rect:
        """Note a panel with its heading; the room inside."""
        painter = self.context.painter
        inner = panel.inset(painter.px(18), painter.px(12))
        head, rest = inner.cut_top(painter.line_height(painter.theme.type.heading), painter.px(8))
        self._panels.append((key, panel, head))
        return rest

    def _place_panel(self, key: str, panel: Rect, count: int) -> list[Rect]:
        """Place a panel's rows, of `count` that have room; their rectangles."""
        area, gap = self._open_panel(key, panel), self.view.px(6)
        height = min(self.view.px(50), (area.h - gap * (count - 1)) // count)
        cells = area.stack([height] * count, gap)
        for widgets, cell in zip(self._rows[key], cells, strict=False):
            if len(widgets) == 2:
                label, cell = cell.cut_left(cell.w * 46 // 100, self.view.px(8))
                widgets[0].place(label)
            widgets[-1].place(cell)
        return cells

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background, title, panels, sample tiles."""
        super().draw_below(surface)
        painter = self.context.painter
        text = self.context.text
        painter.text_in(surface, text("settings.title"), self._title, painter.theme.type.title)
        for key, panel, head in self._panels:
            painter.panel(surface, panel)
            painter.text_in(surface, text(key), head, painter.theme.type.heading)
        cells = self._tiles.columns(len(SAMPLE_TILES))
        radius = min(painter.px(62), self._tiles.w / 6.3, self._tiles.h / 1.85)
        for tile, cell in zip(SAMPLE_TILES, cells, strict=True):
            painter.sprites.draw_tile(surface, tile, cell.centre, radius)
