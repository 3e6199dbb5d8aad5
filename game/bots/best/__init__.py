"""The best board: an exact solver for any deal, board and rays (S1, S2, S4, P6)."""
