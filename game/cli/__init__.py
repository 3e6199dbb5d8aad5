"""The commands of `take-it-easy` that need no window, one module each.

`arguments` holds the grammar of all of them; `game.__main__` reads the arguments and calls the
command's `run_…` function, which returns the exit status. Nothing else imports this room, the
benchmark of `game.research` aside.
"""
