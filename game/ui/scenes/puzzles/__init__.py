"""Puzzles made from the player's own mistakes."""
