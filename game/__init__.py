"""Take It Easy!, the hexagon tile-laying game, in every edition.

The rooms, each with a head in its `__init__`; each imports only rooms above it:

    rules      the game itself: a match is a value, `apply` returns the next one
    play       a match being played: turns, clocks, lessons; no drawing
    bots       computer players, the coach, the exact solver
    locale     catalogues, plural forms, numbers and dates of four languages
    storage    settings, the saved match, the history, deal codes
    progress   goals, level, challenges, daily deals, puzzles
    climb      the Climb: its aces, its stages, and every climb that was played
    net        tables of players at different computers
    page       web pages and texts that are sent to others
    cli        the commands that need no window
    research   environments for learning, and a benchmark
    ui         the window and everything in it
    tools      makers of the game's data and bundles; no player runs them

`__main__` reads the arguments and starts a command or the window. `game.ui.scenes.table` describes
a placed tile's way from the click to the disk, the count and the review.

The words of the code:

    tile        three stripes with a number each, and a sun or a moon
    space       a hexagon of the board, known by its index
    line        a straight row of spaces; scores length times number if its stripes match
    ray         a line full of suns, or of moons
    daffodil    the place beside the Daffodil board where tiles are set aside
    deal        a seed and rules, which determine all calls
    call        the tiles that every seat places next
    hand        the tiles of a call that a seat has not placed yet
    placement   a tile and the space on which it is put
    turn        a seat's placements in one call
    seat        a player's place in a match, and the state of that player's round
    round       one board filled by every seat
    match       the rounds of one game, as an immutable value; a record is its text
    event       an effect of a move that `apply` returns, such as a completed line
    mark        a reason why a match is no first, unaided attempt at its deal
    handicap    the clock or blind play; such matches are compared only with each other
    edition     a printed set of rules, as a card of the setup
    level       a computer's strength, and a player's measured against the computers
    luck        points that the calls gave above the average, which a level leaves out
    phase       a state of a table, a lesson, or another state machine
    leader      the program that leads a network table; all others there are guests
    journal     the leader's list of a network table's events, from which all state follows
    climb       a series of stages with rising targets
    stage       one round of a climb
    ace         a card of a climb that multiplies points
    rope        a life of a climb
    crystal     the price of new cards in a climb
    band        a flat stripe in a colour of the box, the element of the window's look
    harvest     the finished lines of a board as stacked bands: the score
    flag        a finished game's harvest inside a hexagon
    door        a band on the title that opens a page
"""

__version__ = "1.0.0"

DISTRIBUTION = "take-it-easy-game"
"""The name of the package for pip."""

PROGRAM = "take-it-easy"
"""The command that starts the program, and its name on a desktop."""
