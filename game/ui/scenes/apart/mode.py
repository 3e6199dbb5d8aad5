"""The mode of a table apart: the players it waits for, handing in, exits."""

from collections.abc import Iterator
from functools import partial

import pygame

from game.locale import write_list
from game.net.journal.table import TablePhase
from game.net.service.snapshots import TableSnapshot
from game.net.service.table_flow import ApartFlow, ApartKeeper
from game.play.table_control import TableControl
from game.play.table_game import Phase
from game.rules.ruleset import CallRule
from game.ui.draw.icons import Icon
from game.ui.draw.sprites.tiles import TileLook
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Ignored, Navigation, Pop, Push, Scene
from game.ui.parts import (
    ActionBand,
    DialogChoice,
    Maybe,
    Row,
    Sign,
    Text,
    Widget,
    WordLink,
    make_dialog,
)
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.leading import LeadingScene
from game.ui.scenes.apart.words import (
    left_words,
    names_apart,
    state_words,
    turn_words,
    with_time,
)
from game.ui.scenes.shared.dialogs import leave_or_quit
from game.ui.scenes.shared.names import action_key, rules_beside, rules_name
from game.ui.scenes.shared.pausing import PauseRow, PauseScene
from game.ui.scenes.shared.table_layout import TableLayout, lay_out_hand
from game.ui.scenes.shared.table_mode import (
    MATCH_ACTIONS,
    TableMode,
    TableScreen,
    table_sign,
    undo_links,
)
from game.ui.widgets import UNUSED, USED, Button, IconButton, Look, OnPress, Outcome


