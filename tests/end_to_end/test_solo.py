"""Whole games alone: first launch, mouse, keyboard, window sizes, kill and continue."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from game.locale import Language, load_catalogue
from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.ruleset import Ruleset
from game.storage.places import HOME_VARIABLE, find_places
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.count.next_steps import count_scene
from game.ui.scenes.language.scene import LanguageScene
from game.ui.scenes.setup.scene import setup_scene
from game.ui.scenes.share.control import ShareKind
from game.ui.scenes.share.scene import share_scene
from game.ui.scenes.title.scene import TitleScene
from tests.end_to_end.hands import QUICK, Hands, assert_counted, prepare, widget_at
from tests.end_to_end.stage import Stage, wait_for
from tests.end_to_end.test_reader import presses_of
from tests.ui.test_transcripts import play_first_game

pytestmark = pytest.mark.window

KEYS = {"return": "Return", "backspace": "BackSpace"}
"""The keys of the first game but letters and digits, as xdotool names them."""

ROMANIAN = "Română"
"""The place of Romanian among the languages."""


def breakdown_of(match: Match) -> Callable[[Context], Scene]:
    """A maker of the count of a finished match."""

    def make(context: Context) -> Scene:
        setup = TableSetup.from_match(match)
        return count_scene(context, TableGame(setup, LocalKeeper(match)))

    return make


def test_first_launch_in_romanian_through_a_whole_game_by_mouse(stage: Stage) -> None:
    game = stage.start_game("--windowed", "1280x800")
    size = game.size()
    game.click(*widget_at(lambda c: LanguageScene(c), ROMANIAN, size, "en"))
    settings = find_places({HOME_VARIABLE: str(stage.home)}).settings
    wait_for(
        "the language to be stored",
        lambda: settings.exists() and json.loads(settings.read_text())["language"] == "ro",
    )
    game.settled("menu")
    game.click(*widget_at(TitleScene, "know", size, "ro"))
    new = widget_at(TitleScene, "new", size, "ro", QUICK)
    start = widget_at(setup_scene, "setup.start", size, "ro")
    game.click(*new)
    game.settled("setup")
    game.click(*start)
    hands = Hands(game, rivals=1)
    assert hands.match().rules == Ruleset()
    assert hands.drag().rounds[0].seats[0].position.filled.bit_count() == 1
    for _ in range(9):
        hands.click()
    hands.wait_for_turn()
    game.settled("middle")
    match = hands.play_round(hands.click)
    game.settled("last-tile")
    assert_counted(stage, match)
    game.settled("counting")
    game.click(20, 20)
    # What was earned comes after the count, and holds presses anew.
    game.wait_until_still()
    game.settled("finish")
    game.click(*widget_at(breakdown_of(match), "share.share", size, "ro"))
    game.settled("share")
    # Each click is answered, those that come while the picture is drawn after it.
    for kind in (ShareKind.PICTURE, ShareKind.PAGE, ShareKind.RECORD):
        game.click(*widget_at(lambda c: share_scene(c, match), kind, size, "ro"))
    for suffix in ("json", "webp", "html"):
        wait_for(suffix, lambda: [*stage.home.glob(f"take-it-easy-*.{suffix}")] or None)  # noqa: B023
    # The picture was copied too: until the keys are answered the clipboard has it.
    game.press("ctrl+c")
    total = str(score_match(match).players[0].total)
    wait_for("the result to be copied", lambda: total in stage.read_clipboard())
    game.settled("shared")
    game.press("Escape")
    (player,) = match.players
    assert player.name == load_catalogue(Language.ROMANIAN).text("setup.name_of", number=1)
    game.click(*widget_at(breakdown_of(match), "play.menu", size, "ro"))
    game.settled("menu-again")
    game.click(*new)
    game.settled("setup-again")
    game.click(*start)
    again = game.wait_for_match("another game", lambda m: bool(m.rounds[0].calls))
    assert again.rounds[0].seed != match.rounds[0].seed


def test_a_whole_game_by_keyboard(stage: Stage) -> None:
    prepare(stage)
    game = stage.start_game("--windowed", "1280x800", "--mute")
    game.press("Return")
    hands = Hands(game)
    hands.type()
    hands.wait_for_turn()
    # Six ways over the board, and an arrow that enters it.
    before = hands.match()
    game.press("Up", "Down", "Left", "Right", "KP_7", "KP_9", "KP_1", "KP_3", "Tab", "n")
    hands.type()
    match = hands.play_round(hands.type)
    assert match.rounds[0].calls[: len(before.rounds[0].calls)] == before.rounds[0].calls
    assert_counted(stage, match)
    game.settled("counted")

    def has_begun() -> bool:
        again = game.match()
        return again is not None and again.rounds[0].seed != match.rounds[0].seed

    # From the count to the menu, whose first entry begins another game.
    game.insist("another game", lambda: game.press("Return", "Escape", "Return"), has_begun)


def test_the_first_game_by_keyboard(stage: Stage) -> None:
    prepare(stage, has_seen_tutorial=False, knows_game=False)
    game = stage.start_game("--windowed", "1280x800", "--lang", "en", "--mute")
    game.settled("first-title")
    game.press("Return")
    game.settled("first-00")
    presses = presses_of(play_first_game)
    for number, press in enumerate(presses, 1):
        game.press(KEYS.get(press.key, press.key))
        if press.key in KEYS:
            game.settled(f"first-{number:02}")
    settings = find_places({HOME_VARIABLE: str(stage.home)}).settings
    wait_for("the end", lambda: json.loads(settings.read_text())["has_seen_tutorial"])
    game.settled("first-counted")
    game.close()


def test_resizing_and_full_screen_in_the_middle_of_a_game(stage: Stage) -> None:
    prepare(stage)
    game = stage.start_game("--windowed", "1280x800", "--mute", "--seed", "42")
    hands = Hands(game, rivals=1)

    def wait_for_size(width: int, height: int) -> None:
        wait_for(f"{width}x{height}", lambda: game.size() == (width, height))
        hands.click()

    hands.click()
    for size in ((1500, 900), (1024, 640), (1100, 1000)):
        game.resize(*size)
        wait_for_size(*size)
        game.settled(f"{size[0]}x{size[1]}")
    for key in ("F11", "alt+Return"):
        game.press(key)
        wait_for_size(1920, 1200)
        hands.drag()
        game.settled(f"full-{key}")
        game.press(key)
        wait_for_size(1100, 1000)
    game.settled("window-again")
    assert hands.type().rounds[0].seats[0].position.filled.bit_count() == 11


def test_a_killed_game_goes_on_exactly_there(stage: Stage) -> None:
    prepare(stage)
    game = stage.start_game("--windowed", "1280x800", "--mute")
    game.press("Return")
    hands = Hands(game, rivals=1)
    for _ in range(7):
        hands.type()
    game.kill()
    left = game_match(stage)
    game = stage.start_game("--windowed", "1280x800", "--mute")
    game.settled("menu-continue")
    assert left is not None
    assert game.match() == left
    game.press("Return")
    hands = Hands(game, rivals=1)
    after = hands.click()
    assert after.rounds[0].seats[0].position.filled.bit_count() == 8
    assert after.rounds[0].calls[: len(left.rounds[0].calls)] == left.rounds[0].calls
    assert after.rounds[0].seats[0].turns[:7] == left.rounds[0].seats[0].turns[:7]
    match = hands.play_round(hands.type)
    # Killed again between the last tile and the count: that match is not lost either.
    game.kill()
    if game_match(stage) is not None:
        game = stage.start_game("--windowed", "1280x800", "--mute")
        game.press("Return")
    assert_counted(stage, match)


def game_match(stage: Stage) -> Match | None:
    """The saved match, with no game running."""
    return stage.games[-1].match()
