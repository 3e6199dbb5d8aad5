"""The picture of a climb: its camps, total, aces, and its seed or day."""

from __future__ import annotations

from datetime import date
from typing import Any

import pygame
import pytest

from game.climb.aces import AceSlot
from game.climb.record import ClimbRecord
from game.climb.sharing import with_climber
from game.climb.stage_rules import boss_of
from game.locale import Language, load_catalogue, write_date
from game.page.climb_words import name_stage
from game.rules.names import NAMELESS
from game.ui.draw.painter import Painter
from game.ui.draw.theme import DEFAULT_THEME
from game.ui.exports import climb_card
from game.ui.exports.climb_card import draw_climb
from game.ui.exports.saving import MOVING_SIZE
from game.ui.layout.rects import make_view
from tests.gallery.climb import play_climb
from tests.golden.pages import changed_pages
from tests.ui.exports.cards import DAY
from tests.ui.exports.conftest import Drawn

pytestmark = pytest.mark.usefixtures("blank")

ENGLISH = load_catalogue(Language.ENGLISH)


def climb_words(drawn: Drawn, climb: ClimbRecord, day: date | None) -> list[str]:
    drawn.words.clear()
    drawn.camps.clear()
    surface, painter = pygame.Surface(MOVING_SIZE), Painter(make_view(MOVING_SIZE))
    draw_climb(climb, ENGLISH, day, surface, painter)
    return list(drawn.words)


def test_a_climb_has_its_stages_total_and_seed_or_day(
    drawn: Drawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    climb, aces = play_climb("0", "greedy"), list[AceSlot]()
    pennants: list[tuple[str, float]] = []
    monkeypatch.setattr(
        climb_card, "draw_ace", lambda s, p, at, size, look: aces.append(AceSlot(*look[:2]))
    )

    def pennant(*given: Any, **_: Any) -> None:
        pennants.append((given[4], given[2][0]))

    monkeypatch.setattr(climb_card, "draw_pennant", pennant)
    last = climb.steps[-1]
    seed_words = ENGLISH.text("score.seed", seed="0")
    for day in (None, DAY):
        words = climb_words(drawn, climb.record, day)
        assert (seed_words in words) is (day is None)
        assert any(write_date(ENGLISH, DAY) in word for word in words) is (day is not None)
        assert ENGLISH.number(climb.state.total) in words
        assert name_stage(ENGLISH, last.end.stage) in words
    assert pennants == [("Ana", drawn.camps[-1][2])] * 2
    places = [x for *_, x in drawn.camps]
    assert places == sorted(set(places))
    held = [AceSlot(slot.ace, slot.level) for slot in climb.state.slots]
    assert aces == held * 2
    p = DEFAULT_THEME.palette
    passed = (p.good, p.cool, p.moon_ink, p.accent)
    assert len({fill for fill, *_ in drawn.camps}) > 4
    for step, (fill, edge, _) in zip(climb.steps, drawn.camps, strict=True):
        missed = p.bad if step is last else p.poor
        crystals = min(step.end.crystals, 4)
        assert fill == (passed[crystals - 1] if step.end.is_passed else missed)
        assert (edge is not None) is (boss_of(step.end.stage) is not None)
    climb_words(drawn, with_climber(climb.record, " \u200b"), None)
    assert pennants[-1][0] == NAMELESS
    unplayed = climb_words(drawn, ClimbRecord("new"), None)
    assert ENGLISH.text("score.seed", seed="new") in unplayed
    assert drawn.camps == []


def test_the_cards_of_climbs_are_drawn_as_before() -> None:
    assert changed_pages("climb_card") == []
