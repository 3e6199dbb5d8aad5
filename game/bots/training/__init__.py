"""Trains the networks from nothing: `python -m game.bots.training --help`.

labels         plays training games, and labels the boards with what they turned out to be worth
close_choices  makes lessons of pairs of boards that are played on with equal calls
learn          the network's gradients by hand, and Adam's steps
quick_look     teaches the quick filter of placements what a network thinks of them
opening_book   makes the book of the first two placements
"""
