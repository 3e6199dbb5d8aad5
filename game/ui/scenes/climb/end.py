"""How a climb ended: how far, what was short, with which aces, among whom, and the next one."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from game.locale.errors import word_error
from game.page.climb_words import describe_shortfall, name_ace, name_stage, word_card
from game.progress.climb.game import begin_game, games_in_the_way
from game.progress.climb.record import ClimbStep
from game.rules.errors import FormatError
from game.storage.runs import FinishedRun
from game.ui.draw.climb_picture import AceLook, draw_ace
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push, Reset, Scene
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    ActionBand,
    Column,
    ListRow,
    Maybe,
    PageScene,
    Picture,
    Row,
    Scroll,
    Spacer,
    Style,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.climb.control import (
    LONGEST_NAME,
    ClimbEndControl,
    ClimbList,
    read_climb_file,
)
from game.ui.scenes.climb.scores import ClimbScores
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.dialogs import notice
from game.ui.widgets import PressResult, TextField

_ACE: Final = 84


def climb_end_scene(context: Context, run: FinishedRun, *, is_new: bool = False) -> Scene:
    """Return the page of a climb; why there is none where its record is refused."""
    try:
        return ClimbEndScene(context, ClimbEndControl(context, run, is_new=is_new))
    except FormatError as error:
        return _refusal(context, error)


def brought_climb(context: Context, path: str) -> Scene:
    """Return the page of the climb in a file; what is wrong with it, with stage and reason."""
    try:
        return climb_end_scene(context, read_climb_file(context, path).run)
    except FormatError as error:
        return _refusal(context, error)


def _refusal(context: Context, error: FormatError) -> Scene:
    reason = word_error(context.catalogue, error)
    return notice(context, context.text("climb.finish.refused", reason=reason))


class ClimbEndScene(PageScene):
    """Height, total and engine at the left, with the next climb; the others at the right."""

    door = 6
    counted = ("reached", "points")

    def __init__(self, context: Context, control: ClimbEndControl) -> None:
        super().__init__(context)
        self.control = control
        self._scores = ClimbScores(context, ClimbList.DAY, control.run, self._open)

    def page(self) -> Widget:
        text, control = self.context.text, self.control
        total = self.context.catalogue.number(control.state.total)
        left = Column(
            not control.is_players_run
            and Text(text("climb.finish.friends", name=control.name), "label", "cool", lines=1),
            Text(self._reached(), "title", lines=2, id="reached"),
            Text(total, "number", lines=1, id="points"),
            Scroll(*(Text(words, style, lines=3) for words, style in self._why()), share=1, gap=2),
            self._engine(),
            *self._entry(),
            Row(self._action(), size=104),
            gap=6,
            share=52,
            align="left",
        )
        return self.headed(
            text("menu.climb"),
            Row(Column(left, pad=(20, 0, 0, 0), share=52), self._scores.part(), gap=40, share=1),
            self._links(),
            back=text("climb.start.back"),
        )

    def _reached(self) -> str:
        """Where it ended, with the boss's name."""
        text, control = self.context.text, self.control
        stage = str(control.run.stage)
        if control.state.is_over:
            return text("climb.moment.over", stage=stage)
        return text("climb.finish.left", stage=stage)

    def _why(self) -> list[tuple[str, Style]]:
        text, control = self.context.text, self.control
        why: list[tuple[str, Style]] = []
        if control.state.is_over:
            lines = describe_shortfall(self.context.catalogue, control.steps[-1])
            why += [(line, "label") for line in lines]
        for goal in control.goals:
            name = text(f"goals.name.{goal}")
            why.append((text("climb.finish.goal", name=name), "label"))
        above = self._scores.above()
        if above is not None:
            name, count = above
            number = self.context.catalogue.number(count)
            why.append((text("climb.finish.above", name=name, points=number), "strong"))
        why.append((text("climb.minutes", count=control.minutes), "body"))
        return why

    def _engine(self) -> Widget:
        """The five aces with their levels."""
        catalogue, slots = self.context.catalogue, self.control.state.slots
        if not slots:
            return Spacer(size=1)
        pictures = (
            Picture(
                partial(self._paint_ace, AceLook(slot.ace, slot.level)),
                size=_ACE,
                least=40,
                reads=name_ace(catalogue, slot.ace),
                tooltip=f"{name_ace(catalogue, slot.ace)}. {word_card(catalogue, slots, index)}",
            )
            for index, slot in enumerate(slots)
        )
        return Row(*pictures, gap=10, size=_ACE)

    def _paint_ace(self, look: AceLook, surface: pygame.Surface, rect: Rect) -> None:
        draw_ace(surface, self.context.painter, rect.centre, min(rect.size) * 0.48, look)

    def _entry(self) -> list[Maybe]:
        """Under which name it counts; that it was for practice."""
        text, control = self.context.text, self.control
        if not control.is_players_run or not control.run.id:
            return []
        if control.is_practice:
            return [Text(text("climb.finish.practice"), "strong", "ink_soft", lines=2)]
        field = TextField(
            self.context,
            control.name,
            control.rename,
            placeholder=text("climb.finish.name"),
            max_length=LONGEST_NAME,
            on_enter=self._entered,
            share=1,
            id="name",
        )
        label = Text(text("climb.finish.name"), "strong", lines=1)
        return [Row(label, field, gap=12, size=48, most=460)]

    def _entered(self, name: str) -> PressResult:
        self.focus(MAIN)
        return None

    def _action(self) -> Widget:
        text, control = self.context.text, self.control
        key = "add" if control.can_add else "again" if control.is_players_run else "play"
        press = self._add if control.can_add else self._again
        return ActionBand(
            text(f"climb.finish.{key}"), press, icon=Icon.PLAY, bleeds="left", id=MAIN
        )

    def _links(self) -> Widget:
        text, control = self.context.text, self.control
        return Row(
            control.can_add
            and WordLink(text("climb.finish.play"), self._again, leads=True, id="play"),
            WordLink(text("climb.finish.share"), self._share, shortcut=Action.COPY, id="share"),
            WordLink(text("climb.finish.stages"), self._open_stages, leads=True, id="stages"),
            WordLink(text("climb.finish.mountain"), self._open_mountain, leads=True, id="mountain"),
            Spacer(share=1),
            gap=30,
            pad=(20, 0, 0, 0),
            size=46,
        )

    # what is done

    def _again(self) -> Navigation:
        """Another climb, or a friend's from its beginning; where an open one would end, the
        mountain asks first.
        """
        context, control = self.context, self.control
        store, routes = context.store, context.routes
        is_todays = not control.is_players_run and control.day == store.today
        day = store.today if is_todays else None
        seed = "" if control.is_players_run or is_todays else control.run.seed
        if games_in_the_way(store, day=day, seed=seed):
            return self._open_mountain()
        game = begin_game(store, default_name(context, 0), day=day, seed=seed)
        return Reset(routes.menu(), Push(routes.climb_table(game)))

    def _add(self) -> PressResult:
        if not self.control.add():
            return Push(notice(self.context, self.context.text("climb.finish.not_added")))
        self._scores.load()
        return None

    def _open(self, run: FinishedRun) -> PressResult:
        return Push(self.context.routes.climb_end(run))

    def _open_stages(self) -> Navigation:
        return Push(StagesScene(self.context, self.control.steps))

    def _share(self) -> PressResult:
        control = self.control
        when = control.run.finished_at
        return Push(self.context.routes.share_climb(control.record, control.day, when))

    def _open_mountain(self) -> Navigation:
        routes = self.context.routes
        return Reset(routes.menu(), Push(routes.climb_start()))


class StagesScene(PageScene):
    """The stages of a climb, each to be reviewed."""

    door = 6

    def __init__(self, context: Context, steps: tuple[ClimbStep, ...]) -> None:
        super().__init__(context)
        self._steps = steps

    def page(self) -> Widget:
        text, catalogue = self.context.text, self.context.catalogue
        rows = (
            ListRow(
                partial(self._review, step),
                name_stage(catalogue, step.end.stage),
                text(
                    "climb.choice.gain",
                    gain=catalogue.number(step.end.score.total),
                    target=catalogue.number(step.end.target),
                ),
                id=MAIN if index == 0 else ("stage", step.end.stage),
            )
            for index, step in enumerate(self._steps)
        )
        return self.headed(
            text("climb.finish.stages_title"),
            Scroll(*rows, share=1, id="stages"),
            back=text("climb.start.back"),
        )

    def _review(self, step: ClimbStep) -> PressResult:
        """Open the review of a stage; nothing of it is stored as an attempt."""
        return Push(self.context.routes.review(step.entry.match, is_guest=True))
