"""The process that answers questions to players, coach and solver, beside the window's frames."""
