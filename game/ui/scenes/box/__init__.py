"""The screen for the boxed game on a real table: it sets up a caller or opens the calculator."""
