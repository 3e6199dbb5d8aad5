"""The words of a result: how it is to be taken, what it is compared with, what was earned."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from game.bots.players.registry import LEVELS
from game.locale import write_percent, write_signed
from game.progress.challenge_progress import reveal_review
from game.progress.daily import Medal
from game.progress.level import LEAST, find_scale, first_compared
from game.storage.database import identity_of
from game.ui.draw.bands import TotalMark
from game.ui.draw.icons import Icon
from game.ui.draw.portraits import draw_portrait
from game.ui.draw.theme import METALS
from game.ui.frame.scene import Navigation, Push
from game.ui.frame.topics import as_sentences
from game.ui.scenes.count.finish import FinishMood, KeyPlacement, MatchFinish, Milestone
from game.ui.scenes.count.harvests import Earned
from game.ui.scenes.count.steps import step_words
from game.ui.scenes.shared.goal_pictures import draw_goal
from game.ui.scenes.shared.names import (
    beaten_words,
    bot_name,
    goal_words,
    seat_words,
    space_name,
    tile_name,
    tonight_words,
    winner_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.progress.goals import Goal
    from game.progress.level_findings import LevelFindings
    from game.rules.placement import Placement
    from game.rules.ruleset import Ruleset
    from game.ui.draw.painter import Painter
    from game.ui.draw.theme import Colour
    from game.ui.frame.context import Context
    from game.ui.layout.rects import Rect
    from game.ui.scenes.count.control import CountControl

_FAR: Final = 25
"""Points over Master from which the praise is greater."""


def first_words(context: Context, rules: Ruleset, total: float) -> str:
    """Return whether a first total by these rules is good; "" where no computer was measured."""
    mark = first_compared(find_scale(rules), total)
    if mark is None:
        return ""
    key = "finish.first_above" if mark.mean <= total else "finish.first_below"
    points = context.catalogue.number(mark.mean, 0)
    return context.text(key, name=bot_name(context, mark.level), points=points)


class ResultWords:
    """What a `MatchFinish` knows, in words, for the board that the `control` shows.

    `milestone` or `goal` is the moment that is shown now; `level` measures what this match changed
    of the player's.
    """

    def __init__(
        self,
        context: Context,
        control: CountControl,
        finish: MatchFinish,
        level: LevelFindings | None,
    ) -> None:
        self._context, self.control, self._finish = context, control, finish
        self._level, self._identity = level, identity_of(finish.match)
        self.milestone: Milestone | None = None
        self.goal: Goal | None = None

    def heading(self) -> str:
        """Whose total it is, and how much."""
        finish = self._finish
        name = seat_words(self._context, finish.match, self._seat)
        points = self._context.text("terms.count.points", count=self._total)
        return self._context.text("heard.spoken.total", name=name, points=points)

    def scale_words(self) -> str:
        """Return what is marked on the scale, in whole sentences."""
        text = self._context.text
        marks = sorted(self._finish.marks.items(), key=lambda mark: mark[1])
        named = [(text(f"finish.{key}"), self._number(points, 0)) for key, points in marks]
        marked = [text("breakdown.named", name=name, points=points) for name, points in named]
        return "\n".join((*marked, *self._computers()))

    def _computers(self) -> Iterator[str]:
        """What each computer but Master, who has a mark, made of the day's deal."""
        for level, points in self._finish.computers.items():
            if level != LEVELS[-1]:
                name = bot_name(self._context, level)
                yield self._context.text(
                    "breakdown.named", name=name, points=self._number(points, 0)
                )

    def compared(self) -> str:
        """Return how many computers made less of the day's deal."""
        computers = self._finish.computers
        if computers:
            return beaten_words(self._context, self._finish.total, computers)
        return ""

    def marks(self) -> list[TotalMark]:
        """The totals to compare with that stand in the column."""
        finish, p = self._finish, self._context.painter.theme.palette
        if not finish.is_alone:
            return []
        inks = {"asked": p.accent, "average": p.ink_soft, "master": p.cool, "best": p.ink_soft}
        return [
            TotalMark(
                points,
                f"{self._context.text(f'finish.{key}')} {self._number(points, 0)}",
                inks[key],
            )
            for key, points in finish.marks.items()
        ]

    @property
    def missed(self) -> float | None:
        """The total that a challenge asked for and that was not reached."""
        verdict = self._finish.verdict
        asked = None if verdict is None or verdict.is_met else verdict.asked
        return asked if asked is not None and asked > self._total else None

    def explain_scale(self) -> str:
        """Return what stands on the scale, a sentence a mark."""
        about = [self._context.text(f"finish.about.{key}") for key in self._finish.marks]
        return "\n".join((*about, *self._computers()))

    def _number(self, points: float, decimals: int | None = None) -> str:
        return self._context.catalogue.number(points, decimals)

    def title(self) -> str:
        """Return what happened, where that is worth large words."""
        text, finish = self._context.text, self._finish
        if self.goal is not None:
            return text("heard.spoken.goal_met", goal=text(f"goals.name.{self.goal.value}"))
        if finish.verdict is not None:
            return finish.verdict.title
        if self._moment is Milestone.LEVEL:
            return text(f"level.like.{finish.level_gained}")
        if self._moment is not None:
            return text(f"finish.milestone.{self._moment.value}")
        if finish.mood is FinishMood.RECORD:
            return text("finish.milestone.record")
        if finish.is_alone:
            return ""
        if self._seat in finish.score.winners:
            return self._winners()
        rank = 1 + sum(p.total > self._total for p in finish.score.players)
        return text("finish.place", rank=rank, players=len(finish.match.players))

    @property
    def is_loud(self) -> bool:
        """Whether the board that is shown is one to celebrate: no loser's is, whoever won."""
        if self._moment is Milestone.MASTER:
            return True
        is_best = self._finish.is_alone or self._seat in self._finish.score.winners
        return self._finish.mood.celebrates and is_best

    @property
    def is_pale(self) -> bool:
        """Whether the total is no gold: after something missed, a bad game, or no points."""
        is_missed = self._finish.verdict is not None and not self._finish.verdict.is_met
        return self._finish.mood is FinishMood.KIND or is_missed or not self._total

    @property
    def _moment(self) -> Milestone | None:
        """The moment that is shown, where it is that of the board that is shown; a win has a title
        of its own.
        """
        is_theirs = self._seat == self._finish.seat
        return self.milestone if is_theirs and self.milestone is not Milestone.WIN else None

    @property
    def _seat(self) -> int:
        """Whose total it is: that of the board that is shown."""
        return self._finish.seat if self._finish.is_alone else self.control.seat

    @property
    def _total(self) -> float:
        return self._finish.score.players[self._seat].total

    @property
    def _measures(self) -> bool:
        """Whether the total is compared with what was possible: that of the one person here."""
        return self._finish.is_for_one_player and self._finish.verdict is None

    def _winners(self) -> str:
        return winner_words(self._context, self._finish.match, self._finish.score)

    def sentence(self) -> str:
        """Return how the total is to be taken."""
        text, finish = self._context.text, self._finish
        if finish.verdict is not None:
            return finish.verdict.why
        if finish.mood is FinishMood.RECORD and finish.record is not None:
            return text("finish.over_best", count=finish.total - finish.record)
        if finish.mood is FinishMood.KIND:
            return text("finish.kind")
        if finish.remark:
            return finish.remark
        if not finish.is_alone:
            return self._sentence_about_others()
        if finish.is_first:
            first = first_words(self._context, finish.match.rules, finish.total)
            return first or text("finish.first")
        master = finish.compared_master
        if master is not None and finish.total >= master:
            over = finish.total - master
            if not over:
                return text("finish.like_master", points=self._number(master))
            key = "finish.far_over_master" if over >= _FAR else "finish.over_master"
            return text(key, count=over)
        if finish.average is not None:
            difference = round(finish.total - finish.average)
            if difference >= 1:
                return text("finish.over_average", count=difference)
            return text("finish.near_average", points=self._number(finish.average, 0))
        return text("finish.first") if finish.is_new else ""

    def _sentence_about_others(self) -> str:
        """By how much it was won, or by whom."""
        finish = self._finish
        if self._seat not in finish.score.winners:
            return self._winners()
        others = [p.total for i, p in enumerate(finish.score.players) if i != self._seat]
        lead = self._total - max(others)
        return self._context.text("finish.ahead", count=lead) if lead else ""

    def details(self) -> list[str]:
        """What else is known, the weightiest first; what engines find comes when it is known."""
        finish = self._finish
        words = [self.sentence()] if self.title() else []
        words += [self.beside(), *self._fates(), tonight_words(self._context, finish.tonight)]
        if finish.verdict is not None:
            words.append(finish.verdict.ladder)
        if self._measures:
            words += [self._medal(), self.compared(), self.changes(), self.toward()]
        return [each for each in words if each]

    def beside(self) -> str:
        """Return who was ahead, the player or the computer beside; "" where none played."""
        rival, text = self._finish.rival, self._context.text
        if rival is None or rival.total is None:
            return ""
        lead = self._finish.total - rival.total
        values = {"name": rival.name, "points": self._number(rival.total)}
        if not lead:
            return text("finish.rival_level", **values)
        key = "finish.rival_ahead" if lead > 0 else "finish.rival_behind"
        return text(key, count=abs(lead), **values)

    def _fates(self) -> Iterator[str]:
        """What brought no points on the board that is shown: missed calls, a ray of somebody."""
        control = self.control
        for step in control.steps:
            if not step.points:
                yield step_words(self._context, control.match, control.seat, step)

    def _medal(self) -> str:
        """The day's medal, or that there is none."""
        finish = self._finish
        if finish.daily is None or finish.is_asking:
            return ""
        key = "finish.no_medal" if finish.medal is None else f"daily.medal.{finish.medal.value}"
        return self._context.text(key)

    def earned_words(self) -> Iterator[str]:
        """What was earned, to be read aloud, a sentence each."""
        finish, text = self._finish, self._context.text
        if finish.rival is not None and finish.rival.total is not None:
            yield self.beside()
        if finish.tonight:
            yield tonight_words(self._context, finish.tonight)
        if finish.verdict is not None and finish.verdict.is_met:
            yield finish.verdict.ladder
        if finish.medal is not None:
            yield text(f"daily.medal.{finish.medal.value}")
        if finish.computers:
            yield self.compared()
        for goal in finish.goals:
            yield text("heard.spoken.goal_met", goal=text(f"goals.name.{goal.value}"))

    def earned(self) -> list[Earned]:
        """What was earned as hexagons: a challenge, a medal, a level, goals."""
        finish, context = self._finish, self._context
        text, painter = context.text, context.painter
        p, hexagons = painter.theme.palette, []
        if finish.verdict is not None and finish.verdict.is_met:
            paint = partial(_paint_icon, painter=painter, icon=Icon.STAR, ink=p.accent)
            words = as_sentences((finish.verdict.title, finish.verdict.ladder))
            hexagons.append(Earned("challenge", words, paint, painter.theme.stripes[4]))
        if finish.medal is not None:
            metal = METALS[finish.medal.value]
            paint = partial(_paint_icon, painter=painter, icon=Icon.TROPHY, ink=metal.top)
            words = text(f"daily.medal.{finish.medal.value}")
            is_now = self.milestone is Milestone.FIRST_MEDAL
            hexagons.append(Earned("medal", words, paint, metal.foot, is_now=is_now))
        level = finish.level_gained
        if level is not None:
            paint = partial(_paint_face, painter=painter, bot=level)
            words, is_now = text(f"level.like.{level}"), self.milestone is Milestone.LEVEL
            hexagons.append(Earned("level", words, paint, p.accent, is_now=is_now))
        for goal in finish.goals:
            paint = partial(_paint_goal, painter=painter, goal=goal)
            words = as_sentences((text(f"goals.name.{goal.value}"), goal_words(context, goal)))
            open_goal = partial(self._open_goal, goal)
            key, is_now = f"goal:{goal.value}", self.goal is goal
            hexagons.append(Earned(key, words, paint, p.accent, open_goal, is_now))
        return hexagons

    def _open_goal(self, goal: Goal) -> Navigation:
        return Push(self._context.routes.goals(goal.value))

    def level_gained(self) -> str | None:
        """The level that this match has brought, where it is known and higher than before."""
        level = self._level
        if level is None or level.is_asking or not level.is_latest(self._identity):
            return None
        now, before = level.estimate.level, level.before.level
        if now is None or not self._finish.is_new:
            return None
        is_higher = before is None or LEVELS.index(now) > LEVELS.index(before)
        return now if is_higher else None

    def toward(self) -> str:
        """Return the share of the best possible, and what is missing for a medal and for Master."""
        text, finish = self._context.text, self._finish
        parts = []
        if finish.best and finish.total:
            percent = write_percent(self._context.catalogue, finish.total / finish.best)
            parts.append(text("finish.share", percent=percent))
        short = finish.short_of
        if short is not None and short[0] is not Medal.MASTER:
            parts.append(text(f"finish.short.{short[0].value}", count=short[1]))
        master = finish.compared_master
        if master is not None and finish.total < master:
            missing = round(master - finish.total, 1)
            parts.append(text("finish.short.master", count=missing))
        return " · ".join(parts)

    def changes(self) -> str:
        """Return what the match changed: the level, and the days in a row."""
        text, finish, level = self._context.text, self._finish, self._level
        parts = []
        if level is not None and not level.is_asking and level.is_latest(self._identity):
            now, before = level.estimate, level.before
            if now.level is None and len(now.points) < LEAST and level.scale:
                parts.append(text("level.to_first", count=LEAST - len(now.points)))
            elif now.level is not None and now.mean is not None:
                mean = self._number(now.mean, 0)
                if before.level is None or before.mean is None:
                    parts.append(text("finish.level_new", points=mean))
                else:
                    change = write_signed(self._context.catalogue, now.mean - before.mean, 0)
                    parts.append(text("finish.level", points=mean, change=change))
        if finish.streak:
            parts.append(text("daily.row", count=finish.streak))
        return " · ".join(parts)

    def reveal_review(self) -> None:
        """Let be known what mattered most in a challenge that is not met."""
        reveal_review(self._context.store.profile, self._finish.match)
        self._finish.is_secret = False

    def key_words(self, key: KeyPlacement) -> str:
        """Return what the placement that mattered most gained or cost."""
        points = round(abs(key.points), 1)
        values = {"tile": self._tile(key.placement), "space": self._place(key.placement)}
        if key.points > 0:
            return self._context.text("finish.key_gain", count=points, **values)
        better = self._place(key.better)
        if key.better.tile != key.placement.tile:
            better = f"{self._tile(key.better)} {better}"
        return self._context.text("finish.key_cost", count=points, better=better, **values)

    def _tile(self, placement: Placement) -> str:
        return tile_name(self._context, self._finish.match.rules, placement.tile)

    def _place(self, placement: Placement) -> str:
        return space_name(self._context, self._finish.match.rules.grid, placement.space)


def _paint_icon(
    surface: pygame.Surface, rect: Rect, *, painter: Painter, icon: Icon, ink: Colour
) -> None:
    painter.icon(surface, icon, rect.centre, rect.w, ink)


def _paint_face(surface: pygame.Surface, rect: Rect, *, painter: Painter, bot: str) -> None:
    draw_portrait(surface, painter, bot, rect.centre, rect.w * 1.2)


def _paint_goal(surface: pygame.Surface, rect: Rect, *, painter: Painter, goal: Goal) -> None:
    draw_goal(surface, rect, painter=painter, goal=goal, is_earned=True)
