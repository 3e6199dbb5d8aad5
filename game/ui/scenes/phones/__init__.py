"""Playing on phones: one screen calls, every phone in the network is a board.

inviting   the invitation: edition, square, address and letters, the guests
calling    the screen of the match: the called tiles, who has placed, the harvests
opening    opens the room of phones; draws the square
seat_mode  the table's mode of a seat at another program's room
sitting    asks such a room for a seat, and waits for its match
players    the picture of the players
resuming   opens the table of a match on phones, a new one or a saved one
"""
