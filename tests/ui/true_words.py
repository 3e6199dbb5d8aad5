"""A speaker that believes nothing: what is said of a table is reckoned again by the second referee.

Every sentence it knows is looked for in what is said at that moment, under any rules; one that is
not so fails at once. `unknown` are the sentences of a text that it does not know.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

from game.locale import Language
from game.rules.record import print_record, rules_json
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.frame.topics import as_sentences
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.shared.names import tile_words
from game.ui.scenes.table.scene import TableScene
from tests.rules.referee import CHARACTER, NUMBERS, Board, Point, Table, is_sun, judge
from tests.ui.test_screen_reader import Said

Gaps: TypeAlias = dict[str, str]
Line: TypeAlias = tuple[str, list[Point]]

_SPACE = "[a-f][1-5]"
_GAPS = {"space": _SPACE, "start": _SPACE, "end": _SPACE, "first": _SPACE, "last": _SPACE}
_GAPS |= dict.fromkeys(("name", "names", "tile"), "[^.:;]+?")
_GAPS |= {"tiles": "[^.:]+?", "numbers": "[^.:]+?", "spaces": "[^.:;]+?"}
_GAPS |= {
    "key": "F4",
    "number": r"\d(?:,? (?:\w+ )?\d)*",
    "points": r"\d[^.:;]*?",
    "ray": "[^,.:]+?",
}
"""Patterns of the gaps in a sentence; all other gaps are counts."""


class TrueWords(Said):
    """Collects what is said; `checked` counts the sentences found to be so, by kind."""

    def __init__(self, context: Context, top: Callable[[], Scene]) -> None:
        super().__init__()
        self.checked: Counter[str] = Counter()
        self._context, self._top = context, top
        self._broken = self._was_broken = 0
        self._position: object = None
        self._known: dict[str, list[str]] = {}

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        """Look at every sentence, then remember."""
        super().say(words, language, is_urgent=is_urgent)
        scene = self._top()
        if isinstance(scene, TableScene) and scene.game.match.rounds:
            # Of one placement more than one thing may be said.
            position = scene.game.position(scene.game.view)
            if position != self._position:
                self._position, self._was_broken = position, self._broken
            judged: Judge | CountJudge = Judge(self._context, scene, self._was_broken)
        elif isinstance(scene, CountScene):
            judged = CountJudge(self._context, scene)
        else:
            return
        for kind, check in judged.kinds().items():
            for gaps in self.find(kind, words):
                assert check(gaps), (kind, gaps, words)
                self.checked[kind] += 1
        if isinstance(judged, Judge):
            self._broken = judged.broken()

    def find(self, kind: str, words: str) -> Iterator[Gaps]:
        """Yield the words in the gaps of a kind's sentence, each time it is spoken."""
        for pattern in self._patterns(kind):
            for found in re.finditer(rf"(?:^|(?<=[.!] )){pattern}(?= |$)", words):
                yield found.groupdict()

    def _patterns(self, kind: str) -> list[str]:
        """A pattern for each of a sentence's forms; each kind's are made once."""
        if kind not in self._known:
            key = kind if kind.startswith("score.") else f"heard.spoken.{kind}"
            self._known[kind] = [
                re.sub(
                    r"\\\{(\w+)\\\}",
                    lambda gap: f"(?P<{gap[1]}>{_GAPS.get(gap[1], _COUNT)})",
                    re.escape(form),
                )
                for form in {*self._context.catalogue.messages[key].forms.values()}
            ]
        return self._known[kind]

    def unknown(self, words: str) -> list[str]:
        """The sentences of a text that are of no kind known here."""
        scene = self._top()
        assert isinstance(scene, TableScene)
        rest = words
        for line in filter(None, scene.mode.instructions().splitlines()):
            rest = rest.replace(as_sentences([line]), "|")
        for kind in Judge(self._context, scene, 0).kinds():
            for pattern in self._patterns(kind):
                rest = re.sub(rf"(?:^|(?<=[.!|] )){pattern}(?= |$)", "|", rest)
        return [part for part in rest.split("|") if part.strip()]


