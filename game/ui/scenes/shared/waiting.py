"""An open match in a list: its name, its state, the next player, its flag."""

import pygame

from game.locale import write_list
from game.play.public_boards import public_board
from game.play.table import TableSetup, is_called
from game.progress.daily import STANDARD_EDITION
from game.rules.match import Match, PlayerKind
from game.ui.draw.bands import ScoreBand, draw_flag
from game.ui.frame.context import Context
from game.ui.layout.hexagon import SQRT3
from game.ui.layout.rects import Rect
from game.ui.parts.leaves import Paint
from game.ui.scenes.shared.flags import bands_of_position
from game.ui.scenes.shared.names import edition_name, table_name


def waiting_name(context: Context, match: Match) -> str:
    """Return the name of an open match: a daily deal, a challenge, the box, or its edition."""
    setup = TableSetup.from_match(match)
    if is_called(match):
        return f"{context.text('menu.box')} · {table_name(context, setup)}"
    if setup.daily is None:
        return table_name(context, setup)
    is_today = setup.daily == context.store.today
    name = context.text("menu.daily") if is_today else table_name(context, setup)
    if setup.edition == STANDARD_EDITION:
        return name
    return f"{name} · {edition_name(context, setup.edition, setup.rules)}"


def progress_words(context: Context, match: Match) -> str:
    """Return the call of an open match and, of several rounds, the round."""
    text, rules = context.text, match.rules
    if match.is_complete:
        return text("waiting.over")
    calls = len(match.rounds[-1].calls) if match.rounds else 0
    call = text("waiting.call", call=max(1, calls), calls=len(rules.call_sizes))
    if rules.rounds == 1:
        return call
    number = text("waiting.round", round=max(1, len(match.rounds)), rounds=rules.rounds)
    return f"{number} · {call}"


def waited_words(context: Context, match: Match) -> str:
    """Return the person the call waits for; "" if only one plays."""
    people = [i for i, player in enumerate(match.players) if player.kind is PlayerKind.HUMAN]
    if len(people) < 2 or is_called(match) or not match.rounds:
        return ""
    names = [match.players[i].name for i in people if match.rounds[-1].seats[i].hand]
    if not names:
        return ""
    return context.text("waiting.turn", names=write_list(context.catalogue, names))


def flag_painter(context: Context, match: Match, *, is_first: bool = False) -> Paint:
    """Return the painter of an open match's flag; `is_first` gives it a golden edge."""
    painter, bands = context.painter, bands_of_match(match)

    def paint(surface: pygame.Surface, rect: Rect) -> None:
        radius = min(rect.w / 2, rect.h / SQRT3)
        edge = painter.theme.palette.gold if is_first else None
        draw_flag(surface, painter, rect.centre, radius, bands, edge=edge)

    return paint


def bands_of_match(match: Match) -> tuple[ScoreBand, ...]:
    """Return the visible bands of the first person's board in the last round."""
    seat = next((i for i, p in enumerate(match.players) if p.kind is PlayerKind.HUMAN), 0)
    position, _ = public_board(match, seat)
    return bands_of_position(match.rules, position)
