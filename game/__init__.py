"""Take It Easy!, the hexagon tile-laying game, in every edition."""

__version__ = "0.1.0"

DISTRIBUTION = "take-it-easy-game"
"""Whose package this is: `game` is a name that others use too (`take_it_easy.py` looks)."""
