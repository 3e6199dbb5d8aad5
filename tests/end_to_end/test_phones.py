"""A room in a real window: it is killed in the middle of a call, and everybody comes back.

Six phones play through its server, twenty-four other lines ask in and look on. What was placed is
compared with the record at the end, board by board.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.meta import ROOM_KEY, read_meta, with_field
from game.storage.autosave import Autosave
from game.storage.places import HOME_VARIABLE, find_places
from tests.end_to_end.hands import assert_counted, prepare
from tests.end_to_end.stage import Stage, wait_for
from tests.play.phones import House

pytestmark = [pytest.mark.window, pytest.mark.journey]

NAMES = ("Anna", "Björn", "Cleo", "Dora", "Eva", "Finn")


class Crowd:
    """Phones in threads of their own: `last` are their latest states, `answers` the seconds from a
    placement to the state that has it, `back` when each line was opened again.
    """

    def __init__(self, port: int, keys: list[str], watchers: int, think: float) -> None:
        self.url, self.think = f"ws://127.0.0.1:{port}/socket", think
        self.last: list[dict[str, Any]] = [{} for _ in keys]
        self.answers: list[float] = []
        self.stop_at = 99
        self.back: list[float] = []
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(keys, watchers)))
        self._thread.start()

    async def _run(self, keys: list[str], watchers: int) -> None:
        await asyncio.gather(
            *(self._play(i, key) for i, key in enumerate(keys)),
            *(self._watch(i) for i in range(watchers)),
        )

    async def _play(self, seat: int, key: str) -> None:
        random, sent = Random(seat), ("", 0.0)
        while not self._is_over.is_set():
            try:
                async with connect(self.url, compression=None, open_timeout=20) as line:
                    await line.send(json.dumps({"do": "sit", "key": key}))
                    while not self._is_over.is_set():
                        state = None
                        with contextlib.suppress(TimeoutError):
                            text = await asyncio.wait_for(line.recv(), 0.3)
                            word = json.loads(text)
                            sent = ("", 0.0) if "error" in word else sent
                            state = word.get("state")
                        if state is None:
                            # A phone that held still goes on.
                            state = self.last[seat]
                            if sent[0] or not state or "cut" in state:
                                continue
                        if not self.last[seat] or "cut" in self.last[seat]:
                            self.back.append(time.monotonic())
                        self.last[seat] = state
                        if sent[0] == state["at"] and not state["hand"]:
                            self.answers.append(time.monotonic() - sent[1])
                            sent = ("", 0.0)
                        is_asked = state["do"] == "place" and not sent[0]
                        if is_asked and state["call"] < self.stop_at:
                            await asyncio.sleep(self.think * random.random())
                            tile = state["hand"][0]
                            space = int(random.choice([*tile["spaces"]]))
                            sent = (state["at"], time.monotonic())
                            act = {"do": "place", "tile": tile["tile"], "space": space}
                            await line.send(json.dumps({**act, "at": state["at"]}))
            except (OSError, WebSocketException, TimeoutError):
                sent = ("", 0.0)
                if self.last[seat]:
                    self.last[seat] = {**self.last[seat], "cut": True}
                await asyncio.sleep(0.05)

    async def _watch(self, number: int) -> None:
        """A line that asks in with wrong letters now and then, and looks on."""
        while not self._is_over.is_set():
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(self.url, compression=None) as line:
                    while not self._is_over.is_set():
                        word = {"do": "join", "code": "XXXX", "name": f"W{number}"}
                        await line.send(json.dumps(word))
                        await asyncio.sleep(1)
            await asyncio.sleep(0.1)

    def close(self) -> None:
        """End all lines."""
        self._is_over.set()
        self._thread.join(40)


def saved_room(stage: Stage) -> tuple[Match, int, list[str]]:
    """Put a match of six phones into the home: its first call is made, its room was closed."""
    with socket.create_server(("", 0)) as probe:
        port = probe.getsockname()[1]
    house = House(*NAMES)
    house.server.port = port
    game = house.begins("classic free single none")
    game.begin_round()
    meta = read_meta(game.match.meta).object(ROOM_KEY)
    assert meta.whole("port") == port
    assert with_field(game.match.meta, ROOM_KEY, None) != game.match.meta
    autosave = Autosave(find_places({HOME_VARIABLE: str(stage.home)}).autosave)
    assert autosave.save(game.match) is None
    return game.match, port, [phone.key for phone in house.phones]


def test_a_killed_window_comes_back_and_everybody_sits_where_they_sat(stage: Stage) -> None:
    prepare(stage, call_pause=0.5)
    _, port, keys = saved_room(stage)
    crowd = Crowd(port, keys, watchers=24, think=1.0)
    try:
        crowd.stop_at = 7
        game = stage.start_game("--windowed", "1280x800", "--mute")
        game.press("Return")

        def is_at(call: int) -> bool:
            game.check_alive()
            return all(state.get("call") == call and "cut" not in state for state in crowd.last)

        wait_for("the seventh call on all phones", lambda: is_at(7), 120)
        boards = [state["board"] for state in crowd.last]
        game.kill()
        wait_for("the phones to notice", lambda: all("cut" in state for state in crowd.last))
        game = stage.start_game("--windowed", "1280x800", "--mute")
        crowd.back.clear()
        pressed = time.monotonic()
        game.press("Return")
        wait_for("the phones to be back", lambda: is_at(7))
        assert [state["board"] for state in crowd.last] == boards
        print(f"back after {max(crowd.back) - pressed:.2f} s")
        crowd.stop_at = 99
        is_over = lambda: all(state.get("do") == "over" for state in crowd.last)  # noqa: E731
        wait_for("the end of the match", is_over, 240)
        match = assert_counted(stage)
    finally:
        crowd.close()
    for state in crowd.last:
        position = match.round.seats[state["you"]].position
        assert state["board"]["tiles"] == [
            -1 if tile is None else tile.index for tile in position.tiles
        ]
        assert state["points"] == score_match(match).players[state["you"]].total
    assert ROOM_KEY not in read_meta(match.meta)
    answers = sorted(crowd.answers)
    p95 = answers[int(len(answers) * 0.95)]
    print(f"{len(answers)} answers: median {answers[len(answers) // 2]:.3f}, p95 {p95:.3f} s")
