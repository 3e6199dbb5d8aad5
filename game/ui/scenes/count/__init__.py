"""The count after a round: sum by sum, then the result of the match.

control      which round of which seat is counted, and how far
picture      the board with the line that is being counted; `rows` are the sums beside it
scene        counts line after line, then shows the result
finish       the result of a match, which grows while engines and records are asked
result_view  the result as parts of a page; `scale`, `sheet` and `verdict` are on it
timeline     the animations; `particles` is the confetti
next_steps   the kinds of count, and where each leads
"""
