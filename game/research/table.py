"""Several players at one table, any rules, by the conventions of PettingZoo."""

from typing import Any, TypeAlias

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from game.cli.drawing import draw_board
from game.research.dealing import (
    Dealer,
    SeedDealer,
    act,
    advance,
    as_rules,
    checked_action,
    checked_seed,
    is_waited_for,
    option_of,
    random_seed,
)
from game.research.encoding import Bits, Encoding
from game.rules.match import Match, Player, new_match
from game.rules.match_score import score_match
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset

SeatObservations: TypeAlias = dict[str, Bits]


class TableEnv(AECEnv[str, SeatObservations, "np.integer[Any] | int | None"]):
    """A match of two to six players. The agents that have not answered a call act in seat order.

    An observation is a dict: `observation` has one row of `Encoding` for each player, the agent's
    own first and the others in seat order after it; `action_mask` are the legal actions. Each
    agent's rewards sum to its total. An illegal action costs its agent 1, as in `SoloEnv`, and ends
    the match for all, because the others would wait for ever for an agent that repeats it. Raises
    `RulesetError` for a table that the rules forbid.
    """

    metadata = {  # noqa: RUF012
        "name": "take_it_easy_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Ruleset | str = "classic free single best-ray",
        players: int = 2,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = as_rules(rules)
        self.render_mode = render_mode
        self.encoding = Encoding(self.rules)
        self.possible_agents = [f"player_{i}" for i in range(players)]
        self.agents = list(self.possible_agents)
        shape = (players, self.encoding.length)
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 1, shape, np.int8),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )
        choices = gymnasium.spaces.Discrete(self.encoding.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, choices)
        self._fresh = new_match(self.rules, tuple(Player(name) for name in self.possible_agents))
        self._random = np.random.default_rng()
        self._deal: Dealer = SeedDealer(self.rules, "0")
        self.match: Match = self._fresh
        self._closing: tuple[Placement, ...] = ()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match; options are those of `SoloEnv`."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        # PettingZoo's own checker passes an option, so that unknown ones must be accepted.
        chosen = option_of(options, "seed", warns=True)
        dealt = random_seed(self._random) if chosen is None else checked_seed(chosen)
        self._deal = SeedDealer(self.rules, dealt)
        self.agents = list(self.possible_agents)
        self.match, self._closing = advance(self._fresh, self._deal), ()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._totals = [0.0] * len(self.agents)
        self.agent_selection = self._next_agent(0)

    def observe(self, agent: str) -> SeatObservations:
        """Return an agent's observation: all boards, its own first, and its action mask."""
        seat, count = self.possible_agents.index(agent), len(self.possible_agents)
        is_turn = agent == self.agent_selection and not self.terminations.get(agent, True)
        closing = self._closing if is_turn else ()
        rows = [self.encoding.observe(self.match, seat, closing)]
        rows += [self.encoding.observe(self.match, (seat + i) % count) for i in range(1, count)]
        mask = np.zeros(self.encoding.actions, np.int8)
        if is_turn:
            mask = self.encoding.mask(self.match, seat, closing)
        return {"observation": np.stack(rows), "action_mask": mask}

    def step(self, action: np.integer[Any] | int | None) -> None:
        """Let the selected agent act. Raises `ValueError` for an invalid action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        action = checked_action(-1 if action is None else action, self.encoding.actions)
        self._cumulative_rewards[agent] = 0.0
        seat = self.possible_agents.index(agent)
        if not self.encoding.mask(self.match, seat, self._closing)[action]:
            self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: -1.0}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            placement = self.encoding.placement_of(self.match.round.seats[seat], action)
            acted, self._closing = act(self.match, seat, placement, self._closing)
            self.match = advance(acted, self._deal)
            totals = [score.total for score in score_match(self.match).players]
            for name, now, before in zip(self.possible_agents, totals, self._totals, strict=True):
                self.rewards[name] = now - before
            self._totals = totals
            if self.match.is_complete:
                self.terminations = dict.fromkeys(self.agents, True)
            else:
                self.agent_selection = self._next_agent(seat)
        self._accumulate_rewards()

    def _next_agent(self, seat: int) -> str:
        """Return the next agent: the same one while it has a hand, else the next in seat order."""
        count = len(self.possible_agents)
        order = [(seat + i) % count for i in range(count)]
        return self.possible_agents[next(i for i in order if is_waited_for(self.match, i))]

    def render(self) -> str | None:
        """Return all boards as text, with `render_mode="ansi"`."""
        if self.render_mode != "ansi" or not self.match.rounds:
            return None
        lines: list[str] = []
        for name, seat in zip(self.possible_agents, self.match.round.seats, strict=True):
            lines += [name, *draw_board(self.rules, seat.position), ""]
        return "\n".join(lines)

    def close(self) -> None:
        """Do nothing: there is no resource to close."""
