"""The commands of `take-it-easy` that need no window, one module each.

`arguments` holds the grammar of all of them, with its help in English; `game.__main__` reads the
arguments and calls the command's `run_…` function, which returns the exit status. `records` reads
what commands are given, `describing` and `run` word it, `output` writes files. Others borrow: the
environments of `game.research` draw boards by `drawing`, `game.tools` packs what `desktop` writes.
"""
