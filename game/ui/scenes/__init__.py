"""The screens, one folder each; `routes` opens them, and `shared` holds what several of them use.

A folder's `scene.py` handles input and hands the rest to two others: `control.py` decides, without
pygame; `picture.py` draws. Scenes never import each other: they ask `context.routes` for the next.
"""
