"""Records: every finished match, its figures, and the page of one deal.

control   groups of matches by rules, and the chosen one; no pygame
scene     the groups, the chosen match and its actions; the statistics
rows      the rows of groups and matches
picture   the charts of totals, lines and mistakes
deal      every attempt at one deal
"""
