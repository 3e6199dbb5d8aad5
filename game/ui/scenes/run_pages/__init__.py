"""The pages around a run: its start with the high scores, and its end."""
