"""The page about the game, and the credits."""
