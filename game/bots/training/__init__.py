"""Training the value network: `python -m game.bots.training --help` (needs torch and numba)."""
