"""The count: every scoring line lights up in turn with its sum, until the total stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.play.table import TableSetup
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.intents import (
    Command,
    Intent,
    MouseButton,
    PointerMoved,
    PointerPressed,
)
from game.ui.frame.scene import ANIMATING, STILL, Ignored, Pulse
from game.ui.frame.sound_names import STEPS, Sound
from game.ui.scenes.count.control import Beat, CountControl
from game.ui.scenes.count.picture import CountLayout, CountPicture
from game.ui.scenes.count.rows import row_at
from game.ui.scenes.shared.dialogs import tell_in_passing
from game.ui.scenes.shared.ways import copy_code
from game.ui.widgets import Answer, Button, OnPress, Segmented, WidgetScene
from game.ui.widgets.toast import Toast

if TYPE_CHECKING:
    import pygame

    from game.rules.match import Match
    from game.ui.frame.context import Context
    from game.ui.frame.scene import Transition
    from game.ui.layout.rects import View


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a count leads: its buttons, the likeliest first, and its keys. `can_copy` adds the
    deal's code for somebody else.
    """

    buttons: tuple[Button, ...]
    keys: Mapping[Action, OnPress]
    can_copy: bool = True


class BreakdownScene(WidgetScene):
    """Counts one player's round out; with several players each can be looked at.

    `is_counted` shows everything at once; `heading` is a catalogue's key for a heading of one's
    own, `best` the record to beat, `remark` says why the match does not count.
    """

    def __init__(
        self,
        context: Context,
        setup: TableSetup,
        match: Match,
        ways: Ways,
        *,
        best: float | None = None,
        heading: str = "",
        remark: str = "",
        is_counted: bool = False,
    ) -> None:
        super().__init__(context)
        is_hasty = context.preferences.has_reduced_motion
        self.control = CountControl(match, is_counted=is_counted, is_hasty=is_hasty)
        self._picture = CountPicture(context, setup, self.control, best, heading, remark)
        self._setup = setup
        self._layout: CountLayout | None = None
        self._hovered: int | None = None
        self._toast = Toast()
        self._tabs = self._make_tabs()
        self._buttons = list(ways.buttons)
        self._keys = dict(ways.keys)
        if ways.can_copy:
            copy = Button(lambda: context.text("breakdown.copy"), self._copy, icon=Icon.COPY)
            self._buttons.append(copy)
            self._keys[Action.COPY] = self._copy
        self.form.replace([*self._tabs, *self._buttons])
        self.form.focus(self._buttons[0], is_shown=False)

    def _make_tabs(self) -> list[Segmented[int]]:
        control, tabs = self.control, []
        players, rounds = control.match.players, len(control.match.rounds)
        if len(players) > 1:
            options = [(i, p.name) for i, p in enumerate(players)]
            tabs.append(Segmented(options, control.seat, lambda seat: self._show(seat=seat)))
        if rounds > 1:
            numbers = [
                (i, self.context.text("breakdown.round_short", number=i + 1)) for i in range(rounds)
            ]
            tabs.append(
                Segmented(numbers, control.round, lambda index: self._show(round_index=index))
            )
        return tabs

    def _show(self, *, seat: int | None = None, round_index: int | None = None) -> None:
        self.control.show(seat=seat, round_index=round_index)
        self.resize(self.view)

    def _copy(self) -> Answer:
        self._toast.show(copy_code(self.context, self._setup), 4.0)
        return None

    def animate(self, dt: float) -> Pulse:
        """Count the next sum when its time has come."""
        has_toast = tell_in_passing(self.context, self._toast) or self._toast.advance(dt)
        match self.control.advance(dt):
            case Beat.REST:
                return ANIMATING if has_toast else STILL
            case Beat.SUM:
                self.context.sound.play(Sound.COUNT, step=self.control.counted)
            case Beat.TOTAL:
                self._tell_total()
            case Beat.WAIT:
                pass
        return ANIMATING

    def _tell_total(self) -> None:
        self.context.sound.play(Sound.TOTAL)
        if self._picture.is_record:
            self.context.sound.play(Sound.LINE, step=STEPS[Sound.LINE])

    def handle(self, intent: Intent) -> Transition | None:
        """Any key or click first brings the count to its end."""
        is_click = isinstance(intent, PointerPressed) and intent.button is MouseButton.PRIMARY
        if not self.control.is_done and (is_click or isinstance(intent, Command)):
            self.control.finish()
            self._tell_total()
            return None
        answer = super().handle(intent)
        if isinstance(intent, PointerMoved) and self._layout is not None:
            was, self._hovered = self._hovered, row_at(self._layout.sums, intent.at)
            return None if was != self._hovered else answer
        return answer

    def react(self, intent: Intent) -> Transition | None:
        """Escape leaves; the keys of the table work here too."""
        match intent:
            case Command(Action() as action, is_repeat=False) if action in self._keys:
                return self._keys[action]()
            case _:
                return Ignored()

    def resize(self, view: View) -> None:
        """Lay everything out."""
        super().resize(view)
        layout = self._picture.lay_out(view, len(self._tabs), len(self._buttons))
        self._layout = layout
        for widget, rect in zip(self._tabs, layout.tabs, strict=True):
            widget.place(rect)
        for button, rect in zip(self._buttons, layout.buttons, strict=True):
            button.place(rect)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background and picture."""
        super().draw_below(surface)
        assert self._layout is not None
        self._picture.draw(surface, self._layout, self._hovered)

    def draw_above(self, surface: pygame.Surface) -> None:
        """The news."""
        self._toast.draw(surface, self.context, self.view.area)
