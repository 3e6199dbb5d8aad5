"""Learning what boards are worth, from nothing: `python -m game.bots.training --help`."""
