"""The Climb: stages whose points are multiplied, with rising targets and cards to choose from.

A climb is determined by its seed and the player's acts. Each stage is an ordinary round and leaves
an ordinary record, without a seed. `README.md` has the clauses, cited as `K1` to `K26`.

aces        the aces, their levels and numbers, the cards that are offered
stage_rules stages, bosses, targets, crystals, ropes
facts       the lines of a board as aces see them; `score` multiplies with them
state       the state between acts; the end of a stage, the choice after it
stage       an open stage: calls, placements, swaps; `table` plays it at a table
open_climb  an open climb and its text; `game` saves it at every act
record      a finished climb as JSON, recomputed when read; `sharing` its codes
scores      the high-score table; `arrivals` climbs from others, `ghosts` beside the player's
ending      gains of cards, shortfalls, squares to share; `moments`, `marks` of a stage
"""
