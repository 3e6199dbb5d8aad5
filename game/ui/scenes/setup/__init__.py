"""The page Play: saved games; edition, rules and players of a new match.

scene    starts from an edition; everything can be changed
control  the choices, and the table made from them
seats    the rows of the seats; `look` chooses a person's picture and colour
"""
