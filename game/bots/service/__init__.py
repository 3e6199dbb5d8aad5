"""Questions to players, coach and solver, answered in a process beside the window's frames."""
