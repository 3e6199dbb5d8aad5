"""The review of a round, placement by placement."""

from collections.abc import Iterator
from functools import partial

import pygame

from game.bots.coach.review import Review
from game.locale import write_percent
from game.play.outside import has_secret
from game.progress.engines import EngineClient, shared_engines
from game.progress.findings import keep_best, keep_review
from game.progress.ladder import keeps_secret, show_secret
from game.progress.puzzles import find_puzzles
from game.progress.review_steps import seats_to_review
from game.rules.match import Match
from game.storage.profile import Profile
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, MouseButton, PointerReleased
from game.ui.frame.scene import (
    ANIMATING,
    STILL,
    Ignored,
    Navigation,
    Pop,
    Pulse,
    Push,
    Replace,
    Scene,
)
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    Column,
    DialogChoice,
    PageScene,
    Panel,
    Picture,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    ask,
)
from game.ui.scenes.review.control import ReviewControl, ReviewEvent
from game.ui.scenes.review.curve import Curve, call_at, draw_curve, lay_out_curve
from game.ui.scenes.review.page import heads, legend, placement, summary, sums
from game.ui.scenes.review.picture import ReviewPicture
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import seat_words, tile_words
from game.ui.scenes.shared.starting import continue_match
from game.ui.sound.names import Sound
from game.ui.widgets import Button, IconButton, Look, PressResult, Segmented


def review_scene(
    context: Context, match: Match, engines: EngineClient | None = None, *, is_guest: bool = False
) -> Scene:
    """The review of a match's last round, the first person's seat at first, or a friendly word
    where nothing was placed or a board is still a secret. Of a guest's match nothing is kept.
    """
    if has_secret(match):
        return notice(context, context.text("review.secret"))
    profile = context.store.profile
    if keeps_secret(profile, match):

        def show() -> Navigation:
            show_secret(profile, match)
            return Push(review_scene(context, match, engines, is_guest=is_guest))

        return ask(
            context,
            "challenges.secret_title",
            "challenges.secret_body",
            DialogChoice("challenges.show_me", show),
            DialogChoice("breakdown.back", look=Look.PRIMARY),
        )
    rounds = [i for i in range(len(match.rounds)) if seats_to_review(match, i)]
    if not rounds:
        return notice(context, context.text("review.empty"))
    seat = seats_to_review(match, rounds[-1])[0]
    control = ReviewControl(match, rounds[-1], seat, engines or shared_engines())
    return ReviewScene(context, control, is_guest=is_guest)


