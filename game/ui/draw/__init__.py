"""How things look: every colour, letter, icon and game piece is drawn by this package.

Scenes draw with `Painter` (`context.painter`). It owns the `Theme` with all colours, the `Fonts`,
and the `Sprites`, which are the game's pieces. Rendered surfaces are kept in a `SurfaceCache`.

    painter        draws words, panels, icons and tiles in the theme's looks
    theme          colours, type sizes and radii as data: the one home of every colour
    fonts          type at every size; `fallback` finds letters that the game's font lacks
    icons          icons as shapes
    sprites        the game's pieces: tiles, wells, beams, badges
    board_picture  a whole board as one surface
    portraits      the faces of the computers
    avatars        the pictures that people choose for themselves
    titles         the game's name, and the heads of the other screens
    value_chip     numbers on coins: what a space is worth, what a total earned
    shapes         smooth boxes, shadows, rings and discs
    animation      easings, tweens and timelines; no pygame
    surface_cache  pictures by key, and the time that making new ones may take
"""
