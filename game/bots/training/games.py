"""Training games: where samples and their targets come from, and the measuring of strength."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.bots.standard.layout import FEATURES, LINES, SPACES, TILES
from game.bots.training.boards import Boards, Floats, Ints, start, take
from game.bots.training.kernel_board import draw_tiles, place, two_left
from game.bots.training.kernel_features import state_features
from game.bots.training.player import Judged, Player, Samples

__all__ = ["fixed_deals", "play_deals", "play_games"]

_DRAWS: Final = (1, 8, 8, 10, 10, 10, 10, 10, 10, 12, 16, 15, 14, 13, 12, 11)
"""Tiles drawn for a target, by tiles placed: the next tile matters little early, much late,
and late there are few spaces, so that all tiles cost no more."""
_FREE_OPENING: Final = 0.5
"""Share of games whose first placement is not simply the best: openings are few and alike."""


def play_games(
    player: Player,
    n: int,
    explore: float,
    heat: float,
    trace: float,
    random: np.random.Generator,
) -> tuple[list[Samples], Floats]:
    """Play n games in lock-step; samples of the stages 1 to 17, and the final totals [n].

    A sample's target is the mean over drawn tiles (`_DRAWS` of them, by tiles placed) of the best
    placement's value (from three empty spaces on exact), corrected by `trace` times what the
    targets further on in the same game differ from the network's values (see `_correct`). A
    share `explore` of the moves is drawn by values with the temperature `heat` (points), so that
    good but not best boards are learned too.
    """
    boards, samples = start(n), []
    best = np.ones((SPACES, n), np.bool_)
    for placed in range(SPACES - 1):
        tiles = np.empty((n, _DRAWS[placed] if placed < len(_DRAWS) else 1), np.int64)
        draw_tiles(boards.bag, tiles)
        judged = player.judge(boards, tiles)
        if placed > 0:
            samples.append(_sample(boards, placed, judged))
        spaces = judged.by_space[:, 0].argmax(1)
        if placed < SPACES - 2:
            share = max(explore, _FREE_OPENING) if placed == 0 else explore
            free = random.random(n) < share
            values = judged.by_space[free, 0]
            drawn = (values + random.gumbel(size=values.shape) * heat).argmax(1)
            best[placed, free] = drawn == spaces[free]
            spaces[free] = drawn
        place(boards, tiles[:, 0].copy(), spaces)
    tiles = np.empty((n, 1), np.int64)
    draw_tiles(boards.bag, tiles)
    place(boards, tiles[:, 0].copy(), boards.empty.argmax(1))
    totals: Floats = boards.earned.sum(1)
    if trace > 0:
        _correct(player, samples, best, trace)
    return samples, totals


def _correct(player: Player, samples: list[Samples], best: NDArray[np.bool_], trace: float) -> None:
    """Correct each target by what the network is wrong by further on in the same game.

    TD(lambda) with the luck of the calls taken out: a target already is a mean over calls, so
    only the differences between later targets and the network's values are carried back, and
    only over placements that were the best ones (`best` [19, n], by tiles placed before).
    The exact targets (two and three empty spaces) need no correction.
    """
    carried = np.zeros_like(samples[0].lines)
    for placed in range(SPACES - 3, 0, -1):
        sample = samples[placed - 1]
        if placed < SPACES - 3:
            shift = carried * (trace * best[placed])[:, None].astype(np.float32)
            np.add(sample.lines, shift, out=sample.lines)
            np.add(sample.target, shift.sum(1), out=sample.target)
        carried = sample.lines - player.line_values(sample.x, sample.hope, placed)


def _sample(boards: Boards, placed: int, judged: Judged) -> Samples:
    n = len(boards.empty)
    x, hope = np.empty((n, FEATURES), np.float32), np.empty((n, LINES), np.float32)
    state_features(boards, placed, x, hope)
    target, lines = judged.best.mean(1), judged.lines
    if placed == SPACES - 2:
        target = np.empty(n, np.float32)
        two_left(boards, target, lines)
    elif placed == SPACES - 3:
        target, lines = _three_left(boards)
    return Samples(x.astype(np.float16), hope, target, lines)


def _three_left(boards: Boards) -> tuple[Floats, Floats]:
    """Exact further points of boards with three empty spaces [n], and by line [n, 15]."""
    row, tile, space = np.nonzero(boards.bag[:, :, None] & boards.empty[:, None, :])
    children = take(boards, row)
    place(children, tile, space)
    value, lines = np.empty(len(row), np.float32), np.empty((len(row), LINES), np.float32)
    two_left(children, value, lines)
    lines += children.earned - boards.earned[row]
    value = lines.sum(1).reshape(len(boards.bag), -1, 3)
    best = value.argmax(2)[:, :, None, None]
    by_line = lines.reshape(*value.shape, LINES)
    return value.max(2).mean(1), np.take_along_axis(by_line, best, 2)[:, :, 0].mean(1)


def fixed_deals(n: int, seed: int) -> Ints:
    """n deals of 19 tile indices [n, 19], the same for the same seed."""
    random = np.random.default_rng(seed)
    return np.array([random.permutation(TILES)[:SPACES] for _ in range(n)], np.int64)


def play_deals(player: Player, deals: Ints) -> Floats:
    """Final totals [n] of the network alone, without looking ahead, on fixed deals [n, 19]."""
    boards = start(len(deals))
    for placed in range(SPACES):
        tiles = np.ascontiguousarray(deals[:, placed])
        if placed == SPACES - 1:
            spaces = boards.empty.argmax(1)
        else:
            judged = player.judge(boards, tiles[:, None], screened=False)
            spaces = judged.by_space[:, 0].argmax(1)
        place(boards, tiles, spaces)
    totals: Floats = boards.earned.sum(1)
    return totals
