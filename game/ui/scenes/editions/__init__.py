"""Editions and their rules: the list, the drawer and the page from which several screens begin.

rows           the list of editions
page           the page with the list, an example, the players and one action
options        a row for each rule of the drawer
topics         the explanations of editions and rules
topic_picture  a small picture of the explained rule; `rules_picture` has a whole board
"""
