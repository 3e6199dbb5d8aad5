"""The page of a finished climb: stage, shortfall, aces, its place in the table, the next one."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import pygame

from game.climb.aces import slot_of
from game.climb.ending import FailedGold, Shortfall, shortfall_of
from game.climb.game import begin_game, games_in_the_way
from game.climb.record import ClimbStep
from game.climb.stage_rules import boss_of
from game.climb.state import day_seed
from game.locale.errors import word_error
from game.page.climb_words import name_stage, word_card, word_failed
from game.rules.errors import FormatError
from game.storage.climbs import FinishedClimb
from game.ui.draw.bands import draw_flag, draw_ghost, fill_gold
from game.ui.draw.climb_picture import AceLook, Tint, draw_ace, draw_broken_path, tint_of
from game.ui.draw.icons import Icon
from game.ui.draw.theme import Sky
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push, Reset, Scene
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    ActionBand,
    Column,
    ListRow,
    Maybe,
    PageScene,
    Picture,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.climb.ace_row import ace_row
from game.ui.scenes.climb.camps import FULL_STAGE, stages_done
from game.ui.scenes.climb.control import (
    LONGEST_NAME,
    ClimbEndControl,
    ClimbList,
    read_climb_file,
    read_pasted_climb,
)
from game.ui.scenes.climb.score_picture import bands_of_stage
from game.ui.scenes.climb.scores import ClimbScores
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import CLIMB_RULES
from game.ui.widgets import PressResult, TextField

_ACE: Final = 96
_FAILED: Final = 2
"""Units of height of an ace with its words; most failed conditions listed."""

_PATH: Final = 24
"""Units of height of the broken path and its rope above the aces."""

_LOW: Final = 640
"""Units of height below which the words are smaller."""


def climb_end_scene(context: Context, climb: FinishedClimb, *, is_new: bool = False) -> Scene:
    """Return the page of a climb, or a notice with the reason if its record is refused."""
    try:
        return ClimbEndScene(context, ClimbEndControl(context, climb, is_new=is_new))
    except FormatError as error:
        return _refusal(context, error)


def brought_climb(context: Context, path: str, pasted: str) -> Scene:
    """Return the page of the climb in a file, or in a pasted text, or a notice with the stage and
    the reason.
    """
    try:
        came = read_climb_file(context, path) if path else read_pasted_climb(context, pasted)
        return climb_end_scene(context, came.climb)
    except FormatError as error:
        return _refusal(context, error)


def _refusal(context: Context, error: FormatError) -> Scene:
    reason = word_error(context.catalogue, error)
    return notice(context, context.text("climb.finish.refused", reason=reason))


class ClimbEndScene(PageScene):
    """Stage, total and engine at the left, with the next climb; the table at the right."""

    door = 6
    counted = ("reached", "points")

    def __init__(self, context: Context, control: ClimbEndControl) -> None:
        super().__init__(context)
        self.control = control
        self.keys[Action.HELP] = lambda: Push(context.routes.rules(CLIMB_RULES))
        self.unasked = int(control.is_new)
        is_todays = control.climb.seed == day_seed(context.store.today)
        shown = ClimbList.DAY if is_todays else ClimbList.EVER
        self._scores = ClimbScores(context, shown, control.climb, self._open)

    def page(self) -> Widget:
        text, control = self.context.text, self.control
        # In a larger interface words are not smaller.
        is_small = self.context.painter.least_word_scale == 1
        is_low = is_small and self.view.units_high < _LOW
        total = self.context.catalogue.number(control.state.total)
        words = (
            not control.is_players_climb
            and Text(text("climb.finish.friends", name=control.name), "label", "cool", lines=1),
            Text(self._reached(), "heading" if is_low else "title", lines=2, id="reached"),
            Text(total, "display" if is_low else "number", lines=1, id="points"),
            not self.context.store.is_safe
            and Text(text("storage.problem.only-here"), "strong", "bad", lines=3),
        )
        next_climb = (
            bool(control.state.slots) and Spacer(size=_PATH),
            self._engine(),
            self._action(),
        )
        right = Column(self._scores.part(), *self._beside(), gap=8, share=48)
        if self.view.is_upright:
            above = Column(*words, *self._why(), gap=6, align="left")
            below = Column(*next_climb, gap=6, align="left")
            body: Widget = Column(above, right, below, gap=40, pad=(20, 0, 20, 0), share=1)
        else:
            why = Scroll(*self._why(), share=1, gap=4)
            left = Column(*words, why, *next_climb, gap=6, share=52, align="left")
            body = Row(Column(left, pad=(20, 0, 0, 0), share=52), right, gap=56, share=1)
        return self.headed(text("menu.climb"), body, self._links())

    def read(self, topic: Topic) -> str:
        if topic is not Topic.HEADING:
            return super().read(topic)
        points = self.context.text("terms.count.points", count=self.control.state.total)
        return as_sentences((self._reached(), points, self._short()))

    def _reached(self) -> str:
        """Return the stage it ended at, with the boss's name."""
        text, control = self.context.text, self.control
        stage, boss = str(control.climb.stage), boss_of(control.climb.stage)
        if not control.state.is_over:
            return text("climb.finish.left", stage=stage)
        if control.is_players_climb:
            fell = text("climb.moment.over", stage=stage)
        else:
            fell = text("climb.after.fell", name=control.climb.name, stage=stage)
        return fell if boss is None else f"{fell} · {text(f'climb.boss.{boss}')}"

    @property
    def _shortfall(self) -> Shortfall | None:
        """The shortfall of the last stage; None for a climb given up."""
        if not self.control.state.is_over:
            return None
        last = self.control.steps[-1]
        return shortfall_of(last.before.slots, last.end)

    def _short(self) -> str:
        """Return by how much the last stage missed its target, "" for a climb given up."""
        short, number = self._shortfall, self.context.catalogue.number
        if short is None:
            return ""
        end = self.control.steps[-1].end
        return self.context.text(
            "climb.end.short",
            score=number(end.score.total),
            target=number(end.target),
            short=number(short.short),
        )

    def _why(self) -> Iterator[Widget]:
        """Yield the shortfall, failed conditions with their scores, and new goals."""
        text, control = self.context.text, self.control
        short = self._shortfall
        if short is not None:
            yield Text(self._short(), "heading", lines=2)
            yield from (self._failed(gold) for gold in short.failed[:_FAILED])
            yield Picture(self._paint_lack, size=40, least=20, reads=SILENT)
            if short.line is not None:
                yield Text(text("climb.end.line", number=str(short.line.number)), "label", lines=2)
        for goal in control.goals:
            yield Text(text("climb.finish.goal", name=text(f"goals.name.{goal}")), "label", lines=2)

    def _failed(self, gold: FailedGold) -> Widget:
        """Return a gold ace struck through, with its condition."""
        catalogue, slots = self.context.catalogue, self.control.steps[-1].before.slots
        place = slot_of(slots, gold.ace)
        assert place is not None
        look = AceLook(gold.ace, slots[place].level, has_failed=True)
        return Row(
            Picture(partial(self._paint_ace, look), size=54, least=30, reads=SILENT),
            Column(
                Text(word_failed(catalogue, gold), "label", lines=2),
                Text(word_card(catalogue, slots, place), "body", "ink_soft", lines=2),
                gap=0,
                share=1,
                align="left",
            ),
            gap=12,
        )

    def _paint_lack(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint a horizontal band: the score, hollow the gain of a failed condition, and the
        target.
        """
        painter, end, short = self.context.painter, self.control.steps[-1].end, self._shortfall
        assert short is not None
        p, px = painter.theme.palette, painter.px
        best = max((gold.total for gold in short.failed), default=end.target)
        wide = min(rect.w, px(560))
        scale = wide / max(1, best, end.target) / 1.02
        y, high = rect.y + px(6), px(14)
        left = round(end.score.total * scale)
        surface.fill(p.ink, (rect.x, y, left, high))
        lack = Rect(rect.x + left + px(2), y, round(best * scale) - left, high)
        draw_ghost(surface, painter, lack, p.bad)
        tick = rect.x + round(end.target * scale)
        thin = max(1, px(2))
        surface.fill(p.line, (lack.right, y + (high - thin) // 2, max(0, tick - lack.right), thin))
        fill_gold(surface, painter, Rect(tick - px(2), rect.y, px(4), high + px(12)))
        at = (tick + px(8), rect.bottom - px(9))
        style = painter.theme.type.strong.coloured(p.accent)
        words = self.context.catalogue.number(end.target)
        is_right = tick + painter.text_width(words, style) > rect.x + wide
        if is_right:
            painter.text(surface, words, (tick - px(8), at[1]), style, "right")
        else:
            painter.text(surface, words, at, style)

    def _beside(self) -> Iterator[Maybe]:
        """Yield the next higher climb, the duration, and the field of the name."""
        text, above = self.context.text, self._scores.above()
        if above is not None and self.control.is_players_climb:
            name, count = above
            number = self.context.catalogue.number(count)
            words = text("climb.finish.above", name=name, points=number)
            if not name:
                words = text("climb.finish.above_own", points=number)
            yield Text(words, "label", lines=2)
        minutes = text("climb.minutes", count=self.control.minutes)
        yield Text(minutes, "body", "ink_soft", lines=1)
        yield from self._entry()

    def _engine(self) -> Widget:
        """Return the five aces with their levels, and each one's part in the last stage."""
        slots = self.control.state.slots
        if not slots:
            return Spacer(size=1)
        last = self.control.steps[-1].end.score
        row = ace_row(self.context, slots, last, size=_ACE)
        row.most = 104 * len(slots)
        return Column(
            Text(self.context.text("climb.finish.aces"), "heading", lines=1),
            row,
            gap=2,
            align="left",
        )

    def _paint_ace(self, look: AceLook, surface: pygame.Surface, rect: Rect) -> None:
        draw_ace(surface, self.context.painter, rect.centre, min(rect.size) * 0.48, look)

    # the picture below

    @property
    def _tint(self) -> Tint:
        theme, stage = self.context.painter.theme, self.control.climb.stage
        return tint_of(theme, stage, is_quiet=True)

    def sky(self) -> Sky | None:
        return self._tint.sky

    def draw_below(self, surface: pygame.Surface) -> None:
        super().draw_below(surface)
        if not self.control.state.is_over or not self.control.state.slots:
            return
        painter, tint = self.context.painter, self._tint
        px, area = painter.px, painter.view.area
        aces = self.part("aces").rect
        end = aces.right + px(30) if self.view.is_upright else area.centre[0]
        draw_broken_path(surface, painter, tint, aces.y - px(52), end)

    def _entry(self) -> list[Maybe]:
        """Return the field of the name, or the note that it was practice."""
        text, control = self.context.text, self.control
        if not control.is_players_climb or not control.climb.id:
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
        key = "add" if control.can_add else "again" if control.is_players_climb else "play"
        press = self._add if control.can_add else self._again
        return ActionBand(
            text(f"climb.finish.{key}"),
            press,
            icon=Icon.PLAY,
            about=text("climb.finish.other_mountain") if key == "again" else "",
            bleeds="left",
            small=True,
            id=MAIN,
        )

    def _links(self) -> Widget:
        text, control = self.context.text, self.control
        return Row(
            control.can_add
            and WordLink(text("climb.finish.play"), self._again, leads=True, id="play"),
            WordLink(text("climb.finish.share"), self._share, shortcut=Action.COPY, id="share"),
            bool(self._known_steps())
            and WordLink(
                text("climb.finish.stages"),
                lambda: Push(StagesScene(self.context, self._known_steps())),
                leads=True,
                id="stages",
            ),
            WordLink(text("climb.finish.mountain"), self._open_mountain, leads=True, id="mountain"),
            Spacer(share=1),
            gap=30,
            pad=(20, 0, 0, 0),
            size=46,
        )

    # actions

    def _again(self) -> Navigation:
        """Begin another climb, or a friend's seed.

        If that would end an open climb, the mountain asks first.
        """
        context, control = self.context, self.control
        store, routes = context.store, context.routes
        is_todays = not control.is_players_climb and control.day == store.today
        day = store.today if is_todays else None
        seed = "" if control.is_players_climb or is_todays else control.climb.seed
        if games_in_the_way(store, day=day, seed=seed):
            return self._open_mountain()
        game = begin_game(store, default_name(context, 0), day=day, seed=seed)
        return Reset(routes.title(), Push(routes.climb_table(game)))

    def _add(self) -> PressResult:
        if not self.control.add():
            return Push(notice(self.context, self.context.text("climb.finish.not_added")))
        self._scores.load()
        return None

    def _open(self, climb: FinishedClimb) -> PressResult:
        return Push(self.context.routes.climb_end(climb))

    def _known_steps(self) -> tuple[ClimbStep, ...]:
        """Return the stages to review: of a friend's climb those the player has finished."""
        control = self.control
        if control.is_players_climb:
            return control.steps
        return control.steps[: stages_done(self.context, control.climb.seed)]

    def _share(self) -> PressResult:
        control = self.control
        when = control.climb.finished_at
        return Push(self.context.routes.share_climb(control.record, control.day, when))

    def _open_mountain(self) -> Navigation:
        routes = self.context.routes
        return Reset(routes.title(), Push(routes.climb_start()))


class StagesScene(PageScene):
    """The stages of a climb, each with a link to its review."""

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
                    "climb.finish.of_target",
                    score=catalogue.number(step.end.score.total),
                    target=catalogue.number(step.end.target),
                ),
                self._aces(step),
                mark=Picture(partial(self._paint_flag, step), size=70, least=70, reads=SILENT),
                id=MAIN if index == 0 else ("stage", step.end.stage),
            )
            for index, step in enumerate(self._steps)
        )
        return self.headed(
            text("climb.finish.stages_title"),
            Scroll(*rows, pad=(20, 6, 20, 0), gap=8, share=1, id="stages"),
        )

    def _paint_flag(self, step: ClimbStep, surface: pygame.Surface, rect: Rect) -> None:
        painter, end = self.context.painter, step.end
        bands = bands_of_stage(step.entry.match, end.score)
        edge = painter.theme.palette.gold if end.is_passed else None
        draw_flag(surface, painter, rect.centre, rect.h * 0.46, bands, FULL_STAGE, edge)

    def _aces(self, step: ClimbStep) -> Maybe:
        """Return the aces held in a stage, each with what it paid."""
        slots = step.before.slots
        if not slots:
            return False
        row = ace_row(self.context, slots, step.end.score, size=76)
        row.size = min(84 * len(slots), 0.45 * self.view.units_wide)
        return row

    def _review(self, step: ClimbStep) -> PressResult:
        """Open the review of a stage; it is not stored as an attempt."""
        return Push(self.context.routes.review(step.entry.match, is_guest=True))
