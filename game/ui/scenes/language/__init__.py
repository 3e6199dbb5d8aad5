"""The first screen of the first launch: the choice of a language."""
