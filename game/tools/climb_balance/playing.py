"""Stages played side by side: many boards evaluated at once, with the acts performed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Protocol

import numpy as np

from game.bots.arrays import Bools, Float32s, Index, Int8s
from game.bots.players.people import BEAVER, DUCKLING, MAGPIE
from game.bots.values.boards import Boards, best_of_each, empty_boards, placements_of
from game.bots.values.grid import grid_of
from game.rules.ruleset import Ruleset
from game.tools.climb_balance.hands import Hands
from game.tools.climb_balance.hopes import Crowd, Hope, hope_of, note_completed
from game.tools.climb_balance.minds import EstimatingMind, HabitMind, Mind

_HABITS: Final = {"duckling": DUCKLING, "magpie": MAGPIE, "beaver": BEAVER}
_DRAWS: Final = 6
"""Tiles drawn from the bag to evaluate a swap, and Master's next placements."""
_NEAR: Final = 4
"""Spaces from which Master evaluates a tile deeper."""

Act = tuple[str, int, int]
"""`swap` and a tile, or `lay`, a tile and a space, or `call`."""


class HandJudge(Protocol):
    """Values boards with aces; `begin_move` is called before each tile.

    `looks_ahead`: it also evaluates the next tile.
    """

    looks_ahead: bool

    def begin_move(self, games: int) -> None:
        """Prepare for the next tile of a number of games."""

    def values(self, crowd: Crowd, games: Index) -> Float32s:
        """Return (n,): the values of the boards; `games` (n,) is the game of each."""


class QuickJudge:
    """Values boards by `hope_of` alone, points too."""

    looks_ahead = False

    def begin_move(self, games: int) -> None:
        pass

    def values(self, crowd: Crowd, games: Index) -> Float32s:
        return hope_of(crowd).total


class AceJudge:
    """Values points as a computer player does, and aces by `hope_of`.

    A mind that prefers lines has that preference multiplied by the possible multiplier.
    """

    def __init__(self, player: str, rules: Ruleset, random: np.random.Generator) -> None:
        habits = _HABITS.get(player)
        self._mind: Mind = (
            EstimatingMind(rules, is_blind=player == "squirrel")
            if habits is None
            else HabitMind(rules, habits, random)
        )
        self.looks_ahead = player == "master"

    def begin_move(self, games: int) -> None:
        self._mind.begin_move(games)

    def values(self, crowd: Crowd, games: Index) -> Float32s:
        points = self._mind.values(crowd.boards, crowd.bags, crowd.to_come, games)
        if not crowd.hands.force.any():
            return points
        hope = hope_of(crowd)
        if isinstance(self._mind, HabitMind):
            share = (hope.printed + hope.added) / np.maximum(1, hope.printed)
            return np.asarray(points * share * hope.multiplier * hope.gold, np.float32)
        return (points + hope.added) * hope.multiplier * hope.gold


