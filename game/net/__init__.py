"""Tables whose players are apart: signed logs, their merge, and the transports that carry them.

A match is a set of signed entries (FORMAT.md). `entries` says how one is written, `log` holds what
is here, `fold` makes a table with its match of it, judged by `game.rules`. `master` and `player`
decide what the game master's and a seat's own log says next; `home` keeps everything on the disk
before it leaves, `packets` and `invitations` are the texts between homes, `transports` says how
they travel, and `playing` joins them for one table.

Nothing here draws, and nothing but this room loads its libraries: `keys` alone imports PyNaCl.
"""
