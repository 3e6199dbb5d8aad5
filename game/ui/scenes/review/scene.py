"""The review: a round looked at once more, placement by placement."""

from functools import partial

import pygame

from game.rules.errors import FormatError
from game.rules.match import Match
from game.storage.profile import Profile
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.engines import EngineClient, shared_engines
from game.ui.frame.intents import Command, Intent, MouseButton, PointerReleased
from game.ui.frame.scene import ANIMATING, STILL, Ignored, Navigation, Pop, Pulse, Replace, Scene
from game.ui.frame.sound_names import Sound
from game.ui.layout.rects import View
from game.ui.scenes.review.control import ReviewControl, ReviewEvent
from game.ui.scenes.review.picture import ReviewLayout, ReviewPicture
from game.ui.scenes.review.steps import seats_to_review
from game.ui.scenes.shared.dialogs import error_notice, notice
from game.ui.scenes.shared.findings import keep_best, keep_review
from game.ui.scenes.shared.starting import continue_match
from game.ui.widgets import (
    Button,
    Explained,
    IconButton,
    Look,
    PressResult,
    Segmented,
    Widget,
    WidgetScene,
)


def review_scene(
    context: Context, match: Match, engines: EngineClient | None = None, *, is_guest: bool = False
) -> Scene:
    """The review of a match's last round, the first person's seat at first, or a friendly word
    where nothing was placed. Of a guest's match nothing is kept.
    """
    rounds = [i for i in range(len(match.rounds)) if seats_to_review(match, i)]
    if not rounds:
        return notice(context, lambda: context.text("review.empty"))
    seat = seats_to_review(match, rounds[-1])[0]
    control = ReviewControl(match, rounds[-1], seat, engines or shared_engines())
    return ReviewScene(context, control, is_guest=is_guest)


