"""Tables whose players sit at different computers: list, open, join, wait, play, lead, standings.

lobby            the ways to play together and the list of tables; `step_bands` and `table_rows`
                 draw them
opening          opens a table: rules, players, pace and transport
joining          joins a table by its invitation
waiting          a table before its match: the invitation, and everyone who asks for a seat
mode             the table's mode during the match
leading          the game master's page; `players_picture` draws its round
standings        a league's standings over all its tables
carrying         turn files, the seat key, removing a table
going            waits for a table, a turn file or a rematch, then opens it
next_scene       picks the scene for a table's state; `words` puts the state in sentences
pending_request  a request to the tables' threads, polled by a scene
"""
