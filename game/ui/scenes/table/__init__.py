"""The table: the screen of every board that is played or entered tile by tile.

Its modes are a match, a lesson, a stage of the Climb, a table apart, a board of the boxed game, and
another line of a review.

`input` turns a click, a drag or Enter into `PutTile(tile, space)`. `scene` passes it to
`game.play.table_control`, which refuses illegal placements, and `game.play.table_game` applies
`Place` through its `game.play.keeper`, which stores the new `Match` before its events return:
`motion` animates them, `audio` plays them, `spoken` words them. After the last placement
`mode.count` opens `game.ui.scenes.count`, which stores the record and leads to
`game.ui.scenes.review`.

`picture` draws the match with `panels`, `harvest`, `bag_picture` and `preview`; `explaining` words
its parts. `mode` sets buttons, keys and exits; `coach` values spaces; `task` is a challenge's
strip; `stroke` grades a placement; `sayings` are computers' remarks; `league_words` are penalties.
`hand_over` and `pause` cover the table.
"""
