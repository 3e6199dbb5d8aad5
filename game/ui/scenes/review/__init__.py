"""The review of a finished round, placement by placement.

`control` asks the engines and knows the placement in view; `page` has its words, `picture` its
board, `curve` the stair of the expected total.
"""
