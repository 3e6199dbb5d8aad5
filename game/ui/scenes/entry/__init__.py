"""Entering boards from a real table, and the score calculator.

board    the board that is being entered, as a widget
control  cursor, typing, undo, and the best possible board
mode     the two purposes: players of a called round, or the calculator
picture  what the board earns: the total, and a chip a line or ray
"""
