"""Entering boards from a real table, and the score calculator.

board    the board being entered, as a widget
control  cursor, typing, undo, and the best possible board
mode     the two uses: the players of a called round, or the calculator
picture  the harvest of the board being entered
scene    the page; a tile goes from its keys through `control.put` to the boards
"""
