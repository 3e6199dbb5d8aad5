"""How a run ended: how far, what broke it, every stage for review, and the way to the next one."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import pygame

from game.locale.errors import word_error
from game.page.run_result import run_title
from game.progress.run.game import begin_run, runs_in_the_way
from game.progress.run.outcome import squares_of
from game.progress.run.record import RunStep
from game.rules.errors import FormatError
from game.storage.runs import FinishedRun
from game.ui.draw.icons import Icon
from game.ui.draw.sprites import Well
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push, Reset, Scene
from game.ui.frame.topics import as_sentences, labelled
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    AlignedRows,
    Column,
    Ink,
    Maybe,
    PageScene,
    Panel,
    Picture,
    PressedRow,
    Row,
    Scroll,
    Sign,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.run_pages.control import LONGEST_NAME, RunEndControl, read_run_file
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import rules_words
from game.ui.scenes.shared.result_text import result_line
from game.ui.widgets import Button, Look, PressResult, TextField

_PIECE: Final = 13
"""Units of a piece in a stage's row."""


def run_end_scene(context: Context, run: FinishedRun, *, is_new: bool = False) -> Scene:
    """Return the page of a run; why there is none where its record is refused."""
    try:
        return RunEndScene(context, RunEndControl(context, run, is_new=is_new))
    except FormatError as error:
        return _refusal(context, error)


def brought_run(context: Context, path: str) -> Scene:
    """Return the page of the run in a file; what is wrong with it, with stage and reason."""
    try:
        return run_end_scene(context, read_run_file(context, path).run)
    except FormatError as error:
        return _refusal(context, error)


def _refusal(context: Context, error: FormatError) -> Scene:
    reason = word_error(context.catalogue, error)
    return notice(context, context.text("run.end.refused", reason=reason))


