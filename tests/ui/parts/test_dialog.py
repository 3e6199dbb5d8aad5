"""Dialogs: which choice is safe, which one Escape takes, and where many of them are."""

from __future__ import annotations

import pygame
import pytest

from game.locale.catalogue import CatalogueError
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, PointerMoved
from game.ui.frame.scene import Navigation, Pop, Quit
from game.ui.frame.topics import Topic
from game.ui.parts import ActionBand, Dialog, DialogChoice, WordLink, make_dialog
from game.ui.parts.bands import Across
from game.ui.widgets.buttons import Look
from tests.golden.pages import changed_pages
from tests.ui.unseen import drawn_words


def test_a_dialog_closes_before_it_acts(context: Context) -> None:
    dialog = Dialog(context, "Sure?", "Really?", [DialogChoice("Yes", Quit), DialogChoice("No")])
    dialog.resize(context.painter.view)
    answer = dialog.handle(Command(Action.CONFIRM))
    assert isinstance(answer, Pop)
    assert isinstance(answer.then, Quit)
    assert dialog.handle(Command(Action.CANCEL)) == Pop(None)
    yes, no = dialog.form.tab_order()
    assert not pygame.Rect(yes.rect).colliderect(no.rect)


def test_escape_takes_the_last_choice_and_a_question_for_a_key_takes_every_key(
    context: Context,
) -> None:
    choices = [DialogChoice("a", Quit), DialogChoice("b", Quit), DialogChoice("c")]
    dialog = Dialog(context, "?", "", choices)
    dialog.resize(context.painter.view)
    assert dialog.handle(Command(Action.CANCEL)) == Pop(None)
    keys: list[Command] = []
    leads = Quit()

    def note(key: Command) -> Navigation:
        keys.append(key)
        return leads

    asking = Dialog(context, "?", "", choices, on_command=note)
    asking.resize(context.painter.view)
    asking.handle(PointerMoved((5, 5)))
    for action in (Action.CANCEL, Action.CONFIRM):
        assert asking.handle(Command(action)) is leads
    assert keys == [Command(Action.CANCEL), Command(Action.CONFIRM)]


def test_a_hasty_enter_takes_the_calm_choice(context: Context) -> None:
    lose = DialogChoice("Give up", Quit, Look.DANGER)
    dialog = Dialog(context, "Give up?", "", [lose, DialogChoice("Go on", look=Look.PRIMARY)])
    dialog.resize(context.painter.view)
    assert dialog.handle(Command(Action.CONFIRM)) == Pop(None)
    # Even without a likeliest answer.
    dialog = Dialog(context, "Give up?", "", [lose, DialogChoice("Go on")])
    dialog.resize(context.painter.view)
    assert dialog.handle(Command(Action.CONFIRM)) == Pop(None)


def test_a_question_says_what_stands_in_its_body(context: Context) -> None:
    title, body = "play.deal", "breakdown.uncounted"
    with pytest.raises(CatalogueError):
        make_dialog(context, title, body, DialogChoice("menu.problem.ok")).resize(
            context.painter.view
        )
    ok = DialogChoice("menu.problem.ok")
    dialog = make_dialog(context, "menu.problem.title", body, ok, why="helped")
    dialog.resize(context.painter.view)
    assert context.text(body, why="helped") in " ".join(drawn_words(dialog.draw, (1280, 800)))


def test_the_calm_choice_is_the_band_and_dangerous_ones_are_red_words(context: Context) -> None:
    primary, danger = Look.PRIMARY, Look.DANGER
    for looks, calm, bad in (
        ("nnn", 0, ""),
        ("npn", 1, ""),
        ("dnn", 1, "a"),
        ("ddn", 2, "ab"),
        ("dpd", 1, "ac"),
        ("nnnn", 0, ""),
        ("nnnnn", 0, ""),
        ("pdnnd", 0, "be"),
    ):
        named = {"n": Look.NORMAL, "p": primary, "d": danger}
        choices = [
            DialogChoice(name, look=named[look]) for name, look in zip("abcde", looks, strict=False)
        ]
        dialog = Dialog(context, "Leave?", "About it.", choices)
        dialog.resize(context.painter.view)
        parts = [*dialog.root.walk()]
        (band,) = (part for part in parts if isinstance(part, ActionBand))
        (across,) = (part for part in parts if isinstance(part, Across))
        links = [part for part in parts if isinstance(part, WordLink)]
        assert (band.label, band.is_focused) == (choices[calm].label, True)
        assert [link.label for link in links] == [
            one.label for one in choices if one != choices[calm]
        ]
        assert "".join(str(link.label) for link in links if link.is_bad) == bad
        assert across.is_lossy is ("d" in looks)
        # Four or more have a row of their own.
        has_row = len(choices) > 4
        assert all((link.rect.y >= band.rect.bottom) is has_row for link in links)
        assert dialog.read(Topic.HEADING) == "Leave? About it."
        for link in links:
            assert link.press() == Pop(None)


def test_long_choices_are_below_each_other(context: Context) -> None:
    for words, is_stacked in (
        ("Yes", False),
        ("Yes, with more that has to be said here", True),
    ):
        choices = [DialogChoice(f"{words} {number}") for number in range(3)]
        dialog = Dialog(context, "Sure?", "", choices)
        dialog.resize(context.painter.view)
        rects = [link.rect for link in dialog.root.walk() if isinstance(link, WordLink)]
        assert (rects[0].bottom <= rects[1].y) is is_stacked
        (across,) = (part for part in dialog.root.walk() if isinstance(part, Across))
        assert abs(across.rect.centre[1] - 400) <= 1
        assert (across.rect.x, across.rect.w) == (0, 1280)


def test_questions_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("dialogs") == []
