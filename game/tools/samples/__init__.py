"""Every screen of the game in the states worth looking at, for the gallery and for tests.

A `.toml` file names each state; the `.py` file beside it builds the scenes that need more than a
context.
"""
