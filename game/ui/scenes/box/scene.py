"""The box on the table: a caller is set up here, and the score calculator opened."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from game.locale import write_duration
from game.play.choices import MAX_NAME
from game.play.editions import Edition
from game.rules.errors import RulesetError
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import Ignored, Navigation, Pop, Push
from game.ui.layout.rects import Rect, View
from game.ui.scenes.box.control import COMPANIONS, SECONDS, BoxControl
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.dialogs import error_notice
from game.ui.scenes.shared.edition_cards import edition_cards, mark_card, press_digit
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.shared.option_rows import OptionRow, make_rows, sync_rows
from game.ui.widgets import (
    Button,
    Label,
    Look,
    PageHead,
    PressResult,
    Segmented,
    Stepper,
    TextField,
    Widget,
    WidgetScene,
)

_RULES: Final = ("daffodil", "placement", "call", "rays", "rounds")


class BoxScene(WidgetScene):
    """Choose the edition that lies on the table, who plays, and how it is called."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.control = BoxControl(context)
        text = context.text
        self._head = PageHead(context, "box.title", "box.back")
        self._cards = edition_cards(context, self._take_card)
        self.rows = self._make_rows()
        self._people = Stepper(
            range(1, self.control.most_people + 1),
            self.control.people,
            self._seat,
            show=lambda count: text("terms.count.players", count=count),
        )
        self._names = [self._make_field(seat) for seat in range(6)]
        self._companion = Stepper(COMPANIONS, "", self._accompany, show=self._companion_words)
        self._calculator = Button(
            partial(text, "box.calculator"),
            lambda: Push(context.routes.calculator()),
            icon=Icon.CHART,
            tooltip=partial(text, "box.calculator_about"),
        )
        self._start = self.button("box.start", self._begin, Icon.PLAY, Look.PRIMARY)
        widgets: list[Widget] = [self._head.back, *self._cards]
        for row in self.rows.values():
            widgets += [row.label, row.control]
        widgets += [self._people, *self._names, self._companion, self._calculator, self._start]
        self.form.replace(widgets)
        self.form.rest = self._start
        self.form.focus(self._start, is_shown=False)
        self.keys |= {Action.CONFIRM: self._begin, Action.NEXT_CALL: self._begin}
        self._panels: tuple[Rect, ...] = ()
        self._about = Rect(0, 0, 0, 0)
        self._company_head = self._status = self._edition = Rect(0, 0, 0, 0)
        self._sync()

    # what there is to choose

    def _make_rows(self) -> dict[str, OptionRow]:
        context, text = self.context, self.context.text
        rows = make_rows(context, self.control.choices, self._choose, _RULES)
        here = [(True, partial(text, "box.drawn_here")), (False, partial(text, "box.drawn_there"))]
        drawn = Segmented(here, True, self._draw_here)
        pace = Stepper(SECONDS, None, self._choose_pace, show=self._pace_words)
        rows.append(OptionRow("drawn", Label(partial(text, "box.drawn")), drawn))
        rows.append(OptionRow("pace", Label(partial(text, "box.pace")), pace))
        return {row.key: row for row in rows}

    def _make_field(self, seat: int) -> TextField:
        return TextField(
            self.context,
            "",
            lambda name: self.control.name(seat, name),
            placeholder=lambda: default_name(self.context, seat),
            max_length=MAX_NAME,
        )

    def _pace_words(self, seconds: int | None) -> str:
        if seconds is None:
            return self.context.text("box.by_hand")
        time = write_duration(self.context.catalogue, seconds)
        return self.context.text("box.by_clock", time=time)

    def _companion_words(self, level: str) -> str:
        return bot_name(self.context, level) if level else self.context.text("box.nobody")

    def _take_card(self, card: Edition) -> PressResult:
        self.control.take_card(card)
        return self._changed()

    def _choose(self, key: str, value: Any) -> PressResult:
        self.control.choose(key, value)
        return self._changed()

    def _draw_here(self, is_drawn_here: bool) -> PressResult:
        self.control.pace = replace(self.control.pace, is_drawn_here=is_drawn_here)
        return self._changed()

    def _choose_pace(self, seconds: int | None) -> PressResult:
        self.control.pace = replace(self.control.pace, seconds=seconds)
        return self._changed()

    def _seat(self, count: int) -> PressResult:
        self.control.seat(count)
        return self._changed()

    def _accompany(self, level: str) -> PressResult:
        self.control.accompany(level)
        return self._changed()

    def _changed(self) -> PressResult:
        self._sync()
        self._place()
        return None

    def _sync(self) -> None:
        """Show the choices in the widgets."""
        control, rows = self.control, self.rows
        choices = control.choices
        sync_rows(self.context, [rows[key] for key in _RULES], choices)
        rows["daffodil"].label.is_hidden = rows["daffodil"].control.is_hidden
        rows["drawn"].control.value = control.pace.is_drawn_here
        rows["pace"].control.value = control.pace.seconds
        by_hand = partial(self.context.text, "box.pace_by_hand")
        rows["pace"].control.why_disabled = None if control.pace.is_drawn_here else by_hand
        self._people.values = range(1, control.most_people + 1)
        self._people.value, self._companion.value = control.people, control.companion
        for seat, field in enumerate(self._names):
            field.is_hidden = seat >= control.people
            if not field.is_hidden:
                field.show(choices.seats[seat].name)
        mark_card(self._cards, choices.edition)
        found = control.troubles
        self._start.why_disabled = "\n".join(found) if found else None

    # starting

    def _begin(self) -> Navigation:
        if self.control.troubles:
            return Ignored()
        return Pop(self._open())

    def _open(self) -> Navigation:
        try:
            return Push(self.context.routes.caller(self.control.start()))
        except RulesetError as error:
            return Push(error_notice(self.context, error))

    def react(self, intent: Intent) -> Navigation | None:
        """Escape goes back, Enter starts, digits choose a card."""
        match intent:
            case Command(text=digit) if digit.isdigit():
                return press_digit(self._cards, digit)
            case _:
                return super().react(intent)

    # the picture

    def enter(self) -> None:
        """Words may have changed meanwhile."""
        self._sync()

    def resize(self, view: View) -> None:
        """Place everything."""
        super().resize(view)
        self._place()

    def _place(self) -> None:
        view = self.view
        px, gap = view.px, view.px(14)
        area = self._head.place(view)
        self._about = self._head.cut_right(area.w * 58 // 100)
        strip, area = area.cut_top(px(56), gap)
        self.place_all(self._cards, strip.columns(len(self._cards), px(10)))
        foot, area = area.cut_bottom(px(56), gap)
        start, foot = foot.cut_right(min(px(300), foot.w * 30 // 100), px(14))
        calculator, self._status = foot.cut_left(min(px(300), foot.w * 42 // 100), px(18))
        self._start.place(start)
        self._calculator.place(calculator)
        rules, people = area.weighted_columns([1.7, 1.0], gap)
        self._panels = (rules, people)
        shown = [row for row in self.rows.values() if not row.control.is_hidden]
        inner = rules.inset(px(18), px(14))
        row_gap = px(7)
        height = min(px(50), (inner.h - row_gap * (len(self.rows) - 1)) // len(self.rows))
        for row, line in zip(shown, inner.stack([height] * len(shown), row_gap), strict=True):
            label, cell = line.cut_left(line.w * 26 // 100, px(8))
            row.label.place(label)
            row.control.place(cell)
        self._edition = inner.cut_top(len(shown) * (height + row_gap), px(8))[1]
        inner = people.inset(px(18), px(14))
        count = len(self._names)
        height = min(px(46), (inner.h - row_gap * (count + 2) - px(30)) // (count + 2))
        head, inner = inner.cut_top(height, row_gap)
        self._people.place(head)
        company, inner = inner.cut_bottom(height)
        self._companion.place(company)
        self._company_head, inner = inner.cut_bottom(px(30), row_gap)
        self.place_all(self._names, inner.stack([height] * count, row_gap))

    def draw_below(self, surface: pygame.Surface) -> None:
        """Title, panels, what stands in the way."""
        super().draw_below(surface)
        painter, text = self.context.painter, self.context.text
        types = painter.theme.type
        self._head.draw(surface)
        painter.text_in(surface, text("box.about"), self._about, types.caption, "right")
        for panel in self._panels:
            painter.panel(surface, panel)
        style = types.caption
        painter.text_in(surface, text("box.company"), self._company_head, style, max_lines=1)
        card = self.control.choices.edition
        if self._edition.h > painter.px(60):
            about = text(f"editions.{card}.about")
            painter.text_in(surface, about, self._edition, types.body, valign="top")
        found = self.control.troubles
        if found:
            bad = style.coloured(painter.theme.palette.bad)
            painter.text_in(surface, "\n".join(found), self._status, bad)
