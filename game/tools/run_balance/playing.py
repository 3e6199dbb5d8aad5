"""Plays stages of the run in lock-step: real calls, real uses of aces, many boards thought of at
once.

Whatever is played passes through `game.progress.run.stage`, which refuses what its rules do not
allow; only what the players think is computed for all boards together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Index
from game.bots.players.registry import make_bot
from game.bots.players.simple import GreedyBot
from game.bots.values.boards import Boards, best_of_each, empty_boards, placements_of
from game.bots.values.grid import grid_of
from game.progress.run.aces import THOUGHTS, Ace, HeldAce
from game.progress.run.deck import UseKind
from game.progress.run.ladder import rules_of
from game.progress.run.stage import StagePlay, begin_stage, call_next, move, open_choice, use
from game.progress.run.state import RunState
from game.rules.moves import Finish, Place
from game.rules.scoring import BoardScore, score_position
from game.rules.tiles import TILES
from game.tools.climb_balance.minds import HabitMind, Mind, mind_of

Hand = tuple[Ace, ...]

_NEAR: Final = 5
"""So many plans at most are looked at further."""
_DRAWS: Final = 5
"""So many tiles a person thinks of who wonders what may come."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a stage: the board's score, and how many take-backs were used."""

    score: BoardScore
    thoughts: int


@dataclass(frozen=True)
class _HandPlans:
    """Ways to place a hand: whose (n,), the tiles and spaces in order (n, hand), boards, worth."""

    games: Index
    tiles: Index
    spaces: Index
    boards: Boards
    values: Float32s

    def take(self, rows: Index) -> "_HandPlans":
        return _HandPlans(
            self.games[rows],
            self.tiles[rows],
            self.spaces[rows],
            self.boards.take(rows),
            self.values[rows],
        )

    def best(self, values: Float32s | None = None) -> "_HandPlans":
        """The best plan of each game, in the order of the games."""
        return self.take(best_of_each(self.games, self.values if values is None else values))


