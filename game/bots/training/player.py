"""A network that judges all placements of many boards at once, for making training games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from game.bots.standard.layout import FEATURES, LINES, SPACES
from game.bots.training.boards import Boards, Floats, Ints, Rows, take
from game.bots.training.kernel_best import best_rows, line_means, settle
from game.bots.training.kernel_expand import SCREEN, expand
from game.bots.training.kernel_features import base_features
from game.bots.training.model import STAGES, ValueNet

__all__ = ["Judged", "Player", "Samples"]

_ROWS = 1500
"""Placements judged at once: few enough to stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Boards of one stage and their targets.

    `x` [n, 400] the features, `hope` [n, 15], `target` [n] the further points to expect,
    `lines` [n, 15] the same by line.
    """

    x: NDArray[np.float16]
    hope: Floats
    target: Floats
    lines: Floats


@dataclass(frozen=True, slots=True)
class Judged:
    """Further points (with those of the move itself) for boards and tiles.

    `best` [n, m], `by_space` [n, m, 19] (-1e9 where not looked at), `lines` [n, 15] along the
    best placements, averaged over the tiles.
    """

    best: Floats
    by_space: Floats
    lines: Floats


class Player:
    """Weights for play, and the screen: a linear value that picks whom to judge in full."""

    def __init__(self, net: ValueNet, keep: int = 4) -> None:
        self.keep = keep
        self._screen = np.zeros((STAGES, FEATURES + LINES), np.float32)
        self._has_screen = False
        width = net.widths[0]
        self._first = torch.zeros(FEATURES, width + SCREEN)
        self._bias = torch.zeros(STAGES, width + SCREEN)
        self._rows = Rows(
            np.empty((_ROWS, width), np.float32),
            np.empty((_ROWS, LINES), np.float32),
            np.empty(_ROWS, np.float32),
            np.empty(_ROWS, np.int64),
        )
        self.update(net)

    def update(self, net: ValueNet) -> None:
        """Take over the network's weights."""
        width = net.widths[0]
        self._weights = {n: p.detach().clone() for n, p in net.named_parameters()}
        self._first[:, :width] = self._weights["W1"]
        self._bias[:, :width] = self._weights["b1"]

    def fit_screen(self, samples: Sequence[Samples]) -> None:
        """Fit the linear screen to samples of the stages 1 to 17 by ridge regression."""
        for stage, s in enumerate(samples):
            ones = np.ones((len(s.target), 1), np.float32)
            table = np.concatenate([s.x.astype(np.float32), s.hope, ones], 1)
            gram = (table.T @ table).astype(np.float64)
            inner = np.arange(len(gram) - 1)
            gram[inner, inner] += 0.002 * len(table) + 1e-3
            self._screen[stage] = np.linalg.solve(gram, table.T @ s.target)[:-1]
        self._has_screen = True

    def line_values(self, x: NDArray[np.float16], hope: Floats, placed: int) -> Floats:
        """Further points by line [n, 15] of boards with features x [n, 400], hope [n, 15]."""
        width, stage = self._weights["W1"].shape[1], placed - 1
        first, bias = self._first[:, :width], self._bias[stage, :width]
        h = torch.addmm(bias, torch.from_numpy(x.astype(np.float32)), first).relu_()
        values: Floats = (torch.from_numpy(hope) * self._head(h, stage)).numpy()
        return values

    def judge(self, boards: Boards, tiles: Ints, *, screened: bool = True) -> Judged:
        """Judge every board with each of its `tiles` [n, m] in hand.

        Without a screen (or with `screened` false) all spaces are judged.
        """
        placed = 1 + SPACES - int(boards.empty[0].sum())
        spaces = SPACES + 1 - placed
        if screened and self._has_screen and placed <= STAGES:
            # The opening's placements look alike to a linear screen.
            spaces = min(spaces, self.keep if placed > 4 else 2 * self.keep)
        n, m = tiles.shape
        result = Judged(
            np.empty((n, m), np.float32),
            np.empty((n, m, SPACES), np.float32),
            np.empty((n, LINES), np.float32),
        )
        step = max(1, _ROWS // (m * spaces))
        for first in range(0, n, step):
            part = slice(first, min(n, first + step))
            self._judge_some(
                take(boards, part),
                tiles[part],
                placed,
                spaces,
                Judged(result.best[part], result.by_space[part], result.lines[part]),
            )
        return result

    def _judge_some(self, b: Boards, tiles: Ints, placed: int, spaces: int, out: Judged) -> None:
        rows, count = self._rows, tiles.size * spaces
        hope, banked = torch.from_numpy(rows.hope[:count]), torch.from_numpy(rows.banked[:count])
        if placed > STAGES:
            settle(b, tiles, placed, rows)
            lines = hope
        else:
            x = np.empty((tiles.size, FEATURES), np.float32)
            base_features(b, tiles, placed, x)
            width = self._first.shape[1] - SCREEN
            screen = self._screen[placed - 1]
            self._first[:, width] = torch.from_numpy(screen[:FEATURES])
            base = torch.addmm(self._bias[placed - 1], torch.from_numpy(x), self._first)
            weights = self._first.numpy()
            expand(b, tiles, placed, base.numpy(), x, weights, screen[FEATURES:], spaces, rows)
            lines = hope * self._head(torch.from_numpy(rows.layer[:count]), placed - 1)
        value = (banked + lines.sum(1)).numpy()
        best_row = np.empty(tiles.shape, np.int64)
        best_rows(value, rows.space, spaces, out.best, best_row, out.by_space)
        line_means(b, tiles, best_row, rows.space, lines.numpy(), out.lines)

    def _head(self, h: Tensor, stage: int) -> Tensor:
        for layer in "234":
            weights, bias = self._weights[f"W{layer}"], self._weights[f"b{layer}"][stage]
            h = torch.addmm(bias[0], h, weights[stage if len(weights) > 1 else 0])
            if layer != "4":
                h.relu_()
        return h
