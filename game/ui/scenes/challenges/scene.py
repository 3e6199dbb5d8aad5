"""The challenges: a ladder from easy to hard, and the details of the chosen one."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Final

import pygame

from game.locale import write_date
from game.play.table import TableSetup
from game.progress.challenges import Challenge, ChallengeKind, begin_challenge
from game.progress.ladder import Ladder
from game.progress.puzzles import find_puzzles
from game.rules.boards import BoardName
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.portraits import draw_portrait
from game.ui.draw.sprites import Well
from game.ui.draw.theme import METALS
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push
from game.ui.frame.topics import labelled
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    Cells,
    Column,
    Ink,
    PageScene,
    Panel,
    Picture,
    Row,
    Sign,
    Spacer,
    Text,
    Widget,
    coloured,
)
from game.ui.scenes.shared.challenge import challenge_table, draw_lines, ends_words, task_words
from game.ui.scenes.shared.names import rules_words
from game.ui.scenes.shared.starting import continue_match, open_finished, start_match
from game.ui.widgets import Button, Look, OnPress

_IN_ROW: Final = 9

_KIND_ICONS: Final = {
    ChallengeKind.REACH: Icon.ROBOT,
    ChallengeKind.LINES: Icon.FLAG,
    ChallengeKind.LAST: Icon.HOURGLASS,
    ChallengeKind.MAXIMUM: Icon.TROPHY,
    ChallengeKind.WIN: Icon.TOGETHER,
}
"""What stands for each kind."""

_GRADE_INKS: Final[tuple[Ink, ...]] = ("cool", "good", "accent", "poor", "bad")
"""The colour of each grade's band and stars."""


_LEGEND: Final[tuple[tuple[Ink, str], ...]] = (
    ("ink_soft", "standard"),
    ("cool", "rules"),
    ("good", "daffodil"),
)


def _rules_ink(rules: Ruleset) -> Ink:
    """A colour for the board and its rules: the Daffodil, more rules on the classic board, or none
    but its own.
    """
    if rules.board is BoardName.DAFFODIL:
        return "good"
    return "ink_soft" if rules == Ruleset() else "cool"


class Rung(Widget):
    """One challenge of the ladder: its kind's icon over its number, on gold once it is met; the
    icon has the colour of its rules.
    """

    def __init__(
        self,
        context: Context,
        ladder: Ladder,
        challenge: Challenge,
        on_press: OnPress,
        *,
        is_chosen: bool,
    ) -> None:
        about = f"{task_words(context, challenge)}\n{rules_words(context, challenge.rules)}"
        stars = ladder.stars(challenge)
        met = "open" if ladder.met(challenge) is None else "met"
        number = context.text("challenges.number", number=str(ladder.number(challenge)))
        kind = context.text(f"challenges.kind_name.{challenge.kind.value}")
        state = context.text(f"challenges.outcome.{met}")
        if stars:
            state = f"{state}, {context.text('challenges.stars', count=stars)}"
        # A tooltip would cover the rungs beside it; the card says what the chosen one asks for.
        reads = f"{number}, {kind}: {state}\n{about}"
        super().__init__(on_press, reads=reads, id=challenge.name)
        self.challenge = challenge
        self.is_chosen = is_chosen
        self.label = str(ladder.number(challenge))
        self._stars = stars
        self._is_met = ladder.met(challenge) is not None
        self._is_tried = ladder.attempts(challenge) > 0

    def measure(self, painter: Painter) -> tuple[int, int]:
        return painter.px(40), painter.px(36 * painter.word_scale)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, types = painter.theme.palette, painter.theme.type
        x, y = self.rect.centre
        radius = min(self.rect.w * 0.46, self.rect.h * 0.54)
        if self._is_met:
            painter.sprites.draw_medal(surface, "gold", (x, y), radius)
        else:
            well = Well.LEGAL if self._is_tried else Well.EMPTY
            painter.sprites.draw_well(surface, (x, y), radius, well)
        if self.is_chosen or self.is_hovered:
            edge = p.accent if self.is_chosen else p.raised_edge
            painter.sprites.draw_cursor(surface, (x, y), radius * 1.04, edge)
        ink = METALS["gold"].ink if self._is_met else p.ink
        sign = ink if self._is_met else coloured(_rules_ink(self.challenge.rules), painter)
        icon = _KIND_ICONS[self.challenge.kind]
        painter.icon(surface, icon, (x, y - radius * 0.32), round(radius * 0.66), sign)
        style = types.label.sized(radius / painter.view.scale * 0.6).coloured(ink)
        painter.text(surface, self.label, (x, round(y + radius * 0.3)), style, "centre")
        size = round(radius * 0.34)
        for place in range(self._stars):
            left = x + (place - (self._stars - 1) / 2) * size
            painter.icon(surface, Icon.STAR, (left, y + radius * 0.7), size, ink)


