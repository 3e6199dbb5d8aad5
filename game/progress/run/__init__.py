"""The run: stage after stage on the real rules, with rising targets and three aces to choose from.

A run is made by its seed and the player's choices alone. Each stage is an ordinary round of an
ordinary ruleset and leaves an ordinary record; an ace acts only on which tile is called when, on
the time, on the target, or pays points beside the board's.

    ladder   the stages: rules, targets, seconds, what is kept in reserve
    aces     the aces: how many can be held, what they pay, what is offered
    deck     which tiles a stage calls, by its seed and the aces that were used
    stage    one stage while it is played, up to its last placement
    state    where a run stands, and what a stage and a choice make of it
    record   a run as JSON, recomputed from the first stage to the last when it is read
    open_run a run that is being played, and the text that is saved at every act
    table    the open stage at a table: its calls, its clock, the use of aces
    game     begins, resumes, saves and ends a run
    outcome  what a run came to: best stage, last stage, what was missing; squares to share
    progress where the player stands: the run that waits, today's, the best
    earned   which goals runs have earned
    arrivals how a friend's run stands to the stored ones
    scores   the high-score table over a day, a week, or all runs
"""
