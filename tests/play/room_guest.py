"""A window's seat at a room in memory, and a player who answers by the rules."""

from __future__ import annotations

from random import Random

from game.play.phone_room import Word
from game.play.room_address import RoomAddress
from game.play.room_seat import RoomFlow, RoomSeat, SeatControl
from game.play.table_game import Phase
from game.rules.match import Match
from game.rules.placement import legal_placements_of
from game.storage.database import with_identity
from tests.play.engines import ScriptedEngines
from tests.play.phones import House, Phone

ADDRESS = RoomAddress("http://192.0.2.1:4242/#ABCD", "192.0.2.1", 4242, letters="ABCD")


class MemoryLine:
    """A line to the room of a house; `cut` loses it as a proxy would."""

    def __init__(self, house: House | None = None) -> None:
        self.house, self.opened, self.is_open, self.trouble = house, 1, True, ""
        self.phone = Phone()
        self._read = 0
        self.said: list[Word] = []

    def poll(self) -> list[Word]:
        """Return what the room has said since."""
        words = self.phone.words[self._read :] if self.is_open else []
        self._read = len(self.phone.words)
        return words

    def send(self, word: Word, opened: int) -> None:
        """Let the room hear a word, unless it was meant for an earlier line."""
        if opened != self.opened:
            return
        self.said.append(word)
        if self.is_open and self.house is not None:
            self.house.says(self.phone, **word)

    def cut(self, house: House | None = None) -> None:
        """Close the page; the next one is a new page."""
        if self.house is not None:
            self.house.goes(self.phone)
        self.house = house or self.house
        self.phone, self._read = Phone(), 0
        self.opened += 1

    def close(self) -> None:
        """Close the line."""
        self.is_open = False


class Home:
    """A window's storage: the last match that was saved, and the filed ones."""

    def __init__(self) -> None:
        self.saved: list[Match] = []
        self.filed: list[Match] = []

    def save_match(self, match: Match) -> None:
        """Note it."""
        self.saved.append(match)

    def file_match(self, match: Match) -> None:
        """Note it."""
        self.filed.append(match)


class Guest:
    """A window that plays one seat of a house at random."""

    def __init__(self, house: House | None, name: str = "Gast", seed: int = 1) -> None:
        self.line, self.home, self.random = MemoryLine(house), Home(), Random(seed)
        self.line.phone.name = name
        letters = "" if house is None else house.room.code
        self.address = ADDRESS._replace(letters=letters)
        self.seat = self._sit(name=name)
        self.control: SeatControl | None = None
        self.finished: list[Match] = []
        self.poll()

    def _sit(self, **values: object) -> RoomSeat:
        return RoomSeat(
            self.line,
            self.address,
            self.home,
            with_identity,
            lambda: 0.0,
            **values,  # type: ignore[arg-type]
        )

    def poll(self) -> None:
        """Take over the room's news, as the window's loop does."""
        for _ in range(4):
            self.seat.poll()

    def come_back(self) -> None:
        """Be killed and started again: only the home is left."""
        match, self.control = self.home.saved[-1], None
        self.line.cut()
        key = self.seat.key
        self.seat = self._sit(key=key, resumed=match)
        self.poll()

    def plays(self) -> None:
        """Do one thing that the table asks for, and sometimes change its mind."""
        self.poll()
        game = self.seat.game
        if game is None or not self.seat.has_table:
            return
        if self.control is None or self.control.game is not game:
            flow = RoomFlow(self.seat, game)
            self.control = SeatControl(game, ScriptedEngines(), lambda: 0.0, flow)
        control = self.control
        control.advance(0.1, is_moving=False)
        phase = game.phase()
        if phase is Phase.CLOSE and (not game.hand() or self.random.random() < 0.4):
            control.close_or_go_on()
        elif phase in (Phase.ACT, Phase.CLOSE):
            tile = self.random.choice(game.hand())
            spaces = (
                [p.space for p in legal_placements_of(game.match.rules, game.position(), tile)]
                if phase is Phase.ACT
                else [*game.legal(tile)]
            )
            if spaces:
                control.place(tile, self.random.choice(spaces))
            elif phase is Phase.CLOSE:
                control.close_or_go_on()
        elif game.can_take_back() and self.random.random() < 0.2:
            control.take_back()
        self.poll()
