"""Take It Easy!, the hexagon tile-laying game, in every edition."""

__version__ = "0.1.0"

HOMEPAGE = "https://take-it-easy.example"
"""The project's address, which wheel, Debian package and stores show: not registered yet."""

CONTACT = "founders@take-it-easy.example"
"""Where people write to, shown in the same places: not registered yet."""

DISTRIBUTION = "take-it-easy-game"
"""Whose package this is: `game` is a name that others use too (`take_it_easy.py` looks)."""
