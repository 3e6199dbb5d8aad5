"""Advice before a placement, and the review of a round: luck, skill, mistakes, the level.

coach     the expected total of every legal placement, and the reasons
reasons   a placement's effects on the lines through its space, as data
replay    splits a round into one seat's moves, and replays it with another player in the seat
review    a round, placement by placement: luck, skill, the expected total
verdicts  the verdict on a single placement, and whether few players would find it
mistakes  a round's mistakes by kind, with the points they cost
level     an attempt's points, luck and costs of mistakes, for the player's level
"""
