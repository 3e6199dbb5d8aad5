"""The challenges, by grades."""