_COUNT = r"\d+"


class Judge:
    """The board in view, from the texts of its tiles, as the referee sees it."""

    def __init__(self, context: Context, scene: TableScene, broken: int) -> None:
        self._context, self._scene, self._was_broken = context, scene, broken
        game = scene.game
        self._match, self._rules = game.match, game.match.rules
        self.table = Table(rules_json(self._rules), len(self._match.players))
        self.board = self._board(game.view)
        self._called = {str(tile) for tile in self._match.round.called}
        self._bag = self.table.tiles - self._called
        self._hand = [str(tile) for tile in game.hand()]

    def _board(self, seat: int) -> Board:
        tiles = self._scene.game.position(seat).tiles
        names = self._rules.grid
        return {
            self.table.names[names.name_of(i)]: str(t) for i, t in enumerate(tiles) if t is not None
        }

    def _late(self) -> set[str]:
        position = self._scene.game.position()
        return {str(t) for t in position.tiles if t is not None and position.is_late(t)}

    def words(self, *tiles: str) -> str:
        """Tiles as they are read aloud, with sun or moon where the rules use them."""
        texts = [tile_words(self._context, self._rules, Tile.parse(tile)) for tile in tiles]
        has_symbols = "symbol" in self.table.placement or self.table.rays != "none"
        for tile, text in zip(tiles, texts, strict=True):
            key = f"heard.spoken.with_{'sun' if is_sun(tile) else 'moon'}"
            assert text.endswith(self._context.text(key, tile="")) is has_symbols
        return "; ".join(texts)

    def points(self, count: float) -> str:
        """Points as they are read aloud."""
        return self._context.text("terms.count.points", count=count)

    # lines

    def ends(self, gaps: Gaps) -> Line:
        """The line from one space to another."""
        wanted = [self.table.names[gaps["start"]], self.table.names[gaps["end"]]]
        (line,) = (x for x in self.table.lines if [x[1][0], x[1][-1]] == wanted)
        return line

    def numbers(self, line: Line, board: Board) -> list[str]:
        """The numbers that a line can still have, ascending."""
        way, points = line
        stripes = {board[p][CHARACTER[way]] for p in points if p in board}
        return [n for n in NUMBERS[way] if stripes <= {n, "*"}]

    def filled(self, line: Line, board: Board) -> int:
        """Return the number of tiles on the line."""
        return sum(p in board for p in line[1])

    def fitting(self, line: Line, board: Board) -> int:
        """Return the number of tiles in the bag that fit the line."""
        wanted = {*self.numbers(line, board), "*"}
        return sum(tile[CHARACTER[line[0]]] in wanted for tile in self._bag)

    def worth(self, line: Line, board: Board) -> float:
        """Return the line's points with its highest number, half with a late tile."""
        points = int(self.numbers(line, board)[-1]) * len(line[1])
        is_late = bool(self._late() & {board[p] for p in line[1] if p in board})
        half = points / 2
        return (int(half) if half == int(half) else half) if is_late else points

    def broken(self) -> int:
        """Return the number of lines that can score no more."""
        return sum(not self.numbers(line, self.board) for line in self.table.lines)

    def _is_numbered(self, line: Line, board: Board, gaps: Gaps) -> bool:
        return re.findall(r"\d", gaps["number"]) == self.numbers(line, board)

    def _stands(self, line: Line, board: Board, gaps: Gaps) -> bool:
        counts = [str(self.filled(line, board)), str(len(line[1]))]
        return [gaps["filled"], gaps["length"]] == counts

    def _empty(self, line: Line, gaps: Gaps) -> bool:
        free = {self.table.texts[p] for p in line[1] if p not in self.board}
        return set(gaps["spaces"].split(", ")) == free

    def alive(self, gaps: Gaps) -> bool:
        """It has begun, and can still be completed."""
        line, board = self.ends(gaps), self.board
        is_so = self._is_numbered(line, board, gaps) and self._stands(line, board, gaps)
        if "spaces" in gaps:
            is_so &= self._empty(line, gaps)
            is_so &= gaps.get("count", "1") == str(self.fitting(line, board))
        return is_so and 0 < self.filled(line, board) < len(line[1])

    def complete(self, gaps: Gaps) -> bool:
        """It is full of one number, and brings that."""
        line = self.ends(gaps)
        return (
            self.filled(line, self.board) == len(line[1])
            and gaps["number"] == self.numbers(line, self.board)[-1]
            and gaps["points"] == self.points(self.worth(line, self.board))
        )

    def completed(self, gaps: Gaps) -> bool:
        """There is such a line, and it brings that."""
        return any(
            self.filled(line, self.board) == len(line[1]) == int(gaps["length"])
            and self.numbers(line, self.board)[-1:] == [gaps["number"]]
            and gaps["points"] == self.points(self.worth(line, self.board))
            for line in self.table.lines
        )

    def line_empty(self, gaps: Gaps) -> bool:
        """The line is empty."""
        line = self.ends(gaps)
        return self.filled(line, self.board) == 0 and gaps["length"] == str(len(line[1]))

    def no_end(self, gaps: Gaps) -> bool:
        """It is no line's first or last space."""
        point = self.table.names[gaps["space"]]
        return not any(point in (points[0], points[-1]) for _, points in self.table.lines)

    def lost(self, gaps: Gaps) -> bool:
        """The spoken number of lines is broken, or was broken just now."""
        broken = self.broken()
        return int(gaps.get("count", "1")) in (broken, broken - self._was_broken)

    # rays

    def symbols(self, line: Line, board: Board) -> set[str]:
        """The symbols that lie on it."""
        return {"sun" if is_sun(board[p]) else "moon" for p in line[1] if p in board}

    def _is_ray(self, line: Line, board: Board, symbol: str) -> bool:
        can_score = bool(self.numbers(line, board)) or self.table.rays == "rays"
        return self.symbols(line, board) == {symbol} and can_score

    def ray(self, symbol: str) -> Callable[[Gaps], bool]:
        """It is under way, with so many of its symbol left."""

        def check(gaps: Gaps) -> bool:
            line = self.ends(gaps)
            left = sum(is_sun(tile) == (symbol == "sun") for tile in self._bag)
            is_so = self._is_ray(line, self.board, symbol) and self._stands(line, self.board, gaps)
            is_so &= 1 < self.filled(line, self.board) < len(line[1])
            return is_so and self._empty(line, gaps) and gaps.get("count", "1") == str(left)

        return check

    def _paid(self, line: Line, symbol: str, gaps: Gaps) -> bool:
        if "length" in gaps:
            return gaps["length"] == str(len(line[1]))
        return gaps["points"] == self.points(len(line[1]) * (7 if symbol == "sun" else 6))

    def ray_complete(self, symbol: str) -> Callable[[Gaps], bool]:
        """It is full."""

        def check(gaps: Gaps) -> bool:
            line = self.ends(gaps)
            is_full = self.filled(line, self.board) == len(line[1])
            is_so = is_full and self._is_ray(line, self.board, symbol)
            return is_so and self._paid(line, symbol, gaps)

        return check

    def holds(self, symbol: str) -> Callable[[Gaps], bool]:
        """Return a check that a player has the longest scoring ray, by the boards as they are
        shown.
        """

        def check(gaps: Gaps) -> bool:
            claims = []
            for seat, player in enumerate(self._match.players):
                board = self._board(seat)
                for line in self.table.lines:
                    is_full = self.filled(line, board) == len(line[1])
                    if is_full and self._is_ray(line, board, symbol):
                        worth = int(self.numbers(line, board)[-1]) * len(line[1])
                        claims.append((len(line[1]), worth, player.name))
            best = max(claims)[:2]
            names = {name for *claim, name in claims if tuple(claim) == best}
            return all(name in gaps["names"] for name in names) and bool(names)

        return check

    # outlooks

    def _after(self) -> tuple[Point, Board]:
        game = self._scene.game
        space = self._scene.selection.target
        assert space is not None
        point = self.table.names[self._rules.grid.name_of(space)]
        tile = self._hand[min(self._scene.selection.chosen, len(self._hand) - 1)]
        assert game.hand()
        return point, {**self.board, point: tile}

    def outlook(self, is_so: Callable[[Line, Board, Gaps], bool]) -> Callable[[Gaps], bool]:
        """Whether that would happen to one of the lines through the space meant."""

        def check(gaps: Gaps) -> bool:
            point, after = self._after()
            lines = [line for line in self.table.lines if point in line[1]]
            return any(is_so(line, after, gaps) for line in lines)

        return check

    def _breaks(self, line: Line, after: Board, gaps: Gaps) -> bool:
        return (
            self._is_numbered(line, self.board, gaps)
            and self._stands(line, self.board, gaps)
            and not self.numbers(line, after)
            and gaps["points"] == self._context.catalogue.number(self.worth(line, self.board))
        )

    def breaks_all(self, gaps: Gaps) -> bool:
        """All that is lost there is that many points at most, together."""
        point, after = self._after()
        lost = 0.0
        for line in (line for line in self.table.lines if point in line[1]):
            if not self.filled(line, self.board):
                continue
            if self.numbers(line, self.board) and not self.numbers(line, after):
                lost += self.worth(line, self.board)
            if self.table.rays == "rays" and self.filled(line, self.board) > 1:
                for symbol, points in (("sun", 7), ("moon", 6)):
                    was = self._is_ray(line, self.board, symbol)
                    if was and not self._is_ray(line, after, symbol):
                        lost += points * len(line[1])
        whole = int(lost) if lost == int(lost) else lost
        return gaps["points"] == self._context.catalogue.number(whole)

    def _goes_on(self, line: Line, after: Board, gaps: Gaps) -> bool:
        needed = len(line[1]) - self.filled(line, after)
        return (
            self._is_numbered(line, after, gaps)
            and gaps["needed"] == str(needed)
            and needed > 0
            and self.filled(line, self.board) > 0
            and gaps["left"] == str(self.fitting(line, after))
        )

    def _completes(self, line: Line, after: Board, gaps: Gaps) -> bool:
        if self.filled(line, after) < len(line[1]) or not self.numbers(line, after):
            return False
        late = any(str(t) in self._hand for t in self._scene.game.seat_state().owed)  # type: ignore[union-attr]
        return (
            gaps["number"] == self.numbers(line, after)[-1]
            and gaps["length"] == str(len(line[1]))
            and (late or gaps["points"] == self.points(self.worth(line, after)))
        )

    def _ray_outlook(self, symbol: str, *, is_full: bool) -> Callable[[Line, Board, Gaps], bool]:
        def check(line: Line, after: Board, gaps: Gaps) -> bool:
            if line != self.ends(gaps) or not self._is_ray(line, after, symbol):
                return False
            if is_full:
                full = self.filled(line, after) == len(line[1])
                return full and self._paid(line, symbol, gaps)
            return self._stands(line, after, gaps)

        return check

    def _ray_breaks(self, symbol: str) -> Callable[[Line, Board, Gaps], bool]:
        def check(line: Line, after: Board, gaps: Gaps) -> bool:
            was = self._is_ray(line, self.board, symbol)
            is_one = line == self.ends(gaps) and self._stands(line, self.board, gaps)
            return is_one and was and not self._is_ray(line, after, symbol)

        return check

    # tiles, the bag, totals

    def lies(self, gaps: Gaps) -> bool:
        """The tile is on the named space."""
        tile = self.board.get(self.table.names[gaps["space"]])
        return tile is not None and gaps["tile"] == self.words(tile)

    def is_aside(self, gaps: Gaps) -> bool:
        """Those tiles lie on the daffodil."""
        aside = (str(tile) for tile in self._scene.game.position().aside)
        return gaps["tiles"] == self.words(*aside)

    def spaces_for(self, truth: TrueWords, tile: str, words: str) -> list[str]:
        """The spaces to which a tile of the hand is said to go."""
        for gaps in truth.find("may_all_go", words):
            return self.expand(gaps["spaces"])
        found = truth.find("may_go", words)
        (spaces,) = (g["spaces"] for g in found if tile in g["tiles"].split("; "))
        return self.expand(spaces)

    def may_go(self, gaps: Gaps) -> bool:
        """Each of the tiles may go to these spaces and to no others."""
        wanted = gaps["tiles"].split("; ") if "tiles" in gaps else [*map(self.words, self._hand)]
        tiles = [tile for tile in self._hand if self.words(tile) in wanted]
        assert len(tiles) == len(wanted)
        return all(self._may_go(tile, gaps) for tile in tiles)

    def _may_go(self, tile: str, gaps: Gaps) -> bool:
        spaces = set(self.expand(gaps["spaces"]))
        daffodil = self._context.text("terms.daffodil")
        if self._scene.game.awaited() and not self._scene.game.seat_state().hand:  # type: ignore[union-attr]
            allowed = self.table.stamens - set(self.board)
        else:
            allowed = self.table.open_to(self.board, tile)
            has_room = self.table.variant == 4 and len(self._scene.game.position().aside) < 3
            assert (daffodil in spaces) is has_room
        return spaces - {daffodil} == {self.table.texts[p] for p in allowed}

    def expand(self, words: str) -> list[str]:
        """The spaces of a list, ranges space by space."""
        span = re.escape(self._context.text("heard.spoken.span", first="\0", last="\1"))
        span = span.replace("\0", "([a-f])([1-5])").replace("\1", "([a-f])([1-5])")
        spaces = []
        for word in words.split(", "):
            found = re.fullmatch(span, word)
            if found is None:
                spaces.append(word)
                continue
            column, first, same, last = found.groups()
            assert column == same
            spaces += [f"{column}{i}" for i in range(int(first), int(last) + 1)]
        return spaces

    def score(self, gaps: Gaps) -> bool:
        """A player's points, of what the others have shown so far; other sentences may have the
        same form.
        """
        for seat, player in enumerate(self._match.players):
            if player.name == gaps["name"]:
                late = self._late() if seat == self._scene.game.view else set()
                worth = self.table.worth(self._board(seat), late)
                # A computer's points are a bare number right after its placement.
                number = self._context.catalogue.number(float(worth))
                return late != set() or gaps["points"] in (self.points(float(worth)), number)
        return True

    def bag(self, gaps: Gaps) -> bool:
        """Every number's count, and that of each symbol."""
        *parts, suns, moons = gaps["numbers"].split("; ")
        if "symbol" in self.table.placement or self.table.rays != "none":
            many = sum(map(is_sun, self._bag))
            counts = [int(re.findall(r"\d+", part)[0]) for part in (suns, moons)]
            assert counts == [many, len(self._bag) - many]
        else:
            parts += [suns, moons]
        said = {}
        for part in parts:
            count, number = re.findall(r"\d+", part)
            said[number] = int(count)
        ways = [(n, CHARACTER[way]) for way, numbers in NUMBERS.items() for n in numbers]
        return said == {n: sum(tile[i] == n for tile in self._bag) for n, i in ways}

    def kinds(self) -> dict[str, Callable[[Gaps], bool]]:
        """Every kind of sentence about a table, and when it is true."""
        calls, sizes = self._match.round.calls, self.table.sizes
        kinds: dict[str, Callable[[Gaps], bool]] = {
            "called": lambda g: g["tiles"] == self.words(*map(str, calls[-1])),
            "to_place": lambda g: g["tiles"] == self.words(*self._hand),
            "call_of": lambda g: [g["call"], g["calls"]] == [str(len(calls)), str(len(sizes))],
            "last_call": lambda g: len(calls) == len(sizes),
            "nothing_to_place": lambda g: not self._hand,
            "wait_for_call": lambda g: not self._hand and bool(calls),
            "wait_for_count": lambda g: not self._hand and len(calls) == len(sizes),
            "wait_first": lambda g: not calls,
            "free": lambda g: self.table.names[g["space"]] not in self.board,
            "taken": self.lies,
            "placed": self.lies,
            "daffodil": self.is_aside,
            "daffodil_empty": lambda g: not self._scene.game.position().aside,
            "empty_board": lambda g: not self.board,
            "may_go": self.may_go,
            "may_all_go": self.may_go,
            "skipped": lambda g: int(g.get("count", "1")) == len(self.board),
            "read_on": lambda g: True,
            "completed": self.completed,
            "complete": self.complete,
            "alive": self.alive,
            "alive_short": self.alive,
            "line_empty": self.line_empty,
            "line_broken": lambda g: not self.numbers(self.ends(g), self.board),
            "no_lines": lambda g: not self.board,
            "more_lines": lambda g: int(g.get("count", "1")) < len(self.table.lines),
            "no_end": self.no_end,
            **dict.fromkeys(("way.vertical", "way.rising", "way.falling"), lambda g: True),
            "lost": self.lost,
            "minutes_left": lambda g: True,
            "seconds_left": lambda g: True,
            "score": self.score,
            "to_come": lambda g: int(g.get("count", "1")) == sum(sizes[len(calls) :]),
            "bag": self.bag,
            # In brief the losses are one sentence, which a longer one looks like.
            **(
                {"breaks_all": self.breaks_all}
                if self._context.preferences.telling == "short"
                else {"breaks": self.outlook(self._breaks)}
            ),
            "goes_on": self.outlook(self._goes_on),
            "completes": self.outlook(self._completes),
        }
        for symbol in ("sun", "moon"):
            full = self.outlook(self._ray_outlook(symbol, is_full=True))
            kinds |= {
                f"ray.{symbol}": self.ray(symbol),
                f"ray_complete.{symbol}": self.ray_complete(symbol),
                f"ray_complete_best.{symbol}": self.ray_complete(symbol),
                f"ray_completes.{symbol}": full,
                f"ray_completes_best.{symbol}": full,
                f"ray_goes_on.{symbol}": self.outlook(self._ray_outlook(symbol, is_full=False)),
                f"ray_breaks.{symbol}": self.outlook(self._ray_breaks(symbol)),
                f"score.holds.{symbol}": self.holds(symbol),
            }
        return kinds


