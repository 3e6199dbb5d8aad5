"""Parts, words and dialogs that several screens share; no module here is a screen.

names            names of editions, rules and keys; `reason_words` a coach's reasons in sentences
dialogs          the dialogs and notices; `pausing` the pause over a table
starting         opens tables: a new match, the same deal, another deal
choosing         the player's defaults
challenge        a challenge's table, its task and its lines
table_mode       the protocol of a match, a lesson, a stage and a table apart
table_layout     the rectangles of the table's screen
room_words       a room of phones in sentences; `last_room` who sat there last; `room_flow`
                 when its match continues; `room_square` the square by which a phone finds it
bag_picture      the bag as bars; `called_tiles` the called tiles
speech_panel     a lesson's speech over a table
goals_control    finds the earned goals; `goal_pictures` has a picture for every goal
people_pictures  the pictures of players, people and computers
waiting          an open match in a list; `flags` results as bands
"""
