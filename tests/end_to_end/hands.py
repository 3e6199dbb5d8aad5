"""A player in front of the window: knows the rules, reads the saved match, moves mouse and keys.

Where things lie is computed for the window's size as the scenes do it; nothing is looked for in
pictures.
"""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from game.bots.players.registry import make_bot
from game.locale import Language, load_catalogue
from game.rules.match import Match
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.record import parse_record
from game.storage.history import PlayedMatch
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.profile import Profile
from game.storage.settings import Settings, SettingsStore
from game.storage.store import Storage
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.layout.rects import make_view
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.shared.table_layout import TableLayout, lay_out_table
from tests.end_to_end.stage import Game, Stage, wait_for
from tests.ui.scenes.stage import Stage as Rehearsal

__all__ = [
    *("QUICK", "Hands", "assert_counted", "place_among_widgets", "prepare", "rehearse"),
    "widget_at",
]

QUICK = Settings(
    has_seen_tutorial=True,
    knows_game=True,
    language="en",
    has_reduced_motion=True,
    call_pause=0.0,
    player_name="Ana",
)
"""Settings for long games: nothing is waited for."""


def prepare(
    stage: Stage,
    rules: str = "",
    seats: tuple[dict[str, str], ...] = (),
    caller: str = "computer",
    **changes: Any,
) -> None:
    """Write the settings as if the player had last chosen `rules` with these `seats`."""
    table = {"seats": list(seats), "caller": caller, "seconds": None, "daffodil": 4}
    if rules:
        changes |= {"rules": rules, "seats": json.dumps(table), "edition": "standard"}
    store = SettingsStore(find_places({HOME_VARIABLE: str(stage.home)}).settings)
    assert store.save(dataclasses.replace(QUICK, **changes)) is None


def widget_at(
    make: Callable[[Context], Scene],
    which: str,
    size: tuple[int, int],
    language: str,
    settings: Settings = Settings(),  # noqa: B008 - frozen
) -> tuple[int, int]:
    """The middle of a widget in a scene of a window's size.

    `which` is its `id` on the page, or the catalogue's key of the words it bears.
    """
    rehearsal = rehearse(make, size, language, settings)
    named = (widget for widget in rehearsal.widgets() if widget.id == which)
    found = next(named, None) or rehearsal.find(rehearsal.context.text(which))
    x, y = rehearsal.place_of(found)
    return round(x), round(y)


def place_among_widgets(make: Callable[[Context], Scene], id: str) -> int:
    """Return the number of the keyboard's stops before the part of that `id`."""
    rehearsal = rehearse(make, (1280, 800), "en", QUICK)
    return rehearsal.form.tab_order().index(rehearsal.part(id))


def rehearse(
    make: Callable[[Context], Scene],
    size: tuple[int, int],
    language: str,
    settings: Settings,
) -> Rehearsal:
    """The scene in a window of this size that nobody sees."""
    catalogue = load_catalogue(Language(language))
    painter, store = Painter(make_view(size)), Storage.in_memory()
    context = Context(painter, catalogue, SceneRoutes, settings, store=store)
    return Rehearsal(context, make(context))


def finished_matches(stage: Stage) -> list[tuple[PlayedMatch, str]]:
    """The profile's matches, newest first, and their records."""
    path = find_places({HOME_VARIABLE: str(stage.home)}).profile
    with tempfile.TemporaryDirectory() as name:
        # Under Wine the game's locks are not seen here: a history in use is read from a copy.
        for file in path.parent.glob(f"{path.name}*"):
            shutil.copy(file, name)
        with Profile(Path(name, path.name)) as profile:
            return [(played, profile.record(played.id) or "") for played in profile.last_matches()]


def assert_counted(stage: Stage, match: Match | None = None) -> Match:
    """Wait for the finished match in the profile; its record must score as it was counted.

    `match` is what it must be, where the whole of it is known.
    """
    (played, record) = wait_for("the finished match", lambda: finished_matches(stage) or None)[0]
    kept = parse_record(record)
    assert kept.is_complete
    if match is not None:
        assert kept == match
    path = stage.home / "finished.json"
    path.write_text(record, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "game", "score", "--json", str(path)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONWARNINGS": "error"},
    )
    scored = json.loads(done.stdout)
    assert scored["complete"]
    stored = {result.name: (result.total, result.is_winner) for result in played.results}
    assert stored == {
        player["name"]: (player["total"], player["name"] in scored["winners"])
        for player in scored["players"]
    }
    wait_for("the saved match to be gone", lambda: not list(stage.home.glob("autosave*")))
    return kept


