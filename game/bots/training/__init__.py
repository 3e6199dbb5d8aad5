"""Learning the tables by self-play; README.md beside this file says how all bots learned."""
