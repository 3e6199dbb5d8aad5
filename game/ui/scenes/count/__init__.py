"""The page at the end of a round: it counts every board band by band, then shows the result.

control      the progress of a count: the boards' bands, the seat and round on display
harvests     the players' columns, with totals, marks and earned hexagons
picture      the board with the line being counted
scene        the page: runs the count, then displays the result
steps        a step of a count in words, and its colour
finish       the result of a match; grows while engines and records are queried
words        the sentences of a result; `verdict` has those of a challenge
next_steps   builds each kind of count with its exits
"""
