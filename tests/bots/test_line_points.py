"""A line's points have one home, `Line.points`: whatever counts with them asks it.

The boards here score, as random ones hardly ever do, and each sweep shows that they do. Under a
rule that does not exist, lines through the middle count double: what sums for itself is seen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random
from types import SimpleNamespace

import pytest

from game.bots.best.problem import BoardProblem
from game.bots.best.solver import best_of_round, solve
from game.bots.coach.reasons import points_if_finished
from game.bots.coach.verdicts import find_lost_lines
from game.bots.players.people import Habits, PersonBot
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.bots.players.simple import _promise
from game.bots.values.boards import boards_from
from game.locale import Language, load_catalogue
from game.locale.terms import line_sum
from game.play.lesson import harm
from game.play.lines_now import count_lines
from game.progress.goals import Goal, PastMatch, progress_of
from game.progress.level import find_attempts
from game.rules.boards import CLASSIC, BoardName, Line
from game.rules.deal import deal_calls
from game.rules.match import Match, Player
from game.rules.placement import Placement, Position, put_unchecked
from game.rules.ruleset import RayRule, Ruleset, all_rulesets
from game.rules.scoring import LineState, line_status, score_lines, score_position
from game.rules.tiles import REGULAR_TILES, Tile
from tests.bots.test_best import cut_board
from tests.each import each

SEEDS = ("1", "2", "3")


@cache
def greedy_match(rules: Ruleset, seed: str) -> Match:
    return play_calls(rules, [make_bot("greedy")], deal_calls(rules, seed), [Random(0)])


def laid(tiles: Sequence[Tile | None]) -> Position:
    return Position(tuple(tiles), sum(1 << i for i, tile in enumerate(tiles) if tile is not None))


def board_of(match: Match) -> Position:
    return match.rounds[0].seats[0].position


def greedy_boards(board: BoardName, daffodil: int | None, *, has_rays: bool) -> list[Position]:
    rays = RayRule.RAYS if has_rays else RayRule.NONE
    rules = Ruleset(board, rays=rays, daffodil=daffodil)
    return [board_of(greedy_match(rules, seed)) for seed in SEEDS]


def test_engines_score_boards_of_every_ruleset_as_the_rules_do() -> None:
    directions: set[str] = set()
    lengths: set[int] = set()
    for rules in all_rulesets():
        is_counted = rules.rays is RayRule.RAYS
        positions = greedy_boards(rules.board, rules.daffodil, has_rays=is_counted)
        # A late tile on a line that scores: half of its points (M3).
        line = score_position(rules, positions[0]).lines[0].line
        tile = positions[0].tiles[line.spaces[0]]
        assert tile is not None
        positions.append(replace(positions[0], late=1 << tile.index))
        scores = [score_position(rules, position) for position in positions]
        totals = boards_from(rules, positions).score(is_counted)
        assert [*totals] == [score.total for score in scores], rules
        assert all(score.lines for score in scores)
        assert any(one.is_late for one in scores[-1].lines)
        assert any(score.rays for score in scores) is is_counted
        directions |= {one.line.direction for score in scores for one in score.lines}
        lengths |= {len(one.line) for score in scores for one in score.lines}
    assert (len(directions), lengths) == (3, {2, 3, 4, 5})


def test_a_sum_that_is_written_is_true_by_every_ruleset() -> None:
    """A rule that changes the points of a line needs words of its own for its sum."""
    english = load_catalogue(Language.ENGLISH)
    for rules in all_rulesets():
        position = greedy_boards(rules.board, rules.daffodil, has_rays=False)[0]
        tile = position.tiles[score_position(rules, position).lines[0].line.spaces[0]]
        assert tile is not None
        late = replace(position, late=1 << tile.index)
        for one in (*score_position(rules, position).lines, *score_position(rules, late).lines):
            length, number, *_, points = re.findall(r"[\d.]+", line_sum(english, one))
            assert int(length) * int(number) == float(points) * (1 + one.is_late), rules


@each([(BoardName.CLASSIC, None, False), (BoardName.CLASSIC, None, True),
       *((BoardName.DAFFODIL, daffodil, False) for daffodil in range(1, 5))])  # fmt: skip
def test_the_best_board_is_not_below_a_greedy_one(
    board: BoardName, daffodil: int | None, has_rays: bool
) -> None:
    rays = RayRule.RAYS if has_rays else RayRule.NONE
    rules = Ruleset(board, rays=rays, daffodil=daffodil)
    for seed in SEEDS:
        match = greedy_match(rules, seed)
        greedy = score_position(rules, board_of(match))
        assert len(greedy.lines) > 1
        best = best_of_round(rules, match.rounds[0].called)
        assert best.proven
        assert best.total >= greedy.total
        assert best.total == score_position(rules, laid(best.board)).total


class DoubleLine(Line):
    """A line that counts double."""

    __slots__ = ()

    def points(self, number: int) -> int:
        return 2 * super().points(number)


MIDDLE = CLASSIC.index_of("c3")


def double_middle() -> Ruleset:
    """The standard rules with a board whose lines through the middle count double."""

    def line(one: Line) -> Line:
        fields = one.direction, one.spaces, one.index, one.mask, one.axis, one.ends
        return DoubleLine(*fields) if MIDDLE in one.spaces else one

    rules = Ruleset()
    rules.__dict__["grid"] = replace(CLASSIC, lines=tuple(map(line, CLASSIC.lines)))
    return rules


DOUBLE = double_middle()
"""It equals the standard rules, so nothing that is cached by ruleset may be asked with it."""


@pytest.fixture(params=SEEDS)
def match(request: pytest.FixtureRequest) -> Match:
    """A greedy match of the standard rules, with a line of five, under the double middle."""
    played = play_calls(
        DOUBLE, [make_bot("greedy")], deal_calls(Ruleset(), request.param), [Random(0)]
    )
    assert played.rules is DOUBLE
    return played


def doubled(position: Position) -> Sequence[Line]:
    """The complete lines of a board that count double."""
    return [s.line for s in score_position(DOUBLE, position).lines if MIDDLE in s.line.spaces]


def test_the_solver_counts_with_the_rules() -> None:
    """On the middle and four spaces beside it, against every way to lay the tiles."""
    spaces = [MIDDLE, *CLASSIC.neighbours[MIDDLE][:4]]
    double, plain = cut_board(DOUBLE.grid, spaces), cut_board(CLASSIC, spaces)
    others = 0
    for seed in range(12):
        tiles = tuple(Random(seed).sample(REGULAR_TILES[:12], 6))

        def points(placed: Sequence[Tile | None]) -> float:
            return sum(one.points for one in score_lines(double, laid(placed)))

        best = solve(BoardProblem(double, tiles, (63,) * 5, has_rays=False))
        assert best.proven
        assert best.total == points(best.board) == max(map(points, permutations(tiles, 5)))
        usual = solve(BoardProblem(plain, tiles, (63,) * 5, has_rays=False))
        others += points(usual.board) < best.total
    assert others, "no deal on which the double lines decide"


def test_engines_and_bots_count_with_the_rules(match: Match) -> None:
    position = board_of(match)
    score = score_position(DOUBLE, position)
    assert doubled(position)
    assert boards_from(DOUBLE, [position]).score(with_rays=False)[0] == score.total
    assert _promise(DOUBLE, position) == score.total, "a full line is worth what it scores"
    person = PersonBot(Habits())
    for one in score.lines:
        assert person._of_line(match, one.line, position) == one.points


def without(position: Position, space: int) -> Position:
    tiles = (*position.tiles[:space], None, *position.tiles[space + 1 :])
    return replace(position, tiles=tiles, filled=position.filled & ~(1 << space))


def test_coach_review_and_table_count_with_the_rules(match: Match) -> None:
    position = board_of(match)
    before = without(position, MIDDLE)
    statuses = [line_status(line, before) for line in DOUBLE.grid.lines]
    alive = [status for status in statuses if status.state is LineState.ALIVE]
    most = {status.line: status.line.points(status.numbers[-1]) for status in alive}
    assert any(MIDDLE in line.spaces for line in most)
    for status in alive:
        assert points_if_finished(status.line, status, before) == most[status.line]
    assert count_lines(DOUBLE.grid, before).hope == sum(most.values())
    for tile in match.bag:
        after = put_unchecked(before, tile, MIDDLE)
        broken = [line for line in most if line_status(line, after).state is LineState.DEAD]
        placement = Placement(tile, MIDDLE)
        assert harm(DOUBLE, before, placement) == sum(most[line] for line in broken)
    lost = find_lost_lines(match, 0, 0)
    assert lost
    assert all(one.points == one.line.points(one.number) for one in lost)


def test_points_on_another_board_earn_no_goal_of_the_classic_one(match: Match) -> None:
    ana = replace(match, players=(Player("Ana"),))
    points = sum(one.points for one in score_position(DOUBLE, board_of(match)).lines)
    assert progress_of([PastMatch(ana)])[Goal.POINTS_100][0] == 0
    plain = replace(ana, rules=Ruleset())
    assert 0 < progress_of([PastMatch(plain)])[Goal.POINTS_100][0] < points


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        ("classic free single none", True),
        ("classic free single none rounds=4", True),
        ("classic free single none middle=double", False),
        ("classic free single none rounds=4 middle=double", False),
        ("classic free single rays rounds=4", False),
    ],
)
def test_only_games_of_the_same_rules_enter_a_level(match: Match, rules: str, counts: bool) -> None:
    game = SimpleNamespace(id=1, rules=rules, counts=True, handicaps=frozenset())
    ana = replace(match, rules=Ruleset(), players=(Player("Ana"),))
    assert [one for one, *_ in find_attempts([game], lambda _: ana, Ruleset())] == [game] * counts
