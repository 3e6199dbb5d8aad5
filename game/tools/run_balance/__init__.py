"""Balances the run: its stages played by the computers, and thousands of runs made of these plays.

minds    what a computer thinks that many boards are worth, all at once
playing  stages of the run played in lock-step, with the aces that change calls
plays    what was played, in a file that the tool goes on with
worth    how many more stages a player can expect, by what was played
runs     runs made of plays, with choices of aces, and the table of how far they come
"""
