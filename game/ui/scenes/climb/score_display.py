"""The displayed score of a stage: it follows glowing lines and paying aces one by one.

Marks sink as the multiplier grows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol

import pygame

from game.climb.aces import AceName, Slots
from game.climb.facts import StageFacts, facts_before
from game.climb.game import ClimbKeeper
from game.climb.ghosts import Ghost
from game.climb.moments import laid_moments
from game.climb.score import ClimbScore, GoldState, score_stage_facts
from game.climb.stage import OpenStage
from game.page.climb_words import write_factor
from game.rules.match import Match
from game.rules.moves import Place
from game.rules.scoring import score_position
from game.rules.tiles import Tile
from game.ui.draw.animation import Counter, ease_in_out, mix, mix_point
from game.ui.draw.climb_picture import AceLook, tint_of
from game.ui.draw.shapes import fill_rect
from game.ui.draw.theme import Sky
from game.ui.frame.context import Context
from game.ui.layout.rects import Point, Rect
from game.ui.scenes.climb.score_picture import (
    StageMark,
    draw_ace_bands,
    draw_product,
    draw_purse,
    draw_stage_marks,
    stage_marks,
    stage_scale,
)
from game.ui.scenes.shared.table_mode import Arrived
from game.ui.sound.names import Sound

if TYPE_CHECKING:
    from game.ui.scenes.shared.table_layout import TableLayout

_BETWEEN: Final = 0.09
"""Seconds from one paying ace to the next, which sounds a semitone higher."""

_FLIGHT: Final = 0.42
_JUMP: Final = 0.18
"""Seconds of an ace's payment flying to the product, and of the ace being larger."""

_SINKING: Final = 0.3
"""Seconds in which the marks follow a grown multiplier."""


class DisplayedStage(Protocol):
    """The stage whose score is displayed, as its mode provides it.

    `climb` is the open climb, `stage` the stage's number from 1, `total` the climb's total before
    the stage. `facts` and `score` are those of the board now, `facts_before` those before the last
    tile. `context` has painter and words.
    """

    context: Context
    climb: ClimbKeeper
    stage: int
    total: int
    facts: StageFacts
    facts_before: StageFacts
    score: ClimbScore

    @property
    def slots(self) -> Slots:
        """The aces held in the stage."""

    @property
    def match(self) -> Match:
        """The stage as a match."""

    @property
    def ghosts_ahead(self) -> list[Ghost]:
        """The ghosts not passed yet."""

    def place_of(self, ace: AceName) -> Point | None:
        """Return the point at which an ace is drawn, or None."""

    def take_in(self, score: ClimbScore) -> None:
        """Announce the target or ghosts reached by a displayed score."""


class _Pay(NamedTuple):
    """A payment of an ace: its time and its words."""

    when: float
    words: str


