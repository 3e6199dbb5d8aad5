"""The displayed score of a stage: it follows the lines that glow and the aces that pay."""

from __future__ import annotations

from dataclasses import replace

from game.page.climb_words import write_factor
from game.rules.match import legal_placements
from game.rules.moves import Call, Place
from game.ui.frame.context import Context
from game.ui.frame.intents import PointerMoved
from game.ui.frame.topics import Topic
from game.ui.scenes.climb.mode import ClimbMode
from game.ui.sound.names import Sound
from tests.ui.conftest import Heard
from tests.ui.scenes.climb_stage import open_before_a_line
from tests.ui.scenes.stage import FRAME
from tests.ui.unseen import drawn_words


def test_the_preview_is_the_score_before_and_after(player: Context) -> None:
    stage, space = open_before_a_line(player)
    stage.let(1.0)
    before = stage.climb.open.score.total
    stage.give(PointerMoved(stage.point(space)))
    words = stage.table.read(Topic.FOCUS)
    drawn = drawn_words(lambda _: stage.draw(), (1, 1))
    stage.click_space(space)
    after = stage.climb.open.score.total
    number = player.catalogue.number
    made = player.text("climb.choice.made", before=number(before), after=number(after))
    assert made in words
    assert made in drawn
    assert not any("= " in each and "×" in each for each in drawn), "no points beside the lines"


def test_the_score_ticks_when_the_line_lights_and_each_payer_a_step_higher(
    player: Context, heard: Heard
) -> None:
    stage, space = open_before_a_line(player)
    stage.let(1.0)
    mode = stage.table.mode
    assert isinstance(mode, ClimbMode)
    before, parts = mode.score.total, mode.score.parts
    marks = [mode.score_display.marks()[0].points]
    heard.sounds.clear()
    stage.click_space(space)
    drawn = list[str]()
    assert mode.score_display.score.total == before, "the tile still flies"
    assert mode.score.total > before
    seen, sinking = [before], list[float]()
    for _ in range(120):
        stage.let(FRAME)
        sinking.append(mode.score_display.marks()[0].points)
        if Sound.CLIMB_PAYS in heard.sounds and not drawn:
            drawn = drawn_words(lambda _: stage.draw(), (1, 1))
            paid = [
                f"+{write_factor(player.catalogue, new.added - old.added)}"
                for old, new in zip(parts, mode.score_display.score.parts, strict=True)
                if new.added > old.added
            ]
            assert paid[0] in drawn, "what an ace pays flies as words"
        if mode.score_display.score.total != seen[-1]:
            seen.append(mode.score_display.score.total)
            marks.append(mode.score_display.marks()[0].points)
    assert seen[-1] == mode.score.total
    assert seen == sorted(seen)
    assert Sound.CLIMB_PAYS in heard.sounds
    stage.let(1.0)
    assert mode.score_display.marks()[0].points <= marks[0], "the target's line sinks"
    assert sinking == sorted(sinking, reverse=True), "and never rises"


def test_a_preview_is_computed_from_the_board_as_it_is(player: Context) -> None:
    """The same tile is in the hand on two boards: on one of them the line is complete."""
    stage, space = open_before_a_line(player)
    mode, climb = stage.table.mode, stage.climb
    assert isinstance(mode, ClimbMode)
    first = climb.open
    assert first.stage is not None
    match = first.stage.match
    (tile,) = match.round.seats[0].hand
    elsewhere, last, *_ = (one.space for one in legal_placements(match, 0) if one.space != space)
    number, shown = player.catalogue.number, dict[int, str]()
    for at in (space, elsewhere):
        placed = first.act(Place(0, tile, at))
        assert placed.stage is not None
        climb.open = called = placed.act(Call(placed.stage.next_call))
        assert called.stage is not None
        (again,) = called.stage.match.round.seats[0].hand
        before, after = mode.score.total, called.preview(Place(0, again, last)).total
        made = player.text("climb.choice.made", before=number(before), after=number(after))
        shown[at] = mode.score_display.outlook(again, last)
        assert shown[at] == made * (before != after)
    assert shown[space] != shown[elsewhere]


def test_without_movement_the_score_is_there_at_once(player: Context) -> None:
    player.preferences = replace(player.preferences, has_reduced_motion=True)
    stage, space = open_before_a_line(player)
    stage.let(1.0)
    mode = stage.table.mode
    assert isinstance(mode, ClimbMode)
    stage.click_space(space)
    stage.let(2 * FRAME)
    assert mode.score_display.score == mode.score
