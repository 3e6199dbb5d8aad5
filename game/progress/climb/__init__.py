"""The Climb: stages whose points are multiplied, with rising targets and cards to choose from.

A climb is made by its seed and the player's acts alone. Each stage is an ordinary round of an
ordinary ruleset and leaves an ordinary record, without a seed. `README.md` has the clauses, which
are cited as `K1` to `K26`.

    aces        the 24 aces, their levels and numbers, the cards that are offered
    ladder      stages, bosses, targets, crystals, ropes
    facts       what aces are reckoned from: lines, when each was completed, what is broken
    score       points x multiplier x gold, with each ace's part
    state       the state between two acts; the end of a stage, the choice after it
    stage       a stage while it is played: calls, placements, swaps
    record      a climb as JSON, recomputed when it is read
    open_climb  a climb being played, its acts, and the text that is saved at every act
    moments     the case of a laid tile and of a stage's end
    marks       the target's, the crystals' and the ghosts' marks on the points
    ending      what a card would have made of a stage, what was short, squares to share
    sharing     a climb's identity, its player's name, the code of its seed
    days        the computers' climbs of the days' seeds
"""
