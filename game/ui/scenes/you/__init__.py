"""The player's own page: best game, level, latest games, and links to goals, records and
puzzles.
"""
