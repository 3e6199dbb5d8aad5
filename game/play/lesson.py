"""The first game as data: its deal, its steps with their goals, and the judgement of each.

The screen has the texts, by a step's name and phase; the figures in them are computed here.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from game.resources import read_table
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import refusing_at
from game.rules.match import Match
from game.rules.placement import Placement, Position, legal_spaces, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.scoring import LineState, LineStatus, ScoredLine, line_status, score_position
from game.rules.tiles import Direction, Tile


class LessonGoal(StrEnum):
    """The goals that end a step."""

    PLACE = "place"
    COLUMN = "column"
    COMPLETE = "complete"
    SKIP = "skip"
    CHEAPEST = "cheapest"
    TAKE_BACK = "take-back"
    END = "end"

    @property
    def is_placing(self) -> bool:
        """Whether the goal is met by placing a tile."""
        return self in (
            LessonGoal.PLACE,
            LessonGoal.COLUMN,
            LessonGoal.COMPLETE,
            LessonGoal.CHEAPEST,
        )


class TileWish(StrEnum):
    """The kinds of tiles that a step wants to be called."""

    NEXT = "next"
    MISFIT = "misfit"


class LessonPhase(StrEnum):
    """The phases of a step; values are catalogue keys."""

    ASK = "ask"
    MET = "met"
    MORE = "more"
    ELSE = "else"
    """The player did something else that is legal."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of the script; see `seeds/deals/tutorial.toml`.

    `name` is the key of the step's words, `goal` the player's task. `call` is the tile to call
    first, None for none. The step is repeated at most `times`; with `until` calls are skipped up to
    that number of tiles on the board. `shows` is the subject of the words; with `marks` good spaces
    are marked.
    """

    name: str
    goal: LessonGoal
    call: TileWish | None = None
    times: int = 1
    until: int = 0
    shows: str = "board"
    marks: bool = False


@dataclass(frozen=True, slots=True)
class Script:
    """The whole lesson."""

    rules: Ruleset
    order: tuple[Tile, ...]
    helper: str
    steps: tuple[LessonStep, ...]


def load_script(path: Path) -> Script:
    """Read the lesson. Raises `FormatError` with the place of the fault."""
    table = read_table(path)
    try:
        with refusing_at("rules"):
            rules = Ruleset.parse(str(table["rules"]))
        with refusing_at("order"):
            order = tuple(Tile.parse(word) for word in str(table["order"]).split())
        if len(set(order)) != len(rules.grid) or len(order) != len(rules.grid):
            raise FormatError(Fault.NOT_ONE_EACH, "order")
        steps = tuple(_read_step(step, i) for i, step in enumerate(table["steps"]))
        return Script(rules, order, str(table["helper"]), steps)
    except (KeyError, TypeError) as error:
        raise FormatError(Fault.UNREADABLE, path.name, text=str(error)) from None


def _read_step(table: dict[str, Any], index: int) -> LessonStep:
    with refusing_at(f"steps[{index}]"):
        try:
            call = table.get("call")
            return LessonStep(
                str(table["name"]),
                LessonGoal(table["goal"]),
                None if call is None else TileWish(call),
                int(table.get("times", 1)),
                int(table.get("until", 0)),
                str(table.get("shows", "board")),
                bool(table.get("marks", False)),
            )
        except ValueError as error:
            raise FormatError(Fault.UNREADABLE, text=str(error)) from None


class Lesson:
    """The player's place in the script.

    The screen reports placements and takebacks, takes `order_for` before each call, and calls
    `go_on` when the player continues.
    """

    def __init__(self, script: Script) -> None:
        self.script = script
        self.index = 0
        self.phase = LessonPhase.ASK
        self._times = 1
        self._placed: Placement | None = None
        self._before: Position | None = None

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.script.steps[self.index]

    def order_for(self, match: Match) -> tuple[Tile, ...]:
        """Return the calling order: tiles already called, the step's wanted tile, the rest."""
        called, position = match.round.called, match.round.seats[0].position
        left = [tile for tile in self.script.order if tile not in called]
        chosen = left[0]
        if self.step.call is TileWish.MISFIT:
            chosen = max(left, key=lambda t: least_harm(match.rules, position, t))
        left.remove(chosen)
        return (*called, chosen, *left)

    def place(self, match: Match) -> None:
        """Judge the player's placement of the latest call."""
        seat = match.round.seats[0]
        (self._placed,) = seat.turns[-1].placements
        self._before = seat.turn_start
        if not self.step.goal.is_placing:
            return
        if self._is_met(match):
            self.phase = LessonPhase.MET
        elif self.step.goal is LessonGoal.COMPLETE and self._is_on_column(match):
            self.phase = LessonPhase.MORE
        else:
            self.phase = LessonPhase.ELSE

    def take_back(self) -> None:
        """Go back to the step's question after the player took the tile back."""
        self._placed = None
        if self.step.goal is LessonGoal.TAKE_BACK:
            self.phase = LessonPhase.MET
        elif self.step.goal.is_placing:
            self.phase = LessonPhase.ASK

    def go_on(self, match: Match) -> bool:
        """Go to the next step, or to this step's next turn; return whether to call a tile."""
        step = self.step
        has_more = self._times < step.times and (
            self.phase is not LessonPhase.MET or step.goal is LessonGoal.PLACE
        )
        self.phase = LessonPhase.ASK
        # The next question is about the marked column, also after a tile elsewhere.
        self._placed = None
        if has_more:
            self._times += 1
            return True
        self._times = 1
        self.index += 1
        # A tile that was not taken back need not be placed again.
        while self.step.goal.is_placing and self.step.call is None and not self._hand(match):
            self.index += 1
        return self.step.call is not None

    # figures

    def number(self, match: Match) -> int:
        """Return the first tile's top number, with which the first column is built."""
        return match.round.called[0].vertical or 0

    def marked(self, match: Match) -> tuple[int, ...]:
        """Return the spaces that serve the step's goal, if the step marks them."""
        if not self.step.marks or not match.rounds or not self._hand(match):
            return ()
        position = match.round.seats[0].position
        if self.step.goal is LessonGoal.CHEAPEST:
            return least_harmful(match.rules, position, self._hand(match)[0])
        return open_column(match.rules, position)

    def figures(self, match: Match) -> dict[str, int | float | str]:
        """Return the values for the placeholders of all steps' texts."""
        rules, seat = match.rules, match.round.seats[0]
        position = seat.position
        tile = str(match.round.called[-1])
        rising, vertical, falling = list(tile)
        column = best_column(rules, position)
        if self._placed is not None:
            column = _column_of(match, self._placed)
        length = 0 if column is None else len(column.line)
        filled = 0 if column is None else column.filled
        best = self.best_line(match)
        figures: dict[str, int | float | str] = {
            "number": self.number(match),
            "tile": "\u00a0–\u00a0".join(tile),
            "vertical": vertical,
            "rising": rising,
            "falling": falling,
            "length": length,
            "filled": filled,
            "points": 0 if best is None else best.points,
            "lost": 0,
            "least": 0,
            "count": length - filled,
        }
        if self._placed is not None and self._before is not None:
            figures["lost"] = harm(rules, self._before, self._placed)
            figures["least"] = least_harm(rules, self._before, self._placed.tile)
        if self.step.goal is LessonGoal.SKIP:
            # Else the text would say "0 tiles" while the last one still moves.
            figures["count"] = max(1, self.step.until - position.filled.bit_count())
        elif self.step.goal is LessonGoal.PLACE:
            calls = len(rules.call_sizes) - len(match.round.called)
            figures["count"] = calls + len(self._hand(match))
        elif self.step.goal is LessonGoal.END:
            figures["count"] = len(score_position(rules, position).lines)
        return figures

    def best_line(self, match: Match) -> ScoredLine | None:
        """Return the complete line with the most points, None without one."""
        scored = score_position(match.rules, match.round.seats[0].position).lines
        return max(scored, key=lambda s: s.points, default=None)

    def _hand(self, match: Match) -> tuple[Tile, ...]:
        return match.round.seats[0].hand if match.rounds else ()

    def _is_met(self, match: Match) -> bool:
        assert self._placed is not None
        assert self._before is not None
        rules, after = match.rules, match.round.seats[0].position
        match self.step.goal:
            case LessonGoal.COLUMN:
                return self._is_on_column(match)
            case LessonGoal.COMPLETE:
                lines = rules.grid.lines_through[self._placed.space]
                return any(line_status(x, after).state is LineState.COMPLETE for x in lines)
            case LessonGoal.CHEAPEST:
                least = least_harm(rules, self._before, self._placed.tile)
                return harm(rules, self._before, self._placed) <= least
            case _:
                return True

    def _is_on_column(self, match: Match) -> bool:
        assert self._placed is not None
        column = _column_of(match, self._placed)
        return column.filled > 1 and bool(column.numbers)


