"""The player's own page: the best game, the level, the last games, and what leads on from them."""
