"""A climb on a stage, and the words and exits of a page."""

from __future__ import annotations

from random import Random

from game.climb.game import ClimbKeeper, begin_game
from game.climb.moments import laid_moments
from game.play.table_game import Phase as Waits
from game.rules.match import legal_placements
from game.rules.moves import Call, Place
from game.ui.frame.context import Context
from game.ui.parts import ActionBand, Text, WordLink
from game.ui.widgets import say
from tests.gallery.climb import (
    play_call,
    take_first,
    with_aces,
)
from tests.ui.scenes.stage import Stage
from tests.ui.scenes.table_stage import TableStage


class ClimbStage(TableStage):
    """A climb on a stage."""

    def __init__(self, context: Context, climb: ClimbKeeper | None = None) -> None:
        self.climb = climb or begin_game(context.store, "Ana", seed="77")
        super().__init__(context, context.routes.climb_table(self.climb))

    def call(self) -> None:
        self.let_until_waits(Waits.ACT)
        self.let(1.0)


def open_before_a_line(context: Context) -> tuple[ClimbStage, int]:
    """A stage whose called tile completes a line on a space, held aces and all."""
    for stages in (4, 5, 6):
        climb, random = take_first(with_aces(stages)), Random(stages)
        for _ in range(17):
            climb = play_call(climb, "greedy", random)
            assert climb.stage is not None
            called = climb.act(Call(climb.stage.next_call))
            assert called.stage is not None
            match = called.stage.match
            (tile,) = match.round.seats[0].hand
            for chosen in legal_placements(match, 0):
                made = called.act(Place(0, tile, chosen.space))
                has_line = len(made.facts.lines) > len(called.facts.lines)
                if has_line and laid_moments(1, called.score, made.score).payers:
                    return ClimbStage(context, ClimbKeeper(context.store, "", called)), chosen.space
    raise LookupError


def texts_of(stage: Stage) -> list[str]:
    """Return the words of the page's texts in their order."""
    return [p.words for p in stage.top.root.walk() if isinstance(p, Text)]  # type: ignore[attr-defined]


def exits_of(stage: Stage) -> list[tuple[object, str]]:
    """Return the action band and the links in their order, each with its words."""
    parts = stage.top.root.walk()  # type: ignore[attr-defined]
    return [(p.id, say(p.label)) for p in parts if isinstance(p, ActionBand | WordLink)]
