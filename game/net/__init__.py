"""Tables whose players are apart: signed logs, their merge, and the transports that carry them.

A match is a set of signed entries (FORMAT.md). `entries` reads and writes one, `log` holds those
that have arrived, `fold` computes the table and its match from them, by `game.rules`. `master` and
`player` decide which entry the game master or a seat signs next; `home` writes every entry to the
disk before it is sent. `packets` and `invitations` are the texts between homes, `transports` carry
them, and `playing` joins all of these for one table.

Nothing here draws, and nothing but this room loads its libraries: `keys` alone imports PyNaCl.
"""
