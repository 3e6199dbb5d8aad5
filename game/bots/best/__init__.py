"""The best board: an exact solver for any deal, board and rays (S1, S2, S4, P6).

solver    the search for the best total, with its proof or how far it came
problem   what is to be solved: spaces, tiles, and which tile may lie where
plans     for each line of a direction the number it is to show, or anything
pairs     which plans of two directions can go together: the inner loop
rays      which lines are to become suns, which moons
search    the search for boards by plans of three directions, the most valuable first
matching  putting tiles on spaces: one matching, all of them, or whatever fills the board
result    what was found; importing it loads no solver
"""
