"""The best board is the best one (S1-S4, P6), and the numbers on the box are true (S8)."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import StringIO
from itertools import permutations, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from game.bots.best import search
from game.bots.best.__main__ import main
from game.bots.best.matching import all_matchings, fill, match
from game.bots.best.pairs import Pairs
from game.bots.best.plans import all_plans
from game.bots.best.problem import BoardProblem, problem_of
from game.bots.best.rays import ray_plans, without_half_turns
from game.bots.best.result import Progress
from game.bots.best.search import Stopped, boards_by_plan, plans_worth
from game.bots.best.solver import best_of_round, boards_worth, solve
from game.rules.boards import CLASSIC, DAFFODIL, Board, BoardName, Line, Space
from game.rules.deal import deal_calls
from game.rules.placement import Position
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import NUMBERS, REGULAR_TILES, TILES, Direction, Tile
from tests.each import each

GOLDEN = Path(__file__).parent.parent / "golden"

CLASSIC_RULES = Ruleset()
DAFFODIL_1 = Ruleset(BoardName.DAFFODIL, daffodil=1)
DAFFODIL_4 = Ruleset(BoardName.DAFFODIL, daffodil=4)

Placed = Sequence[Tile | None]


def cut_board(whole: Board, kept: Sequence[int]) -> Board:
    """The board of some of a board's spaces; its lines are what is left of the whole's."""
    place = {space: n for n, space in enumerate(sorted(kept))}
    spaces = tuple(
        Space(whole.spaces[old].name, whole.spaces[old].q, whole.spaces[old].r, new)
        for old, new in place.items()
    )
    lines: list[Line] = []
    for line in whole.lines:
        on_line = tuple(place[s] for s in line.spaces if s in place)
        if on_line:
            mask = sum(1 << s for s in on_line)
            lines.append(replace(line, spaces=on_line, mask=mask, index=len(lines)))
    return Board(whole.name, spaces, tuple(lines), (), whole.tile_set, {})


def plain_points(board: Board, placed: Placed, *, has_rays: bool) -> int:
    """Return the points of a board, computed from the tiles' texts alone."""
    column = {Direction.RISING: 0, Direction.VERTICAL: 1, Direction.FALLING: 2}
    points = 0
    for line in board.lines:
        tiles = [placed[s] for s in line.spaces]
        if None in tiles:
            continue
        stripes = {str(tile)[column[line.direction]] for tile in tiles} - {"*"}
        if not stripes:
            points += len(tiles) * NUMBERS[line.direction][2]
        elif len(stripes) == 1:
            points += len(tiles) * int(stripes.pop())
        symbols = {tile.symbol.value for tile in tiles if tile is not None}
        if has_rays and len(symbols) == 1:
            points += len(tiles) * {"sun": 7, "moon": 6}[symbols.pop()]
    return points


def highest_by_trying(problem: BoardProblem, empties: int) -> int:
    """The highest total over all ways to lay the tiles, so many spaces left empty or fewer."""
    laid = [*range(len(problem.tiles)), *[-1] * empties]
    best = 0
    for choice in permutations(laid, len(problem.board)):
        fits = (n < 0 or mask >> n & 1 for n, mask in zip(choice, problem.allowed, strict=True))
        if all(fits):
            placed = [problem.tiles[n] if n >= 0 else None for n in choice]
            best = max(best, plain_points(problem.board, placed, has_rays=problem.has_rays))
    return best


@st.composite
def small_problems(draw: st.DrawFn) -> tuple[BoardProblem, int]:
    """Five spaces that touch, four to six tiles, some spaces closed to some tiles; and how
    many spaces may have to stay empty.
    """
    whole = draw(st.sampled_from([CLASSIC, DAFFODIL]))
    kept = {draw(st.integers(0, len(whole) - 1))}
    while len(kept) < 5:
        near = sorted({n for s in kept for n in whole.neighbours[s]} - kept)
        kept.add(draw(st.sampled_from(near)))
    board = cut_board(whole, sorted(kept))
    # Few numbers, or no line of five tiles would ever be complete.
    wanted = st.sampled_from([t for t in TILES if t.is_wild or t.vertical != 5])
    tiles = tuple(draw(st.lists(wanted, min_size=4, max_size=6, unique=True)))
    everything = (1 << len(tiles)) - 1
    tame = sum(1 << i for i, tile in enumerate(tiles) if not tile.is_wild)
    closed = draw(st.sets(st.integers(0, 4), max_size=2))
    allowed = tuple(tame if s in closed else everything for s in range(5))
    empties = len(closed) + max(0, 5 - len(tiles))
    return BoardProblem(board, tiles, allowed, draw(st.booleans())), empties


