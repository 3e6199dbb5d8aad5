"""Every screen of the game in the states worth looking at, for the gallery and for tests.

A module's `samples()` or its list of `Sample`s names each state and builds the scene that shows it.
"""
