"""Many boards of the standard game in parallel, by the conventions of Gymnasium."""

from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from game.research.dealing import as_rules, option_of
from game.research.encoding import TILE_BITS, TILE_ROWS, Bits, Encoding
from game.research.solo import SoloEnv
from game.rules.boards import CLASSIC
from game.rules.ruleset import Ruleset
from game.rules.tiles import NUMBERS, Direction

Ints: TypeAlias = NDArray[np.int64]

MANY_RULES: Final = Ruleset()
ENCODING: Final = Encoding(MANY_RULES)
SPACES: Final = len(CLASSIC)
DECK_SIZE: Final = len(CLASSIC.tile_set)
ANY_STRIPES: Final = (1 << 9) - 1
"""The stripe bits of a place outside the board, which never restricts a line."""


def _through() -> tuple[Ints, Ints]:
    """Return the spaces [19, 3, 5] of the three lines through each space, and lengths [19, 3].

    The index 19 pads shorter lines.
    """
    spaces = np.full((SPACES, 3, 5), SPACES, np.int64)
    lengths = np.zeros((SPACES, 3), np.int64)
    for space in range(SPACES):
        for way, direction in enumerate(Direction):
            (line,) = (n for n in CLASSIC.lines if n.direction is direction and space in n.spaces)
            spaces[space, way, : len(line)] = line.spaces
            lengths[space, way] = len(line)
    return spaces, lengths


_LINES, _LENGTHS = _through()
_STRIPES: Final = (TILE_ROWS[:DECK_SIZE, :9].astype(np.int64) << np.arange(9)).sum(axis=1)
_WAYS: Final = np.array([0b111 << 3 * way for way in range(3)], np.int64)
_NUMBER: Final = np.zeros(1 << 9, np.int64)
for _way, _direction in enumerate(Direction):
    for _place, _number in enumerate(NUMBERS[_direction]):
        _NUMBER[1 << 3 * _way + _place] = _number


def make_many(
    num_envs: int = 1, rules: Ruleset | str = MANY_RULES, max_episode_steps: int | None = None
) -> VectorEnv[Any, Any, Any]:
    """Return many boards with the same rules and different deals.

    The standard game is a `ManyEnv`; other rules give Gymnasium's `SyncVectorEnv` of `SoloEnv`.
    Both begin again in the step that ends a match. Gymnasium passes the registered
    `max_episode_steps`; no match is that long. Raises `FormatError` or `RulesetError`.
    """
    rules = as_rules(rules)
    if rules == MANY_RULES:
        return ManyEnv(num_envs)
    return SyncVectorEnv(
        [lambda: SoloEnv(rules)] * num_envs, autoreset_mode=AutoresetMode.SAME_STEP
    )


