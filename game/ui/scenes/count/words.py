"""The sentences of a result: its title, its comparisons, and everything earned."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import pygame

from game.bots.players.registry import LEVELS
from game.locale import write_percent, write_signed
from game.progress.challenge_progress import reveal_review
from game.progress.daily import Medal
from game.progress.goals import Goal
from game.progress.level import LEAST, find_level_scale, first_compared, tells_points
from game.progress.level_findings import LevelFindings
from game.progress.puzzles import find_puzzles
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.storage.database import identity_of
from game.ui.draw.bands import TotalMark
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.portraits import draw_portrait
from game.ui.draw.theme import METALS, Colour, contrast
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push
from game.ui.frame.topics import as_sentences
from game.ui.layout.rects import Rect
from game.ui.scenes.count.control import CountControl
from game.ui.scenes.count.finish import FinishMood, KeyPlacement, MatchFinish, Milestone
from game.ui.scenes.count.harvests import Earned
from game.ui.scenes.count.steps import step_words
from game.ui.scenes.shared.goal_pictures import draw_goal
from game.ui.scenes.shared.names import (
    beaten_words,
    bot_name,
    goal_words,
    space_name,
    tile_name,
    tonight_words,
    winner_words,
)
from game.ui.scenes.shared.reason_words import lesson_words
from game.ui.widgets import OnPress, PressResult

_FAR: Final = 25
"""Points over Master from which the praise is stronger."""


def first_words(context: Context, rules: Ruleset, total: float) -> str:
    """Return a remark on a good first total by these rules; "" without measured computers."""
    mark = first_compared(find_level_scale(rules), total)
    if mark is None:
        return ""
    key = "finish.first_above" if mark.mean <= total else "finish.first_below"
    points = context.catalogue.number(mark.mean, 0)
    return context.text(key, name=bot_name(context, mark.level), points=points)


class ResultWords:
    """Words a `MatchFinish`, for the board that the `control` shows.

    `milestone` or `goal` is the event that the title names now; `level` has the player's level
    before and after the match.
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

    def scale_words(self) -> str:
        """Return all marks of the scale in whole sentences."""
        text = self._context.text
        marks = sorted(self._finish.marks.items(), key=lambda mark: mark[1])
        named = [(text(f"finish.{key}"), self._number(points, 0)) for key, points in marks]
        marked = [text("breakdown.named", name=name, points=points) for name, points in named]
        return "\n".join((*marked, *self._computers()))

    def _computers(self) -> Iterator[str]:
        """Yield each computer's total with the daily deal, except Master's, which is a mark."""
        for level, points in self._finish.computers.items():
            if level != LEVELS[-1]:
                name = bot_name(self._context, level)
                yield self._context.text(
                    "breakdown.named", name=name, points=self._number(points, 0)
                )

    def compared(self) -> str:
        """Return how many computers scored less with the daily deal."""
        computers = self._finish.computers
        if computers:
            return beaten_words(self._context, self._finish.total, computers)
        return ""

    def marks(self) -> list[TotalMark]:
        """Return the marks drawn across the single column."""
        finish, p = self._finish, self._context.painter.theme.palette
        if not finish.is_alone:
            return []
        inks = {"asked": p.accent, "average": p.ink_soft, "master": p.cool, "best": p.ink_soft}
        marks = [
            TotalMark(
                points,
                f"{self._context.text(f'finish.{key}')} {self._number(points, 0)}",
                inks[key],
            )
            for key, points in finish.marks.items()
        ]
        rival = finish.rival
        if rival is not None and rival.total is not None:
            marks.append(TotalMark(rival.total, f"{rival.name} {self._number(rival.total)}", p.ink))
        return marks

    @property
    def missed(self) -> float | None:
        """The total required by an unmet challenge; None otherwise."""
        verdict = self._finish.verdict
        asked = None if verdict is None or verdict.is_met else verdict.asked
        return asked if asked is not None and asked > self._total else None

    def explain_scale(self) -> str:
        """Return the tooltip of the scale, a line for each mark."""
        about = [self._context.text(f"finish.about.{key}") for key in self._finish.marks]
        return "\n".join((*about, *self._computers()))

    def _number(self, points: float, decimals: int | None = None) -> str:
        return self._context.catalogue.number(points, decimals)

    def title(self) -> str:
        """Return the large words above the result; "" if nothing special happened."""
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
        """Whether to celebrate the board on display: never a loser's."""
        if self._moment is Milestone.MASTER:
            return True
        is_best = self._finish.is_alone or self._seat in self._finish.score.winners
        return self._finish.mood.celebrates and is_best

    @property
    def is_pale(self) -> bool:
        """Whether the total is drawn without gold: after a missed challenge, a bad game, or 0
        points.
        """
        is_missed = self._finish.verdict is not None and not self._finish.verdict.is_met
        return self._finish.mood is FinishMood.KIND or is_missed or not self._total

    @property
    def _moment(self) -> Milestone | None:
        """The milestone to name; None for a win, which has its own title, or for another seat's
        board.
        """
        is_theirs = self._seat == self._finish.seat
        return self.milestone if is_theirs and self.milestone is not Milestone.WIN else None

    @property
    def _seat(self) -> int:
        """The seat on display."""
        return self._finish.seat if self._finish.is_alone else self.control.seat

    @property
    def _total(self) -> float:
        return self._finish.score.players[self._seat].total

    def _winners(self) -> str:
        return winner_words(self._context, self._finish.match, self._finish.score)

    def sentence(self) -> str:
        """Return the sentence below the title: a comparison, a remark, or the lead over others."""
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
        """Return the winner's lead in points, or the winners' names for a losing seat."""
        finish = self._finish
        if self._seat not in finish.score.winners:
            return self._winners()
        others = [p.total for i, p in enumerate(finish.score.players) if i != self._seat]
        lead = self._total - max(others)
        return self._context.text("finish.ahead", count=lead) if lead else ""

    def details(self) -> list[str]:
        """Return the remaining sentences, the most important first; engines' findings appear once
        known.
        """
        finish = self._finish
        words = [self.sentence()] if self.title() else []
        words += [self.beside(), *self._fates(), tonight_words(self._context, finish.tonight)]
        if finish.verdict is not None:
            words.append(finish.verdict.progress)
        if finish.is_for_one_player and finish.verdict is None:
            words += [self._medal(), self.compared(), self.changes(), self.toward()]
        return [each for each in words if each]

    def beside(self) -> str:
        """Return whether the player or the rival computer was ahead; "" without a rival."""
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
        """Yield the steps without points on the board on display, such as missed calls."""
        control = self.control
        for step in control.steps:
            if not step.points:
                yield step_words(self._context, control.match, control.seat, step)

    def _medal(self) -> str:
        """Return the daily deal's medal, or a sentence that none was earned."""
        finish = self._finish
        if finish.daily is None or finish.is_asking:
            return ""
        key = "finish.no_medal" if finish.medal is None else f"daily.medal.{finish.medal.value}"
        return self._context.text(key)

    def earned_words(self) -> Iterator[str]:
        """Yield a sentence for each thing earned, for the screen reader."""
        finish, text = self._finish, self._context.text
        if finish.rival is not None and finish.rival.total is not None:
            yield self.beside()
        if finish.tonight:
            yield tonight_words(self._context, finish.tonight)
        if finish.verdict is not None and finish.verdict.is_met:
            yield finish.verdict.progress
        if finish.medal is not None:
            yield text(f"daily.medal.{finish.medal.value}")
        if finish.computers:
            yield self.compared()
        for goal in finish.goals:
            yield text("heard.spoken.goal_met", goal=text(f"goals.name.{goal.value}"))

    def earned(self) -> list[Earned]:
        """Return the earned hexagons: challenge, medal, level, goals."""
        finish, context = self._finish, self._context
        text, painter = context.text, context.painter
        p, hexagons = painter.theme.palette, []
        if finish.verdict is not None and finish.verdict.is_met:
            paint = partial(_paint_icon, painter=painter, icon=Icon.STAR, ink=p.gold)
            words = as_sentences((finish.verdict.title, finish.verdict.progress))
            hexagons.append(Earned("challenge", words, paint, painter.theme.stripes[4]))
        if finish.medal is not None:
            metal = METALS[finish.medal.value]
            ink = max(metal.top, metal.ink, key=partial(contrast, p.well))
            paint = partial(_paint_icon, painter=painter, icon=Icon.TROPHY, ink=ink)
            words = text(f"daily.medal.{finish.medal.value}")
            is_now = self.milestone is Milestone.FIRST_MEDAL
            ribbon = painter.theme.stripes[8] if is_now else None
            medal = Earned("medal", words, paint, metal.foot, is_now=is_now, ribbon=ribbon)
            hexagons.append(medal)
        level = finish.level_gained
        if level is not None:
            paint = partial(_paint_face, painter=painter, bot=level)
            words, is_now = text(f"level.like.{level}"), self.milestone is Milestone.LEVEL
            hexagons.append(Earned("level", words, paint, p.gold, is_now=is_now))
        for goal in finish.goals:
            paint = partial(draw_goal, painter=painter, goal=goal, is_earned=True)
            words = as_sentences((text(f"goals.name.{goal.value}"), goal_words(context, goal)))
            open_goal = partial(self._open_goal, goal)
            key, is_now = f"goal:{goal.value}", self.goal is goal
            hexagons.append(Earned(key, words, paint, p.gold, open_goal, is_now))
        return hexagons

    def _open_goal(self, goal: Goal) -> Navigation:
        return Push(self._context.routes.goals(goal.value))

    def level_gained(self) -> str | None:
        """Return the level that this match gained; None while unknown or not higher than before."""
        level = self._level
        if level is None or level.is_asking or not level.is_latest(self._identity):
            return None
        now, before = level.estimate.level, level.before.level
        if now is None or not self._finish.is_new:
            return None
        is_higher = before is None or LEVELS.index(now) > LEVELS.index(before)
        return now if is_higher else None

    def toward(self) -> str:
        """Return the share of the best total, and the points missing for a medal and for Master."""
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
        """Return the change of the player's level, and the consecutive days."""
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
        """Reveal the key placement of an unmet challenge, and store that it was revealed."""
        reveal_review(self._context.store.profile, self._finish.match)
        self._finish.is_secret = False

    def key_words(self, key: KeyPlacement) -> str:
        """Return a sentence about the key placement: what it gained, or a question if it cost."""
        level, text = self._finish.level, self._context.text
        if key.points < 0:
            return lesson_words(self._context, key.call, -key.points, key.seen_by, level)
        values = {"tile": self._tile(key.placement), "space": self._place(key.placement)}
        if tells_points(level):
            return text("finish.key_gain", count=round(key.points, 1), **values)
        placed = text("review.went_placement", call=key.call + 1, **values)
        return f"{placed}. {text('review.nothing_better')}"

    def open_key(self, review: OnPress | None) -> PressResult:
        """Open the puzzle of the key placement if it cost points, else by `review` the review."""
        key, match = self._finish.key, self._finish.match
        profile, seat = self._context.store.profile, self._finish.seat
        if key is not None and key.points < 0:
            wanted = f"{key.round_index}:{seat}:{key.index}"
            if any(puzzle.key == wanted for puzzle in find_puzzles(profile, match)):
                return Push(self._context.routes.puzzles(match, wanted))
        return review() if review is not None else None

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
