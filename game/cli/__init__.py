"""The commands of `take-it-easy` that need no window, one module each.

`arguments` has the grammar of all commands with their help in English; `game.__main__` parses the
arguments and calls the command's `run_…` function, which returns the exit status. `records` reads
the files of records, `describing`, `climb` and `drawing` turn them into text, `output` writes
files. `desktop` installs the menu entry, `alert` shows errors of a program started by a click.
"""
