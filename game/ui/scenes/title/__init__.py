"""The title: five doors, beside a board that plays by itself.

scene     the doors and links, from the saved games, notices and records
attract   the board that plays by itself
progress  the last seven days, the goals and the level, as data for the doors
loading   loads the modules that a table needs while the title is open; `table_ahead` draws its
          first pictures
"""
