"""A table by post: the events that its leader writes, and the state that follows from them.

events, journal       the journal's events, one a line, written to the disk before being shown
table                 the state that follows from the events, by `game.rules`
requests, keys        what guests send the leader, proved and sealed by the seat's secret
seating, table_clock  who gets a free seat, and when a call's time is over
invitations           the table's address and seat keys as text to paste
store, draft          one installation's tables on its disk; tiles placed and not handed in
record, names         the match as a record; equal names
"""
