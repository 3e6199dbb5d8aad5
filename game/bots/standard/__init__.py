"""The learned value of a classic board: features, network, search (numpy only)."""
