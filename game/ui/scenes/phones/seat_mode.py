"""The mode of a seat at another program's room: who is waited for, the coach, exits."""

import math
from collections.abc import Iterable, Iterator
from functools import partial

from game.locale import write_list
from game.locale.formats import write_clock
from game.play.room_seat import RoomFlow, RoomSeat, SeatControl
from game.play.table_game import Phase, TableGame
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Ignored, Navigation, Push, Quit, Scene
from game.ui.parts import ActionBand, Maybe, Row, Sign, Text, Widget, WordLink
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import action_key, rules_beside, rules_page, table_name
from game.ui.scenes.shared.pausing import PauseRow, PauseScene
from game.ui.scenes.shared.room_words import seat_trouble
from game.ui.scenes.shared.starting import to_title
from game.ui.scenes.shared.table_mode import (
    MATCH_ACTIONS,
    TableMode,
    TableScreen,
    table_link,
    table_sign,
    undo_links,
)
from game.ui.widgets import UNUSED, IconButton, Outcome


class SeatMode(TableMode):
    """A seat's table; leaving it ends nothing, since the room keeps the seat."""

    def __init__(self, context: Context, seat: RoomSeat, game: TableGame) -> None:
        self._context, self._seat, self._game = context, seat, game
        flow = RoomFlow(seat, game)
        self.control = SeatControl(game, context.engines, lambda: context.now(), flow)

    def sign(self, table: TableScreen) -> IconButton:
        return table_sign(self._context, Icon.PAUSE, "play.paused", self._pause)

    def links(self, table: TableScreen) -> list[WordLink]:
        links = undo_links(self._context, table)
        if self._seat.has_coach:
            act = partial(table.act, Action.COACH)
            links.append(table_link(self._context, "play.coach", act))
        return links

    def above(self, table: TableScreen) -> Maybe:
        return self._strip(self._trouble() or self._waits(), is_bad=bool(self._trouble()))

    def highest_above(self) -> Iterable[Widget]:
        cut = self._context.text("room.seat.cut", host=self._seat.address.place)
        everybody = tuple(player.name for player in self._game.match.players)
        return [self._strip(cut, is_bad=True), self._strip(self._waits(everybody), is_bad=False)]

    def _strip(self, words: str, *, is_bad: bool) -> Widget:
        sign = Sign(Icon.CLOSE, "bad", 20) if is_bad else Sign(Icon.HOURGLASS, "accent", 20)
        line = Text(words, ink="bad" if is_bad else None, share=1)
        return Row(sign, line, gap=8, pad=(14, 9), look="panel")

    def _trouble(self) -> str:
        """Return why nothing can be placed, or why the last placement was refused."""
        return seat_trouble(self._context, self._seat)

    def _waits(self, names: tuple[str, ...] = ()) -> str:
        is_asked = self._game.phase() in (Phase.ACT, Phase.CLOSE)
        mine = (self._game.player(self._game.view).name,) if is_asked else ()
        if self._seat.is_resting and not names:
            return self._context.text("phone.resting")
        names = names or (*mine, *self._seat.awaited)
        left = self._seat.seconds_left()
        if not names:
            return self._context.text("room.all_done")
        words = self._context.text("room.waits", names=write_list(self._context.catalogue, names))
        return words if left is None else f"{words} · {write_clock(math.ceil(left))}"

    def below_hand(self, table: TableScreen) -> Maybe:
        press = partial(table.act, Action.NEXT_CALL)
        is_closing = self._game.phase() is Phase.CLOSE
        return is_closing and ActionBand(self._context.text("play.close"), press, icon=Icon.CHECK)

    def hints(self) -> list[tuple[str, str]]:
        text, key, game = self._context.text, partial(action_key, self._context), self._game
        hints = [(key(Action.CONFIRM), text("play.key.place"))] if game.hand() else []
        if game.can_take_back():
            hints.append((key(Action.TAKE_BACK), text("play.key.take_back")))
        if game.phase() is Phase.CLOSE:
            hints.append((key(Action.NEXT_CALL), text("play.key.close")))
        if len(game.hand()) > 1:
            hints.append((key(Action.NEXT), text("play.key.next_tile")))
        if self._seat.has_coach:
            hints.append((key(Action.COACH), text("play.key.coach")))
        hints.append((key(Action.CANCEL), text("play.key.pause")))
        return [*hints, (key(Action.EXPLAIN), text("play.key.explain"))]

    def title(self) -> tuple[str, str]:
        rules, number = self._game.match.rules, len(self._game.match.rounds)
        name = table_name(self._context, self._game.setup)
        if rules.rounds == 1:
            return name, rules_beside(self._context, name, rules)
        return name, self._context.text("play.round", round=number, rounds=rules.rounds)

    def instructions(self) -> str:
        # Who is waited for is read once the own tile lies: before, each placement would interrupt.
        has_placed = self._game.phase() is Phase.BOTS or self._seat.is_resting
        return self._trouble() or (self._waits().partition(" · ")[0] if has_placed else "")

    def seconds_left(self) -> float | None:
        return self._seat.seconds_left() if self._game.hand() else None

    def use_key(self, key: Command, table: TableScreen) -> Outcome:
        # Keys for a match at one screen, such as a new deal, are ignored; any brings back.
        if self._seat.is_resting and not key.is_repeat:
            self._seat.come_back()
        if key.action is Action.COACH and not self._seat.has_coach:
            table.say(self._context.text("room.seat.no_coach"))
        elif key.action is Action.COACH or key.action not in MATCH_ACTIONS:
            return UNUSED
        return Outcome(True, Ignored())

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        return Quit() if action is Action.QUIT else self._pause()

    def _pause(self) -> Navigation:
        return Push(PauseScene(self._context, lambda: self.title()[0], self._pause_rows))

    def _pause_rows(self) -> Iterator[PauseRow]:
        context, text, routes = self._context, self._context.text, self._context.routes
        rules = rules_page(self._game.match.rules)
        help_key = Action.HELP
        yield PauseRow(text("play.rules"), Icon.BOOK, lambda: Push(routes.rules(rules)), help_key)
        yield PauseRow(text("play.settings"), Icon.SETTINGS, lambda: Push(routes.settings()))
        yield PauseRow(text("play.menu"), Icon.HOME, partial(to_title, context))

    def count(self) -> Scene:
        context, seat = self._context, self._seat
        if seat.end:
            return notice(context, seat_trouble(context, seat))
        if seat.game is not self._game:
            return context.routes.room_table()
        return context.routes.room_count(seat)
