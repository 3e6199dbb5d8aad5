"""Play: games that wait, edition, rules and seats of a new match.

scene    starts from a card; anything can be changed
control  the choices, and the table that they make
seats    the rows of the seats; `look` chooses a person's picture and colour
"""
