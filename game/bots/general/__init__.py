"""A general estimate of what a board will score in the end, for every combination of rules.

The estimate is a sum of small tables looked up by what can be counted at the table: how many
spaces of a line are still open, in which number, how many tiles of that number the bag holds,
which numbers each empty space waits for and whether a tile that has them all still exists.
The tables are learned by self-play (`python -m game.bots.training.general`), one set for each
combination of board, placement and rays. Everything works on many boards at once in numpy.
"""
