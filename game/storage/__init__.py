"""Everything stored between starts: settings, open matches and runs, the history, deal codes.

`store` opens everything at once; `places` says in which folder, `one_window` lets one window have
it, `earlier` sets aside what was written before version 1. `database` is the SQLite file, `profile`
reads and writes the history in it, `runs` the finished runs of the Climb. `history` has the rows
and figures that it returns, `backup` the copy beside it. `autosave` stores the matches that can be
gone on with, `open_runs` the runs, `settings` the preferences. `files` writes a file whole or not
at all; `problems` queues what went wrong, to be shown to the player. `codes` are deal codes,
`record_files` and `exports` read and write files that the player names.
"""
