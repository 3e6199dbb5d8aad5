"""The review of a finished round, placement by placement.

control  requests the reviews from the engines; has the placement on display
scene    the page: harvest with missing points, or one placement with reasons
page     the sentences and figures of a review
picture  its board; `calls` the row of calls with luck and costs
branch   the table's mode that plays another line from a placement beside the real one
"""
