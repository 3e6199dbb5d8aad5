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
from game.ui.frame.scene import Ignored, Pop, Push, Refresh, ToggleFullscreen, Transition
from game.ui.frame.sound_names import Sound
from game.ui.layout.rects import Rect, View
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
            lambda steps: self._change(interface_scale=steps / SCALE_STEPS),
            low=3,
            high=8,
            show=lambda steps: write_percent(context.catalogue, steps / SCALE_STEPS),
        )
        self._scale_label = self._label("settings.scale")
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
        self._name_label = self._label("settings.name")
        self._name = TextField(
            now.player_name,
            lambda name: self._change(player_name=name.strip()),
            placeholder=lambda: text("setup.name_of", number=1),
            paste=context.paste_text,
        )
        self._keys = make_key_list(context)
        self.form.replace(
            [
                self._back,
                self._languages,
                self._scale_label,
                self._scale,
                self._fullscreen,
                self._motion,
                self._patterns,
                self._volume,
                self._muted,
                self._auto,
                self._pause,
                self._coach,
                self._name_label,
                self._name,
                self._keys,
            ]
        )
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
                return Pop()
            case Command(Action.MUTE, is_repeat=False):
                return self._change(is_muted=not self.context.preferences.is_muted)
            case _:
                return Ignored()

    def resize(self, view: View) -> None:
        """Three columns of panels."""
        super().resize(view)
        area = view.area.inset(view.px(28), view.px(20))
        gap = view.px(14)
        head, area = area.cut_top(view.px(46), gap)
        back, head = head.cut_left(head.h, gap)
        self._back.place(back)
        self._title = head
        left, middle, right = area.weighted_columns([1.06, 1.0, 0.94], gap)
        sound, game = middle.cut_top(min(view.px(190), middle.h * 40 // 100), gap)
        self._panels = []
        picture = self._open_panel("settings.display", left)
        self._place_picture(picture, view)
        rows = self._rows(self._open_panel("settings.sound", sound), 2, view)
        self._volume.place(rows[0])
        self._muted.place(rows[1])
        rows = self._rows(self._open_panel("settings.game", game), 5, view)
        self._auto.place(rows[0])
        self._pause.place(rows[1])
        self._coach.place(rows[2])
        self._name_label.place(rows[3])
        self._name.place(rows[4])
        place_key_list(self._keys, self._open_panel("settings.keys", right), view)

    def _open_panel(self, key: str, panel: Rect) -> Rect:
        """Note a panel with its heading; the room inside."""
        painter = self.context.painter
        inner = panel.inset(painter.px(18), painter.px(12))
        head, rest = inner.cut_top(painter.line_height(painter.theme.type.heading), painter.px(8))
        self._panels.append((key, panel, head))
        return rest

    def _rows(self, area: Rect, count: int, view: View) -> list[Rect]:
        gap = view.px(6)
        height = min(view.px(50), (area.h - gap * (count - 1)) // count)
        return area.stack([height] * count, gap)

    def _place_picture(self, area: Rect, view: View) -> None:
        rows = self._rows(area, 8, view)
        top, below = rows[0], rows[1]
        self._languages.place(Rect(top.x, top.y, top.w, top.h))
        label, control = below.cut_left(below.w * 46 // 100, view.px(8))
        self._scale_label.place(label)
        self._scale.place(control)
        self._fullscreen.place(rows[2])
        self._motion.place(rows[3])
        self._patterns.place(rows[4])
        self._tiles = Rect(area.x, rows[5].y, area.w, area.bottom - rows[5].y)

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
