"""Two windows on two screens: one calls and plays, the other sits down at its room by address.

Each is played by keys to its own count; the guest is killed on the way and continues.
"""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from game.play.own_seats import own_seats
from game.rules.match import Match, legal_placements
from game.rules.meta import ROOM_KEY, read_meta
from game.storage.autosave import Autosave
from game.storage.places import HOME_VARIABLE, find_places
from game.ui.scenes.phones.sitting import SittingScene
from game.ui.scenes.title.scene import TitleScene
from tests.end_to_end.hands import QUICK, assert_counted, prepare, widget_at
from tests.end_to_end.stage import HELD, Game, Stage, open_stage, require_tools, wait_for
from tests.gallery import collect_samples
from tests.play.phones import House

pytestmark = [pytest.mark.window, pytest.mark.journey]

SIZE = (1280, 800)
SAMPLES = collect_samples("apart")


def start(stage: Stage) -> Game:
    """Start the game on a stage."""
    return stage.start_game("--windowed", f"{SIZE[0]}x{SIZE[1]}", "--mute")


def answer(game: Game, seat: int, call: int) -> None:
    """Place the called tile by keys on the first space that it may go to."""

    def is_asked(match: Match) -> bool:
        return bool(match.rounds) and len(match.round.calls) == call and seat in with_hand(match)

    match = game.wait_for_match(f"call {call}", is_asked)
    p = legal_placements(match, seat)[0]
    pressed = 0.0

    def lies() -> bool:
        nonlocal pressed
        game.check_alive()
        look = game.match()
        if look is None or look.round.seats[seat].position.tiles[p.space] is p.tile:
            return True
        # A page that came by itself takes no press that confirms in its first second.
        if time.monotonic() - pressed > 3 * HELD:
            pressed = time.monotonic()
            game.press(*match.rules.grid.name_of(p.space), "Return")
        return False

    wait_for("the tile to lie", lies)


def with_hand(match: Match) -> set[int]:
    """The seats that have a tile to place in the latest call."""
    calls = len(match.round.calls)
    return {i for i, one in enumerate(match.round.seats) if one.hand and len(one.turns) == calls}


def test_a_second_window_sits_down_by_address_and_plays_to_its_count(tmp_path: Path) -> None:
    require_tools()
    (tmp_path / "room").mkdir()
    (tmp_path / "guest").mkdir()
    with open_stage(tmp_path / "room") as one, open_stage(tmp_path / "guest") as other:
        prepare(one, call_pause=0.5)
        prepare(other, player_name="Björn")
        with socket.create_server(("", 0)) as probe:
            port = probe.getsockname()[1]
        house = House("Björn")
        house.server.port = port
        game = house.begins("classic free single none", people=1, has_hidden_boards=True)
        game.begin_round()
        places = find_places({HOME_VARIABLE: str(one.home)})
        assert Autosave(places.autosave).save(game.match) is None
        caller = start(one)
        caller.press("Return")

        guest = start(other)
        guest.click(*widget_at(TitleScene, "together", SIZE, "en", QUICK))
        guest.settle()
        lobby = SAMPLES["apart-lobby-empty"].make
        guest.click(*widget_at(lobby, "together.join", SIZE, "en", QUICK))
        guest.settle()
        link = f"http://127.0.0.1:{port}/#{house.phones[0].key}"
        guest.stage.xdotool("type", "--delay", "40", link)
        guest.press("Return")
        guest.wait_until_still()
        guest.picture("form")
        make = lambda context: SittingScene(context, link)  # noqa: E731
        guest.click(*widget_at(make, "sit", SIZE, "en", QUICK))
        for call in range(1, 20):
            answer(guest, 1, call)
            if call == 7:
                guest.picture("table")
                guest.kill()
                guest = start(other)
                guest.press("Return")
            answer(caller, 0, call)
        theirs, mine = assert_counted(one), assert_counted(other)
        guest.picture("count")
        assert [played.calls for played in mine.rounds] == [
            played.calls for played in theirs.rounds
        ]
        assert [played.seats for played in mine.rounds] == [
            played.seats for played in theirs.rounds
        ]
        assert (own_seats(theirs), own_seats(mine)) == ((0,), (1,))
        assert ROOM_KEY not in read_meta(mine.meta)
        for window in (caller, guest):
            window.close()
