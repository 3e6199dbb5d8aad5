"""The review of a round, placement by placement."""

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

import pygame

from game.bots.coach.review import Review
from game.locale import write_percent, write_signed
from game.play.own_seats import own_seats
from game.play.public_boards import has_secret
from game.progress.challenge_progress import hides_review, reveal_review
from game.progress.engine_client import EngineClient, shared_engines
from game.progress.findings import store_best, store_review
from game.progress.level_findings import stored_level
from game.progress.puzzles import Puzzle, find_puzzles
from game.progress.review_steps import ReviewStep, rounded_sum, seats_to_review
from game.rules.match import Match
from game.rules.scoring import score_position
from game.storage.profile import Profile
from game.ui.draw.bands import ScoreBand, bands_of_score, draw_dotted, draw_ghost, draw_harvest
from game.ui.draw.icons import Icon
from game.ui.draw.portraits import draw_portrait
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, MouseButton, PointerReleased
from game.ui.frame.scene import (
    ANIMATING,
    STILL,
    Ignored,
    Navigation,
    Pulse,
    Push,
    Replace,
    Scene,
)
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    ActionBand,
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
    WordLink,
    make_dialog,
)
from game.ui.scenes.review.calls import CallRow, draw_calls
from game.ui.scenes.review.control import ReviewControl, ReviewEvent
from game.ui.scenes.review.page import (
    GhostBand,
    figures,
    lost_words,
    placement,
    rare_rows_of,
    rows_of,
    sentence_of,
)
from game.ui.scenes.review.picture import ReviewPicture
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import seat_words, tile_words
from game.ui.scenes.shared.reason_words import is_below, lesson_words
from game.ui.sound.names import Sound
from game.ui.widgets import Look, PressResult, Segmented

_ABOVE: Final = 92.0
"""Units above a full harvest."""


def review_scene(
    context: Context, match: Match, engines: EngineClient | None = None, *, is_guest: bool = False
) -> Scene:
    """Return the review of a match's last round, from the first person's seat.

    A notice replaces it if nothing was placed or a board is still secret. A guest's review is not
    stored.
    """
    if has_secret(match):
        return notice(context, context.text("review.secret"))
    profile = context.store.profile
    if hides_review(profile, match):

        def show() -> Navigation:
            reveal_review(profile, match)
            return Push(review_scene(context, match, engines, is_guest=is_guest))

        return make_dialog(
            context,
            "challenges.secret_title",
            "challenges.secret_body",
            DialogChoice("challenges.show_me", show),
            DialogChoice("menu.back", look=Look.PRIMARY),
        )
    rounds = [i for i in range(len(match.rounds)) if seats_to_review(match, i)]
    if not rounds:
        return notice(context, context.text("review.empty"))
    seat = seats_to_review(match, rounds[-1])[0]
    control = ReviewControl(match, rounds[-1], seat, engines or shared_engines())
    return ReviewScene(context, control, is_guest=is_guest)


_LEAST: Final = 100.0
"""Least points of a full column."""


class Missing(NamedTuple):
    """Missing points: lost by the `row`; -1 means all small losses, None bad luck."""

    points: float
    row: int | None = None


