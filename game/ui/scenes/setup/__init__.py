"""The setup: edition, options and seats of a new match."""
