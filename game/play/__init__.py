"""A match being played, without a picture: whose turn it is, and what happens next.

The classes of one table, from the inside out:

    table_game       `TableGame` owns the current `Match` and the source of its calls, applies every
                     move, hands each new match to whoever saves it, and knows the board in view
                     with the closing moves being tried
    table_control    `TableControl` adds time and computers: what may be done now, and what happens
                     by itself; its methods return `TableEvent`s, which the screen shows
    pending_choices  the open questions to computer players, one a seat

Around them: `table` is the setup of a table, `choices` what the setup screen edits, `presets` a
player's own mixtures, `editions` the printed editions as data, `deal_source` where calls come from.
`lesson` and `lesson_flow` run the first game; `count_steps` splits a score into sums; `league`
makes the reports of many tables; `caller`, `entering` and `calculator` serve the boxed game on a
real table. `engines` is the protocol by which this room uses computer players, `question` polls for
an answer of theirs.

Smaller ones: `clock` is a deadline that can be paused, `closing` stores closing moves that are
tried, `catch_up` finds the events between two states of a match. `lines_now` counts a board's
lines, `public_boards` which tiles of a board other screens may show, `own_seats` whose points are a
player's own, `examples` are the positions of the rules' pages.
"""
