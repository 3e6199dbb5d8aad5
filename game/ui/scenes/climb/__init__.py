"""The Climb: its mountain, its stages at the table, the choice between them, and its end.

`start` is the mountain, where a climb begins; `camps` finds whose pennant is where. `mode` is the
mode of a stage's table, `keeper` keeps its score as it is shown, `standing` draws product, harvest
and marks, `naming` has their words, `pause` is the pause and where a climb that ends leads. `after`
shows what a stage made, `choice` offers the cards. `end` is the page of a finished climb, `scores`
the rows of the table, `control` what these pages know.
"""
