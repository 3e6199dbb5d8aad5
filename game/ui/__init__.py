"""The window and everything in it: the only room that imports pygame, `game.tools` aside.

    layout    rectangles, hexagons and the fitting of words, in pixels; no pygame
    system    requests to the system that pygame does not make: screens and their room
    sound     effects, music, the caller's voice, and the system's speech
    draw      the look of things: theme, fonts, painter, sprites, icons, and the cache of surfaces
    exports   pictures of a match to save and to share
    frame     services of every screen: window, loop, scene stack, input, context
    widgets   buttons, choices, fields, scrolling, and the form that gives them the input
    parts     the tree of a page: rows, columns, panels, texts; its head says how a page is written
    scenes    the screens, one folder each; `scenes.routes` opens them
    check_here  reports what works on this machine
    wiring    connects everything behind the title: storage, words, sound, the first scene, the loop

Each imports only those above it.

How a frame comes about. `frame.loop` takes pygame's events; `frame.intents` translates each into an
intent (`Command(action)`, `PointerMoved`, …) by the key bindings. The scene on top handles the
intent and may answer with a navigation (`Push`, `Pop`, `Replace`, …), which `frame.stack` applies.
Then every visible scene's `update` lets time pass. Where something has changed, the scenes draw.

The rules of every scene. `handle` decides, `update` moves, `draw` reads and changes nothing. Input
finishes a running animation at once. Lengths are units, made pixels by `View.px`; a window has at
least 960×600 of them. Nothing blocks: threads hand their results over in `update`.
"""
