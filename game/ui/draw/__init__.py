"""How things look: every colour, letter, icon and game piece is drawn by this package.

Scenes draw with `Painter` (`context.painter`). It owns the `Theme` with all colours, the `Fonts`,
and the `Sprites`, which are the game's pieces. Rendered surfaces are kept in a `SurfaceCache`.
"""
