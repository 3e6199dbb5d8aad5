"""A window that sits at a real room: by its address, through the match, to the count."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.play.keeper import LocalKeeper
from game.play.own_seats import own_seats
from game.play.room_seat import RoomSeat
from game.play.table_game import Phase, TableGame
from game.rules.match_score import score_match
from game.rules.meta import ROOM_KEY, read_meta
from game.storage.history import summarise
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.phones.sitting import SittingScene
from game.ui.scenes.shared.starting import continue_match, to_title
from game.ui.scenes.table.scene import TableScene
from tests.golden.pages import changed_pages
from tests.net.rooms import OpenRoom
from tests.ui.scenes.stage import Stage


@pytest.fixture
def room(context: Context) -> Iterator[OpenRoom]:
    """A room on this machine."""
    change_settings(context, player_name="Anna")
    one = OpenRoom()
    yield one
    context.leave_room()
    one.close()


class Window:
    """A stage whose loop polls its seat, beside the room."""

    def __init__(self, context: Context, room: OpenRoom) -> None:
        self.room, self.context = room, context
        self.stage = Stage(context, SittingScene(context, room.link))
        self.is_over = False

    def tick(self) -> None:
        """Let both go on."""
        self.is_over |= self.room.step()
        if self.context.room_seat is not None:
            self.context.room_seat.poll()

    def until(self, what: object) -> None:
        """Let real time pass until something is so."""

        def look() -> object:
            self.tick()
            return what()  # type: ignore[operator]

        self.stage.wait_until(look)

    def sits(self) -> None:
        """Press the yellow band, and wait until the room has the name."""
        self.stage.let(0.1)
        self.stage.click(self.stage.part("sit"))
        self.until(lambda: self.room.room.guests)
        self.until(lambda: "You are in." in " ".join(self.stage.read()))

    def plays(self) -> CountScene:
        """Place by keys until the count."""

        def places() -> bool:
            top = self.stage.top
            if isinstance(top, TableScene) and top.game.phase() is Phase.ACT:
                space = top.game.legal(top.game.hand()[0])[0]
                name = top.game.match.rules.grid.name_of(space)
                self.stage.press(*name, "return")
            if isinstance(top, TableScene) and top.game.phase() is Phase.CLOSE:
                self.stage.press("n")
            return isinstance(top, CountScene)

        self.until(places)
        assert isinstance(self.stage.top, CountScene)
        return self.stage.top


def test_a_window_sits_down_by_address_and_plays_to_its_own_count(
    context: Context, room: OpenRoom
) -> None:
    window = Window(context, room)
    stage = window.stage
    window.sits()
    game = room.begins("classic free single none", bots=1, has_hidden_boards=True)
    window.until(lambda: isinstance(stage.top, TableScene))
    window.until(lambda: "Waiting for Anna" in " ".join(stage.read()))
    assert isinstance(stage.top, TableScene)
    assert "Waiting for" not in stage.top.mode.instructions()
    # The coach is the room's to allow.
    stage.press("h")
    assert "No coach here" in " ".join(stage.read())
    count = window.plays()
    match = count.control.match
    window.until(lambda: game.match.is_complete)
    assert [r.seats for r in match.rounds] == [r.seats for r in game.match.rounds]
    assert own_seats(match) == (0,)
    assert ROOM_KEY not in read_meta(match.meta)
    (played,) = context.store.profile.last_matches()
    assert summarise([played]).totals == (score_match(game.match).players[0].total,)
    assert context.store.waiting() == ()
    # Rematch: the same room begins again, and the count leads there.
    room.begins("classic free single none", bots=1)
    stage.let(15.0)
    window.until(lambda: "The room has called the next tile" in " ".join(stage.read()))
    stage.click(stage.find("Back to the room"))
    assert isinstance(stage.top, TableScene)
    window.plays()
    assert len(context.store.profile.last_matches()) == 2


def test_a_window_that_left_continues_where_it_was(context: Context, room: OpenRoom) -> None:
    window = Window(context, room)
    stage = window.stage
    window.sits()
    game = room.begins("daffodil-4 free pairs none", bots=1)
    window.until(lambda: isinstance(stage.top, TableScene))
    # Nothing is placed yet, and still the seat waits on the title.
    stage.stack.apply(to_title(context))
    assert context.room_seat is None
    (waiting,) = context.store.waiting()
    room.close()
    stage.stack.apply(continue_match(context, waiting.match))
    window.room = OpenRoom()
    window.until(lambda: "does not answer: trying again" in " ".join(stage.read()))
    assert isinstance(stage.top, TableScene)
    # While the line is cut nothing can be placed.
    table = stage.top
    assert table.control.place(table.game.hand()[0], 0) == []
    window.room.close()
    window.room = OpenRoom(room.server.port)
    window.room.sit(TableGame(game.setup, LocalKeeper(game.match)))
    count = window.plays()
    window.room.close()
    assert own_seats(count.control.match) == (0,)


def test_a_round_ends_in_its_count_and_the_room_leads_on(context: Context, room: OpenRoom) -> None:
    window = Window(context, room)
    stage = window.stage
    window.sits()
    game = room.begins("classic free single none rounds=2", bots=1)
    count = window.plays()
    assert len(count.control.match.rounds) == 1
    assert not context.store.profile.last_matches()
    stage.let(15.0)
    stage.click(stage.find("Back to the room"))
    assert isinstance(stage.top, SittingScene)
    stage.let(0.1)
    assert {"Wait for the others.", "Fox 0"} <= {*stage.read()}
    game.begin_round()
    count = window.plays()
    assert count.control.match.is_complete
    assert [r.seats for r in count.control.match.rounds] == [r.seats for r in game.match.rounds]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("http://127.0.0.1:9/#ABCD", "nothing answers there"),
        ("http://no-such-name.invalid:4242/#ABCD", "no computer of that name"),
        ("not an address", "The address of a room"),
    ],
)
def test_an_address_without_a_room_is_told_in_a_sentence(
    context: Context, room: OpenRoom, link: str, words: str
) -> None:
    window = Window(context, room)
    window.stage = stage = Stage(context, SittingScene(context, link))
    stage.let(0.1)
    if context.room_seat is None and "not" not in link[:4]:
        stage.click(stage.part("sit"))
        window.until(lambda: words in " ".join(stage.read()))
    else:
        assert words in str(stage.part("sit").why_disabled)


def test_wrong_letters_and_a_taken_name_are_told_and_can_be_corrected(
    context: Context, room: OpenRoom
) -> None:
    window = Window(context, room)
    link = room.link.partition("#")[0]
    window.stage = stage = Stage(context, SittingScene(context, link + "#XXXX"))
    stage.let(0.1)
    stage.click(stage.part("sit"))
    window.until(lambda: "not the letters" in " ".join(stage.read()))
    scene = stage.top
    assert isinstance(scene, SittingScene)
    scene.link = room.link
    stage.let(0.1)
    stage.click(stage.part("sit"))
    window.until(lambda: room.room.guests)
    # A window that was killed before the match has the key of its place in its settings.
    window.until(lambda: "You are in." in " ".join(stage.read()))
    assert context.room_seat is not None
    key = context.room_seat.key
    context.room_seat.line.close()
    # The window is killed: it says nothing any more.
    context.room_seat = None
    window.stage = stage = Stage(context, SittingScene(context, room.link))
    stage.let(0.1)
    stage.click(stage.part("sit"))
    window.until(lambda: "You are in." in " ".join(stage.read()))
    again: RoomSeat | None = context.room_seat
    assert again is not None
    assert again.key == key
    assert len(room.room.guests) == 1


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("room_seat") == []
