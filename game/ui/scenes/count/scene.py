"""The count: every scoring line lights up in turn with its sum, until the total stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.play.count_steps import CountStep, subtotals
from game.play.own_seats import people_here
from game.play.table import TableSetup
from game.rules.match import Match
from game.ui.draw.icons import Icon
from game.ui.draw.surface_cache import Prerender, StillPicture
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Intent,
    MouseButton,
    PointerPressed,
)
from game.ui.frame.music_names import Mood, MusicCue
from game.ui.frame.scene import ANIMATING, STILL, Navigation, Pulse
from game.ui.frame.sound_names import Sound, count_step
from game.ui.layout.rects import View
from game.ui.scenes.count.control import CountControl, CountEvent
from game.ui.scenes.count.finish import FinishMood, MatchFinish
from game.ui.scenes.count.picture import CountLayout, CountPicture
from game.ui.scenes.count.result_view import ResultLayout, ResultView
from game.ui.scenes.count.rows import explain_step
from game.ui.scenes.count.timeline import CountTimeline
from game.ui.scenes.shared.dialogs import toast_problem
from game.ui.scenes.shared.names import seat_words
from game.ui.scenes.shared.next_step import NextStepControl, step_widgets
from game.ui.scenes.shared.starting import copy_code
from game.ui.widgets import Button, Explained, OnPress, PressResult, Segmented, Widget, WidgetScene
from game.ui.widgets.toast import Toast

_REHEARSING: Final = 0.003
"""Seconds of a frame of the count that the pictures of the moment may take."""


@dataclass(frozen=True, slots=True)
class NextSteps:
    """Where a count leads: its buttons, the likeliest first, and its keys. `can_copy` adds the
    deal's code for somebody else; to the `review` the placement that mattered most leads, too.
    `then` suggests what comes after it all.
    """

    buttons: tuple[Button, ...]
    keys: Mapping[Action, OnPress]
    can_copy: bool = True
    review: OnPress | None = None
    then: NextStepControl | None = None


class BreakdownScene(WidgetScene):
    """Counts one player's round out; with several players each can be looked at.

    `is_counted` shows everything at once; `heading` is a catalogue's key for a heading of one's
    own, `best` the record to beat, `remark` says why the match does not count. At the end of a
    match there is a `finish`: once everything is counted, the moment takes the sums' place.
    """

    def __init__(
        self,
        context: Context,
        setup: TableSetup,
        match: Match,
        ways: NextSteps,
        *,
        best: float | None = None,
        heading: str = "",
        remark: str = "",
        finish: MatchFinish | None = None,
        is_counted: bool = False,
    ) -> None:
        super().__init__(context)
        is_reduced = context.preferences.has_reduced_motion
        self.control = CountControl(match, is_counted=is_counted, is_hasty=is_reduced)
        self.finish = finish
        self.shows_moment = finish is not None
        self.show = CountTimeline(context.random, is_reduced=is_reduced)
        self._result = None
        self._result_layout: ResultLayout | None = None
        self._pages: Segmented[bool] | None = None
        if finish is not None:
            self._result = ResultView(context, setup, finish, self.show)
            self._known: set[str] = set(finish.marks)
            pages = [(True, partial(context.text, "finish.page"))]
            pages.append((False, partial(context.text, "finish.page_count")))
            self._pages = Segmented(pages, True, self._turn_page)
            self._pages.is_hidden = not is_counted
        self._still, self._drawn = StillPicture(), 0
        self._prerender = Prerender()
        self.has_entrance = not is_counted
        if not is_counted:
            self.show.glide()
        self._picture = CountPicture(context, setup, self.control, best, heading, remark)
        self._setup = setup
        self._layout: CountLayout | None = None
        self._rows: list[Explained] = []
        self._parts: list[Explained] = []
        self._about_scale = Explained(self._explain_scale)
        self._key = Explained(partial(context.text, "review.open"), ways.review)
        self._then, self._card = ways.then, list[Widget]()
        self._counting: tuple[CountStep, ...] = ()
        self._toast = Toast(context)
        self._tabs = self._make_tabs()
        self._buttons = list(ways.buttons)
        self.keys = dict(ways.keys)
        if ways.can_copy:
            copy = Button(lambda: context.text("breakdown.copy"), self._copy, icon=Icon.COPY)
            if finish is None:
                self._buttons.append(copy)
            self.keys[Action.COPY] = self._copy
        self._upper = self._tabs if self._pages is None else [*self._tabs, self._pages]
        self.form.replace([*self._upper, *self._buttons])
        self.form.focus(self._buttons[0], is_shown=False)

    def _make_tabs(self) -> list[Segmented[int]]:
        control, tabs = self.control, []
        players, rounds = control.match.players, len(control.match.rounds)
        if len(players) > 1:
            # Those of this home first: others, elsewhere, have theirs on their own screens.
            order = sorted(range(len(players)), key=lambda i: i not in people_here(control.match))
            options = [(i, seat_words(self.context, control.match, i)) for i in order]
            tabs.append(Segmented(options, control.seat, lambda seat: self._show(seat=seat)))
        if rounds > 1:
            numbers = [
                (i, self.context.text("breakdown.round_short", number=i + 1)) for i in range(rounds)
            ]
            tabs.append(
                Segmented(numbers, control.round, lambda index: self._show(round_index=index))
            )
        return tabs

    def _turn_page(self, is_moment: bool) -> None:
        self._drawn += 1
        self.shows_moment = is_moment
        self._show_rows()

    def _explain_scale(self) -> str:
        """What stands on the scale, a sentence a mark."""
        marks = () if self.finish is None else self.finish.marks
        return "\n".join(self.context.text(f"finish.about.{key}") for key in marks)

    def _show_rows(self) -> None:
        """Rows are explained while they are seen, and once all are counted."""
        for row in (*self._rows, *self._parts):
            row.is_hidden = self.is_moment or not self.control.is_done
        for widget in self._card:
            widget.is_hidden = not self.is_moment
        self._about_scale.is_hidden = not self.is_moment
        self._key.is_hidden = not self.is_moment or self.finish is None or self.finish.key is None

    @property
    def _marked(self) -> int | None:
        """The row under the pointer or the keyboard."""
        rows = enumerate(self._rows)
        return next(
            (i for i, r in rows if not r.is_hidden and (r.is_hovered or r.shows_focus)), None
        )

    def _show(self, *, seat: int | None = None, round_index: int | None = None) -> None:
        self.control.show(seat=seat, round_index=round_index)
        self.resize(self.view)

    def _copy(self) -> PressResult:
        self._toast.show(copy_code(self.context, self._setup), 4.0)
        return None

    def animate(self, dt: float) -> Pulse:
        """Glide, count the next sum when its time has come, look what engines have found."""
        is_moving = toast_problem(self.context, self._toast) or self._toast.advance(dt)
        is_gliding = self.show.is_gliding
        if not self.control.is_done and not is_gliding:
            self._prerender.go_on(_REHEARSING)
        is_moving |= self.show.advance(dt) | self._look()
        if is_gliding:
            return ANIMATING
        match self.control.advance(dt):
            case CountEvent.REST:
                return ANIMATING if is_moving else STILL
            case CountEvent.SUM:
                counted = self.control.steps[self.control.counted - 1]
                self.context.sound.play(Sound.COUNT, step=count_step(counted.number))
            case CountEvent.TOTAL:
                self._end_count()
            case CountEvent.WAIT:
                pass
        return ANIMATING

    def _look(self) -> bool:
        """Let what has been found come in; once all is found, what comes next."""
        if self.finish is None:
            return False
        has_news = self.finish.look()
        if self._then is not None and not self._card and not self.finish.is_asking:
            self._suggest(self._then)
        if not has_news:
            return False
        had_key = "key" in self._known
        for key in self.finish.marks.keys() - self._known:
            self.show.arrive(f"mark:{key}")
        if self.finish.key is not None and not had_key:
            self.show.arrive("found")
            self._known.add("key")
        self._known |= self.finish.marks.keys()
        if self.control.is_done and self._result_layout is not None:
            assert self._result is not None
            for number in range(
                len(self._result_layout.earned_rows), len(self._result.earned_rows())
            ):
                self.show.arrive(f"news:{number}")
        self.resize(self.view)
        return True

    def _suggest(self, then: NextStepControl) -> None:
        """Say what comes next, unless the player wants none."""
        if then.find():
            self._card = list(step_widgets(self.context, then, self._close_card))
        else:
            self._then = None
        self._counting = ()
        self.resize(self.view)

    def _close_card(self) -> None:
        assert self._then is not None
        self._then.close()
        self._then, self._card, self._counting = None, [], ()
        self.resize(self.view)

    def _end_count(self) -> None:
        """Everything is counted: the moment comes, if this is the end of a match."""
        self.context.sound.play(self._fanfare())
        self.context.speak(self._totals())
        self.show.finish()
        self._show_rows()
        if self.finish is None or self._pages is None:
            return
        self._pages.is_hidden = False
        self.show.begin(is_loud=self.finish.mood.is_loud)
        if self.finish.goals:
            self.context.sound.play(Sound.GOAL, delay=1.2)

    def _totals(self) -> str:
        """Every player's total and a challenge's verdict, to be read aloud."""
        match, score = self.control.match, self.control.score
        verdict = None if self.finish is None else self.finish.verdict
        totals = [
            self.context.text(
                "heard.spoken.total",
                name=seat_words(self.context, match, seat),
                points=self.context.catalogue.number(scored.total),
            )
            for seat, scored in enumerate(score.players)
        ]
        return " ".join(totals if verdict is None else [*totals, verdict.title, verdict.why])

    def _fanfare(self) -> Sound:
        """What the end of a count sounds like."""
        match None if self.finish is None else self.finish.mood:
            case FinishMood.RECORD:
                return Sound.RECORD
            case FinishMood.WIN:
                return Sound.WIN
            case _:
                return Sound.TOTAL

    def enter(self) -> None:
        """The engines are asked again for what was left open; the music counts too.

        What comes next may be another thing by now.
        """
        self._card = []
        tune = tuple((s.number, s.length) for s in self.control.steps if s.number)
        self.context.sound.follow(MusicCue(Mood.COUNT, tune=tune))
        self._look()

    def leave(self) -> None:
        """Nobody waits for the engines any more."""
        if self.finish is not None:
            self.finish.stop()

    def handle(self, intent: Intent) -> Navigation | None:
        """Any key or click first brings the count to its end; the moment holds nobody up."""
        is_click = isinstance(intent, PointerPressed) and intent.button is MouseButton.PRIMARY
        if is_click or isinstance(intent, Command):
            if not self.control.is_done:
                self.control.finish()
                self._end_count()
                return None
            self.show.finish()
        return super().handle(intent)

    @property
    def is_moment(self) -> bool:
        """Whether the moment is shown, and not the sums."""
        return self.shows_moment and self.control.is_done

    def resize(self, view: View) -> None:
        """Lay everything out."""
        super().resize(view)
        has_pages = self._pages is not None
        layout = self._picture.lay_out(
            view, len(self._tabs), len(self._buttons), has_pages=has_pages
        )
        self._layout = layout
        for widget, rect in zip(self._tabs, layout.tabs, strict=True):
            widget.place(rect)
        for button, rect in zip(self._buttons, layout.buttons, strict=True):
            button.place(rect)
        if self._counting != self.control.steps:
            self._counting = self.control.steps
            self._rows = [
                Explained(partial(explain_step, self.context, step)) for step in self._counting
            ]
            self._parts = [
                Explained(partial(self.context.text, f"breakdown.about.parts_{kind.name.lower()}"))
                for kind, _ in zip(subtotals(self._counting), layout.sums.parts, strict=False)
            ]
            explained = [*self._rows, *self._parts, self._about_scale, self._key]
            self.form.replace([*self._upper, *explained, *self._card, *self._buttons])
        for row, rect in zip(self._rows, layout.sums.rows, strict=True):
            row.place(rect)
        for part, rect in zip(self._parts, layout.sums.parts, strict=True):
            part.place(rect)
        self._show_rows()
        if self._pages is not None and self._result is not None:
            self._pages.place(layout.pages)
            panel = layout.panel
            if self._card:
                card, panel = panel.cut_bottom(min(view.px(62), panel.h // 7), view.px(8))
                close, card = card.cut_right(view.px(36), view.px(6))
                self.place_all(self._card, (card, close))
            self._result_layout = self._result.lay_out(panel)
            self._about_scale.place(self._result_layout.scale)
            self._key.place(self._result_layout.key)
            self._prerender = Prerender(self._result.prerender(self._result_layout))
        self._drawn += 1

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background and picture."""
        if self.is_moment and self.show.is_still:
            # Only confetti moves, and whatever the pointer touches.
            self._still.draw(surface, self._drawn, self._draw_picture)
        else:
            self._draw_picture(surface)

    def _draw_picture(self, surface: pygame.Surface) -> None:
        super().draw_below(surface)
        assert self._layout is not None
        layout, show = self._layout, self.show
        if show.is_gliding:
            self._picture.draw_glide(surface, layout, show.value("glide"))
            return
        marked = self._marked
        self._picture.draw_board(surface, layout, marked, show.value("lights", 0.0))
        if not self.is_moment or self._result is None or self._result_layout is None:
            self._picture.draw_sums(surface, layout, marked)
            return
        key = self.finish.key if self.finish is not None else None
        if key is not None:
            self._picture.draw_ring(surface, layout, key)
        self._result.draw(surface, self._result_layout)

    def draw_above(self, surface: pygame.Surface) -> None:
        """Confetti and the news."""
        if self._result is not None:
            self._result.draw_particles(surface)
        self._toast.draw(surface, self.view.area)
