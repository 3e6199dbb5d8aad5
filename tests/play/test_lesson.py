"""The lesson beside one reckoned from the tiles' texts, on walks through all of its steps."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from game.play.lesson import Lesson, LessonGoal, LessonPhase, TileWish, harm, load_script
from game.resources import seed_file
from game.rules.boards import DAFFODIL, Line
from game.rules.deal import deal_order
from game.rules.errors import Fault, FormatError
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call, Move, Place, TakeBack
from game.rules.placement import Placement, empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.tiles import NUMBERS, Direction, Tile
from tests.each import each

SCRIPT = load_script(seed_file("deals", "tutorial.toml"))
GRID = SCRIPT.rules.grid
COLUMNS = [line for line in GRID.lines if line.direction is Direction.VERTICAL]
SIGN = {Direction.RISING: 0, Direction.VERTICAL: 1, Direction.FALLING: 2}

Board = dict[int, str]
"""The texts of the tiles that lie, by space."""


def board_of(match: Match) -> Board:
    tiles = match.round.seats[0].position.tiles
    return {space: str(tile) for space, tile in enumerate(tiles) if tile is not None}


def signs_on(board: Board, line: Line) -> list[int]:
    """The numbers along a line, of the spaces that are not empty."""
    return [int(board[i][SIGN[line.direction]]) for i in line.spaces if i in board]


def begun_column(board: Board) -> Line | None:
    """Unbroken, begun, not full: the one with most tiles, of those the shortest, the leftmost."""
    open_ones = [
        line for line in COLUMNS
        if len(set(signs_on(board, line))) == 1 and len(signs_on(board, line)) < len(line)
    ]  # fmt: skip
    return max(open_ones, key=lambda x: (len(signs_on(board, x)), -len(x)), default=None)


def broken_by(board: Board, tile: str, space: int) -> int:
    """Return the points that begun lines through a space could have scored and `tile` breaks."""
    lines = [line for line in GRID.lines if space in line.spaces]
    return sum(
        len(line) * signs_on(board, line)[0]
        for line in lines
        if len(set(signs_on(board, line))) == 1
        and signs_on(board, line)[0] != int(tile[SIGN[line.direction]])
    )


def breaks(board: Board, tile: str) -> dict[int, int]:
    return {i: broken_by(board, tile, i) for i in range(19) if i not in board}


def order_by_hand(board: Board, wish: TileWish | None, called: list[str]) -> list[str]:
    left = [t for t in map(str, SCRIPT.order) if t not in called]
    chosen = left[0]
    if wish is TileWish.MISFIT:
        chosen = max(left, key=lambda t: min(breaks(board, t).values()))
    return [*called, chosen, *(t for t in left if t != chosen)]


@dataclass
class Pupil:
    """Somebody at the lesson: the match, and what is talked about."""

    lesson: Lesson = field(default_factory=lambda: Lesson(SCRIPT))
    match: Match = field(default_factory=lambda: new_match(SCRIPT.rules, (Player("Ana"),)))
    placed: tuple[Board, str, int] | None = None
    """The board before the pupil's tile, the tile, and its space."""

    def do(self, move: Move) -> None:
        self.match, _ = apply(self.match, move)

    @property
    def called(self) -> list[str]:
        return [str(tile) for tile in self.match.round.called]

    def call(self) -> None:
        """Call what the lesson wishes for, which is what it should wish for."""
        order = self.lesson.order_for(self.match)
        wish = self.lesson.step.call
        assert [str(t) for t in order] == order_by_hand(board_of(self.match), wish, self.called)
        self.do(Call((order[len(self.called)],)))

    @property
    def hand(self) -> tuple[Tile, ...]:
        return self.match.round.seats[0].hand

    def place(self, space: int) -> None:
        """Place the tile in hand, and hear what the lesson says to it."""
        (tile,) = self.hand
        before, goal = board_of(self.match), self.lesson.step.goal
        self.do(Place(0, tile, space))
        self.lesson.place(self.match)
        self.placed = before, str(tile), space
        board, lines = board_of(self.match), [line for line in GRID.lines if space in line.spaces]
        alive = [line for line in lines if len(set(signs_on(board, line))) == 1]
        is_on_column = any(len(signs_on(board, x)) > 1 for x in alive if x in COLUMNS)
        is_met = {
            LessonGoal.COLUMN: is_on_column,
            LessonGoal.COMPLETE: any(len(signs_on(board, line)) == len(line) for line in alive),
            LessonGoal.CHEAPEST: breaks(before, str(tile))[space]
            == min(breaks(before, str(tile)).values()),
        }.get(goal, True)
        is_more = goal is LessonGoal.COMPLETE and is_on_column
        expected = LessonPhase.MET if is_met else LessonPhase.MORE if is_more else LessonPhase.ELSE
        assert self.lesson.phase is expected

    def check(self) -> None:
        """Every figure and every mark, beside those reckoned by hand."""
        lesson, match, board = self.lesson, self.match, board_of(self.match)
        step, tile, called = lesson.step, self.called[-1], self.called
        column = begun_column(board)
        if lesson.step.marks and self.hand:
            expected = [i for i in column.spaces if i not in board] if column else []
            if step.goal is LessonGoal.CHEAPEST:
                harms = breaks(board, tile)
                expected = [i for i, points in harms.items() if points == min(harms.values())]
            assert list(lesson.marked(match)) == expected
            if step.goal is LessonGoal.COMPLETE:
                assert lesson.figures(match)["count"] == len(expected), "what is marked is told"
        else:
            assert lesson.marked(match) == ()
        if self.placed is not None:
            column = next(line for line in COLUMNS if self.placed[2] in line.spaces)
        length = len(column) if column else 0
        filled = len(signs_on(board, column)) if column else 0
        lines = [
            len(line) * signs_on(board, line)[0]
            for line in GRID.lines
            if len(signs_on(board, line)) == len(line) and len(set(signs_on(board, line))) == 1
        ]
        points = max(lines, default=0)
        number = int(called[0][1])
        count = {
            LessonGoal.SKIP: max(1, step.until - len(board)),
            LessonGoal.PLACE: 19 - len(called) + len(self.hand),
            LessonGoal.END: len(lines),
        }.get(step.goal, length - filled)
        lost = least = 0
        if self.placed is not None:
            before, laid, space = self.placed
            lost, least = broken_by(before, laid, space), min(breaks(before, laid).values())
        assert lesson.figures(match) == {
            "number": number,
            "tile": "\u00a0–\u00a0".join(tile),
            "rising": tile[0],
            "vertical": tile[1],
            "falling": tile[2],
            "length": length,
            "filled": filled,
            "points": points,
            "lost": lost,
            "least": least,
            "count": max(0, count),
        }


