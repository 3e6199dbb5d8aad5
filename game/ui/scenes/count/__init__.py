"""The end of a round: everybody's harvest grows band by band, and then the result stands there.

control      whose board and which round is shown, and how far the count is
harvests     the columns at the right, with totals, marks and what is earned
picture      the board with the line that is being counted
scene        the page: counts, then shows what is known
steps        the steps of a count as words and as bands
finish       the result of a match, which grows while engines and records are asked
words        what a result says; `verdict` is a challenge's
next_steps   the kinds of count, and where each leads
"""
