"""Pictures for other people: `card` draws a match, `climb_card` a climb, and
`saving` writes the files.
"""
