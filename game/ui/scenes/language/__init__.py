"""The first page of the first launch: the choice of a language."""
