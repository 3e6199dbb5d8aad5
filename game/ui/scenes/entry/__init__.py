"""Entering boards from a real table, and the score calculator."""
