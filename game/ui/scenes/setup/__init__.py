"""The setup: edition, options and seats of a new match.

scene    starts from a card; anything can be changed
people   the short one, for people at this screen
control  the choices, and the table that they make
seats    the rows of the seats; `look` chooses a person's picture and colour
topics   explains what is pointed at; `preview` draws it
"""