class ChallengesScene(PageScene):
    """The ladder at the left, the chosen challenge at the right."""

    door = 4

    turns_at_midnight = True
    counted = ("done",)

    def __init__(self, context: Context, name: str = "") -> None:
        super().__init__(context)
        self._picture = BoardPicture(context.painter)
        self._know()
        named = (c for c in self.ladder.challenges if c.name == name)
        self._choose(next(named, self.ladder.next_after()))

    def _know(self) -> None:
        """Read the records anew."""
        profile = self.context.store.profile
        self.ladder = Ladder(profile)
        self._waiting = [waiting.match for waiting in self.context.store.waiting()]
        self._unsolved = sum(not puzzle.is_solved for puzzle in find_puzzles(profile))

    def page(self) -> Widget:
        text, ladder = self.context.text, self.ladder
        puzzles = text("challenges.puzzles", count=self._unsolved)
        if not self._unsolved:
            puzzles = text("puzzles.title")
        done = text("challenges.done", done=ladder.count, count=len(ladder.challenges))
        grades = groupby(ladder.challenges, lambda challenge: challenge.grade)
        return self.headed(
            text("challenges.title"),
            Row(
                Column(
                    *(self._band(grade, list(of_grade)) for grade, of_grade in grades),
                    Row(*self._legend(), gap=14, pad=(10, 0)),
                    Button(puzzles, lambda: Push(self.context.routes.puzzles()), icon=Icon.BULB),
                    gap=10,
                    share=1.24,
                ),
                self._card(),
                gap=16,
                share=1,
            ),
            beside=(Text(done, "heading", align="right", id="done"),),
            back=text("challenges.back"),
        )

    def _band(self, grade: int, challenges: list[Challenge]) -> Widget:
        """A grade's stars and how many are met; its challenges, as high as their rows are many."""
        met = sum(self.ladder.met(challenge) is not None for challenge in challenges)
        ink = _GRADE_INKS[grade - 1]
        line = self.context.text("challenges.of", done=met, count=len(challenges))
        all_met = self.context.text("challenges.done", done=met, count=len(challenges))
        return Row(
            Picture(partial(self._paint_grade, ink), least=0, size=6),
            Column(
                Spacer(share=1),
                Row(*(Sign(Icon.STAR, ink, 16) for _ in range(grade))),
                Text(line, "caption", "good" if met == len(challenges) else "ink_soft"),
                Spacer(share=1),
                size=92,
            ),
            Cells(*map(self._rung, challenges), columns=_IN_ROW, gap=3, share=1),
            gap=10,
            pad=(10, 5),
            look="panel",
            share=-(-len(challenges) // _IN_ROW),
            reads=labelled([self.context.text("challenges.grade", grade=grade), all_met]),
        )

    def _legend(self) -> Iterator[Widget]:
        """What the colours of the icons mean."""
        text = self.context.text
        for ink, key in _LEGEND:
            yield Row(
                Sign(Icon.HEX, ink, 16),
                Text(text(f"challenges.legend.{key}"), "small", "ink_soft", lines=1),
                gap=5,
            )
        yield Text(text("challenges.legend.stars"), "small", "ink_soft", align="right", share=1)

    def _paint_grade(self, ink: Ink, surface: pygame.Surface, room: Rect) -> None:
        painter = self.context.painter
        painter.box(surface, room, coloured(ink, painter), radius=room.w // 2)

    def _rung(self, challenge: Challenge) -> Widget:
        is_chosen = challenge is self.chosen
        press = partial(self._choose, challenge)
        return Rung(self.context, self.ladder, challenge, press, is_chosen=is_chosen)

    def _card(self) -> Widget:
        text, challenge, ladder = self.context.text, self.chosen, self.ladder
        is_met, is_tried = ladder.met(challenge) is not None, ladder.attempts(challenge) > 0
        number = text("challenges.number", number=str(ladder.number(challenge)))
        kind = text(f"challenges.kind_name.{challenge.kind.value}")
        task, ends = task_words(self.context, challenge), ends_words(self.context, challenge)
        ink = _rules_ink(challenge.rules)
        play = "retry" if is_tried else "play"
        if self._interrupted() is not None:
            play = "continue"
        state = self._state_words()
        return Panel(
            Row(
                Sign(_KIND_ICONS[challenge.kind], ink, 24),
                Text(f"{number} · {kind}", "strong", share=1),
                Text(
                    rules_words(self.context, challenge.rules),
                    "strong",
                    ink,
                    align="right",
                    share=1,
                ),
                gap=10,
            ),
            Row(
                *(
                    Picture(partial(self._paint_face, bot), size=44, across=44)
                    for bot in self._bots()
                ),
                Text(task, "heading", reads="\n".join(filter(None, (task, ends))), share=1),
                gap=8,
            ),
            Picture(self._paint_board, share=1),
            bool(challenge.placed)
            and Text(text("challenges.placed", count=len(challenge.placed)), "small", "ink_soft"),
            challenge.is_open and Text(text("challenges.shown"), "small", "ink_soft"),
            Row(
                Text(text("challenges.difficulty"), "caption"),
                Picture(
                    self._paint_difficulty,
                    share=1,
                    reads=text("challenges.grade", grade=challenge.grade),
                ),
                gap=14,
                size=24,
            ),
            bool(state) and Text(state, "caption"),
            Row(
                Button(
                    text(f"challenges.{play}"),
                    self._start,
                    icon=Icon.PLAY,
                    look=Look.NORMAL if is_met else Look.PRIMARY,
                    id=MAIN,
                ),
                is_met
                and Button(text("challenges.show"), self._open_met, icon=Icon.CHART, id="show"),
                gap=10,
                even=True,
            ),
            gap=10,
            pad=(20, 16),
            look="panel",
            share=1,
        )

    def _bots(self) -> tuple[str, ...]:
        """The computers that the chosen challenge speaks of."""
        match self.chosen.kind:
            case ChallengeKind.REACH:
                return (self.chosen.level,)
            case _:
                return tuple(level for level, _ in self.chosen.rivals)

    def _paint_face(self, bot: str, surface: pygame.Surface, room: Rect) -> None:
        draw_portrait(surface, self.context.painter, bot, room.centre, min(room.size))

    def _state_words(self) -> str:
        text, played = self.context.text, self.ladder.met(self.chosen)
        if played is not None:
            day = write_date(self.context.catalogue, played.finished_at.astimezone().date())
            stars = text("challenges.stars", count=self.ladder.stars(self.chosen))
            return f"{text('challenges.met_on', date=day)} · {stars}"
        tries = self.ladder.attempts(self.chosen)
        return text("challenges.tried", count=tries) if tries else ""

    def _paint_board(self, surface: pygame.Surface, rect: Rect) -> None:
        rules = self.chosen.rules
        board = lay_out_board(rules.grid, rect, 0.5)
        position = self._start_match.round.seats[0].position
        look = BoardLook(rules, position, has_badges=False, has_names=False)
        self._picture.draw(surface, board, look)
        draw_lines(surface, self.context, board, self.chosen)

    def _paint_difficulty(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint how many attempts of computer players failed, as a bar in its grade's colour."""
        painter, challenge = self.context.painter, self.chosen
        ink = coloured(_GRADE_INKS[challenge.grade - 1], painter)
        painter.bar(surface, room.centred(room.w, painter.px(10)), 1 - challenge.met, ink)

    # what is done

    def _choose(self, challenge: Challenge) -> None:
        self.chosen = challenge
        self._start_match = begin_challenge(challenge)

    def _interrupted(self) -> Match | None:
        """Return the interrupted match of the chosen challenge."""
        for match in self._waiting:
            is_chosen = TableSetup.from_match(match).challenge == self.chosen.name
            if is_chosen and not match.is_complete:
                return match
        return None

    def _start(self) -> Navigation | None:
        context, waiting = self.context, self._interrupted()
        if waiting is not None:
            return continue_match(context, waiting)
        return start_match(context, challenge_table(context, self.chosen))

    def _open_met(self) -> Navigation | None:
        return open_finished(self.context, self.ladder.met(self.chosen))

    # the scene

    def enter(self) -> None:
        self._know()
        super().enter()
