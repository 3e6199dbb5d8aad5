"""A speaker that believes nothing: what is said of a table is reckoned again from tiles and grid.

For one board of the standard game. Every sentence it knows is looked for in what is said at that
moment; one that is not so fails at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from game.locale import Language
from game.rules.boards import CLASSIC, Line
from game.rules.placement import Position
from game.rules.ruleset import Ruleset
from game.rules.tiles import NUMBERS, TILES, Direction, Tile
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.table.scene import TableScene
from game.ui.sound.voices import words_of
from tests.ui.test_screen_reader import Said

_SPACE, _COUNT = "[a-e][1-5]", r"\d+"
_GAPS = {
    "space": _SPACE,
    "start": _SPACE,
    "end": _SPACE,
    "name": "[^.:]+?",
    "points": r"\d[^.:,;]*?",
}
_GAPS |= {"tile": "[^.:;]+?", "tiles": "[^.:]+?", "numbers": "[^.:]+?"}
"""What stands in the gaps of a sentence; a count in all others."""

SPACES = {space.name: space.index for space in CLASSIC.spaces}


def numbers_on(line: Line, position: Position) -> list[int]:
    """What its tiles show along it."""
    tiles = (position.tiles[space] for space in line.spaces)
    return [tile.number(line.direction) or 0 for tile in tiles if tile is not None]


def by_hand(position: Position) -> int:
    """The points of a board, reckoned from its tiles and the grid alone."""
    total = 0
    for line in CLASSIC.lines:
        numbers = numbers_on(line, position)
        if len(numbers) == len(line) and len(set(numbers)) == 1:
            total += sum(numbers)
    return total


class TrueWords(Said):
    """Collects what is said; `checked` counts the sentences found to be so, by kind."""

    EACH = (
        "called",
        "to_place",
        "call_of",
        "free",
        "taken",
        "placed",
        "breaks",
        "goes_on",
        "alive",
        "score",
        "to_come",
        "bag",
        "completes",
        "completed",
        "complete",
    )
    """The kinds of sentences that come in every game."""

    def __init__(self, context: Context, top: Callable[[], Scene]) -> None:
        super().__init__()
        self.checked: Counter[str] = Counter()
        self._context, self._top = context, top

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        """Look at every sentence, then remember."""
        super().say(words, language, is_urgent=is_urgent)
        scene = self._top()
        if isinstance(scene, TableScene) and scene.game.match.rules == Ruleset():
            for kind in _KINDS:
                for told in self.find(kind, words):
                    assert _KINDS[kind](self, scene, told), (kind, told, words)
                    self.checked[kind] += 1

    def find(self, key: str, words: str) -> Iterator[dict[str, str]]:
        """What fills the gaps of a kind's sentence, each time it is said."""
        for form in {*self._context.catalogue.messages[f"heard.spoken.{key}"].forms.values()}:
            pattern = re.sub(
                r"\\\{(\w+)\\\}",
                lambda gap: f"(?P<{gap[1]}>{_GAPS.get(gap[1], _COUNT)})",
                re.escape(form),
            )
            for found in re.finditer(rf"(?:^|(?<=\. )){pattern}(?= |$)", words):
                yield found.groupdict()

    def words(self, tiles: tuple[Tile, ...]) -> str:
        """Tiles as they are read aloud."""
        return "; ".join(words_of(self._context.catalogue, tile) for tile in tiles)

    def points(self, count: float) -> str:
        """Points as they are read aloud."""
        return self._context.text("terms.count.points", count=count)

    def position(self, scene: TableScene) -> Position:
        """The board in view."""
        found = scene.game.position()
        assert found is not None
        return found

    def lies(self, scene: TableScene, told: dict[str, str]) -> bool:
        """A tile lies where it is said to."""
        tile = self.position(scene).tiles[SPACES[told["space"]]]
        hidden = self._context.text("heard.spoken.face_down")
        is_hidden = scene.game.face_down() is not None
        return tile is not None and told["tile"] == (hidden if is_hidden else self.words((tile,)))

    def is_complete(self, scene: TableScene, told: dict[str, str]) -> bool:
        """There is such a line, and it brings that."""
        position = self.position(scene)
        for line in CLASSIC.lines:
            numbers = numbers_on(line, position)
            length, number = int(told["length"]), int(told["number"])
            if len(line) == length and numbers == [number] * length:
                return told["points"] == self.points(length * number)
        return False

    def ends(self, told: dict[str, str]) -> Line:
        """The line from one space to another."""
        wanted = [SPACES[told["start"]], SPACES[told["end"]]]
        (line,) = (x for x in CLASSIC.lines if [x.spaces[0], x.spaces[-1]] == wanted)
        return line

    def outlook(self, scene: TableScene, told: dict[str, str], kind: str) -> bool:
        """Whether the tile in hand would do that on the space that is meant."""
        position, space = self.position(scene), scene.selection.target
        (tile,) = scene.game.hand()
        for line in (x for x in CLASSIC.lines if space in x.spaces):
            there, mine = numbers_on(line, position), tile.number(line.direction)
            fits, is_last = set(there) <= {mine}, len(there) + 1 == len(line)
            if kind == "breaks":
                found = len(set(there)) == 1 and not fits and str(there[0]) == told["number"]
                found = found and told["points"] == self.points(len(line) * (there[0] or 0))
            else:
                found = fits and str(mine) == told["number"] and is_last is (kind == "completes")
            if not found:
                continue
            if kind == "completes":
                found = told["points"] == self.points(len(line) * (mine or 0))
            if kind == "goes_on":
                left = self.left(scene, line.direction, mine or 0)
                found = told["needed"] == str(len(line) - len(there) - 1)
                found &= told["left"] == str(left)
            if found:
                return True
        return False

    def score(self, scene: TableScene, told: dict[str, str]) -> bool:
        """A player's points, of what the others have shown so far; other sentences may have the
        same form.
        """
        for seat, player in enumerate(scene.game.match.players):
            position = scene.game.position(seat)
            if player.name == told["name"] and position is not None:
                return told["points"] == self.points(by_hand(position))
        return True

    def left(self, scene: TableScene, direction: Direction, number: int) -> int:
        """How many tiles of a number have not been called."""
        called = scene.game.match.round.called
        left = [tile for tile in TILES if "*" not in str(tile) and tile not in called]
        return sum(tile.number(direction) == number for tile in left)

    def bag(self, scene: TableScene, told: dict[str, str]) -> bool:
        """Every number's count."""
        for part in told["numbers"].split("; "):
            count, number = map(int, re.findall(r"\d+", part))
            (direction,) = (d for d in Direction if number in NUMBERS[d])
            if count != self.left(scene, direction, number):
                return False
        return True


