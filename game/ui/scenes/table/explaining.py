"""Explains parts of the table: the one under the pointer, or one after another by a key."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from game.play.lines_now import points_at_best
from game.play.table_game import TableGame
from game.rules.scoring import LineState, LineStatus, line_status, score_line
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.scenes.shared.bag_picture import BAG_NUMBERS, BagNumber
from game.ui.scenes.shared.names import tile_name
from game.ui.scenes.table.line_words import LineWords


@dataclass(frozen=True, slots=True)
class LineBadge:
    """The badge of a line of the board on display, by the line's index."""

    line: int


@dataclass(frozen=True, slots=True)
class OtherBoard:
    """Another player's board, by its seat."""

    seat: int


class TablePanel(Enum):
    """A panel that can be explained."""

    SCORE = auto()
    COACH = auto()


ExplainTarget: TypeAlias = Tile | BagNumber | LineBadge | OtherBoard | TablePanel


def next_asked(
    last: ExplainTarget | None, others: Sequence[int], *, has_coach: bool
) -> ExplainTarget | None:
    """Return the next target of the key after `last`; None after the last one.

    The order is panels, the boards of the `others`, the numbers of the bag.
    """
    parts = (TablePanel.SCORE, TablePanel.COACH) if has_coach else (TablePanel.SCORE,)
    order: tuple[ExplainTarget, ...] = (*parts, *map(OtherBoard, others), *BAG_NUMBERS)
    if last not in order:
        return order[0]
    place = order.index(last) + 1
    return order[place] if place < len(order) else None


def is_meant(asked: ExplainTarget | None, tile: Tile) -> bool:
    """Return whether a tile of the bag is the target, or has its number; wild tiles have none."""
    match asked:
        case BagNumber(direction, number):
            return tile.number(direction) == number
        case _:
            return tile is asked


def lines_for(game: TableGame, asked: ExplainTarget | None) -> list[LineStatus]:
    """Return the begun lines of the board on display that could use a tile or a number."""
    position = game.position()
    if game.face_down() is not None:
        return []
    match asked:
        case Tile():
            wanted = [n for n in BAG_NUMBERS if asked.number(n.direction) in (n.number, None)]
        case BagNumber():
            wanted = [asked]
        case LineBadge(index):
            return [line_status(game.match.rules.grid.lines[index], position)]
        case _:
            return []
    statuses = [line_status(line, position) for line in game.match.rules.grid.lines]
    return [
        status
        for status in statuses
        if status.state is LineState.ALIVE
        and any(BagNumber(status.line.direction, number) in wanted for number in status.numbers)
    ]


def answer_words(context: Context, game: TableGame, asked: ExplainTarget) -> str:
    """Return the explanation of a target; "" if a panel explains itself."""
    text, bag = context.text, game.match.bag
    match asked:
        case Tile():
            name = tile_name(context, game.match.rules, asked)
            words = [text("bag.tile_left" if asked in bag else "bag.called", tile=name)]
            is_left = asked in bag
        case BagNumber(_, number):
            whole_set = game.match.rules.grid.tile_set
            left = sum(is_meant(asked, tile) for tile in bag)
            many = sum(is_meant(asked, tile) for tile in whole_set)
            words = [text("bag.left", count=left, number=number, all=many)]
            is_left = left > 0
        case LineBadge():
            return _line_words(context, game, lines_for(game, asked))
        case _:
            return ""
    if is_left and game.face_down() is None:
        count = len(lines_for(game, asked))
        words.append(text("bag.lines", count=count) if count else text("bag.no_line"))
    return "\n".join(words)


def _line_words(context: Context, game: TableGame, lines: list[LineStatus]) -> str:
    """Return the status of a badge's line, and the tiles it takes."""
    if not lines:
        return ""
    text, (status,) = context.text, lines
    position, bag = game.position(), game.match.bag
    length, name = len(status.line), text(f"bag.line.{status.line.direction.value}")
    match status.state:
        case LineState.EMPTY:
            return text("bag.badge.empty", line=name, count=length)
        case LineState.DEAD:
            return text("bag.badge.dead", line=name)
        case LineState.COMPLETE:
            points = text("terms.count.points", count=score_line(status.line, position).points)
            return text("bag.badge.complete", line=name, points=points)
    line = LineWords(context, game.match.rules, position, bag)
    words = text(
        "bag.badge.alive",
        count=length - status.filled,
        line=name,
        number=line.numbers(status),
        points=context.catalogue.number(points_at_best(status, position)),
    )
    return f"{words}\n{text('bag.fitting', count=line.fitting(status))}"