class SideBySide:
    """Stages of one kind played side by side; a row of each array is a game."""

    def __init__(
        self, player: str, stage: int, hands: Sequence[Hand], seeds: Sequence[str]
    ) -> None:
        self.rules, self.count = rules_of(stage), len(hands)
        self.grid = grid_of(self.rules.board)
        random = np.random.default_rng([stage, self.count, *seeds[0].encode()])
        self.mind: Mind = mind_of(player, self.rules, random)
        self.plays = [
            begin_stage(
                RunState(seed, False, stage=stage, aces=tuple(HeldAce(a, 0) for a in hand)), player
            )
            for hand, seed in zip(hands, seeds, strict=True)
        ]
        self._random = random
        self._left = {
            kind: np.array([(play.run.uses_of(kind) or 0) for play in self.plays])
            for kind in (UseKind.SWAP, UseKind.EITHER, UseKind.SECOND_THOUGHT)
        }
        self._previews = np.array([Ace.PREVIEW in hand for hand in hands])
        self._pockets = np.array([Ace.POCKET in hand for hand in hands])
        self._boards = empty_boards(self.grid, self.count)
        self._unseen = np.zeros((self.count, 31), np.bool_)
        self._unseen[:, : self.grid.tiles] = True
        self._pocket = np.full(self.count, -1)
        self._worst = np.zeros(self.count, np.intp)
        self._worst_worth = np.zeros(self.count, np.float32)
        self._missing = np.zeros(self.count, np.float32)

    def play(self) -> list[Played]:
        """Play all games to their ends."""
        to_come = self.grid.spaces
        before: tuple[Boards, Bools] | None = None
        for size in self.rules.call_sizes:
            to_come -= size
            self._call(range(self.count))
            if before is not None:
                self._think_again(*before, to_come, size)
            if to_come + size < self.grid.spaces:
                self._use_aces(to_come)
            before = (self._boards, self._unseen.copy())
            everybody = np.arange(self.count)
            plans = self._plans(everybody, self._boards, self._hands(everybody), to_come)
            self._lay(plans)
        return [self._end(play) for play in self.plays]

    def _call(self, games: Sequence[int] | range) -> None:
        for game in games:
            self.plays[game] = play = call_next(self.plays[game])
            self._unseen[game, [t.index for t in play.match.round.calls[-1]]] = False

    def _hands(self, games: Index, call: int = -1) -> Index:
        return np.array([[t.index for t in self.plays[g].match.round.calls[call]] for g in games])

    def _bags(self, games: Index, to_come: int) -> Bools:
        """(n, 31): what can still be called; what was sent back comes where little else is left."""
        bags = self._unseen[games].copy()
        for row in np.flatnonzero(bags.sum(axis=1) < to_come + 2):
            bags[row, [tile.index for tile in self.plays[games[row]].deck.tiles]] = True
        has = np.flatnonzero(self._pocket[games] >= 0)
        bags[has, self._pocket[games[has]]] = True
        return bags

    # Placing

    def _plans(
        self,
        games: Index,
        boards: Boards,
        hands: Index,
        to_come: int,
        coming: Index | None = None,
    ) -> _HandPlans:
        """The best plan of each game for its hand, `boards[i]` being that of `games[i]`.

        `coming` are tiles known to follow; who has a preview sees one anyway.
        """
        if coming is None:
            self.mind.begin_move(self.count)
        plans = self._all_plans(games, boards, hands, to_come)
        if to_come == 0:
            return plans.best()
        rows = np.searchsorted(games, plans.games)
        if coming is None:
            knows = self._previews[games]
            next_tiles = np.array([[self.plays[g].deck.tiles[0].index] for g in games])
        else:
            knows, next_tiles = np.ones(len(games), np.bool_), coming
        if not knows.any():
            return plans.best()
        top = np.full(len(games), -np.inf, np.float32)
        np.maximum.at(top, rows, plans.values)
        near = np.flatnonzero(knows[rows] & (plans.values >= top[rows] - self.mind.margins.near))
        near = near[best_of_each(rows[near], plans.values[near], _NEAR)]
        values = plans.values.copy()
        values[knows[rows]] = -np.inf
        values[near] = self._then(plans.take(near), next_tiles[rows[near]], to_come)
        return plans.best(values)

    def _all_plans(self, games: Index, boards: Boards, hands: Index, to_come: int) -> _HandPlans:
        bags = self._bags(games, to_come)
        if hands.shape[1] == 1:
            return self._expand(games, games, boards, hands[:, 0], bags, to_come)
        parts = []
        for first, second in ((0, 1), (1, 0)):
            rest = bags.copy()
            rest[np.arange(len(games)), hands[:, second]] = True
            begun = self._expand(games, games, boards, hands[:, first], rest, to_come + 1)
            begun = begun.take(best_of_each(begun.games, begun.values, _NEAR))
            rows = np.searchsorted(games, begun.games)
            ended = self._expand(
                np.arange(len(begun.games)),
                begun.games,
                begun.boards,
                hands[rows, second],
                bags[rows],
                to_come,
            )
            parts.append(
                _HandPlans(
                    begun.games[ended.games],
                    np.concatenate([begun.tiles[ended.games], ended.tiles], axis=1),
                    np.concatenate([begun.spaces[ended.games], ended.spaces], axis=1),
                    ended.boards,
                    ended.values,
                )
            )
        one, two = parts
        return _HandPlans(
            np.concatenate([one.games, two.games]),
            np.concatenate([one.tiles, two.tiles]),
            np.concatenate([one.spaces, two.spaces]),
            Boards.join([one.boards, two.boards]),
            np.concatenate([one.values, two.values]),
        )

    def _expand(
        self, names: Index, games: Index, boards: Boards, tiles: Index, bags: Bools, to_come: int
    ) -> _HandPlans:
        """All placements of one tile each; the plans are of `names`."""
        rows = np.arange(len(boards))
        which, spaces, children = placements_of(self.rules, boards, rows, tiles)
        values = self.mind.values(children, bags[which], to_come, games[which])
        return _HandPlans(names[which], tiles[which][:, None], spaces[:, None], children, values)

    def _then(self, plans: _HandPlans, tiles: Index, to_come: int) -> Float32s:
        """(n,): what the plans come to when these tiles (n, 1 or 2) follow, the first in front."""
        bags = self._bags(plans.games, to_come)
        bags[np.arange(len(bags))[:, None], tiles] = False
        boards, games, rows = plans.boards, plans.games, np.arange(len(bags))
        for place in range(tiles.shape[1]):
            left = to_come - place - 1
            after = bags.copy()
            if place + 1 < tiles.shape[1]:
                after[np.arange(len(after)), tiles[:, place + 1]] = True
            best = self._expand(
                np.arange(len(rows)), games, boards, tiles[rows, place], after[rows], left
            )
            best = best.best()
            boards, values = best.boards, best.values
        return values

    def _lay(self, plans: _HandPlans) -> None:
        """Place the hands of the plans' games, one plan each."""
        for row, game in enumerate(plans.games):
            for tile, space in zip(plans.tiles[row], plans.spaces[row], strict=True):
                self.plays[game] = move(self.plays[game], Place(0, TILES[tile], int(space)))
        if len(plans.games) == self.count:
            self._boards = plans.boards
            return
        others = np.setdiff1d(np.arange(self.count), plans.games)
        joined = Boards.join([self._boards.take(others), plans.boards])
        self._boards = joined.take(np.argsort(np.concatenate([others, plans.games])))

    # Aces

    def _think_again(self, boards: Boards, unseen: Bools, to_come: int, size: int) -> None:
        """Let those take the last call back who would place otherwise, now that they see more."""
        left = self._left[UseKind.SECOND_THOUGHT]
        games = self._able(UseKind.SECOND_THOUGHT, np.flatnonzero(left > 0))
        if not len(games):
            return
        hands = self._hands(games)
        stays = self._worth(games, self._boards.take(games), hands[:, 0], to_come + size - 1)
        before = self._hands(games, -2)
        again = self._plans(games, boards.take(games), before, to_come + size, hands[:, :1])
        then = self._then(again, hands[:, :1], to_come + size)
        thinks = then > stays + self.mind.margins.thought
        if not thinks.any():
            return
        for game in games[thinks]:
            self.plays[game] = use(self.plays[game], UseKind.SECOND_THOUGHT)
            self._unseen[game] = unseen[game]
            left[game] -= 1
        self._lay(again.take(np.flatnonzero(thinks)))
        self._call(games[thinks].tolist())

    def _use_aces(self, to_come: int) -> None:
        """Let those use aces on the call whom another tile would help."""
        margins = self.mind.margins
        hope = np.interp(to_come, [0, 4, self.grid.spaces], [margins.last, 5, margins.first])
        self.mind.begin_move(self.count)
        can = self._pockets | (self._left[UseKind.SWAP] > 0) | (self._left[UseKind.EITHER] > 0)
        self._look(np.flatnonzero(can), to_come)
        self._use_pocket(to_come)
        for kind, share in ((UseKind.EITHER, 0.6), (UseKind.SWAP, 1.0), (UseKind.SWAP, 1.0)):
            left = self._left[kind]
            # Who can use more of them uses one sooner.
            wants = (left > 0) & (self._missing * left**0.5 > share * hope)
            games = self._able(kind, np.flatnonzero(wants))
            for game in games.tolist():
                self._use(kind, game, int(self._worst[game]), to_come)
            self._look(games, to_come)

    def _able(self, kind: UseKind, games: Index) -> Index:
        """Those of the games whose rules allow a use now."""
        is_able = np.array([self.plays[game].can_use(kind) for game in games], np.bool_)
        return games[is_able]

    def _use(self, kind: UseKind, game: int, tile: int, to_come: int) -> None:
        play, gone = self.plays[game], tile
        if kind is UseKind.EITHER:
            play = open_choice(play)
            other = play.choice[-1].index
            self._unseen[game, other] = False
            one = np.array([game])
            board = self._boards.take(one)
            stays, comes = (
                float(self._worth(one, board, np.array([t]), to_come)[0]) for t in (tile, other)
            )
            gone = other if stays >= comes else tile
        self.plays[game] = use(play, kind, TILES[gone])
        self._left[kind][game] -= 1
        self._see(game)

    def _see(self, game: int) -> None:
        called = [t.index for t in self.plays[game].match.round.calls[-1]]
        self._unseen[game, called] = False

    def _use_pocket(self, to_come: int) -> None:
        """Exchange a tile with the pocket where that helps, or put one aside for another."""
        games = self._able(UseKind.POCKET, np.flatnonzero(self._pockets))
        is_full = self._pocket[games] >= 0
        better = ~is_full & (self._missing[games] > self.mind.margins.pocket) & (to_come > 1)
        full = games[is_full]
        if len(full):
            comes = self._worth(full, self._boards.take(full), self._pocket[full], to_come)
            better[is_full] = comes > self._worst_worth[full]
        for game in games[better].tolist():
            tile = int(self._worst[game])
            self.plays[game] = use(self.plays[game], UseKind.POCKET, TILES[tile])
            self._pocket[game] = tile
            self._see(game)
        self._look(games[better], to_come)

    def _look(self, games: Index, to_come: int) -> None:
        """Note the worst called tile of games, and by how much it is worse than what may come."""
        if not len(games):
            return
        hands, boards = self._hands(games), self._boards.take(games)
        worths = np.stack(
            [self._worth(games, boards, hands[:, i], to_come) for i in range(hands.shape[1])]
        )
        place, each = worths.argmin(axis=0), np.arange(len(games))
        self._worst[games], self._worst_worth[games] = hands[each, place], worths[place, each]
        comes = self._usual(games, boards, to_come)
        knows = np.flatnonzero(self._previews[games])
        if len(knows):
            some = games[knows]
            tiles = np.array([self.plays[game].deck.tiles[0].index for game in some])
            comes[knows] = self._worth(some, boards.take(knows), tiles, to_come)
        self._missing[games] = comes - worths[place, each]

    def _worth(self, games: Index, boards: Boards, tiles: Index, to_come: int) -> Float32s:
        """(n,): what the best placement of a tile is worth."""
        bags = self._bags(games, to_come)
        return self._expand(games, games, boards, tiles, bags, to_come).best().values

    def _usual(self, games: Index, boards: Boards, to_come: int) -> Float32s:
        """(n,): what a tile of the bag is worth in the mean."""
        bags = self._bags(games, to_come + 1)
        if not isinstance(self.mind, HabitMind):
            return self.mind.values(boards, bags, to_come + 1, games)
        sums = np.zeros(len(games), np.float32)
        for _ in range(_DRAWS):
            tiles = (self._random.random(bags.shape) * self._unseen[games]).argmax(axis=1)
            sums += self._worth(games, boards, tiles, to_come)
        return sums / np.float32(_DRAWS)

    def _end(self, play: StagePlay) -> Played:
        play = _finished(play)
        thoughts = sum(one.kind is UseKind.SECOND_THOUGHT for one in play.uses)
        assert thoughts <= THOUGHTS
        return Played(score_position(self.rules, play.match.round.seats[0].position), thoughts)


def play_alone(player: str, stage: int, seed: str) -> BoardScore:
    """Return the score of a stage that a bot plays without aces, every move its own."""
    bot, random = make_bot(player), Random(seed)
    play = begin_stage(RunState(seed, False, stage=stage), player)
    for _ in play.match.rules.call_sizes:
        play = call_next(play)
        while play.match.round.seats[0].hand:
            placed = bot.choose(play.match, 0, random)
            play = move(play, Place(0, placed.tile, placed.space))
    play = _finished(play)
    return score_position(play.match.rules, play.match.round.seats[0].position)


def _finished(play: StagePlay) -> StagePlay:
    """The stage with the closing moves that score most; every player sees those."""
    if play.match.rules.has_aside:
        play = move(play, Finish(0, GreedyBot().choose_finish(play.match, 0, Random(0))))
    assert play.match.is_complete
    return play
