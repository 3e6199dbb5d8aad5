"""Sharing a match: text, picture, animation, web page, record."""
