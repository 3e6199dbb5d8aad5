"""Tables whose players use different computers: a leader writes the journal, guests send requests.

    events, journal       the journal's events, one a line, written to the disk before being shown
    table                 the state that follows from the events, by `game.rules`
    requests, keys        what guests send the leader, proved and sealed by the seat's secret
    leader, table_clock, seating, computers     answer requests, close calls, give seats, play bots
    guest                 reads the journal, and repeats requests until the journal answers them
    transport: folder                   carries both, by a shared folder
    turn_files, invitations             the same as text to paste
    store, tables, service, snapshots, table_flow    the window's tables, a thread each
    results, record, names, notice      records, equal names, the menu's notices

A turn goes from `service.hand_in` to the leader, and returns as a line that `table.follow` applies.
"""
