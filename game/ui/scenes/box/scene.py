"""The page for the boxed game on a real table; it starts the caller or the calculator."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from game.locale import write_duration
from game.play.choices import MAX_NAME
from game.rules.errors import RulesetError
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation, Pop, Push
from game.ui.parts import MAIN, ActionBand, Maybe, Scroll, Spacer, Text, Widget, WordLink
from game.ui.scenes.box.control import COMPANIONS, PACE_SECONDS, BoxControl
from game.ui.scenes.editions.page import EditionPage
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.dialogs import error_notice
from game.ui.scenes.shared.names import bot_name
from game.ui.widgets import Segmented, Stepper, TextField

_NARROW: Final = 1100
"""Units of the window's width below which the action leaves more room to the words beside it."""


class BoxScene(EditionPage):
    """Choose the edition on the table, the people, and the way of calling."""

    left_out: ClassVar[frozenset[str]] = frozenset(
        {"board", "caller", "bonus", "answer_seconds", "is_blind"}
    )

    def __init__(self, context: Context) -> None:
        self.control = BoxControl(context)
        super().__init__(context, self.control)

    def title(self) -> str:
        # Beside the open drawer there is room for the short name alone.
        return self.context.text("menu.caller" if self.is_open else "box.title")

    def remark(self) -> str:
        return self.context.text("box.about")

    def links(self) -> Iterator[Maybe]:
        yield from super().links()
        text = self.context.text
        yield WordLink(
            text("box.calculator"),
            lambda: Push(self.context.routes.calculator()),
            leads=True,
            tooltip=text("box.calculator_about"),
            id="calculator",
        )
        yield WordLink(
            text("entry.sheet"),
            lambda: Push(self.context.routes.line_sheet()),
            id="sheet",
        )

    def action(self) -> ActionBand:
        troubles = self.control.troubles
        return ActionBand(
            self.context.text("box.start"),
            self.begin,
            icon=Icon.PLAY,
            # In a larger interface words are not smaller.
            small=self.view.units_wide < _NARROW and self.context.painter.least_word_scale == 1,
            why_disabled="\n".join(troubles) if troubles else None,
            id=MAIN,
            shortcut=Action.NEXT_CALL,
        )

    def extra_rules(self) -> Iterator[tuple[str, Widget]]:
        text, pace = self.context.text, self.control.pace
        here = [(True, text("box.drawn_here")), (False, text("box.drawn_there"))]
        yield (
            text("box.drawn"),
            Segmented(here, pace.is_drawn_here, self._draw_here, id="drawn"),
        )
        yield (
            text("box.pace"),
            Stepper(
                PACE_SECONDS,
                pace.seconds,
                self._choose_pace,
                show=self._pace_words,
                why_disabled=None if pace.is_drawn_here else text("box.pace_by_hand"),
                id="pace",
            ),
        )

    def people(self) -> Iterator[Maybe]:
        context, control, text = self.context, self.control, self.context.text
        yield Text(text("setup.seats"), "heading")
        yield Stepper(
            range(1, control.most_people + 1),
            control.people,
            control.seat,
            show=lambda count: text("terms.count.players", count=count),
            id="people",
        )
        yield Scroll(
            *(
                TextField(
                    context,
                    chosen.name,
                    partial(control.name, seat),
                    placeholder=default_name(context, seat),
                    max_length=MAX_NAME,
                    id=("name", seat),
                )
                for seat, chosen in enumerate(control.choices.seats)
            ),
            Text(text("box.company"), "body"),
            Stepper(
                COMPANIONS,
                control.companion,
                control.accompany,
                show=lambda level: bot_name(self.context, level) if level else text("box.nobody"),
                why_disabled=None if control.has_room else text("box.company_full"),
                id="companion",
            ),
            Spacer(share=1),
            gap=8,
            share=0 if self.view.is_upright else 1,
        )

    def _pace_words(self, seconds: int | None) -> str:
        if seconds is None:
            return self.context.text("box.by_hand")
        time = write_duration(self.context.catalogue, seconds)
        return self.context.text("box.by_clock", time=time)

    def _draw_here(self, is_drawn_here: bool) -> None:
        self.control.pace = replace(self.control.pace, is_drawn_here=is_drawn_here)

    def _choose_pace(self, seconds: int | None) -> None:
        self.control.pace = replace(self.control.pace, seconds=seconds)

    def start(self) -> Navigation:
        if self.control.troubles:
            return Ignored()
        try:
            return Pop(Push(self.context.routes.caller(self.control.start())))
        except RulesetError as error:
            return Pop(Push(error_notice(self.context, error)))