class ReviewScene(WidgetScene):
    """Waits for the engines, with a bar that grows, then lets the player walk through."""

    def __init__(self, context: Context, control: ReviewControl, *, is_guest: bool = False) -> None:
        super().__init__(context)
        self.control, self._is_guest = control, is_guest
        self._picture = ReviewPicture(context, control)
        self._layout: ReviewLayout | None = None
        text = context.text
        self._back_step = IconButton(
            Icon.LEFT, partial(self._walk, -1), tooltip=lambda: text("review.previous")
        )
        self._next_step = IconButton(
            Icon.RIGHT,
            partial(self._walk, 1),
            tooltip=lambda: text("review.next"),
            look=Look.PRIMARY,
        )
        self._play_on = Button(lambda: text("review.play_on"), self._go_on, icon=Icon.PLAY)
        self._best = Button(
            lambda: text("review.hide_best" if control.shows_best else "review.show_best"),
            control.toggle_best,
            icon=Icon.STAR,
        )
        leave = Button(lambda: text("review.back"), Pop, icon=Icon.CLOSE)
        pages = [
            (False, lambda: text("review.page_summary")),
            (True, lambda: text("review.page_step")),
        ]
        self._page = Segmented(pages, False, self._turn_page)
        self._tabs = self._make_tabs()
        self._foot: list[Widget] = [
            self._back_step,
            self._next_step,
            self._play_on,
            self._best,
            leave,
        ]
        self._sums = self._explain("at_first", "luck", "skill", "result")
        self._heads = self._explain("accuracy", "best", "master")
        self._curve, self._step = self._explain("curve", "step")
        self._rows: list[Explained] = []
        self._fill()
        self.form.focus(self._next_step, is_shown=False)
        self._sync()

    def _fill(self) -> None:
        """All that the keyboard reaches, in its order."""
        heads = [*self._heads, *self._rows, self._step]
        numbers = [*self._sums, self._curve, self._page, *heads]
        self.form.replace([*self._tabs, *numbers, *self._foot])

    def _explain(self, *keys: str) -> list[Explained]:
        return [Explained(partial(self.context.text, f"review.about.{key}")) for key in keys]

    def _make_tabs(self) -> list[Segmented[int]]:
        control, tabs = self.control, []
        match = control.match
        seats = seats_to_review(match, control.round_index)
        if len(seats) > 1:
            names = [(i, match.players[i].name) for i in seats]
            tabs.append(Segmented(names, control.seat, self._choose_seat))
        if len(match.rounds) > 1:
            rounds = [
                (i, self.context.text("breakdown.round_short", number=i + 1))
                for i in range(len(match.rounds))
                if seats_to_review(match, i)
            ]
            tabs.append(Segmented(rounds, control.round_index, self._choose_round))
        return tabs

    def _sync(self) -> None:
        """Show, idle and hide widgets as the review stands."""
        control = self.control
        for widget in (self._page, *self._foot[:-1]):
            widget.is_hidden = control.review is None
        for number in (*self._sums, self._curve):
            number.is_hidden = control.review is None
        for head in (*self._heads, *self._rows):
            head.is_hidden = control.review is None or control.at is not None
        self._step.is_hidden = control.review is None or control.at is None
        self._best.is_hidden = control.review is None or control.best is None
        self._page.value = control.at is not None
        where = self.context.text("review.play_on_where")
        self._play_on.why_disabled = where if control.at is None else None

    # time

    def animate(self, dt: float) -> Pulse:
        """Look whether the engines have got further."""
        match self.control.look():
            case ReviewEvent.NOTHING:
                return STILL
            case ReviewEvent.REVIEW:
                self._keep()
                self.context.sound.play(Sound.TOTAL, loudness=0.5)
                self.resize(self.view)
            case ReviewEvent.FAILURE:
                words = self.context.text("review.failed")
                return Pulse(True, Replace(notice(self.context, lambda: words)))
            case ReviewEvent.MORE:
                if self.control.best is not None and not self._is_guest:
                    keep_best(*self._kept, self.control.best)
                self._sync()
        return ANIMATING

    @property
    def _kept(self) -> tuple[Profile, Match, int]:
        control = self.control
        return self.context.store.profile, control.match, control.round_index

    def _keep(self) -> None:
        """What was asked once need not be asked again."""
        control = self.control
        if control.review is not None and not self._is_guest:
            keep_review(*self._kept, control.seat, control.review)

    def enter(self) -> None:
        """Ask again for what was cancelled when something covered the scene."""
        self.control.go_on()
        self._sync()

    def leave(self) -> None:
        """Nobody waits for it any more."""
        self.control.stop()

    def resize(self, view: View) -> None:
        """Lay everything out."""
        super().resize(view)
        widths = tuple(max(view.px(56), w.measure(self.context.painter)[0]) for w in self._foot)
        self._layout = layout = self._picture.lay_out(view, len(self._tabs), widths)
        self.place_all(self._tabs, layout.tabs)
        self.place_all(self._foot, layout.buttons)
        self._rows = [
            Explained(
                partial(self.context.text, f"review.about.{row.about}"),
                partial(self._go_to, row.step),
            )
            for row in layout.rows
        ]
        self._fill()
        numbers = (*self._sums, *self._heads, *self._rows, self._step)
        places = (*layout.sums, *layout.heads, *layout.places, layout.page)
        self.place_all(numbers, places)
        if layout.curve is not None:
            self._curve.place(layout.curve.plot)
        self._page.place(layout.pages)
        self._sync()

    # what the player does

    def handle(self, intent: Intent) -> Navigation | None:
        """Arrows walk; everything else goes to the widgets first."""
        if self.control.review is not None and isinstance(intent, Command):
            match intent.action:
                case Action.LEFT | Action.RIGHT as action:
                    return self._walk(1 if action is Action.RIGHT else -1)
                case Action.UP | Action.DOWN as action:
                    has_come = self.control.next_mistake(1 if action is Action.DOWN else -1)
                    return self._arrive() if has_come else None
                case Action.FIRST | Action.LAST as action:
                    return self._go_to(0 if action is Action.FIRST else len(self.control.steps) - 1)
                case _:
                    pass
        answer = super().handle(intent)
        self._sync()
        return answer

    def react(self, intent: Intent) -> Navigation | None:
        """Escape leaves; the curve leads to its placements."""
        match intent:
            case PointerReleased(at, MouseButton.PRIMARY) if self._layout is not None:
                has_come = self.control.go_to_call(self._layout.call_at(at))
                return self._arrive() if has_come else Ignored()
            case _:
                return super().react(intent)

    def _choose_seat(self, seat: int) -> None:
        self.control.choose_seat(seat)
        self.resize(self.view)

    def _choose_round(self, index: int) -> None:
        self.control.choose_round(index)
        self.resize(self.view)

    def _turn_page(self, is_step: bool) -> None:
        self.control.go_to(0 if is_step and self.control.steps else None)

    def _go_to(self, at: int | None) -> PressResult:
        self.control.go_to(at)
        return self._arrive()

    def _walk(self, by: int) -> PressResult:
        self.control.walk(by)
        return self._arrive()

    def _arrive(self) -> PressResult:
        self._sync()
        self.context.sound.play(Sound.MOVE, loudness=0.4)
        return None

    def _go_on(self) -> Navigation | None:
        """Play on from the placement in view, as it was before it."""
        try:
            match = self.control.match_here()
        except FormatError as error:
            return Replace(error_notice(self.context, error))
        if match is None:
            return None
        return continue_match(self.context, match)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background and picture."""
        super().draw_below(surface)
        assert self._layout is not None
        lit = (i for i, row in enumerate(self._rows) if row.is_hovered or row.shows_focus)
        self._picture.draw(surface, self._layout, next(lit, None))
