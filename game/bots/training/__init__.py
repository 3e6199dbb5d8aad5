"""Trains the networks from nothing: `python -m game.bots.training --help`.

labels         plays training games and labels their boards with later values
close_choices  makes lessons of pairs of boards with rollouts of the same calls
learn          the network's gradients, derived by hand, and Adam's steps
quick_look     trains the shortlist of placements on a network's values
opening_book   computes the book of the first two placements
"""