@each(range(30))
def test_every_walk_through_the_lesson_is_told_as_it_is(seed: int) -> None:
    random = Random(seed)
    pupil = Pupil()
    lesson = pupil.lesson
    pupil.do(BeginRound())
    assert lesson.order_for(pupil.match) == SCRIPT.order
    pupil.call()
    passed: list[str] = []
    visits: Counter[str] = Counter()
    was_met: dict[str, bool] = {}
    is_again = False
    for _ in range(80):
        if not passed or passed[-1] != lesson.step.name:
            passed.append(lesson.step.name)
        pupil.check()
        goal = lesson.step.goal
        if goal is LessonGoal.END:
            break
        if goal is LessonGoal.SKIP:
            while len(board_of(pupil.match)) < lesson.step.until:
                if not pupil.hand:
                    pupil.call()
                free = [i for i in range(19) if i not in board_of(pupil.match)]
                pupil.do(Place(0, pupil.hand[0], random.choice(free)))
                pupil.check()
        elif goal is LessonGoal.TAKE_BACK:
            # Who does not take it back need not place it again.
            if random.random() < 0.7:
                is_again = True
                pupil.do(TakeBack(0))
                lesson.take_back()
                pupil.placed = None
                assert lesson.phase is LessonPhase.MET
        elif pupil.hand:
            marked = lesson.marked(pupil.match)
            free = [i for i in range(19) if i not in board_of(pupil.match)]
            # Even seeds follow the lesson.
            pupil.place(random.choice(marked if marked and seed % 2 == 0 else free))
            pupil.check()
            if random.random() < 0.2:
                pupil.do(TakeBack(0))
                lesson.take_back()
                pupil.placed = None
                assert lesson.phase is LessonPhase.ASK
                continue
        visits[lesson.step.name] += 1
        was_met[lesson.step.name] = lesson.phase is LessonPhase.MET
        is_called = lesson.go_on(pupil.match)
        pupil.placed = None
        if is_called:
            pupil.call()
    steps = [step.name for step in SCRIPT.steps]
    assert passed == [name for name in steps if is_again or name != "again"]
    assert visits.pop("last") == 2
    assert visits["complete"] == 3 or was_met["complete"]
    assert {name for name, count in visits.items() if count > 1} <= {"complete"}
    assert pupil.match.is_complete


@each(range(10))
def test_harm_is_the_most_that_broken_lines_could_have_earned(seed: int) -> None:
    random, rules = Random(seed), Ruleset.parse("daffodil free single none")
    board: dict[int, str] = {}
    position = empty_position(DAFFODIL)
    for tile in deal_order(DAFFODIL, f"harm {seed}"):
        space = random.choice([i for i in range(len(DAFFODIL)) if i not in board])
        lost = 0
        for line in DAFFODIL.lines:
            sign = SIGN[line.direction]
            laid = [board[i][sign] for i in line.spaces if i in board]
            numbers = {n for n in NUMBERS[line.direction] if {*laid} <= {str(n), "*"}}
            is_hit = space in line.spaces and str(tile)[sign] not in ("*", *map(str, numbers))
            if laid and is_hit:
                lost += len(line) * max(numbers, default=0)
        assert harm(rules, position, Placement(tile, space)) == lost
        position = put_unchecked(position, tile, space)
        board[space] = str(tile)


def test_a_script_that_is_spoilt_is_refused_with_its_place(tmp_path: Path) -> None:
    text = seed_file("deals", "tutorial.toml").read_text(encoding="utf-8")
    first = str(SCRIPT.order[0])
    for old, new, fault, where in (
        (first, "", Fault.NOT_ONE_EACH, "order"),
        (first, str(SCRIPT.order[1]), Fault.NOT_ONE_EACH, "order"),
        ("\nhelper =", "\nhelped =", Fault.UNREADABLE, "tutorial.toml"),
        ("\ngoal =", "\ngaol =", Fault.UNREADABLE, "tutorial.toml"),
        ('\ngoal = "', '\ngoal = "no ', Fault.UNREADABLE, "steps[0]"),
    ):
        path = tmp_path / "tutorial.toml"
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(FormatError) as caught:
            load_script(path)
        assert (caught.value.fault, caught.value.where) == (fault, where), new
