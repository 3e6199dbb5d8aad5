"""Climbs played by the computers: how far they come, and their climbs of the days' seeds.

hands    held aces of many games as arrays
hopes    what many boards can be expected to score with their aces
playing  stages played side by side, and the acts that were made
runs     climbs made of stages, with a choice of cards after each
days     the computers' climbs of the days' seeds, which are shipped
"""
