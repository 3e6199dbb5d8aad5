"""A room in a real window: a name is pasted, a browser sits down, both play, the window closes."""

from __future__ import annotations

import contextlib
import json
from typing import Final

import psutil
import pygame
import pytest

from game.play.phone_room import LETTERS
from game.storage.places import HOME_VARIABLE, find_places
from game.ui.frame.context import Context
from game.ui.parts import MAIN
from game.ui.scenes.phones.inviting import InvitingScene
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.title.scene import TitleScene
from tests.end_to_end.hands import QUICK, Hands, assert_counted, prepare, rehearse, widget_at
from tests.end_to_end.stage import Stage, wait_for
from tests.gallery import collect_samples
from tests.gallery.phones import invitation
from tests.page.conftest import browser as browser
from tests.page.conftest import visitor as visitor
from tests.page.visitor import Visitor
from tests.phone.test_phone import answers, joins_at

pytestmark = [pytest.mark.window, pytest.mark.journey]

NAME: Final = "Jürgen Ștefan"
SIZE: Final = (1280, 800)
SAMPLES: Final = collect_samples("apart")


def find_port(stage: Stage) -> int | None:
    """The port at which a program with this stage's home listens; None while there is none."""
    for line in psutil.net_connections("tcp"):
        with contextlib.suppress(psutil.Error):
            if line.status == psutil.CONN_LISTEN and line.pid is not None:
                home = psutil.Process(line.pid).environ().get(HOME_VARIABLE)
                if home == stage.environment[HOME_VARIABLE]:
                    return int(line.laddr.port)
    return None


def read_letters(picture: pygame.Surface) -> str:
    """Read a room's four letters off the invitation's picture.

    Each is the one that the page, drawn with it, shows most like the picture.
    """
    rehearsal = rehearse(lambda context: invitation(context, 0), SIZE, "en", QUICK)
    room = rehearsal.context.phones
    assert room is not None

    def difference(code: str) -> float:
        room.code, room.changes = code, room.changes + 1
        rehearsal.let(0.05)
        place = pygame.Rect(rehearsal.part("letters").rect)
        drawn = pygame.surfarray.array3d(rehearsal.draw().subsurface(place)).astype(int)
        shown = pygame.surfarray.array3d(picture.subsurface(place)).astype(int)
        ground = drawn[-1:]
        inked = abs(drawn - ground).max(axis=(1, 2)).nonzero()[0]
        end = int(inked[-1]) + 2
        return float(abs(drawn[:end] - shown[:end]).mean())

    letters = ""
    for _ in range(4):
        letters = min((letters + letter for letter in LETTERS), key=difference)
    return letters


def test_a_browser_sits_down_in_a_room_and_both_play_to_the_count(
    stage: Stage, visitor: Visitor
) -> None:
    prepare(stage, player_name="")
    stage.put_on_clipboard(NAME)
    game = stage.start_game("--windowed", "1280x800", "--mute")
    # The title is shown before its doors.
    game.wait_until_still()
    game.click(*widget_at(TitleScene, "settings", SIZE, "en", QUICK))
    game.settle()
    game.click(*widget_at(SettingsScene, "settings.name", SIZE, "en", QUICK))
    game.press("ctrl+v", "Return")
    settings = find_places({HOME_VARIABLE: str(stage.home)}).settings
    wait_for("the name", lambda: json.loads(settings.read_text())["player_name"] == NAME)
    game.settled("name")
    game.press("Escape")
    game.settle()

    game.click(*widget_at(TitleScene, "together", SIZE, "en", QUICK))
    game.settle()
    lobby = SAMPLES["apart-lobby-empty"].make
    game.click(*widget_at(lobby, "together.phones", SIZE, "en", QUICK))
    port = wait_for("the room's port", lambda: find_port(stage))
    game.wait_until_still()
    link = f"http://127.0.0.1:{port}/#{read_letters(game.picture('room'))}"
    visitor.holds_a_phone()
    game.remember()
    joins_at(visitor, link, "Zoë")
    game.settle()

    def sit_here(context: Context) -> InvitingScene:
        return invitation(context, 1)

    game.click(*widget_at(sit_here, "me", SIZE, "en", QUICK))
    game.settled("guest")
    game.click(*widget_at(sit_here, MAIN, SIZE, "en", QUICK))
    hands = Hands(game)
    assert [player.name for player in hands.match().players] == [NAME, "Zoë"]
    for call in range(1, 20):
        hands.wait_for(f"call {call}", lambda match, call=call: len(match.round.calls) >= call)  # type: ignore[misc]
        hands.type()
        wait_for("the page's turn", lambda: visitor.runs("return !sent && state.do === 'place'"))
        if call == 10:
            game.settled("table")
            visitor.browser.save_screenshot(str(stage.pictures / "page.png"))
        answers(visitor)
        hands.wait_for(
            "the page's tile",
            lambda match, call=call: len(match.round.seats[1].turns) >= call,  # type: ignore[misc]
        )
    match = assert_counted(stage)
    wait_for("the page's count", lambda: visitor.runs("return screen") == "count")
    visitor.browser.save_screenshot(str(stage.pictures / "page-count.png"))
    game.wait_until_still()
    game.picture("count")
    assert [player.name for player in match.players] == [NAME, "Zoë"]
    visitor.browser.get("about:blank")
    game.close()
    assert find_port(stage) is None
