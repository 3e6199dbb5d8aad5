"""The setup for people at this screen: their names, hidden or open boards, and play."""

from functools import partial

from game.play.choices import Choices
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import Ignored, Navigation, Pop, Replace
from game.ui.parts import MAIN, Column, Maybe, PageScene, Panel, Row, Spacer, Text, Widget
from game.ui.scenes.setup.control import SetupControl
from game.ui.scenes.setup.scene import SetupScene
from game.ui.scenes.setup.seats import SeatRows
from game.ui.scenes.setup.topics import title_of
from game.ui.scenes.shared.choosing import evening_choices
from game.ui.scenes.shared.starting import start_match
from game.ui.widgets import Button, Look, Segmented


class PeopleScene(PageScene):
    """See the module's docstring. Everything else stays as in `choices`, until the full setup is
    asked for.
    """

    door = 3

    def __init__(self, context: Context, choices: Choices) -> None:
        super().__init__(context)
        self.control = SetupControl(context, choices)
        self.keys[Action.CONFIRM] = self._start

    def page(self) -> Widget:
        text, control = self.context.text, self.control
        choices = control.choices
        hide = partial(control.choose, "has_hidden_boards")
        boards = [(False, text("setup.boards_open")), (True, text("setup.boards_hidden"))]
        return self.headed(
            text("setup.people"),
            Spacer(share=1),
            Row(
                Spacer(share=1),
                Column(
                    Panel(
                        *SeatRows(self.context, choices.seats, control.choose_seats).parts(),
                        gap=7,
                        pad=(16, 12),
                    ),
                    Segmented(boards, choices.has_hidden_boards, hide, id="has_hidden_boards"),
                    *self._rules(),
                    Button(
                        text("setup.start"),
                        self._start,
                        icon=Icon.PLAY,
                        look=Look.PRIMARY,
                        size=60,
                        why_disabled="\n".join(control.troubles) or None,
                        id=MAIN,
                    ),
                    gap=16,
                    size=600,
                ),
                Spacer(share=1),
            ),
            Spacer(share=2),
            back=text("setup.back"),
        )

    def _rules(self) -> tuple[Maybe, ...]:
        """What is played, the way to anything else, and why it cannot be played so."""
        troubles = self.control.troubles
        return (
            Row(
                Text(title_of(self.context, self.control.choices), "strong", share=1),
                Button(
                    self.context.text("setup.change"),
                    self._change,
                    icon=Icon.PEN,
                    look=Look.QUIET,
                    id="change",
                ),
                gap=12,
            ),
            bool(troubles) and Text("\n".join(troubles), "caption", "bad", id="troubles"),
        )

    def _change(self) -> Navigation:
        return Replace(SetupScene(self.context, self.control.choices))

    def _start(self) -> Navigation:
        if self.control.troubles:
            return Ignored()
        return Pop(start_match(self.context, self.control.table()))

    def handle(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(Action.CONFIRM, text="" | "\r", is_repeat=False):
                focused = self.form.focused
                if focused is None or not (focused.shows_focus or focused.wants_text):
                    return self._start()
        return super().handle(intent)


def people_scene(context: Context) -> PeopleScene:
    """The setup with the people of the last evening, at first with two."""
    return PeopleScene(context, evening_choices(context))
