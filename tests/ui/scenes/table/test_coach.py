"""The coach at the table: what it says first, what it never leaves out, and how it is heard."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame
import pytest

from game.bots.coach.coach import Advised, advise
from game.bots.coach.reasons import Reason, ReasonKind
from game.bots.service.tasks import AdviceTask
from game.play.table_game import Phase as Waits
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.scenes.shared.reason_words import (
    is_loss,
    reason_words,
)
from game.ui.scenes.table.coach import choose_reasons
from game.ui.scenes.table.scene import TableScene
from tests.gallery import collect_samples
from tests.gallery.review import PatientEngines
from tests.golden.pages import changed_pages
from tests.ui.scenes.table_stage import open_table
from tests.ui.unseen import drawn_words
from tests.ui.written import written_lines


@pytest.fixture
def table(player: Context) -> TableScene:
    """A table half played whose coach has answered."""
    scene = collect_samples()["play-coach"].make(player)
    assert isinstance(scene, TableScene)
    scene.resize(player.painter.view)
    return scene


def advised(table: TableScene) -> list[Advised]:
    return [*advise(table.game.match, table.game.view).placements]


SETTLED = {
    *(ReasonKind.KILLS, ReasonKind.BREAKS_RAY, ReasonKind.CANNOT_FINISH),
    *(ReasonKind.COMPLETES, ReasonKind.COMPLETES_RAY),
}


def test_the_gravest_reason_comes_first(table: TableScene) -> None:
    """Settled reasons come before possible ones; among settled ones, the most points come first."""
    for one in advised(table):
        settled = [reason for reason in one.reasons if reason.kind in SETTLED]
        assert settled == [*one.reasons[: len(settled)]]
        assert [r.points for r in settled] == sorted((r.points for r in settled), reverse=True)
    losing = [one for one in advised(table) if any(map(is_loss, one.reasons))]
    assert losing
    assert all(is_loss(one.reasons[0]) for one in losing if one.reasons[0].points == 40)


def test_a_loss_is_shown_however_little_room_there_is(table: TableScene) -> None:
    heights = dict.fromkeys(ReasonKind, 20.0)

    def height(reason: Reason) -> float:
        return heights[reason.kind]

    completes, continues, kills = (
        Reason(ReasonKind.COMPLETES, points=45),
        Reason(ReasonKind.CONTINUES, points=20),
        Reason(ReasonKind.KILLS, points=9),
    )
    every = (completes, continues, kills)
    assert choose_reasons(every, height, 60) == [*every]
    assert choose_reasons(every, height, 40) == [completes, kills]
    assert choose_reasons(every, height, 20) == [kills]
    assert choose_reasons((completes, continues), height, 20) == [completes]
    starts = Reason(ReasonKind.STARTS, points=5)
    heights[ReasonKind.CONTINUES] = 30.0
    assert choose_reasons((completes, continues, starts), height, 40) == [completes], "in order"


def test_the_coach_asks_once_about_a_hand(player: Context) -> None:
    player.preferences = replace(player.preferences, has_rival=False)
    engines = player.engines = PatientEngines()
    stage = open_table(player)
    stage.let_until_waits(Waits.ACT)
    coach = stage.table.coach
    for _ in range(3):
        coach.ask()
    assert len(engines.tasks) == 1
    stage.click_space("c3")
    stage.let_until_waits(Waits.ACT)
    coach.ask()
    assert engines.tasks == [AdviceTask(task.match, 0) for task in engines.tasks]
    assert [answer.cancelled() for answer in engines.answers] == [True, False]
    assert not coach.poll()
    stage.table.call_coach(is_on=True)
    (tile,) = stage.game.hand()
    assert coach.spoken_best(tile) == player.text("coach.thinking")
    engines.answers[1].give(advise(stage.match, 0))
    assert [coach.poll(), coach.poll()] == [True, False]
    assert coach.spoken_best(tile).count(";") == 2
    stage.table.call_coach(is_on=False)
    stage.click_space("c2")
    coach.ask()
    assert len(engines.tasks) == 2, "there is no tile to ask about"
    stage.let_until_waits(Waits.ACT)
    stage.table.call_coach(is_on=True)
    (tile,) = stage.game.hand()
    assert coach.spoken_best(tile) == player.text("coach.thinking"), "that was another hand's"
    coach.ask()
    assert coach.spoken_best(tile) == player.text("coach.thinking")
    engines.answers[2].fail(RuntimeError())
    assert not coach.poll()


def test_of_two_tiles_each_has_its_own_values(player: Context) -> None:
    stage = open_table(player, "classic free pairs none")
    while len(stage.game.hand()) < 2:
        stage.play_call()
        stage.let_until_waits(Waits.ACT)
    coach, advice = stage.table.coach, advise(stage.match, 0)
    state = stage.game.seat_state()
    assert state is not None
    coach.is_on = True
    coach.take(state, advice)
    text, grid, told = player.text, stage.match.rules.grid, set()
    for tile in stage.game.hand():
        best = [one for one in advice.placements if one.placement.tile == tile][:3]
        spaces = "; ".join(
            text(
                "coach.heard.space",
                space=grid.name_of(one.placement.space),
                points=text("terms.count.points", count=round(one.value)),
            )
            for one in best
        )
        assert coach.spoken_best(tile) == text("coach.heard.list", spaces=spaces)
        told.add(spaces)
    assert len(told) == 2


def test_the_space_aimed_at_is_written_below_the_two_best(table: TableScene) -> None:
    (tile,), every = table.game.hand(), advised(table)
    context, grid = table.context, table.game.match.rules.grid
    table.call_coach(is_on=True)
    laid = table.layout
    assert laid is not None
    names = [grid.name_of(one.placement.space) for one in every]
    for aimed, shown in ((None, (0, 1, 2)), (1, (0, 1, 2)), (-1, (0, 1, -1))):
        target = None if aimed is None else every[aimed].placement.space
        draw = partial(table.coach.draw, layout=laid, tile=tile, target=target)
        drawn = drawn_words(draw, (1, 1))
        coins = [one for one in every if one.placement.space != target]
        values = [context.catalogue.number(round(one.value)) for one in coins]
        assert drawn[: drawn.index(context.text("coach.title"))] == values
        assert [words for words in drawn if words in names] == [names[at] for at in shown]
        assert reason_words(context, every[aimed or 0].reasons[0]) in drawn
    assert context.text("coach.best") in drawn_words(draw, (1, 1))
    p = context.painter.theme.palette
    for aimed, inks in ((0, (p.good, p.ink, p.ink)), (1, (p.good, p.accent, p.ink))):
        with written_lines() as lines:
            table.coach.draw(pygame.Surface((1, 1)), laid, tile, every[aimed].placement.space)
        assert tuple(line.style.colour for line in lines if line.text in names) == inks


def test_reasons_without_room_are_left_out_but_for_the_loss(table: TableScene) -> None:
    (tile,) = table.game.hand()
    table.call_coach(is_on=True)
    laid, context = table.layout, table.context
    assert laid is not None
    assert laid.coach is not None
    one = next(one for one in advised(table) if any(map(is_loss, one.reasons[1:])))
    worded = [reason_words(context, reason) for reason in one.reasons]
    loss = reason_words(context, next(filter(is_loss, one.reasons)))
    for high, least, most in ((2000, len(worded), len(worded)), (30, 1, len(worded) - 1)):
        layout = replace(laid, coach=laid.coach._replace(h=high))
        draw = partial(table.coach.draw, layout=layout, tile=tile, target=one.placement.space)
        drawn = [words for words in drawn_words(draw, (1, 1)) if words in worded]
        assert least <= len(drawn) <= most
        assert loss in drawn


def test_each_reason_has_its_sign_in_its_colour(
    table: TableScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tile,), p = table.game.hand(), table.context.painter.theme.palette
    signs: list[tuple[Icon, Colour]] = []
    monkeypatch.setattr(Painter, "icon", lambda *how: signs.append((how[2], how[-1])))
    table.call_coach(is_on=True)
    assert table.layout is not None
    seen = set()
    for one in advised(table):
        signs.clear()
        table.coach.draw(pygame.Surface((1, 1)), table.layout, tile, one.placement.space)
        seen |= {*signs}
    assert seen == {(Icon.CHECK, p.good), (Icon.CLOSE, p.bad), (Icon.MINUS, p.ink_soft)}


def test_the_coach_is_heard(table: TableScene) -> None:
    """Each space's value, how much less than the best one's; every reason where it is asked."""
    (tile,) = table.game.hand()
    every = advised(table)
    text = table.context.text
    for one in (every[0], every[-1]):
        table.selection.cursor.put(one.placement.space)
        table.selection.is_keyboard = True
        points = text("terms.count.points", count=round(one.value))
        heard = table.reader.words.focus()
        key = "best" if one is every[0] else "worse"
        head = text(f"coach.heard.{key}", **_gaps(table, one, every[0], points))
        assert head in heard
        assert all(
            reason_words(table.context, r) in table.reader.words.coach_reasons()
            for r in one.reasons
        )
    assert table.coach.spoken_best(tile).count(";") == 2
    best = text("coach.why", space=table.game.match.rules.grid.name_of(every[0].placement.space))
    assert best in table.coach.spoken_reasons(tile, None)
    table.call_coach(is_on=False)
    assert points not in table.reader.words.focus()
    assert (table.coach.spoken_best(tile), table.coach.spoken_reasons(tile, None)) == ("", "")


def _gaps(table: TableScene, one: Advised, best: Advised, points: str) -> dict[str, str]:
    if one is best:
        return {"points": points}
    loss = table.context.text("terms.count.points", count=round(one.cost))
    space = table.game.match.rules.grid.name_of(best.placement.space)
    return {"points": points, "loss": loss, "space": space}


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("coach") == []
