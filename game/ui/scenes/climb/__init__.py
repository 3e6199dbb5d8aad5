"""The pages of the Climb: the mountain, a stage at the table, the choice after it, the end.

start     the mountain, where a climb begins; `camps` finds the pennants
mode      the table's mode for a stage; `score_display` follows its score, `score_picture` draws it
pause     the pause of a stage, and the page after giving up
after     the result of a stage; `choice` then offers the cards
end       the page of a finished climb; `scores` the high-score table
control   the data of these pages; `naming` their common words
"""