class ReviewScene(PageScene):
    """The page of a review: the harvest with missing points as ghosts, or one placement.

    Until the engines have answered it shows their progress.
    """

    door = 4

    counted = ("sums",)

    def __init__(self, context: Context, control: ReviewControl, *, is_guest: bool = False) -> None:
        super().__init__(context)
        self.control, self.is_guest = control, is_guest
        self._picture = ReviewPicture(context, control)
        self._puzzles: tuple[Puzzle, ...] = ()
        """The mistakes of this match that were not tried as puzzles."""
        self._level: str | None = None
        self._has_come = False
        """Whether the review has arrived and is stored; the next tick displays it."""

    def page(self) -> Widget:
        text, is_waiting = self.context.text, self.control.review is None
        aside = self._waiting() if is_waiting else self._aside()
        # In an upright window the number is below a larger board.
        beside = Column if self.view.is_upright else Row
        return Row(
            Column(
                Spacer(size=28),
                self.head(text("review.title")),
                Column(
                    *self._tabs(),
                    Text(self._caption(), "heading", lines=2),
                    *self._sentences(),
                    beside(
                        Spacer(share=1, id="board"),
                        not is_waiting and self._has_harvest and self._figures(),
                        gap=16,
                        share=1,
                    ),
                    not is_waiting and self._calls(),
                    not is_waiting and self._foot(),
                    gap=4,
                    align="left",
                    pad=(58, 10, 0, 14),
                    share=1,
                ),
                share=1,
            ),
            aside,
            gap=34,
        )

    @property
    def _has_harvest(self) -> bool:
        """Whether the right side shows the harvest, not a placement."""
        return self.control.step is None or self.control.shows_best

    def _tabs(self) -> Iterator[Widget]:
        """Yield the choices of seat and round."""
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
        """Return the tile of the placement on display for the screen reader, "" for none."""
        step = self.control.step
        if step is None:
            return ""
        return tile_words(self.context, self.control.match.rules, step.reviewed.placement.tile)

    @property
    def _width(self) -> float:
        """The width of the right side in units."""
        return min(480.0, 0.37 * self.view.units_wide)

    def _waiting(self) -> Widget:
        """Return the progress of the engines."""
        return Panel(
            Spacer(share=1),
            Text(write_percent(self.context.catalogue, self.control.share), "action"),
            Text(self.context.text("review.working"), "body"),
            Spacer(size=18),
            Picture(self._paint_progress, size=28),
            Spacer(share=1),
            align="left",
            size=self._width,
        )

    def _sentences(self) -> Iterator[Widget]:
        """Yield the question about the dearest placement, what was lost, and the rarest good
        placement.
        """
        control, context = self.control, self.context
        if control.review is None or not self._has_harvest or control.shows_best:
            return
        is_over = control.played.is_complete(control.match.rules)
        rows = rows_of(context, control.review, control.steps)
        puzzle = self._lesson
        if puzzle is not None:
            yield self._question(puzzle)
        sentence = sentence_of(context, control.review, rows, is_over=is_over)
        if sentence:
            yield Text(sentence, "body", lines=2, id="sum-up")
        for i, row in enumerate(rare_rows_of(context, control.steps)[:1]):
            go, about = partial(self._go_to, row.step), context.text("review.about.rare")
            yield WordLink(row.words, go, explain=about, leads=True, id=("rare", i))

    @property
    def _lesson(self) -> Puzzle | None:
        """The costliest mistake on display that was not tried as a puzzle."""
        place = (self.control.round_index, self.control.seat)
        mine = [one for one in self._puzzles if (one.round_index, one.seat) == place]
        return max(mine, key=lambda puzzle: puzzle.cost, default=None)

    def _question(self, puzzle: Puzzle) -> Widget:
        """Return the face of who sees better, and the question that opens the puzzle."""
        context, call = self.context, self.control.steps[puzzle.index].reviewed.call
        words = lesson_words(context, call, puzzle.cost, puzzle.seen_by, self._level)
        is_own = is_below(puzzle.seen_by, self._level)
        face = self._level if is_own and self._level else puzzle.seen_by
        go = partial(context.routes.puzzles, self.control.match, puzzle.key)
        return Row(
            Picture(partial(self._paint_face, face), size=40, reads=SILENT),
            WordLink(words, lambda: Push(go()), leads=True, id="lesson"),
            gap=12,
            size=52 if self.view.is_upright else 44,
        )

    def _paint_face(self, level: str, surface: pygame.Surface, rect: Rect) -> None:
        draw_portrait(surface, self.context.painter, level, rect.centre, rect.h)

    def _figures(self) -> Widget:
        assert self.control.review is not None
        total = figures(self.context, self.control, self.control.review)
        if self.view.is_upright:
            return total
        return Column(Spacer(share=1), total, Spacer(share=1), size=190)

    def _calls(self) -> Widget:
        """Return the row of calls."""
        about = f"{self.context.text('review.about.curve')} {self.context.text('review.hint')}"
        return Picture(self._paint_calls, size=108, explain=about, reads=about, id="calls")

    def _aside(self) -> Widget:
        """Return the harvest with missing points, or the placement on display."""
        context, text, control = self.context, self.context.text, self.control
        review, step = control.review, control.step
        assert review is not None
        if not self._has_harvest and step is not None:
            return Column(
                Spacer(size=72),
                Scroll(
                    placement(context, step, self._level_of(step)),
                    pad=(0, 0, 58, 0),
                    share=1,
                    id="placement",
                ),
                ActionBand(
                    text("review.next"),
                    partial(self._walk, 1),
                    small=True,
                    shortcut=Action.RIGHT,
                    id=MAIN,
                ),
                Spacer(size=52),
                gap=12,
                size=self._width,
            )
        bands, missing = self._bands, self._missing(review)
        stack = sum(one.points for one in bands) + sum(one.points for one in missing)
        # A full column has the expected points.
        unit = (self.view.units_high - _ABOVE) / max(stack, _LEAST)
        earned = sum(max(3.0, one.points * unit) for one in bands)
        start, luck, _, _ = rounded_sum(review)
        words = text("review.mark", points=context.catalogue.number(start))
        if luck > 0:
            signed = write_signed(context.catalogue, luck)
            words = f"{words} · {text('review.legend_luck')} {signed}"
        is_marked = not control.shows_best
        return Column(
            Spacer(share=1),
            is_marked
            and Row(
                Text(
                    words,
                    "strong",
                    align="right",
                    halves=True,
                    lines=1,
                    share=1,
                    explain=text("review.about.at_first"),
                    id="at_first",
                ),
                pad=(0, 0, 24, 0),
                size=26,
            ),
            is_marked and Picture(self._paint_mark, size=5, least=0, reads=SILENT),
            *(self._ghost(review, one, unit) for one in missing),
            Picture(
                partial(self._paint_harvest, bands),
                size=earned,
                least=0,
                reads=self._harvest_words(bands),
            ),
            id="summary",
            size=self._width,
        )

    @property
    def _bands(self) -> tuple[ScoreBand, ...]:
        """The bands of the board on display, and the round's other points."""
        control = self.control
        score = score_position(control.match.rules, control.position)
        bands = bands_of_score(score)
        review = control.review
        rest = 0.0
        if review is not None and control.step is None and not control.shows_best:
            rest = review.total - score.total
        return (*bands, ScoreBand(rest, kind="bonus")) if rest >= 0.5 else bands

    def _harvest_words(self, bands: tuple[ScoreBand, ...]) -> str:
        number = self.context.catalogue.number
        return ", ".join(f"{one.name} {number(one.points)}".strip() for one in bands) or SILENT

    def _missing(self, review: Review) -> list[Missing]:
        """Return the parts between the harvest and the expected total: luck, then losses.

        The largest loss is lowest.
        """
        if self.control.shows_best:
            return []
        rows = rows_of(self.context, review, self.control.steps)
        _, luck, skill, _ = rounded_sum(review)
        small = -skill - sum(row.cost for row in rows)
        missing = [Missing(float(-luck))] if luck < 0 else []
        missing += [Missing(small, -1)] if small >= 0.5 else []
        return [*missing, *(Missing(rows[i].cost, i) for i in reversed(range(len(rows))))]

    def _ghost(self, review: Review, missing: Missing, unit: float) -> Widget:
        """Return the band of missing points, `unit` pixels high for a point."""
        context, text, row = self.context, self.context.text, missing.row
        size = max(3.0, missing.points * unit)
        if row is None:
            words = text("review.legend_luck")
            points, about = write_signed(context.catalogue, -missing.points), "review.about.luck"
            return GhostBand(words, points, "cool", size=size, explain=text(about), id="luck")
        if row < 0:
            return GhostBand("", "", "bad", size=size)
        lost = rows_of(context, review, self.control.steps)[row]
        broken = lost_words(context, review, self.control.steps[lost.step])
        return GhostBand(
            lost.words,
            lost.points,
            "bad",
            partial(self._go_to, lost.step),
            size=size,
            explain=" ".join((*broken, text("review.about.row"))),
            id=("row", row),
        )

    def _level_of(self, step: ReviewStep) -> str | None:
        """Return the player's level if the placement is their own."""
        return self._level if step.seat in own_seats(self.control.match) else None

    def _foot(self) -> Widget:
        """Return the links at the foot."""
        control, text = self.control, self.context.text
        best = text("review.hide_best" if control.shows_best else "review.show_best")
        is_step = not self._has_harvest
        return Row(
            WordLink(
                text("review.previous"),
                partial(self._walk, -1),
                icon=Icon.LEFT,
                shortcut=Action.LEFT,
                id="previous",
            )
            if is_step
            else WordLink(
                text("review.next"),
                partial(self._walk, 1),
                leads=True,
                shortcut=Action.RIGHT,
                id=MAIN,
            ),
            is_step and WordLink(text("review.branch_try"), self._branch, leads=True, id="branch"),
            control.best is not None and WordLink(best, control.toggle_best, id="best_board"),
            is_step
            and WordLink(text("review.page_summary"), partial(self._go_to, None), id="overview"),
            Spacer(share=1),
            gap=30,
        )

    # time

    def animate(self, dt: float) -> Pulse:
        if self._has_come:
            self._has_come = False
            pulse = self.redraw()
            if self.form.focused is None:
                self.focus(MAIN)
            return pulse
        match self.control.poll():
            case ReviewEvent.NOTHING:
                return STILL
            case ReviewEvent.REVIEW:
                self._keep()
                self._has_come = True
                return ANIMATING
            case ReviewEvent.FAILURE:
                words = self.context.text("review.failed")
                return Pulse(True, Replace(notice(self.context, words)))
            case ReviewEvent.MORE:
                if self.control.best is not None and not self.is_guest:
                    store_best(*self._round_key, self.control.best)
        return self.redraw()

    @property
    def _round_key(self) -> tuple[Profile, Match, int]:
        control = self.control
        return self.context.store.profile, control.match, control.round_index

    def _keep(self) -> None:
        """Store the answers in the profile."""
        control = self.control
        if control.review is not None and not self.is_guest:
            store_review(*self._round_key, control.seat, control.review)
            profile = self.context.store.profile
            puzzles = find_puzzles(profile, control.match)
            # One that an earlier version stored may cost nothing by this version's values.
            self._puzzles = tuple(one for one in puzzles if one.is_open and one.seen_by)
            self._level = stored_level(profile, control.match.rules)

    def enter(self) -> None:
        self.control.go_on()
        self._keep()
        super().enter()

    def leave(self) -> None:
        super().leave()
        self.control.stop()

    # actions and pictures

    def handle(self, intent: Intent) -> Navigation | None:
        if self.control.review is not None and isinstance(intent, Command):
            match intent.action:
                case Action.LEFT | Action.RIGHT as action:
                    return self._walk(1 if action is Action.RIGHT else -1)
                case Action.UP | Action.DOWN as action:
                    if self.control.next_mistake(1 if action is Action.DOWN else -1):
                        return self._arrive()
                    end = self.context.text("heard.spoken.field_end")
                    self.context.speak(as_sentences((end, self._caption())), is_urgent=True)
                    return None
                case Action.FIRST | Action.LAST as action:
                    return self._go_to(0 if action is Action.FIRST else len(self.control.steps) - 1)
        return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        # A review that has just arrived has no row of calls before the next tick.
        review, calls = self.control.review, self.find("calls")
        match intent:
            case PointerReleased(at, MouseButton.PRIMARY) if review and calls:
                call = self._call_row(calls.rect).call_at(at)
                if self.control.go_to_call(call):
                    return self._arrive()
                space = self._picture.space_at(self.part("board").rect, at)
                is_step = self.control.step is not None and not self.control.shows_best
                return self._branch(space) if is_step and space is not None else Ignored()
            case _:
                return super().react(intent)

    def read(self, topic: Topic) -> str:
        if topic is Topic.HEADING:
            words = self._words_of(self.find("summary"), is_gist=True)
            return as_sentences((self.context.text("review.title"), self._caption(), *words))
        if topic in (Topic.HERE, Topic.ENDS) and (shown := self.find("placement")) is not None:
            return as_sentences((self._tile_words(), *self._words_of(shown)))
        return super().read(topic)

    def _words_of(self, shown: Widget | None, *, is_gist: bool = False) -> list[str]:
        """Return the words of the placement or the summary; a gist omits the reasons."""
        parts = [] if shown is None else shown.walk()
        texts = (part for part in parts if isinstance(part, Text))
        wanted = (text for text in texts if not is_gist or text.style_name != "body")
        return [words for text in wanted for words in text.spoken(self.context)]

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
        spoken = self._caption(), self._tile_words(), *self._words_of(shown, is_gist=True)
        self.context.speak(as_sentences(spoken), is_urgent=True)
        return None

    def _branch(self, space: int | None = None) -> PressResult:
        """Play another line from the placement on display, starting on `space` if given."""
        control, step = self.control, self.control.step
        if step is None:
            return None
        return Push(self.context.routes.branch(control.match, control.round_index, step, space))

    def draw_below(self, surface: pygame.Surface) -> None:
        # Drawing the board with the background halves the time of a frame.
        super().draw_below(surface)
        self._picture.draw(surface, self.part("board").rect, self.sky())

    def _call_row(self, rect: Rect) -> CallRow:
        return CallRow(rect, len(self.control.played.calls))

    def _paint_calls(self, surface: pygame.Surface, rect: Rect) -> None:
        review, step = self.control.review, self.control.step
        assert review is not None
        call = None if step is None else step.reviewed.call
        rare = frozenset(one.call for one in review.placements if one.is_rare)
        draw_calls(surface, self.context, self._call_row(rect), review.curve, call, rare)

    def _paint_harvest(
        self, bands: tuple[ScoreBand, ...], surface: pygame.Surface, rect: Rect
    ) -> None:
        painter = self.context.painter
        total = sum(one.points for one in bands)
        if total > 0:
            column = rect._replace(w=painter.view.area.right - rect.x)
            draw_harvest(surface, painter, column, bands, total)

    def _paint_mark(self, surface: pygame.Surface, rect: Rect) -> None:
        painter = self.context.painter
        left = rect.x - painter.px(14)
        ink = painter.theme.palette.ink_soft
        draw_dotted(surface, painter, (left, rect.y), painter.view.area.right, ink)

    def _paint_progress(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint a band from the right that shows the engines' progress."""
        painter, p = self.context.painter, self.context.painter.theme.palette
        whole = rect._replace(w=painter.view.area.right - rect.x)
        draw_ghost(surface, painter, whole, p.line)
        made = round(whole.w * self.control.share)
        if made:
            surface.fill(p.ink_soft, whole._replace(x=whole.right - made, w=made))