class ManyEnv(VectorEnv[Bits, Ints, NDArray[np.float64] | NDArray[np.bool_]]):
    """`num_envs` boards of the standard game, each with a different deal.

    Observations, actions and rewards are those of `SoloEnv` with default rules. All boards are full
    after 19 steps and begin again in the last one (`AutoresetMode.SAME_STEP`), when
    `info["final_obs"]` has the full boards and `info["final_info"]["total"]` their totals.
    `reset(options={"orders": …})` deals these tile indices [num_envs, 19 or more] first. An invalid
    action or a filled space raises `ValueError` (see `info["action_mask"]`), and so do other rules;
    `make_many` has those.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, num_envs: int = 1024, rules: Ruleset | str = MANY_RULES) -> None:
        if as_rules(rules) != MANY_RULES:
            raise ValueError(f"ManyEnv plays {MANY_RULES}, not {as_rules(rules)}: use make_vec")
        self.num_envs = num_envs
        self.single_observation_space = gymnasium.spaces.Box(0, 1, (ENCODING.length,), np.int8)
        self.single_action_space = gymnasium.spaces.Discrete(ENCODING.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._observations = np.zeros((num_envs, ENCODING.length), np.int8)
        self._view_observations()
        self._stripes = np.zeros((num_envs, SPACES + 1), np.int64)
        self._free = np.ones((num_envs, SPACES), np.int8)
        self._totals = np.zeros(num_envs)
        self._orders = np.zeros((num_envs, SPACES), np.int64)
        self._placed = 0

    def _view_observations(self) -> None:
        """Create the views of the observations' parts: places, hand and bag."""
        split = SPACES * TILE_BITS
        self._places = self._observations[:, :split].reshape(self.num_envs, SPACES, TILE_BITS)
        self._hand = self._observations[:, split : split + TILE_BITS]
        self._bag = self._observations[:, split + TILE_BITS : split + TILE_BITS + DECK_SIZE]

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Pickling turns views into separate arrays.
        self.__dict__.update(state)
        self._view_observations()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bits, dict[str, Any]]:
        """Begin on all boards. Raises `ValueError` for an unknown option or invalid orders."""
        super().reset(seed=seed[0] if isinstance(seed, list) else seed)
        self._begin(option_of(options, "orders"))
        return self._observations.copy(), self._info()

    def _begin(self, orders: Ints | None = None) -> None:
        if orders is None:
            tiles = np.broadcast_to(np.arange(DECK_SIZE), (self.num_envs, DECK_SIZE))
            orders = self.np_random.permuted(tiles, axis=1)
        orders = np.asarray(orders)
        if orders.ndim != 2 or len(orders) != self.num_envs or orders.shape[1] < SPACES:
            raise ValueError(
                f"orders has the shape {orders.shape}, not ({self.num_envs}, {SPACES} or more)"
            )
        tiles = np.sort(orders, axis=1)
        is_whole = np.issubdtype(orders.dtype, np.integer)
        if not is_whole or tiles[:, 0].min() < 0 or tiles[:, -1].max() >= DECK_SIZE:
            raise ValueError(f"orders must be whole numbers of 0 to {DECK_SIZE - 1}")
        if (tiles[:, 1:] == tiles[:, :-1]).any():
            raise ValueError("orders call a tile twice")
        self._orders = orders
        self._placed = 0
        self._observations[:] = 0
        self._bag[:] = 1
        self._stripes[:] = 0
        self._stripes[:, SPACES] = ANY_STRIPES
        self._free[:] = 1
        self._totals[:] = 0
        self._call()

    def _call(self) -> None:
        tiles = self._orders[:, self._placed]
        self._hand[:] = TILE_ROWS[tiles]
        self._bag[self._rows, tiles] = 0

    def step(
        self, actions: Ints
    ) -> tuple[Bits, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Place the called tile on each board. Raises `ValueError` for an illegal action."""
        rows, actions = self._rows, np.asarray(actions)
        is_whole = np.issubdtype(actions.dtype, np.integer)
        is_whole = is_whole and actions.shape == rows.shape
        if not is_whole or not ((actions >= 0) & (actions < SPACES)).all():
            raise ValueError(f"actions must be {self.num_envs} numbers of 0 to {SPACES - 1}")
        if not self._free[rows, actions].all():
            taken = int(np.flatnonzero(self._free[rows, actions] == 0)[0])
            raise ValueError(
                f"board {taken}: space {CLASSIC.name_of(int(actions[taken]))} is taken"
            )
        tiles = self._orders[:, self._placed]
        self._places[rows, actions] = TILE_ROWS[tiles]
        self._free[rows, actions] = 0
        self._stripes[rows, actions] = _STRIPES[tiles]
        lines = self._stripes[rows[:, None, None], _LINES[actions]]
        common = np.bitwise_and.reduce(lines, axis=2) & _WAYS
        rewards = (_NUMBER[common] * _LENGTHS[actions]).sum(axis=1).astype(np.float64)
        self._totals += rewards
        self._placed += 1
        is_over = self._placed == SPACES
        over = np.full(self.num_envs, is_over)
        final: dict[str, Any] = {}
        if is_over:
            self._hand[:] = 0
            final = {
                "final_obs": self._observations.copy(),
                "final_info": self._info(),
                "_final_obs": over,
            }
            final["_final_info"] = over
            self._begin()
        else:
            self._call()
        return (
            self._observations.copy(),
            rewards,
            over,
            np.zeros(self.num_envs, np.bool_),
            (self._info() | final),
        )

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._free.copy(), "total": self._totals.copy()}
