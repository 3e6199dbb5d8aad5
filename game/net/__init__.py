"""Tables whose players use different computers: a leader writes the journal, guests send requests.

    events, journal       the journal's events, one a line, written to the disk before being shown
    table                 the state that follows from the events, by `game.rules`
    requests, keys        what guests send the leader, proved and sealed by the seat's secret
    leader, table_clock, seating     answers requests, closes calls, gives seats
    guest                 reads the journal, and repeats requests until the journal answers them
    transport, folder, live, wire   carry both, by a shared folder or a NATS server
    turn_files, invitations         the same as text to paste
    store, tables, service, snapshots, table_flow   the window's tables, a thread each
    host, club, at_club, floods     an own server; a club's server, which leads tables for users

A turn goes from `service.hand_in` into the guest's stored requests, over the transport to the
leader, and comes back as a journal line, which `table.follow` applies. README.md shows the files.
"""
