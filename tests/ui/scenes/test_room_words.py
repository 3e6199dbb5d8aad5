"""The sentences for the state of a room."""

from __future__ import annotations

from random import Random
from typing import Any

from game.locale import write_clock
from game.net.phones import NoThread
from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Player, PlayerKind, new_match
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.phones.calling import CallingScene
from game.ui.scenes.shared.room_flow import pause_on_phones
from game.ui.scenes.shared.room_words import (
    closed_words,
    gone_words,
    player_words,
    seat_trouble,
    waiting_words,
)
from tests.gallery import collect_samples
from tests.play.phones import House
from tests.ui.scenes.phones_stage import begins


def test_a_phone_has_a_moment_to_take_back_and_a_room_says_who_is_awaited(
    context: Context, house: House
) -> None:
    for pause, has_auto_call, seconds in ((0.0, True, 1.2), (3.0, True, 3.0), (3.0, False, None)):
        change_settings(context, call_pause=pause, has_auto_call=has_auto_call)
        assert pause_on_phones(context) == seconds
    stage = begins(context)
    stage.let(0.5)
    assert isinstance(stage.top, CallingScene)
    game = house.room.seats.game  # type: ignore[union-attr]
    assert [player_words(context, house.room, game, seat) for seat in (0, 1)] == [
        context.text("room.is_awaited", name=name) for name in ("Anna", "Björn")
    ]
    house.goes(house.phones[1])
    away = context.text("room.is_away", name="Björn")
    assert player_words(context, house.room, game, 1) == away
    assert gone_words(context, house.room, game) == context.text("room.waits_gone", name="Björn")
    awaited = context.text("room.waits", names="Anna and Björn")
    assert waiting_words(context, game, None) == awaited
    assert waiting_words(context, game, 9.0) == f"{awaited} · {write_clock(9.0)}"
    house.answers(house.phones[0], Random(4))
    placed = context.text("room.has_placed", name="Anna")
    assert player_words(context, house.room, game, 0) == placed


def test_a_room_that_cannot_open_has_its_reason(context: Context) -> None:
    text = context.text
    for error, words in (
        (NoThread("x"), text("room.no_thread")),
        (OSError(98, "in use"), text("room.no_port", reason="in use")),
        (OSError("odd"), text("room.no_port", reason="odd")),
    ):
        assert closed_words(context, error) == words


def test_computers_are_none_who_are_awaited_and_without_a_round_no_player_is(
    context: Context,
) -> None:
    house = House("Anna", "Björn")
    setup = TableSetup(
        Ruleset(),
        (Player("Anna"), Player("Fox", PlayerKind.BOT, "fox"), Player("Cleo")),
        "7",
        phones=frozenset({0}),
    )
    game = TableGame(setup, LocalKeeper(new_match(setup.rules, setup.players, setup.to_meta())))
    assert waiting_words(context, game, 9.0) == ""
    context.phones = house.room
    house.room.seat(game)
    assert player_words(context, house.room, game, 1) == context.text(
        "room.is_computer", name="Fox"
    )
    context.close_phones()


def test_a_seat_says_what_is_wrong_with_it(context: Context) -> None:
    text = context.text
    collect_samples("phones")["phones-seat"].make(context)
    seat = context.room_seat
    assert seat is not None
    line, game, address = seat.line, seat.game, seat.address
    elsewhere = address._replace(letters="ABCDEFGH")
    assert elsewhere.is_elsewhere
    cut = text("room.seat.cut", host=address.place)

    def told(
        end: str = "", error: str = "", trouble: str = "", *, is_open: bool = False, **changes: Any
    ) -> str:
        seat.end, seat.error, line.is_open, line.trouble = end, error, is_open, trouble
        seat.game = changes.get("game", game)
        seat.waiting = changes.get("waiting", ())
        seat.address = changes.get("address", address)
        return seat_trouble(context, seat)

    assert told(is_open=True) == ""
    for end in ("false", "version", "unknown"):
        assert told(end, "code") == text(f"room.seat.{end}", host=address.place)
    for word in ("code", "shut"):
        assert told(word) == text(f"phone.error.{word}")
        assert told(error=word, is_open=True) == text(f"phone.error.{word}")
        assert told(word, address=elsewhere) == text(f"phone.error.{word}_elsewhere")
    assert told("away", address=elsewhere) == text("phone.error.away")
    # A refusal is forgotten while the line is cut.
    assert told(error="code", trouble="no-answer") == cut
    assert told(game=None, waiting=("Ana",)) == cut
    assert told(game=None) == ""
    for trouble in ("no-name", "certificate", "no-answer", "no-room"):
        words = text(f"room.seat.trouble.{trouble}", host=address.place)
        assert told(trouble=trouble, game=None) == words
