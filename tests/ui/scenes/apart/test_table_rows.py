"""The rows of tables apart in the list."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.net.service.snapshots import TableSnapshot
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.layout.rects import make_view
from game.ui.parts import MAIN, Text
from game.ui.scenes.apart.table_rows import TableRows
from game.ui.widgets import say
from game.ui.widgets.base import Widget
from tests.gallery import apart as sample
from tests.gallery.apart import table_id
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import SAMPLES, until
from tests.ui.scenes.stage import Stage


def row_of(context: Context, seen: TableSnapshot) -> Widget:
    """A table's row in the list."""
    return TableRows(context).row(seen, "Look in", Icon.EYE, lambda: None, lambda: None)


def test_a_row_names_ones_own_seat_first_and_nobody_who_was_sent_away(context: Context) -> None:
    SAMPLES["apart-table"].make(context)
    (lost,) = sample.TABLES["lost"]
    assert "Ben, Ana and Cléo" in " ".join(row_of(context, lost).spoken(context))
    (crowd,) = sample.TABLES["crowd"]
    first, *others = crowd.asking
    crowd = replace(crowd, asking=(replace(first, is_sent_away=True), *others[:3]))
    names = "Ben, Wilhelmina von Hohenstaufen-Ponyhof and Dörte"
    assert names in " ".join(row_of(context, crowd).spoken(context))


def test_a_row_tells_by_itself_what_is_wrong_until_the_table_is_over(context: Context) -> None:
    SAMPLES["apart-table"].make(context)
    going_on, (over,) = sample.TABLES["few"][1], sample.TABLES["lost"]
    going_on = replace(going_on, handed_in=frozenset({0}))
    for seen, is_told in ((going_on, True), (over, False)):
        parts = row_of(context, replace(seen, trouble="no answer")).walk()
        assert any(words for part in parts for words in part.news(context)) is is_told


def test_a_seat_that_has_handed_in_is_ticked_and_hours_are_told_for_two_days(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Icon] = []
    draw = Painter.icon

    def note(painter: Painter, surface: pygame.Surface, icon: Icon, *rest: Any) -> None:
        drawn.append(icon)
        draw(painter, surface, icon, *rest)

    monkeypatch.setattr(Painter, "icon", note)
    scene = sample.page(context, "lobby.LobbyScene", "many")
    stage, service = Stage(context, scene), context.apart.service
    seen = service.snapshots[sample.table_id(2)]
    call = None if seen.table is None else seen.table.call
    assert seen.table is not None
    assert call is not None
    marks = []
    for handed, hours in ((frozenset[int](), 47), (frozenset({0}), 49)):
        later = replace(call, until=int(context.apart.now()) + hours * 3600 + 1)
        table = replace(seen.table, call=later)
        service.snapshots = {seen.id: replace(seen, handed_in=handed, table=table)}
        stage.let(1)
        drawn.clear()
        words = stage.read()
        marks.append(drawn.count(Icon.HOURGLASS))
        short = ("hour", 47) if hours == 47 else ("day", 2)
        time_left = context.text(f"together.short.{short[0]}", number=short[1])
        assert any(time_left in said for said in words)
    assert marks[0] - marks[1] == 1


def test_a_row_of_an_upright_window_has_its_state_below_its_names(context: Context) -> None:
    """In the band of a turn, too; beside each other where there is room for them."""
    for size, is_below in (((720, 1280), True), ((1280, 800), False)):
        context.painter.resize(make_view(size))
        scene = SAMPLES["apart-lobby"].make(context)
        stage = Stage(context, scene)
        stage.let(0.1)
        spoken = [" ".join(stage.part(id).spoken(context)) for id in (MAIN, table_id(1))]
        assert [each.split(": ")[0] for each in spoken] == ["Standard game", "Autumn league"]
        for id, name, state in (
            (MAIN, "Standard game", "Play"),
            (table_id(1), "Autumn league", "Lead\N{NO-BREAK SPACE}›"),
        ):
            texts = {say(one.words): one for one in stage.part(id).walk() if isinstance(one, Text)}
            first, second = texts[name].rect, texts[state].rect
            assert (second.y >= first.bottom) is is_below
            assert second.x > first.x or is_below
        assert set(stage.read()) >= {"Your turn", "Play", "0:42", "Lead\N{NO-BREAK SPACE}›"}


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3599, "Waiting for Jonas: 59:59"),
        (3600, "Waiting for Jonas: 1 h"),
        (172_799, "Waiting for Jonas: 47 h"),
        (172_800, "Waiting for Jonas: 2 d"),
        (0, "Waiting for Jonas: time is up"),
    ],
)
def test_the_time_of_a_row_is_in_days_from_two_days_and_in_hours_from_one(
    context: Context, seconds: int, words: str
) -> None:
    sample.page(context, "lobby.LobbyScene", "many")
    seen = until(context.apart.service.snapshots[sample.table_id(11)], sample.NOW + seconds)
    spoken = " ".join(row_of(context, seen).spoken(context))
    assert words in spoken.replace("\N{NO-BREAK SPACE}", " ")


def test_a_row_ends_in_what_is_wrong_or_who_has_left_or_in_its_time(context: Context) -> None:
    sample.page(context, "lobby.LobbyScene", "many")
    league, mine, waiting, _ = sample.TABLES["few"]
    wishes = sample.TABLES["many"][7]
    gone = replace(mine, left=(1,), free=(1,))
    for seen, words in (
        (replace(gone, trouble="x"), "file:///home/mara/Cloud does not answer"),
        (replace(wishes, left=(1,), free=(1,)), "Ben and Émile would like another game"),
        (gone, "Ben gave up the seat"),
        (league, "until 17 January 2027"),
        (waiting, "correspondence: 3 days for each call"),
        (replace(waiting, table=None), ""),
    ):
        (spoken,) = row_of(context, seen).spoken(context)[-1:]
        *_, before, act = spoken.replace("\N{NO-BREAK SPACE}", " ").rsplit(". ", 2)
        assert act == "Look in."
        assert before.startswith(words) if words else "until" not in spoken


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="times of day depend on the zone")
def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-table_rows") == []
