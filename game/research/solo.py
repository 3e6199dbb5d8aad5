"""One player, any rules, by the conventions of Gymnasium."""

from typing import Any, Final

import gymnasium
import numpy as np

from game.cli.drawing import draw_board
from game.research.dealing import (
    Dealer,
    SeedDealer,
    act,
    advance,
    as_rules,
    checked_action,
    checked_seed,
    option_of,
    random_seed,
)
from game.research.encoding import Bits, Encoding
from game.rules.match import Match, Player, new_match
from game.rules.match_score import score_match
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset

REFUSED: Final = -1.0
"""The reward of an illegal action, which changes nothing."""

MOST_REFUSED: Final = 100
"""Illegal actions in a row that truncate an episode; a player who chooses among all spaces at
random makes as many for the last tile in one of two hundred standard games."""


class SoloEnv(gymnasium.Env[Bits, np.int64]):
    """A match for one player. Observations and actions are those of `Encoding`.

    `info["action_mask"]` and `action_masks()` are the legal actions. The rewards of an episode sum
    to the match's total. `reset(options={"seed": "42"})` deals what `take-it-easy deal 42` prints.
    `MOST_REFUSED` illegal actions in a row truncate the episode. Raises `RulesetError` for rules
    that need opponents.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self, rules: Ruleset | str = "classic free single none", render_mode: str | None = None
    ) -> None:
        self.rules = as_rules(rules)
        self.render_mode = render_mode
        self.encoding = Encoding(self.rules)
        self.action_space = gymnasium.spaces.Discrete(self.encoding.actions)
        self.observation_space = gymnasium.spaces.Box(0, 1, (self.encoding.length,), np.int8)
        self._fresh = new_match(self.rules, (Player("agent"),))
        self._deal: Dealer = SeedDealer(self.rules, "0")
        self._closing: tuple[Placement, ...] = ()
        self._total = 0.0
        self._refused = 0
        self.match: Match = self._fresh

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bits, dict[str, Any]]:
        """Begin a new match. Raises `ValueError` for an unknown option or an invalid seed."""
        super().reset(seed=seed)
        chosen = option_of(options, "seed")
        dealt = random_seed(self.np_random) if chosen is None else checked_seed(chosen)
        self._deal = SeedDealer(self.rules, dealt)
        self._closing, self._total, self._refused = (), 0.0, 0
        self.match = advance(self._fresh, self._deal)
        return self._observe(), self._info()

    def step(self, action: np.integer[Any] | int) -> tuple[Bits, float, bool, bool, dict[str, Any]]:
        """Place a tile or make a closing move; an illegal action changes nothing and costs 1.

        Raises `ValueError` for an invalid number.
        """
        action = checked_action(action, self.encoding.actions)
        if not self.action_masks()[action]:
            self._refused += 1
            is_truncated = self._refused >= MOST_REFUSED
            return self._observe(), REFUSED, False, is_truncated, self._info()
        self._refused = 0
        placement = self.encoding.placement_of(self.match.round.seats[0], action)
        acted, self._closing = act(self.match, 0, placement, self._closing)
        self.match = advance(acted, self._deal)
        total = score_match(self.match).players[0].total
        reward, self._total = total - self._total, total
        return self._observe(), reward, self.match.is_complete, False, self._info()

    def action_masks(self) -> Bits:
        """Return the action mask [actions]: 1 for every legal action."""
        return self.encoding.mask(self.match, 0, self._closing)

    def render(self) -> str | None:
        """Return the board as text, with `render_mode="ansi"`."""
        if self.render_mode != "ansi" or not self.match.rounds:
            return None
        seat = self.match.round.seats[0]
        hand = " ".join(map(str, seat.hand))
        return "\n".join([*draw_board(self.rules, seat.position), hand, ""])

    def _observe(self) -> Bits:
        return self.encoding.observe(self.match, 0, self._closing)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "total": self._total}
