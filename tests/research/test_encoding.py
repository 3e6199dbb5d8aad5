"""Positions as bits, and placements as numbered actions."""

from __future__ import annotations

from random import Random

import numpy as np

from game.research.dealing import is_waited_for
from game.research.encoding import TILE_BITS, TILE_ROWS, Encoding
from game.research.table import TableEnv
from game.rules.match import legal_placements
from game.rules.moves import Finish
from game.rules.ruleset import Ruleset
from tests.each import each
from tests.rules.random_matches import walk


def test_a_closing_move_that_is_made_is_seen_and_offered_no_more() -> None:
    env = TableEnv("daffodil-4 free single none", 2)
    env.reset(seed=5)
    first = env.encoding.hand_size * env.encoding.places
    while True:
        mask = env.observe(env.agent_selection)["action_mask"]
        closing = [a for a in np.flatnonzero(mask) if first <= a < env.encoding.actions - 1]
        if closing:
            break
        env.step(int(np.flatnonzero(mask)[-1] if not mask[-1] else env.encoding.actions - 1))
    agent, action = env.agent_selection, int(closing[0])
    before = env.observe(agent)["observation"][0]
    env.step(action)
    assert env.agent_selection == agent
    after = env.observe(agent)
    assert not after["action_mask"][action]
    assert (after["observation"][0] != before).any()


@each(
    [
        "classic adjacent single none",
        "daffodil-4 free pairs rays rounds=2",
        "daffodil-2 free mail none",
    ]
)
def test_an_observation_shows_boards_hand_bag_and_what_is_to_be_chosen(text: str) -> None:
    """Tile by tile; each legal placement is one action, which reads back."""
    rules = Ruleset.parse(text)
    encoding, closing = Encoding(rules), 0
    for before, move, match in walk(rules, 2, Random(text), takebacks=0, misses=0):
        seat = match.round.seats[1]
        row, mask = encoding.observe(match, 1), encoding.mask(match, 1)
        assert len(row) == encoding.length
        assert len(mask) == encoding.actions
        places = row[: -1 - len(rules.grid.tile_set)].reshape(-1, TILE_BITS)
        empty = [None] * (encoding.hand_size - len(seat.hand))
        aside = [*seat.position.aside, *[None] * 3][: 3 * rules.has_aside]
        for bits, tile in zip(
            places, [*seat.position.tiles, *seat.hand, *empty, *aside], strict=True
        ):
            assert (bits == (0 if tile is None else TILE_ROWS[tile.index])).all()
        bag = row[-1 - len(rules.grid.tile_set) : -1]
        assert [tile in match.bag for tile in rules.grid.tile_set] == list(bag)
        assert bool(row[-1]) is (rules.has_aside and seat.has_played(rules))
        legal = legal_placements(match, 1)
        actions = [encoding.action_of(seat, placement) for placement in legal]
        assert [encoding.placement_of(seat, action) for action in actions] == list(legal)
        first = encoding.hand_size * encoding.places
        assert sorted(actions) == [a for a in np.flatnonzero(mask) if a < first]
        is_closing = rules.has_aside and seat.has_played(rules) and seat.finish is None
        assert is_waited_for(match, 1) is (bool(seat.hand) or is_closing)
        if is_closing:
            assert mask[-1]
            assert encoding.placement_of(seat, encoding.actions - 1) is None
            tame = [tile for tile in seat.position.aside if not tile.is_wild]
            assert mask[first:].sum() == 1 + 3 * len(tame)
        if isinstance(move, Finish) and move.seat == 1 and move.placements:
            closing += 1
            moves = move.placements[:1]
            chosen = encoding.observe(before, 1, moves)
            shown = chosen[: -1 - len(rules.grid.tile_set)].reshape(-1, TILE_BITS)
            (own,) = before.round.seats[1:]
            tiles = [*own.position.tiles, *[None] * encoding.hand_size, *own.position.aside]
            tiles[tiles.index(moves[0].tile)] = None
            tiles[moves[0].space] = moves[0].tile
            tiles += [None] * (len(shown) - len(tiles))
            for bits, tile in zip(shown, tiles, strict=True):
                assert (bits == (0 if tile is None else TILE_ROWS[tile.index])).all()
            left = encoding.mask(before, 1, moves)[first:].sum()
            movable = [tile for tile in seat.position.aside if not tile.is_wild]
            movable += [one.tile for one in move.placements]
            assert left == 1 + 2 * (len(set(movable)) - 1)
    assert closing > 0 or not rules.has_aside
