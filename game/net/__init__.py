"""Tables whose players use different devices: a room, live, and tables by post.

phones, room_line         a room's server for phones and windows, and a window's line to a room
own_address               this machine's addresses in its networks
journal, post, service    tables by post: events and state, both sides, the window's tables
"""