@settings(max_examples=30)
@given(small_problems())
def test_no_way_to_lay_the_tiles_earns_more(drawn: tuple[BoardProblem, int]) -> None:
    problem, empties = drawn
    result = solve(problem)
    assert result.proven
    assert result.total == highest_by_trying(problem, min(empties, 2))
    assert result.total == plain_points(problem.board, result.board, has_rays=problem.has_rays)


@settings(max_examples=20)
@given(small_problems())
def test_every_board_of_a_total_is_listed_once(drawn: tuple[BoardProblem, int]) -> None:
    drawn_problem, _ = drawn
    whole = (1 << len(drawn_problem.tiles)) - 1
    problem = BoardProblem(drawn_problem.board, drawn_problem.tiles, (whole,) * 5, has_rays=False)
    if len(problem.tiles) < 5:
        return
    least = max(1, solve(problem).total - 9)
    expected = {
        placed
        for placed in permutations(problem.tiles, 5)
        if plain_points(problem.board, placed, has_rays=False) >= least
    }
    listed = list(boards_worth(problem, least))
    assert set(listed) == expected
    assert len(listed) == len(expected)


@st.composite
def deals(draw: st.DrawFn) -> tuple[Ruleset, tuple[Tile, ...]]:
    """A ruleset and as many tiles as its rounds call."""
    rules = draw(st.sampled_from([CLASSIC_RULES, DAFFODIL_1, DAFFODIL_4]))
    order = draw(st.permutations(rules.grid.tile_set))
    return rules, tuple(order[: len(rules.grid)])


@settings(max_examples=8)
@given(deals(), st.randoms(use_true_random=False))
def test_a_best_board_is_a_board_of_the_round_and_no_other_beats_it(
    deal: tuple[Ruleset, tuple[Tile, ...]], random: Random
) -> None:
    rules, called = deal
    result = best_of_round(rules, called)
    assert result.proven
    assert result.bound == result.total
    used = [tile for tile in result.board if tile is not None]
    assert len(set(used)) == len(used)
    assert set(used) <= set(called)
    filled = sum(1 << s for s, tile in enumerate(result.board) if tile is not None)
    assert score_position(rules, Position(result.board, filled)).total == result.total
    for space, tile in enumerate(result.board):
        if rules.has_aside and space in rules.grid.stamens:
            assert tile is None or not tile.is_wild, "P6"
        else:
            assert tile is not None, "the board is full"
    for _ in range(50):
        laid: list[Tile | None] = [*random.sample(called, len(called))]
        for stamen in rules.grid.stamens if rules.has_aside else ():
            tile = laid[stamen]
            laid[stamen] = None if tile is None or tile.is_wild else tile
        assert plain_points(rules.grid, laid, has_rays=False) <= result.total