def _column_of(match: Match, placement: Placement) -> LineStatus:
    """Return the vertical line of the tile just placed."""
    column, *_ = match.rules.grid.lines_through[placement.space]
    return line_status(column, match.round.seats[0].position)


def best_column(rules: Ruleset, position: Position) -> LineStatus | None:
    """Return the alive column with most tiles, of equals the shortest; None if all are broken."""
    alive = [
        status
        for line in rules.grid.lines
        if line.direction is Direction.VERTICAL
        and (status := line_status(line, position)).state is LineState.ALIVE
    ]
    # More tiles first: a column of two is under way, one of one has hardly begun.
    return min(alive, key=lambda s: (-s.filled, len(s.line)), default=None)


def open_column(rules: Ruleset, position: Position) -> tuple[int, ...]:
    """Return the empty spaces of the best column to continue."""
    column = best_column(rules, position)
    if column is None:
        return ()
    return tuple(i for i in column.line.spaces if not position.filled >> i & 1)


def harm(rules: Ruleset, position: Position, placement: Placement) -> int:
    """Return the sum of the most points of the lines that `placement` breaks (S1)."""
    after = put_unchecked(position, placement.tile, placement.space)
    lost = 0
    for line in rules.grid.lines_through[placement.space]:
        was = line_status(line, position)
        if was.state is LineState.ALIVE and line_status(line, after).state is LineState.DEAD:
            lost += line.points(was.numbers[-1])
    return lost


def least_harm(rules: Ruleset, position: Position, tile: Tile) -> int:
    """Return the smallest `harm` of a legal placement of `tile`."""
    return min(_harms(rules, position, tile).values())


def least_harmful(rules: Ruleset, position: Position, tile: Tile) -> tuple[int, ...]:
    """Return the spaces on which placing `tile` does the least harm."""
    harms = _harms(rules, position, tile)
    least = min(harms.values())
    return tuple(space for space, lost in harms.items() if lost == least)


def _harms(rules: Ruleset, position: Position, tile: Tile) -> dict[int, int]:
    """Return the harm that `tile` does on each space where it may go."""
    spaces = legal_spaces(rules, position, tile)
    return {space: harm(rules, position, Placement(tile, space)) for space in spaces}
