"""The game's pieces as pictures: each kind in a module, all of them cached by `pieces`."""
