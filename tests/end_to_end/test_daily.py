"""Today's deal in a real window, from the menu to the calendar that counts it."""

from __future__ import annotations

from time import sleep

import pygame
import pytest

from game.progress.daily import STANDARD_EDITION, deal_on
from game.progress.daily_history import DailyHistory
from game.progress.match_goals import daily_of
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.profile import Profile
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.parts import MAIN
from game.ui.scenes.daily.scene import DailyScene
from game.ui.scenes.title.scene import TitleScene
from tests.end_to_end.hands import QUICK, Hands, assert_counted, prepare, widget_at
from tests.end_to_end.stage import HELD, Stage
from tests.end_to_end.test_solo import breakdown_of
from tests.ui.scenes.stage import Stage as Rehearsal

pytestmark = pytest.mark.window


def cell_of_today(size: tuple[int, int]) -> pygame.Rect:
    """Return the place of today in the calendar of a window's size."""
    made = []

    def make(context: Context) -> Scene:
        made.append(scene := DailyScene(context))
        rehearsal = Rehearsal(context, scene)
        # Before the first result the calendar is a word.
        rehearsal.click(rehearsal.part("calendar"))
        return scene

    widget_at(make, MAIN, size, "en", QUICK)
    (scene,) = made
    return pygame.Rect(scene.part(scene.control.book.today).rect)


def is_same(one: pygame.Surface, other: pygame.Surface) -> bool:
    """Whether two pictures are equal."""
    return pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def test_todays_deal_by_mouse_is_counted_in_the_calendar(stage: Stage) -> None:
    prepare(stage)
    game = stage.start_game("--windowed", "1280x800", "--mute")
    size = game.size()
    cell = cell_of_today(size)
    title = pygame.Rect(0, 0, size[0] // 4, size[1] // 12)
    entry = widget_at(TitleScene, "today", size, "en", QUICK)
    menu = game.picture("menu").subsurface(title)
    game.click(*entry)
    last = menu

    def is_still(picture: pygame.Surface) -> bool:
        nonlocal last
        was, last = last, picture.subsurface(title)
        return is_same(was, last) and not is_same(last, menu)

    before = game.wait_for_picture("calendar", is_still)
    game.click(*widget_at(DailyScene, MAIN, size, "en", QUICK))
    hands = Hands(game)
    begun = hands.match()
    match = hands.play_round(hands.click)
    assert_counted(stage, match)
    store = find_places({HOME_VARIABLE: str(stage.home)})
    with Profile(store.profile) as profile:
        (played,) = profile.last_matches()
        book = DailyHistory(profile, played.finished_at.astimezone())
        deal = daily_of(match, played.finished_at.astimezone().date())
        assert deal is not None
        assert deal == deal_on(deal.day, STANDARD_EDITION)
        assert (begun.rounds[0].calls[0],) == deal.calls[0][:1]
        assert book.counted(deal.day) == played
        assert book.streak == 1
    heading = widget_at(breakdown_of(match), "daily.heading", size, "en", QUICK)

    def is_counted(picture: pygame.Surface) -> bool:
        if is_same(picture.subsurface(title), before.subsurface(title)):
            return not is_same(picture.subsurface(cell), before.subsurface(cell))
        # The first click ends the count, the second one leaves it; in the calendar nothing is here.
        game.click(*heading)
        sleep(HELD)
        return False

    game.wait_for_picture("counted-calendar", is_counted)
