"""Describes a match that waits: its name, its state, the next player, its board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.locale import write_list
from game.play.outside import board_outside
from game.play.table import TableSetup, is_called
from game.progress.daily import STANDARD
from game.rules.match import PlayerKind
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.layout.hexes import lay_out_board
from game.ui.scenes.shared.names import edition_name, table_name

if TYPE_CHECKING:
    import pygame

    from game.rules.match import Match
    from game.storage.autosave import WaitingMatch
    from game.ui.frame.context import Context
    from game.ui.layout.rects import Rect
    from game.ui.parts.leaves import Paint


def waiting_name(context: Context, match: Match) -> str:
    """Return what a match that waits is called: a day's deal, a challenge, the box, or
    its edition.
    """
    setup = TableSetup.from_match(match)
    if is_called(match):
        return f"{context.text('menu.box')} · {table_name(context, setup)}"
    if setup.daily is None:
        return table_name(context, setup)
    is_today = setup.daily == context.store.today
    name = context.text("menu.daily") if is_today else table_name(context, setup)
    if setup.edition == STANDARD:
        return name
    return f"{name} · {edition_name(context, setup.edition, setup.rules)}"


def standing_words(context: Context, match: Match, *, is_short: bool = False) -> str:
    """Return where a match stands: the round where there are several, and the call."""
    text, rules = context.text, match.rules
    if match.is_complete:
        return text("waiting.over")
    calls = len(match.rounds[-1].calls) if match.rounds else 0
    call = text("waiting.call", call=max(1, calls), calls=len(rules.call_sizes))
    if rules.rounds == 1:
        return call
    number = text("waiting.round", round=max(1, len(match.rounds)), rounds=rules.rounds)
    return number if is_short else f"{number} · {call}"


def turn_words(context: Context, match: Match) -> str:
    """Whom of several people the call waits for; nothing where that says nothing."""
    people = [i for i, player in enumerate(match.players) if player.kind is PlayerKind.HUMAN]
    if len(people) < 2 or is_called(match) or not match.rounds:
        return ""
    names = [match.players[i].name for i in people if match.rounds[-1].seats[i].hand]
    if not names:
        return ""
    return context.text("waiting.turn", names=write_list(context.catalogue, names))


class SmallBoards:
    """Pictures of the boards of matches that wait, each rendered once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._pictures: dict[str, BoardPicture] = {}

    def paint(self, waiting: WaitingMatch) -> Paint:
        """What draws the first person's board."""
        picture = self._pictures.get(waiting.key)
        if picture is None:
            picture = self._pictures[waiting.key] = BoardPicture(self._context.painter)
        match = waiting.match
        seat = next((i for i, p in enumerate(match.players) if p.kind is PlayerKind.HUMAN), 0)
        position, face_down = board_outside(match, seat)
        look = BoardLook(
            match.rules, position, has_badges=False, has_names=False, face_down=face_down
        )
        return partial(self._draw, picture, look)

    @staticmethod
    def _draw(picture: BoardPicture, look: BoardLook, surface: pygame.Surface, rect: Rect) -> None:
        picture.draw(surface, lay_out_board(look.rules.grid, rect, 0.5), look)
