"""The menu, with a board that plays by itself.

scene     the choices, beside a board that plays by itself
attract   that board
progress  the last seven days, the ladder and the level, as data
step      the line of what to do next
link      words without a box, which light up under the pointer
loading   loads the modules that a table needs while the menu is open
"""
