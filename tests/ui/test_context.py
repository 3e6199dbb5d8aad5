"""The services that scenes share: words read aloud, their repetition, and rooms that are left."""

from __future__ import annotations

from typing import Any

import pytest

from game.locale import Language, load_catalogue
from game.ui.frame.context import Context, Mute
from game.ui.frame.preferences import change_settings
from tests.ui.test_loop import Voice


@pytest.fixture
def voice(context: Context) -> Voice:
    """The voice that reads aloud."""
    voice = context.speaker = Voice()
    return voice


def test_words_come_from_the_catalogue_of_the_language(context: Context) -> None:
    assert context.text("heard.caption.tick", seconds=3) == context.catalogue.text(
        "heard.caption.tick", seconds=3
    )


def test_words_are_read_where_the_player_listens_and_noticed(
    context: Context, voice: Voice
) -> None:
    context.speak("Unheard.")
    assert (voice.said, context.has_spoken) == ([], False)
    voice.is_followed = True
    context.speak("By a screen reader.")
    voice.is_followed = False
    change_settings(context, has_speech=True)
    context.speak("")
    context.speak("Urgent.", is_urgent=True)
    assert voice.said == [("By a screen reader.", False), ("Urgent.", True)]
    assert context.has_spoken


def test_the_first_words_after_a_press_interrupt_and_no_others(
    context: Context, voice: Voice
) -> None:
    change_settings(context, has_speech=True)
    context.is_answering = True
    context.speak("One.")
    context.speak("Two.")
    assert voice.said == [("One.", True), ("Two.", False)]


def test_the_last_three_texts_since_an_interruption_are_read_again(
    context: Context, voice: Voice
) -> None:
    for words, is_urgent, again in (
        ("a", False, "a"),
        ("b", False, "a b"),
        ("c", True, "c"),
        ("d", False, "c d"),
        ("e", False, "c d e"),
        ("f", False, "d e f"),
    ):
        context.say(words, is_urgent=is_urgent)
        context.say_again()
        assert voice.said[-2:] == [(words, is_urgent), (again, True)]


def test_a_clock_waits_for_the_words_that_the_player_wanted(context: Context, voice: Voice) -> None:
    voice.is_speaking = True
    context.say("News.")
    assert not context.is_listened_to
    context.say("Answer.", is_urgent=True)
    context.say("More of it.")
    assert context.is_listened_to
    voice.is_speaking = False
    assert not context.is_listened_to
    context.say("News.")
    voice.is_speaking = True
    assert not context.is_listened_to
    context.say_again()
    assert context.is_listened_to


class Tongues(Mute):
    """A voice that notes the language of each text."""

    def __init__(self) -> None:
        self.said: list[tuple[str, Language, bool]] = []

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        self.said.append((words, language, is_urgent))


def test_words_are_read_in_the_language_of_the_catalogue(context: Context) -> None:
    voice = context.speaker = Tongues()
    context.catalogue = load_catalogue(Language.FRENCH)
    context.say("Oui.")
    context.say_again()
    french = Language.FRENCH
    assert voice.said == [("Oui.", french, False), ("Oui.", french, True)]
    assert Mute().voices(french) == ()


class Line:
    """A room, or the line to one, that counts how often it is closed."""

    def __init__(self) -> None:
        self.closed = 0

    def close(self) -> None:
        """Count."""
        self.closed += 1

    leave = close


def test_a_room_is_closed_once_and_left_once(context: Context) -> None:
    phones: Any = Line()
    seat: Any = Line()
    context.phones, context.room_seat = phones, seat
    context.close_phones()
    assert (context.phones, context.room_seat) == (None, seat)
    context.leave_room()
    context.close_phones()
    context.leave_room()
    assert (context.room_seat, phones.closed, seat.closed) == (None, 1, 1)
