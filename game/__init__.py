"""Take It Easy!, the hexagon tile-laying game, in every edition.

The rooms, each with a head of its own in its `__init__`; each imports only rooms above it:

    rules      the game itself: a match is a value, `apply` returns the next one
    play       a match being played: whose turn it is, clocks, lessons; no drawing
    bots       computer players, the coach, the exact solver
    locale     catalogues, plural forms, numbers and dates of four languages
    storage    settings, the saved match, the history, deal codes
    progress   what a player has reached: goals, level, challenges, daily deals, puzzles
    net        tables whose players sit elsewhere
    page       web pages and texts that are sent to others
    cli        the commands that need no window
    research   environments for learning, and a benchmark
    ui         the window and everything in it
    tools      makers of pictures, sounds and documents; no player runs them

`__main__` reads the arguments and starts a command or the window. The way of one placed tile,
from the click to the disk, the count and the review, is told in `game.ui.scenes.table`.
"""

__version__ = "1.0.0"

DISTRIBUTION = "take-it-easy-game"
"""What pip calls the package."""
