"""Everything stored between starts: settings, open matches and climbs, the history, deal codes.

    store                 opens everything at once; `places` has the folder, `one_window` its lock
    open_games, autosave  unfinished games, each in a file; matches among them
    database, profile, climbs, history, backup   the SQLite history, its rows, figures and backup
    settings              the preferences
    codes, pasted         deal codes; codes inside pasted texts
    record_files, exports           files that the player names
    files, problems                 atomic writes; errors to be shown
    migration                       takes over the files of version 1

A placed tile: `Storage.save_match` writes the match to its file before it is shown; the
finished match goes to the history by `file_match`, or waits in a file until that works.
"""
