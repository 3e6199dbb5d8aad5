"""Where things lie, in pixels and without pygame: rectangles, hexagonal boards, words in boxes."""
