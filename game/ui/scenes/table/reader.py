"""The table read aloud: what a key asks about, and the outline for the system's screen reader."""

from collections.abc import Iterator
from typing import Final

from game.locale import write_list
from game.play.rival import RIVAL, RivalBoard
from game.rules.placement import ASIDE_INDEX
from game.ui.frame.context import Context
from game.ui.frame.outline import SCENE_NUMBERS, Node, Outline, Role
from game.ui.frame.topics import Topic, as_sentences, labelled
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.names import spoken_time
from game.ui.scenes.shared.table_mode import TableMode
from game.ui.scenes.table.coach import CoachView
from game.ui.scenes.table.explaining import OtherBoard, TablePanel
from game.ui.scenes.table.input import Selection
from game.ui.scenes.table.parts import TableParts
from game.ui.scenes.table.picture import TablePicture
from game.ui.scenes.table.spoken import TableWords

_GRID: Final = SCENE_NUMBERS + 1
_FIRST_ROW: Final = SCENE_NUMBERS + 10
_FIRST_CELL: Final = SCENE_NUMBERS + 101
"""Identifiers in the accessible outline; the daffodil's is one below the first space's."""


class TableReader:
    """Answers what is asked about the table, from its `words` and from what its mode adds."""

    def __init__(
        self,
        context: Context,
        mode: TableMode,
        selection: Selection,
        coach: CoachView,
        picture: TablePicture,
        parts: TableParts,
    ) -> None:
        self._context, self._mode, self._selection = context, mode, selection
        self._control, self._game = mode.control, mode.control.game
        self._coach, self._picture, self._parts = coach, picture, parts
        self.words = TableWords(context, self._game, selection, coach)

    def read(self, topic: Topic, *, is_title_known: bool) -> str:
        """Return the words of a topic; the title is left out once it is known."""
        words = self.words
        match topic:
            case Topic.HEADING:
                title = () if is_title_known or words.is_brief else self._title()
                # Instructions make the number of the call superfluous.
                to_do = self.to_do(is_counted=not self._mode.instructions())
                return as_sentences((*title, self._asked_words(), to_do))
            case Topic.NOW | Topic.BOARD if self._control.is_peeking:
                return words.other_board(self._game.view)
            case Topic.NOW:
                focus = () if words.is_brief else (words.focus(), self._outlook())
                return as_sentences((self.to_do(), *focus, words.coach(), self._asked_words()))
            case Topic.FOCUS:
                return as_sentences((words.focus(), self._outlook()))
            case Topic.HINT:
                return ""
            case Topic.BOARD:
                return words.board()
            case Topic.LINES:
                return words.lines()
            case Topic.HERE:
                return words.lines_here()
            case Topic.ENDS:
                return words.lines_ending()
            case Topic.SCORE:
                rival = self._rival_words(is_brief=True)
                return as_sentences((self._asked_words(), words.score(), rival))

    def explanation(self) -> str:
        """Return the words about the part requested by a key, or the task without one."""
        match self._selection.keyed:
            case None:
                return self.to_do()
            case OtherBoard(seat) if seat == RIVAL:
                return self._rival_words()
            case OtherBoard(seat):
                return self.words.other_board(seat)
            case TablePanel.COACH:
                return f"{self._context.text('coach.explain')}\n{self.words.coach_reasons()}"
            case asked:
                return f"{self._picture.answer(asked)}\n{self.words.left_tiles(asked)}"

    def to_do(self, *, is_counted: bool = True) -> str:
        """Return the task of the player, with a key if nothing follows by itself."""
        if self._parts.last_band is not None:
            return self._parts.last_band.read(self._context)
        key, does = next(iter(self._mode.hints()), ("", ""))
        waits = self._control.wait_left is None
        way_on = labelled([key, does]) if waits and key else ""
        return self.words.to_do(way_on, is_counted=is_counted)

    def _title(self) -> tuple[str, str]:
        """Return the table's name with who plays, and a line about it."""
        name, about = self._mode.title()
        others = [self._game.player(seat).name for seat in self._game.others]
        if isinstance(self._mode.rival, RivalBoard):
            others.append(self._mode.rival.name)
        if others:
            names = write_list(self._context.catalogue, others)
            name = self._context.text("heard.spoken.against", table=name, names=names)
        return name, about

    def _rival_words(self, *, is_brief: bool = False) -> str:
        """Return the points of the rival, in full with its board."""
        rival = self._mode.rival
        if rival is None:
            return ""
        words = TableWords(self._context, rival.game, self._selection, self._coach)
        return words.score_of(rival.game.view) if is_brief else words.other_board(rival.game.view)

    def _outlook(self) -> str:
        """Return the score before and after the selected placement; "" if points are the score."""
        game, space, display = self._game, self._selection.target, self._mode.score_display
        tile = self._selection.tile_of(game.hand())
        if display is None or tile is None or space not in game.legal(tile):
            return ""
        return display.outlook(tile, space)

    def _asked_words(self) -> str:
        """Return the mode's instructions, and the remaining time."""
        left = self._mode.seconds_left()
        time = "" if left is None or left <= 0 else spoken_time(self._context, left)
        asked = self._mode.instructions()
        if self.words.is_brief and self._mode.score_display is not None:
            # The rest of a stage's words is read with the points.
            asked = asked.splitlines()[0]
        return f"{asked}\n{time}"

    def outline(self, outline: Outline, area: Rect) -> Outline:
        """Return the parts' outline with the task and the board before them."""
        words = as_sentences((self._asked_words(), self.to_do()))
        call = Node(SCENE_NUMBERS, Role.LABEL, words, area)
        layout, is_peeking = self._parts.layout, self._control.is_peeking
        is_hidden = layout is None or self._control.is_covered or is_peeking
        board = () if is_hidden or layout is None else self._outline_board(layout.board)
        nodes = (*((call,) if words else ()), *board, *outline.nodes)
        target = self._selection.target
        has_target = outline.focus is None and target is not None and not is_peeking
        focus = _FIRST_CELL + target if has_target and target is not None else outline.focus
        return outline._replace(nodes=nodes, focus=focus)

    def _outline_board(self, layout: BoardLayout) -> Iterator[Node]:
        """Yield the board as a grid, with a row for each of its columns."""
        rules = self._game.match.rules
        grid, bounds = rules.grid, layout.bounds()
        spaces = [*range(len(grid.spaces)), *([ASIDE_INDEX] if rules.has_aside else [])]
        rows: dict[str, list[Node]] = {}
        for space in spaces:
            (x, y), radius = layout.place_of(space)
            side = round(2 * radius)
            is_meant = space == self._selection.target
            name = self.words.focus() if is_meant else self.words.space(space)
            rect = Rect(round(x - radius), round(y - radius), side, side)
            node = Node(_FIRST_CELL + space, Role.CELL, name, rect, can_focus=True)
            letter = "" if space == ASIDE_INDEX else grid.name_of(space)[0]
            rows.setdefault(letter, []).append(node)
        children = tuple(
            Node(_FIRST_ROW + i, Role.ROW, letter, bounds, children=tuple(cells))
            for i, (letter, cells) in enumerate(rows.items())
        )
        name = self._context.text("terms.board")
        yield Node(_GRID, Role.GRID, name, bounds, children=children)

    def space_of(self, number: int) -> int | None:
        """Return the space with a number of the outline, None if another part has it."""
        space = number - _FIRST_CELL
        return space if ASIDE_INDEX <= space < len(self._game.match.rules.grid.spaces) else None
