"""The table: the screen on which a match, a lesson, or a match with players elsewhere is played.

Where a placed tile goes:

1. `game.ui.frame.intents` translates a click, a drag or Enter into an intent, and
   `input.TableInput` turns the intent into `PutTile(tile, space)`.
2. `scene.TableScene` hands it to `game.play.table_control.TableControl.place`, which refuses what
   may not be done now.
3. `game.play.table_game.TableGame.place` adds whose tile it is and applies `Place` by
   `game.rules.match.apply`. The new `Match` replaces the old one, and the autosave writes it to the
   disk.
4. The events of the move, `LineCompleted` with its points among them, come back as a `TableEvent`.
   `motion` animates them, `audio` plays them, `spoken` puts them into words; `picture` draws the
   match as it now stands.
5. After the last placement `TableSignal.OVER` comes, and `mode.count` gives the next scene, in
   `game.ui.scenes.count`: it shows `game.play.count_steps.steps_of` sum by sum, and files the
   match's record in the history (`game.storage.store.Storage.file_match`).
6. The count leads to `game.ui.scenes.review`. It asks the engines' process, where
   `game.bots.coach.review.review_round` plays the record again and weighs every placement.

`mode` says what the table is set up to play (its buttons, keys and exits), `panels`, `bag_picture`
and `preview` are parts of the picture, `explaining` words what a part of it means. `coach` judges
spaces, `task` is the strip of a challenge, `stroke` says how much a placement brought, `sayings`
what computers say of it, `league_words` what the league does to who did not answer. `hand_over` and
`pause` lie over the table.
"""
