"""Estimates of what a board will score, by every ruleset: network, features, and search."""
