"""The last tile of a game: the board dims before its landing, and its lines glow."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.play.entering import lift
from game.play.table_game import Phase, TableGame
from game.rules.boards import Line
from game.rules.moves import Event, LineCompleted
from game.rules.scoring import LineState, line_status
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.scenes.shared.table_layout import TableLayout
from game.ui.scenes.table.motion import Motion

SLOWER: Final = 0.3
"""Extra seconds of the last tile's landing if it completes a line."""

_DUSK: Final = 0.4
_DARK: Final = 0.4
"""Seconds in which the board dims before the last tile; how dark it becomes, of 1."""


@dataclass
class LastTile:
    """Draws the dusk on the board on display in `game` while its last tile is in the hand or flies
    to its space in `motion`.
    """

    context: Context
    game: TableGame
    motion: Motion
    dusk: float = 0.0
    """The share by which the board has dimmed."""
    _lit: dict[Line, Colour] = field(default_factory=dict)
    """The lines that the tile would complete, or may have completed, with their light."""
    _looked_at: object = None
    """The board and the tile for which these lines were found."""

    @property
    def _is_in_hand(self) -> bool:
        game, current = self.game, self.game.round
        rules = game.match.rules
        if current is None or len(game.match.rounds) < rules.rounds:
            return False
        is_called = len(current.called) == sum(rules.call_sizes)
        return is_called and game.phase() is Phase.ACT and len(game.hand()) == 1

    def advance(self, dt: float) -> bool:
        """Dim the board, or brighten it after the landing, never without animations; return
        whether that changed.
        """
        before, arrived = self.dusk, self.motion.arrived
        is_in_hand = self._is_in_hand
        if is_in_hand:
            self._find_lines()
        is_ahead = is_in_hand or (before > 0 and arrived.is_flying)
        step = dt if is_ahead else -dt
        self.dusk = 0.0 if arrived.is_still else min(1.0, max(0.0, before + step / _DUSK))
        return self.dusk != before

    def slowing(self, events: Iterable[Event]) -> float:
        """Return the extra seconds that a tile placed in these events takes to land."""
        is_dim, view = self.dusk > 0, self.game.view
        has_line = any(isinstance(e, LineCompleted) and e.seat == view for e in events)
        return SLOWER if is_dim and has_line else 0.0

    def draw(self, surface: pygame.Surface, layout: TableLayout) -> None:
        """Dim the tiles outside the lines that the last tile would complete, which glow."""
        painter, board, game = self.context.painter, layout.board, self.game
        is_in_hand = self._is_in_hand
        if is_in_hand:
            self._find_lines()
        # In high contrast nothing becomes paler.
        if self.dusk and painter.theme.palette.tint:
            lit = {space for line in self._lit for space in line.spaces}
            tiles = lift(game.position(), *self.motion.hidden_spaces()).tiles
            dim = [i for i, tile in enumerate(tiles) if tile is not None and i not in lit]
            painter.sprites.draw_veil(surface, board, dim, _DARK * self.dusk)
        for line, colour in self._lit.items() if is_in_hand else ():
            painter.sprites.draw_beam(surface, board, line.index, colour, alpha=0.5)

    def _find_lines(self) -> None:
        """Find the lines that the tile would complete, once its face is seen; none of them on a
        board whose tiles lie face down.
        """
        game, (tile,) = self.game, self.game.hand()
        has_come = not self.motion.is_flying_to_hand(tile)
        looked_at = game.position(), tile, has_come, game.view, self.context.painter.theme
        if looked_at == self._looked_at:
            return
        self._looked_at, self._lit = looked_at, {}
        if not has_come or game.face_down() is not None:
            return
        for space in game.legal(tile):
            after = game.preview(tile, space)
            if after is None:
                continue
            for line in game.match.rules.grid.lines_through[space]:
                status = line_status(line, after)
                if status.state is LineState.COMPLETE:
                    self._lit[line] = self.context.painter.theme.lights[status.numbers[-1]]
