"""The count after a round: sum by sum, then the result of the match."""
