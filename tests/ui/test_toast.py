"""Short news: as long as reading takes, gone sooner when the player continues."""

from __future__ import annotations

import pygame
import pytest

from game.ui.draw.theme import BLACK
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.toast import Toast
from game.ui.layout.rects import Rect
from tests.ui.test_loop import Voice
from tests.ui.unseen import drawn_words


def test_news_last_as_long_as_they_take_to_read_unless_more_is_wanted(context: Context) -> None:
    for letters, seconds, expected in ((10, 0, 3.2), (100, 0, 6.0), (10, 5, 5.0), (100, 5, 6.0)):
        toast = Toast(context)
        toast.show("x" * letters, seconds)
        assert toast.left == pytest.approx(expected)
        assert not toast.expire(expected - 0.1)
        assert toast.is_shown
        assert toast.expire(0.11)
        assert not toast.is_shown
        assert not toast.expire(0.1), "they disappear once"


def test_a_frame_is_drawn_when_news_fade_and_when_they_are_gone(context: Context) -> None:
    toast = Toast(context)
    assert not toast.advance(0.1)
    toast.show("Saved")
    drawn = [toast.advance(seconds) for seconds in (3.0, 0.1, 0.05, 0.1, 0.1)]
    assert drawn == [False, True, True, True, False]


def test_news_that_stay_are_not_cut_short_and_later_ones_replace_them(context: Context) -> None:
    toast = Toast(context)
    for stays in (True, False, True):
        toast.show("Saved", stays=stays, is_bad=stays)
        toast.fade()
        toast.advance(0.2)
        assert (toast.is_shown, toast.is_bad) == (stays, stays)
    toast.show("x")
    toast.advance(3.1)
    toast.fade()
    assert toast.left == pytest.approx(0.1), "what is nearly gone does not come back"


def test_news_are_read_aloud_once_unless_they_are_to_be_silent(context: Context) -> None:
    voice = context.speaker = Voice()
    change_settings(context, has_speech=True)
    toast = Toast(context)
    toast.show("Saved")
    toast.show("Music on", is_silent=True)
    assert voice.said == [("Saved", False)]


def test_bad_news_are_red_and_nothing_is_drawn_without_news(context: Context) -> None:
    surface, box = pygame.Surface((400, 60)), Rect(0, 0, 400, 60)
    p, toast = context.painter.theme.palette, Toast(context)
    toast.draw_in(surface, box)
    assert surface.get_at((200, 6))[:3] == BLACK
    for is_bad, colour in ((True, p.danger), (False, p.chosen)):
        toast.show("Saved", is_bad=is_bad)
        toast.draw_in(surface, box)
        assert surface.get_at((200, 6))[:3] == colour
        (words,) = drawn_words(lambda canvas: toast.draw_in(canvas, box), box.size)
        assert words == "Saved"
    toast.show("")
    assert not toast.is_shown


def test_news_fade_first_with_their_band_and_then_without_it(context: Context) -> None:
    box, toast, pictures = Rect(0, 0, 400, 60), Toast(context), []
    toast.show("Saved")
    for left in (1.0, 0.12, 0.04):
        toast.left = left
        surface = pygame.Surface(box.size)
        toast.draw_in(surface, box)
        pictures.append(surface)
    whole, pale, last = pictures
    chosen = context.painter.theme.palette.chosen
    assert [one.get_at((200, 6))[:3] for one in pictures] == [chosen, chosen, BLACK]
    assert pygame.image.tobytes(whole, "RGB") != pygame.image.tobytes(pale, "RGB")
    brightest = max(max(last.get_at((x, y))[:3]) for x in range(400) for y in range(20, 40))
    assert 40 < brightest < 120, "the words without a band, in the ink of the page"