_KINDS: dict[str, Callable[[TrueWords, TableScene, dict[str, str]], bool]] = {
    "called": lambda s, t, told: told["tiles"] == s.words(t.game.match.round.calls[-1]),
    "to_place": lambda s, t, told: told["tiles"] == s.words(t.game.hand()),
    "call_of": lambda s, t, told: int(told["call"]) == len(t.game.match.round.calls),
    "nothing_to_place": lambda s, t, told: not t.game.hand(),
    "wait_for_call": lambda s, t, told: not t.game.hand(),
    "free": lambda s, t, told: s.position(t).tiles[SPACES[told["space"]]] is None,
    "taken": TrueWords.lies,
    "placed": TrueWords.lies,
    "completed": TrueWords.is_complete,
    "completes": lambda s, t, told: s.outlook(t, told, "completes"),
    "breaks": lambda s, t, told: s.outlook(t, told, "breaks"),
    "goes_on": lambda s, t, told: s.outlook(t, told, "goes_on"),
    "complete": lambda s, t, told: (
        told["points"] == s.points(sum(numbers_on(s.ends(told), s.position(t))))
    ),
    "alive": lambda s, t, told: (
        numbers_on(s.ends(told), s.position(t)) == [int(told["number"])] * int(told["filled"])
    ),
    "score": TrueWords.score,
    "to_come": lambda s, t, told: int(told["count"]) == 19 - len(t.game.match.round.calls),
    "bag": TrueWords.bag,
}