class RunEndScene(PageScene):
    """How far, points and what is next at the left; one row for each stage at the right."""

    door = 6

    counted = ("reached", "points")

    def __init__(self, context: Context, control: RunEndControl) -> None:
        super().__init__(context)
        self.control = control
        self._look()

    def _look(self) -> None:
        self._places = self.control.places()
        self._is_practice = self.control.is_players_run and self.control.is_practice

    def page(self) -> Widget:
        control, text = self.control, self.context.text
        kind = text(f"run.kind.{control.run.kind}")
        return self.headed(
            run_title(self.context.catalogue, control.day),
            Row(
                Column(self._outcome(), self._next(), gap=14, share=1),
                self._stages(),
                gap=16,
                share=1,
            ),
            beside=(Text(kind, "caption", "ink_soft", lines=1, align="right"),),
            back=text("run.start.back"),
        )

    # how it ended

    def _outcome(self) -> Widget:
        text, control = self.context.text, self.control
        points = text("terms.count.points", count=control.outcome.state.points)
        number = self.context.catalogue.number(control.outcome.state.points)
        is_over = control.outcome.state.is_over
        key = "run.end.reached" if is_over else "run.end.so_far"
        return Panel(
            not control.is_players_run
            and Row(
                Sign(Icon.TOGETHER, "cool", 20),
                Text(text("run.end.friends", name=control.name), "strong", "cool", share=1),
                gap=10,
            ),
            Text(
                text(key, stage=str(control.outcome.stage)),
                "title",
                align="centre",
                lines=1,
                id="reached",
            ),
            Picture(
                partial(self._paint_points, number), share=1, least=44, reads=points, id="points"
            ),
            Scroll(*(Text(words, "caption", ink) for words, ink in self._why()), gap=4),
            gap=6,
            pad=(18, 12),
            look="panel",
            share=1,
        )

    def _why(self) -> Iterator[tuple[str, Ink]]:
        """What broke the run, what it lacked, and what went best."""
        text, outcome = self.context.text, self.control.outcome
        count = self.context.catalogue.number
        if (last := outcome.broken) is not None:
            result = last.result
            yield (
                text(
                    "run.end.broke",
                    count=outcome.missing,
                    stage=str(result.stage),
                    total=count(result.total),
                    target=count(result.target),
                    reserve=count(last.before.reserve),
                ),
                "ink",
            )
            if result.overtime:
                yield text("run.end.overtime", count=result.overtime), "poor"
        else:
            yield text("run.end.left"), "ink"
        for goal in self.control.goals:
            yield text("run.end.goal", name=text(f"goals.name.{goal.value}")), "accent"
        best = outcome.best
        if best is not None and best.is_passed:
            above = best.result.total - best.result.target
            yield text("run.end.best", count=above, stage=str(best.result.stage)), "good"

    def _paint_points(self, number: str, surface: pygame.Surface, room: Rect) -> None:
        painter = self.context.painter
        p, size = painter.theme.palette, min(room.h * 0.95 / painter.view.scale, 120)
        style = painter.theme.type.number.sized(size).coloured(p.accent)
        painter.text_in(surface, number, room, style, "centre", max_lines=1)

    # what is next

    def _next(self) -> Widget:
        text, control = self.context.text, self.control
        share = Button(
            text("run.end.share"), self._share, icon=Icon.SHARE, shortcut=Action.COPY, id="share"
        )
        table = Button(text("run.end.table"), self._open_table, icon=Icon.TROPHY, id="table")
        main: Widget
        if control.can_add:
            main = Button(
                text("run.end.add"),
                self._add,
                icon=Icon.PLUS,
                look=Look.PRIMARY,
                size=56,
                id=MAIN,
            )
        else:
            main = Button(
                text("run.end.again" if control.is_players_run else "run.end.play"),
                self._again,
                icon=Icon.RESTART if control.is_players_run else Icon.PLAY,
                look=Look.PRIMARY,
                size=56,
                id=MAIN,
            )
        return Panel(
            *self._entry(), main, Row(share, table, gap=10, even=True), gap=10, pad=(18, 14)
        )

    def _entry(self) -> Iterator[Maybe]:
        """Where the run stands in the tables, and under which name."""
        text, control = self.context.text, self.control
        if self._is_practice:
            yield Text(text("run.end.practice"), "caption", "ink_soft")
            return
        if not self._places:
            return
        words = " · ".join(
            text(f"run.end.place.{period.value}", place=str(place))
            for period, place in self._places.items()
        )
        yield Row(
            Sign(Icon.TROPHY, "accent", 22),
            Text(words, "strong", "accent", share=1, lines=2),
            gap=10,
        )
        if control.is_players_run:
            yield Row(
                Text(text("run.end.name"), "caption", "ink_soft", lines=1),
                TextField(
                    self.context,
                    control.name,
                    control.rename,
                    placeholder=text("run.end.name"),
                    max_length=LONGEST_NAME,
                    on_enter=self._entered,
                    share=1,
                    id="name",
                ),
                gap=10,
                size=46,
            )

    def _entered(self, name: str) -> PressResult:
        self.focus(MAIN)
        return None

    # the stages

    def _stages(self) -> Widget:
        text, outcome = self.context.text, self.control.outcome
        rows = [
            self._stage_row(step, squares)
            for step, squares in zip(outcome.stages, squares_of(outcome), strict=True)
        ]
        return Panel(
            Row(
                Text(text("run.end.stages"), "heading", lines=1, share=1),
                Text(text("run.end.stages_about"), "small", "ink_soft", lines=2, align="right"),
                gap=12,
            ),
            Scroll(AlignedRows(*rows, gap=4), share=1, id="stages"),
            gap=8,
            pad=(16, 12),
            share=1.3,
        )

    def _stage_row(self, step: RunStep, squares: str) -> Widget:
        text, number, result = self.context.text, self.context.catalogue.number, step.result
        outcome = self.control.outcome
        is_last = step is outcome.broken
        ink: Ink = "bad" if is_last else "good" if step.is_passed else "fair"
        rules = rules_words(self.context, step.record.match.rules)
        taken = step.record.taken
        ace = "" if taken is None else text(f"run.ace.{taken.value}")
        made = text("run.end.of", total=number(result.total), target=number(result.target))
        reserve = text("run.end.reserve", reserve=number(step.after.reserve))
        key = "passed" if step.is_passed else "broken" if is_last else "missed"
        sentences = (
            labelled([text("run.scores.stage", stage=str(result.stage)), rules]),
            text(f"run.end.{key}", total=number(result.total), target=number(result.target)),
            reserve,
            text("run.taken", ace=ace) if ace else "",
        )
        return PressedRow(
            partial(self._review, step),
            Picture(partial(self._paint_stage, result.stage), size=32, least=30, reads=SILENT),
            Column(
                Spacer(share=1),
                Text(rules, "small", "ink", lines=2),
                bool(ace)
                and Row(
                    Sign(Icon.STAR, "cool", 13),
                    Text(ace, "small", "cool", lines=1, share=1),
                    gap=5,
                ),
                Spacer(share=1),
                share=1,
            ),
            Column(
                Spacer(share=1),
                Row(Spacer(share=1), Text(made, "strong", ink, lines=1)),
                Row(Spacer(share=1), result_line(squares, _PIECE)),
                Spacer(share=1),
            ),
            Text(reserve, "small", "ink_soft", lines=2, align="right", size=84),
            gap=10,
            pad=(8, 3),
            reads=as_sentences([*filter(None, sentences)]),
            id=("stage", result.stage),
        )

    def _paint_stage(self, stage: int, surface: pygame.Surface, room: Rect) -> None:
        painter = self.context.painter
        radius = min(room.size) * 0.48
        painter.sprites.draw_well(surface, room.centre, radius, Well.LEGAL)
        style = painter.theme.type.label.sized(radius / painter.view.scale * 0.9)
        painter.text(surface, str(stage), room.centre, style, "centre")

    # what is done

    def _review(self, step: RunStep) -> PressResult:
        """Open the review of a stage; a run's games are no attempts, so nothing of it is stored."""
        return Push(self.context.routes.review(step.record.match, is_guest=True))

    def _again(self) -> Navigation:
        """Another run of the same kind, or a friend's from its beginning; where an open one would
        end, the start page asks first.
        """
        context, control = self.context, self.control
        store, routes, is_timed = context.store, context.routes, control.record.is_timed
        is_todays = not control.is_players_run and control.day == store.today
        day = store.today if is_todays else None
        seed = "" if control.is_players_run or is_todays else control.run.seed
        if runs_in_the_way(store, is_timed=is_timed, day=day, seed=seed):
            return self._open_table()
        player = default_name(context, 0)
        game = begin_run(store, player, is_timed=is_timed, day=day, seed=seed)
        return Reset(routes.menu(), Push(routes.run_table(game)))

    def _add(self) -> PressResult:
        if not self.control.add():
            return Push(notice(self.context, self.context.text("run.end.not_added")))
        self._look()
        return None

    def _share(self) -> PressResult:
        control = self.control
        when = control.run.finished_at
        return Push(self.context.routes.share_run(control.outcome, control.day, when))

    def _open_table(self) -> Navigation:
        routes = self.context.routes
        return Reset(routes.menu(), Push(routes.run_start(kind=self.control.run.kind)))
