"""What can be done in a review: ask for it, walk through it, play on from anywhere in it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from game.bots.coach.review import Review
from game.bots.service.messages import Answer
from game.rules.errors import FormatError
from game.ui.draw.board_picture import BoardPicture
from game.ui.draw.icons import Icon
from game.ui.frame.scene import ANIMATING, STILL, Pop, Pulse, Replace, Transition
from game.ui.frame.sound_names import Sound
from game.ui.scenes.review.page import Row, rows_of
from game.ui.scenes.review.steps import (
    Step,
    match_from,
    seats_to_review,
    steps_of,
)
from game.ui.scenes.shared.dialogs import tell, tell_error
from game.ui.scenes.shared.starting import begin_or_ask, continue_match
from game.ui.widgets import Button, IconButton, Look, Segmented, WidgetScene

if TYPE_CHECKING:
    from game.bots.best.result import BestResult
    from game.rules.match import Match
    from game.ui.frame.context import Context
    from game.ui.frame.engines import Engines
    from game.ui.widgets import Widget

__all__ = ["ReviewActs"]

_MISTAKE = 2.0
"""Points from which up and down stop at a placement."""


class ReviewActs(WidgetScene):
    """Waits for the engines, with a bar that grows, then lets the player walk through.

    `at` is the placement in view, None for the board at the end. The best board of the round's
    calls follows when it is proven: it can take longer than all the rest.
    """

    def __init__(
        self, context: Context, match: Match, round_index: int, seat: int, engines: Engines
    ) -> None:
        super().__init__(context)
        self.match, self.round_index, self.seat = match, round_index, seat
        self.at: int | None = None
        self.review: Review | None = None
        self.steps: tuple[Step, ...] = ()
        self.best: BestResult | None = None
        self.shows_best = False
        self._engines = engines
        self._ticket: int | None = None
        self._best_ticket: int | None = None
        self._bound: int | None = None
        self._share = 0.0
        self._known: dict[tuple[int, int], Review] = {}
        self._known_best: dict[int, BestResult] = {}
        self._board = BoardPicture(context.painter)
        self._rows: tuple[Row, ...] = ()
        self._hovered: int | None = None
        self._is_laid_out = False
        self._make_widgets()
        self._ask()

    def _make_widgets(self) -> None:
        text = self.context.text
        self._back_step = IconButton(
            Icon.LEFT, partial(self._step, -1), tooltip=lambda: text("review.previous")
        )
        self._next_step = IconButton(
            Icon.RIGHT,
            partial(self._step, 1),
            tooltip=lambda: text("review.next"),
            look=Look.PRIMARY,
        )
        self._play_on = Button(lambda: text("review.play_on"), self._go_on, icon=Icon.PLAY)
        self._best = Button(self._best_words, self._toggle_best, icon=Icon.STAR)
        self._leave = Button(lambda: text("review.back"), Pop, icon=Icon.CLOSE)
        self._page: Segmented[bool] = Segmented(
            [
                (False, lambda: text("review.page_summary")),
                (True, lambda: text("review.page_step")),
            ],
            False,
            self._turn_page,
        )
        self._tabs: list[Segmented[int]] = []
        seats = seats_to_review(self.match, self.round_index)
        if len(seats) > 1:
            names = [(i, self.match.players[i].name) for i in seats]
            self._tabs.append(Segmented(names, self.seat, self._choose_seat))
        if len(self.match.rounds) > 1:
            rounds = [
                (i, text("breakdown.round_short", number=i + 1))
                for i in range(len(self.match.rounds))
                if seats_to_review(self.match, i)
            ]
            self._tabs.append(Segmented(rounds, self.round_index, self._choose_round))
        self._foot: list[Widget] = [
            self._back_step,
            self._next_step,
            self._play_on,
            self._best,
            self._leave,
        ]
        self.form.replace([*self._tabs, self._page, *self._foot])
        self.form.focus(self._next_step, is_shown=False)

    # asking

    def _ask(self) -> None:
        """Have the round reviewed and its best board found, unless that is known."""
        self._cancel()
        self.at, self.shows_best = None, False
        self.review = self._known.get((self.round_index, self.seat))
        if self.review is None:
            self.steps, self._rows, self._share = (), (), 0.0
            self._ticket = self._engines.ask_review(self.match, self.round_index, self.seat)
        else:
            self._show(self.review)
        self._ask_best()

    def _ask_best(self) -> None:
        """Have the best board of the round's calls found, unless it is known."""
        self.best, self._bound = self._known_best.get(self.round_index), None
        if self.best is None:
            self._best_ticket = self._engines.ask_best(self.match, self.round_index)

    def _cancel(self) -> None:
        for ticket in (self._ticket, self._best_ticket):
            if ticket is not None:
                self._engines.cancel(ticket)
        self._ticket = self._best_ticket = None

    def _show(self, review: Review) -> None:
        self.review = review
        self._known[self.round_index, self.seat] = review
        self.steps = steps_of(self.match, self.round_index, self.seat, review)
        self._rows = rows_of(self.context, review, self.steps)
        self._page.value = False
        if self._is_laid_out:
            self.resize(self.view)

    def animate(self, dt: float) -> Pulse:
        """Look whether the engines have got further."""
        if self._ticket is None:
            return self._look_for_best()
        message = self._engines.take(self._ticket)
        if message is None:
            share = self._engines.progress(self._ticket)
            has_grown, self._share = share != self._share, share
            return ANIMATING if has_grown else STILL
        self._ticket = None
        if isinstance(message, Answer) and isinstance(message.value, Review):
            self._show(message.value)
            self.context.sound.play(Sound.TOTAL, loudness=0.5)
            return ANIMATING
        words = self.context.text("review.failed")
        return Pulse(True, Replace(tell(self.context, lambda: words)))

    def _look_for_best(self) -> Pulse:
        if self._best_ticket is None:
            return STILL
        message = self._engines.take(self._best_ticket)
        if message is None:
            bound = self._engines.bound(self._best_ticket)
            has_sunk, self._bound = bound != self._bound, bound
            return ANIMATING if has_sunk else STILL
        self._best_ticket = None
        if isinstance(message, Answer):
            self.best = self._known_best[self.round_index] = cast("BestResult", message.value)
        return ANIMATING

    def enter(self) -> None:
        """Ask again for what was cancelled when something covered the scene."""
        if self.review is None and self._ticket is None:
            self._ask()
        elif self.best is None and self._best_ticket is None:
            self._ask_best()

    def leave(self) -> None:
        """Nobody waits for it any more."""
        self._cancel()

    # what the player does

    def _choose_seat(self, seat: int) -> None:
        self.seat = seat
        self._ask()

    def _choose_round(self, index: int) -> None:
        self.round_index = index
        seats = seats_to_review(self.match, index)
        self.seat = self.seat if self.seat in seats else seats[0]
        self._ask()

    def _turn_page(self, is_step: bool) -> None:
        self.at = (self.at or 0) if is_step and self.steps else None
        self.shows_best = False

    def _go_to(self, at: int | None) -> None:
        self.at = at
        self.shows_best = False
        self._page.value = at is not None
        self.context.sound.play(Sound.MOVE, loudness=0.4)

    def _step(self, by: int) -> None:
        """One placement further; past the last one stands the whole board."""
        count = len(self.steps)
        here = count if self.at is None else self.at
        target = (here + by) % (count + 1)
        self._go_to(None if target == count else target)

    def _next_mistake(self, by: int) -> None:
        """To the next placement that cost something."""
        here = -1 if self.at is None else self.at
        dear = [i for i, s in enumerate(self.steps) if s.found.cost >= _MISTAKE]
        later = [i for i in dear if (i - here) * by > 0] if self.at is not None else dear
        if later:
            self._go_to(min(later) if by > 0 else max(later))

    def _best_words(self) -> str:
        return self.context.text("review.hide_best" if self.shows_best else "review.show_best")

    def _toggle_best(self) -> None:
        self.shows_best = not self.shows_best

    def _go_on(self) -> Transition | None:
        """Play on from the placement in view, as it was before it."""
        if self.at is None:
            return None
        try:
            match = match_from(self.match, self.round_index, self.steps[self.at])
        except FormatError as error:
            return Replace(tell_error(self.context, error))
        return begin_or_ask(self.context, lambda: continue_match(self.context, match))
