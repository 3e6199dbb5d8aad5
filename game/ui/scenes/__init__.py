"""The screens, one folder each; `shared` holds what several of them use.

A folder's `scene.py` is a page, a tree of parts (`game.ui.parts`) that says what is on it; the
table alone places its parts by hand. `control.py` decides, without pygame; `picture.py` paints
boards and charts. Scenes never import each other: `context.routes` opens the next.
"""
