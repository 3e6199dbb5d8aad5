"""Translates the pointer and the keys at the table into actions; no pygame.

`Selection` holds cursor, hover, drag and the chosen tile; `TableInput` turns intents into a
`TableAction`, which the scene performs.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from game.play.table_control import TableControl
from game.play.table_game import Phase
from game.rules.boards import Board
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.tiles import Tile
from game.ui.frame.bindings import Action
from game.ui.frame.intents import (
    Command,
    Intent,
    MouseButton,
    PointerLeft,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Point
from game.ui.scenes.shared.table_layout import Spot, TableLayout
from game.ui.scenes.table.board_cursor import CURSOR_STEPS, BoardCursor
from game.ui.scenes.table.explaining import ExplainTarget
from game.ui.sound.names import Sound
from game.ui.sound.player import SoundPlayer

_NOWHERE: Final = (math.inf, math.inf)

NOTHING: Final = -1
"""The value of `chosen` when no tile of the hand is chosen."""


@dataclass(slots=True)
class Selection:
    """The cursor, the hover, the drag and the chosen tile; not part of the match.

    `cursor` is the keyboard's space, `hover` the pointer's (`ASIDE_INDEX` for the daffodil).
    `chosen` is an index of the hand, or `NOTHING`; `drag` is the place of a `dragged` tile.
    `is_keyboard`: the keyboard was used last. `is_idle`: no space can be selected.
    """

    cursor: BoardCursor = field(default_factory=BoardCursor)
    hover: int | None = None
    chosen: int = 0
    dragged: Tile | None = None
    drag: Point | None = None
    is_keyboard: bool = False
    is_idle: bool = False
    _placed: int | None = None
    _rest: Point = _NOWHERE
    _at: Point = _NOWHERE
    pointed: ExplainTarget | None = None
    """The part of a panel, or the badge, under the pointer."""
    keyed: ExplainTarget | None = None
    """The part requested by a key."""
    is_held: bool = False
    """Whether the pointer has returned to the tile just placed."""

    @property
    def target(self) -> int | None:
        """The selected space, None without one."""
        if self.is_idle:
            return None
        return self.cursor.space if self.is_keyboard else self.hover

    @property
    def is_aside(self) -> bool:
        """Whether the keyboard's cursor is on the daffodil."""
        return self.is_keyboard and self.cursor.space == ASIDE_INDEX

    @property
    def asked(self) -> ExplainTarget | None:
        """The part to explain now, or None."""
        return self.keyed if self.keyed is not None else self.pointed

    def forget(self) -> None:
        """Clear everything, so that the next person does not see the last one's selection."""
        self.cursor.put(None)
        self.hover = self._placed = None
        self.chosen, self.is_held = 0, False
        self.pointed = self.keyed = None

    def release(self, space: int) -> None:
        """Note that a tile was just placed on `space`."""
        self._placed, self.is_held = space, False
        self._rest = _NOWHERE if self.is_keyboard else self._at
        self.hover = None

    def track(self, space: int | None, at: Point | None = None, slack: float = 0.0) -> None:
        """Update `is_held` for a cursor or pointer that is now on `space`.

        After a placement the pointer still rests on the tile; only a move of more than `slack`
        pixels, or a return to the space, counts as hovering.
        """
        self._at = at or self._at
        if space != self._placed or space is None:
            self.is_held, self._rest = False, _NOWHERE
        elif at is None:
            self.is_held = True
        else:
            self.is_held = self.is_held or math.dist(at, self._rest) > slack

    def step(self, layout: BoardLayout, action: Action, *, can_set_aside: bool) -> None:
        """Move the cursor one space from the selected one."""
        if self.cursor.space != self.target:
            self.cursor.put(self.target)
        self.cursor.step(layout, CURSOR_STEPS[action], can_set_aside=can_set_aside)
        self.is_keyboard = True
        self.track(self.cursor.space)

    def jump(self, board: Board, sign: str) -> bool:
        """Jump to the column or the space that a key names; return whether it exists."""
        cursor = BoardCursor(self.target)
        if not cursor.jump(board, sign):
            return False
        self.cursor, self.is_keyboard = cursor, True
        self.track(cursor.space)
        return True

    def go_to(self, space: int) -> None:
        """Put the cursor on a space, or on the daffodil."""
        self.cursor.put(space)
        self.is_keyboard = True

    def point(self, space: int | None) -> bool:
        """Select the space under the pointer; return whether the selection changed."""
        has_changed = space != self.hover or self.is_keyboard
        self.hover = space
        self.is_keyboard = False
        return has_changed

    def tile_of(self, hand: Sequence[Tile]) -> Tile | None:
        """Return the chosen tile of a hand, which may have shrunk since."""
        return hand[min(self.chosen, len(hand) - 1)] if hand and self.chosen != NOTHING else None

    def next_tile(self, count: int, step: int = 1) -> None:
        """Choose the next tile of the hand, or with a step of -1 the previous one."""
        self.chosen = (self.chosen + step) % count if count else 0

    def clamp(self, count: int) -> None:
        """Keep the choice inside a hand that has shrunk."""
        self.chosen = min(self.chosen, max(0, count - 1))


