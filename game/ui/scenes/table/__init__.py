"""The table: the screen of every board that is played or entered tile by tile.

Its modes are a match, a lesson, a stage of the Climb, a table apart, a board of the boxed game, and
another line of a review.

`input` turns a click, a drag or Enter into `PutTile(tile, space)`; `board_cursor` is the keys'
cursor. `scene` passes it to `game.play.table_control`, which refuses illegal placements, and
`game.play.table_game` applies `Place` through its `game.play.keeper`, which stores the new `Match`
before its events return: `motion` animates them, `audio` plays them, `announcer` reads them aloud.
It is stored in the match's file, in the climb's, as the draft of a turn at a table apart, or by the
boxed game's caller; a lesson and another line store nothing. After the last placement `mode.count`
opens the next page: a match's count, which files the record and leads to `game.ui.scenes.review`; a
stage's result; the result of a table apart, which the loop has filed; the count of an entered
board, filed on a press.

`parts` lays out the table, with links or keys and the mode's strips; `reader` answers what a key
asks about, from the sentences of `spoken` and `line_words`.

`picture` draws the match with `panels`, `harvest`, `bag_picture`, `last_tile` and `preview`;
`explaining` words its parts. `mode` sets buttons, keys and exits; `coach` values spaces; `task` is
a challenge's strip; `stroke` grades a placement; `sayings` are computers' remarks; `league_words`
are penalties.
`hand_over` and `pause` cover the table.
"""
