"""Parts, words and dialogs that several screens share; no module here is a screen.

names            names of editions, rules and keys; `line_words` lines, `reason_words` reasons
dialogs          the dialogs and notices; `pausing` the pause over a table
starting         opens tables: a new match, the same deal, another deal
choosing         the player's defaults; `option_rows`, `edition_rows` choose, on an `edition_page`
challenge        a challenge's table, its task and its lines
table_mode       the protocol of a match, a lesson, a stage and a table apart
table_layout     the rectangles of the table's screen; `table_ahead` its first pictures
room_words       a room of phones in sentences; `last_room` who sat there last; `room_flow`
                 when its match continues
bag_picture      the bag as bars; `called_tiles` the called tiles
board_cursor     the cursor on a board
speech_panel     a lesson's speech over a table
rules_picture    a board on which a line scores; `topic_picture` draws a rule of `rule_topics`
goals_control    finds the earned goals; `goal_pictures` has a picture for every goal
people_pictures  the pictures of players, people and computers
waiting          an open match in a list; `result_text` a shared result; `flags` results as bands
"""
