"""The window's tables by post, a thread each.

    service, tables       open, join and play on the tables of an installation
    snapshots, table_flow what screens see of a table, and how it goes on there
    results, notice       results for the history, and the menu's notices

A turn goes from `service.hand_in` to the leader, and returns as a line that `table.follow_line`
applies.
"""
