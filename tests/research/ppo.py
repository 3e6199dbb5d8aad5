"""Trains MaskablePPO of sb3-contrib on the game: `python -m tests.research.ppo --steps 100000`.

Needs `pip install torch sb3-contrib` beside the extra `research`. It prints the mean total of
greedy games before and after.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecNormalize

from game.research.solo import SoloEnv


def mean_total(model: MaskablePPO, rules: str, games: int) -> float:
    """The mean total of so many games in which the likeliest allowed action is taken."""
    env, totals = SoloEnv(rules), []
    for game in range(games):
        seen, info = env.reset(seed=game)
        is_over = False
        while not is_over:
            action, _ = model.predict(
                seen, action_masks=info["action_mask"].astype(bool), deterministic=True
            )
            seen, _, is_over, _, info = env.step(int(action))
        totals.append(info["total"])
    return float(np.mean(totals))


def main() -> None:
    """Train, and say what it was worth."""
    parser = argparse.ArgumentParser(prog="python -m tests.research.ppo", description=__doc__)
    parser.add_argument("--rules", default="classic free single none")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--boards", type=int, default=16)
    options = parser.parse_args()
    boards = make_vec_env(lambda: SoloEnv(options.rules), n_envs=options.boards, seed=1)
    model = MaskablePPO(
        "MlpPolicy",
        VecNormalize(boards, norm_obs=False),
        learning_rate=1e-3,
        n_steps=128,
        batch_size=512,
        gae_lambda=1.0,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
        device="cpu",
    )
    print(f"untrained: {mean_total(model, options.rules, options.games):.1f}")
    began = time.monotonic()
    model.learn(options.steps)
    seconds = time.monotonic() - began
    total = mean_total(model, options.rules, options.games)
    print(f"after {options.steps} placements, {seconds:.0f} s: {total:.1f}")


if __name__ == "__main__":
    main()
