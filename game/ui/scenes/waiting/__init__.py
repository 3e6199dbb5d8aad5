"""The list of all interrupted matches that can be continued."""
