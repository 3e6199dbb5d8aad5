"""The list of all saved games that can be resumed."""
