"""Texts and web pages for people who may not have the game.

`possible` computes a deal's best totals, `result` writes a match as a text that spoils nothing,
`data` turns a match or a challenge into plain values, `document` builds one HTML file of them with
`assets/page`.
"""