@dataclass(frozen=True, slots=True)
class PutTile:
    """Place a tile of the hand on a space; `start` is its place before.

    With the pointer the tile is already at the space.
    """

    tile: Tile
    space: int
    start: Spot
    is_pointed: bool = False


@dataclass(frozen=True, slots=True)
class LookAtSeat:
    """Display a seat's board."""

    seat: int


@dataclass(frozen=True, slots=True)
class SelectionChanged:
    """Show another selection: only cursor, hover, drag or the chosen tile changed."""


TableAction: TypeAlias = PutTile | LookAtSeat | Action | SelectionChanged
"""An action of the player."""


class TableInput:
    """Translates pointer and keys for the present table; `layout` is set by `resize`."""

    def __init__(self, control: TableControl, sound: SoundPlayer) -> None:
        self.selection = Selection()
        self._control = control
        self._game = control.game
        self._sound = sound
        self.layout: TableLayout | None = None

    def drop(self) -> None:
        """End a drag: its tile returns to the hand."""
        self.selection.dragged = self.selection.drag = None

    def read_key(self, key: Command) -> TableAction | None:
        """Move the cursor or choose a tile by a key, or return the key's action; None if unused."""
        assert self.layout is not None
        action, selection = key.action, self.selection
        if action in CURSOR_STEPS:
            selection.step(self.layout.board, action, can_set_aside=self._can_set_aside())
            self._rustle(0.4)
            return SelectionChanged()
        if key.is_repeat:
            return None
        match action:
            case Action.CONFIRM:
                return self._confirm(is_click=False)
            case Action.NEXT_TILE | Action.PREVIOUS if self._can_set_aside():
                selection.go_to(ASIDE_INDEX)
                return SelectionChanged()
            case Action.NEXT | Action.NEXT_TILE | Action.PREVIOUS:
                selection.next_tile(len(self._game.hand()), -1 if action is Action.PREVIOUS else 1)
                return SelectionChanged()
            case None:
                is_known = selection.jump(self._game.match.rules.grid, key.text.lower())
                return SelectionChanged() if is_known else None
            case _:
                return action

    def read_pointer(self, intent: Intent) -> TableAction | None:
        """Return the action of the pointer: select, drag, choose, drop or peek; None
        if nothing changed.
        """
        match intent:
            case PointerMoved(at, start, is_drag):
                return self._move(at, start, is_drag=is_drag)
            case PointerPressed(_, MouseButton.SECONDARY):
                return Action.TAKE_BACK
            case PointerPressed(at, MouseButton.PRIMARY):
                self._pick(self._piece_at(at))
                return SelectionChanged()
            case PointerReleased(at, MouseButton.PRIMARY, start, is_drag):
                return self._release(at, start if is_drag else at)
            case PointerLeft():
                self.selection.pointed = None
                self.selection.track(None)
                return SelectionChanged() if self.selection.point(None) else None
            case _:
                return None

    def _confirm(self, *, is_click: bool) -> TableAction | None:
        """Place the chosen tile on the selected space, or go on."""
        assert self.layout is not None
        hand, target = self._game.hand(), self.selection.target
        is_placing = self._game.phase() in (Phase.ACT, Phase.CLOSE) and bool(hand)
        if self._control.is_peeking or not is_placing:
            if is_click or self.selection.is_keyboard:
                moved = self._moved(target)
                if moved is not None:
                    return moved
            return Action.CONFIRM if self._control.flow.goes_on_by_click or not is_click else None
        tile = self.selection.tile_of(hand)
        if target is None or tile is None:
            return None
        start = self._pieces()[tile]
        if is_click and target != ASIDE_INDEX:
            start = Spot(self.layout.board.centres[target], self.layout.board.tile_radius)
        return PutTile(tile, target, start, is_click)

    def put_again(self, last: Placement) -> PutTile:
        """Return the placement of a tile that was taken back, from its present place."""
        return PutTile(last.tile, last.space, self._pieces()[last.tile])

    def _moved(self, target: int | None) -> PutTile | None:
        """Return the last tile's placement on another space, if it can still be moved (C4)."""
        game, last = self._game, self._game.last_placement()
        if last is None or self._control.is_peeking or target not in game.spaces_to_move_to():
            return None
        assert self.layout is not None
        assert target is not None
        board = self.layout.board
        at = board.centres[last.space] if last.space != ASIDE_INDEX else board.aside[0]
        return PutTile(last.tile, target, Spot(at, board.tile_radius))

    def _rustle(self, loudness: float) -> None:
        """Play the sound of moving to another space."""
        assert self.layout is not None
        space = self.selection.target
        x: float = self.layout.hand.centre[0]
        if space is not None and space != ASIDE_INDEX:
            x = self.layout.board.centres[space][0]
        self._sound.play(Sound.MOVE, loudness=loudness, side=self.layout.side(x))

    def _can_set_aside(self) -> bool:
        """Return whether tiles can be set aside on the daffodil, outside closing moves."""
        return self._game.match.rules.has_aside and self._game.phase() is not Phase.CLOSE

    def _pick(self, tile: Tile | None) -> None:
        """Choose the tile that the pointer has picked up, if it is in the hand."""
        hand = self._game.hand()
        if tile in hand and self.layout is not None:
            self.selection.chosen = hand.index(tile)
            self._sound.play(Sound.PICK, side=self.layout.side(self.layout.hand.centre[0]))

    def _move(self, at: Point, start: Point | None, *, is_drag: bool) -> TableAction | None:
        if is_drag and start is not None and self.selection.dragged is None:
            self.selection.dragged = self._piece_at(start)
        assert self.layout is not None
        space = self.layout.board.hit(at)
        self.selection.track(space, at, self.layout.board.tile_radius / 4)
        has_changed = self.selection.point(space)
        if has_changed and space is not None:
            self._rustle(0.25)
        if self.selection.dragged is not None:
            self.selection.drag = at
            return SelectionChanged()
        return SelectionChanged() if has_changed else None

    def _release(self, at: Point, start: Point) -> TableAction | None:
        """Return the action of a button pressed at `start` and released at `at`."""
        assert self.layout is not None
        space, dragged = self.layout.board.hit(at), self.selection.dragged
        self.drop()
        if dragged is not None:
            spot = Spot(at, self.layout.board.tile_radius)
            return (
                SelectionChanged()
                if space is None
                else PutTile(dragged, space, spot, is_pointed=True)
            )
        seat = self.layout.seat_at(at)
        if seat is not None and seat < len(self._game.others):
            self.selection.pointed = None
            return LookAtSeat(self._game.others[seat])
        if seat is not None:
            # The rival's board is shown while the pointer is on its column.
            return SelectionChanged()
        if self._control.is_peeking:
            return Action.CONFIRM
        if self._control.wait_left is not None and self.layout.hand.contains(at):
            return Action.CONFIRM
        piece = self._piece_at(at)
        if space == ASIDE_INDEX and piece is not None:
            # A click chooses a tile on the daffodil. One that must stay there is refused and
            # deselected: the next click must not move another tile.
            if piece in self._game.hand():
                return SelectionChanged()
            self.selection.chosen = NOTHING
            return PutTile(piece, space, self._pieces()[piece])
        # A drag without a tile, or a click on the tile just moved, must not place one.
        if space is None or space != self.layout.board.hit(start) or piece is not None:
            return None if piece is None else SelectionChanged()
        self.selection.point(space)
        return self._confirm(is_click=True)

    def _pieces(self) -> dict[Tile, Spot]:
        """Return the tiles that can be picked up, with their places: the hand, or those of
        closing moves (P6).
        """
        assert self.layout is not None
        game, layout = self._game, self.layout
        if self._control.is_peeking:
            return {}
        if game.phase() is not Phase.CLOSE:
            hand, chosen = game.hand(), self.selection.chosen
            return {tile: layout.hand_spot(hand, tile, chosen) for tile in hand}
        board = layout.board
        lying = zip(game.aside(), board.aside, strict=False)
        pieces = {tile: Spot(at, board.aside_radius) for tile, at in lying if tile is not None}
        tried = {p.tile: board.centres[p.space] for p in game.closing}
        return pieces | {t: Spot(at, board.tile_radius) for t, at in tried.items()}

    def is_free(self, at: Point) -> bool:
        """Return whether a point lies on a space without a tile."""
        space = None if self.layout is None else self.layout.board.hit(at)
        return space not in (None, ASIDE_INDEX) and self._game.position().tiles[space] is None

    def _piece_at(self, at: Point) -> Tile | None:
        for tile, spot in self._pieces().items():
            x, y = spot.centre
            if (x - at[0]) ** 2 + (y - at[1]) ** 2 <= spot.radius**2:
                return tile
        return None
