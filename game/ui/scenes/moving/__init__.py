"""Exports a whole profile to a file, and imports one from another computer."""
