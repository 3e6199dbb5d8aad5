"""Places in pixels, computed without pygame.

`rects` cuts rectangles and knows the interface's scale, `lengths` divides a row or column,
`hexagon` measures a hexagon, `hexes` places boards' spaces, `text` fits words into boxes. A scene
gets a `View`, cuts its area into rectangles, and divides those among its parts; units become
pixels by `View.px`.
"""
