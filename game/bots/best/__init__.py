"""The exact solver of the best board for any tiles, board and rays (S1, S2, S4, P6).

`solver.best_of_round` states a `problem` (spaces, tiles, allowed tiles of each space) and searches
with each combination of rays (`rays`). For a direction's lines `plans` lists the numbers they can
score with; `pairs` finds the plans of two directions that are compatible, `search` joins three
directions, and `matching` assigns tiles to spaces. A `result` has the board and an upper bound;
importing it loads no solver.
"""
