"""The caller: it draws tiles for a boxed game and shows each one large."""
