"""Everything stored between runs: settings, interrupted matches, the history, deal codes.

`store` opens everything at once; `places` says in which folders. `database` is the SQLite file and
its migrations, `profile` reads and writes the history in it, `runs` the runs of the arcade game.
`history` has the rows and figures that it returns, `backup` the copy beside it. `autosave` stores
the match being played, `settings` the preferences. `files` writes a file whole or not at all and
holds the locks; `problems` queues what went wrong, to be shown to the player. `codes` are deal
codes, `record_files` and `exports` read and write files that the player names. `moving` writes a
whole profile as one file, `steps` are long work that a window does bit by bit.
"""
