"""The review of a finished round, placement by placement."""
