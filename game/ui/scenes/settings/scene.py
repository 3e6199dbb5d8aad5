"""Preferences, each obeyed at once and stored at once."""

from functools import partial
from typing import Any, Final, NamedTuple

import pygame

from game.locale import Language
from game.rules.tiles import Tile
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, PointerLeft, PointerMoved
from game.ui.frame.preferences import change_settings, speak
from game.ui.frame.scene import Navigation, Push, Refresh
from game.ui.layout.rects import Rect, View
from game.ui.scenes.settings.rows import ROWS, SCALE_STEPS, Section, SettingsRow, make_scale_stepper
from game.ui.scenes.shared.dialogs import problem_notice
from game.ui.widgets import (
    Label,
    PageHead,
    PressResult,
    ScrollArea,
    Segmented,
    Stepper,
    Toggle,
    Widget,
    WidgetScene,
)

SAMPLE_TILES: Final = tuple(Tile.parse(text) for text in ("294", "658", "713"))


class _SettingsLine(NamedTuple):
    """A row's widgets: a switch bears its words itself."""

    row: SettingsRow
    control: Widget
    name: Label | None
    about: Label | None


class SettingsScene(WidgetScene):
    """Sections above, the open one's rows below, sample tiles beside them."""

    def __init__(self, context: Context, section: Section = Section.GENERAL) -> None:
        super().__init__(context)
        text = context.text
        self._panel = self._tiles = Rect(0, 0, 0, 0)
        self._head = PageHead(context, "settings.title", "settings.back")
        self._sections = Segmented(
            [(s, partial(text, f"settings.section.{s.value}")) for s in Section], section, self.open
        )
        self.controls: dict[str, Widget] = {}
        """Each row's control by its words."""
        self._lines = {
            section: [self._make_line(row) for row in rows] for section, rows in ROWS.items()
        }
        self._rows = ScrollArea(context)
        # While the pointer is on it, the stepper stays where it was pressed, over all others.
        self._held = make_scale_stepper(self, "settings.scale")
        self._held.is_lifted = self._held.is_hidden = True
        self.form.replace([self._head.back, self._sections, self._rows, self._held])
        self.keys |= {
            Action.MUTE: lambda: self.change(is_muted=not context.preferences.is_muted),
            Action.MUSIC: lambda: self.change(has_music=not context.preferences.has_music),
        }
        self._sync()
        self.open(section)
        self.form.focus(self._sections, is_shown=False)

    def _make_line(self, row: SettingsRow) -> _SettingsLine:
        text = self.context.text
        control = self.controls[row.words] = row.make(self, row.words)
        if isinstance(control, Toggle):
            return _SettingsLine(row, control, None, None)
        name = Label(
            lambda: text(row.words),
            lambda painter: painter.theme.type.body.coloured(painter.theme.palette.ink),
        )
        about = f"{row.words}_about"
        if about not in self.context.catalogue:
            return _SettingsLine(row, control, name, None)
        small = Label(lambda: text(about), lambda painter: painter.theme.type.small, valign="top")
        return _SettingsLine(row, control, name, small)

    @property
    def section(self) -> Section:
        """The open one."""
        return self._sections.value

    def open(self, section: Section) -> PressResult:
        """Show a section's rows."""
        self._sections.value = section
        lines = self._lines[section]
        widgets = [w for line in lines for w in (line.name, line.about, line.control) if w]
        self._rows.form.replace(widgets)
        self._rows.scroll_to(0)
        if self._panel.w:
            self._place_rows()
        return None

    def change(self, **changes: Any) -> PressResult:
        """Obey and store; tell once if it cannot be stored."""
        change_settings(self.context, **changes)
        self._sync()
        problem = self.context.store.problems.take()
        return None if problem is None else Push(problem_notice(self.context, problem))

    def restyle(self, **changes: Any) -> PressResult:
        """The same, and lay everything out again."""
        return self.change(**changes) or Refresh()

    def rescale(self, steps: int) -> PressResult:
        """Scale the interface; a button must not move away from the pointer that presses it."""
        stepper, held = self._stepper, self._held
        if stepper.is_hovered and not stepper.shows_focus:
            area = self._rows
            held.place(stepper.rect.moved(area.rect.x, area.rect.y - area.top))
            held.is_hidden, stepper.is_hidden = False, True
        stepper.value = held.value = steps
        return self.restyle(interface_scale=steps / SCALE_STEPS)

    @property
    def _stepper(self) -> Stepper[int]:
        stepper = self.controls["settings.scale"]
        assert isinstance(stepper, Stepper)
        return stepper

    def speak(self, language: Language) -> PressResult:
        """Speak another language everywhere."""
        speak(self.context, language)
        return Refresh()

    def _sync(self) -> None:
        """Idle what does not apply, and follow what keys changed."""
        now = self.context.preferences
        for lines in self._lines.values():
            for line in lines:
                line.control.why_disabled = None if line.row.applies(now) else ""
        for words, is_on in (("muted", now.is_muted), ("music", now.has_music)):
            toggle = self.controls[f"settings.{words}"]
            assert isinstance(toggle, Toggle)
            toggle.is_on = is_on

    def handle(self, intent: Intent) -> Navigation | None:
        """The held stepper goes back to its row once the pointer leaves it."""
        match intent:
            case PointerMoved(at) if not self._held.rect.contains(at):
                self._let_go()
            case PointerLeft() | Command():
                self._let_go()
            case _:
                pass
        return super().handle(intent)

    def _let_go(self) -> None:
        if not self._held.is_hidden:
            self._held.is_hidden, self._stepper.is_hidden = True, False
            self._rows.reveal(self._stepper.rect)

    def resize(self, view: View) -> None:
        """Sections across, rows below them, tiles at the right."""
        super().resize(view)
        self._sync()
        area = self._head.place(view)
        sections, area = area.cut_top(view.px(50), view.px(14))
        self._sections.place(sections)
        self._tiles, self._panel = area.cut_right(view.px(250), view.px(14))
        self._rows.place(self._panel.inset(view.px(18), view.px(12)))
        self._place_rows()
        self._rows.scroll_to(self._rows.top)

    def _place_rows(self) -> None:
        painter, px = self.context.painter, self.view.px
        width, y = self._rows.inner_width, px(4)
        for line in self._lines[self.section]:
            row = Rect(px(4), y, width - px(8), px(50))
            words, control = row.cut_left(row.w * 44 // 100, px(14))
            if isinstance(line.control, Toggle):
                row = row._replace(h=max(row.h, line.control.height_for(painter, row.w)))
                control = row
            else:
                control = control.centred(control.w, px(44))
            if line.name is not None and line.about is not None:
                height = line.name.height_for(painter, words.w)
                about = line.about.height_for(painter, words.w)
                row = row._replace(h=max(row.h, height + about + px(4)))
                line.about.place(words._replace(y=y + height, h=row.h - height))
                words = words._replace(h=height)
            if line.name is not None:
                line.name.place(words)
            line.control.place(control)
            y = row.bottom + px(8)
        self._rows.content_height = y

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background, title, panel, sample tiles."""
        super().draw_below(surface)
        painter = self.context.painter
        self._head.draw(surface)
        painter.panel(surface, self._panel)
        painter.panel(surface, self._tiles)
        cells = self._tiles.inset(0, painter.px(12)).rows(len(SAMPLE_TILES))
        radius = min(painter.px(84), self._tiles.w / 2.5, cells[0].h / 1.95)
        for tile, cell in zip(SAMPLE_TILES, cells, strict=True):
            painter.sprites.draw_tile(surface, tile, cell.centre, radius)
