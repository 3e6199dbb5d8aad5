"""What every screen needs and no screen is: window, loop, scene stack, input, sound and speech.

`title` opens the window, `wiring` connects everything behind it, `loop` runs. A scene is described
in `scene`, what it gets in `context`, and the intents it answers in `intents`.
"""
