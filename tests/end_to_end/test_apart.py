"""Two windows play by post against each other by mouse, one in English, one in German.

A shared folder carries the table. Each window is killed once on the way, and comes back; a press
from both leads to the rematch.
"""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path

import pytest

from game.net.journal.store import TableStore
from game.net.journal.table import Table
from game.rules.match import legal_placements
from game.rules.record import parse_record
from game.rules.ruleset import Ruleset
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.profile import Profile
from game.storage.settings import SettingsStore
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import make_view
from game.ui.parts import MAIN
from game.ui.scenes.shared.table_layout import lay_out_table
from game.ui.scenes.title.scene import TitleScene
from tests.end_to_end.hands import QUICK, widget_at
from tests.end_to_end.stage import Game, Stage, open_stage, require_tools, wait_for
from tests.gallery import collect_samples

pytestmark = pytest.mark.window

SAMPLES = collect_samples("apart")
SIZE = (1024, 640)


class Player:
    """One window with a home of its own."""

    def __init__(self, stage: Stage, name: str, language: str, place: tuple[int, int]) -> None:
        self.name, self.language = name, language
        self.stage, self.at = stage, place
        # The other window is below this one or above it.
        self.rows = (place[1], place[1] + SIZE[1])
        self.home = stage.home.parent / name
        self.home.mkdir()
        settings = dataclasses.replace(QUICK, language=language, player_name=name)
        places = find_places({HOME_VARIABLE: str(self.home)})
        assert SettingsStore(places.settings).save(settings) is None
        self.open()

    def open(self) -> None:
        """Start the game in this home, and wait for its window."""
        stage = self.stage
        self.game: Game = stage.start_game(
            "--windowed",
            f"{SIZE[0]}x{SIZE[1]}",
            "--mute",
            waits=False,
            TAKE_IT_EASY_HOME=str(self.home),
        )

        def own_window() -> bool:
            # Two windows bear the game's class: this one is known by its process.
            pid = str(self.game.process.pid)
            found = stage.try_xdotool("search", "--onlyvisible", "--all", "--pid", pid,
                                      "--class", "take-it-easy").split()  # fmt: skip
            self.game.window = found[-1] if found else ""
            return bool(found) and self.game.has_drawn()

        wait_for("the window", own_window)
        # SDL may open it anew before it stays.
        self.game.settle()
        wait_for("the window for good", own_window)
        stage.xdotool("windowmove", self.game.window, *map(str, self.at))
        self.game.rows = self.rows

    def come_back(self) -> None:
        """Kill the game; the title's door leads to the list, whose first row waits for a turn."""
        self.game.kill()
        self.open()
        self.press("menu", "together")
        self.press("apart-lobby-one", MAIN)

    def click(self, x: int, y: int) -> None:
        self.game.check_alive()
        self.game.stage.try_xdotool("windowactivate", "--sync", self.game.window)
        time.sleep(0.1)
        self.game.click(x, y)

    def press(self, scene: str, key: str) -> None:
        """Click the button with these words, once the scene has come."""
        make = TitleScene if scene == "menu" else SAMPLES[scene].make
        self.game.settle()
        self.click(*widget_at(make, key, SIZE, self.language, QUICK))

    def type_into(self, scene: str, field: str, words: str) -> None:
        """Click a field and type."""
        self.press(scene, field)
        self.game.settle()
        self.stage.xdotool("type", "--window", self.game.window, "--delay", "20", words)

    def table(self) -> Table | None:
        """The latest table as this player's files have it."""
        store = TableStore(self.home / "apart")
        found = [store.table(id).journal.table for id in store.tables()]
        is_new = [table for table in found if table is not None and table.calls < 19]
        return (is_new or found or [None])[0]

    def has_answered(self, number: int, seat: int) -> bool:
        """Whether the game master has the turn of a seat, or has closed the call."""
        table = self.table()
        if table is None or table.call is None or table.calls > number:
            return True
        return table.chairs[seat].turn is not None

    def place(self, table: Table, seat: int) -> None:
        """Click the first space that the called tile may go to."""
        assert table.match is not None
        choice = legal_placements(table.match, seat)[0]
        view = make_view(SIZE)
        layout = lay_out_table(view, table.match.rules.grid, others=1)
        _, area = layout.board_area.cut_top(view.px(44), view.px(6))
        x, y = lay_out_board(table.match.rules.grid, area, 0.62).centres[choice.space]
        self.click(round(x), round(y))
        time.sleep(0.5)
        self.game.press("n")

    def record(self) -> str | None:
        with Profile(find_places({HOME_VARIABLE: str(self.home)}).profile) as profile:
            played = profile.last_matches()
            return profile.record(played[0].id) if played else None


