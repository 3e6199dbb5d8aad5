"""The rules pages on screen: flowing text, and figures computed from the rules."""
