"""Texts and web pages for people who may not have the game.

A web page's way: `making` takes a match or a deal (`daily` all days' deals), computes the best
possible totals (`possible`) and reviews, and has `data` turn them into plain values, with `tables`
of the rules; `document` puts these into one HTML file with the scripts of `assets/page`.

`result` writes a match as a text without spoilers, `climb_words` a climb; `holders` are the players
of each seat in turn; `league` has a game master's reports.
"""
