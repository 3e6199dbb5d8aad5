"""Tables whose players sit elsewhere: opening, joining, waiting, leading, playing, standings.

lobby            the list of tables; `table_rows` are its rows
opening          opens a table: rules, how many, how fast, by which way
joining          joins one by an invitation
listed           the tables that a club lists for its users
waiting          the table before its match: who has come so far
mode             the table's mode while it is played
leading          the game master's page; `players_picture` shows its round
standings        a league over all its tables
carrying         turn files, the seat key, removing a table
going            waits for something, then goes there: a table, a turn file's, the rematch
menu             what else can be done at a table, beside its board
next_scene       where a table goes on
pending_request  a request to the tables' threads, which a scene polls for
words            the state of a table in the player's language
"""
