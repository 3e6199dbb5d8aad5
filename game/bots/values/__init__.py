"""What boards are worth by every ruleset: a network, what it sees, and the search that asks it."""
