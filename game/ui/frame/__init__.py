"""What every screen uses and no screen owns: window, loop, scene stack, input, sound, speech.

`title` opens the window, `wiring` connects everything behind it, `loop` runs. A scene is described
in `scene`, what it gets in `context`, and the intents it answers in `intents`.
"""
