"""Advice before a placement, and the review of a round: luck, skill, mistakes, the level."""
