"""The computer players: the levels, imitations of people's mistakes, and outside programs."""
