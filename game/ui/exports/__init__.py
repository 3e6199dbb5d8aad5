"""Pictures for other people: `card` draws a match, `run_card` a run, `saving` writes the files."""
