"""Where things lie, in pixels and without pygame.

`rects` cuts rectangles and knows the scale of the interface, `lengths` divides a row or column,
`hexes` lays boards out, `text` fits words into boxes.
"""
