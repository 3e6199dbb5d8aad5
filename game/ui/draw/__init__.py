"""Drawing: every colour, letter, icon and game piece is drawn by this package.

    painter                words, icons and tiles in the theme's looks; its caches
    theme, fonts, fallback         colours and sizes as data; letters, also of other fonts
    bands, icons, shapes           bands, harvests and flags; icons; discs, filling and shrinking
    sprites, board_picture, value_chip     tiles and wells; a whole board; numbers on coins
    portraits, avatars             the faces of computers; the pictures that people choose
    titles, background, climb_picture      the game's name; skies; the Climb's mountain and path
    animation              easings, tweens and timelines; no pygame
    surface_cache          rendered pictures by key, and the time for new ones

A scene calls `Painter` (`context.painter`) with a place in pixels. It asks `SurfaceCache` for the
picture under a key, renders it if missing, and blits it.
"""