@dataclass
class SideStages:
    """Stages of one ruleset played side by side; a row of each array is a game.

    `decks` (n, tiles) are the tiles in order; `acts` lists each game's acts if `has_acts`.

    `rules` are those of the stage, `hands` the aces of each game, `judge` evaluates hands, `random`
    draws the tiles of look-aheads.
    """

    rules: Ruleset
    decks: Index
    hands: Hands
    judge: HandJudge
    random: np.random.Generator
    has_acts: bool = False
    acts: list[list[Act]] = field(default_factory=list)

    def play(self) -> Hope:
        """Play all games to their ends; return their scores."""
        grid, count = grid_of(self.rules.grid), len(self.hands)
        self._games = np.arange(count)
        self._boards = empty_boards(grid, count)
        self._done = np.zeros((count, grid.lines), np.int8)
        self._bags = np.zeros((count, 31), np.bool_)
        self._bags[:, : grid.tiles] = True
        self._swaps = self.hands.swaps.copy()
        self._decks, self._laid = self.decks.copy(), 0
        self.acts = [[] for _ in range(count)]
        for size in self.rules.call_sizes:
            self.judge.begin_move(count)
            tiles = self._decks[:, :size].copy()
            self._decks = self._decks[:, size:]
            for column in range(size):
                self._bags[self._games, tiles[:, column]] = False
            self._note("call", self._games)
            self._swap(tiles)
            self._lay(tiles)
        return hope_of(self._crowd(self._games, self._boards, self._done, self._laid))

    def _note(self, word: str, games: Index, *columns: Index) -> None:
        if self.has_acts:
            rows = zip(games, *columns, strict=True)
            for game, *rest in rows:
                tile, space = (*map(int, rest), -1, -1)[:2]
                self.acts[game].append((word, tile, space))

    def _crowd(
        self, games: Index, boards: Boards, done: Int8s, laid: int, bags: Bools | None = None
    ) -> Crowd:
        bags = self._bags[games] if bags is None else bags
        to_come = boards.grid.spaces - laid
        short = np.flatnonzero(bags.sum(axis=1) < to_come + 1)
        if len(short):
            # Swapped tiles will be called again.
            bags = bags.copy()
            for row in short:
                bags[row, self._decks[games[row]]] = True
        return Crowd(
            self.rules, boards, done, bags, self.hands.take(games), self._swaps[games], laid
        )

    def _best_placements(
        self,
        games: Index,
        tiles: Index,
        boards: Boards,
        done: Int8s,
        laid: int,
        *,
        is_deep: bool = False,
    ) -> tuple[Index, Index, Boards, Int8s, Float32s]:
        """Return the best placement of a tile in each game.

        These are rows, spaces, boards, completed lines and values; `boards` are those of `games`.
        """
        which, spaces, made = placements_of(self.rules, boards, np.arange(len(games)), tiles)
        after = note_completed(made, done[which], laid + 1)
        values = self.judge.values(self._crowd(games[which], made, after, laid + 1), games[which])
        if is_deep and self.judge.looks_ahead and laid + 1 < made.grid.spaces:
            near = best_of_each(which, values, _NEAR)
            which, spaces, made, after = which[near], spaces[near], made.take(near), after[near]
            values = np.zeros(len(near), np.float32)
            for _ in range(_DRAWS):
                # Draw the same tile for all placements of a game.
                order = self.random.random((len(games), 31))[which]
                drawn = (order * self._bags[games[which]]).argmax(axis=1)
                *_, value = self._best_placements(games[which], drawn, made, after, laid + 1)
                values += value
        best = best_of_each(which, values)
        return which[best], spaces[best], made.take(best), after[best], values[best]

    def _swap(self, tiles: Index) -> None:
        """Swap called tiles worse than the average of others; `tiles` is changed."""
        spaces = self._boards.grid.spaces
        for column in range(tiles.shape[1]):
            able = self._swaps > 0
            while able.any() and self._laid + 1 < spaces:
                games = np.flatnonzero(able)
                boards, done = self._boards.take(games), self._done[games]
                *_, worth = self._best_placements(
                    games, tiles[games, column], boards, done, self._laid
                )
                usual = np.zeros(len(games), np.float32)
                for _ in range(_DRAWS):
                    drawn = (self.random.random((len(games), 31)) * self._bags[games]).argmax(1)
                    *_, value = self._best_placements(games, drawn, boards, done, self._laid)
                    usual += value / np.float32(_DRAWS)
                to_come = spaces - self._laid
                need = np.where(self._swaps[games] >= to_come, 1.0, 1.03 if to_come < 6 else 1.06)
                swapped = games[usual > worth * need]
                able = np.zeros(len(able), np.bool_)
                able[swapped] = self._swaps[swapped] > 1
                self._note("swap", swapped, tiles[swapped, column])
                self._swaps[swapped] -= 1
                back = tiles[swapped, column]
                tiles[swapped, column] = self._decks[swapped, 0]
                self._decks[swapped] = np.concatenate(
                    [self._decks[swapped, 1:], back[:, None]], axis=1
                )
                self._bags[swapped, tiles[swapped, column]] = False

    def _lay(self, tiles: Index) -> None:
        """Place a call's tiles, a pair in the better of its two orders."""
        orders = [range(tiles.shape[1]), range(tiles.shape[1] - 1, -1, -1)][: tiles.shape[1]]
        tried = []
        for order in orders:
            boards, done, laid, made = self._boards, self._done, self._laid, []
            values = np.zeros(len(self._games), np.float32)
            for column in order:
                _, spaces, boards, done, values = self._best_placements(
                    self._games, tiles[:, column], boards, done, laid, is_deep=True
                )
                laid += 1
                made.append((tiles[:, column], spaces))
            tried.append((values, boards, done, made))
        values, boards, done, made = tried[0]
        is_other = np.zeros(len(values), np.bool_)
        if len(tried) > 1:
            is_other = tried[1][0] > values
            joined = Boards.join([boards, tried[1][1]])
            boards = joined.take(self._games + len(values) * is_other)
            done = np.where(is_other[:, None], tried[1][2], done)
        for step, (laid_tiles, spaces) in enumerate(made):
            if len(tried) > 1:
                other_tiles, other_spaces = tried[1][3][step]
                laid_tiles = np.where(is_other, other_tiles, laid_tiles)
                spaces = np.where(is_other, other_spaces, spaces)
            self._note("lay", self._games, laid_tiles, spaces)
        self._boards, self._done = boards, done
        self._laid += tiles.shape[1]
