"""The review of a finished round, placement by placement.

`page` has its words, `picture` its board, `curve` the stair of the expected total.
"""