def test_two_windows_play_a_match_by_mouse(tmp_path: Path) -> None:
    require_tools()
    with open_stage(tmp_path, screen=(1060, 1400)) as stage:
        try:
            _play(stage)
        except BaseException:
            for number, game in enumerate(stage.games):
                if game.process.poll() is None:
                    game.picture(f"failed-{number}")
            raise


def _play(stage: Stage) -> None:
    ana = Player(stage, "Ana", "en", (0, 0))
    ben = Player(stage, "Ben", "de", (0, 700))
    ana.press("menu", "together")
    ana.press("apart-lobby-empty", "together.elsewhere")
    shared = ana.home.parent / "shared"
    shared.mkdir()
    ana.type_into("apart-open", "address", str(shared))
    ana.game.picture("opening")
    ana.press("apart-open", "together.open_now")
    wait_for("the table", lambda: ana.table())
    ana.press("apart-waiting", "together.copy")
    ana.game.picture("invitation")
    ben.press("menu", "together")
    ben.press("apart-lobby-empty", "together.join")
    ben.press("apart-join", "together.paste")
    ben.type_into("apart-join", "folder", str(shared))
    ben.game.picture("pasted")
    ben.press("apart-join", "together.join_now")
    wait_for("both to sit", lambda: (t := ana.table()) is not None and t.match is not None)
    assert ana.table() is not None
    for number in range(1, 20):

        def is_called(player: Player, number: int = number) -> Table | None:
            table = player.table()
            is_open = table is not None and table.call is not None and table.calls == number
            return table if is_open else None

        for seat, player in enumerate((ana, ben)):
            if number == (7, 4)[seat]:
                player.come_back()
            table = wait_for(f"call {number}", lambda: is_called(player))  # noqa: B023
            for _ in range(10):
                time.sleep(0.3)
                player.place(table, seat)
                end = time.monotonic() + 3
                while time.monotonic() < end and not player.has_answered(number, seat):
                    time.sleep(0.05)
                if player.has_answered(number, seat):
                    break
            else:
                pytest.fail(f"{player.name} cannot place in call {number}")
        if number in (1, 10):
            ana.game.picture(f"ana-{number}")
            ben.game.picture(f"ben-{number}")
    records = [wait_for("the count", player.record) for player in (ana, ben)]
    ana.game.picture("ana-counted")
    ben.game.picture("ben-counted")
    first, second = map(parse_record, records)
    assert first.is_complete
    assert first.rounds == second.rounds
    assert first.rules == Ruleset()
    assert [player.name for player in first.players] == ["Ana", "Ben"]
    for player in (ben, ana):
        # A click during the count would only end it.
        player.game.wait_until_still()
        player.press("apart-result", "together.rematch")
    again = [wait_for("the rematch", lambda: is_called(player, 1)) for player in (ana, ben)]  # noqa: B023
    assert again[0].id == again[1].id
    assert again[0].chairs == again[1].chairs
    ben.game.picture("ben-again")
    for player in (ana, ben):
        player.click(6, 6)
        player.game.press("Escape")
        player.game.close()
