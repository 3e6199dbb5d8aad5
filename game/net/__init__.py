"""Tables whose players are apart: one leader each writes the journal, guests send requests.

    events        what a journal holds, one event a line
    journal       a table's journal on the disk, each line written before anybody is shown it
    table         everything that follows from the events, by `game.rules`
    requests      what guests ask of the leader; `keys` prove them by the seat's secret
    leader        reads requests, decides, writes the journal; `pace` says when a call may close,
                  `seating` who gets a seat
    guest         reads the journal on, and repeats requests until it answers them
    transport     what carries both: `folder`, or `live`, a server reached by `wire`
    turn_files    both as text to be sent by hand; `invitations` as well, found by `storage.pasted`
    store         the tables of one installation; `tables` opens and joins
    service       plays an installation's tables, each in a thread of its own; `snapshots` are what
                  screens see of them
    table_flow    a table of the window, of which some players are elsewhere
    host, club    a server for one's own tables; a club's, which leads any number of them
    at_club       what a program asks of a club; `floods` keeps one user from using it up
    results, record, names, notice, nearby, engines, trouble
                  records, names told apart, the menu's notices, tables of the local network,
                  computers, why a server cannot be used

Nothing here draws. The room's README says what players and clubs do, and what the files hold.
"""
