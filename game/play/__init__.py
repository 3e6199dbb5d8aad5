"""A match being played, without a picture: whose turn it is, and what happens next.

The classes of one table, from the inside out:

    session          `Session` owns the current `Match`, applies every move to it, and hands each
                     new match to whoever saves it
    table_game       `TableGame` adds the board in view, the computers, and the tiles being tried
    table_control    `TableControl` adds time: what may be done now, and what comes by itself; its
                     methods return `TableEvent`s for the screen to show
    pending_choices  the questions that computer players have still to answer

Around them: `table` is what a table is set up with, `choices` how a setup is chosen, `editions` the
printed editions as data, `deal_source` where calls come from. `lesson` and `lesson_flow` are the
first game, `challenges`, `goals` and `daily` what there is to achieve, `count_steps` a score as
sums, `league` the reports of many tables, `caller`, `entering` and `calculator` the boxed game on
a real table. Engines come in through the protocol in `engines`.
"""
