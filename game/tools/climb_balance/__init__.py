"""Measures the balance of the Climb: computers play climbs of many seeds.

hands    held aces of many games as arrays
minds    the computers' evaluation of many boards at once
hopes    expected scores of many boards with their aces
playing  stages played side by side, with their acts
runs     climbs made of stages, with a choice of cards after each
table    climbs as rows of a file, and their statistics
days     the computers' climbs of the days' seeds, which are shipped
"""
