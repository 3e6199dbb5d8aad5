"""The first game, explained while it is played: a lesson at the ordinary table."""