class ReviewScene(PageScene):
    """Waits for the engines, with a bar that grows, then lets the player walk through."""

    counted = ("sums", "heads")

    def __init__(self, context: Context, control: ReviewControl, *, is_guest: bool = False) -> None:
        super().__init__(context)
        self.control, self.is_guest = control, is_guest
        self._picture = ReviewPicture(context, control)
        self._puzzles = 0
        """How many of the match's mistakes are still to be solved as puzzles."""
        self._has_come = False
        """Whether the review is there and stored: the next tick lays it out."""

    def page(self) -> Widget:
        return Column(
            Row(
                Column(
                    *self._tabs(),
                    Text(self._caption(), "heading", lines=1, size=34),
                    Spacer(share=1, id="board"),
                    gap=8,
                    share=58,
                ),
                self._waiting() if self.control.review is None else self._panel(),
                gap=20,
                share=1,
            ),
            self._foot(),
            gap=12,
            pad=(24, 16),
        )

    def _tabs(self) -> Iterator[Widget]:
        """Whose round it is, and which."""
        control = self.control
        match = control.match
        seats = seats_to_review(match, control.round_index)
        if len(seats) > 1:
            names = [(i, seat_words(self.context, match, i)) for i in seats]
            yield Segmented(names, control.seat, control.choose_seat, most=640, id="seats")
        if len(match.rounds) > 1:
            rounds = [
                (i, self.context.text("breakdown.round_short", number=i + 1))
                for i in range(len(match.rounds))
                if seats_to_review(match, i)
            ]
            shown = control.round_index
            yield Segmented(rounds, shown, control.choose_round, most=640, id="rounds")

    def _caption(self) -> str:
        control, text = self.control, self.context.text
        if control.shows_best and control.best is not None:
            points = self.context.catalogue.number(control.best.total)
            return text("review.caption_best", points=points)
        if control.step is None:
            return text("review.caption_end")
        calls = len(control.match.rules.call_sizes)
        return text("play.call_of", call=control.step.reviewed.call + 1, calls=calls)

    def _tile_words(self) -> str:
        """Return the tile of the placement in view as it is read aloud, "" without one."""
        step = self.control.step
        if step is None:
            return ""
        return tile_words(self.context, self.control.match.rules, step.reviewed.placement.tile)

    def _waiting(self) -> Widget:
        """How far the engines are."""
        share = self.control.share
        return Panel(
            Text(self.context.text("review.title"), "heading"),
            Spacer(share=1),
            Text(self.context.text("review.working"), align="centre"),
            Picture(self._paint_progress, size=14),
            Text(write_percent(self.context.catalogue, share), "caption", align="centre"),
            Spacer(share=1),
            share=42,
        )

    def _panel(self) -> Widget:
        """The sums, the curve; then the summary, or the placement in view."""
        context, text, control = self.context, self.context.text, self.control
        review, step = control.review, control.step
        assert review is not None
        pages = [(False, text("review.page_summary")), (True, text("review.page_step"))]
        return Panel(
            Row(
                Text(text("review.title"), "heading", lines=1),
                Text(text("review.hint"), "small", align="right", share=1),
                gap=20,
            ),
            sums(context, review, is_over=control.played.is_complete(control.match.rules)),
            Picture(
                self._paint_curve,
                share=30,
                least=90,
                explain=text("review.about.curve"),
                reads=text("review.about.curve"),
                id="curve",
            ),
            legend(context),
            Segmented(pages, step is not None, self._turn_page, id="pages"),
            # One share for what differs: nothing above it moves from view to view.
            Column(
                step is None and heads(context, control, review),
                Scroll(placement(context, step), share=1, id="placement")
                if step is not None
                else Scroll(*summary(context, control, review, self._go_to), share=1, id="summary"),
                self._learns
                and Button(
                    text("review.learn"),
                    self._learn,
                    icon=Icon.BULB,
                    look=Look.PRIMARY,
                    tooltip=text("review.learn_about", count=self._puzzles),
                    id="learn",
                ),
                gap=8,
                share=70,
            ),
            pad=(20, 14),
            share=42,
        )

    @property
    def _learns(self) -> bool:
        return self.control.at is None and self._puzzles > 0

    def _learn(self) -> Navigation:
        return Push(self.context.routes.puzzles(self.control.match))

    def _foot(self) -> Widget:
        control, text = self.control, self.context.text
        if control.review is None:
            return Row(Spacer(share=1), Button(text("review.back"), Pop, icon=Icon.CLOSE, id=MAIN))
        look = Look.NORMAL if self._learns else Look.PRIMARY
        where = text("review.play_on_where") if control.at is None else None
        best = text("review.hide_best" if control.shows_best else "review.show_best")
        back, forth = partial(self._walk, -1), partial(self._walk, 1)
        return Row(
            IconButton(
                Icon.LEFT,
                back,
                look=Look.NORMAL,
                tooltip=text("review.previous"),
                grow=1,
                id="previous",
            ),
            IconButton(Icon.RIGHT, forth, tooltip=text("review.next"), look=look, grow=1, id=MAIN),
            Button(
                text("review.play_on"),
                self._go_on,
                icon=Icon.PLAY,
                why_disabled=where,
                grow=2,
                id="play_on",
            ),
            control.best is not None
            and Button(best, control.toggle_best, icon=Icon.STAR, grow=2, id="best_board"),
            Button(text("review.back"), Pop, icon=Icon.CLOSE, grow=1, id="leave"),
            gap=12,
        )

    # time

    def animate(self, dt: float) -> Pulse:
        if self._has_come:
            self._has_come = False
            return self.redraw()
        match self.control.poll():
            case ReviewEvent.NOTHING:
                return STILL
            case ReviewEvent.REVIEW:
                self._keep()
                self.context.sound.play(Sound.TOTAL, loudness=0.5)
                self._has_come = True
                return ANIMATING
            case ReviewEvent.FAILURE:
                words = self.context.text("review.failed")
                return Pulse(True, Replace(notice(self.context, words)))
            case ReviewEvent.MORE:
                if self.control.best is not None and not self.is_guest:
                    keep_best(*self._round_key, self.control.best)
        return self.redraw()

    @property
    def _round_key(self) -> tuple[Profile, Match, int]:
        control = self.control
        return self.context.store.profile, control.match, control.round_index

    def _keep(self) -> None:
        """Store the answers, so that they need not be asked for again."""
        control = self.control
        if control.review is not None and not self.is_guest:
            keep_review(*self._round_key, control.seat, control.review)
            puzzles = find_puzzles(self.context.store.profile, control.match)
            self._puzzles = sum(not puzzle.is_solved for puzzle in puzzles)

    def enter(self) -> None:
        self.control.go_on()
        self._keep()
        super().enter()

    def leave(self) -> None:
        super().leave()
        self.control.stop()

    # what the player does

    def handle(self, intent: Intent) -> Navigation | None:
        if self.control.review is not None and isinstance(intent, Command):
            match intent.action:
                case Action.LEFT | Action.RIGHT as action:
                    return self._walk(1 if action is Action.RIGHT else -1)
                case Action.UP | Action.DOWN as action:
                    has_come = self.control.next_mistake(1 if action is Action.DOWN else -1)
                    return self._arrive() if has_come else None
                case Action.FIRST | Action.LAST as action:
                    return self._go_to(0 if action is Action.FIRST else len(self.control.steps) - 1)
        return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        # A review that has just come is not laid out before the next tick: no curve yet.
        review, curve = self.control.review, self.find("curve")
        match intent:
            case PointerReleased(at, MouseButton.PRIMARY) if review and curve:
                call = call_at(self._curve(review, curve.rect), at)
                return self._arrive() if self.control.go_to_call(call) else Ignored()
            case _:
                return super().react(intent)

    def read(self, topic: Topic) -> str:
        if topic is Topic.HEADING:
            return as_sentences((self.context.text("review.title"), self._caption()))
        return super().read(topic)

    def _turn_page(self, is_step: bool) -> None:
        self.control.go_to(0 if is_step and self.control.steps else None)

    def _go_to(self, at: int | None) -> PressResult:
        self.control.go_to(at)
        return self._arrive()

    def _walk(self, by: int) -> PressResult:
        self.control.walk(by)
        return self._arrive()

    def _arrive(self) -> PressResult:
        self.renew()
        self.context.sound.play(Sound.MOVE, loudness=0.4)
        shown = self.find("placement") or self.find("summary")
        words = [] if shown is None else shown.spoken(self.context)
        spoken = self._caption(), self._tile_words(), *words
        self.context.speak(as_sentences(spoken), is_urgent=True)
        return None

    def _go_on(self) -> Navigation | None:
        """Play on from the placement in view, as it was before it."""
        match = self.control.match_here()
        if match is None:
            return None
        return continue_match(self.context, match)

    def draw_below(self, surface: pygame.Surface) -> None:
        # The board is drawn with the background: that is cheaper by half.
        super().draw_below(surface)
        self._picture.draw(surface, self.part("board").rect)

    def _curve(self, review: Review, rect: Rect) -> Curve:
        calls = len(self.control.played.calls)
        return lay_out_curve(self.context.painter, rect, review.curve, calls)

    def _paint_curve(self, surface: pygame.Surface, rect: Rect) -> None:
        review, step = self.control.review, self.control.step
        assert review is not None
        call = None if step is None else step.reviewed.call
        draw_curve(surface, self.context, self._curve(review, rect), review.curve, call)

    def _paint_progress(self, surface: pygame.Surface, bar: Rect) -> None:
        painter = self.context.painter
        painter.bar(surface, bar, self.control.share, painter.theme.palette.accent)
