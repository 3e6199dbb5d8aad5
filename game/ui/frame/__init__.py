"""What every screen uses and no screen owns: window, loop, scene stack, input.

`title` opens the window, `game.ui.wiring` connects everything behind it, `loop` runs. A scene is
described in `scene`, what it gets in `context`, and the intents it answers in `intents`.
"""
