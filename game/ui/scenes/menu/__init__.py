"""The menu, with a board that plays by itself."""
