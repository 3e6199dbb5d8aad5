"""The mode of a seat at another program's room."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from game.locale import write_list
from game.play.table import TableSetup
from game.play.table_game import Phase, TableGame
from game.rules.match import Player
from game.rules.placement import ASIDE_INDEX
from game.rules.ruleset import Ruleset
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Pop, Push, Quit
from game.ui.parts import ActionBand, Dialog, Text, Widget
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.phones.seat_mode import SeatMode
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.shared.names import action_key
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.shared.room_words import seat_trouble
from game.ui.scenes.shared.table_mode import TableScreen
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets import say
from tests.gallery import collect_samples
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import Stage

SEATS = {
    "phones-seat": ("Classic", "", None, ["place", "coach", "menu", "explain"]),
    "phones-seat-done": (
        "Round 1 of 2",
        "Waiting for Björn, Ștefan and Großmutter Hildegard",
        None,
        ["take back", "menu", "explain"],
    ),
    "phones-seat-cut": (
        "Classic",
        "192.0.2.1:4242 does not answer: trying again. Your placements so far are saved.",
        None,
        ["place", "coach", "menu", "explain"],
    ),
    "phones-seat-clock": (
        "Classic · By correspondence",
        "The next tile has been called.",
        30,
        ["place", "other tile", "coach", "menu", "explain"],
    ),
}
"""The words beside the title, those read aloud, the seconds left, and the keys of each seat."""


@pytest.mark.parametrize("name", SEATS)
def test_a_seat_says_what_is_waited_for_and_which_keys_there_are(
    context: Context, name: str
) -> None:
    beside, read, seconds, keys = SEATS[name]
    scene = collect_samples("phones")[name].make(context)
    assert isinstance(scene, TableScene)
    stage = Stage(context, scene)
    stage.let(0.3)
    mode = scene.mode
    assert mode.title() == ("Your own rules", beside)
    assert (mode.instructions(), mode.seconds_left()) == (read, seconds)
    assert [words for _, words in mode.hints()] == keys
    above = read or "Waiting for Zoé, Björn and Ștefan"
    assert above in " ".join(stage.read())
    # Leaving is offered by the pause, and ends nothing.
    stage.press("escape")
    assert isinstance(stage.top, PauseScene)
    for words, page in (("play.rules", RulesScene), ("play.settings", SettingsScene)):
        stage.click(stage.find(context.text(words)))
        assert isinstance(stage.top, page)
        stage.stack.apply(Pop())
    stage.click(stage.find(context.text("play.menu")))
    assert isinstance(stage.top, TitleScene)
    assert context.room_seat is None


def test_a_seat_that_rests_comes_back_by_any_key(context: Context) -> None:
    scene = collect_samples("phones")["phones-seat"].make(context)
    seat = context.room_seat
    assert isinstance(scene, TableScene)
    assert seat is not None
    stage, resting = Stage(context, scene), context.text("phone.resting")
    stage.let(0.1)
    for key, is_back in (("held", False), ("n", True), ("h", True)):
        seat.is_resting = True
        (strip,) = (part for part in scene.mode.above(scene).walk() if isinstance(part, Text))  # type: ignore[union-attr]
        assert (strip.words, scene.mode.instructions()) == (resting, resting)
        if key == "held":
            stage.give(Command(Action.NEXT_CALL, key="n", is_repeat=True))
        else:
            stage.press(key)
        assert seat.is_resting is not is_back
    # A room that has closed ends in a notice.
    seat.end = "unknown"
    ended = scene.mode.count()
    assert isinstance(ended, Dialog)
    assert ended.body == seat_trouble(context, seat)
    seat.end = ""
    assert isinstance(scene.mode.count(), CountScene)
    # The next match of the room has another table.
    game = seat.game
    assert game is not None
    seat.game = TableGame.start(replace(game.setup, seed="8"))
    following = scene.mode.count()
    assert isinstance(following, TableScene)
    assert following.game is seat.game


def test_a_seat_s_table_is_left_by_its_pause_alone_and_has_a_coach_where_it_is_fair(
    context: Context,
) -> None:
    scene = collect_samples("phones")["phones-seat"].make(context)
    seat = context.room_seat
    assert isinstance(scene, TableScene)
    assert seat is not None
    stage = Stage(context, scene)
    stage.let(0.1)
    assert isinstance(scene.mode.leave(Action.QUIT, scene), Quit)
    paused = scene.mode.leave(Action.CANCEL, scene)
    assert isinstance(paused, Push)
    assert isinstance(paused.scene, PauseScene)
    links = [say(link.label) for link in scene.mode.links(scene)]
    assert links[2:] == [context.text("play.coach")]
    seat.has_coach = False
    assert [say(link.label) for link in scene.mode.links(scene)] == links[:2]
    stage.press("h")
    assert stage.top is scene
    assert context.text("room.seat.no_coach") in " ".join(stage.read())
    # The longest words above the board have their room from the start.
    cut, names = scene.mode.highest_above()
    words = [part.words for one in (cut, names) for part in one.walk() if isinstance(part, Text)]
    everybody = write_list(context.catalogue, [one.name for one in scene.game.match.players])
    assert words == [
        context.text("room.seat.cut", host=seat.address.place),
        context.text("room.waits", names=everybody),
    ]


def test_a_seat_says_when_all_have_placed_and_how_long_the_others_have(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = collect_samples("phones")["phones-seat-done"].make(context)
    seat = context.room_seat
    assert isinstance(scene, TableScene)
    assert seat is not None

    def strip() -> list[str]:
        (above,) = [scene.mode.above(scene)]
        assert isinstance(above, Widget)
        return [say(part.words) for part in above.walk() if isinstance(part, Text)]

    monkeypatch.setattr(type(seat), "seconds_left", lambda _: 9.2)
    seat.awaited = ("Björn",)
    waits = context.text("room.waits", names="Björn")
    assert strip() == [f"{waits} · 0:10"]
    assert scene.mode.instructions() == waits, "the clock is not read aloud"
    assert scene.mode.seconds_left() is None, "its own tile is placed"
    seat.awaited = ()
    assert strip() == [context.text("room.all_done")]


def test_closing_moves_at_a_seat_end_by_a_band_and_a_key(context: Context) -> None:
    game = TableGame.start(
        TableSetup(Ruleset.parse("daffodil-4 free single none"), (Player("Ana"),), "42")
    )
    collect_samples("phones")["phones-seat"].make(context)
    seat = context.room_seat
    assert seat is not None
    mode = SeatMode(context, seat, game)
    game.begin_round()
    asked: list[Action] = []

    class Screen:
        def act(self, action: Action) -> None:
            asked.append(action)

    screen = cast(TableScreen, Screen())
    close = (action_key(context, Action.NEXT_CALL), context.text("play.key.close"))
    while game.phase() is not Phase.CLOSE:
        if game.phase() is Phase.CALL:
            game.call_next()
        assert not mode.below_hand(screen)
        assert close not in mode.hints()
        (tile, *_) = game.hand()
        petals = [space for space in game.legal(tile) if space != ASIDE_INDEX]
        game.place(tile, petals[0] if petals and len(game.aside()) else ASIDE_INDEX)
    band = mode.below_hand(screen)
    assert isinstance(band, ActionBand)
    assert close in mode.hints()
    band.press()
    assert asked == [Action.NEXT_CALL]


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("seat_mode") == []
