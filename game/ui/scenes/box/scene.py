"""The setup screen for the boxed game on a real table; it starts the caller or the calculator."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from game.locale import write_duration
from game.play.choices import MAX_NAME
from game.rules.errors import RulesetError
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import Ignored, Navigation, Pop, Push
from game.ui.parts import MAIN, AlignedRows, Column, PageScene, Panel, Row, Scroll, Spacer, Text
from game.ui.scenes.box.control import COMPANIONS, SECONDS, BoxControl
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.dialogs import error_notice
from game.ui.scenes.shared.edition_cards import edition_cards, press_digit
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.shared.option_rows import option_control, option_keys, row_name
from game.ui.widgets import Button, Look, Segmented, Stepper, TextField, Widget

_RULES: Final = ("daffodil", "placement", "call", "rays", "rounds")


class BoxScene(PageScene):
    """Choose the edition that lies on the table, who plays, and how it is called."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.control = BoxControl(context)
        self.keys |= {Action.CONFIRM: self._begin, Action.NEXT_CALL: self._begin}

    def page(self) -> Widget:
        context, control, text = self.context, self.control, self.context.text
        card, troubles = control.choices.edition, control.troubles
        return self.headed(
            text("box.title"),
            Row(*edition_cards(context, control.take_card, chosen=card), gap=10, even=True),
            Row(
                Panel(
                    AlignedRows(*self._rules(), gap=7),
                    Scroll(Text(text(f"editions.{card}.about")), share=1),
                    pad=(18, 14),
                    share=1.7,
                ),
                Panel(*self._people(), gap=7, pad=(18, 14), share=1),
                gap=14,
                share=1,
            ),
            Row(
                Button(
                    text("box.calculator"),
                    self._calculate,
                    icon=Icon.CHART,
                    tooltip=text("box.calculator_about"),
                    id="calculator",
                ),
                Text("\n".join(troubles), "caption", "bad", share=1),
                Button(
                    text("box.start"),
                    self._begin,
                    icon=Icon.PLAY,
                    look=Look.PRIMARY,
                    why_disabled="\n".join(troubles) if troubles else None,
                    id=MAIN,
                ),
                gap=16,
            ),
            beside=(Text(text("box.about"), "caption", align="right", share=0.8),),
            back=text("box.back"),
        )

    def _rules(self) -> Iterator[Widget]:
        """What can be chosen, a name and a control each."""
        context, text, control = self.context, self.context.text, self.control
        pace = control.pace
        here = [(True, text("box.drawn_here")), (False, text("box.drawn_there"))]
        by_hand = None if pace.is_drawn_here else text("box.pace_by_hand")
        rows: list[tuple[str, Widget]] = [
            (row_name(context, key), option_control(context, control.choices, key, control.choose))
            for key in option_keys(control.choices)
            if key in _RULES
        ]
        rows.append(
            (text("box.drawn"), Segmented(here, pace.is_drawn_here, self._draw_here, id="drawn"))
        )
        rows.append(
            (
                text("box.pace"),
                Stepper(
                    SECONDS,
                    pace.seconds,
                    self._choose_pace,
                    show=self._pace_words,
                    why_disabled=by_hand,
                    id="pace",
                ),
            )
        )
        for name, chooser in rows:
            chooser.grow = 1
            yield Row(Text(name), chooser, gap=12, id=("row", chooser.id))

    def _people(self) -> Iterator[Widget]:
        """How many sit at the table, their names, and the computer that plays along."""
        context, text, control = self.context, self.context.text, self.control
        yield Stepper(
            range(1, control.most_people + 1),
            control.people,
            control.seat,
            show=lambda count: text("terms.count.players", count=count),
            id="people",
        )
        for seat, chosen in enumerate(control.choices.seats):
            yield TextField(
                context,
                chosen.name,
                partial(control.name, seat),
                placeholder=default_name(context, seat),
                max_length=MAX_NAME,
                id=("name", seat),
            )
        yield Spacer(share=1)
        yield Column(
            Text(text("box.company"), "caption"),
            Stepper(
                COMPANIONS,
                control.companion,
                control.accompany,
                show=self._companion_words,
                why_disabled=None if control.has_room else text("box.company_full"),
                id="companion",
            ),
            gap=4,
            id="company",
        )

    def _pace_words(self, seconds: int | None) -> str:
        if seconds is None:
            return self.context.text("box.by_hand")
        time = write_duration(self.context.catalogue, seconds)
        return self.context.text("box.by_clock", time=time)

    def _companion_words(self, level: str) -> str:
        return bot_name(self.context, level) if level else self.context.text("box.nobody")

    # choosing

    def _draw_here(self, is_drawn_here: bool) -> None:
        self.control.pace = replace(self.control.pace, is_drawn_here=is_drawn_here)

    def _choose_pace(self, seconds: int | None) -> None:
        self.control.pace = replace(self.control.pace, seconds=seconds)

    # going on

    def _calculate(self) -> Navigation:
        return Push(self.context.routes.calculator())

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
        match intent:
            case Command(digit=int(digit)):
                return press_digit(self.context, self.root, digit)
            case _:
                return super().react(intent)