class ApartMode(TableMode):
    """The mode of a table apart; leaving the screen does not end its match."""

    def __init__(self, context: Context, table: bytes) -> None:
        self._context, self._id = context, table
        self._service = context.apart.service
        match = ApartKeeper(self._service, table)
        self._game = match.game()
        self._flow = ApartFlow(match, context.apart.now)
        self.control = TableControl(self._game, context.engines, lambda: context.now(), self._flow)

    @property
    def snapshot(self) -> TableSnapshot:
        """The latest snapshot of the table."""
        return self._service.snapshot(self._id)

    def sign(self, table: TableScreen) -> IconButton:
        return table_sign(self._context, Icon.PAUSE, "play.paused", lambda: Push(self.menu(table)))

    def links(self, table: TableScreen) -> list[WordLink]:
        # The links that take back and place again; none for a watcher.
        return [] if self.snapshot.is_watching else undo_links(self._context, table)

    def above(self, table: TableScreen) -> Maybe:
        return self._strip(self.strip_words(), is_cut=bool(self.snapshot.trouble))

    def highest_above(self) -> list[Widget]:
        cut = self._strip(self._cut_words(), is_cut=True)
        return [cut, self._strip(self.strip_words(), is_cut=False)]

    def _strip(self, words: str, *, is_cut: bool) -> Widget:
        sign = Sign(Icon.CLOSE, "bad", 20) if is_cut else Sign(Icon.HOURGLASS, "accent", 20)
        line = Text(words, ink="bad" if is_cut else None, share=1)
        return Row(sign, line, gap=8, pad=(14, 9), look="panel")

    def below_hand(self, table: TableScreen) -> Maybe:
        words, press = self._go_on_words(), partial(table.act, Action.NEXT_CALL)
        if not words and self.snapshot.must_send:
            copy, words = self._copy_turns, self._context.text("together.copy_turns")
            return Button(words, copy, icon=Icon.COPY)
        if self._game.phase() is Phase.CLOSE:
            return ActionBand(words, press, icon=Icon.CHECK)
        if not words and self._leads_on():
            return Button(self._lead_words(), self._lead_on)
        return bool(words) and Button(words, press)

    def _leads_on(self) -> bool:
        """Return whether the next step of the call waits for the game master at this computer."""
        return self.snapshot.can_go_on and not self._is_asked

    def _lead_words(self) -> str:
        table = self.snapshot.table
        is_called = table is not None and table.call is not None
        return self._context.text(f"together.{'close' if is_called else 'next'}_call")

    def _lead_on(self) -> None:
        self._service.lead(self._id, self.snapshot.seating.lead_settings, goes_on=True)

    def _copy_turns(self) -> Navigation:
        return Push(CarryingScene(self._context, self._id, copies=True))

    def _go_on_words(self) -> str:
        if self._game.phase() is Phase.CLOSE:
            return self._context.text("play.close")
        return self._context.text("together.hand_in") if self._flow.can_hand_in(self._game) else ""

    @property
    def is_timed(self) -> bool:
        return self._game.setup.is_timed

    def hints(self) -> list[tuple[str, str]]:
        text, key = self._context.text, partial(action_key, self._context)
        others = (key(Action.PAGE_DOWN), text("play.key.others"))
        if self.control.is_peeking:
            return [others, (key(Action.CANCEL), text("play.back_to_own"))]
        hints: list[tuple[str, str]] = []
        if words := self._go_on_words():
            hints.append((key(Action.NEXT_CALL), words))
        elif self.snapshot.must_send:
            hints.append((key(Action.NEXT_CALL), text("together.copy_turns")))
        elif self._leads_on():
            hints.append((key(Action.NEXT_CALL), self._lead_words()))
        if self._flow.can_place(self.control) and not self.snapshot.is_watching:
            hints.append((key(Action.CONFIRM), text("play.key.place")))
            hints.append((key(Action.TAKE_BACK), text("play.key.take_back")))
        menu = (key(Action.COACH), text("play.key.pause"))
        return [*hints, others, menu, (key(Action.CANCEL), text("together.leave"))]

    def instructions(self) -> str:
        words, *others = self._state_sentences(has_time=False)
        return "\n".join(others if self._is_asked else [words, *others])

    def seconds_left(self) -> float | None:
        # The seconds left for the players here; None if the call does not wait for them.
        return self.snapshot.until - self._context.apart.now() if self._is_asked else None

    @property
    def _is_asked(self) -> bool:
        """Whether the open call waits for a player at this computer."""
        snapshot = self.snapshot
        is_open = snapshot.table is not None and snapshot.table.phase is TablePhase.CALLED
        is_fine = is_open and not snapshot.trouble and not snapshot.is_stopped
        is_done = self._flow.has_handed_in(self._game) or self._flow.is_shut
        return is_fine and bool(snapshot.own_seats) and not is_done

    def title(self) -> tuple[str, str]:
        rules = self._game.match.rules
        name = rules_name(self._context, rules)
        number = len(self._game.match.rounds)
        if rules.rounds == 1 or not number:
            return name, rules_beside(self._context, name, rules)
        return name, self._context.text("play.round", round=number, rounds=rules.rounds)

    def use_key(self, key: Command, table: TableScreen) -> Outcome:
        # Handle the key of the next call; the coach's key opens the menu. Keys for a table at one
        # screen, such as a new deal, are ignored.
        is_next = key.action is Action.NEXT_CALL and not key.is_repeat
        if is_next and self.snapshot.must_send and not self._go_on_words():
            return Outcome(True, self._copy_turns())
        if is_next and self._leads_on() and not self._go_on_words():
            self._lead_on()
            return USED
        if key.action is Action.COACH and not key.is_repeat:
            return Outcome(True, Push(self.menu(table)))
        return Outcome(True, Ignored()) if key.action in MATCH_ACTIONS else UNUSED

    def menu(self, table: TableScreen) -> Scene:
        """Return the menu: rules, the game master's page, turn files, exits."""
        lead = lambda: Push(LeadingScene(self._context, self._id))  # noqa: E731
        carry = lambda: Push(CarryingScene(self._context, self._id))  # noqa: E731
        page = "desk" if self.snapshot.is_master else "report_open"

        def row(key: str, icon: Icon, press: OnPress) -> PauseRow:
            return PauseRow(self._context.text(key), icon, lambda: Pop(press()))

        def rows() -> Iterator[PauseRow]:
            yield row("play.rules", Icon.BOOK, partial(table.act, Action.HELP))
            yield row(f"together.{page}", Icon.PAGE, lead)
            yield row("together.carry", Icon.SEND, carry)
            if not self.snapshot.is_watching:
                yield row("together.give_up", Icon.FLAG, self._ask_give_up)
            yield row("together.leave", Icon.CLOSE, partial(self.leave, Action.CANCEL, table))

        return PauseScene(self._context, self.title()[0], rows)

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        # The navigation back; the match goes on, and the table can be opened again.
        return leave_or_quit(self._context, action)

    def _ask_give_up(self) -> Navigation:
        def give_up() -> Navigation:
            for seat in self.snapshot.own_seats:
                self._service.leave_seat(self._id, seat)
            return Pop()

        return Push(
            make_dialog(
                self._context,
                "together.give_up_title",
                "together.give_up_body",
                DialogChoice("together.give_up", give_up, Look.DANGER),
                DialogChoice("play.cancel"),
            )
        )

    def strip_words(self) -> str:
        """Return the state of the table with the remaining time."""
        return " · ".join(self._state_sentences(has_time=True))

    def _cut_words(self) -> str:
        return f"{self._context.text('together.state.cut')}. {self._context.text('together.safe')}"

    def _state_sentences(self, *, has_time: bool) -> list[str]:
        """Return sentences about the open call: players waited for, reminders, players who left."""
        snapshot, context = self.snapshot, self._context
        if snapshot.trouble and not snapshot.is_stopped:
            return [self._cut_words()]
        table = snapshot.table
        is_called = table is not None and table.phase is TablePhase.CALLED
        if snapshot.is_stopped or not is_called or self._leads_on():
            return [state_words(context, snapshot, has_time=has_time)]
        words = turn_words(context, snapshot, is_mine=self._is_asked)
        words = with_time(context, snapshot, words) if has_time else words
        others = (self._reminded_words(snapshot), left_words(context, snapshot))
        return [words, *filter(None, (*others, self._stood_in_words(snapshot)))]

    def _reminded_words(self, snapshot: TableSnapshot) -> str:
        """Return who reminds the players here; "" for no reminder."""
        reminded, names = snapshot.reminded, names_apart(snapshot)
        if (
            reminded is None
            or not self._is_asked
            or not set(snapshot.own_seats) & set(reminded.waited)
        ):
            return ""
        if reminded.by is None:
            return self._context.text("together.reminded")
        return self._context.text("together.reminded_by", name=names[reminded.by])

    def _stood_in_words(self, snapshot: TableSnapshot) -> str:
        """Return the players whose missed placement was made for them; a league reports them
        elsewhere.
        """
        table = snapshot.table
        if table is None or table.opened.rules.call is CallRule.MAIL:
            return ""
        names = names_apart(snapshot)
        missed = [names[m.seat] for m in table.missed if m.call == table.calls - 1]
        missed_names = write_list(self._context.catalogue, missed)
        return self._context.text("together.stood_in", names=missed_names) if missed else ""

    def draw(self, surface: pygame.Surface, layout: TableLayout) -> None:
        # Draw the called tiles for watchers, who have no hand.
        current, sprites = self._game.round, self._context.painter.sprites
        has_call = current is not None and current.calls and self._game.phase() is Phase.BOTS
        if not self.snapshot.is_watching or current is None or not has_call:
            return
        tiles = current.calls[-1]
        spots = lay_out_hand(layout.hand_area, len(tiles))
        for tile, spot in zip(tiles, spots, strict=True):
            sprites.draw_tile(surface, tile, spot.centre, spot.radius * 0.93, TileLook.NORMAL)

    def count(self) -> Scene:
        return self._context.routes.apart_next(self._id)
