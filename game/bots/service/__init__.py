"""The engine process, which runs players, coach and solver outside the window's process.

A task (`tasks`) is pickled by `runner`, run by `worker` in the process (`process` has the command
that starts it), and its result set in a future (`answer`). Importing them loads no engine.
`process_engines` are the players of network tables, computed in that process.
"""
