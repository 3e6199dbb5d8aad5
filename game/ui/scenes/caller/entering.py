"""The table's mode for entering a real board: each called tile is placed again, as on the table."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

import pygame

from game.locale import write_list
from game.locale.errors import word_error
from game.play.caller import CallerGame
from game.play.deal_source import KnownCalls
from game.play.entering import (
    add_legal,
    entered_spaces,
    find_tile,
    read_tile,
    set_rest_aside,
    tiles_on,
)
from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_control import MatchFlow, TableControl, TableEvent
from game.play.table_game import Phase, TableGame
from game.rules.deal import Calls
from game.rules.errors import IllegalMove, IllegalReason, RulesError
from game.rules.marks import Mark
from game.rules.match import Match
from game.rules.moves import Event, parse_placement
from game.rules.placement import Position
from game.rules.ruleset import PlacementRule
from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.routes import EntryNextSteps
from game.ui.frame.scene import Ignored, Navigation, Push, Replace, Reset, Scene
from game.ui.parts import DialogChoice, Maybe, Row, Widget, WordLink, make_dialog
from game.ui.scenes.caller.picker import TilePicker
from game.ui.scenes.shared.dialogs import leave_or_quit
from game.ui.scenes.shared.names import action_key
from game.ui.scenes.shared.starting import drop_match, to_title
from game.ui.scenes.shared.table_layout import TableLayout
from game.ui.scenes.shared.table_mode import (
    MATCH_ACTIONS,
    TableMode,
    TableScreen,
    table_link,
    table_sign,
    undo_links,
)
from game.ui.widgets import UNUSED, Button, IconButton, Look, Outcome, Segmented

_TILE_SIGNS: Final = "123456789*"


class EnteringFlow:
    """The timing of an entry: every call made on the real table follows at once.

    The board of the next person who lacks tiles follows too, unless this one was full (`is_full`)
    when it was opened.
    """

    goes_on_by_click = False

    def __init__(self, game: CallerGame, *, is_full: bool) -> None:
        self._game, self._flow, self._is_full = game, MatchFlow(lambda: 0.0), is_full
        self.placed: dict[Tile, int] = {}
        """Spaces of tiles entered earlier whose call follows one that is to be entered again, after
        a correction; each is placed as soon as it is called.
        """

    def is_waiting(self, table: TableGame) -> bool:
        """Whether every call made so far is entered, and nothing follows by itself."""
        if table.phase() is Phase.MATCH_OVER:
            return self._is_full or not self._game.lacking
        calls = () if table.round is None else table.round.calls
        is_between = table.phase() in (Phase.BEGIN, Phase.CALL)
        return is_between and len(calls) == len(self._game.calls)

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        self._game.poll_bots()
        if self.is_waiting(table.game):
            return []
        for tile in table.game.hand():
            space = self.placed.pop(tile, None)
            if space is not None and table.game.refusal(tile, space) is None:
                return table.report(table.game.place(tile, space))
        return self._flow.advance(table, dt, is_moving=is_moving)

    def go_on(self, table: TableControl) -> list[TableEvent]:
        return [] if self.is_waiting(table.game) else self._flow.go_on(table)

    def interrupt(self, table: TableControl) -> list[TableEvent]:
        return self._flow.interrupt(table)

    def can_place(self, table: TableControl) -> bool:
        return self._flow.can_place(table)

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        """Do nothing: all follows from the match."""

    def cover(self, table: TableControl) -> None:
        """Do nothing: an entry waits."""


class EnteredMode(TableMode):
    """One person's board of a round called on a real table; the count stores the game.

    Where the players draw from their own bag, a tile not called yet is picked between two others.
    The tiles can be entered in any order: `294` brings a tile into the hand, `294@c3` is its space,
    and a pasted text may have many.
    """

    pick_key = "caller.next"
    """The catalogue's key of the act that picks the next tile."""

    def __init__(self, context: Context, game: CallerGame, seat: int | None = None) -> None:
        self._context, self.game = context, game
        self.seat = next(iter((*game.lacking, *game.people))) if seat is None else seat
        rules, players = replace(game.rules, rounds=1), (game.players[self.seat],)
        # Undoing a call costs nothing here.
        marks = frozenset({Mark.TOOK_BACK})
        setup = TableSetup(rules, players, game.setup.seed, marks=marks)
        self._order: list[Tile] = []
        self._typed = ""
        self._is_opening = True
        keeper = LocalKeeper(Match(rules, players, ()), self._keep)
        self._table = TableGame(setup, keeper, KnownCalls(self._calls))
        self._flow = EnteringFlow(game, is_full=not game.missing(self.seat))
        self.control = TableControl(self._table, context.engines, lambda: context.now(), self._flow)
        self._lay_out(set_rest_aside(game.rules, game.calls, game.board(self.seat)))
        self._is_opening = False

    def _lay_out(self, board: Position) -> None:
        """Enter every tile of a board again as far as the rules allow, so that it can be undone."""
        table, spaces = self._table, entered_spaces(self.game.rules, board)
        if self.game.rules.placement is PlacementRule.FREE:
            self._order = [tile for tile in self.game.called if tile in spaces]
        for _ in self.game.calls:
            if table.hand():
                break
            self._call_next()
            while fitting := [tile for tile in table.hand() if self._fits(tile, spaces)]:
                table.place(fitting[0], spaces.pop(fitting[0]))
        self._flow.placed = spaces
        for space in self.game.rules.grid.stamens if table.phase() is Phase.CLOSE else ():
            if (moved := board.tiles[space]) is not None:
                self.control.place(moved, space)

    def _call_next(self) -> None:
        table = self._table
        table.call_next() if table.match.rounds else table.begin_round()

    def _calls(self) -> Calls:
        """Return the calls made so far, their tiles in the order in which they are entered."""
        called, entered = self.game.called, [t for t in self._order if t in self.game.called]
        self._order = [*entered, *(tile for tile in called if tile not in entered)]
        tiles = iter(self._order)
        return tuple(tuple(islice(tiles, len(call))) for call in self.game.calls)

    def _fits(self, tile: Tile, spaces: dict[Tile, int]) -> bool:
        return tile in spaces and self._table.refusal(tile, spaces[tile]) is None

    def _keep(self, match: Match) -> None:
        if not self._is_opening:
            entered, placed = self._table.position(), self._flow.placed.items()
            self.game.enter(self.seat, add_legal(self.game.rules, entered, placed))

    def _scene(self, seat: int) -> Scene:
        return self._context.routes.board_entry(self.game, seat)

    def sign(self, table: TableScreen) -> IconButton:
        leave = partial(self.leave, Action.CANCEL, table)
        return table_sign(self._context, Icon.CLOSE, "menu.back", leave)

    def links(self, table: TableScreen) -> list[WordLink]:
        count = table_link(self._context, "entry.count", partial(self._ask, table), "count")
        other = table_link(self._context, "entry.other", partial(self._pick_other, table), "other")
        return [*undo_links(self._context, table), other, count]

    def above(self, table: TableScreen) -> Maybe:
        return next(iter(self.highest_above()), None)

    def highest_above(self) -> list[Widget]:
        game = self.game
        names = [(i, game.players[i].name) for i in game.people]
        choice = Segmented(names, self.seat, self._open, id="people")
        return [Row(choice)] if names[1:] else []

    def _open(self, seat: int) -> Navigation:
        return Replace(self._scene(seat))

    def turn(self, step: int) -> Navigation | None:
        """Open the board of the next person."""
        people = self.game.people
        return self._open(people[(people.index(self.seat) + step) % len(people)])

    def below_hand(self, table: TableScreen) -> Maybe:
        text = self._context.text
        if self._table.phase() is Phase.CLOSE:
            return Button(text("play.close"), partial(table.act, Action.NEXT_CALL))
        if self._can_pick():
            return Button(text(self.pick_key), partial(self._pick, table))
        is_full = self._table.phase() is Phase.MATCH_OVER
        return is_full and Button(text("entry.count"), partial(self._ask, table))

    def _can_pick(self) -> bool:
        is_called = self.game.pace.is_drawn_here or self.game.is_round_called
        return not is_called and self._flow.is_waiting(self._table)

    def _pick(self, table: TableScreen) -> Navigation:
        count = self.game.next_size

        def call(tiles: tuple[Tile, ...]) -> Navigation | None:
            self.game.call(tiles)
            return table.act(Action.NEXT_CALL)

        title = partial(self._context.text, "caller.which_drawn", count=count)
        return Push(TilePicker(self._context, self.game.rules, self.game.bag, count, title, call))

    def _pick_other(self, table: TableScreen) -> Navigation:
        """Ask which tile to enter next, in any order."""
        game, there = self.game, {*self._table.hand(), *tiles_on(self._table.position())}
        left = game.called if game.pace.is_drawn_here else game.rules.grid.tile_set

        def enter(tiles: tuple[Tile, ...]) -> Navigation | None:
            return self._enter(str(tiles[0]), table)

        bag = tuple(tile for tile in left if tile not in there)
        title = self._context.text("entry.other")
        return Push(TilePicker(self._context, game.rules, bag, 1, title, enter))

    def _type(self, sign: str, table: TableScreen) -> Outcome:
        """Collect the three signs of a tile; a digit after a letter belongs to a space."""
        if sign not in _TILE_SIGNS or self._typed.isalpha():
            self._typed = sign if sign.isalpha() else ""
            return UNUSED
        self._typed += sign
        if len(self._typed) < 3:
            return Outcome(True, None)
        typed, self._typed = self._typed, ""
        return Outcome(True, self._enter(typed, table))

    def _enter(self, typed: str, table: TableScreen) -> Navigation | None:
        """Bring a typed tile into the hand, or say why that cannot be."""
        tile = read_tile(typed)
        try:
            if tile is None:
                raise IllegalMove(IllegalReason.NOT_IN_TILE_SET)
            if tile in self._table.hand():
                table.choose(tile)
                return None
            self._bring(tile)
        except IllegalMove as error:
            self._refuse(typed, error, table)
            return None
        call = self.control.call_next if self._table.match.rounds else self.control.begin_round
        return table.show(call())

    def _paste(self, table: TableScreen) -> None:
        """Enter the tiles of a pasted text, each written `TILE@SPACE`, as far as they can be.

        The digits of a tile are in any order (T3).
        """
        for word in re.findall(r"[^\s,;]+", self._context.paste_text()):
            try:
                digits, at, space = word.partition("@")
                put = parse_placement(
                    self.game.rules.grid, f"{read_tile(digits) or digits}{at}{space}"
                )
                if put.tile not in self._table.hand():
                    self._bring(put.tile)
                    self._call_next()
                self._table.place(put.tile, put.space)
            except RulesError as error:
                self._refuse(word[:20], error, table)
                break

    def _refuse(self, typed: str, error: RulesError, table: TableScreen) -> None:
        reason = word_error(self._context.catalogue, error)
        table.say(self._context.text("errors.at", place=typed, reason=reason))

    def _bring(self, tile: Tile) -> None:
        """Make a tile the first of the next call, which replaces the one in the hand.

        A tile not called yet is called, where the players draw from their own bag. Raises
        `IllegalMove` for a tile that cannot be entered.
        """
        table, game, hand = self._table, self.game, self._table.hand()
        is_new = tile in game.bag
        # In the hand of a single player another tile takes its place.
        can_call = len(game.people) == 1 if hand else game.next_size == 1
        if tile not in game.rules.grid.tile_set:
            raise IllegalMove(IllegalReason.NOT_IN_TILE_SET)
        if find_tile(table.position(), tile) is not None:
            raise IllegalMove(IllegalReason.ALREADY_PLACED)
        if is_new and (game.pace.is_drawn_here or not can_call):
            raise IllegalMove(IllegalReason.NOT_CALLED)
        if hand and len(hand) < len(table.match.round.calls[-1]):
            raise IllegalMove(IllegalReason.BOARD_NOT_FULL)
        if hand:
            table.withdraw_call()
        if is_new:
            game.correct(hand[0], tile) if hand else game.call((tile,))
        self._calls()
        following = len(table.match.round.called) if table.match.rounds else 0
        self._order.remove(tile)
        self._order.insert(following, tile)

    def hints(self) -> list[tuple[str, str]]:
        text, key = self._context.text, partial(action_key, self._context)
        can_place, phase = self._table.hand(), self._table.phase()
        on = self.pick_key if self._can_pick() else "entry.count"
        return [
            *([(key(Action.CONFIRM), text("play.key.place"))] if can_place else []),
            (key(Action.TAKE_BACK), text("play.key.take_back")),
            (key(Action.NEXT_CALL), text("play.key.close" if phase is Phase.CLOSE else on)),
            *([(key(Action.PAGE_DOWN), text("play.key.others"))] if self.highest_above() else []),
            (key(Action.CANCEL), text("menu.back")),
        ]

    def title(self) -> tuple[str, str]:
        name = self.game.players[self.seat].name
        return self._context.text("entry.board_of", name=name), self._typing()

    def _typing(self) -> str:
        """Return the signs of a tile typed so far, or that tiles can be typed."""
        return self._typed or self._context.text("entry.typing")

    def expect_tile(self, table: TableScreen) -> None:
        # The next tile is in the hand before the press that places it is read: the player has the
        # whole board in view, and waits for no call.
        if self._table.phase() in (Phase.BEGIN, Phase.CALL):
            table.show(self.control.go_on())

    def use_key(self, key: Command, table: TableScreen) -> Outcome:
        is_closing = self._table.phase() is Phase.CLOSE
        if key.action is None and key.text:
            return self._type(key.text.lower(), table)
        typed, self._typed = self._typed, ""
        if key.action is Action.TAKE_BACK and typed:
            self._typed = typed[:-1]
            return Outcome(True, None)
        if key.action in (Action.PAGE_UP, Action.PAGE_DOWN) and self.highest_above():
            return Outcome(True, self.turn(1 if key.action is Action.PAGE_DOWN else -1))
        if key.action is Action.PASTE and not key.is_repeat:
            self._paste(table)
            return Outcome(True, None)
        if key.action is Action.CONFIRM:
            self.expect_tile(table)
        if key.action is Action.NEXT_CALL and not key.is_repeat and not is_closing:
            return Outcome(True, (self._pick if self._can_pick() else self._ask)(table))
        return Outcome(True, Ignored()) if key.action in MATCH_ACTIONS else UNUSED

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        return leave_or_quit(self._context, action)

    def draw(self, surface: pygame.Surface, layout: TableLayout) -> None:
        return

    # the count

    def count(self) -> Scene:
        lacking = self.game.lacking
        return self._scene(lacking[0]) if lacking else self._counted()

    def _ask(self, table: TableScreen) -> Navigation | None:
        """Open the count; ask first if tiles are missing."""
        if self.game.bots_think:
            table.say(self._context.text("entry.thinking"))
            return None
        lacking = [self.game.players[i].name for i in self.game.lacking]
        if not lacking:
            return Push(self._counted())
        return Push(
            make_dialog(
                self._context,
                "entry.lacking_title",
                "entry.lacking",
                DialogChoice("entry.count_anyway", lambda: Push(self._counted())),
                DialogChoice("entry.go_on", look=Look.PRIMARY),
                names=write_list(self._context.catalogue, lacking),
            )
        )

    def _counted(self) -> Scene:
        game = self.game
        return self._context.routes.entered_count(game.setup, game.counted(), self._next_steps())

    def _next_steps(self) -> EntryNextSteps:
        """Return the ways on from the count."""
        game, text = self.game, self._context.text
        remark = ""
        onward: tuple[str, Icon, Callable[[], Navigation | None]]
        if not game.is_round_called:
            onward = ("entry.to_calls", Icon.PLAY, self._go_on)
        elif not game.is_last_round:
            onward = ("breakdown.next_round", Icon.PLAY, self._next_round)
        elif game.finished() is None:
            remark = text("entry.not_kept")
            onward = ("entry.end", Icon.HOME, partial(drop_match, self._context))
        else:
            remark = text("entry.kept_as", mark=text(f"records.mark.{Mark.PHYSICAL.value}"))
            onward = ("entry.keep_and_end", Icon.TROPHY, self._store)
        return EntryNextSteps(onward, remark)

    def _go_on(self) -> Navigation:
        return Reset(self._context.routes.caller(self.game))

    def _next_round(self) -> Navigation:
        self.game.next_round()
        return self._go_on()

    def _store(self) -> Navigation:
        finished = self.game.finished()
        if finished is not None:
            self._context.store.file_match(finished)
        return to_title(self._context)