@pytest.mark.parametrize("game", ["classic", "daffodil", "daffodil-4"])
def test_the_maximum_and_its_boards_are_as_pinned(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--maximum", game]) == 0
    assert capsys.readouterr().out == (GOLDEN / f"maximum-{game}.txt").read_text()


class Interrupting(StringIO):
    """Standard error on which Ctrl+C is pressed as soon as a line begins with `words`."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def write(self, text: str, /) -> int:
        if text.startswith(self.words):
            signal.raise_signal(signal.SIGINT)
        return super().write(text)


def _interrupted(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[list[str], list[str]]:
    """Return the lines of both outputs of a proof that is interrupted."""
    before, err = signal.getsignal(signal.SIGINT), Interrupting(words)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", err)
        assert main(["--maximum", "classic"]) == 130
    assert signal.getsignal(signal.SIGINT) is before
    return capsys.readouterr().out.splitlines(), err.getvalue().splitlines()


def test_an_interrupted_proof_prints_the_best_board_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = _interrupted("best none yet", monkeypatch, capsys)
    board = tuple(map(Tile.parse, out.pop().split()))
    total = score_position(CLASSIC_RULES, Position(board, (1 << 19) - 1)).total
    bound = int(err[0].rpartition(" ")[2])
    assert total < 307 < bound
    assert err == [f"best none yet, at most {bound}"]
    assert out == [
        "# classic: 19 of 27 tiles, one board a line,",
        "# spaces a1 to e3",
        f"# best so far {total}, unproven: at most {bound}",
    ]


def test_an_interrupted_list_of_best_boards_says_that_there_may_be_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = _interrupted("307 proven", monkeypatch, capsys)
    assert err[-1] == "307 proven, listing its boards"
    assert out[2:] == [
        "# maximum 307, proven",
        "# 0 boards or more, half turns counted apart",
    ]


def _pinned(game: str) -> list[tuple[Tile, ...]]:
    texts = (GOLDEN / f"maximum-{game}.txt").read_text().splitlines()
    return [tuple(map(Tile.parse, t.split())) for t in texts if not t.startswith("#")]


def test_s8_sixteen_boards_reach_307() -> None:
    boards = _pinned("classic")
    assert len(set(boards)) == 16
    for board in boards:
        assert score_position(CLASSIC_RULES, Position(board, (1 << 19) - 1)).total == 307
        assert board[::-1] in boards, "a half turn of a best board is one too"


@pytest.mark.parametrize(("game", "rules"), [("daffodil", DAFFODIL_1), ("daffodil-4", DAFFODIL_4)])
def test_the_daffodil_maximum_is_371(game: str, rules: Ruleset) -> None:
    for board in _pinned(game):
        assert score_position(rules, Position(board, (1 << 21) - 1)).total == 371
        if rules.has_aside:
            assert not any(board[s].is_wild for s in rules.grid.stamens)


def _proven_elsewhere() -> list[tuple[Ruleset, tuple[Tile, ...], int]]:
    """Deals whose best totals other exact methods have proven."""
    rows: list[tuple[Ruleset, tuple[Tile, ...], int]] = []
    for text in (GOLDEN / "best-totals.txt").read_text().splitlines():
        if not text.startswith("#"):
            rules, tiles, total = text.split("|")
            rows.append((Ruleset.parse(rules), tuple(map(Tile.parse, tiles.split())), int(total)))
    return rows


def _agrees(rules: Ruleset, tiles: tuple[Tile, ...], total: int) -> None:
    result = best_of_round(rules, tiles)
    assert (result.total, result.proven) == (total, True)
    filled = sum(1 << s for s, tile in enumerate(result.board) if tile is not None)
    assert score_position(rules, Position(result.board, filled)).total == total


@each(_proven_elsewhere()[1::2])
def test_another_exact_method_agrees(rules: Ruleset, tiles: tuple[Tile, ...], total: int) -> None:
    _agrees(rules, tiles, total)


@pytest.mark.slow
@each(_proven_elsewhere()[::2])
def test_another_exact_method_agrees_on_the_long_searches(
    rules: Ruleset, tiles: tuple[Tile, ...], total: int
) -> None:
    _agrees(rules, tiles, total)


def test_s5_best_rays_do_not_count() -> None:
    tiles = REGULAR_TILES[4:23]
    with_best_rays = Ruleset(rays=RayRule.BEST_RAY)
    assert best_of_round(with_best_rays, tiles) == best_of_round(CLASSIC_RULES, tiles)


def test_s2_three_wild_risers_are_worth_sevens() -> None:
    tiles = tuple(t for t in TILES if t.rising is None)
    line = next(line for line in DAFFODIL.lines if line.axis == 1 and len(line) == 3)
    alone = BoardProblem(cut_board(DAFFODIL, line.spaces), tiles, (7,) * 3, has_rays=False)
    assert len(tiles) == 3
    assert len(list(boards_worth(alone, 21))) == 6
    assert solve(alone).total == highest_by_trying(alone, 0) > 21


def test_p6_a_stamen_stays_empty_rather_than_hold_a_wild_tile() -> None:
    flower = cut_board(DAFFODIL, [DAFFODIL.stamens[0]])
    wild = Tile.parse("***")
    result = solve(BoardProblem(flower, (wild,), (0,), has_rays=False))
    assert result.board == (None,)
    assert (result.total, result.proven) == (0, True)


def test_few_tiles_leave_spaces_empty() -> None:
    assert best_of_round(CLASSIC_RULES, ()).board == (None,) * 19
    tiles = tuple(map(Tile.parse, ("294", "698", "793")))
    result = best_of_round(CLASSIC_RULES, tiles)
    assert (result.total, result.proven) == (27, True)
    assert sum(tile is not None for tile in result.board) == 3


@pytest.mark.parametrize(
    ("text", "pairs", "matchings"),
    [("classic free single none", 170, 30), ("classic free single rays", 2_100, 110)],
)
def test_a_proof_takes_few_trials(
    text: str, pairs: int, matchings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search leaves out what cannot belong to the best board before it tries placements."""
    rules = Ruleset.parse(text)
    trials = Counter[str]()
    judge = search._Judge.answerable

    def count_pairs(
        self: search._Judge, i: int, j: int, thirds: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        trials["pairs"] += 1
        return judge(self, i, j, thirds)

    def count_matchings(options: Mapping[int, int]) -> dict[int, int] | None:
        trials["matchings"] += 1
        return match(options)

    monkeypatch.setattr(search._Judge, "answerable", count_pairs)
    monkeypatch.setattr(search, "match", count_matchings)
    for number in range(3):
        called = tuple(tile for call in deal_calls(rules, f"b{number}") for tile in call)
        assert best_of_round(rules, called).proven
    assert (trials["pairs"] <= pairs, trials["matchings"] <= matchings) == (True, True), trials


def test_a_search_can_be_stopped() -> None:
    told: list[Progress] = []
    result = best_of_round(
        DAFFODIL_1, TILES, on_progress=told.append, should_stop=lambda: len(told) > 0
    )
    assert not result.proven
    assert None not in result.board
    filled = (1 << 21) - 1
    assert score_position(DAFFODIL_1, Position(result.board, filled)).total == result.total
    assert result.total <= 371 <= result.bound
    assert told[0].best is None
    assert told[0].bound >= 371


def test_the_progress_of_a_search_narrows_down_to_its_result() -> None:
    rules, tiles, states = Ruleset(rays=RayRule.RAYS), REGULAR_TILES[:19], list[Progress]()
    result = best_of_round(rules, tiles, on_progress=states.append)
    bests = [state.best for state in states if state.best is not None]
    bounds = [state.bound for state in states]
    assert bests == sorted(bests)
    assert bounds == sorted(bounds, reverse=True)
    # It begins with the best board of the lines alone, and finds better ones.
    lines = best_of_round(CLASSIC_RULES, tiles).board
    assert states[0].best == plain_points(CLASSIC, lines, has_rays=True) < bests[-1]
    assert bests[-1] <= result.total <= bounds[-1] < bounds[0]
    stopped = best_of_round(rules, tiles, should_stop=lambda: True)
    assert stopped.total < states[0].best
    assert stopped.bound >= bounds[0]


def test_a_search_reports_its_bound_while_it_compares_pairs_and_while_it_tries_them() -> None:
    problem, floor, bounds = problem_of(CLASSIC_RULES, REGULAR_TILES[4:23]), 200, list[int]()
    plans = plans_worth(all_plans(problem), floor)
    boards = boards_by_plan(Pairs(problem), (), problem.allowed, 0, plans, floor, bounds.append)
    best = fill(problem, next(boards).tiles)
    compared, tried = bounds[:3], bounds[3:]
    assert compared == sorted(compared, reverse=True)
    assert compared[-1] < tried[0] < compared[0]
    assert tried == sorted(tried, reverse=True)
    total = plain_points(CLASSIC, [problem.tiles[n] for n in best], has_rays=False)
    assert total == best_of_round(CLASSIC_RULES, problem.tiles).total <= tried[-1]


def test_a_list_of_boards_can_be_stopped_after_each_board() -> None:
    problem, found = problem_of(CLASSIC_RULES, REGULAR_TILES[4:23]), list[tuple[Tile, ...]]()
    best = solve(problem).total
    boards = boards_worth(problem, best, should_stop=lambda: len(found) > 0)
    found.append(next(boards))
    with pytest.raises(Stopped):
        next(boards)
    assert len(list(boards_worth(problem, best))) > 1


def test_a_stop_before_the_start_still_gives_a_board() -> None:
    rules = Ruleset(rays=RayRule.RAYS)
    result = best_of_round(rules, REGULAR_TILES[:19], should_stop=lambda: True)
    assert not result.proven
    assert None not in result.board
    assert result.total <= result.bound


@pytest.mark.parametrize(
    ("tiles", "problem"),
    [
        (("294", "294"), "a tile is there only once"),
        (("***",), "a tile that the classic board does not use"),
    ],
)
def test_tiles_that_cannot_be_called_are_refused(tiles: tuple[str, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{problem}$"):
        best_of_round(CLASSIC_RULES, tuple(map(Tile.parse, tiles)))


@each(permutations(("***", "294", "753")))
def test_tiles_left_over_fill_the_spaces_that_allow_them(*texts: str) -> None:
    """The wild tile takes a space that no other needs, because none is left for the stamen (P6)."""
    tiles = tuple(map(Tile.parse, texts))
    tame = sum(1 << i for i, tile in enumerate(tiles) if not tile.is_wild)
    stamen, wild = DAFFODIL.stamens[0], texts.index("***")
    board = cut_board(DAFFODIL, sorted({stamen, *DAFFODIL.neighbours[stamen][:2]}))
    allowed = tuple(tame if s.name == DAFFODIL.name_of(stamen) else 7 for s in board.spaces)
    problem = BoardProblem(board, tiles, allowed, has_rays=False)
    closed = allowed.index(tame)
    for placed in ({}, {closed: (wild + 1) % 3}, {(closed + 1) % 3: wild}):
        filled = fill(problem, placed)
        assert sorted(filled) == [0, 1, 2]
        assert filled[closed] != wild
        assert {space: filled[space] for space in placed} == placed


def test_boards_with_rays_or_empty_spaces_are_not_listed() -> None:
    problem = problem_of(Ruleset(rays=RayRule.RAYS), REGULAR_TILES[:19])
    with pytest.raises(ValueError, match="only full boards without rays"):
        next(boards_worth(problem, 100))
    with pytest.raises(ValueError, match="only full boards without rays"):
        next(boards_worth(problem_of(CLASSIC_RULES, REGULAR_TILES[:18]), 100))


def test_s4_ray_plans_are_all_there_is() -> None:
    board = cut_board(CLASSIC, [0, 1, 3, 4])
    tiles = tuple(map(Tile.parse, ("213", "218", "614", "214", "613")))  # three suns, two moons
    problem = BoardProblem(board, tiles, (31,) * 4, has_rays=True)
    expected: dict[tuple[int, int], int] = {}
    for choice in product((None, "sun", "moon"), repeat=len(board.lines)):
        suns = moons = points = 0
        for line, kind in zip(board.lines, choice, strict=True):
            suns |= line.mask if kind == "sun" else 0
            moons |= line.mask if kind == "moon" else 0
            points += len(line) * {None: 0, "sun": 7, "moon": 6}[kind]
        if not suns & moons and suns.bit_count() <= 3 and moons.bit_count() <= 2:
            expected[suns, moons] = max(points, expected.get((suns, moons), 0))
    assert {(p.suns, p.moons): p.points for p in ray_plans(problem)} == expected


@given(st.lists(st.integers(0, 31), min_size=1, max_size=4))
def test_matching_finds_what_is_there(options: list[int]) -> None:
    expected = {
        chosen
        for chosen in permutations(range(5), len(options))
        if all(mask >> tile & 1 for mask, tile in zip(options, chosen, strict=True))
    }
    assert sorted(all_matchings(options)) == sorted(expected)
    found = match(dict(enumerate(options)))
    if found is None:
        assert not expected
    else:
        assert tuple(found[space] for space in range(len(options))) in expected


def test_s4_half_turns_of_rays_are_searched_once() -> None:
    problem = problem_of(Ruleset(rays=RayRule.RAYS), REGULAR_TILES[:19])
    every = ray_plans(problem)
    kept = without_half_turns(problem, every)

    def turn(spaces: int) -> int:
        return int(f"{spaces:019b}"[::-1], 2)

    turned = {(turn(plan.suns), turn(plan.moons)) for plan in kept}
    assert {(plan.suns, plan.moons) for plan in kept} | turned == {
        (plan.suns, plan.moons) for plan in every
    }
    assert len(kept) < 0.6 * len(every)
    daffodil = problem_of(Ruleset(BoardName.DAFFODIL, rays=RayRule.RAYS), TILES[:3])
    assert without_half_turns(daffodil, ray_plans(daffodil)) == ray_plans(daffodil)


def test_s4_a_ray_needs_its_spaces_even_if_all_tiles_are_suns() -> None:
    suns = tuple(tile for tile in REGULAR_TILES if tile.is_sun)[:4]
    problem = BoardProblem(cut_board(CLASSIC, range(5)), suns, (15,) * 5, has_rays=True)
    result = solve(problem)
    assert result.total == highest_by_trying(problem, 1)
    assert result.total == plain_points(problem.board, result.board, has_rays=True)
