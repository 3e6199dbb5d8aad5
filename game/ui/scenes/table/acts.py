"""What can be done at the table, whoever asks for it."""

from __future__ import annotations

from game.play.session import Session
from game.play.table import TableSetup
from game.play.table_game import Stage, TableGame
from game.rules.moves import Event
from game.rules.ruleset import CallRule
from game.rules.tiles import Tile
from game.storage.history import Filter
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Push, Transition
from game.ui.frame.sound_names import Sound
from game.ui.layout.rects import View
from game.ui.scenes.table.aim import Aim
from game.ui.scenes.table.coach import CoachView
from game.ui.scenes.table.counter import Counter
from game.ui.scenes.table.exits import TableExits
from game.ui.scenes.table.hints import key_hints
from game.ui.scenes.table.layout import TableLayout, lay_out_table
from game.ui.scenes.table.motion import Motion, Spot
from game.ui.scenes.table.narrator import Narrator
from game.ui.scenes.table.panels import Panels
from game.ui.scenes.table.picture import TablePicture
from game.ui.widgets import Button, IconButton, KeyHints, Look, OnPress
from game.ui.widgets.toast import Toast

__all__ = ["TableActs"]


class TableActs(TableExits):
    """The table's parts, and every act of a player: place, take back, go on, look, leave.

    Acts return transitions and may be called from buttons, keys and the pointer alike.
    """

    def __init__(self, context: Context, setup: TableSetup, session: Session) -> None:
        super().__init__(context)
        self.setup = setup
        self.session = session
        self.game = TableGame(setup, session, context.engines)
        self.aim = Aim()
        self.motion = Motion(is_reduced=context.preferences.has_reduced_motion)
        self.toast = Toast()
        self.panels = Panels(context)
        self.coach = CoachView(context)
        if context.preferences.has_coach:
            self.coach.is_on = True
            self.game.mark_coached()
        self.picture = TablePicture(
            context, self.game, self.aim, self.motion, self.panels, self.coach
        )
        self.narrator = Narrator(
            context, self.game, self.motion, self.toast, self.panels, self.picture.bag
        )
        self.layout: TableLayout | None = None
        self._dragged: Tile | None = None
        self._next_in: float | None = None
        self._is_peeking = False
        self._is_covered = False
        self.counter = Counter(self.game.points_now())
        self._explained = (0, 0)
        self._clock_second = -1
        self._best = context.store.profile.best(Filter(rules=str(setup.rules)))
        self._icons = self._make_buttons()
        self._go_on = Button(self._go_on_words, self._press_on, look=Look.PRIMARY)
        self._hints = KeyHints()
        self.form.replace([*self._icons, self._go_on, self._hints])

    def _make_buttons(self) -> list[IconButton]:
        acts: list[tuple[Icon, str, OnPress]] = [
            (Icon.UNDO, "take_back", self._take_back),
            (Icon.RESTART, "restart", self._ask_restart),
            (Icon.DICE, "new_deal", self._ask_new_deal),
            (Icon.BOOK, "rules", self._open_rules),
            (Icon.PAUSE, "paused", self._pause),
        ]
        if self.setup.rules.call is CallRule.MAIL:
            acts.insert(1, (Icon.SKIP, "skip", self._miss))
        return [self._make_button(*act) for act in acts]

    def _make_button(self, icon: Icon, key: str, press: OnPress) -> IconButton:
        return IconButton(icon, press, tooltip=lambda: self.context.text(f"play.{key}"))

    def _place_widgets(self) -> None:
        stage = self.game.stage()
        is_manual = not self.context.preferences.has_auto_call
        self._go_on.is_hidden = not (stage is Stage.CLOSE or (stage is Stage.CALL and is_manual))
        self._icons[0].why_disabled = None if self.game.can_take_back() else ""
        self._hints.hints = list(key_hints(self.context, self.game, is_peeking=self._is_peeking))

    def resize(self, view: View) -> None:
        """Lay the table out; motion is finished, because it belongs to the old places."""
        super().resize(view)
        self.motion.finish()
        self.motion.timeline.is_reduced = self.context.preferences.has_reduced_motion
        rules = self.setup.rules
        self.layout = lay_out_table(
            view,
            rules.grid,
            others=len(self.game.match.players) - 1,
            buttons=len(self._icons),
            has_aside=rules.has_aside,
        )
        for widget, rect in zip(self._icons, self.layout.buttons, strict=True):
            widget.place(rect)
        self._hints.place(self.layout.hints)
        foot, _ = self.layout.hand.inset(view.px(14), view.px(10)).cut_bottom(view.px(44))
        self._go_on.place(foot)
        self.picture.forget()

    def _tell(self, events: tuple[Event, ...], start: Spot | None = None) -> None:
        if self.layout is not None and events:
            self.narrator.tell(events, self.layout, start)

    def _points(self) -> float:
        rounds = self.game.score().players[self.game.view].rounds
        return sum(r.total for r in rounds[:-1]) + self.game.points_now()

    def _confirm(self) -> Transition | None:
        """Place the chosen tile where the player points, or go on."""
        if self._is_peeking:
            return self._stop_peeking()
        hand = self.game.hand()
        target = self.aim.target
        if self.game.stage() in (Stage.ACT, Stage.CLOSE) and hand:
            if target is None:
                return Ignored()
            self.aim.clamp(len(hand))
            tile = hand[self.aim.chosen]
            assert self.layout is not None
            start = self.panels.spot(self.layout.hand, self.game, tile)
            return self._place(tile, target, start)
        return self._hurry()

    def _place(self, tile: Tile, space: int, start: Spot) -> Transition | None:
        self.motion.finish()
        stage = self.game.stage()
        reason = self.game.refusal(tile, space)
        if stage not in (Stage.ACT, Stage.CLOSE):
            return Ignored()
        if reason is not None:
            self.toast.show(self.context.text(f"errors.illegal.{reason.value}"), is_bad=True)
            self.context.sound.play(Sound.REFUSE)
            return None
        if stage is Stage.CLOSE:
            self.game.try_closing(tile, space)
            self.context.sound.play(Sound.PLACE)
        else:
            self._tell(self.game.place(tile, space), start)
        self.aim.clamp(len(self.game.hand()))
        self.aim.hover = None
        return None

    def _take_back(self) -> Transition | None:
        self.motion.finish()
        if self._is_peeking:
            return self._stop_peeking()
        if not self.game.can_take_back():
            words = self.context.text("errors.illegal.nothing-to-take-back")
            self.toast.show(words, is_bad=True)
            self.context.sound.play(Sound.REFUSE)
            return None
        self._next_in = None
        self._tell(self.game.take_back())
        return None

    def _hurry(self) -> Transition | None:
        """Do at once what the table waits for."""
        self.motion.finish()
        if self._is_peeking:
            return self._stop_peeking()
        self._next_in = None
        match self.game.stage():
            case Stage.CALL:
                return self._call_next()
            case Stage.HAND_OVER:
                return self._hand_over()
            case Stage.ROUND_OVER | Stage.MATCH_OVER:
                return self._finish_round()
            case _:
                return Ignored()

    def _call_next(self) -> Transition | None:
        self._tell(self.game.call_next())
        if self.game.stage() is Stage.HAND_OVER:
            return self._hand_over()
        self._start_answer()
        return None

    def _start_answer(self) -> None:
        self.game.deadline.restart(self.context.now())
        self.aim.chosen = 0

    def _hand_over(self) -> Transition | None:
        """The next person takes the screen."""
        seat = self.game.next_person()
        if seat is None:
            return None
        name = self.game.player(seat).name
        self.game.hand_over(seat)
        self.counter.jump(self._points())
        self._start_answer()
        self.panels.forget()
        if self.setup.has_hidden_boards:
            from game.ui.scenes.table.overlays import HandOver

            return Push(HandOver(self.context, name))
        self.toast.show(self.context.text("play.your_turn", name=name), 1.4)
        return None

    def _go_on_words(self) -> str:
        is_closing = self.game.stage() is Stage.CLOSE
        return self.context.text("play.close" if is_closing else "play.next_call")

    def _press_on(self) -> Transition | None:
        """Done with the closing moves, or on to the next call."""
        return self._close() if self.game.stage() is Stage.CLOSE else self._hurry()

    def _close(self) -> Transition | None:
        """The closing moves are chosen (P6)."""
        if self._is_peeking:
            return self._stop_peeking()
        if self.game.stage() is Stage.CLOSE:
            self._tell(self.game.close())
        return None

    def _miss(self) -> Transition | None:
        """Let the call pass (M1)."""
        if self._is_peeking:
            return self._stop_peeking()
        if self.game.stage() is Stage.ACT:
            self.motion.finish()
            self._tell(self.game.miss(self.game.view))
        return None

    def _peek(self, seat: int) -> Transition | None:
        """Open another board large; nobody acts meanwhile."""
        if self.setup.has_hidden_boards and self.game.is_person(seat):
            return Ignored()
        self.motion.finish()
        if not self._is_peeking:
            self._own_view, self._own_closing = self.game.view, self.game.closing
        self._is_peeking = self.aim.is_idle = True
        self._show_seat(seat)
        name = self.game.player(seat).name
        self.toast.show(self.context.text("play.looking", name=name), 1.6)
        return None

    def _peek_along(self, step: int) -> Transition | None:
        """Open the next board round the table, and after the last one's own again."""
        count = len(self.game.match.players)
        own = self._own_view if self._is_peeking else self.game.view
        seat = self.game.view
        for _ in range(count):
            seat = (seat + step) % count
            if seat == own:
                return self._stop_peeking() if self._is_peeking else Ignored()
            if not (self.setup.has_hidden_boards and self.game.is_person(seat)):
                return self._peek(seat)
        return Ignored()

    def _stop_peeking(self) -> Transition | None:
        self._is_peeking = self.aim.is_idle = False
        self._show_seat(self._own_view)
        self.game.closing = self._own_closing
        return None

    def _show_seat(self, seat: int) -> None:
        self.game.hand_over(seat)
        self.counter.jump(self._points())
        self.panels.forget()

    def _toggle_coach(self) -> Transition | None:
        self.coach.is_on = not self.coach.is_on
        if self.coach.is_on:
            self.game.mark_coached()
        self.toast.show(
            self.context.text("play.coach_on" if self.coach.is_on else "play.coach_off")
        )
        return None
