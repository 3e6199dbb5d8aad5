"""The screens, one folder each; `shared` holds what several of them draw, word or open.

A folder's `scene.py` is a page, a tree of parts (`game.ui.parts`) that says what is on it; the
table alone places its parts by hand. `control.py` decides, without pygame, where `game.progress`
does not; `picture.py` paints boards and charts; `mode.py` sets a shared screen up for one purpose.
Scenes never import each other: `context.routes` opens the next.
"""
