"""The screens, a folder each.

`shared` has the parts, words and dialogs of several, `editions` the page that chooses an edition.

A folder's `scene.py` is a page: a tree of parts (`game.ui.parts`); only the table places its parts
by hand. `control.py` has its state and decisions without pygame; `picture.py` paints boards and
charts; `mode.py` adapts a shared screen to one use. A press goes from a part through the scene to
its control; a `Navigation` it returns changes the scene. Scenes never import each other:
`context.routes` opens the next one.
"""
