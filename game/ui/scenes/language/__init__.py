"""The first question of all: in which language."""