@dataclass(slots=True)
class Hands:
    """Plays the people's seats of the match in a game's window; `view` is the board in view.

    `rivals` computers play beside a quick game, in no record.
    """

    game: Game
    view: int = 0
    rivals: int = 0

    # state

    def match(self) -> Match:
        """The match once it is saved."""
        return self.wait_for("a match", lambda match: bool(match.rounds and match.round.calls))

    def latest(self) -> Match | None:
        """The saved match; once it is counted, the newest one in the profile."""
        self.game.check_alive()
        saved = self.game.match()
        if saved is not None:
            return saved
        finished = finished_matches(self.game.stage)
        return parse_record(finished[0][1]) if finished else None

    def wait_for(self, what: str, is_right: Callable[[Match], bool]) -> Match:
        """The match once it is right, even if it is counted meanwhile."""

        def look() -> Match | None:
            match = self.latest()
            return match if match is not None and is_right(match) else None

        return wait_for(what, look)

    def acting(self, match: Match) -> int | None:
        """The person who has tiles to place: the one in view, else the next round the table."""
        if not match.rounds:
            return None
        count = len(match.players)
        order = [(self.view + i) % count for i in range(count)]
        return next(
            (i for i in order if match.players[i].bot is None and match.round.seats[i].hand), None
        )

    def wait_for_turn(self) -> tuple[Match, int]:
        """Return the match once a player has tiles to place, and that player's seat."""
        match = self.wait_for("a tile to place", lambda m: self.acting(m) is not None)
        seat = self.acting(match)
        assert seat is not None
        return match, seat

    def layout(self, match: Match) -> TableLayout:
        """Return the table's layout at the window's size."""
        return lay_out_table(
            make_view(self.game.size()),
            match.rules.grid,
            others=len(match.players) - 1 + self.rivals,
            has_aside=match.rules.has_aside,
            most_tiles=max(match.rules.call_sizes),
        )

    def point(self, match: Match, space: int) -> tuple[int, int]:
        """The pixel in the middle of a space."""
        layout = self.layout(match)
        x, y = layout.board.aside[0] if space == ASIDE_INDEX else layout.board.centres[space]
        return round(x), round(y)

    # moves

    def choose(self, match: Match, seat: int) -> Placement:
        """Return a beginner's placement of the first tile of the hand."""
        state = match.rounds[-1].seats[seat]
        first = dataclasses.replace(state, hand=state.hand[:1])
        seats = match.rounds[-1].seats
        shown = dataclasses.replace(
            match.rounds[-1], seats=(*seats[:seat], first, *seats[seat + 1 :])
        )
        thought = dataclasses.replace(match, rounds=(*match.rounds[:-1], shown))
        return make_bot("greedy").choose(thought, seat, Random(0))

    def place(self, by: Callable[[Match, Placement], None]) -> Match:
        """Place one tile, and wait until it is saved where it was put."""
        match, seat = self.wait_for_turn()
        choice = self.choose(match, seat)
        self.view = seat
        by(match, choice)
        index = len(match.rounds) - 1

        def lies_there(now: Match) -> bool:
            position = now.rounds[index].seats[seat].position
            if choice.space == ASIDE_INDEX:
                return choice.tile in position.aside
            return position.tiles[choice.space] is choice.tile

        where = f"{choice.tile} on {choice.space}"
        return self.wait_for(where, lies_there)

    def click(self) -> Match:
        """Place a tile by mouse."""
        return self.place(lambda match, p: self.game.click(*self.point(match, p.space)))

    def drag(self) -> Match:
        """Drag a tile from the hand to its space."""

        def by(match: Match, placement: Placement) -> None:
            x, y = self.layout(match).hand.centre
            self.game.drag((round(x), round(y)), self.point(match, placement.space))

        return self.place(by)

    def type(self, *then: str) -> Match:
        """Place a tile by keyboard, and press more keys at once."""

        def by(match: Match, placement: Placement) -> None:
            if placement.space == ASIDE_INDEX:
                keys: tuple[str, ...] = ("x",)
            else:
                keys = tuple(match.rules.grid.name_of(placement.space))
            self.game.press(*keys, "Return", *then)

        return self.place(by)

    def play_round(self, place: Callable[[], Match]) -> Match:
        """Place tiles until the people's boards are full; the round's last match."""
        match, _ = self.wait_for_turn()
        index = len(match.rounds) - 1
        while not all(
            seat.has_played(match.rules)
            for seat, player in zip(match.rounds[index].seats, match.players, strict=True)
            if player.bot is None
        ):
            match = place()
        return match
