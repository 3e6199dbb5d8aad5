"""Take It Easy!, the hexagon tile-laying game, in every edition."""

__version__ = "0.1.0"
