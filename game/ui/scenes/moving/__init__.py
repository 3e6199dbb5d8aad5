"""Exports a whole profile to a file, and imports one from another computer.

`work` shows how far that is, and stops it.
"""
