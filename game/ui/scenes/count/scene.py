"""The count: every scoring line lights up in turn with its sum, until the total stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from game.play.own_seats import people_here
from game.play.table import TableSetup
from game.progress.level_findings import LevelFindings
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
from game.ui.frame.scene import ANIMATING, STILL, Navigation, Pulse, Push
from game.ui.frame.topics import READING, Topic, as_sentences
from game.ui.layout.rects import Rect, View
from game.ui.parts import (
    MAIN,
    Column,
    Ink,
    PageScene,
    Panel,
    Picture,
    Row,
    Text,
    Widget,
)
from game.ui.scenes.count.control import CountControl, CountEvent
from game.ui.scenes.count.finish import FinishMood, MatchFinish, Milestone
from game.ui.scenes.count.picture import CountPicture
from game.ui.scenes.count.result_view import PARTS, ResultView
from game.ui.scenes.count.rows import LineReceipt, StepRow, spoken_step
from game.ui.scenes.count.timeline import CountTimeline
from game.ui.scenes.shared.dialogs import toast_problem
from game.ui.scenes.shared.names import lying_words, seat_words, winner_words
from game.ui.scenes.shared.starting import copy_code
from game.ui.sound.music import Mood, MusicCue
from game.ui.sound.names import Sound, count_step
from game.ui.widgets import Button, Look, OnPress, Segmented, Toast

_REHEARSING: Final = 0.003
"""Seconds of a frame of the count that the pictures of the result may take."""


_GOAL_SECONDS: Final = 2.4
"""For how long one of several goals is shown."""

_READ_PARTS: Final = {
    Topic.HEADING: ("head", "heading", "number"),
    Topic.NOW: ("heading", "number", "remarks", "note"),
    Topic.SCORE: ("number", "note", "scale", "sheet"),
}
"""Which parts of the result, or of the sums, are read for a topic."""


@dataclass(frozen=True, slots=True)
class NextSteps:
    """Where a count leads: its buttons, the likeliest first and alone primary, and its keys.
    `can_copy` adds the deal's code for somebody else; to the `review` the placement that mattered
    most leads, too. `level` is what the match may have changed of the player's.
    """

    buttons: tuple[Button, ...]
    keys: Mapping[Action, OnPress]
    can_copy: bool = True
    review: OnPress | None = None
    level: LevelFindings | None = None


class BreakdownScene(PageScene):
    """Counts one player's round out; with several players each can be looked at.

    `is_counted` shows everything at once; `heading` is a catalogue's key for a heading of one's
    own, `best` the record to beat, `remark` says why the match does not count. At the end of a
    match there is a `finish`: once everything is counted, the result takes the sums' place.
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
        self.shows_result = finish is not None
        self.timeline = CountTimeline(context.random, is_reduced=is_reduced)
        self._result: ResultView | None = None
        self._announced: set[str] = set()
        if finish is not None:
            self._result = ResultView(
                context, setup, self.control, finish, self.timeline, ways.review, ways.level
            )
            self._known: set[str] = self._marks(finish)
            self._news = len(self._result.earned_rows())
            if is_counted:
                self._announced.update(self._result.earned_words())
        self._celebrated: list[Milestone] = []
        self._goal_in = _GOAL_SECONDS
        self._still, self._drawn = StillPicture(), 0
        self._prerender: Prerender | None = None
        self.has_entrance = not is_counted
        if not is_counted:
            self.timeline.glide()
        self.picture = CountPicture(context, setup, self.control, best, heading, remark)
        self.setup = setup
        self._toast = Toast(context)
        self._level = ways.level
        self._buttons = list(ways.buttons)
        self.keys = dict(ways.keys)
        self.keys.setdefault(Action.HELP, lambda: Push(context.routes.rules()))
        if ways.can_copy:
            copy = Button(lambda: context.text("breakdown.copy"), self._copy, icon=Icon.COPY)
            if finish is None:
                self._buttons.append(copy)
            self.keys[Action.COPY] = self._copy
        next(button for button in self._buttons if button.look is Look.PRIMARY).id = MAIN

    # the page

    def page(self) -> Widget:
        self._drawn += 1
        text = self.context.text
        options = [(True, text("finish.page")), (False, text("finish.page_count"))]
        return Column(
            Row(
                Column(
                    *self._tabs(),
                    Picture(self._paint_board, least=260, share=1, id="board"),
                    gap=8,
                    share=55,
                ),
                Column(
                    self.finish is not None
                    and self.control.is_done
                    and Segmented(
                        options, self.shows_result, self._turn_page, size=40, across=320, id="pages"
                    ),
                    self._result.page()
                    if self.is_result_shown and self._result is not None
                    else self.picture.sums(self._counting),
                    self._notice(),
                    gap=8,
                    share=45,
                    id="beside",
                ),
                gap=20,
                share=1,
            ),
            Row(*self._buttons, gap=14, even=True),
            gap=12,
            pad=(24, 16),
        )

    def _notice(self) -> Widget | None:
        """What has just been done or gone wrong, for some seconds."""
        toast = self._toast
        if not toast.is_shown:
            return None
        ink: Ink = "bad" if toast.is_bad else "ink"
        return Panel(
            Text(toast.words, "strong", ink, align="centre"),
            pad=(16, 8),
            look="panel",
            size=44 if self.context.painter.least_word_scale < 0.8 else 62,
            id=("notice", toast.words),
        )

    def read(self, topic: Topic) -> str:
        control = self.control
        if topic is Topic.BOARD:
            return lying_words(self.context, control.match.rules, control.played.position)
        if topic is Topic.LINES:
            return as_sentences(self._spoken_steps()) or self.context.text("score.no_lines")
        if topic not in _READ_PARTS:
            return super().read(topic)
        if not control.is_done:
            # What is counted already says nothing true of the whole.
            # The lines are read when they are asked for.
            part = self.find("heading") if topic is Topic.NOW else None
            heading = "" if part is None else self.spoken(part)
            return as_sentences((heading, self._totals()))
        parts = [part for id in _READ_PARTS[topic] if (part := self.find(id)) is not None]
        sentences = [words for part in parts for words in part.spoken(self.context)]
        if topic is Topic.NOW:
            sentences.append(self.form.read())
        return as_sentences(sentences) or self.context.text("heard.spoken.nothing_counted")

    def _tabs(self) -> Iterator[Widget]:
        """Yield what chooses whose board is shown, and of which round."""
        control, match = self.control, self.control.match
        players, rounds = len(match.players), len(match.rounds)
        if players > 1:
            # Those who play here first: others, elsewhere, have theirs on their own screens.
            here = people_here(match)
            order = sorted(range(players), key=lambda seat: seat not in here)
            seats = [(seat, seat_words(self.context, match, seat)) for seat in order]
            yield Segmented(
                seats, control.seat, lambda seat: control.show(seat=seat), most=760, id="seats"
            )
        if rounds > 1:
            text = self.context.text
            numbers = [(i, text("breakdown.round_short", number=i + 1)) for i in range(rounds)]
            yield Segmented(
                numbers,
                control.round,
                lambda index: control.show(round_index=index),
                most=760,
                id="rounds",
            )

    @property
    def _counting(self) -> int | None:
        """The step that has just been counted."""
        return None if self.control.is_done else self.control.counted - 1

    @property
    def marked(self) -> int | None:
        """The step that stands out on the board: counted now, or pointed at."""
        if not self.control.is_done:
            return self.control.counted - 1 if self.control.counted else None
        for part in self.root.walk():
            if isinstance(part, StepRow | LineReceipt) and (part.is_hovered or part.shows_focus):
                return next((i for i, s in enumerate(self.control.steps) if s is part.step), None)
        return None

    def _turn_page(self, shows_result: bool) -> None:
        self.shows_result = shows_result

    def _copy(self) -> None:
        self._toast.show(copy_code(self.context, self.setup), 4.0)

    def animate(self, dt: float) -> Pulse:
        is_moving = toast_problem(self.context, self._toast) or self._toast.expire(dt)
        if is_moving:
            self.renew()
        is_gliding = self.timeline.is_gliding
        if not self.control.is_done and not is_gliding:
            self._rehearse()
        is_moving |= self.timeline.advance(dt) | self._look()
        is_moving |= self._celebrate() | self._turn_goal(dt)
        if is_gliding:
            return ANIMATING
        match self.control.advance(dt):
            case CountEvent.REST:
                return ANIMATING if is_moving else STILL
            case CountEvent.SUM:
                counted = self.control.steps[self.control.counted - 1]
                self.context.sound.play(Sound.COUNT, step=count_step(counted.number))
                self.renew()
            case CountEvent.TOTAL:
                self._end_count()
            case CountEvent.WAIT:
                pass
        return ANIMATING

    def _look(self) -> bool:
        """Let come in what has been found, and at last the level; whether anything did."""
        if self.finish is None:
            return False
        has_news = self.finish.poll()
        if self._level is not None and not self.finish.is_asking:
            has_news |= self._level.poll()
        if not has_news:
            return False
        had_key = "key" in self._known
        marks = self._marks(self.finish)
        for key in marks - self._known:
            self.timeline.arrive(f"mark:{key}")
        if self.finish.key is not None and not had_key:
            self.timeline.arrive("found")
            self._known.add("key")
        self._known |= marks
        if self.control.is_done and self._result is not None:
            for number in range(self._news, len(self._result.earned_rows())):
                self.timeline.arrive(f"news:{number}")
            self._news = len(self._result.earned_rows())
            self._announce_earned()
        self.renew()
        return True

    @staticmethod
    def _marks(finish: MatchFinish) -> set[str]:
        """Return the names of the marks that stand on the scale so far."""
        return {*finish.marks, *(["computers"] if finish.computers else ())}

    def _celebrate(self) -> bool:
        """Begin the next moment once the one before has had its time; in the end the weightiest
        stays. Whether something has changed.
        """
        finish, result = self.finish, self._result
        if finish is None or result is None or not self.control.is_done:
            return False
        if self.timeline.is_celebrating or not self.is_result_shown:
            return False
        known = finish.milestones
        following = next((one for one in known if one not in self._celebrated), None)
        if following is None:
            has_changed = bool(known) and result.milestone is not known[0]
            result.milestone = known[0] if known else None
            if has_changed:
                self.renew()
            return has_changed
        self._begin(following)
        self.timeline.celebrate(is_first=following.is_first)
        sound = Sound.FIRST if following.is_first else Sound.BEATEN
        self.context.sound.play(sound)
        return True

    def _begin(self, milestone: Milestone) -> None:
        """Show a moment's ribbon, and read it aloud."""
        assert self._result is not None
        self._celebrated.append(milestone)
        self._result.milestone = milestone
        self.context.speak(self._result.title())
        self.renew()

    def _turn_goal(self, dt: float) -> bool:
        """Show one goal after another, once, while nobody points at one; whether another came."""
        result = self._result
        if result is None or self.finish is None or not self.is_result_shown:
            return False
        is_turning = len(self.finish.goals) > 1 and self._goal_in > 0
        card = self.find("goal")
        is_held = card is not None and (card.is_hovered or card.shows_focus)
        if not is_turning or is_held or self.context.preferences.has_reduced_motion:
            return False
        self._goal_in -= dt
        if self._goal_in > 0:
            return False
        result.next_goal()
        self._goal_in = _GOAL_SECONDS if result.goal else 0.0
        self.renew()
        return True

    def _rehearse(self) -> None:
        """Draw the result unseen, while the sums are counted."""
        if self._result is None:
            return
        if self._prerender is None:
            column = self._result.page()
            column.arrange(self.context, self.part("beside").rect)
            self._prerender = Prerender(self._result.prerender(column))
        self._prerender.go_on(_REHEARSING)

    def _end_count(self) -> None:
        """Sound the end of the count; show the result, if this is the end of a match."""
        self.context.sound.play(self._fanfare())
        self.timeline.finish()
        self.renew()
        if self.finish is None:
            return
        self._announce_earned()
        self.timeline.begin(celebrates=self.finish.mood.celebrates)
        loud = (Milestone.RECORD, Milestone.WIN)
        for milestone in self.finish.milestones:
            if milestone in loud:
                self._begin(milestone)
        if self.finish.goals:
            self.context.sound.play(Sound.GOAL, delay=1.2)

    def _announce_earned(self) -> None:
        """Read aloud what was earned, each once."""
        earned = () if self._result is None else self._result.earned_words()
        words = [spoken for spoken in earned if spoken not in self._announced]
        self._announced.update(words)
        self.context.speak(as_sentences(words))

    def _spoken_steps(self) -> list[str]:
        """Return every step of the count, each line by its name."""
        control = self.control
        return [
            spoken_step(self.context, control.match, control.seat, step) for step in control.steps
        ]

    def _totals(self) -> str:
        """Return who wins, every player's total and a challenge's verdict, to be read aloud."""
        match, score = self.control.match, self.control.score
        verdict = None if self.finish is None else self.finish.verdict
        totals = [
            self.context.text(
                "heard.spoken.total",
                name=seat_words(self.context, match, seat),
                points=self.context.text("terms.count.points", count=scored.total),
            )
            for seat, scored in enumerate(score.players)
        ]
        has_winner = match.is_complete and len(match.players) > 1
        winner = winner_words(self.context, match, score) if has_winner else ""
        words = [winner, *totals] + ([] if verdict is None else [verdict.title, verdict.why])
        return as_sentences(words)

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
        self.context.sound.follow(MusicCue(Mood.COUNT, tune=self.control.tune))
        super().enter()
        self._look()

    def leave(self) -> None:
        super().leave()
        if self.finish is not None:
            self.finish.stop()
        if self._level is not None:
            self._level.stop()

    def handle(self, intent: Intent) -> Navigation | None:
        is_click = isinstance(intent, PointerPressed) and intent.button is MouseButton.PRIMARY
        if is_click or (isinstance(intent, Command) and intent.action not in READING):
            if not self.control.is_done:
                self.control.finish()
                self._end_count()
                return None
            self.timeline.finish()
            if self.finish is not None:
                # Whoever goes on has seen enough: what is known already has had its moment.
                known = self.finish.milestones
                self._celebrated += [one for one in known if one not in self._celebrated]
        return super().handle(intent)

    @property
    def is_result_shown(self) -> bool:
        """Whether the result is shown, and not the sums."""
        return self.shows_result and self.control.is_done

    def resize(self, view: View) -> None:
        self._prerender = None
        super().resize(view)

    # what is seen

    def draw(self, surface: pygame.Surface) -> None:
        if self.is_result_shown and self.timeline.is_still and self.timeline.particles.flying:
            touched = [(p.is_hovered, p.is_pressed, p.shows_focus) for p in self.root.walk()]
            self._still.draw(surface, (self._drawn, touched), self._draw_page)
        else:
            self._draw_page(surface)
        self.form.draw_tooltip(surface)
        self.draw_above(surface)

    def _draw_page(self, surface: pygame.Surface) -> None:
        self.draw_below(surface)
        painter, shifts = self.context.painter, self._shifts(surface.get_width())
        for part in self.form.widgets:
            away = min(shifts.get(part, 0), surface.get_width() - 1)
            # What is on its way lies further right than where it belongs.
            w, h = surface.get_size()
            target = surface.subsurface((away, 0, w - away, h)) if away else surface
            part.draw_with_focus(target, painter)

    def _shifts(self, width: int) -> dict[Widget, int]:
        """By how many pixels each part that is on its way is away from its place."""
        timeline = self.timeline
        beside = self.part("beside")
        if timeline.is_gliding:
            away = round((1 - timeline.value("glide")) * (width - beside.rect.x))
            return dict.fromkeys(beside.leaves(), away)
        if timeline.is_still or not self.is_result_shown:
            return {}
        offsets: dict[Widget, int] = {}
        for id in (*PARTS, *(f"news:{i}" for i in range(self._news))):
            part = self.find(id)
            shift = timeline.shift(id)
            if part is not None and shift:
                away = max(0, round(shift * (width - part.rect.x)))
                offsets |= dict.fromkeys(part.leaves(), away)
        return offsets

    def _paint_board(self, surface: pygame.Surface, rect: Rect) -> None:
        timeline, board = self.timeline, self.picture.lay_out(rect)
        if timeline.is_gliding:
            start = self.picture.start(self.view)
            self.picture.draw_glide(surface, board, start, timeline.value("glide"))
            return
        self.picture.draw_board(surface, board, self.marked, timeline.value("lights", 0.0))
        if self.is_result_shown and self.finish is not None and self.finish.key is not None:
            self.picture.draw_ring(surface, board, self.finish.key)

    def draw_above(self, surface: pygame.Surface) -> None:
        if self._result is not None:
            self._result.draw_particles(surface)
