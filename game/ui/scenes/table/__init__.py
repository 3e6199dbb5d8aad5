"""The table: the screen of a match, a lesson, a stage of the Climb, or a table apart.

`input` turns a click, a drag or Enter into `PutTile(tile, space)`. `scene` passes it to
`game.play.table_control`, which refuses illegal placements, and `game.play.table_game` applies
`Place` by `game.rules.match.apply`. The autosave writes the new `Match` before its events return:
`motion` animates them, `audio` plays them, `spoken` words them. After the last placement
`mode.count` opens `game.ui.scenes.count`, which stores the record and leads to
`game.ui.scenes.review`.

`picture` draws the match with `panels`, `harvest`, `bag_picture` and `preview`; `explaining` words
its parts. `mode` sets buttons, keys and exits; `coach` values spaces; `task` is a challenge's
strip; `stroke` grades a placement; `sayings` are computers' remarks; `league_words` are penalties.
`hand_over` and `pause` cover the table.
"""