class CountJudge:
    """The count, as the referee reckons the record."""

    def __init__(self, context: Context, scene: CountScene) -> None:
        self._context = context
        match = scene.control.match
        self._judged = judge(json.loads(print_record(match)))["players"]
        self._names = [player.name for player in match.players]
        self._round = self._judged[scene.control.seat]["rounds"][scene.control.round]

    def _points(self, count: float) -> str:
        return self._context.text("terms.count.points", count=count)

    def total(self, gaps: Gaps) -> bool:
        """The player's total of the match is right."""
        total = self._judged[self._names.index(gaps["name"])]["total"]
        return gaps["points"] == self._points(total)

    def line(self, gaps: Gaps) -> bool:
        """There is such a line among those that score."""
        return any(
            [line["spaces"][0], line["spaces"][-1]] == [gaps["start"], gaps["end"]]
            and [str(len(line["spaces"])), str(line["number"])] == [gaps["length"], gaps["number"]]
            and gaps["points"] == self._points(line["points"])
            for line in self._round["lines"]
        )

    def ray(self, gaps: Gaps) -> bool:
        """There is such a ray."""
        return any(
            [ray["spaces"][0], ray["spaces"][-1]] == [gaps["start"], gaps["end"]]
            and gaps["points"] == self._points(ray["points"])
            for ray in self._round["rays"]
        )

    def kinds(self) -> dict[str, Callable[[Gaps], bool]]:
        """Every kind of sentence about a count."""
        return {
            "total": self.total,
            "count_line": self.line,
            "count_late_line": self.line,
            "ray_complete.sun": self.ray,
            "ray_complete.moon": self.ray,
        }
