"""Who can sit at a table: the levels, people who err, and programs from outside."""
