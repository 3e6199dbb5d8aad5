"""The table: the screen on which a match, a lesson, or a match with players elsewhere is played.

Where a placed tile goes:

1. `input.TableInput` turns a click, a drag or Enter into `PutTile(tile, space)`.
2. `scene.TableScene` hands it to `game.play.table_control.TableControl.place`, which refuses what
   may not be done now.
3. `game.play.session.Session` applies `Place` by `game.rules.match.apply`. The new `Match` replaces
   the old one, and the autosave writes it to the disk.
4. The events of the move come back as a `TableEvent`. `motion` animates them, `audio` plays them,
   `spoken` puts them into words; `picture` draws the match as it now stands.

`mode` says what the table is set up to play (its buttons, keys and exits), `panels`, `bag_picture`
and `preview` are parts of the picture, `explaining` words what a part of it means.
"""
