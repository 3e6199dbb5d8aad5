"""The window, its loop, the scene stack and its input, which all screens share and none owns.

    title, window             open the window, first with the game's name; sizes, clipboard
    loop, stack, scene        events, time and drawing; the scenes and their navigation
    intents, bindings         pygame's events as intents; the keys, as data
    context, routes           the services given to every scene; the way to other screens
    preferences               changes settings while the game runs
    topics, screen_reader, captions    reading aloud; sounds in words
    outline, reader_tree      the scene as a tree for screen readers
    screen_transition, screen_sleep, signals    changes of screens; sleep; the program's end
    opening, apart            folders and files in the system's programs; network tables

A key press: `loop` takes the event, `intents` makes it a `Command` by `bindings`, the top scene's
`handle` returns a navigation, which `stack` applies; then `loop` draws a frame.
"""
