"""What outlives a run: settings, the match being played, the history, and deal codes."""
