"""Records: every finished match, its figures, and the page of one deal.

control   groups of matches by rules, and the chosen one; no pygame
scene     groups of matches, figures and charts, actions on one of them
rows      the rows of groups and matches
picture   the charts of totals, lines and mistakes
standing  the player's level as charts
deal      every attempt at one deal
"""
