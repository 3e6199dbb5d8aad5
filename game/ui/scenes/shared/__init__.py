"""What several screens draw, word, ask or open; none of it is a screen itself.

names            names of editions, computers, rules, matches and keys
line_words       lines of a board in sentences; `reason_words` the coach's reasons
dialogs          dialogs that several screens use
starting         opens tables: a new match, the same deal, another one
choosing         the player's defaults for a table; `option_rows` the rows that choose its rules
edition_rows     the list of editions; `edition_page` a page with it and a drawer of the rules
challenge        a challenge's table, its task and its lines
table_mode       what a match, a lesson, a run and a table apart implement
table_layout     where things lie at the table
board_cursor     the cursor on a board
speech_panel     what a lesson draws over a table
rules_picture    a small board on which a line scores; `topic_picture` draws a rule of `rule_topics`
goal_pictures    a picture for every goal
people_pictures  the pictures of people who are known by name
waiting          a match that waits: its name, its state, its flag
result_text      the text of a result, its hexagons as shapes
"""
