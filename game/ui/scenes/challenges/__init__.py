"""The ladder of challenges."""
