"""The page of the matches that wait."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta, timezone

import pygame
import pytest

from game.play.caller import CallerGame, Pace
from game.play.editions import all_editions
from game.play.table import TableSetup
from game.rules.match import Match, new_match
from game.rules.ruleset import RayRule, Ruleset
from game.storage.database import identity_of
from game.storage.store import with_identity
from game.ui.draw.bands import draw_flag
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Pop
from game.ui.layout.hexagon import SQRT3
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN, ActionBand, Dialog
from game.ui.scenes.box.control import BoxControl
from game.ui.scenes.settings.rows import Section
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.setup.scene import SetupScene
from game.ui.scenes.shared.names import edition_name, rules_page, table_name
from game.ui.scenes.shared.waiting import (
    bands_of_match,
    flag_painter,
    progress_words,
    waited_words,
    waiting_name,
)
from game.ui.scenes.waiting.scene import WaitingMatchesScene
from tests.gallery.front import wait_for
from tests.golden.pages import changed_pages
from tests.storage.matches import play_match
from tests.ui.painted import place_of
from tests.ui.scenes.conftest import Tables
from tests.ui.scenes.stage import Stage
from tests.ui.scenes.table_stage import people


@pytest.mark.parametrize("answer", ["waiting.end", "waiting.keep"])
def test_a_match_is_ended_once_that_is_asked_and_answered(player: Context, answer: str) -> None:
    autosave = player.store.autosave
    for placements, edition in ((4, "standard"), (7, "french")):
        match = play_match("1", placements=placements)
        setup = TableSetup(match.rules, match.players, "1", edition)
        autosave.save(replace(match, meta=with_identity(setup.to_meta())))
        autosave.park()
    first, second = autosave.waiting()
    stage = Stage(player, player.routes.waiting())
    page = stage.top
    stage.click(stage.part(("end", second.key)))
    assert isinstance(stage.top, Dialog)
    name, call = waiting_name(player, second.match), progress_words(player, second.match)
    assert stage.top.body == player.text("waiting.end_body", name=name, standing=call)
    assert len(autosave.waiting()) == 2
    bands = {part.id: part for part in stage.top.root.walk() if isinstance(part, ActionBand)}
    assert bands[MAIN].spoken(player)[0] == player.text("waiting.keep"), "Enter ends nothing"
    stage.click(stage.find(player.text(answer)))
    assert stage.top is page
    left = [first] if answer == "waiting.end" else [first, second]
    assert [waiting.key for waiting in autosave.waiting()] == [waiting.key for waiting in left]
    ids = {widget.id for widget in stage.widgets()}
    shown = [one.key for one in (first, second) if ("end", one.key) in ids]
    assert shown == [waiting.key for waiting in left]


def test_a_match_that_waits_says_its_name_where_it_stands_and_whose_turn_it_is(
    player: Context,
) -> None:
    text, today = player.text, player.store.today
    match = play_match("1", ("Ana", "Ben"), placements=3)
    call = text("waiting.call", call=2, calls=19)
    assert progress_words(player, match) == call
    assert waited_words(player, match) == text("waiting.turn", names="Ben")
    assert waited_words(player, play_match("1", ("Ana", "Zoe"), placements=2)) == text(
        "waiting.turn", names="Ana and Zoe"
    )
    assert waited_words(player, play_match("1", ("Ana", "bot"), placements=2)) == ""
    assert progress_words(player, play_match("1")) == text("waiting.over")
    begun = new_match(Ruleset(), match.players)
    assert progress_words(player, begun) == text("waiting.call", call=1, calls=19)
    assert waited_words(player, begun) == ""
    longer = replace(match, rules=Ruleset(rounds=3))
    number = text("waiting.round", round=1, rounds=3)
    assert progress_words(player, longer) == f"{number} · {call}"
    for edition in ("standard", "league"):
        (card,) = (card for card in all_editions() if card.name == edition)
        setup = TableSetup(card.rules, match.players, "1", edition)
        own, of_card = table_name(player, setup), edition_name(player, edition, card.rules)
        named = replace(match, rules=card.rules, meta=setup.to_meta())
        assert waiting_name(player, named) == own
        for day in (today, today - timedelta(days=1)):
            daily = replace(setup, daily=day)
            of_day = replace(named, meta=daily.to_meta())
            name = text("menu.daily") if day == today else table_name(player, daily)
            wanted = name if edition == "standard" else f"{name} · {of_card}"
            assert waiting_name(player, of_day) == wanted


def test_small_things_open_where_one_expects_them(context: Context) -> None:
    settings = context.routes.settings()
    assert isinstance(settings, SettingsScene)
    settings.open(Section.SOUND)
    again = context.routes.settings()
    assert isinstance(again, SettingsScene)
    assert again.section is Section.SOUND
    cards = {card.name: card.rules for card in all_editions()}
    assert [rules_page(cards[name]) for name in ("standard", "daffodil", "league")] == [
        None,
        "6-daffodil",
        "7-league",
    ]
    # The box begins with the rules of the card that is lit.
    change_settings(context, edition="standard", rules=str(Ruleset(rays=RayRule.RAYS)), seats="")
    assert BoxControl(context).choices.rules == cards["standard"]


def test_the_page_lists_saved_games_from_the_latest_and_resumes_each(
    player: Context, tables: Tables
) -> None:
    stage = Stage(player, player.routes.waiting())
    assert player.text("waiting.none") in " ".join(stage.read())
    stage.click(stage.part(MAIN))
    assert isinstance(stage.top, SetupScene)
    matches = wait_for(player)
    stage.press("escape")
    page = stage.top
    assert isinstance(page, WaitingMatchesScene)
    assert page.spoken(page.root) == (
        "Saved games. Challenge 7, not yet counted, Player 1. Today’s deal, 16 of 19, Ana."
        " Correspondence league, not yet counted, Ana and Ion. Daffodil, 12 of 21, Ana and Ion."
        " Four rounds, round 1 of 4 · 10 of 19, Ana. French edition, 8 of 19, Ana and Ion. Standard"
        " game, 6 of 19, Ana."
    )
    waiting = player.store.waiting()
    stage.click(stage.part(MAIN))
    assert identity_of(tables.matches[-1]) == identity_of(matches[-1])
    stage.stack.apply(Pop())
    stage.click(stage.part(("go", waiting[2].key)))
    assert identity_of(tables.matches[-1]) == identity_of(matches[-3])
    player.store.zone = timezone(timedelta(hours=17))
    for saved_at, words in (
        (0, ""),
        (1_800_000_000, "Left 16 January 2027, 01:00"),
        (1 << 40, "Left 17 March 2242, 05:56"),
    ):
        assert page.saved_words(waiting[0]._replace(saved_at=saved_at)) == words


def test_the_row_of_a_saved_game_says_whose_turn_it_is_and_when_it_was_left(
    player: Context,
) -> None:
    match = play_match("1", ("Ana", "Ben"), placements=3)
    player.store.autosave.save(replace(match, meta=with_identity(None)))
    player.store.autosave.park()
    page = player.routes.waiting()
    stage, (waiting,) = Stage(player, page), player.store.waiting()
    assert isinstance(page, WaitingMatchesScene)
    assert stage.part(MAIN).hint() == page.saved_words(waiting) != ""
    turn = player.text("waiting.turn", names="Ben")
    name, call = waiting_name(player, match), player.text("waiting.call", call=2, calls=19)
    assert page.spoken(page.root) == f"Saved games. {name}, {call}, {turn}, Ana and Ben."
    shown = " ".join(stage.read())
    assert all(words in shown for words in (name, call, turn, "Ana and Ben"))


@pytest.mark.usefixtures("pixels")
def test_the_flag_of_the_latest_game_has_a_golden_edge(player: Context) -> None:
    painter = player.painter
    latest = next(match for match in wait_for(player) if bands_of_match(match))
    for is_first, edge in ((True, painter.theme.palette.gold), (False, None)):
        painted, drawn = pygame.Surface((99, 99)), pygame.Surface((99, 99))
        flag_painter(player, latest, is_first=is_first)(painted, Rect(10, 20, 60, 40))
        draw_flag(drawn, painter, (40, 40), 40 / SQRT3, bands_of_match(latest), edge=edge)
        assert pygame.image.tobytes(painted, "RGB") == pygame.image.tobytes(drawn, "RGB")
        assert (place_of(painted, painter.theme.palette.gold) is not None) is is_first


def test_a_called_game_is_named_as_one_of_the_box(player: Context) -> None:
    setup = TableSetup(Ruleset(), people("Ana"), "42", edition="standard")
    saved = list[Match]()
    CallerGame.start(setup, Pace(), player.engines, saved.append, '{"id": "e"}')
    name = f"{player.text('menu.box')} · {player.text('editions.standard.name')}"
    assert waiting_name(player, saved[-1]) == name


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("waiting") == []
