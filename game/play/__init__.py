"""A match being played, without drawing: turns, clocks, computer players, lessons.

A tile's way, at every table: `TableControl.place` checks the clock and calls `TableGame.place`,
which passes the move to its `keeper`; that owns the `Match`, applies the move once, stores the
result once and returns the events of the rules; `TableControl` returns them as `TableEvent`s for
the screen. The keeper of a match writes its file, a stage's the climb's file, a table apart's the
draft of the turn; a board of the boxed game goes to its `caller`, whose own keeper writes the whole
evening; a lesson's stores nothing. `pending_choices`
holds the open requests to computer players, which use `engines` (a protocol) and `question` (a
polled future).

A table is set up by `choices` (edited on screen), `editions` and `presets` (cards of choices) and
`table` (the result). `deal_source` makes the calls, `clock` is a pausable deadline, `closing` saves
unfinished closing moves, `catch_up` finds the events between two states of a match. `lesson` and
`lesson_flow` are the first game; `caller` and `entering` serve the boxed game; `league` reports
over many tables. Boards are described by `count_steps` (a score as sums),
`lines_now` (counts of lines), `public_boards` (what other screens may show), `own_seats` (this
installation's players) and `examples` (the rules' pages).
"""
