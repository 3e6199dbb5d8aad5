"""The screen of a match on phones, with the room that a saved match had."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Player, new_match
from game.rules.meta import ROOM_KEY
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.parts import Dialog
from game.ui.scenes.phones.calling import CallingScene
from game.ui.scenes.phones.resuming import phones_table
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import say


@pytest.fixture(autouse=True)
def _closed(context: Context) -> Iterator[None]:
    yield
    context.close_phones()


def saved(port: object = None, phones: tuple[int, ...] = (0, 1)) -> TableGame:
    """Return a match of two players on phones that had a room at a port."""
    setup = TableSetup(Ruleset(), (Player("Ana"), Player("Ben")), "7", phones=frozenset(phones))
    match = new_match(setup.rules, setup.players, setup.to_meta())
    if port is not None:
        meta = json.loads(match.meta or "{}") | {ROOM_KEY: {"port": port}}
        match = replace(match, meta=json.dumps(meta))
    return TableGame(TableSetup.from_match(match), LocalKeeper(match))


def test_a_saved_match_opens_its_room_at_the_port_that_its_phones_know(context: Context) -> None:
    with socket.socket() as other:
        other.bind(("", 0))
        free = other.getsockname()[1]
    phones_table(context, saved(free))
    assert context.phones is not None
    assert context.phones.server.port == free


@pytest.mark.parametrize("port", [None, 0, -1, 65_536, "8080"])
def test_what_is_no_port_opens_the_room_at_a_free_one(context: Context, port: object) -> None:
    assert isinstance(phones_table(context, saved(port)), CallingScene)
    assert context.phones is not None
    assert context.phones.server.port > 0


def test_the_screen_calls_unless_a_player_sits_at_it(context: Context) -> None:
    for phones, scene in (((0, 1), CallingScene), ((1,), TableScene)):
        game = saved(phones=phones)
        assert type(phones_table(context, game)) is scene
        assert context.phones is not None
        assert context.phones.seats is not None
        assert context.phones.seats.game is game
        context.close_phones()


def test_a_room_that_cannot_open_says_why(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    scene = phones_table(context, saved(4242))
    assert isinstance(scene, Dialog)
    words = context.text("room.no_port", reason="Permission denied")
    assert say(scene.body).startswith(words.removesuffix("."))
    assert context.phones is None