class StageScoreDisplay:
    """The displayed score of a stage at the table."""

    def __init__(self, mode: DisplayedStage) -> None:
        self._mode, self._context = mode, mode.context
        self.facts, self.score = mode.facts, mode.score
        self._counter = Counter(self.score.total)
        self._pays: dict[AceName, _Pay] = {}
        self._sounds: list[tuple[float, Sound, int]] = []
        self._factor = self._from = self._goal = self._wanted_factor
        self._sinking, self._is_still = 0.0, False
        self._marked: tuple[object, list[StageMark]] | None = None
        """The marks at rest, with the score and what else they depend on."""
        self._outlooks: dict[tuple[Tile, int], int] = {}
        self._looked_from: OpenStage | None = None

    # marks and animation

    @property
    def _wanted_factor(self) -> float:
        return float(self.score.multiplier * self.score.gold)

    def is_paying(self, ace: AceName) -> bool:
        """Return whether an ace is paying now."""
        pay = self._pays.get(ace)
        return pay is not None and 0 <= self._context.now() - pay.when < _JUMP

    def advance(self, dt: float, arrived: Arrived) -> bool:
        self._is_still = arrived.is_still
        needs_frame = self._tick(self._facts_at(arrived))
        needs_frame |= self._sink(dt)
        needs_frame |= self._counter.advance(dt, self.score.total, is_still=self._is_still)
        now = self._context.now()
        for _, sound, step in [each for each in self._sounds if each[0] <= now]:
            self._context.sound.play(sound, step=step)
        self._sounds = [each for each in self._sounds if each[0] > now]
        needs_frame |= bool(self._pays)
        self._pays = {ace: pay for ace, pay in self._pays.items() if now < pay.when + _FLIGHT}
        return needs_frame

    def _facts_at(self, arrived: Arrived) -> StageFacts:
        """Return the facts as far as the table shows them."""
        mode = self._mode
        if arrived.is_still or not (arrived.is_flying or arrived.unlit):
            return mode.facts
        if arrived.is_flying:
            return mode.facts_before
        match = mode.match
        scored = score_position(match.rules, match.round.seats[0].position).lines
        places = [i for i, one in enumerate(scored) if one.line.index in arrived.unlit]
        return facts_before(mode.facts, places)

    def _tick(self, facts: StageFacts) -> bool:
        """Update the score for lines that glow and a tile that has landed; return whether it
        changed.
        """
        if facts == self.facts:
            return False
        score = score_stage_facts(self._mode.slots, facts)
        before, self.facts, self.score = self.score, facts, score
        moments = laid_moments(self._mode.stage, before, score)
        now = self._context.now()
        for step, ace in enumerate(moments.payers):
            when = now + (0.0 if self._is_still else _BETWEEN * step)
            self._pays[ace] = _Pay(when, self._paid_words(before, ace))
            self._sounds.append((when, Sound.CLIMB_PAYS, step))
        crystals = moments.crystals
        self._sounds += [(now, Sound.CLIMB_CRYSTAL, number - 1) for number in crystals]
        self._mode.take_in(score)
        return True

    def _paid_words(self, before: ClimbScore, ace: AceName) -> str:
        """Return the increase of an ace's payment in words."""
        catalogue = self._context.catalogue
        old, new = (
            next(part for part in score.parts if part.ace is ace) for score in (before, self.score)
        )
        if new.state is GoldState.SURE:
            return f"×{write_factor(catalogue, new.factor)}"
        return f"+{write_factor(catalogue, new.added - old.added)}"

    def _sink(self, dt: float) -> bool:
        """Move the marks towards the multiplier; return whether they moved."""
        if self._goal != self._wanted_factor:
            self._goal, self._from = self._wanted_factor, self._factor
            self._sinking = 0.0 if self._is_still else _SINKING
        if self._factor == self._goal:
            return False
        self._sinking = max(0.0, self._sinking - dt)
        self._factor = mix(self._goal, self._from, self._sinking / _SINKING)
        return True

    def marks(self) -> list[StageMark]:
        """Return the marks on the points at this moment."""
        mode, context = self._mode, self._context
        ghosts = mode.ghosts_ahead
        key = (self.score, ghosts, context.catalogue)
        if self._marked is None or self._marked[0] != key:
            self._marked = key, stage_marks(context, mode.stage, self.score, ghosts, mode.total)
        share = self._goal / self._factor
        return [mark._replace(points=mark.points * share) for mark in self._marked[1]]

    def abouts(self) -> tuple[str, str]:
        text = self._context.text
        return text("climb.table.about_score"), text("climb.table.about_purse")

    def most(self) -> float:
        return stage_scale(self.score, self.marks())

    # preview

    def write_gain(self) -> str:
        mode = self._mode
        before = score_stage_facts(mode.slots, mode.facts_before)
        return self._context.catalogue.number(mode.score.total - before.total)

    def outlook(self, tile: Tile, space: int) -> str:
        climb, number = self._mode.climb.open, self._context.catalogue.number
        if climb.stage is None:
            return ""
        # The climb is another one in each frame, since it keeps the time.
        if climb.stage is not self._looked_from:
            self._outlooks, self._looked_from = {}, climb.stage
        if (tile, space) not in self._outlooks:
            self._outlooks[tile, space] = climb.preview(Place(0, tile, space)).total
        before, after = self._mode.score.total, self._outlooks[tile, space]
        words = self._context.text
        if before == after:
            return ""
        return words("climb.choice.made", before=number(before), after=number(after))

    # pictures

    def sky(self) -> Sky | None:
        return tint_of(self._context.painter.theme, self._mode.stage, is_quiet=True).sky

    def draw_outlook(
        self, surface: pygame.Surface, layout: TableLayout, tile: Tile, space: int
    ) -> None:
        painter, hand = self._context.painter, layout.hand
        room = Rect(hand.x, hand.bottom, hand.w, layout.beside_hand.y - hand.bottom)
        words, style = self.outlook(tile, space), painter.theme.type.heading
        painter.text_in(surface, words, room, style, "centre", max_lines=1)

    def draw_ground(self, surface: pygame.Surface, layout: TableLayout) -> None:
        painter, climb = self._context.painter, self._mode.climb.open
        tint = tint_of(painter.theme, self._mode.stage, is_quiet=True)
        fill_rect(surface, tint.deep, layout.harvest)
        fill_rect(surface, tint.deep, layout.foot)
        draw_purse(surface, self._context, layout.purse, climb.ropes, climb.crystals)

    def draw(self, surface: pygame.Surface, layout: TableLayout, top: int, most: float) -> None:
        painter, column, row = self._context.painter, layout.harvest, layout.score_row
        looks = [AceLook(slot.ace, slot.level) for slot in self._mode.slots]
        whole = column._replace(y=top - column.h)
        top = draw_ace_bands(surface, painter, whole, self.score, looks, most)
        draw_stage_marks(surface, painter, column, self.marks(), most, top)
        align: Literal["left", "right"] = "left" if layout.is_mirrored else "right"
        total = self._counter.shown
        draw_product(surface, painter, self._context.catalogue, row, self.score, total, align)
        self._draw_pays(surface, row.centre)

    def _draw_pays(self, surface: pygame.Surface, end: Point) -> None:
        """Draw the payments flying from aces to the product."""
        if self._is_still:
            return
        painter, now = self._context.painter, self._context.now()
        style = painter.theme.type.title.coloured(painter.theme.palette.cool)
        for ace, pay in self._pays.items():
            share, start = (now - pay.when) / _FLIGHT, self._mode.place_of(ace)
            if 0 <= share < 1 and start is not None:
                at = mix_point(start, end, ease_in_out(share))
                painter.text(surface, pay.words, at, style, "centre")
