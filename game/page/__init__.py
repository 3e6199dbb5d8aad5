"""Texts and web pages for people who may not have the game.

`result` writes a match as a text that spoils nothing, `climb_words` a climb; `possible` computes a
deal's best totals for it, `holders` who held each seat. `making` computes a web page's data from a
match or a deal, `daily` that of every day; `data` is their plain values, `tables` those of the
rules. `document` builds one HTML file of them with `assets/page`. `league` makes a game master's
reports.
"""
