"""The lines of a board in sentences, for the screen reader."""

from collections.abc import Collection
from dataclasses import dataclass

from game.locale import write_list
from game.locale.catalogue import Value
from game.play.lines_now import is_ray
from game.rules.boards import Line
from game.rules.placement import ASIDE_INDEX, Position
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import LineState, LineStatus, line_status, ray_points, score_line
from game.rules.tiles import Direction, Symbol, Tile
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import space_name, space_words


@dataclass(frozen=True, slots=True)
class LineWords:
    """Words the lines of one board; `bag` has the tiles that can still be drawn."""

    context: Context
    rules: Ruleset
    position: Position
    bag: Collection[Tile]

    @property
    def is_brief(self) -> bool:
        """Whether the player prefers short sentences."""
        return self.context.preferences.telling == "short"

    def say(self, key: str, **values: Value) -> str:
        """Return a sentence of the catalogue of spoken words."""
        return self.context.text(f"heard.spoken.{key}", **values)

    def status(self, line: Line) -> LineStatus:
        """Return the status of a line."""
        return line_status(line, self.position)

    def through(self, space: int | None) -> str:
        """Return each line through a space, the highest first; without a space the board's
        geometry.
        """
        if space is None:
            return f"{self.say('no_space')} {self.geometry()}"
        if space == ASIDE_INDEX:
            return space_words(self.context, self.rules, self.position, space)
        statuses = [self.status(line) for line in self.rules.grid.lines_through[space]]
        return " ".join(map(self._whole, sorted(statuses, key=by_points_there)))

    def geometry(self) -> str:
        """Return how spaces are named, and the longest line of each direction."""
        grid = self.rules.grid
        longest = {line.direction: line for line in sorted(grid.lines, key=len)}
        columns: dict[str, int] = {}
        for space in grid.spaces:
            columns[space.name[0]] = columns.get(space.name[0], 0) + 1
        lines = {
            way.value: ", ".join(grid.name_of(i) for i in longest[way].spaces)
            for way in (Direction.RISING, Direction.FALLING)
        }
        sizes = write_list(self.context.catalogue, [str(size) for size in columns.values()])
        return self.say("geometry", first=min(columns), last=max(columns), sizes=sizes, **lines)

    def ending(self, space: int | None) -> str:
        """Return each line that ends at a space, by its direction and in full."""
        if space is None:
            return self.say("no_space")
        if space == ASIDE_INDEX:
            return space_words(self.context, self.rules, self.position, space)
        words = []
        for line in self.rules.grid.lines_through[space]:
            if space in (line.spaces[0], line.spaces[-1]):
                words.append(self.say(f"way.{line.direction.value}"))
                words.append(self._whole(self.status(line), is_full=True))
        name = space_name(self.context, self.rules.grid, space)
        return " ".join(words) or self.say("no_end", space=name)

    def _whole(self, status: LineStatus, *, is_full: bool = False) -> str:
        """Return the status of a line in words, with its ray if it has one."""
        words = [self.line(status, is_full=is_full)]
        if is_ray(self.rules, status):
            words.append(self.ray(status))
        return " ".join(words)

    def line(self, status: LineStatus, *, is_full: bool = False) -> str:
        """Return the status of a line in words: its numbers and the tiles it still takes."""
        line, ends = status.line, self.ends(status.line)
        match status.state:
            case LineState.EMPTY:
                return self.say("line_empty", **ends, length=len(line))
            case LineState.DEAD:
                return self.say("line_broken", **ends)
            case LineState.COMPLETE:
                points = self.counted(score_line(line, self.position).points)
                return self.say("complete", **ends, number=status.numbers[-1], points=points)
        values = {**ends, **self.progress(status)}
        if self.is_brief and not is_full:
            return self.say("alive_short", **values)
        return self.say("alive", **values, spaces=self._free(line), count=self.fitting(status))

    def ray(self, status: LineStatus) -> str:
        """Return the status of a ray in words."""
        line, symbol = status.line, status.symbol
        assert symbol is not None
        if status.filled == len(line):
            return self.complete_ray(line, symbol, "ray_complete")
        values = {**self.ends(line), **self.filled(status)}
        left = sum(tile.symbol is symbol for tile in self.bag)
        return self.say(f"ray.{symbol.value}", **values, spaces=self._free(line), count=left)

    def complete_ray(self, line: Line, symbol: Symbol, key: str) -> str:
        """Return a complete ray with its points, or its length under the rule of the longest
        ray.
        """
        if self.rules.rays is RayRule.BEST_RAY:
            return self.say(f"{key}_best.{symbol.value}", **self.ends(line), length=len(line))
        points = self.counted(ray_points(line, symbol))
        return self.say(f"{key}.{symbol.value}", **self.ends(line), points=points)

    def counted(self, points: float) -> str:
        """Return a number of points in words."""
        return self.context.text("terms.count.points", count=points)

    def ends(self, line: Line) -> dict[str, str]:
        """Return the names of a line's two ends, as values of a sentence."""
        start, end = (
            space_name(self.context, self.rules.grid, space)
            for space in (line.spaces[0], line.spaces[-1])
        )
        return {"start": start, "end": end}

    def progress(self, status: LineStatus) -> dict[str, Value]:
        """Return a line's numbers and how much of it is filled, as values of a sentence."""
        return {"number": self.numbers(status), **self.filled(status)}

    def filled(self, status: LineStatus) -> dict[str, Value]:
        """Return the filled and total spaces of a line, as values of a sentence."""
        return {"filled": status.filled, "length": len(status.line)}

    def numbers(self, status: LineStatus) -> str:
        """Return the numbers that a line can still have; several if only wild tiles are on it."""
        return write_list(self.context.catalogue, [str(n) for n in status.numbers], "or")

    def fitting(self, status: LineStatus) -> int:
        """Return how many tiles of the bag fit a line, wild ones too."""
        wanted = (None, *status.numbers)
        return sum(tile.number(status.line.direction) in wanted for tile in self.bag)

    def _free(self, line: Line) -> str:
        """Return the names of a line's empty spaces."""
        free = (i for i in line.spaces if self.position.tiles[i] is None)
        return ", ".join(space_name(self.context, self.rules.grid, i) for i in free)


def by_points_there(status: LineStatus) -> tuple[bool, float]:
    """Return the sort key of a line: complete lines first, then by the points of their tiles."""
    return status.state is not LineState.COMPLETE, -status.filled * max(status.numbers, default=0)
