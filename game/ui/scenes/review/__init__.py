"""The review of a finished round, placement by placement.

control  requests the reviews from the engines; has the placement on display
scene    the page: harvest with missing points, or one placement with reasons
page     the sentences and figures of a review
picture  its board; `calls` the row of calls with luck and costs
branch   another line from a placement, played on beside the real one
"""
