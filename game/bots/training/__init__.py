"""Trains the networks from nothing: `python -m game.bots.training --help`."""
