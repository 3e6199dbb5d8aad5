"""The page for the boxed game on a real table: it starts the caller or the calculator."""
